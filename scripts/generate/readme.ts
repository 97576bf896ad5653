import { readFileSync } from 'node:fs';
import { readReceipts } from '../../examples/lib/verdicts.mjs';
import { ratesOn } from '../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../src/law/types.js';
import { isCountryCode } from '../../src/geography/country.js';

const PAGE = 'README.md';
const ROW = /^\| .+ \| `[a-z]{2}-receipt-\d+` \|.*\n/gm;
const DAY = /The table shows the rates of (\d{4}-\d\d-\d\d)/;

/** README.md with its table of countries and the counts above it, from the laws and the example receipts. */
export function readme(laws: readonly ReceiptLaw[]): Record<string, string> {
  return { [PAGE]: withCountries(readFileSync(PAGE, 'utf8'), laws, receiptsByCountry()) };
}

/** The row of a country in the table. */
export function readmeRow(law: ReceiptLaw): string {
  return rowOf(law, dayOf(readFileSync(PAGE, 'utf8')), receiptsByCountry());
}

/** The number of example receipts per country. */
function receiptsByCountry(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { business } of readReceipts('examples/receipts'))
    counts.set(business.country, (counts.get(business.country) ?? 0) + 1);
  return counts;
}

/** @throws Error if the page has no table of countries, or does not state the day of its rates */
function withCountries(page: string, all: readonly ReceiptLaw[], receipts: ReadonlyMap<string, number>): string {
  // User-assigned codes are not countries.
  const laws = all.filter(({ country }) => isCountryCode(country));
  const sorted = [...laws].sort((a, b) => (a.name.en < b.name.en ? -1 : 1));
  const rows = sorted.map((law) => `${rowOf(law, dayOf(page), receipts)}\n`).join('');
  const [first] = page.match(ROW) ?? [];
  if (first === undefined) throw new Error(`${PAGE} has no table of countries`);
  const at = page.indexOf(first);
  const tested = [...receipts.values()].reduce((sum, count) => sum + count, 0);
  return `${page.slice(0, at)}${rows}${page.slice(at).replaceAll(ROW, '')}`
    .replace(/^\d+(?= rule packs are built in)/m, String(laws.length))
    .replace(
      /(?<=The tests validate )\d+ receipts from \d+ countries/,
      `${tested} receipts from ${receipts.size} countries`,
    );
}

function dayOf(page: string): string {
  const [, day] = DAY.exec(page) ?? [];
  if (day === undefined) throw new Error(`${PAGE} does not state the day of its rates`);
  return day;
}

function rowOf(law: ReceiptLaw, day: string, receipts: ReadonlyMap<string, number>): string {
  const count = receipts.get(law.country) ?? 0;
  const checked = count === 0 ? 'on paper' : `${count} receipt${count === 1 ? '' : 's'}`;
  const cells = [
    law.name.en,
    `\`${law.id}\``,
    currencies(law),
    law.tax.scheme,
    rates(law, day),
    rounding(law),
    checked,
  ];
  return `| ${cells.join(' | ')} |`;
}

function currencies({ currencies: all }: ReceiptLaw): string {
  return all.map(({ code, until }) => (until === undefined ? code : `${code} to ${until}`)).join(', ');
}

function rates(law: ReceiptLaw, day: string): string {
  const general = ratesOn(law, day).filter(({ part, regime }) => part === undefined && regime === undefined);
  const held = [...new Set(general.map(({ rate }) => rate))].sort((a, b) => b - a);
  return held.length === 0 ? 'any from 0 to 100' : held.join(', ');
}

const CASH = { required: 'must be', allowed: 'may be', unusual: 'is seldom', not_allowed: 'is not' };

function rounding({ cashRounding }: ReceiptLaw): string {
  const last = cashRounding.at(-1);
  if (last === undefined) return 'none';
  const { cash, increment } = last;
  return `cash ${CASH[cash]} rounded${increment === 1 ? '' : ` to ${(increment / 100).toFixed(2)}`}`;
}
