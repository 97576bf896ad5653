import { dutyOf, isDated, roundingOn } from '../../law/cash-rounding.js';
import type { CashRounding, RoundingDuty } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern } from '../../rule/types.js';
import { localDate } from '../../calendar/dates.js';

/** The row in force on the document's date, and what it requires for the document's tender. */
export interface ApplicableRounding {
  readonly row: CashRounding;
  readonly duty: RoundingDuty | 'cash_part';
}

/** Undefined if no row is in force on the document's date, in which case no rule checks its rounding. */
export function applicableRounding(run: RuleContext, rows: readonly CashRounding[]): ApplicableRounding | undefined {
  const row = rowOf(run, rows);
  if (row === undefined) return undefined;
  // Reads the customer and the channel only if the law depends on them.
  const customer = row.business === undefined ? undefined : run.transaction.customer;
  const channel = row.channels === undefined ? undefined : run.transaction.channel;
  return { row, duty: dutyOf(row, run.transaction.payment.method, { channel, customer }) };
}

/** The row in force on the document's date. Reads the timestamp only if the rows have dates. */
export function rowOf(run: RuleContext, rows: readonly CashRounding[]): CashRounding | undefined {
  return isDated(rows) ? roundingOn(rows, localDate(run.transaction.timestamp)) : rows[0];
}

/** The fields that decide which row is in force. */
export function rowReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  return isDated(rows) ? ['timestamp'] : [];
}

/** The fields that decide what the law requires for a tender. */
export function dutyReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  const business: readonly ReadPattern[] = ['customer.orgNumber', 'customer.vatNumber'];
  return [
    ...rowReads(rows),
    'payment.method',
    ...(rows.some((row) => row.business !== undefined) ? business : []),
    ...(rows.some(({ channels }) => channels !== undefined) ? (['channel'] as const) : []),
  ];
}

/** Whether a rounded total paid with this tender must be a multiple of the increment. */
export const needsMultiple = (duty: RoundingDuty | 'cash_part'): boolean => duty === 'required' || duty === 'allowed';

/**
 * Whether a rounded total must be a multiple of the increment for every tender, so that rules need not read the tender.
 */
export function alwaysNeedMultiple(rows: readonly CashRounding[]): boolean {
  return rows.every(
    ({ cash, electronic, other, channels, business, transfer = electronic }) =>
      channels === undefined && [cash, electronic, other, transfer, business ?? cash].every(needsMultiple),
  );
}

/** Like `applicableRounding`, but undefined unless every rounded total must be a multiple of the increment. */
export function applicableRow(run: RuleContext, rows: readonly CashRounding[]): ApplicableRounding | undefined {
  const row = rowOf(run, rows);
  return row && { row, duty: 'allowed' };
}
