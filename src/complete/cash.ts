import { dutyOf, isDated, roundingOn, roundingTo } from '../law/cash-rounding.js';
import type { CashRounding } from '../law/types.js';
import type { ShopOptions } from '../engine/shop.js';
import { isDate, localDate } from '../calendar/dates.js';
import { fieldsOf, type Fields } from './completion-context.js';

export type CashMode = NonNullable<ShopOptions['cashRounding']>;

/**
 * The rounding of a document paid in cash, minor units; undefined for other tenders, and if the total or the row of the
 * law is unknown.
 *
 * @param exact the total before rounding
 */
export function cashRoundingOf(
  root: Fields,
  exact: number | undefined,
  rows: readonly CashRounding[],
  mode: CashMode,
): number | undefined {
  if (fieldsOf(root.payment)?.method !== 'cash') return undefined;
  // The total of a void is 0, whatever its lines.
  if (root.type === 'void' || mode === 'none' || rows.length === 0) return 0;
  const row = rowOf(root, rows);
  if (row === 'unknown' || exact === undefined) return undefined;
  if (row === undefined) return 0;
  const customer = fieldsOf(root.customer);
  const duty = dutyOf(row, 'cash', { channel: root.channel, customer });
  if (duty === 'required') return rounded(exact, row, 'nearest');
  return mode === 'pack' || duty === 'not_allowed' ? 0 : rounded(exact, row, mode);
}

/** The row for the date of the document. Reads the timestamp only if the law has dates. */
function rowOf({ timestamp }: Fields, rows: readonly CashRounding[]): CashRounding | 'unknown' | undefined {
  if (!isDated(rows)) return rows[0];
  const date = typeof timestamp === 'string' ? localDate(timestamp) : undefined;
  return isDate(date) ? roundingOn(rows, date) : 'unknown';
}

/** The rounding by a row of the law, which may exempt small totals, or raise them to the smallest coin. */
function rounded(exact: number, row: CashRounding, direction: 'nearest' | 'down' | 'up'): number | undefined {
  const { increment, smallTotals } = row;
  const magnitude = Math.abs(exact);
  if (smallTotals === undefined || magnitude === 0 || magnitude > smallTotals.upTo)
    return roundingTo(exact, increment, direction);
  const change = (smallTotals.mayBecome ?? magnitude) - magnitude;
  return exact < 0 ? 0 - change : change;
}
