import { decimalOf, decimalText, powerOfTen } from '../money/decimal.js';
import { decimalCell, isInteger, labelCell, moreRows, percentCell, textCell } from './cells.js';
import type { Cell, Row } from './model.js';
import { money, sumCell, sumOf } from './money.js';
import { filled } from './pattern.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, lengthOf, listOf } from './read.js';

/** Maximum number of lines to draw. The rest are only counted. */
const MAX_LINES = 2_000;
/** Units whose quantities have three decimals. */
const MEASURED: readonly unknown[] = ['kg', 'l', 'L'];
const MEASURED_DECIMALS = 3;
const PIECES = 'pcs';

export function itemRows(context: RenderContext): Row[] {
  const { document, figures, style, kind } = context;
  const items = at(document, 'items');
  const lines = listOf(items, MAX_LINES).map((item, i) => ({ item, rows: lineRows(context, item, i) }));
  if (lines.length === 0) return [{ look: 'item', left: [{ text: '—', path: ['items'], look: 'missing' }] }];
  const { columns } = style.layout.line;
  const [name = '', ...others] = columns ?? [];
  const more = lengthOf(items) - MAX_LINES;
  const struck = kind === 'void';
  return [
    ...(columns === undefined
      ? []
      : [{ look: 'head', left: [labelCell(name)], right: others.map((text) => [labelCell(text)]) } as const]),
    ...(kind === 'exchange' ? groupedRows(context, lines) : lines.flatMap(({ rows }) => rows)).map((row) =>
      struck ? { ...row, struck } : row,
    ),
    ...moreRows(figures, more, ['items']),
  ];
}

interface Line {
  readonly item: unknown;
  readonly rows: readonly Row[];
}

/**
 * Groups the lines of an exchange into returned and bought goods, and draws a subtotal for each group. A language
 * without the words for the groups has none.
 */
function groupedRows(context: RenderContext, lines: readonly Line[]): Row[] {
  const { more: { returnedGoods, boughtGoods } = {}, subtotal } = context.style.words;
  if (returnedGoods === undefined || boughtGoods === undefined) return lines.flatMap(({ rows }) => rows);
  const isBack = ({ item }: Line): boolean => isBelowZero(at(item, 'amount'));
  const group = (word: string, own: readonly Line[]): Row[] => {
    const sum = sumOf(own.map(({ item }) => at(item, 'amount')));
    return own.length === 0
      ? []
      : [
          { look: 'group', left: [labelCell(word)] },
          ...own.flatMap(({ rows }) => rows),
          ...(sum === undefined
            ? []
            : [{ look: 'sum', left: [labelCell(subtotal)], right: [[sumCell(context, sum)]] } as const]),
        ];
  };
  return [
    ...group(returnedGoods, lines.filter(isBack)),
    ...group(
      boughtGoods,
      lines.filter((line) => !isBack(line)),
    ),
  ];
}

function lineRows(context: RenderContext, item: unknown, i: number): Row[] {
  const { concerns, style } = context;
  const { words, layout } = style;
  const { quantityFirst = false, oneLine = false, rate } = layout.line;
  const path = (key: string) => ['items', i, key];
  const name = textCell(path('name'), at(item, 'name'));
  const discount = discountRows(context, item, i);
  const quantity = quantityCells(context, item, i);
  const mark = markCell(context, item, i);
  const isShort = oneLine && quantity.length > 0;
  const amounts = [
    ...(isShort ? [quantity] : []),
    ...(rate === 'percent' ? [[percentCell(path('taxRate'), at(item, 'taxRate'), context.figures)]] : []),
    [grossCell(context, item, i)],
  ];
  const line: Row = {
    look: 'item',
    left: mark !== undefined && rate === 'letter-before' ? [mark, labelCell(' '), name] : [name],
    right: amounts,
    mark: rate === 'letter-before' ? undefined : mark,
  };
  const taxRow = (cell: Cell): Row => ({ look: 'detail', left: [labelCell(`${words.tax} `), cell] });
  const quantityRow: Row[] = isShort || quantity.length === 0 ? [] : [{ look: 'detail', left: quantity }];
  return [
    ...(quantityFirst ? [...quantityRow, line] : [line, ...quantityRow]),
    ...discount,
    // If there is an issue with the rate, shows it even if the layout prints only a letter or nothing.
    ...(concerns(path('taxRate')) && rate !== 'percent'
      ? [taxRow(percentCell(path('taxRate'), at(item, 'taxRate'), context.figures))]
      : []),
    ...(concerns(path('taxAmount')) ? [taxRow(money(context, path('taxAmount'), at(item, 'taxAmount')))] : []),
  ];
}

/** Quantity × unit price; empty for a single piece. */
function quantityCells(context: RenderContext, item: unknown, i: number): Cell[] {
  const { figures, concerns, style } = context;
  const path = (key: string) => ['items', i, key];
  const [quantity, unit, unitPrice] = ['quantity', 'unit', 'unitPrice'].map((key) => at(item, key));
  const isPieces = !isGiven(unit) || unit === PIECES;
  const isPlain = (quantity === 1 || quantity === -1) && isPieces && isInteger(unitPrice);
  if (isPlain && !['quantity', 'unit', 'unitPrice'].some((key) => concerns(path(key)))) return [];
  const per = perOf(item);
  const shownUnit = per?.unit ?? unit;
  // A price per 10 litres comes from a fuel pump, and the pump determines how many decimals the quantity has.
  const least = per === undefined && MEASURED.includes(shownUnit) ? MEASURED_DECIMALS : 0;
  const cells: Readonly<Record<string, Cell[]>> = {
    quantity: [decimalCell(path('quantity'), per?.quantity ?? quantity, figures, least)],
    unit: isPieces ? [] : [textCell(path('unit'), shownUnit)],
    unitPrice: [
      // The unit price keeps its sign when money is refunded.
      per !== undefined && isInteger(unitPrice)
        ? { text: figures.amount(BigInt(unitPrice), per.decimals), path: path('unitPrice') }
        : money({ ...context, sign: 1 }, path('unitPrice'), unitPrice),
    ],
  };
  return filled(style.layout.line.quantity, (name) => cells[name]!);
}

/**
 * `complete` states a price of 1.899 per litre as 18.99 per `10 l`. This converts it back to the price of one litre.
 */
function perOf(item: unknown): { quantity: number; unit: string; decimals: number } | undefined {
  const [unit, quantity] = [at(item, 'unit'), at(item, 'quantity')];
  const [, tens = '', word = ''] = (typeof unit === 'string' ? /^1(0{1,4}) (\S.*)$/.exec(unit) : null) ?? [];
  if (tens === '' || !Number.isFinite(quantity)) return undefined;
  const { coefficient, scale } = decimalOf(quantity as number);
  const many = decimalText({ coefficient: coefficient * powerOfTen(tens.length), scale });
  return { quantity: Number(many), unit: word, decimals: tens.length };
}

/** The mark that stands for the rate, after the amount or before the name; undefined if there is none. */
function markCell({ style, letterOf }: RenderContext, item: unknown, i: number): Cell | undefined {
  const path = ['items', i, 'taxRate'];
  const rate = at(item, 'taxRate');
  if (style.layout.line.rate === 'T-N') return { text: isAboveZero(rate) ? 'T' : 'N', path };
  const letter = letterOf(rate, at(item, 'taxCategory'));
  return letter === undefined ? undefined : { text: letter, path };
}

/** The discount in minor units; 0 if there is none. */
function discountOf(item: unknown): number {
  const amount = at(at(item, 'discount'), 'amount');
  return isInteger(amount) ? amount : 0;
}

/** −1 for a returned line, whose discount is drawn as an addition. */
const signOf = (item: unknown): 1 | -1 => (isBelowZero(at(item, 'quantity')) ? -1 : 1);

const isBelowZero = (value: unknown): boolean => typeof value === 'number' && value < 0;
const isAboveZero = (value: unknown): boolean => typeof value === 'number' && value > 0;

/** The amount before the discount, so that the column adds up with the discount below. */
function grossCell(context: RenderContext, item: unknown, i: number): Cell {
  const amount = at(item, 'amount');
  const gross = isInteger(amount) ? amount + signOf(item) * discountOf(item) : undefined;
  return gross === undefined || gross === amount || !Number.isSafeInteger(gross)
    ? money(context, ['items', i, 'amount'], amount)
    : sumCell(context, gross);
}

/** The discount and its reason. The line amount in the document is already reduced by it. */
function discountRows(context: RenderContext, item: unknown, i: number): Row[] {
  const { words } = context.style;
  const discount = at(item, 'discount');
  if (discount === undefined) return [];
  const path = ['items', i, 'discount'];
  const description = at(discount, 'description');
  const amount = at(discount, 'amount');
  const row: Row = {
    look: 'discount',
    left: isGiven(description) ? [textCell([...path, 'description'], description)] : [labelCell(words.discount)],
    right: [[money(context, [...path, 'amount'], amount, signOf(item) === 1)]],
  };
  // The amount after the discount is drawn only if there is an issue with it.
  const own = ['items', i, 'amount'];
  if (!context.concerns(own) || discountOf(item) === 0) return [row];
  return [row, { look: 'detail', left: [labelCell('= '), money(context, own, at(item, 'amount'))] }];
}
