import { isDated, isRounded, roundingOn } from '../../law/cash-rounding.js';
import type { CashRounding } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern } from '../../rule/types.js';
import { localDate } from '../../calendar/dates.js';
import { rowReads } from './applicable.js';

/** The fields that show by how much a total was rounded. */
export function unstatedReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  if (rows.length === 0) return [];
  return [...rowReads(rows), 'tax.pricesIncludeTax', 'totals.subtotal', 'totals.tax', 'totals.total'];
}

/**
 * The rounding of a cash total without totals.rounding, if the total is a multiple of the increment and at most half an
 * increment from the exact total. Undefined otherwise, and if a field that shows it has a fault.
 */
export function unstatedRounding(run: RuleContext, rows: readonly CashRounding[]): number | undefined {
  const row = knownRow(run, rows);
  if (row === undefined) return undefined;
  const { tax, totals } = run.transaction as Partial<typeof run.transaction>;
  if (totals === undefined || tax?.pricesIncludeTax === undefined) return undefined;
  const exact = totals.subtotal + (tax.pricesIncludeTax ? 0 : totals.tax);
  const rounding = totals.total - exact;
  const fits = Number.isSafeInteger(exact) && isRounded(totals.total, row) && 2 * Math.abs(rounding) <= row.increment;
  return fits ? rounding : undefined;
}

function knownRow({ transaction }: RuleContext, rows: readonly CashRounding[]): CashRounding | undefined {
  if (!isDated(rows)) return rows[0];
  const { timestamp } = transaction as Partial<typeof transaction>;
  return timestamp === undefined ? undefined : roundingOn(rows, localDate(timestamp));
}
