import { OSS_SCHEME } from '../document/oss-scheme.js';
import { fallbackCell, isInteger, labelCell, moreRows, percentCell, textCell } from './cells.js';
import { countryName } from './head.js';
import { capitalised } from './letter-case.js';
import type { Cell, Row } from './model.js';
import { money } from './money.js';
import { filled } from './pattern.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, lengthOf, listOf } from './read.js';
import { rateCells } from './taxes.js';
import { taxNameIn } from './words.js';

/** Maximum number of jurisdictions to draw. */
const MAX_JURISDICTIONS = 100;

/** The rows from the subtotal to the total. */
export function totalRows(context: RenderContext): Row[] {
  const { document, concerns, style, kind } = context;
  const { words } = style;
  const totals = at(document, 'totals');
  const [subtotal, rounding, total] = ['subtotal', 'rounding', 'total'].map((key) => at(totals, key));
  const row = (key: string, label: string): Row => ({
    look: 'sum',
    left: [labelCell(label)],
    right: [[money(context, ['totals', key], at(totals, key))]],
  });
  const between: Row[] = [
    ...(at(at(document, 'tax'), 'pricesIncludeTax') === false
      ? addedTaxRows(context).map((each) => (kind === 'void' ? { ...each, struck: true } : each))
      : []),
    ...(isOther(rounding) || concerns(['totals', 'rounding']) ? [roundingRow(context, rounding)] : []),
  ];
  const hasSubtotal =
    concerns(['totals', 'subtotal']) || (kind !== 'void' && (between.length > 0 || subtotal !== total));
  return [
    ...(hasSubtotal ? [row('subtotal', words.subtotal)] : []),
    ...between,
    totalRow(context),
    ...sentenceRows(context),
  ];
}

/** Whether a value is present and not 0. */
const isOther = (value: unknown): boolean => value !== undefined && value !== 0;

/** The rounding, with a plus sign if it is positive. */
function roundingRow(context: RenderContext, rounding: unknown): Row {
  const cell = money(context, ['totals', 'rounding'], rounding);
  const isMore = isInteger(rounding) && rounding * context.sign > 0;
  const shown = isMore ? { ...cell, text: `+${cell.text}` } : cell;
  return { look: 'sum', left: [labelCell(context.style.words.rounding)], right: [[shown]] };
}

/** The total with its currency: the symbol of the country's currency, or the code of any other currency. */
function totalRow({ document, figures, sign, style }: RenderContext): Row {
  const path = ['totals', 'total'];
  const total = at(at(document, 'totals'), 'total');
  const { place, sign: symbol } = style.layout.currency;
  // A symbol after the amount goes into the letter column, so that amounts are aligned.
  const isBehind = figures.isLocal && place === 'after';
  const minor = isInteger(total) ? BigInt(total) * BigInt(sign) : undefined;
  const amount =
    minor === undefined
      ? fallbackCell(path, total)
      : { text: isBehind ? figures.amount(minor) : figures.money(minor), path };
  const { due, refundTotal, total: word } = style.words;
  // Some countries print "to pay" beside the total, which is wrong if money is refunded.
  const own = (minor !== undefined && minor < 0n ? refundTotal : undefined) ?? due;
  const code = figures.isLocal ? [] : [labelCell(' '), textCell(['currency'], at(document, 'currency'))];
  return {
    look: 'total',
    left: [labelCell((figures.isLocal ? own : undefined) ?? word)],
    right: [[amount, ...code]],
    mark: isBehind ? { text: symbol, path: ['currency'] } : undefined,
  };
}

/** Tax that is added to the prices, in total and by jurisdiction. */
function addedTaxRows(context: RenderContext): Row[] {
  const { document, kind, style, figures } = context;
  const { jurisdictions, sum } = style.layout.taxTable;
  const shares = at(at(document, 'tax'), 'jurisdictions');
  const list = listOf(shares, MAX_JURISDICTIONS);
  const total = at(at(document, 'totals'), 'tax');
  const label = (part: unknown, i: number): Cell[] => {
    const path = (key: string) => ['tax', 'jurisdictions', i, key];
    const level = at(part, 'level');
    const cells: Readonly<Record<string, Cell[]>> = {
      level: typeof level === 'string' ? [{ ...textCell(path('level'), capitalised(level)), look: undefined }] : [],
      name: [textCell(path('name'), at(part, 'name'))],
      rate: [percentCell(path('rate'), at(part, 'rate'), figures)],
    };
    return filled(jurisdictions ?? '{name} {rate}', (name) => cells[name]!);
  };
  const amount = (part: unknown, i: number): Cell =>
    money(context, ['tax', 'jurisdictions', i, 'taxAmount'], at(part, 'taxAmount'));
  // A single jurisdiction is drawn instead of the total. Several are listed below the total as details, so that the
  // column adds up.
  if (list.length === 1 && at(list[0], 'taxAmount') === total && !context.concerns(['totals', 'tax']))
    return [{ look: 'sum', left: label(list[0], 0), right: [[amount(list[0], 0)]] }];
  const more = lengthOf(shares) - MAX_JURISDICTIONS;
  return [
    {
      look: 'sum',
      left: [labelCell(sum ?? style.words.tax)],
      right: [[money(context, ['totals', 'tax'], total)]],
    },
    ...list.map((part, i): Row =>
      kind === 'void'
        ? { look: 'detail', left: label(part, i), right: [[amount(part, i)]] }
        : { look: 'detail', left: [...label(part, i), labelCell(': '), amount(part, i)] },
    ),
    ...moreRows(figures, more, ['tax', 'jurisdictions']),
  ];
}

/** Sentences about the tax in the total and the country of a distance sale. */
function sentenceRows(context: RenderContext): Row[] {
  const { document, style, kind } = context;
  const { sentence, table } = style.layout.taxTable;
  const summary = at(at(document, 'tax'), 'summary');
  const isAdded = at(at(document, 'tax'), 'pricesIncludeTax') === false;
  const tax = at(at(document, 'totals'), 'tax');
  const hasTable = table === true && lengthOf(summary) !== 1;
  const sale = distanceSaleRow(context);
  if (sentence === undefined || isAdded || !isGiven(tax) || hasTable) return sale;
  const left = filled(sentence, () => rateCells(context, at(summary, 0), 0));
  const right = [[money(context, ['totals', 'tax'], tax)]];
  return [{ look: 'quiet', left, right, struck: kind === 'void' }, ...sale];
}

/** The sentence that says in which other member state a distance sale is taxed; empty for any other document. */
export function distanceSaleRow({ document, style, figures }: RenderContext): Row[] {
  const { oss = '' } = style.words;
  const tax = at(document, 'tax');
  const country = at(at(document, 'customer'), 'country');
  if (oss === '' || at(tax, 'scheme') !== OSS_SCHEME || at(document, 'channel') !== 'ecommerce') return [];
  const taxName = typeof country === 'string' ? taxNameIn(country) : undefined;
  if (typeof country !== 'string' || country === style.country || taxName === undefined) return [];
  const rates = listOf(at(tax, 'summary'), MAX_JURISDICTIONS)
    .map((entry) => at(entry, 'rate'))
    .filter((rate): rate is number => Number.isFinite(rate));
  const cells: Readonly<Record<string, Cell[]>> = {
    country: [{ text: countryName(country, style.language) ?? country, path: ['customer', 'country'] }],
    countryTax: [labelCell(taxName)],
    rate: [labelCell(rates.map((rate) => figures.percent(rate)).join(', '))],
  };
  return [{ look: 'quiet', left: filled(oss, (name) => cells[name]!) }];
}
