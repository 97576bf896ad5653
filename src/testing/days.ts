import type { Dated, ReceiptLaw } from '../law/types.js';

/** Days as YYYY-MM-DD, inclusive. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** All days that a timestamp can represent. */
export const EVER: Days = { from: '0001-01-01', until: '9999-12-31' };

const DAY = 86_400_000;

/** The day that many days later, limited to `EVER`. */
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
 * The periods during which neither the currency nor cash rounding changes; a single unlimited period if neither has
 * dates.
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
