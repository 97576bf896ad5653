import { localDate } from '../../calendar/dates.js';
import { isDated, isNearest, isRounded, roundingOn } from '../../law/cash-rounding.js';
import type { ReceiptLaw, CashRounding } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule, ReadPattern } from '../../rule/types.js';
import { rowReads } from './applicable.js';

const INTERFACE = 'Service interface, totals: rounding';

/** Checks that cash documents state the rounding, even under a law without rounding. */
export function statedRounding(law: ReceiptLaw): Rule[] {
  return law.cashRounding.length === 0 ? [roundingStated(law), neverRounded(law)] : [roundingStated(law)];
}

/** Checks that a cash document states the rounding. */
function roundingStated({ cashRounding: rows }: ReceiptLaw): Rule {
  return {
    id: 'cash-rounding-required',
    severity: 'error',
    codes: ['required'],
    source: INTERFACE,
    reads: ['payment.method', 'totals.rounding'],
    optionalReads: unstatedReads(rows),
    check: (run) => {
      const { payment, totals } = run.transaction;
      if (payment.method !== 'cash' || totals.rounding !== undefined) return;
      const rounding = unstatedRounding(run, rows) ?? 0;
      const remedy =
        rounding === 0 ? 'Send 0 if the total was not rounded' : `This total was rounded by ${rounding}: send that`;
      const message = (): string => `totals.rounding is required for cash. ${remedy}.`;
      run.report('totals.rounding', 'required', message, { found: undefined, expected: rounding });
    },
  };
}

/** Checks that totals are not rounded under a law without rounding. */
function neverRounded({ country }: ReceiptLaw): Rule {
  return {
    id: 'no-rounding',
    severity: 'error',
    codes: ['invalid_rounding'],
    source: INTERFACE,
    reads: ['totals.rounding'],
    check: (run) => {
      const { rounding } = run.transaction.totals;
      if (rounding === undefined || rounding === 0) return;
      const message = (): string =>
        `totals.rounding is ${rounding}, but totals are not rounded in ${country}. Send 0 or omit it.`;
      run.report('totals.rounding', 'invalid_rounding', message, { found: rounding, expected: 0 });
    },
  };
}

/** The fields that show how much rounding changed a total. */
function unstatedReads(rows: readonly CashRounding[]): readonly ReadPattern[] {
  if (rows.length === 0) return [];
  return [...rowReads(rows), 'tax.pricesIncludeTax', 'totals.subtotal', 'totals.tax', 'totals.total'];
}

/**
 * The rounding of a cash total without totals.rounding, if the total is a multiple of the increment and at most half an
 * increment from the exact total. Undefined for any other total, and if one of the fields that show the rounding has a
 * fault.
 */
export function unstatedRounding(run: RuleContext, rows: readonly CashRounding[]): number | undefined {
  const row = knownRow(run, rows);
  if (row === undefined) return undefined;
  const { tax, totals } = run.transaction as Partial<typeof run.transaction>;
  if (totals === undefined || tax?.pricesIncludeTax === undefined) return undefined;
  const exact = totals.subtotal + (tax.pricesIncludeTax ? 0 : totals.tax);
  const rounding = totals.total - exact;
  const fits = Number.isSafeInteger(exact) && isRounded(totals.total, row) && isNearest(rounding, row);
  return fits ? rounding : undefined;
}

function knownRow({ transaction }: RuleContext, rows: readonly CashRounding[]): CashRounding | undefined {
  if (!isDated(rows)) return rows[0];
  const { timestamp } = transaction as Partial<typeof transaction>;
  return timestamp === undefined ? undefined : roundingOn(rows, localDate(timestamp));
}
