import { isFigure, isNumber } from '../complete/exact.js';
import type { Issue } from '../issues/issue.js';
import type { Repairs } from './repairs.js';
import { valueAt, type Path } from './revision.js';
import { fieldsOf, linesByPair, sumOf, taxableOf, taxOf, taxOfLines, type Entry, type Line } from './view.js';

const TITLE = 'The summary does not follow from the lines';

/** The summary entry for lines with the same rate and category. */
function entryOf(lines: readonly Line[], pricesIncludeTax: boolean | undefined): Record<string, unknown> {
  const [{ taxRate, category }] = lines as [Line];
  return {
    rate: taxRate,
    category,
    taxableAmount: taxableOf(lines, pricesIncludeTax),
    taxAmount: taxOfLines(lines),
  };
}

/** Suggests repairs to `tax.summary`. */
export function suggestSummary(repairs: Repairs): void {
  const issues = repairs.issues.filter(({ path: [part, next = 'summary'] }) => part === 'tax' && next === 'summary');
  // Suggests nothing if a rate is rejected: the summary would get the rejected rate.
  if (issues.length === 0 || repairs.isRateRefused) return;
  const { lines, entries, pricesIncludeTax, document } = repairs.view;
  const isReadable = lines.every(({ amount, taxAmount }) => isFigure(amount) && isFigure(taxAmount));
  if (lines.length === 0 || !isReadable || Object.keys(fieldsOf(document.tax)).length === 0) return;
  const places = new Map(entries.map(({ pair }, i) => [pair, i]));
  const placeOf = (pair: string): number => places.get(pair) ?? entries.length;
  const pairs = new Map([...linesByPair(lines)].sort(([a], [b]) => placeOf(a) - placeOf(b)));
  const missing = [...pairs].filter(([pair]) => !places.has(pair));
  const rebuilt = [...pairs.values()].map((same) => entryOf(same, pricesIncludeTax));
  const figures = rebuilt.flatMap((entry) => [entry.taxableAmount, entry.taxAmount]);
  if (!figures.every(isFigure)) return;
  // Keeps the labels of entries.
  const entriesOfLines = [...pairs.keys()].map((pair, i) => ({
    ...fieldsOf(valueAt(document, ['tax', 'summary', placeOf(pair)])),
    ...rebuilt[i],
  }));
  // Until the lines are right, their sums are not.
  const cost = repairs.issues.some(({ path }) => path[0] === 'items') ? 2 : 1.25;
  repairs.fields('summary', cost, [{ path: ['tax', 'summary'], value: entriesOfLines }], TITLE);
  for (const [, same] of missing) {
    const edit = { path: ['tax', 'summary', entries.length], value: entryOf(same, pricesIncludeTax) };
    const { taxRate } = same[0]!;
    repairs.fields('summary', 1, [edit], `The summary has no entry for ${taxRate} %`);
  }
  for (const { path, code } of issues) {
    const index = path[2];
    if (typeof index === 'number') suggestEntry(repairs, code, index, pairs, missing);
    if (code !== 'summary_missing') continue;
    entries.forEach((entry, j) => {
      if (!entry.isObject || pairs.has(entry.pair)) return;
      for (const [, same] of missing) suggestPair(repairs, j, same);
    });
  }
}

type Pairs = readonly (readonly [string, readonly Line[]])[];

function suggestEntry(
  repairs: Repairs,
  code: string,
  index: number,
  pairs: ReadonlyMap<string, readonly Line[]>,
  missing: Pairs,
): void {
  const entry = repairs.view.entries[index];
  if (entry?.isObject !== true) return;
  const at = ['tax', 'summary', index];
  const same = pairs.get(entry.pair);
  if (same !== undefined) {
    const { taxableAmount, taxAmount } = entryOf(same, repairs.view.pricesIncludeTax);
    repairs.field('summary', 1, [...at, 'taxableAmount'], taxableAmount, TITLE);
    repairs.field('summary', 1, [...at, 'taxAmount'], taxAmount, TITLE);
    if (entry.taxableAmount !== taxableAmount && entry.taxAmount !== taxAmount) {
      const edits = [
        { path: [...at, 'taxableAmount'], value: taxableAmount },
        { path: [...at, 'taxAmount'], value: taxAmount },
      ];
      repairs.fields('summary', 1.05, edits, TITLE);
    }
  }
  if (code === 'summary_unused' || code === 'summary_duplicate') {
    repairs.field('summary', 1.02, at, undefined, 'No line has the rate of this entry');
  }
  for (const [, lines] of missing) suggestPair(repairs, index, lines);
  if (repairs.once(`lines of entry ${index}`)) suggestMembers(repairs, entry);
}

/** If more lines than this have the same amount, the amount does not identify a line. */
const MOST_ALIKE = 3;

/** Suggests the entry's rate for a line with another rate, if the entry exceeds its lines by that line's amount. */
function suggestMembers(repairs: Repairs, entry: Entry): void {
  const { rate, pair } = entry;
  if (!isNumber(rate)) return;
  const { lines, pricesIncludeTax } = repairs.view;
  const { amount, tax } = repairs.restOf(entry);
  const alike = lines.flatMap((line, i) => (line.pair !== pair && line.amount === amount ? [i] : []));
  if (alike.length > MOST_ALIKE) return;
  const isTaxOfRate = Math.abs(taxOf(amount, rate, pricesIncludeTax) - tax) <= 1;
  for (const i of alike) suggestRateOfEntry(repairs, i, entry, isTaxOfRate ? tax : undefined);
}

/** @param tax the part of the entry's tax that its lines do not account for */
function suggestRateOfEntry(repairs: Repairs, index: number, { rate, category }: Entry, tax?: number): void {
  const at = (field: string): Path => ['items', index, field];
  const edits = [
    { path: at('taxRate'), value: rate },
    { path: at('taxCategory'), value: category },
  ];
  const title = `The rate is ${rate} %, as in the summary`;
  repairs.fields('rate_of_line', 1.05, edits, title);
  if (tax !== undefined) repairs.fields('rate_of_line', 1.05, [...edits, { path: at('taxAmount'), value: tax }], title);
}

function suggestPair(repairs: Repairs, index: number, lines: readonly Line[]): void {
  const { taxRate, category } = lines[0]!;
  const edits = [
    { path: ['tax', 'summary', index, 'rate'], value: taxRate },
    { path: ['tax', 'summary', index, 'category'], value: category },
  ];
  repairs.fields('summary', 1, edits, `The rate of the entry is ${taxRate} %`);
}

/** Suggests repairs to jurisdictions whose taxes do not add up to `totals.tax`. */
export function suggestJurisdictions(repairs: Repairs, { path }: Issue): void {
  if (path[0] !== 'tax' || path[1] !== 'jurisdictions' || path.length !== 2) return;
  const { entries, jurisdictions, tax } = repairs.view;
  const base = sumOf(entries.filter(({ category }) => category === 'S').map(({ taxableAmount }) => taxableAmount));
  jurisdictions.forEach(({ name, rate }, j) => {
    const at = ['tax', 'jurisdictions', j, 'taxAmount'];
    const title = `The tax of ${typeof name === 'string' ? name : 'a jurisdiction'} does not match its rate`;
    repairs.field('jurisdiction_tax', 1, at, taxOf(base, Number(rate), false), title);
    const others = jurisdictions.filter((_, i) => i !== j).map(({ taxAmount }) => Number(taxAmount));
    repairs.field('jurisdiction_tax', 1.1, at, tax - sumOf(others), title);
  });
}
