import { dutyOf, roundingOn } from '../law/rounding-row.js';
import type { CashRounding } from '../law/types.js';
import type { ShopOptions } from '../shop.js';
import { isDate, localDate } from '../tax/dates.js';
import { safe } from './exact.js';
import { fieldsOf, type Fields } from './work.js';

export type CashMode = NonNullable<ShopOptions['cashRounding']>;

/**
 * The rounding of a document that was paid in cash, minor units; undefined for other tenders, and where the total or the
 * row of the law is not known.
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
  // The total of a void is 0, whatever its lines are.
  if (root.type === 'void' || mode === 'none' || rows.length === 0) return 0;
  const row = rowOf(root, rows);
  if (row === 'unknown' || exact === undefined) return undefined;
  if (row === undefined) return 0;
  const customer = fieldsOf(root.customer);
  const isBusiness = [customer?.orgNumber, customer?.vatNumber].some((text) => typeof text === 'string' && text !== '');
  const duty = dutyOf(row, 'cash', isBusiness);
  if (duty === 'required') return rounded(exact, row, 'nearest');
  return mode === 'pack' || duty === 'not_allowed' ? 0 : rounded(exact, row, mode);
}

/** The row for the date of the document. The timestamp is read only if the law has dates. */
function rowOf({ timestamp }: Fields, rows: readonly CashRounding[]): CashRounding | 'unknown' | undefined {
  if (rows.every(({ from, until }) => from === undefined && until === undefined)) return rows[0];
  const date = typeof timestamp === 'string' ? localDate(timestamp) : undefined;
  return isDate(date) ? roundingOn(rows, date) : 'unknown';
}

/** Rounds the absolute value, so that a sale and its refund agree. A tie goes away from zero. */
function rounded(
  exact: number,
  { increment, smallTotals }: CashRounding,
  to: 'nearest' | 'down' | 'up',
): number | undefined {
  const magnitude = Math.abs(exact);
  const change =
    smallTotals !== undefined && magnitude > 0 && magnitude <= smallTotals.upTo
      ? (smallTotals.mayBecome ?? magnitude) - magnitude
      : changeTo(magnitude % increment, increment, to);
  return change === 0 ? 0 : safe(exact < 0 ? -change : change);
}

function changeTo(above: number, step: number, to: 'nearest' | 'down' | 'up'): number {
  if (above === 0) return 0;
  const isUp = to === 'up' || (to === 'nearest' && 2 * above >= step);
  return isUp ? step - above : -above;
}
