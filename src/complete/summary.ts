import type { LineItem } from '../document/types.generated.js';
import { ExactSum } from '../money/exact-sum.js';
import { RateCategoryMap } from '../document/line-groups.js';
import { toSafeInteger } from './exact.js';
import { fieldsOf, type Fields, type Line, type CompletionContext } from './completion-context.js';

interface Sums {
  readonly amount: ExactSum;
  readonly tax: ExactSum;
}

interface Pair extends Sums {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
}

/** An entry whose figures are to be recomputed. */
interface Dropped extends Pick<Pair, 'rate' | 'category'> {
  readonly emptied: Fields;
}

const NO_LINES: Sums = { amount: new ExactSum(), tax: new ExactSum() };

/** Adds missing entries, one per rate and category of the lines, and fills in missing figures in given entries. */
export function fillSummary(context: CompletionContext, recompute: boolean): void {
  const tax = fieldsOf(context.root.tax);
  const pairs = pairsOf(context.lines);
  if (tax === undefined || pairs === undefined || context.pricesIncludeTax === undefined) return;
  let dropped: RateCategoryMap<Dropped> | undefined;
  if (recompute && Array.isArray(tax.summary)) {
    dropped = droppedOf(tax.summary);
    tax.summary = labelsOf(tax.summary, pairs);
  }
  const isNew = tax.summary === undefined;
  if (isNew) {
    tax.summary = [];
    context.fill('tax.summary');
  }
  if (!Array.isArray(tax.summary)) return;
  const entries = tax.summary as unknown[];
  const stated = new RateCategoryMap<Pair>();
  entries.forEach((value, j) => {
    const entry = fieldsOf(value) ?? {};
    const { rate, category } = entry;
    const pair = pairs.find(rate as number, category as LineItem['taxCategory']);
    if (pair !== undefined && stated.find(pair.rate, pair.category) === undefined) stated.add(pair);
    // If no line has the rate and category of an entry, the rules report it.
    if (typeof rate === 'number' && typeof category === 'string') fillEntry(context, entry, j, pair ?? NO_LINES, isNew);
  });
  for (const pair of pairs.all) {
    if (stated.find(pair.rate, pair.category) !== undefined) continue;
    const { rate, category } = pair;
    const entry: Fields = dropped?.find(rate, category)?.emptied ?? { rate, category };
    if (!isNew) context.fill(`tax.summary[${entries.length}]`);
    entries.push(entry);
    fillEntry(context, entry, entries.length - 1, pair, true);
  }
}

function fillEntry(context: CompletionContext, entry: Fields, j: number, { amount, tax }: Sums, isNew: boolean): void {
  const base = context.pricesIncludeTax === true ? BigInt(amount.value) - BigInt(tax.value) : amount.value;
  for (const [name, figure] of [
    ['taxableAmount', toSafeInteger(base)],
    ['taxAmount', toSafeInteger(tax.value)],
  ] as const) {
    if (entry[name] !== undefined) continue;
    if (figure === undefined) {
      context.reportTooLarge(['tax', 'summary', j, name]);
      continue;
    }
    entry[name] = figure;
    if (!isNew) context.fill(`tax.summary[${j}].${name}`);
  }
}

/** Adds up the lines by rate and category, in order of first occurrence; undefined if a line is incomplete. */
function pairsOf(lines: readonly Line[]): RateCategoryMap<Pair> | undefined {
  const pairs = new RateCategoryMap<Pair>();
  for (const line of lines) {
    const { rate, category, amount, taxAmount } = line;
    if (rate === undefined || category === undefined || amount === undefined || taxAmount === undefined)
      return undefined;
    let pair = pairs.find(rate, category);
    if (pair === undefined) pairs.add((pair = { rate, category, amount: new ExactSum(), tax: new ExactSum() }));
    pair.amount.add(amount);
    pair.tax.add(taxAmount);
  }
  return pairs;
}

/**
 * The entries that recomputing keeps, without their figures: those that have a label, and whose rate and category still
 * occur on a line.
 */
function labelsOf(entries: readonly unknown[], pairs: RateCategoryMap<Pair>): Fields[] | undefined {
  const seen = new RateCategoryMap<Pair>();
  const labelled: Fields[] = [];
  for (const value of entries) {
    const { rate, category, label } = fieldsOf(value) ?? {};
    const pair = pairs.find(rate as number, category as LineItem['taxCategory']);
    if (pair === undefined || label === undefined || seen.find(pair.rate, pair.category) !== undefined) continue;
    seen.add(pair);
    labelled.push(emptied(value as Fields));
  }
  return labelled.length === 0 ? undefined : labelled;
}

/** The first entry for each rate and category. */
function droppedOf(entries: readonly unknown[]): RateCategoryMap<Dropped> {
  const dropped = new RateCategoryMap<Dropped>();
  for (const value of entries) {
    const { rate, category } = (fieldsOf(value) ?? {}) as unknown as Pair;
    if (dropped.find(rate, category) === undefined)
      dropped.add({ rate, category, emptied: emptied(fieldsOf(value) ?? {}) });
  }
  return dropped;
}

/** A copy of an entry without its figures, with the keys in the same order. */
function emptied(entry: Fields): Fields {
  const kept: Fields = {};
  for (const name of Object.keys(entry)) {
    if (name === 'taxableAmount' || name === 'taxAmount') kept[name] = undefined;
    else if (name === 'rate' || name === 'category' || name === 'label') kept[name] = entry[name];
  }
  return kept;
}
