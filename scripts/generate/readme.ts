import { readFileSync } from 'node:fs';
import { BUNDLES } from '../../bench/bundles.mjs';
import { readReceipts } from '../../examples/lib/verdicts.mjs';
import { isTable, ratesOn } from '../../src/law/rates-on.js';
import type { RateRow, ReceiptLaw } from '../../src/law/types.js';
import { isCountryCode } from '../../src/geography/country.js';

const PAGE = 'README.md';
const ROW = /^\| .+ \| `[a-z]{2}-receipt-\d+` \|.*\n/gm;
const DAY = /The table shows the rates of (\d{4}-\d\d-\d\d)/;
/** For each import path whose size the README states, the bundle with that size. */
const BUNDLE_OF: Readonly<Record<string, string>> = {
  '': 'validate with se-receipt-1',
  '/packs': 'validate with all packs',
  '/complete': 'validate and complete with se-receipt-1',
  '/diagnose': 'validate, complete and diagnose with se-receipt-1',
  '/draw': 'draw a receipt, as HTML and as text',
  '/signing': 'all of signing',
  '/webhook': 'webhook verifier',
  '/client': 'client',
  '/cursor': 'all of cursor',
};

/** README.md with its country table, counts and sizes, from the laws, the example receipts and the limits. */
export function readme(laws: readonly ReceiptLaw[]): Record<string, string> {
  return { [PAGE]: withSizes(withCountries(readFileSync(PAGE, 'utf8'), laws, receiptsByCountry())) };
}

/** A country's row in the table. */
export function readmeRow(law: ReceiptLaw): string {
  return rowOf(law, dayOf(readFileSync(PAGE, 'utf8')), receiptsByCountry());
}

/** How many example receipts a country has. */
interface Receipts {
  /** The number of receipts that a source states. */
  readonly stated: number;
  readonly derived: number;
}

const NONE: Receipts = { stated: 0, derived: 0 };

function receiptsByCountry(): ReadonlyMap<string, Receipts> {
  const counts = new Map<string, Receipts>();
  for (const { business, derived } of readReceipts('examples/receipts')) {
    const { country } = business;
    counts.set(country, plus(counts.get(country) ?? NONE, derived ? { ...NONE, derived: 1 } : { ...NONE, stated: 1 }));
  }
  return counts;
}

const plus = (a: Receipts, b: Receipts): Receipts => ({ stated: a.stated + b.stated, derived: a.derived + b.derived });

/** @throws Error if the page has no country table, or does not state the day of its rates */
function withCountries(page: string, all: readonly ReceiptLaw[], receipts: ReadonlyMap<string, Receipts>): string {
  // User-assigned codes are not countries.
  const laws = all.filter(({ country }) => isCountryCode(country));
  const sorted = [...laws].sort((a, b) => (a.name.en < b.name.en ? -1 : 1));
  const rows = sorted.map((law) => `${rowOf(law, dayOf(page), receipts)}\n`).join('');
  const [first] = page.match(ROW) ?? [];
  if (first === undefined) throw new Error(`${PAGE} has no table of countries`);
  const at = page.indexOf(first);
  const { stated, derived } = [...receipts.values()].reduce(plus);
  const rates = laws.flatMap((law) => (isTable(law.rates) ? law.rates : []));
  const reviews = laws.map(({ reviewed }) => reviewed).sort();
  return `${page.slice(0, at)}${rows}${page.slice(at).replaceAll(ROW, '')}`
    .replace(/^\d+(?= rule packs are built in)/m, String(laws.length))
    .replaceAll(/(?<=^|rules of )\d+(?= countries (?:·|as data))/gm, String(laws.length))
    .replace(/(?<=^- )\d+(?= rate rows state)/m, String(rates.length))
    .replace(/(?<=dates and source; )\d+(?= of them were read in)/, String(rates.filter(isRead).length))
    .replace(/(?<=We read the sources of every country on )[\d-]+(?= or later\.)/, reviews[0] ?? '')
    .replace(
      /(?<=The tests validate )\d+ receipts from \d+ countries: \d+/,
      `${stated + derived} receipts from ${receipts.size} countries: ${stated}`,
    )
    .replace(/(?<=the press, )\d+(?= derived from them)/, String(derived));
}

function dayOf(page: string): string {
  const [, day] = DAY.exec(page) ?? [];
  if (day === undefined) throw new Error(`${PAGE} does not state the day of its rates`);
  return day;
}

function rowOf(law: ReceiptLaw, day: string, receipts: ReadonlyMap<string, Receipts>): string {
  const { stated } = receipts.get(law.country) ?? NONE;
  const checked = stated === 0 ? 'on paper' : `${stated} receipt${stated === 1 ? '' : 's'}`;
  // On the site, a pack folder is the country's page.
  const cells = [
    `[${law.name.en}](packs/${law.id})`,
    `\`${law.id}\``,
    rates(law, day),
    rounding(law),
    mark(law, day),
    checked,
  ];
  return `| ${cells.join(' | ')} |`;
}

const generalRows = (law: ReceiptLaw, day: string): RateRow[] =>
  ratesOn(law, day).filter(({ part, regime }) => part === undefined && regime === undefined);

function rates(law: ReceiptLaw, day: string): string {
  const held = [...new Set(generalRows(law, day).map(({ rate }) => rate))].sort((a, b) => b - a);
  return held.length === 0 ? 'any from 0 to 100' : held.join(' · ');
}

const isRead = ({ evidence }: RateRow): boolean => evidence === 'read' || evidence === 'quoted';

/** Whether we read all, some or none of a day's rates in the act, or in a text that quotes it. */
function mark(law: ReceiptLaw, day: string): string {
  const rows = generalRows(law, day);
  const read = rows.filter(isRead).length;
  if (rows.length === 0) return '–';
  return read === 0 ? '○' : read === rows.length ? '●' : '◐';
}

/** The bundle limits, in the last column of the table of imports. */
function withSizes(page: string): string {
  const limits = new Map(BUNDLES.map(({ name, limitKiB }) => [name, limitKiB]));
  const adapters = BUNDLES.filter(({ name }) => name.includes('of from/')).map(({ limitKiB }) => limitKiB);
  return page.replaceAll(/^(\| `receipt-rule-packs(\S*)` \|.*\|)[\d. ]*\|$/gm, (_, start: string, subpath: string) => {
    const limit = subpath === '/from/*' ? Math.max(...adapters) : limits.get(BUNDLE_OF[subpath] ?? '');
    return limit === undefined ? `${start} |` : `${start} ${limit} |`;
  });
}

const CASH = { required: 'must be', allowed: 'may be', unusual: 'is rarely', not_allowed: 'is not' };

function rounding({ cashRounding }: ReceiptLaw): string {
  const last = cashRounding.at(-1);
  if (last === undefined) return 'none';
  const { cash, increment } = last;
  return `cash ${CASH[cash]} rounded${increment === 1 ? '' : ` to ${(increment / 100).toFixed(2)}`}`;
}
