import type { CorrectedSale, CreditNoteInput, ExpectedLine, RefundLine } from '../../complete/types.js';
import type { LinkedTransaction } from '../../document/types.generated.js';
import type { CorrectionSource } from '../core/adapter.js';
import { moneyBack, checkCurrency, checkFinal, checkSale, correctionOf, factsOf } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { creditsOf, readTaxes, sumOf, taxListOf } from './invoice.js';
import { currencyAt, isExpanded } from './lines.js';
import { listOf } from './session.js';

/** The invoice of a credit note, if expanded. */
export function orderOf(payload: Reader): Reader | undefined {
  const invoice = payload.at('invoice');
  return payload.at('object').value === 'credit_note' && isExpanded(invoice) ? invoice : undefined;
}

/** Reads a refund or a credit note. */
export function readCorrection(payload: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const object = payload.at('object');
  const type = object.text();
  checkCurrency(currencyAt(payload), of, seller);
  if (type === 'credit_note') return readCreditNote(payload, seller, of);
  if (type !== 'refund') object.misread('refund or credit_note');
  return readRefund(payload, seller, of);
}

const REASONS = new Map<string, LinkedTransaction['reason']>([
  ['duplicate', 'duplicate'],
  ['requested_by_customer', 'returned'],
  ['order_change', 'returned'],
  ['product_unsatisfactory', 'defective'],
]);

const fieldsOf = (
  payload: Reader,
  number: string,
  seller: Seller,
): Pick<CreditNoteInput, 'receiptNumber' | 'timestamp' | 'source' | 'extensions' | 'reason'> => ({
  ...correctionOf(
    'stripe',
    seller,
    payload.at(number).id(payload.at('id').id()),
    payload.at('created').time(seller.timeZone),
    payload.at('id').id(),
  ),
  reason: REASONS.get(payload.at('reason').text('')) ?? 'other',
});

/** Reads a refund of an amount, which can be the sale's whole remaining balance. */
function readRefund(refund: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const status = refund.at('status');
  const isOver = status.value === 'failed' || status.value === 'canceled';
  const remedy = isOver ? 'no money was paid back, so send nothing' : 'send the refund once it has succeeded';
  checkFinal(status, ['succeeded'], ['pending'], seller, remedy);
  return moneyBack(of, fieldsOf(refund, 'receipt_number', seller), refund.at('amount').minor());
}

/** Reads a credit note: for lines of the invoice, or for an amount if it has custom lines. */
function readCreditNote(note: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  checkFinal(note.at('status'), ['issued'], [], seller, 'nothing is credited');
  const invoice = note.at('invoice');
  // A Checkout Session can also have an invoice, but its sale document has the id of the session.
  if (factsOf(of).externalId?.startsWith('in_')) checkSale(isExpanded(invoice) ? invoice.at('id') : invoice, of);
  const fields = fieldsOf(note, 'number', seller);
  const total = note.at('total').minor();
  const tax = sumOf(taxListOf(note, 'total_taxes', 'tax_amounts'));
  const { pricesIncludeTax } = factsOf(of);
  const credited = listOf(note.at('lines'), 'lines');
  if (credited.some((line) => line.at('invoice_line_item').isAbsent)) return moneyBack(of, fields, total, tax);
  const lines: RefundLine[] = [];
  const expected: ExpectedLine[] = [];
  for (const line of credited) {
    const key = line.at('invoice_line_item').id();
    const taxes = readTaxes(line, note, seller);
    const reduced = line.at('discount_amount').minor(0) + creditsOf(line.at('pretax_credit_amounts'));
    const amount = line.at('amount').minor() - reduced + (pricesIncludeTax ? taxes.added : 0);
    lines.push({ key, amount });
    expected.push({ key, amount, tax: taxes.tax });
  }
  const shipping = note.at('amount_shipping').minor(0);
  if (shipping > 0) {
    lines.push({ key: 'shipping', amount: shipping });
    expected.push({ key: 'shipping', amount: shipping });
  }
  return { kind: 'credit_note', input: { ...of, ...fields, lines }, expect: { total, tax, lines: expected } };
}
