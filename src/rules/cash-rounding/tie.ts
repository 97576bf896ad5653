import { isRounded } from '../../law/cash-rounding.js';
import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import {
  applicableRounding,
  applicableRow,
  alwaysNeedMultiple,
  dutyReads,
  needsMultiple,
  rowReads,
} from './applicable.js';

/** Only an even increment has a halfway value in whole minor units. */
export const hasTies = ({ halfway, increment }: CashRounding): boolean =>
  halfway === 'away_from_zero' && increment % 2 === 0;

/** Checks that halfway totals are rounded away from zero, if the law requires that. */
export function tiesUp({ cashRounding: rows }: ReceiptLaw): Rule {
  const alike = alwaysNeedMultiple(rows);
  return {
    id: 'cash-rounding-tie',
    severity: 'warning',
    codes: ['rounding_tie_down'],
    source: sourcesOf(rows),
    reads: [...(alike ? rowReads(rows) : dutyReads(rows)), 'type', 'totals.rounding', 'totals.total'],
    check: (run) => {
      const { type, totals } = run.transaction;
      const { rounding, total } = totals;
      if (rounding === undefined || rounding === 0 || type === 'void') return;
      const law = alike ? applicableRow(run, rows) : applicableRounding(run, rows);
      if (law === undefined || !needsMultiple(law.duty) || !hasTies(law.row) || !isTieDown(rounding, total, law.row))
        return;
      const message = (): string =>
        `totals.rounding is ${rounding}, but a total exactly between two multiples of ${law.row.increment} is rounded up.`;
      run.report('totals.rounding', 'rounding_tie_down', message, { found: rounding, expected: -rounding });
    },
  };
}

/** Whether a halfway total was rounded down. Down means towards zero: the recipient of the money receives less. */
function isTieDown(rounding: number, total: number, row: CashRounding): boolean {
  if (Math.abs(rounding) * 2 !== row.increment || !isRounded(total, row)) return false;
  return total === 0 || total > 0 === rounding < 0;
}
