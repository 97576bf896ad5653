import type { Payment } from '../document/types.generated.js';
import { holdsOn } from '../tax/dates.js';
import type { CashRounding, RoundingDuty } from './types.js';

/** The tenders that the law tells apart. */
function tenderOf(method: Payment['method']): 'cash' | 'electronic' | 'other' {
  return method === 'cash' || method === 'other' ? method : 'electronic';
}

/** The row that held on a day; undefined where none did. */
export function roundingOn(rows: readonly CashRounding[], date: string): CashRounding | undefined {
  return rows.find((row) => holdsOn(row, date));
}

/** What a row says of a tender, for a customer who may be a business. */
export function dutyOf(row: CashRounding, method: Payment['method'], isBusiness: boolean): RoundingDuty | 'part' {
  const duty = row[tenderOf(method)];
  return duty === 'must' && row.consumersOnly === true && isBusiness ? 'may' : duty;
}

/** The largest rounding of a row, minor units; not an integer where the step is odd. */
export function largestRounding({ step, limit = step / 2 }: CashRounding): number {
  return limit;
}
