import type { Dated, ReceiptLaw } from 'receipt-rule-packs';

const DAY = 86_400_000;
/** Converts a date such as `2026-11-21` to days since 1970-01-01. */
export const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;
export const toDay = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

const FORMAT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
/** Formats a date such as `2026-11-21` as `21 Nov 2026`. */
export const written = (day: string): string => FORMAT.format(toNumber(day) * DAY);

/** Returns the days on which the law changes rates, cash rounding or the currency. */
export function daysOfChange({ rates, cashRounding, currencies }: ReceiptLaw): string[] {
  const windows: readonly Dated[] = [
    ...(Array.isArray(rates) ? (rates as readonly Dated[]) : []),
    ...cashRounding,
    ...currencies,
  ];
  const days = windows.flatMap(({ from, until }) => [
    ...(from === undefined ? [] : [from]),
    ...(until === undefined ? [] : [toDay(toNumber(until) + 1)]),
  ]);
  return [...new Set(days)].sort();
}
