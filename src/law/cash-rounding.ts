import { hasDays, holdsOn } from '../calendar/dates.js';
import type { Payment } from '../document/types.generated.js';
import type { CashRounding, RoundingDuty, LawCurrency } from './types.js';

/** Whether the document's date decides which row applies. */
export const isDated = (rows: readonly CashRounding[]): boolean => rows.some(hasDays);

/** The row that was in force on a day; undefined if there was none. */
export function roundingOn(rows: readonly CashRounding[], date: string): CashRounding | undefined {
  return rows.find((row) => holdsOn(row, date));
}

/** The kind of tender. A row states separately for each of the three kinds whether rounding is required. */
function tenderOf(method: Payment['method']): 'cash' | 'electronic' | 'other' {
  return method === 'cash' || method === 'other' ? method : 'electronic';
}

/** The parts of a document that, besides the tender, decide whether the law requires rounding. */
export interface Payer {
  readonly channel?: unknown;
  readonly customer?: { readonly orgNumber?: unknown; readonly vatNumber?: unknown } | undefined;
}

/** What the law requires for a tender. */
export function dutyOf(
  row: CashRounding,
  method: Payment['method'],
  { channel, customer }: Payer,
): RoundingDuty | 'cash_part' {
  const usual = (method === 'transfer' ? row.transfer : undefined) ?? row[tenderOf(method)];
  const { channels, business } = row;
  const isFor = channels === undefined || channels.includes((channel ?? null) as string | null);
  if (!isFor && channel === 'ecommerce') return 'not_allowed';
  if (usual !== 'required') return usual;
  if (business !== undefined && (isFilled(customer?.orgNumber) || isFilled(customer?.vatNumber))) return business;
  return isFor ? usual : 'allowed';
}

const isFilled = (text: unknown): boolean => typeof text === 'string' && text !== '';

/** The largest rounding in either direction, in minor units; not an integer if the increment is odd. */
export function largestRounding({ increment, maxRounding = increment / 2 }: CashRounding): number {
  return maxRounding;
}

/** Whether a rounding to a multiple of the increment is to the nearest: it changes the total by half of it at most. */
export const isNearest = (rounding: number, { increment }: CashRounding): boolean =>
  2 * Math.abs(rounding) <= increment;

/** Whether a total is a multiple of the increment. */
export const isRounded = (total: number, { increment }: CashRounding): boolean => total % increment === 0;

type Direction = 'nearest' | 'down' | 'up';

/**
 * The rounding that makes a total a multiple of an increment, minor units; undefined beyond ±(2^53 − 1). Halfway values
 * are rounded away from zero, so that a sale and its refund are rounded by the same amount.
 */
export function roundingTo(exact: number, increment: number, direction: Direction = 'nearest'): number | undefined {
  const above = Math.abs(exact) % increment;
  const isUp = direction === 'up' || (direction === 'nearest' && 2 * above >= increment);
  const change = above === 0 ? 0 : isUp ? increment - above : -above;
  const signed = exact < 0 ? 0 - change : change;
  return Number.isSafeInteger(exact) && Number.isSafeInteger(exact + signed) ? signed : undefined;
}

/** The rounding under a row of the law. The row can exempt small totals, or raise them to the smallest coin. */
export function roundingUnder(row: CashRounding, exact: number, direction: Direction): number | undefined {
  const { increment, smallTotals } = row;
  const magnitude = Math.abs(exact);
  if (smallTotals === undefined || magnitude === 0 || magnitude > smallTotals.upTo)
    return roundingTo(exact, increment, direction);
  const change = (smallTotals.mayBecome ?? magnitude) - magnitude;
  return exact < 0 ? 0 - change : change;
}

/**
 * Whether a law leaves cash rounding to the seller, at any time or for any customer.
 *
 * @param farther whether the seller may round to a multiple other than the nearest
 */
export const leavesToSeller = (rows: readonly CashRounding[], farther: boolean): boolean =>
  rows.some(
    (row) =>
      (row.cash === 'allowed' || row.cash === 'unusual' || row.business === 'allowed') &&
      (!farther || !isNearest(largestRounding(row), row)),
  );

/** The smallest amount that can be charged in a currency, in minor units. */
export function unitOf(currencies: readonly LawCurrency[], currency: unknown): number {
  return currencies.find(({ code }) => code === currency)?.unit ?? 1;
}
