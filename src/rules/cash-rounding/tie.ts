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

/** Only an even increment can have ties in whole minor units. */
export const hasTies = ({ halfway, increment }: CashRounding): boolean =>
  halfway === 'away_from_zero' && increment % 2 === 0;

/** The law rounds a tie up: away from zero. */
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
        `totals.rounding is ${rounding}, but a total exactly between two multiples of ${law.row.increment} is rounded up`;
      run.report('totals.rounding', 'rounding_tie_down', message, { found: rounding, expected: -rounding });
    },
  };
}

/** Down means towards zero: whoever receives the money receives less. */
function isTieDown(rounding: number, total: number, row: CashRounding): boolean {
  if (Math.abs(rounding) * 2 !== row.increment || !isRounded(total, row)) return false;
  return total === 0 || total > 0 === rounding < 0;
}
