import { isInteger, labelCell, textCell } from './cells.js';
import { kindOf, money, titleOf } from './head.js';
import type { Cell, Row } from './model.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, type Path } from './read.js';

const METHODS = ['cash', 'card', 'mobile', 'transfer', 'other'] as const;

/** The sums, and how the customer paid. */
export function totalRows(context: RenderContext): Row[] {
  const { document, labels: words, concerns } = context;
  const totals = at(document, 'totals');
  const row = (look: Row['look'], key: string, label: Cell[], negated = context): Row => {
    return { look, left: label, right: money(negated, ['totals', key], at(totals, key)) };
  };
  const shown = (key: string) => isOther(at(totals, key)) || concerns(['totals', key]);
  const taxAdded = at(at(document, 'tax'), 'pricesIncludeTax') === false;
  return [
    // The lines already include it, so it is drawn above the sum and not subtracted again.
    ...(shown('discount')
      ? [row('quiet', 'discount', [labelCell(words.discount)], { ...context, sign: negated(context.sign) })]
      : []),
    row('sum', 'subtotal', [labelCell(words.subtotal)]),
    ...(taxAdded ? [row('sum', 'tax', [labelCell(words.tax)])] : []),
    ...(shown('rounding') ? [row('sum', 'rounding', [labelCell(words.rounding)])] : []),
    row('total', 'total', [labelCell(`${words.total} `), textCell(['currency'], at(document, 'currency'))]),
    tenderRow(context),
  ];
}

const negated = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);

/** Whether a value is present and not 0. */
const isOther = (value: unknown): boolean => value !== undefined && value !== 0;

/** The payment, with an arrow if money was returned. */
function tenderRow(context: RenderContext): Row {
  const { document, labels: words, sign } = context;
  const payment = at(document, 'payment');
  const total = at(at(document, 'totals'), 'total');
  const method = at(payment, 'method');
  const known = METHODS.find((each) => each === method);
  const path: Path = ['payment', 'method'];
  const tender: Cell = known === undefined ? textCell(path, method) : { text: words[known], path };
  const last4 = at(payment, 'last4');
  const card = isGiven(last4) ? [labelCell(' •••• '), textCell(['payment', 'last4'], last4)] : [];
  const kind = kindOf(document);
  const goesBack = isInteger(total) && total !== 0 && total * sign < 0 && kind !== 'unknown';
  return {
    look: 'sum',
    left: [...(goesBack ? [labelCell(`${titleOf(kind, words)} → `)] : []), tender, ...card],
    right: isInteger(total) ? { text: context.figures.amount(BigInt(total) * BigInt(sign)) } : undefined,
  };
}
