import type { Issue } from '../issues/issue.js';
import type { Repairs } from './repairs.js';
import { valueAt } from './revision.js';
import { fieldsOf, isMoney, linesByPair, sumOf, taxableOf, taxOf, taxOfLines, type Line } from './view.js';

const TITLE = 'The summary does not follow from the lines';

/** The entry of the lines of one pair. */
function entryOf(lines: readonly Line[], pricesIncludeTax: boolean | undefined): Record<string, unknown> {
  const [{ taxRate, category }] = lines as [Line];
  return {
    rate: taxRate,
    category,
    taxableAmount: taxableOf(lines, pricesIncludeTax),
    taxAmount: taxOfLines(lines),
  };
}

/** What an issue of `tax.summary` suggests. */
export function suggestSummary(repairs: Repairs, issue: Issue): void {
  const { path, code } = issue;
  if (path[0] !== 'tax' || (path.length > 1 && path[1] !== 'summary')) return;
  const { lines, entries, pricesIncludeTax, document } = repairs.view;
  const isReadable = lines.every(
    ({ isObject, amount, taxAmount }) => isObject && isMoney(amount) && isMoney(taxAmount),
  );
  if (lines.length === 0 || !isReadable || Object.keys(fieldsOf(document.tax)).length === 0) return;
  const pairs = linesByPair(lines);
  const missing = [...pairs].filter(([pair]) => !entries.some((entry) => entry.pair === pair));
  const rebuilt = [...pairs.values()].map((same) => entryOf(same, pricesIncludeTax));
  const figures = rebuilt.flatMap((entry) => [entry.taxableAmount, entry.taxAmount]);
  if (!figures.every(isMoney)) return;
  const labelled = rebuilt.map((entry, i) => {
    const old = entries.findIndex(({ pair }) => pair === [...pairs.keys()][i]);
    const { label } = fieldsOf(valueAt(document, ['tax', 'summary', old]));
    return typeof label === 'string' && label !== '' ? { ...entry, label } : entry;
  });
  repairs.fields('summary', 1.25, [{ path: ['tax', 'summary'], value: labelled }], TITLE);
  for (const [, same] of missing) {
    const edit = { path: ['tax', 'summary', entries.length], value: entryOf(same, pricesIncludeTax) };
    const { taxRate } = same[0]!;
    repairs.fields('summary', 1, [edit], `The summary has no entry of ${taxRate} %`);
  }
  const index = path[2];
  if (typeof index === 'number') suggestEntry(repairs, code, index, pairs, missing);
  if (code !== 'summary_missing') return;
  entries.forEach((entry, j) => {
    if (!entry.isObject || pairs.has(entry.pair)) return;
    for (const [pair, same] of missing) {
      suggestPair(repairs, j, same);
      lines.forEach((line, i) => {
        if (line.pair !== pair || !Number.isFinite(entry.rate)) return;
        const edits = [
          { path: ['items', i, 'taxRate'], value: entry.rate },
          { path: ['items', i, 'taxCategory'], value: entry.category },
        ];
        repairs.fields('rate_of_line', 1.05, edits, `The rate is ${entry.rate} %, as in the summary`);
      });
    }
  });
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
    repairs.field('summary', 'taxable', 1, [...at, 'taxableAmount'], taxableAmount, TITLE);
    repairs.field('summary', 'tax', 1, [...at, 'taxAmount'], taxAmount, TITLE);
    if (entry.taxableAmount !== taxableAmount && entry.taxAmount !== taxAmount) {
      const edits = [
        { path: [...at, 'taxableAmount'], value: taxableAmount },
        { path: [...at, 'taxAmount'], value: taxAmount },
      ];
      repairs.fields('summary', 1.05, edits, TITLE);
    }
  }
  if (code === 'summary_unused' || code === 'summary_duplicate') {
    repairs.field('summary', 'remove', 1.02, at, undefined, 'No line has the rate of this entry');
  }
  for (const [, lines] of missing) suggestPair(repairs, index, lines);
}

function suggestPair(repairs: Repairs, index: number, lines: readonly Line[]): void {
  const { taxRate, category } = lines[0]!;
  const edits = [
    { path: ['tax', 'summary', index, 'rate'], value: taxRate },
    { path: ['tax', 'summary', index, 'category'], value: category },
  ];
  repairs.fields('summary', 1, edits, `The entry is that of ${taxRate} %`);
}

/** What a difference between the jurisdictions and the tax suggests. */
export function suggestJurisdictions(repairs: Repairs, { path }: Issue): void {
  if (path[0] !== 'tax' || path[1] !== 'jurisdictions' || path.length !== 2) return;
  const { entries, jurisdictions, tax } = repairs.view;
  const base = sumOf(entries.filter(({ category }) => category === 'S').map(({ taxableAmount }) => taxableAmount));
  jurisdictions.forEach(({ name, rate }, j) => {
    const at = ['tax', 'jurisdictions', j, 'taxAmount'];
    const title = `The tax of ${typeof name === 'string' ? name : 'a jurisdiction'} is not that of its rate`;
    repairs.field('jurisdiction_tax', 'rate', 1, at, taxOf(base, Number(rate), false), title);
    const others = jurisdictions.filter((_, i) => i !== j).map(({ taxAmount }) => Number(taxAmount));
    repairs.field('jurisdiction_tax', 'rest', 1.1, at, tax - sumOf(others), title);
  });
}
