import { decimalOf, decimalText, powerOfTen } from '../money/decimal.js';
import { decimalCell, isInteger, labelCell, percentCell, textCell } from './cells.js';
import { money } from './head.js';
import type { Cell, Row } from './model.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, lengthOf, listOf } from './read.js';

/** The most lines that are drawn; the rest are only counted. */
const MAX_LINES = 2_000;

export function itemRows(context: RenderContext): Row[] {
  const items = at(context.document, 'items');
  const drawn = listOf(items, MAX_LINES).flatMap((item, i) => rowsOf(context, item, i));
  if (drawn.length === 0) return [{ look: 'item', left: [{ text: '—', path: ['items'], look: 'missing' }] }];
  const more = lengthOf(items) - MAX_LINES;
  if (more <= 0) return drawn;
  return [...drawn, { look: 'quiet', left: [{ text: `… + ${context.figures.decimal(more)}`, path: ['items'] }] }];
}

function rowsOf(context: RenderContext, item: unknown, i: number): Row[] {
  const { labels: words, figures, concerns } = context;
  const path = (key: string) => ['items', i, key];
  const unitPrice = at(item, 'unitPrice');
  const per = perOf(item);
  const rows: Row[] = [
    {
      look: 'item',
      left: [textCell(path('name'), at(item, 'name'))],
      right: money(context, path('amount'), at(item, 'amount')),
    },
    {
      look: 'detail',
      left: [
        decimalCell(path('quantity'), per?.quantity ?? at(item, 'quantity'), figures),
        ...unitCells(per?.unit ?? at(item, 'unit'), path('unit')),
        labelCell(' × '),
        // The unit price keeps its sign when money is returned.
        per !== undefined && isInteger(unitPrice)
          ? { text: figures.amount(BigInt(unitPrice), per.decimals), path: path('unitPrice') }
          : money({ ...context, sign: 1 }, path('unitPrice'), unitPrice),
      ],
      right: percentCell(path('taxRate'), at(item, 'taxRate'), figures),
    },
  ];
  const discount = at(item, 'discount');
  if (discount !== undefined) rows.push({ look: 'detail', left: discountCells(context, discount, i) });
  if (concerns(path('taxAmount')))
    rows.push({
      look: 'detail',
      left: [labelCell(words.tax)],
      right: money(context, path('taxAmount'), at(item, 'taxAmount')),
    });
  return rows;
}

/** `complete` states a price of 1.899 per litre as 18.99 per `10 l`: drawn as the price of one litre. */
function perOf(item: unknown): { quantity: number; unit: string; decimals: number } | undefined {
  const [unit, quantity] = [at(item, 'unit'), at(item, 'quantity')];
  const [, tens = '', word = ''] = (typeof unit === 'string' ? /^1(0{1,4}) (\S.*)$/.exec(unit) : null) ?? [];
  if (tens === '' || !Number.isFinite(quantity)) return undefined;
  const { coefficient, scale } = decimalOf(quantity as number);
  const many = decimalText({ coefficient: coefficient * powerOfTen(tens.length), scale });
  return { quantity: Number(many), unit: word, decimals: tens.length };
}

function unitCells(unit: unknown, path: Cell['path'] & object): Cell[] {
  return isGiven(unit) ? [labelCell(' '), textCell(path, unit)] : [];
}

/** The discount, which the line amount already includes, and its reason. */
function discountCells(context: RenderContext, discount: unknown, i: number): Cell[] {
  const description = at(discount, 'description');
  const path = ['items', i, 'discount'];
  const purpose = isGiven(description) ? [textCell([...path, 'description'], description), labelCell(' ')] : [];
  const sign = context.sign === 1 ? -1 : 1;
  return [
    labelCell(`${context.labels.discount} `),
    ...purpose,
    money({ ...context, sign }, [...path, 'amount'], at(discount, 'amount')),
  ];
}
