import { MAX_TENDERS, PAYMENT_METHODS } from '../document/payment-methods.js';
import { isInteger, labelCell, printableText, textCell } from './cells.js';
import type { Cell, Row } from './model.js';
import { spokenMoney } from './money.js';
import { filled } from './pattern.js';
import type { RenderContext } from './render-context.js';
import { at, atPath, isGiven, listOf, type Path } from './read.js';

/** How the customer paid or was refunded, and how much they saved. */
export function tenderRows(context: RenderContext): Row[] {
  const { document, kind, style, concerns } = context;
  const { more } = style.words;
  const isUnpaid = at(document, 'settled') === false && kind !== 'void';
  const total = at(at(document, 'totals'), 'total');
  const isNothing = kind === 'void' && total === 0 && !concerns(['payment']);
  return [
    ...(isUnpaid ? [unpaidRow(more?.unpaid)] : []),
    ...(isNothing ? [] : (statedTenders(context) ?? [tenderRow(context)])),
    ...savedRows(context),
  ];
}

const unpaidRow = (word: string | undefined): Row =>
  word === undefined
    ? { look: 'field', left: [labelCell('settled')], right: [[{ text: 'false', path: ['settled'] }]] }
    : { look: 'sum', left: [{ text: word, path: ['settled'] }] };

/** The total discount of a sale, as a sentence. */
function savedRows(context: RenderContext): Row[] {
  const { document, kind, style } = context;
  const { saved = '' } = style.words;
  const discount = at(at(document, 'totals'), 'discount');
  if (saved === '' || kind !== 'sale' || !isInteger(discount) || discount <= 0) return [];
  return [{ look: 'quiet', left: filled(saved, () => [spokenMoney(context, ['totals', 'discount'], discount)]) }];
}

/**
 * A row for each tender in metadata.receiptExtra; undefined if a tender cannot be drawn, or if they do not add up to
 * the total.
 */
function statedTenders(context: RenderContext): Row[] | undefined {
  const { document, figures, sign } = context;
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
    const method = PAYMENT_METHODS.find((each) => each === at(tender, 'method'));
    const change = at(tender, 'change') ?? 0;
    if (method === undefined || (isGiven(last4) && !/^\d{4}$/.test(String(last4)))) return undefined;
    // Issues with the payment are shown with the first row.
    const path: Path | undefined = k === 0 ? ['payment', 'method'] : undefined;
    const named: Cell = isGiven(name) ? { ...textCell(path ?? [], name), path } : methodCell(context, method, path);
    const digits = isGiven(last4) ? [labelCell(` ••••\u00a0${String(last4)}`)] : [];
    rows.push(paidRow(context, [named, ...digits], amounts[k]));
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

function methodCell({ style }: RenderContext, method: (typeof PAYMENT_METHODS)[number], path: Path | undefined): Cell {
  return { text: style.layout.tender?.[method] ?? style.words[method], path };
}

/** The row for the `payment` of the document. */
function tenderRow(context: RenderContext): Row {
  const { document } = context;
  const payment = at(document, 'payment');
  const total = at(at(document, 'totals'), 'total');
  const method = at(payment, 'method');
  const known = PAYMENT_METHODS.find((each) => each === method);
  const path: Path = ['payment', 'method'];
  const tender = known === undefined ? textCell(path, method) : methodCell(context, known, path);
  const last4 = at(payment, 'last4');
  // A full card number must not be printed.
  const digits = typeof last4 === 'string' ? last4.slice(-4) : last4;
  const card = isGiven(last4) ? [labelCell(' ••••\u00a0'), textCell(['payment', 'last4'], digits)] : [];
  return paidRow(context, [tender, ...card], isInteger(total) ? total : undefined);
}

/** A tender with its amount. If the country has a phrase for refunds, prints it instead of a minus. */
function paidRow(context: RenderContext, tender: readonly Cell[], amount: number | undefined): Row {
  const { figures, style, sign, kind } = context;
  const { refundLine = '' } = style.words;
  if (amount === undefined) return { look: 'sum', left: tender };
  const paid = BigInt(amount) * BigInt(sign);
  const goesBack = paid < 0n && kind !== 'unknown';
  const shown = (minor: bigint): string =>
    style.layout.currency.onLines === true ? figures.money(minor) : figures.amount(minor);
  if (!goesBack || refundLine === '') {
    const arrow = goesBack ? [labelCell('← ')] : [];
    return { look: 'sum', left: [...arrow, ...tender], right: [[{ text: shown(paid) }]] };
  }
  return {
    look: 'sum',
    left: filled(refundLine, () => midSentence(context, tender)),
    right: [[{ text: shown(-paid) }]],
  };
}

/** A payment method within a sentence: in lower case, except in German. */
function midSentence({ style }: RenderContext, [method, ...rest]: readonly Cell[]): Cell[] {
  const { text, look } = method!;
  if (style.language.startsWith('de') || look === 'userText') return [method!, ...rest];
  return [{ ...method!, text: text.slice(0, 1).toLocaleLowerCase(style.locale) + text.slice(1) }, ...rest];
}
