import { isWhole, ours, textCell } from './cells.js';
import { kindOf, money, titleOf } from './head.js';
import type { Cell, Row } from './model.js';
import type { Pen } from './pen.js';
import { at, isGiven, type Path } from './read.js';

const METHODS = ['cash', 'card', 'mobile', 'transfer', 'other'] as const;

/** The sums, and how the customer paid. */
export function totalRows(pen: Pen): Row[] {
  const { document, words, concerns } = pen;
  const totals = at(document, 'totals');
  const row = (look: Row['look'], key: string, label: Cell[], turned = pen): Row => {
    return { look, left: label, right: money(turned, ['totals', key], at(totals, key)) };
  };
  const shown = (key: string) => isOther(at(totals, key)) || concerns(['totals', key]);
  const taxAdded = at(at(document, 'tax'), 'pricesIncludeTax') === false;
  return [
    // The lines already include it, so it is drawn above the sum and not subtracted again.
    ...(shown('discount')
      ? [row('quiet', 'discount', [ours(words.discount)], { ...pen, sign: turned(pen.sign) })]
      : []),
    row('sum', 'subtotal', [ours(words.subtotal)]),
    ...(taxAdded ? [row('sum', 'tax', [ours(words.tax)])] : []),
    ...(shown('rounding') ? [row('sum', 'rounding', [ours(words.rounding)])] : []),
    row('total', 'total', [ours(`${words.total} `), textCell(['currency'], at(document, 'currency'))]),
    tenderRow(pen),
  ];
}

const turned = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);

/** Whether a value is present and not 0. */
const isOther = (value: unknown): boolean => value !== undefined && value !== 0;

/** The payment, with an arrow if money was returned. */
function tenderRow(pen: Pen): Row {
  const { document, words, sign } = pen;
  const payment = at(document, 'payment');
  const total = at(at(document, 'totals'), 'total');
  const method = at(payment, 'method');
  const known = METHODS.find((each) => each === method);
  const path: Path = ['payment', 'method'];
  const tender: Cell = known === undefined ? textCell(path, method) : { text: words[known], path };
  const last4 = at(payment, 'last4');
  const card = isGiven(last4) ? [ours(' •••• '), textCell(['payment', 'last4'], last4)] : [];
  const kind = kindOf(document);
  const goesBack = isWhole(total) && total !== 0 && total * sign < 0 && kind !== 'unknown';
  return {
    look: 'sum',
    left: [...(goesBack ? [ours(`${titleOf(kind, words)} → `)] : []), tender, ...card],
    right: isWhole(total) ? { text: pen.figures.amount(BigInt(total) * BigInt(sign)) } : undefined,
  };
}
