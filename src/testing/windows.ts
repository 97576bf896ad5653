import type { RateWindow } from '../tax/rate-window.js';

/** Days as YYYY-MM-DD, both included. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

const DAY = 86_400_000;

/** The day so many days later. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/**
 * Whether rows with dates speak against a rate on a day: not at all, or rows without a confirmed source alone, or
 * others. It shares no code with the rules, so that a fault there is found and not repeated.
 */
export function verdictOn(
  table: readonly RateWindow[],
  rate: number,
  day: string,
  itemClass: string | undefined,
): 'holds' | 'unconfirmed' | 'outside' {
  const rows = table.filter((row) => row.rate === rate);
  const own = rows.filter((row) => row.itemClass === itemClass);
  const deciding = own.length > 0 ? own : rows.filter((row) => row.itemClass === undefined);
  if (deciding.some(({ from = day, until = day }) => from <= day && day <= until)) return 'holds';
  return deciding.some(({ enforce }) => !enforce) ? 'unconfirmed' : 'outside';
}

/** Where verdicts of a table change: first and last days of its rows, and the days next to them. */
export function edgesOf(table: readonly RateWindow[], within: Days): readonly string[] {
  const edges = table.flatMap(({ from, until }) => [
    ...(from === undefined ? [] : [from, daysAfter(from, -1)]),
    ...(until === undefined ? [] : [until, daysAfter(until, 1)]),
  ]);
  return [...new Set(edges)].filter((day) => within.from <= day && day <= within.until);
}

/** The classes of goods that a table has rows for, and none. */
export function classesOf(table: readonly RateWindow[]): readonly (string | undefined)[] {
  return [undefined, ...new Set(table.flatMap(({ itemClass }) => itemClass ?? []))];
}
