import { completeFrom, toCorrection, toDraft, type SumUpTransaction } from 'receipt-rule-packs/from/sumup';
import { describe, expect, it } from 'vitest';
import { documentOf, linesOf, optionsOf, rowsOf, testMutations, testPayloads } from './support/payloads';

const row = rowsOf('sumup').find(({ id }) => id === 'sumup-vat-rates')!;
const options = { ...optionsOf(row), requireCompleted: true };
const { transaction_data: coffee } = row.payload as { transaction_data: SumUpTransaction };
const faults = (payload: unknown, more = {}): string[] =>
  toDraft(payload, { ...options, ...more }).issues.map(({ field, code }) => `${field} ${code}`);

describe('receipts published by SumUp', () => {
  testPayloads('sumup', completeFrom);
  testMutations('sumup', completeFrom);
});

describe('the adapter handles a payment', () => {
  // ReceiptTransaction in https://developer.sumup.com/api/schemas/Receipt/: the amount includes the tip
  it('with a tip, by card', () => {
    const tipped = { ...coffee, amount: '13.10', tip_amount: '3.00', card: { last_4_digits: '3456' } };
    const document = documentOf(completeFrom({ transaction_data: tipped }, options))!;
    expect(document.totals).toMatchObject({ total: 1310, tax: 161 });
    expect(document.items.map(({ name, amount, taxCategory }) => [name, amount, taxCategory])).toEqual([
      ['Coffee', 1010, 'S'],
      ['Tip', 300, 'O'],
    ]);
    expect(document.payment).toEqual({ method: 'card', last4: '3456' });
  });

  // TransactionFull in the same documentation: amounts are numbers, and tax is stated only per rate
  it('in the form TransactionFull', () => {
    const { vat_amount: _, receipt_no: __, ...rest } = coffee;
    const products = [{ name: 'Coffee', description: 'Large', quantity: 1, price_with_vat: 10.1, vat_rate: 0.19 }];
    const document = documentOf(completeFrom({ ...rest, amount: 10.1, products }, options))!;
    expect(document.totals).toMatchObject({ total: 1010, tax: 161 });
    expect(document.receiptNumber).toBe('TEENSK4W2K');
    expect(document.items[0]!.name).toBe('Coffee, Large');
  });

  it.each([
    ['CASH', 'cash'],
    ['POS', 'card'],
    ['DIRECT_DEBIT', 'transfer'],
    ['BOLETO', 'other'],
  ])('of type %s', (payment_type, method) => {
    expect(documentOf(completeFrom({ ...coffee, payment_type }, options))?.payment.method).toBe(method);
  });

  it.each([
    ['without products', { products: undefined }, 'payload.products source_incomplete'],
    ['that failed', { status: 'FAILED' }, 'payload.status source_not_final'],
    ['that is pending', { status: 'PENDING' }, 'payload.status source_not_final'],
    ['without an amount', { amount: undefined }, 'payload.amount source_not_understood'],
    [
      'whose rate only the shop knows',
      { products: [{ ...coffee.products[0], vat_rate: null }] },
      'payload.products[0].vat_rate source_needs_option',
    ],
  ])('%s', (_, fields, expected) => {
    expect(faults({ ...coffee, ...fields })).toEqual([expected]);
  });

  it('whose rate is in the options', () => {
    const products = [{ ...coffee.products[0]!, vat_rate: null }];
    expect(faults({ ...coffee, products }, { taxRate: 19 })).toEqual([]);
  });
});

describe('the adapter handles a refund', () => {
  const sale = documentOf(completeFrom({ transaction_data: coffee }, options))!;
  const of = { ...options, sale, priorCorrections: [], originalTransactionId: 'tx_1' };
  const timestamp = '2020-05-25T10:49:42.784Z';
  // Event in https://developer.sumup.com/api/tags/transactions/
  const events = [
    { id: 1, type: 'PAYOUT', status: 'PAID_OUT', amount: '10.10', timestamp },
    { id: 2, type: 'REFUND', status: 'FAILED', amount: '4.00', timestamp },
    { id: 3, type: 'REFUND', status: 'REFUNDED', amount: '4.00', timestamp, receipt_no: 'R1' },
    { id: 4, type: 'REFUND', status: 'SUCCESSFUL', amount: '6.10', timestamp },
  ];
  const refunded = { transaction_data: { ...coffee, events } };

  it('of part of the payment as a credit note, and the next one, for the rest, as a refund', () => {
    const mapped = toCorrection(refunded, of);
    expect(mapped.valid && [mapped.kind, mapped.input]).toMatchObject([
      'credit_note',
      { amount: 400, receiptNumber: 'R1', source: { externalId: '3' } },
    ]);
    const first = documentOf(completeFrom(refunded, of))!;
    expect(first.totals.total).toBe(400);
    const second = documentOf(completeFrom(refunded, { ...of, priorCorrections: [first] }))!;
    expect(second.type).toBe('refund');
    expect(linesOf(second)).toEqual([{ amount: 610, tax: 161 - first.totals.tax }]);
  });

  it('with an issue if there is no refund, or the refund is of another payment', () => {
    const codes = (payload: unknown) => toCorrection(payload, of).issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes({ ...coffee, events: [] })[0]).toBe('payload.events source_not_final');
    expect(codes({ ...coffee, events, transaction_code: 'other' })).toEqual([
      'payload.transaction_code source_not_understood',
    ]);
  });
});
