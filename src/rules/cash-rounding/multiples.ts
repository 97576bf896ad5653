import type { Totals } from '../../document/types.generated.js';
import { isRounded, largestRounding, roundingTo } from '../../law/cash-rounding.js';
import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import {
  applicableRounding,
  applicableRow,
  alwaysNeedMultiple,
  dutyReads,
  needsMultiple,
  rowReads,
} from './applicable.js';

/** Checks that a cash total with rounding 0 is a multiple of the increment. */
export function cashOfMultiples({ cashRounding: rows }: ReceiptLaw): Rule {
  return {
    id: 'cash-rounding-zero',
    severity: 'error',
    codes: ['invalid_rounding'],
    source: sourcesOf(rows),
    reads: [...dutyReads(rows), ...smallTotalReads(rows, false), 'totals.rounding', 'totals.total'],
    check: (run) => {
      if (run.transaction.totals.rounding !== 0) return;
      const law = applicableRounding(run, rows);
      if (law?.duty !== 'required' || law.row.unlessAgreed === true) return;
      if (run.transaction.payment.method === 'cash') checkMultiple(run, law.row);
    },
  };
}

/** Checks that a rounded total is a multiple of the increment, and that the rounding is within the legal maximum. */
export function roundedWithinLaw({ cashRounding: rows }: ReceiptLaw): Rule {
  const alike = alwaysNeedMultiple(rows);
  const reads = alike ? rowReads(rows) : dutyReads(rows);
  return {
    id: 'cash-rounding-grid',
    severity: 'error',
    codes: ['invalid_rounding'],
    source: sourcesOf(rows),
    reads: [...reads, ...smallTotalReads(rows, true), 'totals.rounding', 'totals.total'],
    check: (run) => {
      const { rounding } = run.transaction.totals;
      if (rounding === undefined || rounding === 0) return;
      const law = alike ? applicableRow(run, rows) : applicableRounding(run, rows);
      if (law === undefined || law.duty === 'not_allowed') return;
      if (needsMultiple(law.duty)) checkMultiple(run, law.row);
      else if (law.duty !== 'cash_part') checkLimit(run, law.row);
      else if (run.transaction.type !== 'void') checkLimit(run, law.row, true);
    },
  };
}

/**
 * The fields that decide whether to check small totals. A void does not state its sale's total, so no rule checks its
 * rounding if small totals need not be rounded, or if only the part of a total paid in cash is rounded.
 */
export function smallTotalReads(rows: readonly CashRounding[], parts: boolean): readonly ReadPattern[] {
  return rows.some((row) => row.smallTotals !== undefined || (parts && row.other === 'cash_part')) ? ['type'] : [];
}

function checkMultiple(run: RuleContext, row: CashRounding): void {
  const { total, rounding = 0 } = run.transaction.totals;
  if (mayStayUnrounded(run, row)) return;
  if (isRounded(total, row)) {
    checkLimit(run, row);
    return;
  }
  const exact = total - rounding;
  const expected = roundingTo(exact, row.increment);
  const message = (): string =>
    `totals.rounding is ${rounding}, but totals.total ${total} is not a multiple of ${row.increment}. The nearest is ${exact + expected!} (rounding ${expected}).`;
  run.report('totals.rounding', 'invalid_rounding', message, { found: rounding, expected });
}

/**
 * Whether a total may stay unrounded because it is small, or because the document is a void, which does not state its
 * sale's total.
 */
export function mayStayUnrounded({ transaction }: RuleContext, row: CashRounding): boolean {
  return row.smallTotals !== undefined && (transaction.type === 'void' || isSmall(transaction.totals, row));
}

function checkLimit(run: RuleContext, row: CashRounding, isPart = false): void {
  const { total, rounding = 0 } = run.transaction.totals;
  const largest = largestRounding(row);
  if (Math.abs(rounding) <= largest || (isPart && isSmallPart(rounding, total, row))) return;
  const message = (): string =>
    `totals.rounding is ${rounding}, but rounding to a multiple of ${row.increment} changes a total by at most ${largest}.`;
  run.report('totals.rounding', 'invalid_rounding', message, {
    found: rounding,
    expected: roundingTo(total - rounding, row.increment),
  });
}

/**
 * Whether the part paid in cash, which the document does not state, may be so small that it was rounded up to the
 * smallest coin.
 */
function isSmallPart(rounding: number, total: number, { smallTotals }: CashRounding): boolean {
  const up = total < 0 ? -rounding : rounding;
  return up > 0 && up < (smallTotals?.mayBecome ?? 0);
}

/** Whether a small total was left unrounded, or rounded to the smallest coin. */
function isSmall(totals: Totals, { smallTotals }: CashRounding): boolean {
  const { upTo, mayBecome } = smallTotals!;
  const rounding = totals.rounding!;
  const exact = Math.abs(totals.total - rounding);
  if (exact === 0 || exact > upTo) return false;
  return mayBecome === undefined
    ? rounding === 0
    : Math.abs(totals.total) === mayBecome && exact + Math.abs(rounding) === mayBecome;
}
