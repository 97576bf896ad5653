import {
  completeFrom,
  toCorrection,
  toDraft,
  type ToastCheck,
  type ToastOrder,
  type ToastSelection,
} from 'receipt-rule-packs/from/toast';
import { describe, expect, it } from 'vitest';
import { documentOf, linesOf, optionsOf, rowsOf, testMutations, testPayloads } from './support/payloads';

const row = rowsOf('toast').find(({ id }) => id === 'toast-crab-cakes')!;
const options = { ...optionsOf(row), requireCompleted: true };
const order = row.payload as ToastOrder;
const check = order.checks[0]!;
const cakes = check.selections[0]!;
const [tax] = cakes.appliedTaxes!;

const checkOf = (fields: Partial<ToastCheck>): ToastCheck => ({ ...check, payments: [], ...fields });
const faults = (payload: unknown, more = {}): string[] =>
  toDraft(payload, { ...options, ...more }).issues.map(({ field, code }) => `${field} ${code}`);

describe('orders published by Toast', () => {
  testPayloads('toast', completeFrom);
  // The tip appears nowhere else in a check.
  testMutations('toast', completeFrom, /\.tipAmount$/);
});

// Definitions of the fields: https://doc.toasttab.com/openapi/orders/tag/Data-definitions/
describe('the adapter handles a check', () => {
  it('on its own, and in an order', () => {
    expect(documentOf(completeFrom(check, options))?.totals).toEqual(documentOf(completeFrom(order, options))?.totals);
    const voided = { ...order, checks: [{ ...check, guid: 'c0', voided: true }, check] };
    expect(documentOf(completeFrom(voided, options))?.source.externalId).toBe('c1');
    expect(faults({ ...order, checks: [check, check] })).toEqual(['payload.checks source_not_understood']);
    expect(faults({ ...order, checks: [] })[0]).toBe('payload.checks source_not_final');
  });

  it('with a tip, paid by card and in cash', () => {
    const payments = [
      { type: 'CREDIT', amount: 5, tipAmount: 2, last4Digits: '4242', paymentStatus: 'CAPTURED' },
      { type: 'CREDIT', amount: 9.55, tipAmount: 0, paymentStatus: 'DENIED' },
      { type: 'CASH', amount: 3, tipAmount: 0, amountTendered: 5 },
      { type: 'GIFTCARD', amount: 1.55 },
    ];
    const document = documentOf(completeFrom({ ...check, payments }, options))!;
    expect(document.totals).toMatchObject({ total: 1155, tax: 56 });
    expect(document.metadata?.receiptExtra).toMatchObject({
      tenders: [
        { method: 'card', amount: 700, last4: '4242' },
        { method: 'cash', amount: 300, tendered: 500, change: 200 },
        { method: 'other', amount: 155, name: 'Gift card' },
      ],
    });
  });

  it('with modifiers, several pieces, a discount and a voided item', () => {
    const selection = (fields: Partial<ToastSelection>): ToastSelection => ({ ...cakes, ...fields });
    const pizza = selection({
      guid: 'pizza',
      displayName: 'Pizza',
      quantity: 2,
      preDiscountPrice: 25,
      price: 20,
      tax: 1.25,
      appliedTaxes: [{ ...tax!, taxAmount: 1.25 }],
      modifiers: [{ displayName: 'Basil', modifiers: [{ displayName: 'extra' }] }, { displayName: '' }],
    });
    const weighed = selection({ guid: 'ham', quantity: 0.5, unitOfMeasure: 'LB', preDiscountPrice: undefined });
    const items = [pizza, weighed, selection({ guid: 'gone', voided: true })];
    const sold = checkOf({ selections: items, amount: 28.99, taxAmount: 1.81, totalAmount: 30.8 });
    const document = documentOf(completeFrom(sold, options))!;
    expect(document.items).toMatchObject([
      { name: 'Pizza, Basil, extra', quantity: 2, unitPrice: 1250, amount: 2000, discount: { amount: 500 } },
      { quantity: 0.5, unit: 'lb', unitPrice: 1798, amount: 899 },
    ]);
  });

  it('with taxes from several jurisdictions', () => {
    const taxes = [
      { name: 'NY', rate: 0.04, taxAmount: 0.36, type: 'PERCENT', jurisdictionType: 'STATE' },
      { name: 'NYC', rate: 0.04875, taxAmount: 0.44, type: 'PERCENT', jurisdictionType: 'CITY' },
    ];
    const selections = [{ ...cakes, tax: 0.8, appliedTaxes: taxes }];
    const document = documentOf(completeFrom(checkOf({ selections, taxAmount: 0.8, totalAmount: 9.79 }), options))!;
    expect(document.tax.jurisdictions).toEqual([
      { level: 'state', name: 'NY', rate: 4, taxAmount: 36 },
      { level: 'city', name: 'NYC', rate: 4.875, taxAmount: 44 },
    ]);
  });

  it("with a service charge, and a gratuity that the charge's total includes or excludes", () => {
    const service = {
      guid: 's',
      name: 'Delivery',
      chargeAmount: 4,
      taxAmount: 0.25,
      appliedTaxes: [{ ...tax!, taxAmount: 0.25 }],
    };
    const gratuity = { guid: 'g', name: 'Gratuity', chargeAmount: 2, gratuity: true };
    const charged = { appliedServiceCharges: [service, gratuity], amount: 12.99, taxAmount: 0.81 };
    for (const totalAmount of [13.8, 15.8]) {
      const document = documentOf(completeFrom(checkOf({ ...charged, totalAmount }), options))!;
      expect(document.totals).toMatchObject({ total: 1580, tax: 81 });
      expect(document.items.map(({ name, taxCategory }) => [name, taxCategory])).toEqual([
        ['Crab Cakes', 'S'],
        ['Delivery', 'S'],
        ['Gratuity', 'O'],
      ]);
    }
  });

  it('whose prices include tax, stated with or without tax', () => {
    const included = { ...cakes, taxInclusion: 'INCLUDED' };
    const net = documentOf(completeFrom(checkOf({ selections: [included] }), options))!;
    const selections = [{ ...included, price: 9.55, preDiscountPrice: 9.55 }];
    const gross = documentOf(completeFrom(checkOf({ selections, amount: 9.55 }), options))!;
    for (const document of [net, gross]) {
      expect(document.tax.pricesIncludeTax).toBe(true);
      expect(document.totals).toMatchObject({ total: 955, tax: 56 });
    }
  });

  it('for a gift card', () => {
    const selections = [{ ...cakes, selectionType: 'TOAST_CARD_SELL', price: 25, tax: 0, appliedTaxes: [] }];
    const mapped = toDraft(checkOf({ selections, amount: 25, taxAmount: 0, totalAmount: 25 }), options);
    expect(mapped.valid && mapped.draft.items[0]).toMatchObject({ taxRate: 0, taxCategory: 'O' });
  });

  it('whose rate only the shop knows', () => {
    const untold = checkOf({ selections: [{ ...cakes, appliedTaxes: [] }] });
    expect(faults(untold)).toEqual(['payload.selections[0].appliedTaxes source_needs_option']);
    expect(documentOf(completeFrom(untold, { ...options, taxRate: 6.25 }))?.totals.tax).toBe(56);
    const fixed = checkOf({ selections: [{ ...cakes, appliedTaxes: [{ ...tax!, type: 'TABLE', rate: null }] }] });
    expect(faults(fixed)).toEqual(['payload.selections[0].appliedTaxes[0].rate source_needs_option']);
    const rates = { 'State Tax': 6.25 };
    expect(documentOf(completeFrom(fixed, { ...options, rates }))?.totals.tax).toBe(56);
  });

  it.each([
    ['voided', { voided: true }, 'payload.voided source_not_final'],
    ['deleted', { deleted: true }, 'payload.voided source_not_final'],
    ['open', { paymentStatus: 'OPEN' }, 'payload.paymentStatus source_not_final'],
    ['without a total', { totalAmount: undefined }, 'payload.totalAmount source_not_understood'],
    ['of half a cent', { taxAmount: 0.565 }, 'payload.taxAmount source_not_understood'],
  ])('%s', (_, fields, expected) => {
    expect(faults({ ...check, ...fields })).toEqual([expected]);
  });
});

// Refund and RefundDetails in the same documentation
describe('the adapter handles a refund', () => {
  const tipped = { ...check, payments: [{ ...check.payments![0]!, guid: 'p', tipAmount: 1 }] };
  const sale = documentOf(completeFrom(tipped, options))!;
  const of = { ...options, sale, priorCorrections: [], originalTransactionId: 'tx_1' };
  const refundTransaction = { guid: 'r1' };
  const refund = {
    refundAmount: 9.55,
    tipRefundAmount: 1,
    refundDate: '2017-05-10T16:24:09.883+0000',
    refundTransaction,
  };
  const refunded = {
    ...tipped,
    selections: [{ ...cakes, refundDetails: { refundAmount: 8.99, taxRefundAmount: 0.56, refundTransaction } }],
    payments: [{ ...tipped.payments[0]!, refund }],
  };

  it('of items and the tip', () => {
    const mapped = toCorrection(refunded, of);
    expect(mapped.valid && [mapped.kind, mapped.input.receiptNumber]).toEqual(['refund', 'r1']);
    const document = documentOf(completeFrom(refunded, of))!;
    expect(document.totals).toMatchObject({ total: 1055, tax: 56 });
    expect(linesOf(document)).toEqual([
      { amount: 899, tax: 56 },
      { amount: 100, tax: 0 },
    ]);
  });

  it('without refunded items as a credit note, and a second refund', () => {
    const first = { ...refund, refundAmount: 4, tipRefundAmount: 0, refundTransaction: undefined };
    const second = { ...refund, refundAmount: 5.55, refundDate: '2017-05-11T16:24:09.883+0000' };
    const [payment] = tipped.payments;
    const payments = [
      { ...payment!, refund: second },
      { ...payment!, guid: 'p2', refund: first },
    ];
    const money = { ...tipped, payments };
    const mapped = toCorrection(money, of);
    expect(mapped.valid && [mapped.kind, mapped.expect.total]).toEqual(['credit_note', 400]);
    const credit = documentOf(completeFrom(money, of))!;
    expect(documentOf(completeFrom(money, { ...of, priorCorrections: [credit] }))?.totals.total).toBe(655);
  });

  it('with an issue if there is no refund, or the refund is of another check', () => {
    const codes = (payload: unknown) => toCorrection(payload, of).issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes(tipped)).toEqual(['payload.payments source_not_final']);
    expect(codes({ ...refunded, guid: 'other' })).toEqual(['payload.guid source_not_understood']);
  });
});
