/** Compares documents. Ignores a rounding of 0 if not paid in cash, and the labels and order of summary entries. */
import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

interface Parts {
  readonly items?: readonly unknown[];
  readonly totals?: Fields;
  readonly payment?: Fields;
  readonly tax?: { readonly summary?: readonly Fields[] } & Fields;
}

function normal(document: unknown): unknown {
  const copy = structuredClone(document) as Parts & Fields;
  if (copy.totals?.rounding === 0 && copy.payment?.method !== 'cash') delete copy.totals.rounding;
  if (!Array.isArray(copy.tax?.summary)) return copy;
  const summary = (copy.tax.summary as Fields[]).map(({ label: _, ...entry }) => entry);
  const key = ({ rate, category }: Fields): string => `${String(rate)} ${String(category)}`;
  return { ...copy, tax: { ...copy.tax, summary: summary.sort((a, b) => (key(a) < key(b) ? -1 : 1)) } };
}

function isClose(a: unknown, b: unknown, slack: number): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return a === b || (Number.isInteger(a) && Math.abs(a - b) <= slack);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => isClose((a as Fields)[key], (b as Fields)[key], slack))
  );
}

/** Whether two documents have the same content. */
export const isAlike = (a: unknown, b: unknown): boolean => isDeepStrictEqual(normal(a), normal(b));

/** Whether two documents differ only in tax rounding: figures may differ by (number of lines + 1) minor units. */
export const isNearlyAlike = (a: unknown, b: unknown): boolean =>
  isClose(normal(a), normal(b), ((b as Parts).items?.length ?? 1) + 1);
