import { dutyOf, roundingOn } from '../../law/rounding-row.js';
import type { CashRounding, RoundingDuty } from '../../law/types.js';
import type { RuleContext } from '../../pack/rule-context.js';
import type { ReadPattern } from '../../pack/types.js';
import { hasDays, localDate } from '../../tax/dates.js';

/** The law for the day and tender of a document. */
export interface Applied {
  readonly row: CashRounding;
  readonly duty: RoundingDuty | 'cash_part';
}

/** Undefined if no row is in force on the document's date. Then the document is not judged. */
export function applied(run: RuleContext, rows: readonly CashRounding[]): Applied | undefined {
  const row = rowOf(run, rows);
  return (
    row && { row, duty: dutyOf(row, run.transaction.payment.method, row.consumersOnly === true && isBusiness(run)) }
  );
}

/** The timestamp is read only if the law has dates. */
export function rowOf(run: RuleContext, rows: readonly CashRounding[]): CashRounding | undefined {
  return isDated(rows) ? roundingOn(rows, localDate(run.transaction.timestamp)) : rows[0];
}

/** Whether the row depends on the document's date. */
export const isDated = (rows: readonly CashRounding[]): boolean => rows.some(hasDays);

function isBusiness({ transaction: { customer } }: RuleContext): boolean {
  return isFilled(customer?.orgNumber) || isFilled(customer?.vatNumber);
}

const isFilled = (text: string | undefined): boolean => text !== undefined && text !== '';

/** The fields that decide which row is in force. */
export function rowReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  return isDated(rows) ? ['timestamp'] : [];
}

/** The fields that decide the duty of a tender. */
export function dutyReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  const business: readonly ReadPattern[] = ['customer.orgNumber', 'customer.vatNumber'];
  return [
    ...rowReads(rows),
    'payment.method',
    ...(rows.some(({ consumersOnly }) => consumersOnly === true) ? business : []),
  ];
}

/** Whether a rounded total of this tender must be a multiple of the increment. */
export const isOnGrid = (duty: RoundingDuty | 'cash_part'): boolean => duty === 'required' || duty === 'allowed';

/** Whether this is so for every tender. Then the tender need not be known. */
export function areAllOnGrid(rows: readonly CashRounding[]): boolean {
  return rows.every(({ cash, electronic, other }) => [cash, electronic, other].every(isOnGrid));
}

/** The same as `applied`, if every rounded total must be a multiple of the increment. */
export function appliedOnGrid(run: RuleContext, rows: readonly CashRounding[]): Applied | undefined {
  const row = rowOf(run, rows);
  return row && { row, duty: 'allowed' };
}
