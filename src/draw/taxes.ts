import { labelCell, percentCell, textCell } from './cells.js';
import { money } from './head.js';
import type { Cell, Row } from './model.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, lengthOf, listOf } from './read.js';

/** The most entries that are drawn; the rest are only counted. */
const MAX_ENTRIES = 100;

/** The tax table: a row per rate, a row per jurisdiction, and the sum if there are several. */
export function taxRows(context: RenderContext): Row[] {
  const { document, labels: words, concerns } = context;
  const tax = at(document, 'tax');
  const summary = at(tax, 'summary');
  const entries = listOf(summary, MAX_ENTRIES).map((entry, i) => summaryRow(context, entry, i));
  const jurisdictions = at(tax, 'jurisdictions');
  const parts = listOf(jurisdictions, MAX_ENTRIES).map((part, i) => jurisdictionRow(context, part, i));
  // Where tax is added to the prices, its sum goes above the total.
  const sumIsAbove = at(tax, 'pricesIncludeTax') === false;
  const withSum = !sumIsAbove && (entries.length > 1 || concerns(['totals', 'tax']));
  const sum = money(context, ['totals', 'tax'], at(at(document, 'totals'), 'tax'));
  const sumRow: Row = { look: 'tax', left: [labelCell(words.total)], right: sum };
  if (entries.length + parts.length === 0) return withSum ? [sumRow] : [];
  return [
    { look: 'tax-head', left: [labelCell(words.tax)], middle: labelCell(words.net), right: labelCell(words.tax) },
    ...entries,
    ...more(context, 'summary', lengthOf(summary)),
    ...(withSum ? [sumRow] : []),
    ...parts,
    ...more(context, 'jurisdictions', lengthOf(jurisdictions)),
  ];
}

function summaryRow(context: RenderContext, entry: unknown, i: number): Row {
  const path = (key: string) => ['tax', 'summary', i, key];
  const category = at(entry, 'category');
  const label = at(entry, 'label');
  return {
    look: 'tax',
    left: [
      percentCell(path('rate'), at(entry, 'rate'), context.figures),
      // A line with a tax rate needs no letter.
      ...(category === 'S' && !context.concerns(path('category')) ? [] : spaced(textCell(path('category'), category))),
      ...(isGiven(label) ? spaced(textCell(path('label'), label)) : []),
    ],
    middle: money(context, path('taxableAmount'), at(entry, 'taxableAmount')),
    right: money(context, path('taxAmount'), at(entry, 'taxAmount')),
  };
}

function jurisdictionRow(context: RenderContext, part: unknown, i: number): Row {
  const path = (key: string) => ['tax', 'jurisdictions', i, key];
  return {
    look: 'tax',
    left: [
      textCell(path('name'), at(part, 'name')),
      ...spaced(percentCell(path('rate'), at(part, 'rate'), context.figures)),
    ],
    right: money(context, path('taxAmount'), at(part, 'taxAmount')),
  };
}

const spaced = (cell: Cell): Cell[] => [labelCell(' '), cell];

function more({ figures }: RenderContext, key: string, length: number): Row[] {
  const left = length - MAX_ENTRIES;
  return left > 0 ? [{ look: 'quiet', left: [{ text: `… + ${figures.decimal(left)}`, path: ['tax', key] }] }] : [];
}
