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

  const mapped = (fields: object, more = {}): unknown => {
    const result = toDraft({ ...coffee, ...fields }, { ...options, ...more });
    return result.valid ? result : result.issues;
  };

  it.each<[string | undefined, object]>([
    ['CASH', { method: 'cash' }],
    ['POS', { method: 'card' }],
    ['ECOM', { method: 'card' }],
    ['RECURRING', { method: 'card' }],
    ['MOTO', { method: 'card' }],
    ['DIRECT_DEBIT', { method: 'transfer' }],
    ['BOLETO', { method: 'other', name: 'BOLETO' }],
    [undefined, { method: 'other' }],
  ])('of type %s', (payment_type, tender) => {
    const { draft } = mapped({ payment_type, card: null }) as { draft: { tenders: object[] } };
    expect(draft.tenders).toEqual([{ ...tender, amount: 1010 }]);
  });

  it.each<[string, object | null, string | undefined]>([
    ['its last four digits', { last_4_digits: '3456' }, '3456'],
    ['too few digits', { last_4_digits: '456' }, undefined],
    ['too many digits', { last_4_digits: '23456' }, undefined],
    ['no digits', {}, undefined],
    ['no card', null, undefined],
  ])('by card, with %s', (_, card, last4) => {
    const { draft } = mapped({ payment_type: 'POS', card }) as { draft: { tenders: object[] } };
    expect(draft.tenders).toEqual([{ method: 'card', amount: 1010, last4 }]);
  });

  it('in another way than by card, without digits of a card', () => {
    const { draft } = mapped({ payment_type: 'BOLETO', card: { last_4_digits: '3456' } }) as {
      draft: { tenders: object[] };
    };
    expect(draft.tenders).toEqual([{ method: 'other', name: 'BOLETO', amount: 1010 }]);
  });

  it.each<[string, object, object]>([
    ['its code', { id: 'tx_id' }, { source: { externalId: coffee.transaction_code } }],
    ['its id, without a code', { transaction_code: null, id: 'tx_id' }, { source: { externalId: 'tx_id' } }],
    [
      'its transaction id, without a code',
      { transaction_code: null, transaction_id: 'tx_t', id: 'tx_id' },
      { source: { externalId: 'tx_t' } },
    ],
    ['its receipt number', { receipt_no: 'S1' }, { receiptNumber: 'S1' }],
    ['its code, without a receipt number', { receipt_no: null }, { receiptNumber: coffee.transaction_code }],
    ['no tip', { tip_amount: null }, { tip: undefined }],
    ['a total of 0', { amount: 0 }, { payment: { method: 'other' } }],
  ])('with %s', (_, fields, draft) => {
    expect(mapped(fields)).toMatchObject({ draft });
  });

  it.each<[string, object, object]>([
    [
      'neither quantity nor description',
      { quantity: null, description: null },
      { key: '1', name: 'Coffee', quantity: 1 },
    ],
    ['a quantity', { quantity: 3 }, { quantity: 3, unitPrice: 1010 }],
    ['a rate', { vat_rate: '0.07' }, { taxRate: 7 }],
    ['a rate of 0', { vat_rate: 0 }, { taxRate: 0, taxCategory: 'E' }],
  ])('for a product with %s', (_, fields, item) => {
    const products = [{ ...coffee.products[0]!, ...fields }];
    expect(mapped({ products }, { zeroRateCategory: 'E' })).toMatchObject({ draft: { items: [item] } });
  });

  it('and expects the total, the tax, and the figures of the products and the tip', () => {
    const lines = [{ key: '1', amount: 1010, tax: 161 }];
    expect(mapped({})).toMatchObject({ expect: { total: 1010, tax: 161, lines } });
    const tipped = mapped({ amount: '13.10', tip_amount: '3.00' }) as { expect: object };
    expect(tipped.expect).toEqual({ total: 1310, tax: 161, lines: [...lines, { key: 'tip', amount: 300 }] });
    // Without the total of a product, only its tax is compared.
    const products = [{ ...coffee.products[0]!, total_with_vat: null }];
    const untotalled = mapped({ products }) as { expect: { lines: object[] } };
    expect(untotalled.expect.lines).toEqual([{ key: '1', tax: 161 }]);
  });

  it('whose tax is stated as a sum, or only by rate', () => {
    const vat_rates = [{ vat: 1.605 }, { vat: 0.4 }];
    expect(mapped({ vat_amount: '1.61', vat_rates })).toMatchObject({ expect: { tax: 161 } });
    // 1.605 is rounded to 1.61.
    expect(mapped({ vat_amount: null, vat_rates })).toMatchObject({ expect: { tax: 201 } });
    expect(faults({ ...coffee, vat_amount: null, vat_rates: null })).toEqual([
      'payload.vat_amount source_not_understood',
    ]);
  });

  it('that was refunded later, or that is pending if that is allowed', () => {
    expect(faults({ ...coffee, status: 'REFUNDED' })).toEqual([]);
    expect(faults({ ...coffee, status: 'PENDING' }, { requireCompleted: false })).toEqual([]);
    expect(faults({ ...coffee, status: 'FAILED' }, { requireCompleted: false })).toHaveLength(1);
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

  it('in the form TransactionFull, which names events in another way', () => {
    const event = { id: 3, event_type: 'REFUND', status: 'REFUNDED', amount: 4, timestamp };
    const mapped = toCorrection({ ...coffee, transaction_events: [event] }, of);
    expect(mapped.valid && mapped.input).toMatchObject({
      ...{ amount: 400, reason: 'returned', receiptNumber: '3', timestamp: '2020-05-25T12:49:42.784+02:00' },
      source: { platform: 'sumup', externalId: '3' },
    });
  });

  it('with an issue if there is no refund, or the refund is of another payment', () => {
    const codes = (payload: unknown) => toCorrection(payload, of).issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes({ ...coffee, events: [] })[0]).toBe('payload.events source_not_final');
    expect(codes({ ...coffee, events, transaction_code: 'other' })).toEqual([
      'payload.transaction_code source_not_understood',
    ]);
    expect(codes({ ...coffee, events, transaction_code: null, transaction_id: 'other' })).toEqual([
      'payload.transaction_id source_not_understood',
    ]);
    expect(codes({ ...coffee, events, transaction_code: null, id: 'other' })).toEqual([
      'payload.id source_not_understood',
    ]);
    expect(codes({ ...coffee, events, currency: 'USD' })).toEqual(['payload.currency source_not_understood']);
  });
});
