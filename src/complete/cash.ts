import { dutyOf, isDated, isRounded, roundingOn, roundingTo, roundingUnder } from '../law/cash-rounding.js';
import type { CashRounding } from '../law/types.js';
import type { ShopOptions } from '../engine/shop.js';
import { isDate, localDate } from '../calendar/dates.js';
import { fieldsOf, type Fields } from './completion-context.js';

export type CashMode = NonNullable<ShopOptions['cashRounding']>;

/**
 * The cash rounding of a document, in minor units; undefined if the document is not paid in cash, or if its total or
 * the applicable row of the law is unknown.
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
  // A void's total is always 0.
  if (root.type === 'void' || mode === 'none' || rows.length === 0) return 0;
  const row = rowOf(root, rows);
  if (row === 'unknown' || exact === undefined) return undefined;
  if (row === undefined) return 0;
  const customer = fieldsOf(root.customer);
  const duty = dutyOf(row, 'cash', { channel: root.channel, customer });
  if (duty === 'required') return roundingUnder(row, exact, 'nearest');
  return mode === 'pack' || duty === 'not_allowed' ? 0 : roundingUnder(row, exact, mode);
}

/** The amounts to send instead if the tenders leave an amount of cash that coins cannot pay. */
export interface Unpayable {
  /** Coins can pay the rest if the other tenders pay a multiple of this amount. */
  readonly increment: number;
  readonly wanted: string;
}

/**
 * The rounding of a document that is paid partly in cash; undefined if nothing is rounded.
 *
 * @param exact the total before rounding
 * @param others the amount of the other tenders; undefined if one of them pays the rest
 * @param cash the stated cash amount
 */
export function mixedRoundingOf(
  root: Fields,
  exact: number | undefined,
  rows: readonly CashRounding[],
  mode: CashMode,
  others: number | undefined,
  cash: number,
): number | Unpayable | undefined {
  if (root.type === 'void' || mode === 'none' || exact === undefined) return undefined;
  const row = rowOf(root, rows);
  if (row === 'unknown' || row === undefined) return undefined;
  const payer = { channel: root.channel, customer: fieldsOf(root.customer) };
  const duty = dutyOf(row, 'cash', payer);
  const other = dutyOf(row, 'other', payer);
  const direction = duty === 'required' ? 'nearest' : mode;
  if (direction === 'pack' || duty === 'not_allowed' || other === 'not_allowed') return undefined;
  const { increment } = row;
  if (others === undefined) {
    if (row.unlessAgreed === true || duty !== 'required' || (roundingUnder(row, cash, 'nearest') ?? 0) === 0)
      return undefined;
    return { increment, wanted: `an amount of cash that is a multiple of ${increment}` };
  }
  const rounding = roundingUnder(row, exact - others, direction);
  if (rounding === undefined || rounding === 0) return undefined;
  if (other === 'cash_part' || isRounded(exact + rounding, row)) return rounding;
  const below = others + (roundingTo(others, increment, 'down') ?? 0);
  const total = exact + (roundingUnder(row, exact, direction) ?? 0);
  const unrounded = others - (roundingTo(exact - others, increment) ?? 0);
  return { increment, wanted: `${below} or ${below + increment} (total ${total}), or ${unrounded} (no rounding)` };
}

/** The row in force on the document's date. Reads the timestamp only if the rows have dates. */
function rowOf({ timestamp }: Fields, rows: readonly CashRounding[]): CashRounding | 'unknown' | undefined {
  if (!isDated(rows)) return rows[0];
  const date = typeof timestamp === 'string' ? localDate(timestamp) : undefined;
  return isDate(date) ? roundingOn(rows, date) : 'unknown';
}
