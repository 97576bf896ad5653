import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratesOn, type LawPack } from 'receipt-rule-packs';
import { packs as all } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { readReceipts } from '../../examples/lib/verdicts.mjs';
import { isCountryCode } from '../../src/geography/country.js';
import { ROOT } from './blocks.js';

/** Packs under user-assigned codes are no countries. */
const packs = all.filter(({ country }) => isCountryCode(country));
const TODAY = '2026-11-21';
const receipts = readReceipts(join(ROOT, 'examples/receipts'));

/** The row of a country, made of its law: where the README has another one, this is what it must say. */
function row({ country, law }: LawPack): string {
  const count = receipts.filter(({ business }) => business.country === country).length;
  const checked = count === 0 ? 'on paper' : `${count} receipt${count === 1 ? '' : 's'}`;
  const cells = [law.name.en, `\`${law.id}\``, currencies(law), law.tax.scheme, rates(law), rounding(law), checked];
  return `| ${cells.join(' | ')} |`;
}

function currencies({ currencies: all }: LawPack['law']): string {
  return all.map(({ code, until }) => (until === undefined ? code : `${code} to ${until}`)).join(', ');
}

function rates(law: LawPack['law']): string {
  const held = [...new Set(ratesOn(law, TODAY).map(({ rate }) => rate))].sort((a, b) => b - a);
  return held.length === 0 ? 'any from 0 to 100' : held.join(', ');
}

const CASH = { required: 'must be', allowed: 'may be', unusual: 'is seldom', not_allowed: 'is not' };

function rounding({ cashRounding }: LawPack['law']): string {
  const today = cashRounding.at(-1);
  if (today === undefined) return 'none';
  const { cash, increment } = today;
  return `cash ${CASH[cash]} rounded${increment === 1 ? '' : ` to ${(increment / 100).toFixed(2)}`}`;
}

describe('the table of countries in the README', () => {
  const rows = readFileSync(join(ROOT, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => /\| `[a-z]{2}-receipt-1` \|/.test(line));

  it('has every pack, in the order of the names of their countries', () => {
    const sorted = [...packs].sort((a, b) => (a.law.name.en < b.law.name.en ? -1 : 1));
    expect(rows).toEqual(sorted.map(row));
  });

  it('says in the text above how many packs there are, and how many are checked against receipts', () => {
    const checked = new Set(receipts.map(({ business }) => business.country)).size;
    const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(text).toContain(`${packs.length} rule packs are built in`);
    expect(text).toContain(`${receipts.length} receipts of ${checked} countries`);
  });
});
