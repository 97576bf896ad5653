import { decimalCell, ours, percentCell, textCell } from './cells.js';
import { money } from './head.js';
import type { Cell, Row } from './model.js';
import type { Pen } from './pen.js';
import { at, isGiven, lengthOf, listOf } from './read.js';

/** The most lines that are drawn; the rest are only counted. */
const MAX_LINES = 2_000;

export function itemRows(pen: Pen): Row[] {
  const items = at(pen.document, 'items');
  const drawn = listOf(items, MAX_LINES).flatMap((item, i) => rowsOf(pen, item, i));
  if (drawn.length === 0) return [{ look: 'item', left: [{ text: '—', path: ['items'], look: 'missing' }] }];
  const more = lengthOf(items) - MAX_LINES;
  if (more <= 0) return drawn;
  return [...drawn, { look: 'quiet', left: [{ text: `… + ${pen.figures.decimal(more)}`, path: ['items'] }] }];
}

function rowsOf(pen: Pen, item: unknown, i: number): Row[] {
  const { words, figures, concerns } = pen;
  const path = (key: string) => ['items', i, key];
  const rows: Row[] = [
    {
      look: 'item',
      left: [textCell(path('name'), at(item, 'name'))],
      right: money(pen, path('amount'), at(item, 'amount')),
    },
    {
      look: 'detail',
      left: [
        decimalCell(path('quantity'), at(item, 'quantity'), figures),
        ...unitCells(at(item, 'unit'), path('unit')),
        ours(' × '),
        // The unit price keeps its sign when money is returned.
        money({ ...pen, sign: 1 }, path('unitPrice'), at(item, 'unitPrice')),
      ],
      right: percentCell(path('taxRate'), at(item, 'taxRate'), figures),
    },
  ];
  const discount = at(item, 'discount');
  if (discount !== undefined) rows.push({ look: 'detail', left: discountCells(pen, discount, i) });
  if (concerns(path('taxAmount')))
    rows.push({
      look: 'detail',
      left: [ours(words.tax)],
      right: money(pen, path('taxAmount'), at(item, 'taxAmount')),
    });
  return rows;
}

function unitCells(unit: unknown, path: Cell['path'] & object): Cell[] {
  return isGiven(unit) ? [ours(' '), textCell(path, unit)] : [];
}

/** The discount, which the line amount already includes, and its reason. */
function discountCells(pen: Pen, discount: unknown, i: number): Cell[] {
  const description = at(discount, 'description');
  const path = ['items', i, 'discount'];
  const purpose = isGiven(description) ? [textCell([...path, 'description'], description), ours(' ')] : [];
  const turned = pen.sign === 1 ? -1 : 1;
  return [
    ours(`${pen.words.discount} `),
    ...purpose,
    money({ ...pen, sign: turned }, [...path, 'amount'], at(discount, 'amount')),
  ];
}
