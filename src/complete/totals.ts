import type { CashRounding } from '../law/types.js';
import { cashRoundingOf, mixedRoundingOf, type CashMode } from './cash.js';
import { sumOf } from './exact.js';
import { defined, fieldsOf, figure, type Fields, type CompletionContext } from './completion-context.js';

/**
 * Fills in the totals in order, each from the figures known so far.
 *
 * @param order the keys of the discarded totals, in the order to keep
 */
export function fillTotals(
  context: CompletionContext,
  rows: readonly CashRounding[],
  mode: CashMode,
  order: readonly string[],
): void {
  const { root, lines } = context;
  const isNew = root.totals === undefined;
  if (isNew) root.totals = emptied(order);
  const totals = fieldsOf(root.totals);
  if (totals === undefined) return;
  fill(context, totals, isNew, 'subtotal', () => lines.map(({ amount }) => amount));
  fill(context, totals, isNew, 'discount', () => lines.map(({ discount }) => discount));
  const summary = fieldsOf(root.tax)?.summary;
  fill(context, totals, isNew, 'tax', () =>
    Array.isArray(summary) ? summary.map((entry) => figure(fieldsOf(entry)?.taxAmount)) : [undefined],
  );
  const parts = partsOf(context, totals);
  const exact = sumOf(parts);
  if (exact !== undefined) context.known.giveBack?.(context, exact, rows, mode);
  if (totals.rounding === undefined) {
    const rounding = roundingOf(context, exact, rows, mode);
    if (rounding !== undefined) {
      totals.rounding = rounding;
      if (!isNew) context.fill('totals.rounding');
    }
  }
  if (root.type === 'void') fill(context, totals, isNew, 'total', () => []);
  else if (mayTotal(root, totals))
    fill(context, totals, isNew, 'total', () => [
      ...parts,
      totals.rounding === undefined ? 0 : figure(totals.rounding),
    ]);
  if (isNew) {
    const filled = order.length === 0 ? totals : defined(totals);
    root.totals = filled;
    // Does not add an empty object if nothing could be computed.
    if (Object.keys(filled).length > 0) context.fill('totals');
    else delete root.totals;
  }
}

function roundingOf(
  context: CompletionContext,
  exact: number | undefined,
  rows: readonly CashRounding[],
  mode: CashMode,
): number | undefined {
  const { root, tenders } = context;
  if (!tenders?.isMixed) return cashRoundingOf(root, exact, rows, mode);
  const { others, cash } = tenders;
  const rounding = mixedRoundingOf(root, exact, rows, mode, others, cash);
  if (typeof rounding !== 'object') return rounding;
  const problem = `leave a cash amount that the law rounds: the other tenders pay ${others ?? 'the rest'}. Send ${rounding.wanted}`;
  context.report(['tenders'], 'tenders_not_payable', problem, others);
  return undefined;
}

const emptied = (order: readonly string[]): Fields => Object.fromEntries(order.map((name) => [name, undefined]));

/** The parts of the total before rounding. */
function partsOf(context: CompletionContext, totals: Fields): (number | undefined)[] {
  const including = context.pricesIncludeTax;
  if (including === undefined) return [undefined];
  return including ? [figure(totals.subtotal)] : [figure(totals.subtotal), figure(totals.tax)];
}

/** Whether the cash rounding is known. */
function mayTotal({ payment }: Fields, totals: Fields): boolean {
  const method = fieldsOf(payment)?.method;
  return totals.rounding !== undefined || (typeof method === 'string' && method !== 'cash');
}

function fill(
  context: CompletionContext,
  totals: Fields,
  isNew: boolean,
  name: string,
  parts: () => readonly (number | undefined)[],
): void {
  if (totals[name] !== undefined) return;
  const figures = parts();
  if (figures.includes(undefined)) return;
  const sum = sumOf(figures);
  if (sum === undefined) {
    context.reportTooLarge(['totals', name]);
    return;
  }
  totals[name] = sum;
  if (!isNew) context.fill(`totals.${name}`);
}
