import { dutyOf, roundingOn } from '../../law/rounding-row.js';
import type { CashRounding, RoundingDuty } from '../../law/types.js';
import type { RuleRun } from '../../pack/rule-run.js';
import type { ReadPattern } from '../../pack/types.js';
import { hasDays, localDate } from '../../tax/dates.js';

/** The law of a document's day and tender. */
export interface Applied {
  readonly row: CashRounding;
  readonly duty: RoundingDuty | 'part';
}

/** Undefined where no row holds on the document's date: it is not judged then. */
export function applied(run: RuleRun, rows: readonly CashRounding[]): Applied | undefined {
  const row = rowOf(run, rows);
  return (
    row && { row, duty: dutyOf(row, run.transaction.payment.method, row.consumersOnly === true && isBusiness(run)) }
  );
}

/** The timestamp is read only where the law has dates. */
export function rowOf(run: RuleRun, rows: readonly CashRounding[]): CashRounding | undefined {
  return isDated(rows) ? roundingOn(rows, localDate(run.transaction.timestamp)) : rows[0];
}

/** Whether the row depends on the document's date. */
export const isDated = (rows: readonly CashRounding[]): boolean => rows.some(hasDays);

function isBusiness({ transaction: { customer } }: RuleRun): boolean {
  return isFilled(customer?.orgNumber) || isFilled(customer?.vatNumber);
}

const isFilled = (text: string | undefined): boolean => text !== undefined && text !== '';

/** The fields that decide which row holds. */
export function rowReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  return isDated(rows) ? ['timestamp'] : [];
}

/** The fields that decide what a row says of a tender. */
export function dutyReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  const business: readonly ReadPattern[] = ['customer.orgNumber', 'customer.vatNumber'];
  return [
    ...rowReads(rows),
    'payment.method',
    ...(rows.some(({ consumersOnly }) => consumersOnly === true) ? business : []),
  ];
}

/** Whether a tender's total, where it is rounded, lies on the grid. */
export const isOnGrid = (duty: RoundingDuty | 'part'): boolean => duty === 'must' || duty === 'may';

/** Whether every tender is held to the grid, so that the tender need not be known. */
export function areAllOnGrid(rows: readonly CashRounding[]): boolean {
  return rows.every(({ cash, electronic, other }) => [cash, electronic, other].every(isOnGrid));
}

/** As `applied`, where every tender is held to the grid. */
export function appliedOnGrid(run: RuleRun, rows: readonly CashRounding[]): Applied | undefined {
  const row = rowOf(run, rows);
  return row && { row, duty: 'may' };
}
