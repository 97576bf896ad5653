import type { Totals } from '../../document/types.generated.js';
import { isRounded, largestRounding, roundingTo } from '../../law/cash-rounding.js';
import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { applied, appliedOnGrid, areAllOnGrid, dutyReads, isOnGrid, rowReads } from './applied.js';

/** With cash and rounding 0 the total is a multiple of the increment. The multiples are called the grid. */
export function roundedCash({ cashRounding: rows }: ReceiptLaw): Rule {
  return {
    id: 'cash-rounding-zero',
    severity: 'error',
    codes: ['invalid_rounding'],
    source: sourcesOf(rows),
    reads: [...dutyReads(rows), ...smallReads(rows, false), 'totals.rounding', 'totals.total'],
    check: (run) => {
      if (run.transaction.totals.rounding !== 0) return;
      const law = applied(run, rows);
      if (law?.duty !== 'required' || law.row.unlessAgreed === true) return;
      if (run.transaction.payment.method === 'cash') checkGrid(run, law.row);
    },
  };
}

/** R1: a rounding leads to the grid, and is no larger than the law allows. */
export function roundedRight({ cashRounding: rows }: ReceiptLaw): Rule {
  const alike = areAllOnGrid(rows);
  const reads = alike ? rowReads(rows) : dutyReads(rows);
  return {
    id: 'cash-rounding-grid',
    severity: 'error',
    codes: ['invalid_rounding'],
    source: sourcesOf(rows),
    reads: [...reads, ...smallReads(rows, true), 'totals.rounding', 'totals.total'],
    check: (run) => {
      const { rounding } = run.transaction.totals;
      if (rounding === undefined || rounding === 0) return;
      const law = alike ? appliedOnGrid(run, rows) : applied(run, rows);
      if (law === undefined || law.duty === 'not_allowed') return;
      if (isOnGrid(law.duty)) checkGrid(run, law.row);
      else if (law.duty !== 'cash_part') checkLimit(run, law.row);
      else if (run.transaction.type !== 'void') checkLimit(run, law.row, true);
    },
  };
}

/**
 * A void does not state the total of its sale. So it is not judged if small totals need not be rounded, or if only a
 * part of the total is rounded.
 */
export function smallReads(rows: readonly CashRounding[], parts: boolean): readonly ReadPattern[] {
  return rows.some((row) => row.smallTotals !== undefined || (parts && row.other === 'cash_part')) ? ['type'] : [];
}

function checkGrid(run: RuleContext, row: CashRounding): void {
  const { total } = run.transaction.totals;
  if (mayStay(run, row)) return;
  if (isRounded(total, row)) {
    checkLimit(run, row);
    return;
  }
  const rounding = run.transaction.totals.rounding!;
  const message = (): string =>
    `totals.rounding is ${rounding}, but totals.total ${total} is not a multiple of ${row.increment}`;
  run.report('totals.rounding', 'invalid_rounding', message, {
    found: rounding,
    expected: roundingTo(total - rounding, row.increment),
  });
}

/** Small totals, and those of voids where a law has small totals. */
export function mayStay({ transaction }: RuleContext, row: CashRounding): boolean {
  return row.smallTotals !== undefined && (transaction.type === 'void' || isSmall(transaction.totals, row));
}

function checkLimit(run: RuleContext, row: CashRounding, isPart = false): void {
  const { total } = run.transaction.totals;
  const rounding = run.transaction.totals.rounding!;
  const largest = largestRounding(row);
  if (Math.abs(rounding) <= largest || (isPart && isSmallPart(rounding, total, row))) return;
  const message = (): string =>
    `totals.rounding is ${rounding}, but rounding to a multiple of ${row.increment} moves a total by ${largest} at most`;
  run.report('totals.rounding', 'invalid_rounding', message, {
    found: rounding,
    expected: roundingTo(total - rounding, row.increment),
  });
}

/** A small part that is paid in cash becomes the smallest coin. How much was paid so is not stated. */
function isSmallPart(rounding: number, total: number, { smallTotals }: CashRounding): boolean {
  const up = total < 0 ? -rounding : rounding;
  return up > 0 && up < (smallTotals?.mayBecome ?? 0);
}

/** Small totals stay as they are, or become the smallest coin. */
function isSmall(totals: Totals, { smallTotals }: CashRounding): boolean {
  const { upTo, mayBecome } = smallTotals!;
  const rounding = totals.rounding!;
  const exact = Math.abs(totals.total - rounding);
  if (exact === 0 || exact > upTo) return false;
  return mayBecome === undefined
    ? rounding === 0
    : Math.abs(totals.total) === mayBecome && exact + Math.abs(rounding) === mayBecome;
}
