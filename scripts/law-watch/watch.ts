/**
 * Finds what needs attention in the laws: old reviews, rows about to end, announced changes, and rates missing here but
 * present in another table.
 */
import type { RateRow, ReceiptLaw } from '../../src/law/types.js';
import { isDate } from '../../src/calendar/dates.js';

/** A finding that somebody should review. */
export interface Finding {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The path in the law: `rates[3]`; absent for a rate found only in another table. */
  readonly at?: string;
  /** The effective date, YYYY-MM-DD. */
  readonly day: string;
  readonly text: string;
}

type Law = Pick<ReceiptLaw, 'country' | 'rates'>;

/** The date `days` after another. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const YEAR = 365;

/** A change that the laws do not necessarily contain yet, as in packs/pending.json. */
export interface Announced {
  readonly country: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly state: string;
  readonly about: string;
  readonly encoded: boolean;
}

/** Changes that have taken effect, or will within `days`, but are missing from the laws. */
export function announced(changes: readonly Announced[], today: string, days: number): Finding[] {
  const last = daysAfter(today, days);
  return changes
    .filter(({ day, encoded }) => !encoded && day <= last)
    .map(({ country, day, state, about }) => ({ country, day, text: `${about} on ${day} (${state})` }));
}

/**
 * Rows in any part of a law that end within `days`, its `nextKnownChange` if it falls in that period, and the law
 * itself if its review will be a year old by then.
 *
 * @param today local date, YYYY-MM-DD
 */
export function endings(law: Law, today: string, days: number): Finding[] {
  const last = daysAfter(today, days);
  const found: Finding[] = [];
  walk(law, '', (at, name, value, row) => {
    if (typeof value !== 'string' || !isDate(value) || value > last) return;
    const { country } = law;
    if (name === 'until' && value >= today)
      found.push({ country, at, day: value, text: `${nameOf(row)} ends on ${value}` });
    // A change that has taken effect but is missing from the law still needs attention.
    if (name === 'reviewed' && daysAfter(value, YEAR) <= last)
      found.push({ country, at: name, day: daysAfter(value, YEAR), text: `the law was last reviewed on ${value}` });
    if (name === 'nextKnownChange')
      found.push({ country, at: name, day: value, text: `a change is announced for ${value}` });
  });
  return found;
}

/** A short name for a row. */
function nameOf({ rate, productTaxClass, code }: Readonly<Record<string, unknown>>): string {
  const words = [typeof rate === 'number' ? `${rate} %` : undefined, productTaxClass, code];
  return words.filter((word) => typeof word === 'string').join(' ') || 'the row';
}

type Visit = (at: string, name: string, value: unknown, row: Readonly<Record<string, unknown>>) => void;

/** Visits every field of a value, with its parent object and its path. */
function walk(value: unknown, at: string, visit: Visit): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) visit(at, name, part, value as Readonly<Record<string, unknown>>);
    walk(part, Array.isArray(value) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`, visit);
  }
}

/** A country's rates in another table, in percent, from a given day, without 0. */
interface Period {
  /** YYYY-MM-DD; absent if the table has no dates. */
  readonly from?: string;
  readonly rates: readonly number[];
}

/** A third-party rate table: rates by country, newest first. */
export interface RateTable {
  readonly source: string;
  readonly countries: ReadonlyMap<string, readonly Period[]>;
}

/**
 * Reads a table of rates in one of two formats. `{source, version, rates: {CC: {standard, reduced, super_reduced,
 * parking}}}` has the rates of one day, as in vatnode/eu-vat-rates-data-js, an extract from TEDB. `{details, items:
 * {CC: [{effective_from, rates}]}}` has dates, as in ibericode/vat-rates.
 *
 * @throws Error for any other format
 */
export function readTable(value: unknown): RateTable {
  const { source, version, rates, details, items } = Object(value) as Record<string, unknown>;
  if (typeof source === 'string' && isRecord(rates)) {
    const countries = Object.entries(rates).map(([country, row]): [string, Period[]] => {
      const { standard, reduced, super_reduced: low, parking } = Object(row) as Record<string, unknown>;
      return [country, [{ rates: numbers([standard, reduced, low, parking].flat()) }]];
    });
    return tableOf(typeof version === 'string' ? `${source}, ${version}` : source, countries);
  }
  if (typeof details === 'string' && isRecord(items)) {
    const countries = Object.entries(items).map(([country, periods]): [string, Period[]] => [
      country,
      [periods].flat().map((period) => {
        const { effective_from: from, rates: held } = Object(period) as Record<string, unknown>;
        if (typeof from !== 'string') throw new Error(`${details}: a row of ${country} has no effective_from`);
        return { from, rates: numbers(Object.values(Object(held) as object)) };
      }),
    ]);
    return tableOf(details, countries);
  }
  throw new Error('a table must have source and rates, or details and items, as readTable describes');
}

function tableOf(source: string, countries: readonly [string, Period[]][]): RateTable {
  const empty = countries.find(([, periods]) => periods.some(({ rates }) => rates.length === 0));
  // The table's format must have changed. Without this error, it would seem that no rate had changed.
  if (countries.length === 0 || empty !== undefined)
    throw new Error(`${source}: no rates of ${empty?.[0] ?? 'any country'}`);
  const newestFirst = (a: Period, b: Period): number => ((a.from ?? '') < (b.from ?? '') ? 1 : -1);
  return { source, countries: new Map(countries.map(([country, periods]) => [country, periods.sort(newestFirst)])) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numbers = (values: readonly unknown[]): number[] => [
  ...new Set(values.filter((value): value is number => typeof value === 'number' && value > 0)),
];

/**
 * The rates in a table that apply today or later, but are missing from the law on that day. Ignores rates found only in
 * the law: the tables omit rates for regions and for rare goods.
 */
export function missingRates(law: Law, table: RateTable, today: string): Finding[] {
  const periods = table.countries.get(law.country);
  if (periods === undefined || !isTable(law.rates)) return [];
  const { country, rates: rows } = law;
  const now = periods.findIndex(({ from = '' }) => from <= today);
  return periods.slice(0, now < 0 ? periods.length : now + 1).flatMap(({ from = '', rates }) => {
    const day = from > today ? from : today;
    const held = new Set(
      rows.filter((row) => (row.from ?? '') <= day && day <= (row.until ?? '9999')).map(({ rate }) => rate),
    );
    const missing = rates.filter((rate) => !held.has(rate));
    const text = `${table.source} has ${missing.join(', ')} on ${day}, the law does not`;
    return missing.length === 0 ? [] : [{ country, day, text }];
  });
}

const isTable = (rates: Law['rates']): rates is readonly RateRow[] => Array.isArray(rates);

/** The findings as a Markdown list, earliest first; '' for none. */
export function report(findings: readonly Finding[]): string {
  const key = ({ day, country, at = '' }: Finding): string => `${day} ${country} ${at}`;
  return [...findings]
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(({ country, at, text }) => `- [ ] ${country}${at === undefined || at === '' ? '' : ` \`${at}\``}: ${text}\n`)
    .join('');
}
