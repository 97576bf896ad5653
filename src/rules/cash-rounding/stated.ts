import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import { unstatedReads, unstatedRounding } from './unstated.js';

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
      const message = (): string => `totals.rounding is required when payment.method is cash. ${remedy}.`;
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
