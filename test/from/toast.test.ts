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
    for (const gone of [{ voided: true }, { deleted: true }])
      expect(faults({ ...order, ...gone })).toEqual(['payload.voided source_not_final']);
  });

  it.each([
    ['paid', { paidDate: '2017-05-09T18:00:00.000+0000', closedDate: '2017-05-09T19:00:00.000+0000' }, '14:00:00'],
    ['closed', { closedDate: '2017-05-09T19:00:00.000+0000' }, '15:00:00'],
    ['opened', {}, '12:24:09.883'],
  ])('with the time at which it was %s', (_, dates, time) => {
    const mapped = toDraft({ ...check, ...dates, paymentStatus: 'PAID' }, options);
    expect(mapped.valid && mapped.draft.timestamp).toBe(`2017-05-09T${time}-04:00`);
  });

  it('with its number, or else its id', () => {
    const numberOf = (displayNumber: string | undefined): unknown => {
      const mapped = toDraft({ ...check, displayNumber }, options);
      return mapped.valid && mapped.draft.receiptNumber;
    };
    expect([numberOf('2'), numberOf(undefined)]).toEqual(['2', 'c1']);
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

  const tenderOf = (fields: object): unknown => {
    const mapped = toDraft({ ...check, payments: [{ amount: 9.55, ...fields }] }, options);
    return mapped.valid && (mapped.draft.tenders?.[0] ?? null);
  };

  it.each<[string, object, object]>([
    ['on a gift card of Toast', { type: 'TOAST_SV' }, { method: 'other', amount: 955, name: 'Gift card' }],
    ['in another way', { type: 'OTHER' }, { method: 'other', amount: 955 }],
    ['by card, not captured yet', { type: 'CREDIT', paymentStatus: 'AUTHORIZED' }, { method: 'card', amount: 955 }],
    [
      'by a card with digits that are not the last four',
      { type: 'CREDIT', last4Digits: '42' },
      { method: 'card', amount: 955 },
    ],
    ['by a card with too many digits', { type: 'CREDIT', last4Digits: '54242' }, { method: 'card', amount: 955 }],
    ['in exact cash', { type: 'CASH', amountTendered: 9.55 }, { method: 'cash', amount: 955, tendered: 955 }],
    [
      'in cash, with a tip',
      { type: 'CASH', tipAmount: 1, amountTendered: 20 },
      { method: 'cash', amount: 1055, tendered: 2100 },
    ],
    ['in cash, without the amount tendered', { type: 'CASH' }, { method: 'cash', amount: 955 }],
    ['in less cash than due', { type: 'CASH', amountTendered: 9 }, { method: 'cash', amount: 955 }],
  ])('paid %s', (_, payment, tender) => {
    expect(tenderOf(payment)).toEqual(tender);
  });

  it.each(['ERROR', 'ERROR_NETWORK', 'DENIED', 'CANCELLED', 'VOIDED', 'PROCESSING_VOID'])(
    'without the payment that is %s',
    (paymentStatus) => {
      expect(tenderOf({ type: 'CREDIT', paymentStatus, tipAmount: 1 })).toBeNull();
    },
  );

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
      modifiers: [{ displayName: 'Basil', modifiers: [{ displayName: 'extra' }] }, { displayName: '' }, {}],
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

  it('by piece and by weight', () => {
    const units = [undefined, 'NONE', 'LB', 'KG'];
    const selections = units.map((unitOfMeasure, i) => ({ ...cakes, guid: String(i), unitOfMeasure }));
    const mapped = toDraft(checkOf({ selections }), options);
    expect(mapped.valid && mapped.draft.items.map(({ unit }) => unit)).toEqual([undefined, undefined, 'lb', 'kg']);
  });

  it.each([
    ['STATE', 'state'],
    ['COUNTY', 'county'],
    ['CITY', 'city'],
    ['DISTRICT', 'district'],
    ['COUNTRY', undefined],
  ])('with the tax of a jurisdiction: %s', (jurisdictionType, level) => {
    const taxOf = (names: object): unknown => {
      const applied = { rate: 0.0625, taxAmount: 0.56, jurisdictionType, ...names };
      const mapped = toDraft(checkOf({ selections: [{ ...cakes, appliedTaxes: [applied] }] }), options);
      return mapped.valid && mapped.draft.items[0]!.taxes;
    };
    const taxed = { ...(level && { level }), rate: 6.25, amount: 56 };
    expect(taxOf({ name: 'MA', displayName: 'Meals tax' })).toEqual([{ ...taxed, name: 'Meals tax' }]);
    expect(taxOf({})).toEqual([{ ...taxed, name: 'Tax' }]);
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

  // 9.00 + 0.56 of tax is 9.56, paid as 9.55 in cash.
  it.each([
    ['included in the total', 11.55],
    ['beside the total', 9.55],
  ])('rounded for cash, with a gratuity %s', (_, totalAmount) => {
    const appliedServiceCharges = [
      { guid: 'r', name: 'Rounding', chargeAmount: -0.01, serviceChargeCategory: 'CASH_ROUNDING' },
      { guid: 'g', chargeAmount: 2, gratuity: true, serviceChargeCategory: 'SERVICE_CHARGE' },
    ];
    const selections = [{ ...cakes, preDiscountPrice: 9, price: 9 }];
    expect(toDraft(checkOf({ selections, appliedServiceCharges, totalAmount }), options)).toMatchObject({
      draft: {
        totals: { rounding: -1 },
        charges: [{ key: 'g', name: 'Service charge', amount: 200, taxCategory: 'O' }],
      },
      expect: { total: 1155, lines: [{ amount: 900 }, { amount: 200 }] },
    });
  });

  it('whose total leaves out a gift card, which is not a gratuity', () => {
    const card = { ...cakes, guid: 'card', selectionType: 'TOAST_CARD_SELL', price: 25, tax: 0, appliedTaxes: [] };
    const completion = completeFrom(checkOf({ selections: [cakes, { ...card, preDiscountPrice: 25 }] }), options);
    expect(completion.issues.map(({ field, code }) => `${field} ${code}`)).toContain(
      'totals.total differs_from_source',
    );
  });

  it.each([
    ['without', 10, 22.99],
    ['with', 10.63, 24.43],
  ])(
    'with an item whose price includes tax, stated %s tax, beside an item and a charge to which tax is added',
    (_, price, amount) => {
      const included = { ...cakes, guid: 'pie', taxInclusion: 'INCLUDED', price, preDiscountPrice: price, tax: 0.63 };
      const pie = { ...included, appliedTaxes: [{ ...tax!, taxAmount: 0.63 }] };
      const delivery = { guid: 'd', name: 'Delivery', chargeAmount: 4, appliedTaxes: [{ ...tax!, taxAmount: 0.25 }] };
      const mixed = { selections: [cakes, pie], appliedServiceCharges: [delivery], amount, taxAmount: 1.44 };
      const document = documentOf(completeFrom(checkOf({ ...mixed, totalAmount: 24.43 }), options))!;
      expect(document.totals).toMatchObject({ total: 2443, tax: 144 });
      expect(linesOf(document)).toEqual([
        { amount: 955, tax: 56 },
        { amount: 1063, tax: 63 },
        { amount: 425, tax: 25 },
      ]);
    },
  );

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

  it.each([
    ['TOAST_CARD_SELL', 'O'],
    ['TOAST_CARD_RELOAD', 'O'],
    ['HOUSE_ACCOUNT_PAY_BALANCE', 'O'],
    ['OPEN_ITEM', 'E'],
  ])('for an untaxed selection of type %s', (selectionType, taxCategory) => {
    const selections = [{ ...cakes, selectionType, price: 25, tax: 0, appliedTaxes: [] }];
    const sold = checkOf({ selections, amount: 25, taxAmount: 0, totalAmount: 25 });
    const mapped = toDraft(sold, { ...options, zeroRateCategory: 'E' });
    expect(mapped.valid && mapped.draft.items[0]).toMatchObject({ taxRate: 0, taxCategory });
  });

  it('without the sum of the taxes on an item', () => {
    const mapped = toDraft(checkOf({ selections: [{ ...cakes, tax: undefined }] }), options);
    expect(mapped.valid && mapped.expect.lines).toEqual([{ key: 'Crab-Cakes', amount: 899, tax: 56 }]);
  });

  it('whose rate only the shop knows', () => {
    const untold = checkOf({ selections: [{ ...cakes, appliedTaxes: [] }] });
    expect(faults(untold)).toEqual(['payload.selections[0].appliedTaxes source_needs_option']);
    expect(documentOf(completeFrom(untold, { ...options, taxRate: 6.25 }))?.totals.tax).toBe(56);
    const fixed = checkOf({ selections: [{ ...cakes, appliedTaxes: [{ ...tax!, type: 'TABLE', rate: null }] }] });
    expect(faults(fixed)).toEqual(['payload.selections[0].appliedTaxes[0].rate source_needs_option']);
    // The rate of a fixed tax is an amount.
    const fee = checkOf({ selections: [{ ...cakes, appliedTaxes: [{ ...tax!, type: 'FIXED', rate: 0.56 }] }] });
    expect(faults(fee)).toEqual(['payload.selections[0].appliedTaxes[0].rate source_needs_option']);
    const rates = { 'State Tax': 6.25 };
    expect(documentOf(completeFrom(fixed, { ...options, rates }))?.totals.tax).toBe(56);
    const zero = { ...tax!, rate: 0, taxAmount: 0 };
    expect(faults(checkOf({ selections: [{ ...cakes, appliedTaxes: [zero] }] }))).toEqual([
      'payload.selections[0].appliedTaxes source_needs_option',
    ]);
    // A tax of 0.00 needs no rate.
    const none = { ...zero, type: 'TABLE', rate: null };
    expect(faults(checkOf({ selections: [{ ...cakes, appliedTaxes: [tax!, none] }] }))).toEqual([]);
  });

  it('whose total and tip are too large together', () => {
    const payments = [{ type: 'CASH', amount: 1, tipAmount: 1 }];
    expect(faults({ ...check, totalAmount: '90071992547409.91', payments: [] })).toEqual([]);
    expect(faults({ ...check, totalAmount: '90071992547409.91', payments })).toEqual(['payload source_not_understood']);
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
    // A refund without a transaction has the id of its payment.
    // Prices exclude tax: of 4.00, 8.99 / 9.55 is the price of the goods. The tip is not taxed.
    const input = { receiptNumber: 'p2', amount: 377 };
    expect(mapped).toMatchObject({ kind: 'credit_note', expect: { total: 400 }, input });
    const credit = documentOf(completeFrom(money, of))!;
    expect(documentOf(completeFrom(money, { ...of, priorCorrections: [credit] }))?.totals.total).toBe(655);
  });

  // A check of two items and a charge, whose refunds Toast states by item.
  const soup = { ...cakes, guid: 'soup', displayName: 'Soup' };
  const delivery = { guid: 'd', name: 'Delivery', chargeAmount: 4, appliedTaxes: [{ ...tax!, taxAmount: 0.25 }] };
  const meal = checkOf({
    selections: [cakes, soup],
    appliedServiceCharges: [delivery],
    amount: 21.98,
    taxAmount: 1.37,
  });
  const paid = { ...check.payments![0]!, guid: 'p', amount: 23.35 };
  const detailsOf = (refundAmount: number, taxRefundAmount: number, guid?: string) => ({
    refundDetails: { refundAmount, taxRefundAmount, refundTransaction: guid === undefined ? undefined : { guid } },
  });
  const eaten = { ...meal, totalAmount: 23.35, payments: [paid] };
  const linesRefunded = (payload: unknown, more = {}): unknown => {
    const mapped = toCorrection(payload, { ...of, sale: documentOf(completeFrom(eaten, options))!, ...more });
    return mapped.valid ? [mapped.kind, mapped.expect.total, mapped.expect.tax, mapped.expect.lines] : mapped.issues;
  };

  it('of one of two items and a charge, beside an item in another refund', () => {
    const first = { ...refund, refundAmount: 13.8, tipRefundAmount: 0 };
    const other = { ...refund, refundAmount: 9.55, tipRefundAmount: 0, refundDate: '2017-05-11T16:24:09.883+0000' };
    const payments = [
      { ...paid, refund: first },
      { ...paid, guid: 'p2', refund: { ...other, refundTransaction: { guid: 'r2' } } },
    ];
    const selections = [
      { ...cakes, ...detailsOf(8.99, 0.56) },
      { ...soup, ...detailsOf(8.99, 0.56, 'r2') },
    ];
    const appliedServiceCharges = [{ ...delivery, ...detailsOf(4, 0.25, 'r1') }];
    expect(linesRefunded({ ...eaten, payments, selections, appliedServiceCharges })).toEqual([
      ...['refund', 1380, 81],
      [
        { key: 'Crab-Cakes', amount: 899, tax: 56 },
        { key: 'd', amount: 400, tax: 25 },
      ],
    ]);
  });

  it('from two payments at once, with the tips of both', () => {
    const half = { ...refund, refundAmount: 4.55, tipRefundAmount: 0.5 };
    const payments = ['p', 'p2'].map((guid) => ({ ...paid, guid, refund: half }));
    const payload = { ...eaten, payments, selections: [{ ...cakes, ...detailsOf(8.54, 0.56) }, soup] };
    expect(linesRefunded(payload)).toEqual([
      ...['refund', 1010, 56],
      [
        { key: 'Crab-Cakes', amount: 854, tax: 56 },
        { key: 'tip', amount: 100, tax: 0 },
      ],
    ]);
  });

  it('of an item whose price includes tax', () => {
    const included = checkOf({ selections: [{ ...cakes, taxInclusion: 'INCLUDED' }] });
    const sold = documentOf(completeFrom(included, options))!;
    const payments = [{ ...paid, refund: { ...refund, tipRefundAmount: undefined } }];
    const selections = [{ ...cakes, ...detailsOf(8.99, 0.56) }];
    expect(linesRefunded({ ...included, payments, selections }, { sale: sold })).toEqual([
      ...['refund', 955, 56],
      [{ key: 'Crab-Cakes', amount: 955, tax: 56 }],
    ]);
  });

  it('with an issue if there is no refund, or the refund is of another check', () => {
    const codes = (payload: unknown) => toCorrection(payload, of).issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes(tipped)).toEqual(['payload.payments source_not_final']);
    expect(codes({ ...refunded, guid: 'other' })).toEqual(['payload.guid source_not_understood']);
  });
});
