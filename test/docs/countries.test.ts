import { readFileSync } from 'node:fs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { readLaw } from '../../scripts/generate/read-law.js';
import { readme } from '../../scripts/generate/readme.js';

const page = readFileSync('README.md', 'utf8');
const laws = packs.map(({ id }) => readLaw(id));
const rowsOf = (text: string): string[] => text.split('\n').filter((line) => /\| `[a-z]{2}-receipt-\d+` \|/.test(line));

describe('the table of countries in the README', () => {
  it('is what the laws and the example receipts make of it', () => {
    expect(readme(laws)).toEqual({ 'README.md': page });
  });

  it.each([
    '| Bulgaria | `bg-receipt-1` | BGN to 2025-12-31, EUR | EU_VAT | 20, 9 | none | on paper |',
    '| Finland | `fi-receipt-1` | EUR | FI_ALV | 25.5, 13.5, 10 | cash must be rounded to 0.05 | 4 receipts |',
    '| Poland | `pl-receipt-1` | PLN | EU_VAT | 23, 8, 5 | cash is seldom rounded | 1 receipt |',
  ])('has the row %s', (row) => {
    expect(rowsOf(page)).toContain(row);
  });

  it('loses the row and the count of a country without pack', () => {
    const fewer = readme(laws.filter(({ country }) => country !== 'NO'))['README.md']!;
    expect(rowsOf(fewer)).toEqual(rowsOf(page).filter((row) => !row.includes('`no-receipt-1`')));
    expect(fewer).toContain(`\n${rowsOf(fewer).length} rule packs are built in`);
  });

  it('has no country that is none', () => {
    const [law] = laws;
    expect(readme([...laws, { ...law!, id: 'qm-receipt-1', country: 'QM' }])['README.md']).toBe(page);
  });
});
