import type { LineItem } from '../document/types.generated.js';
import { PairMap } from '../tax/line-groups.js';
import { safe, sumOf } from './exact.js';
import { fieldsOf, type Fields, type Line, type Work } from './work.js';

interface Pair {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  readonly lines: Line[];
}

/** Writes one entry for each rate and category of the lines, and the figures that given entries leave out. */
export function fillSummary(work: Work, recompute: boolean): void {
  const tax = fieldsOf(work.root.tax);
  const pairs = pairsOf(work.lines);
  if (tax === undefined || pairs === undefined || work.pricesIncludeTax === undefined) return;
  if (recompute && Array.isArray(tax.summary)) tax.summary = labelsOf(tax.summary, pairs);
  const isNew = tax.summary === undefined;
  if (isNew) {
    tax.summary = [];
    work.filled.push('tax.summary');
  }
  if (!Array.isArray(tax.summary)) return;
  const entries = tax.summary as unknown[];
  const stated = new PairMap<Pair>();
  entries.forEach((value, j) => {
    const entry = fieldsOf(value) ?? {};
    const { rate, category } = entry;
    const pair = pairs.find(rate as number, category as LineItem['taxCategory']);
    if (pair !== undefined && stated.find(pair.rate, pair.category) === undefined) stated.add(pair);
    // What no line uses is for the rules to refuse.
    if (typeof rate === 'number' && typeof category === 'string') fillEntry(work, entry, j, pair?.lines ?? [], isNew);
  });
  for (const pair of pairs.all) {
    if (stated.find(pair.rate, pair.category) !== undefined) continue;
    const entry: Fields = { rate: pair.rate, category: pair.category };
    if (!isNew) work.filled.push(`tax.summary[${entries.length}]`);
    entries.push(entry);
    fillEntry(work, entry, entries.length - 1, pair.lines, true);
  }
}

function fillEntry(work: Work, entry: Fields, j: number, lines: readonly Line[], isNew: boolean): void {
  const amount = sumOf(lines.map((line) => line.amount));
  const tax = sumOf(lines.map((line) => line.taxAmount));
  const base = amount === undefined || tax === undefined ? undefined : safe(work.pricesIncludeTax === true ? BigInt(amount) - BigInt(tax) : amount);
  for (const [name, figure] of [['taxableAmount', base], ['taxAmount', tax]] as const) {
    if (entry[name] !== undefined) continue;
    if (figure === undefined) {
      work.beyond(['tax', 'summary', j, name]);
      continue;
    }
    entry[name] = figure;
    if (!isNew) work.filled.push(`tax.summary[${j}].${name}`);
  }
}

/** The lines by rate and category, in order of first use; undefined where a line is not known well enough. */
function pairsOf(lines: readonly Line[]): PairMap<Pair> | undefined {
  const pairs = new PairMap<Pair>();
  for (const line of lines) {
    const { rate, category, amount, taxAmount } = line;
    if (rate === undefined || category === undefined || amount === undefined || taxAmount === undefined) return undefined;
    const pair = pairs.find(rate, category);
    if (pair === undefined) pairs.add({ rate, category, lines: [line] });
    else pair.lines.push(line);
  }
  return pairs;
}

/** What is left of a summary whose figures are computed anew: the labels of the entries that lines use. */
function labelsOf(entries: readonly unknown[], pairs: PairMap<Pair>): Fields[] | undefined {
  const seen = new PairMap<Pair>();
  const labelled: Fields[] = [];
  for (const value of entries) {
    const { rate, category, label } = fieldsOf(value) ?? {};
    const pair = pairs.find(rate as number, category as LineItem['taxCategory']);
    if (pair === undefined || label === undefined || seen.find(pair.rate, pair.category) !== undefined) continue;
    seen.add(pair);
    labelled.push({ rate, category, label });
  }
  return labelled.length === 0 ? undefined : labelled;
}
