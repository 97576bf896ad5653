import type { DraftLine, DraftTender, ExpectedLine, CorrectedSale } from '../../complete/types.js';
import type { SaleSource, CorrectionSource } from '../core/adapter.js';
import {
  checkFinal,
  draftOf,
  OUT_OF_SCOPE,
  paidBy,
  moneyBack,
  checkCurrency,
  checkSale,
  correctionOf,
} from '../core/parts.js';
import { rounded, type Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** The transaction in a receipt; otherwise the payload itself. */
function unwrap(given: Reader): Reader {
  const inner = given.at('transaction_data');
  return inner.isAbsent ? given : inner;
}

/** The transaction code; otherwise the transaction id. */
const idOf = (transaction: Reader): string => transaction.either('transaction_code', 'transaction_id', 'id').id();

export function readSale(given: Reader, seller: Seller): SaleSource {
  const transaction = unwrap(given);
  // A refund changes the status of the sale, but becomes a separate document.
  checkFinal(transaction.at('status'), ['SUCCESSFUL', 'REFUNDED'], ['PENDING'], seller, 'nothing was paid');
  const currency = transaction.at('currency').currency();
  const products = transaction.at('products');
  if (products.isAbsent)
    products.report('source_incomplete', 'is absent: a payment without products has no lines; send your own draft');
  const goods = products.list([]).map((product, i) => readLine(product, String(i + 1), seller));
  const tip = transaction.at('tip_amount').money(0);
  const total = transaction.at('amount').money();
  const lines: ExpectedLine[] = goods.map(({ expected }) => expected);
  if (tip !== 0) lines.push({ key: 'tip', amount: tip });
  const id = idOf(transaction);
  return {
    draft: {
      ...draftOf('sumup', seller, id, true),
      receiptNumber: transaction.at('receipt_no').id(id),
      timestamp: transaction.at('timestamp').time(seller.timeZone),
      currency,
      items: goods.map(({ line }) => line),
      tip: tip === 0 ? undefined : tip,
      ...paidBy(total === 0 ? [] : [{ ...tenderOf(transaction), amount: total }]),
    },
    expect: { total, tax: taxOf(transaction), lines },
  };
}

/** Receipts state the tax; transactions state it only per rate. */
function taxOf(transaction: Reader): number {
  const tax = transaction.at('vat_amount');
  const rates = transaction.at('vat_rates');
  if (!tax.isAbsent || rates.isAbsent) return tax.money();
  return rates.list().reduce((sum, rate) => sum + rounded(rate.at('vat')), 0);
}

/** Products have no ids, so the key is the position in the list, counted from 1. */
function readLine(
  product: Reader,
  key: string,
  { taxRate, zeroRateCategory }: Seller,
): { readonly line: DraftLine; readonly expected: ExpectedLine } {
  const quantity = product.at('quantity').number(1);
  const unitPrice = product.at('price_with_vat').money();
  const amount = product.at('total_with_vat').money(undefined);
  const rate = product.at('vat_rate');
  const percent = rate.fraction(taxRate);
  if (percent === undefined) rate.report('source_needs_option', 'is absent: send the option taxRate');
  const tax = product.at('vat_amount').money(undefined);
  const description = product.at('description').text('');
  return {
    line: {
      key,
      name: [product.at('name').text(), description].filter(Boolean).join(', '),
      quantity,
      unitPrice,
      ...(percent === undefined || percent === 0
        ? { ...OUT_OF_SCOPE, taxCategory: zeroRateCategory }
        : { taxRate: percent }),
      taxAmount: tax,
    },
    expected: { key, amount, tax },
  };
}

const METHODS = new Map<string, DraftTender['method']>([
  ['CASH', 'cash'],
  ['POS', 'card'],
  ['ECOM', 'card'],
  ['RECURRING', 'card'],
  ['MOTO', 'card'],
  ['DIRECT_DEBIT', 'transfer'],
]);

function tenderOf(transaction: Reader): Pick<DraftTender, 'method' | 'name' | 'last4'> {
  const type = transaction.at('payment_type').text('');
  const method = METHODS.get(type) ?? 'other';
  const last4 = transaction.at('card').at('last_4_digits').text('');
  return {
    method,
    ...(method === 'other' && type !== '' && { name: type }),
    ...(method === 'card' && /^\d{4}$/.test(last4) && { last4 }),
  };
}

/** Reads the next refund from the events of a transaction: the first one without a prior correction. */
export function readCorrection(given: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const transaction = unwrap(given);
  checkCurrency(transaction.at('currency'), of, seller);
  const id = transaction.either('transaction_code', 'transaction_id', 'id');
  checkSale(id, of, idOf(transaction));
  const events = transaction.either('events', 'transaction_events');
  const done = ['SUCCESSFUL', 'REFUNDED'];
  const refunds = events
    .list()
    .filter(
      (event) => event.either('type', 'event_type').value === 'REFUND' && done.includes(event.at('status').text()),
    );
  const event = refunds[of.priorCorrections.length];
  if (event === undefined) events.report('source_not_final', 'has no other successful refund');
  const refund = event ?? transaction;
  const number = refund.either('receipt_no', 'id').id();
  const timestamp = refund.at('timestamp').time(seller.timeZone);
  const fields = correctionOf('sumup', seller, number, timestamp, refund.at('id').id(number));
  return moneyBack(of, { ...fields, reason: 'returned' }, refund.at('amount').money());
}
