import type { Payment } from '../document/types.generated.js';
import { holdsOn } from '../tax/dates.js';
import type { CashRounding, RoundingDuty } from './types.js';

/** The kinds of tender that the law distinguishes. */
function tenderOf(method: Payment['method']): 'cash' | 'electronic' | 'other' {
  return method === 'cash' || method === 'other' ? method : 'electronic';
}

/** The row that was in force on a day; undefined if there was none. */
export function roundingOn(rows: readonly CashRounding[], date: string): CashRounding | undefined {
  return rows.find((row) => holdsOn(row, date));
}

/** The duty of a row for a tender, with a customer who may be a business. */
export function dutyOf(row: CashRounding, method: Payment['method'], isBusiness: boolean): RoundingDuty | 'cash_part' {
  const duty = row[tenderOf(method)];
  return duty === 'required' && row.consumersOnly === true && isBusiness ? 'allowed' : duty;
}

/** The largest rounding of a row, minor units; not an integer if the increment is odd. */
export function largestRounding({ increment, maxRounding = increment / 2 }: CashRounding): number {
  return maxRounding;
}

/** Whether a law leaves rounding of cash to the seller at some time or for some customer. */
export const leavesToSeller = (rows: readonly CashRounding[]): boolean =>
  rows.some(({ cash, consumersOnly }) => cash === 'allowed' || cash === 'unusual' || consumersOnly === true);
