import type { RateWindow } from '../law/rate-window.js';
import type { Dated, ReceiptLaw } from '../law/types.js';

/** Days as YYYY-MM-DD, inclusive. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** All days that a timestamp can represent. */
export const EVER: Days = { from: '0001-01-01', until: '9999-12-31' };

const DAY = 86_400_000;

/** The day `days` days later, limited to `EVER`. */
export function daysAfter(day: string, days: number): string {
  const time = Math.min(Math.max(Date.parse(day) + days * DAY, Date.parse(EVER.from)), Date.parse(EVER.until));
  return new Date(time).toISOString().slice(0, 10);
}

export const localDay = (timestamp: string): string => timestamp.slice(0, 10);

export function isWithin({ from, until }: Dated, day: string): boolean {
  return (from ?? day) <= day && day <= (until ?? day);
}

/** The row in force on a day. The rows must not overlap. */
export function rowOn<Row extends Dated>(rows: readonly Row[], day: string): Row | undefined {
  return rows.find((row) => isWithin(row, day));
}

/** The first and last day of each row, and the days just outside. */
export function edgesOf(rows: readonly Dated[]): readonly string[] {
  const edges = rows.flatMap(({ from, until }) => [
    ...(from === undefined ? [] : [from, daysAfter(from, -1)]),
    ...(until === undefined ? [] : [until, daysAfter(until, 1)]),
  ]);
  return [...new Set(edges)];
}

/**
 * The periods in which neither the currency nor cash rounding changes; a single unlimited period if the law has no
 * dates for either.
 */
export function periodsOf({ currencies, cashRounding }: ReceiptLaw): Dated[] {
  const starts = [...currencies, ...cashRounding].flatMap(({ from, until }) => [
    ...(from === undefined ? [] : [from]),
    ...(until === undefined ? [] : [daysAfter(until, 1)]),
  ]);
  const sorted = [...new Set(starts)].sort();
  return [undefined, ...sorted].map((from, i) => {
    const next = sorted[i];
    return { from, until: next === undefined ? undefined : daysAfter(next, -1) };
  });
}

/** Rate tables, one of which must contain the rate. */
export type Tables = readonly (readonly RateWindow[])[];

/**
 * `holds`: the rate was in force. `unconfirmed`: it was not in force, but some of the deciding rows are not enforced.
 * `outside`: it was not in force, and all deciding rows are enforced.
 */
export type RateVerdict = 'holds' | 'unconfirmed' | 'outside';

/**
 * Whether a rate was in force on a day, in any table that contains it. Shares no code with the rules, so that it finds
 * their bugs instead of repeating them.
 */
export function verdictOn(tables: Tables, rate: number, day: string, productTaxClass: string | undefined): RateVerdict {
  if (rate === 0) return 'holds';
  const verdicts = tables
    .filter((table) => table.some((row) => row.rate === rate))
    .map((table) => verdictOfTable(table, rate, day, productTaxClass));
  if (verdicts.length === 0 || verdicts.includes('holds')) return 'holds';
  return verdicts.includes('unconfirmed') ? 'unconfirmed' : 'outside';
}

function verdictOfTable(
  table: readonly RateWindow[],
  rate: number,
  day: string,
  productTaxClass: string | undefined,
): RateVerdict {
  const rows = table.filter((row) => row.rate === rate);
  // Businesses under a special regime charge the regime's rate on goods of any class.
  if (rows.some((row) => row.regime !== undefined && isWithin(row, day))) return 'holds';
  const goods = productTaxClass === undefined ? [] : table.filter((row) => row.productTaxClass === productTaxClass);
  const today = goods.filter((row) => isWithin(row, day));
  if (today.length > 0 && !today.some((row) => row.rate === rate))
    return today.some(({ enforce }) => !enforce) ? 'unconfirmed' : 'outside';
  const own = rows.filter((row) => row.productTaxClass === productTaxClass);
  const deciding = own.length > 0 ? own : rows.filter((row) => row.productTaxClass === undefined);
  if (deciding.length === 0 || deciding.some((row) => isWithin(row, day))) return 'holds';
  return deciding.some(({ enforce }) => !enforce) ? 'unconfirmed' : 'outside';
}

const known = new WeakMap<Tables, readonly string[]>();

/** The days within a period on which verdicts change, and the days next to them. */
export function edgesOfTables(tables: Tables, within: Days): readonly string[] {
  const all = known.get(tables) ?? edgesOf(tables.flat());
  known.set(tables, all);
  return all.filter((day) => isWithin(within, day));
}

/** The product tax classes in the tables, plus undefined for no class. */
export function classesOf(tables: Tables): readonly (string | undefined)[] {
  return [...new Set([undefined, ...tables.flatMap((table) => table.map(({ productTaxClass }) => productTaxClass))])];
}
