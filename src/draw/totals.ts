import { isInteger, labelCell, printableText, textCell } from './cells.js';
import { kindOf, money, titleOf } from './head.js';
import type { Cell, Row } from './model.js';
import type { RenderContext } from './render-context.js';
import { at, atPath, isGiven, listOf, type Path } from './read.js';

/** How many fit in metadata.receiptExtra. */
const MAX_TENDERS = 50;
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
    ...(tenderRows(context) ?? [tenderRow(context)]),
  ];
}

const negated = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);

/** Whether a value is present and not 0. */
const isOther = (value: unknown): boolean => value !== undefined && value !== 0;

/** A row for each tender in metadata.receiptExtra; undefined unless all can be drawn and add up to the total. */
function tenderRows({ document, labels: words, figures, sign }: RenderContext): Row[] | undefined {
  const extra = atPath(document, ['metadata', 'receiptExtra']);
  const tenders = listOf(at(extra, 'tenders'), MAX_TENDERS);
  const amounts = tenders.map((tender) => at(tender, 'amount'));
  const total = at(at(document, 'totals'), 'total');
  if (at(extra, 'v') !== 1 || tenders.length === 0 || !amounts.every(isInteger)) return undefined;
  if (amounts.reduce((sum, amount) => sum + amount, 0) !== total) return undefined;
  const money = (amount: number): string => figures.amount(BigInt(amount) * BigInt(sign));
  const rows: Row[] = [];
  for (const [k, tender] of tenders.entries()) {
    const [name, last4, tendered] = ['name', 'last4', 'tendered'].map((key) => at(tender, key));
    const method = METHODS.find((each) => each === at(tender, 'method'));
    const change = at(tender, 'change') ?? 0;
    if (method === undefined || (isGiven(last4) && !/^\d{4}$/.test(String(last4)))) return undefined;
    // Issues of the payment are noted beside the first row.
    const path: Path | undefined = k === 0 ? ['payment', 'method'] : undefined;
    const named: Cell = isGiven(name) ? textCell(path ?? [], name) : { text: words[method], path };
    rows.push({
      look: 'sum',
      left: [{ ...named, path }, labelCell(isGiven(last4) ? ` •••• ${String(last4)}` : '')],
      right: labelCell(money(amounts[k]!)),
    });
    if (isInteger(tendered) && isInteger(change))
      rows.push({ look: 'detail', left: [labelCell(`${money(tendered)} − ${money(change)}`)] });
    const foreign = at(tender, 'foreign');
    const [currency, abroad, rate] = ['currency', 'amount', 'rate'].map((key) => at(foreign, key));
    if (typeof currency === 'string' && isInteger(abroad)) {
      const by = isGiven(rate) ? ` × ${printableText(String(rate))}` : '';
      const text = `${figures.amount(BigInt(abroad), 0, currency)} ${printableText(currency)}${by}`;
      rows.push({ look: 'detail', left: [labelCell(text)] });
    }
  }
  return rows;
}

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
