import { isRounded, roundingTo } from '../../law/cash-rounding.js';
import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { applicableRounding, dutyReads } from './applicable.js';
import { mayStayUnrounded, smallTotalReads } from './multiples.js';

/** Warns about an unrounded cash total that the law rounds unless buyer and seller agree otherwise. */
export function agreedRounding({ cashRounding: rows }: ReceiptLaw): Rule[] {
  if (!rows.some(({ unlessAgreed }) => unlessAgreed === true)) return [];
  return [
    {
      id: 'cash-rounding-agreed',
      severity: 'warning',
      codes: ['rounding_not_applied'],
      source: sourcesOf(rows),
      reads: [...dutyReads(rows), ...smallTotalReads(rows, false), 'totals.rounding', 'totals.total'],
      check: (run) => {
        const { payment, totals } = run.transaction;
        if (totals.rounding !== 0 || payment.method !== 'cash') return;
        const law = applicableRounding(run, rows);
        if (law?.duty !== 'required' || law.row.unlessAgreed !== true) return;
        const { row } = law;
        if (isRounded(totals.total, row) || mayStayUnrounded(run, row)) return;
        const { total } = totals;
        const message = (): string =>
          `totals.rounding is 0, but totals.total ${total} must be rounded to a multiple of ${row.increment}, unless buyer and seller agree otherwise.`;
        run.report('totals.rounding', 'rounding_not_applied', message, {
          found: 0,
          expected: roundingTo(total, row.increment),
        });
      },
    },
  ];
}
