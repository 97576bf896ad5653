import { readFileSync } from 'node:fs';
import { BUNDLES, PACK_BUNDLES } from '../../bench/bundles.mjs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { readLaw } from '../../scripts/generate/read-law.js';
import { isCountryCode } from '../../src/geography/country.js';
import { isTable } from '../../src/law/rates-on.js';
import { readme } from '../../scripts/generate/readme.js';

const page = readFileSync('README.md', 'utf8');
// User-assigned codes are not countries.
const laws = packs.map(({ id }) => readLaw(id)).filter(({ country }) => isCountryCode(country));
const rowsOf = (text: string): string[] => text.split('\n').filter((line) => /\| `[a-z]{2}-receipt-\d+` \|/.test(line));

it('the README states the limits of bundles', () => {
  const limit = (name: string) => BUNDLES.find((each) => each.name === name)!.limitKiB;
  const stated = new Map(
    [...page.matchAll(/^\| `(receipt-rule-packs\S*)` \|.*\| ([\d.]+) \|$/gm)].map(([, path, kib]) => [
      path,
      Number(kib),
    ]),
  );
  expect(stated.size).toBe(10);
  expect(stated.get('receipt-rule-packs')).toBe(limit('validate with se-receipt-1'));
  expect(stated.get('receipt-rule-packs/packs')).toBe(limit('validate with all packs'));
  expect(stated.get('receipt-rule-packs/draw')).toBe(limit('draw a receipt, as HTML and as text'));
  expect(stated.get('receipt-rule-packs/from/*')).toBe(
    limit('toDraft and toCorrection of from/stripe, beside complete'),
  );
  expect(page).toContain(` · at most ${limit('validate with se-receipt-1')} KiB with one country · `);
  for (const { limitKiB } of PACK_BUNDLES) expect(limitKiB).toBe(limit('validate with se-receipt-1'));
});

describe('the country table in the README', () => {
  it('is generated from the laws and the example receipts', () => {
    expect(readme(laws)).toEqual({ 'README.md': page });
  });

  it.each([
    '| [Austria](packs/at-receipt-1) | `at-receipt-1` | 20 · 13 · 10 · 4.9 | none | ● | 2 receipts |',
    '| [Finland](packs/fi-receipt-1) | `fi-receipt-1` | 25.5 · 13.5 · 10 | cash must be rounded to 0.05 | ● | 3 receipts |',
    '| [Poland](packs/pl-receipt-1) | `pl-receipt-1` | 23 · 8 · 5 | cash is rarely rounded | ● | 1 receipt |',
    '| [United States](packs/us-receipt-1) | `us-receipt-1` | any from 0 to 100 | cash may be rounded to 0.05 | – | 21 receipts |',
  ])('has the row %s', (row) => {
    expect(rowsOf(page)).toContain(row);
  });

  it('omits a country without a pack from the rows and counts', () => {
    const fewer = readme(laws.filter(({ country }) => country !== 'NO'))['README.md']!;
    expect(rowsOf(fewer)).toEqual(rowsOf(page).filter((row) => !row.includes('`no-receipt-1`')));
    const count = rowsOf(fewer).length;
    expect(count).toBe(rowsOf(page).length - 1);
    expect(fewer).toContain(`\n${count} rule packs are built in`);
    expect(fewer).toContain(` rules of ${count} countries as data`);
    expect(fewer).toContain(`\n${count} countries · `);
  });

  it('counts the rates of the laws, and the rates that were read in the act', () => {
    const rows = laws.flatMap(({ rates }) => (isTable(rates) ? rates : []));
    const read = rows.filter(({ evidence }) => evidence === 'read' || evidence === 'quoted');
    expect([rows.length > 200, read.length > 50]).toEqual([true, true]);
    expect(page).toContain(
      `\n- ${rows.length} rate rows state their dates and source; ${read.length} of them were read in`,
    );
    const [oldest] = laws.map(({ reviewed = '' }) => reviewed).sort();
    expect(page).toContain(`read the sources of every country on ${oldest!} or later.`);
    const [law, ...others] = laws.filter(({ rates }) => isTable(rates));
    const fewer = readme(others)['README.md']!;
    const left = others.flatMap(({ rates }) => (isTable(rates) ? rates : [])).length;
    expect(left).toBe(rows.length - (law!.rates as readonly unknown[]).length);
    expect(fewer).toContain(`\n- ${left} rate rows state`);
  });

  it('contains only real countries', () => {
    const [law] = laws;
    expect(readme([...laws, { ...law!, id: 'qm-receipt-1', country: 'QM' }])['README.md']).toBe(page);
  });
});
