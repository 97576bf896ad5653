import { isFigure } from '../complete/exact.js';
import { roundingOn, roundingTo } from '../law/cash-rounding.js';
import type { Issue } from '../issues/issue.js';
import type { Repairs } from './repairs.js';
import { exactTotal, sumOf } from './view.js';

/** The largest difference that can be cash rounding, in minor units. */
const LARGEST_ROUNDING = 1000;
const ROUNDING = ['totals', 'rounding'];
const TOTAL = ['totals', 'total'];

/** Suggests repairs to `totals`. */
export function suggestTotals(repairs: Repairs): void {
  const issues = repairs.issues.filter(({ path }) => path[0] === 'totals');
  if (issues.length === 0) return;
  const { lines, entries, document } = repairs.view;
  const notSum = (field: string): string => `totals.${field} is not the sum`;
  const sum = (field: string, amounts: readonly number[]): void =>
    repairs.field('total', 1, ['totals', field], sumOf(amounts), notSum(field));
  sum(
    'subtotal',
    lines.map(({ amount }) => amount),
  );
  sum(
    'discount',
    lines.map(({ discount }) => discount),
  );
  if (entries.length > 0)
    sum(
      'tax',
      entries.map(({ taxAmount }) => taxAmount),
    );
  if (document.type === 'void') repairs.field('total', 1, TOTAL, 0, 'The total of a void is 0');
  else for (const issue of issues) suggestTotal(repairs, issue);
}

function suggestTotal(repairs: Repairs, { path, code }: Issue): void {
  const { view, today } = repairs;
  const { total, totals, rounding, isCash } = view;
  const exact = exactTotal(view);
  if (!isFigure(exact)) return;
  const none = isCash ? 0 : undefined;
  const isRounding = path.at(-1) === 'rounding';
  repairs.field('total', 1.01, TOTAL, exact + rounding, 'totals.total is not the sum');
  if (isFigure(total)) {
    const left = total - exact;
    const title = 'The difference is the rounding';
    if (isRounding && (code === 'invalid_type' || code === 'required')) {
      repairs.field('rounding', 1, ROUNDING, left === 0 ? none : left, title);
    }
    if (left !== 0 && Math.abs(left) < LARGEST_ROUNDING) repairs.field('rounding', 1, ROUNDING, left, title);
    if (isRounding && code === 'not_allowed' && isFigure(totals.rounding)) {
      const edits = [
        { path: TOTAL, value: total - rounding },
        { path: ROUNDING, value: undefined },
      ];
      repairs.fields('rounding', 1.02, edits, 'This tender is not rounded');
    }
  }
  if (totals.rounding !== undefined) {
    const edits = [
      { path: ROUNDING, value: none },
      { path: TOTAL, value: exact },
    ];
    repairs.fields('rounding', 1.05, edits, 'Nothing is rounded');
    repairs.field('rounding', 1.03, ROUNDING, none, 'Nothing is rounded');
  }
  const row = today.law && roundingOn(today.law.cashRounding, view.day);
  if (row === undefined || !isCash) return;
  const step = roundingTo(exact, row.increment);
  if (step === undefined) return;
  const edits = [
    { path: ROUNDING, value: step },
    { path: TOTAL, value: exact + step },
  ];
  repairs.fields('rounding', 1, edits, `Cash is rounded to multiples of ${row.increment} minor units`);
}
