import { isFigure } from '../complete/exact.js';
import { roundingOn, roundingTo } from '../law/cash-rounding.js';
import type { ReceiptLaw } from '../law/types.js';
import type { Path, Revision } from './revision.js';
import {
  amountOf,
  exactTotal,
  linesByPair,
  sumOf,
  taxableOf,
  taxOf,
  taxOfLines,
  type Line,
  type Reader,
  type View,
} from './view.js';

/**
 * Updates the figures that depend on a change, if they were consistent before it: the figures of the line and its
 * summary entry, the totals and the rounding.
 *
 * @param revision a copy without changes so far, so that no changed line is in the cache of `reader`
 * @returns whether any figure changed
 */
export function follow(reader: Reader, before: View, revision: Revision, law: ReceiptLaw | undefined): boolean {
  const changed = reader.read(revision.document);
  if (before.lines.length !== changed.lines.length || !changed.lines.every(({ isObject }) => isObject)) return false;
  let moved = false;
  const put = (path: Path, value: number): void => {
    if (!isFigure(value)) return;
    revision.set(path, value);
    moved = true;
  };
  changed.lines.forEach((line, i) => followLine(before, before.lines[i]!, changed, line, i, put));
  let after = reader.read(revision.document);
  if (followEntries(before, after, revision, put)) moved = true;
  after = reader.read(revision.document);
  followSums(before, after, put);
  after = reader.read(revision.document);
  followTotal(before, after, law, put);
  return moved;
}

type Put = (path: Path, value: number) => void;

function followLine(before: View, old: Line, after: View, line: Line, i: number, put: Put): void {
  if (line === old) return;
  let { amount } = line;
  const hasNewInput =
    old.quantity !== line.quantity || old.unitPrice !== line.unitPrice || old.discount !== line.discount;
  if (old.amount === amount && hasNewInput && Math.abs(amountOf(old) - amount) <= 1) {
    amount = amountOf(line);
    put(['items', i, 'amount'], amount);
  }
  const hasNewBase = old.amount !== amount || old.taxRate !== line.taxRate;
  if (old.taxAmount !== line.taxAmount || !hasNewBase) return;
  if (Math.abs(taxOf(old.amount, old.taxRate, before.pricesIncludeTax) - old.taxAmount) > 1) return;
  const tax = taxOf(amount, line.taxRate, after.pricesIncludeTax);
  if (tax !== line.taxAmount) put(['items', i, 'taxAmount'], tax);
}

/** Moves the figures of changed lines to the summary entry of their new rate and category, if there is one. */
function followEntries(before: View, after: View, revision: Revision, put: Put): boolean {
  if (before.entries.length !== after.entries.length) return false;
  const taken = new Set(after.entries.map(({ pair }) => pair));
  const stated = new Set(before.entries.map(({ pair }) => pair));
  const olds = linesByPair(before.lines);
  // If the summary had no entry for a line, any entry might include the line's figures.
  const news = linesByPair(after.lines.filter((_, i) => stated.has(before.lines[i]!.pair)));
  const left: number[] = [];
  let moved = false;
  before.entries.forEach((old, j) => {
    const entry = after.entries[j]!;
    const was = olds.get(old.pair);
    if (was === undefined || !entry.isObject) return;
    let is = news.get(entry.pair) ?? [];
    if (entry.pair === old.pair && is.length === 0) {
      const now = after.lines.filter((_, i) => before.lines[i]!.pair === old.pair);
      const { pair, taxRate, category } = now[0]!;
      if (now.every((line) => line.pair === pair)) {
        moved = true;
        if (taken.has(pair)) left.unshift(j);
        else {
          is = now;
          revision.set(['tax', 'summary', j, 'rate'], taxRate);
          revision.set(['tax', 'summary', j, 'category'], category);
        }
      }
    }
    const slack = (was.length + 1) / 2;
    const move = (field: 'taxAmount' | 'taxableAmount', from: number, to: number): void => {
      if (entry[field] === old[field] && from !== to && Math.abs(old[field] - from) <= slack) {
        put(['tax', 'summary', j, field], entry[field] + to - from);
      }
    };
    move('taxAmount', taxOfLines(was), taxOfLines(is));
    move('taxableAmount', taxableOf(was, before.pricesIncludeTax), taxableOf(is, after.pricesIncludeTax));
  });
  for (const j of left) revision.set(['tax', 'summary', j], undefined);
  return moved;
}

function followSums(before: View, after: View, put: Put): void {
  const move = (field: 'subtotal' | 'discount' | 'tax', sum: (view: View) => number): void => {
    const stated = before.totals[field];
    if (after.totals[field] !== stated || sum(before) !== stated) return;
    const now = sum(after);
    if (now !== stated) put(['totals', field], now);
  };
  move('subtotal', ({ lines }) => sumOf(lines.map(({ amount }) => amount)));
  move('discount', ({ lines }) => sumOf(lines.map(({ discount }) => discount)));
  move('tax', ({ entries }) => sumOf(entries.map(({ taxAmount }) => taxAmount)));
}

function followTotal(before: View, after: View, law: ReceiptLaw | undefined, put: Put): void {
  const [was, is] = [exactTotal(before), exactTotal(after)];
  const isStated = after.total === before.total && after.totals.rounding === before.totals.rounding;
  if (after.document.type === 'void' || !isStated || is === was || before.total !== was + before.rounding) return;
  const row = law && roundingOn(law.cashRounding, after.day);
  const rounding =
    row !== undefined && after.isCash && before.totals.rounding !== undefined
      ? roundingTo(is, row.increment)
      : undefined;
  if (rounding === undefined) put(['totals', 'total'], is + after.rounding);
  else {
    put(['totals', 'rounding'], rounding);
    put(['totals', 'total'], is + rounding);
  }
}
