import { fallbackCell, isInteger, labelCell, moreRows, percentCell, textCell } from './cells.js';
import type { TaxRow } from './country-layout.js';
import type { Cell, Row } from './model.js';
import { money, sumCell, sumOf } from './money.js';
import { filled } from './pattern.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, lengthOf, listOf, textAt } from './read.js';

/** Maximum number of entries to draw. The rest are only counted. */
const MAX_ENTRIES = 100;

/** The tax by rate: a table with net, tax and gross, or the rows that the country's layout defines. */
export function taxRows(context: RenderContext): Row[] {
  const { document, style, kind, figures } = context;
  const { table, rows, sentence } = style.layout.taxTable;
  const summary = at(at(document, 'tax'), 'summary');
  const entries = inOrder(context, listOf(summary, MAX_ENTRIES));
  // For a single rate, the sentence below the total already states the tax.
  const isTold = sentence !== undefined && lengthOf(summary) === 1;
  if (entries.length === 0 || isTold) return [];
  const drawn =
    rows === undefined
      ? [
          ...(table === true ? [headRow(context)] : []),
          ...entries.map((each) => entryRow(context, each)),
          ...(entries.length > 1 || context.concerns(['totals', 'tax']) ? [sumRow(context, entries)] : []),
        ]
      : plainRows(context, rows, entries);
  const more = lengthOf(summary) - MAX_ENTRIES;
  return [
    ...drawn.map((row) => (kind === 'void' && row.look !== 'head' ? { ...row, struck: true } : row)),
    ...moreRows(figures, more, ['tax', 'summary']),
  ];
}

function headRow({ style }: RenderContext): Row {
  const { rateHead = '', netHead = '', taxHead = '', grossHead = '' } = style.words;
  return {
    look: 'head',
    left: [labelCell(rateHead)],
    right: [netHead, taxHead, grossHead].map((label) => [labelCell(label)]),
  };
}

/** An entry of the summary with its index. */
interface Entry {
  readonly entry: unknown;
  readonly i: number;
}

/** Sorts the entries by letter if the country uses letters, otherwise keeps their order. */
function inOrder({ letterOf }: RenderContext, summary: readonly unknown[]): Entry[] {
  const letter = ({ entry }: Entry) => letterOf(at(entry, 'rate'), at(entry, 'category')) ?? '';
  const entries = summary.map((entry, i) => ({ entry, i }));
  return entries.sort((a, b) => Number(letter(a) > letter(b)) - Number(letter(a) < letter(b)));
}

const amountsOf = (entry: unknown): unknown[] => [at(entry, 'taxableAmount'), at(entry, 'taxAmount')];

function entryRow(context: RenderContext, { entry, i }: Entry): Row {
  const path = (key: string) => ['tax', 'summary', i, key];
  const gross = sumOf(amountsOf(entry));
  return {
    look: 'tax',
    left: [...letterCells(context, entry), ...rateCells(context, entry, i)],
    right: [
      [money(context, path('taxableAmount'), at(entry, 'taxableAmount'))],
      [money(context, path('taxAmount'), at(entry, 'taxAmount'))],
      gross === undefined ? [] : [sumCell(context, gross)],
    ],
  };
}

/** The row with the sums over all rates. */
function sumRow(context: RenderContext, entries: readonly Entry[]): Row {
  const total = at(at(context.document, 'totals'), 'tax');
  const net = sumOf(entries.map(({ entry }) => at(entry, 'taxableAmount')));
  const gross = net === undefined ? undefined : sumOf([net, total]);
  const sum = (minor: number | undefined): Cell[] => (minor === undefined ? [] : [sumCell(context, minor)]);
  return {
    look: 'tax',
    left: [labelCell(context.style.words.total)],
    right: [sum(net), [money(context, ['totals', 'tax'], total)], sum(gross)],
  };
}

function letterCells({ letterOf }: RenderContext, entry: unknown): Cell[] {
  const letter = letterOf(at(entry, 'rate'), at(entry, 'category'));
  return letter === undefined ? [] : [labelCell(`${letter} `)];
}

/** The entry's rate, its category unless that is S, and its label. */
export function rateCells(context: RenderContext, entry: unknown, i: number): Cell[] {
  const path = (key: string) => ['tax', 'summary', i, key];
  const [rate, category, label] = ['rate', 'category', 'label'].map((key) => at(entry, key));
  const word = typeof category === 'string' ? textAt(context.style.words.more, category) : undefined;
  const isPlain = category === 'S' && !context.concerns(path('category'));
  const kind = word === undefined ? textCell(path('category'), category) : { text: word, path: path('category') };
  return [
    percentCell(path('rate'), rate, context.figures),
    ...(isPlain ? [] : [labelCell(' '), kind]),
    ...(isGiven(label) ? [labelCell(' '), textCell(path('label'), label)] : []),
  ];
}

/** The rows for countries that do not print a table: the sales by rate, or the tax. */
function plainRows(context: RenderContext, rows: readonly TaxRow[], entries: readonly Entry[]): Row[] {
  const { document, style, letterOf, figures } = context;
  const { sum } = style.layout.taxTable;
  const lines = rows.flatMap(({ label, amount, exempt }) =>
    entries.flatMap(({ entry, i }): Row[] => {
      const [rate, category] = [at(entry, 'rate'), at(entry, 'category')];
      const pattern = category === 'E' && exempt !== undefined ? exempt : label;
      if (pattern === null) return [];
      const path = (key: string) => ['tax', 'summary', i, key];
      const cells: Readonly<Record<string, Cell[]>> = {
        letter: [labelCell(letterOf(rate, category) ?? '')],
        rate: [percentCell(path('rate'), rate, figures)],
      };
      const gross = sumOf(amountsOf(entry));
      const right =
        amount === 'tax'
          ? money(context, path('taxAmount'), at(entry, 'taxAmount'))
          : isInteger(gross)
            ? sumCell(context, gross)
            : fallbackCell(path('taxableAmount'), at(entry, 'taxableAmount'));
      return [{ look: 'tax', left: filled(pattern, (name) => cells[name]!), right: [[right]] }];
    }),
  );
  if (sum === undefined || (entries.length < 2 && !context.concerns(['totals', 'tax']))) return lines;
  const total = money(context, ['totals', 'tax'], at(at(document, 'totals'), 'tax'));
  return [...lines, { look: 'tax', left: [labelCell(sum)], right: [[total]] }];
}
