import { completeFrom, toCorrection, toDraft, type ZettlePurchase } from 'receipt-rule-packs/from/zettle';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { documentOf, linesOf, optionsOf, rowsOf, testMutations, testPayloads } from './support/payloads';

const rows = rowsOf('zettle');
const rowOf = (id: string) => {
  const row = rows.find((one) => one.id === id)!;
  return { payload: row.payload as ZettlePurchase, options: optionsOf(row) };
};
const { payload: haircut, options } = rowOf('zettle-haircut');
const product = haircut.products[0]!;

/** A purchase of these products, paid by card. */
const purchaseOf = (
  products: readonly Partial<ZettlePurchase['products'][number]>[],
  fields: Partial<ZettlePurchase> & Pick<ZettlePurchase, 'amount' | 'vatAmount'>,
): ZettlePurchase => ({
  ...haircut,
  products: products.map((one, i) => ({
    ...product,
    rowTaxableAmount: undefined,
    variantUuid: undefined,
    id: `${i}`,
    ...one,
  })),
  payments: [{ type: 'IZETTLE_CARD', amount: fields.amount }],
  groupedVatAmounts: undefined,
  ...fields,
});

const faults = (payload: unknown, more = {}): string[] => {
  const mapped = toDraft(payload, { ...options, ...more });
  return mapped.issues.map(({ field, code }) => `${field} ${code}`);
};

describe('purchases published by Zettle', () => {
  testPayloads('zettle', completeFrom);
  testMutations('zettle', completeFrom);
});

describe('the adapter handles a purchase', () => {
  it('in a Pusher event', () => {
    const { payload, options: british } = rowOf('zettle-push-gb');
    const event = { eventName: 'PurchaseCreated', payload: JSON.stringify(payload) };
    expect(documentOf(completeFrom(event, british))?.totals).toMatchObject({ total: 35300, tax: 3656 });
    expect(faults({ payload: '{' })[0]).toBe('payload.payload source_not_understood');
  });

  it('paid in cash, by card and by other methods', () => {
    const payments = [
      { type: 'IZETTLE_CASH', amount: 20000, attributes: { handedAmount: 50000, changeAmount: 30000 } },
      { type: 'IZETTLE_CARD', amount: 40000, attributes: { maskedPan: '535583******1234' } },
      { type: 'SWISH', amount: 5000 },
      { type: 'KLARNA', amount: 5000 },
    ];
    expect(documentOf(completeFrom({ ...haircut, payments }, options))?.metadata?.receiptExtra).toMatchObject({
      tenders: [
        { method: 'cash', amount: 20000, tendered: 50000, change: 30000 },
        { method: 'card', amount: 40000, last4: '1234' },
        { method: 'mobile', amount: 5000, name: 'Swish' },
        { method: 'other', amount: 5000, name: 'KLARNA' },
      ],
    });
  });

  const draftOf = (fields: object): unknown => {
    const mapped = toDraft({ ...haircut, ...fields }, options);
    return mapped.valid ? mapped.draft : mapped.issues;
  };

  it.each<[string, object]>([
    ['IZETTLE_CARD_ONLINE', { method: 'card' }],
    ['VIPPS', { method: 'mobile', name: 'Vipps' }],
    ['MOBILE_PAY', { method: 'mobile', name: 'MobilePay' }],
    ['GIFTCARD', { method: 'other', name: 'Gift card' }],
    ['STORE_CREDIT', { method: 'other', name: 'Store credit' }],
    ['IZETTLE_INVOICE', { method: 'other', name: 'Invoice' }],
  ])('paid by %s', (type, tender) => {
    expect(draftOf({ payments: [{ type, amount: 70000 }] })).toMatchObject({ tenders: [{ ...tender, amount: 70000 }] });
  });

  it.each<[string, object | null, object]>([
    ['in exact cash', { handedAmount: 70000 }, { tendered: 70000 }],
    ['in cash, without the amount handed over', { changeAmount: 0 }, {}],
    ['in less cash than due', { handedAmount: 60000 }, {}],
    ['in cash, without attributes', null, {}],
  ])('paid %s', (_, attributes, tender) => {
    const payments = [{ type: 'IZETTLE_CASH', amount: 70000, attributes }];
    expect((draftOf({ payments }) as { tenders: object[] }).tenders).toEqual([
      { method: 'cash', amount: 70000, ...tender },
    ]);
  });

  it.each<[string, object, object]>([
    ['its name and variant', {}, { name: 'Haircut, 1 hour' }],
    ['only its comment', { name: '', variantName: undefined, comment: 'Beard' }, { name: 'Beard' }],
    ['no name', { name: undefined, variantName: '' }, { name: 'Custom amount' }],
    ['a SKU and a unit', { sku: 'H-1', unitName: 'h' }, { sku: 'H-1', unit: 'h' }],
    ['neither SKU nor unit', { sku: '', unitName: undefined }, { sku: undefined, unit: undefined }],
    [
      'a named discount',
      { discountValue: 5000, discount: { name: 'Student', amount: 5000 } },
      { discount: { amount: 5000, description: 'Student' } },
    ],
    [
      'a discount without a name',
      { discountValue: 5000, discount: { name: '', amount: 5000 } },
      { discount: { amount: 5000, description: undefined } },
    ],
  ])('of a product with %s', (_, fields, item) => {
    expect(draftOf({ products: [{ ...product, ...fields }] })).toMatchObject({ items: [item] });
  });

  it("in the law's time zone, or in UTC without a law", () => {
    const timeOf = (more: object): unknown => {
      const mapped = toDraft(haircut, { ...options, timeZone: undefined, ...more });
      return mapped.valid && mapped.draft.timestamp;
    };
    expect(timeOf({})).toBe('2020-12-15T15:46:43.592+01:00');
    const elsewhere = createRegistry(packs).shop({ country: 'ZZ' as 'GB' });
    expect(timeOf({ shop: elsewhere })).toMatch(/^2020-12-15T14:46:43.592(?:Z|\+00:00)$/);
  });

  it('in a web shop', () => {
    expect(draftOf({ source: 'WEB_SHOP' })).toMatchObject({ channel: 'ecommerce' });
    expect(draftOf({ source: 'POS' })).toMatchObject({ channel: undefined });
  });

  it.each([
    ['on top of its amount', 70000],
    ['included in its amount', 77000],
  ])('with a tip %s', (_, amount) => {
    const payments = [{ type: 'IZETTLE_CARD', amount: 77000, gratuityAmount: 7000 }];
    const document = documentOf(completeFrom({ ...haircut, amount, payments }, options))!;
    expect(document.totals.total).toBe(77000);
    expect(document.items.map((item) => [item.amount, item.taxCategory])).toEqual([
      [70000, 'S'],
      [7000, 'O'],
    ]);
  });

  it('with a service charge at a separate rate', () => {
    const serviceCharge = { title: 'Delivery', amount: 5000, vatPercentage: 25 };
    const delivered = {
      ...haircut,
      serviceCharge,
      amount: 75000,
      vatAmount: 15000,
      payments: [{ type: 'IZETTLE_CARD', amount: 75000 }],
    };
    const document = documentOf(completeFrom(delivered, options))!;
    expect(document.totals).toMatchObject({ total: 75000, tax: 15000 });
    expect(document.items[1]).toMatchObject({ name: 'Delivery', taxAmount: 1000 });
  });

  it('and expects the total, the tax, and the figures of the products, the charge and the tip', () => {
    const payments = [{ type: 'IZETTLE_CARD', amount: 82000, gratuityAmount: 7000 }];
    const serviceCharge = { title: 'Delivery', amount: 5000, vatPercentage: 25 };
    const mapped = toDraft({ ...haircut, amount: 75000, vatAmount: 15000, serviceCharge, payments }, options);
    expect(mapped.valid && mapped.expect).toEqual({
      ...{ total: 82000, tax: 15000 },
      lines: [
        { key: product.variantUuid, amount: 70000, tax: 14000 },
        { key: 'charge:Delivery', amount: 5000 },
        { key: 'tip', amount: 7000 },
      ],
    });
    // How a discount on the purchase is split between products is unknown.
    const discounted = toDraft({ ...haircut, discounts: [{ amount: 100 }] }, options);
    expect(discounted.valid && discounted.expect.lines).toEqual([{ key: product.variantUuid }]);
  });

  it('with a service charge that has no name, or an amount of 0', () => {
    expect(draftOf({ serviceCharge: { amount: 5000 } })).toMatchObject({
      charges: [{ key: 'charge:Service charge', name: 'Service charge', amount: 5000 }],
    });
    expect(draftOf({ serviceCharge: { title: 'Delivery', amount: 0 } })).toMatchObject({ charges: [] });
  });

  // 10.00 at 25 % and 10.00 at 12 %, and a gift card of 5.00.
  it.each<[string, object[], object | undefined, object[]]>([
    ['has amounts', [{ amount: -100 }, { amount: -20 }], undefined, [{ amount: 120 }]],
    [
      'has names',
      [
        { name: 'Staff', amount: 100 },
        { name: 'Tuesday', amount: 20 },
      ],
      undefined,
      [{ amount: 120, description: 'Staff, Tuesday' }],
    ],
    [
      'has a percentage and an amount',
      [{ percentage: 10 }, { amount: -100 }],
      undefined,
      [{ percent: 10 }, { amount: 100 }],
    ],
    ['has values', [{ value: -100 }, { value: -20, amount: 30 }], undefined, [{ amount: 120 }]],
    ['is 0', [{ amount: 0 }], undefined, []],
    [
      'is stated per rate',
      [{ amount: 101 }],
      { '12.0': 949, '25.0': 950 },
      [
        { amount: 50, lines: [0] },
        { amount: 51, lines: [1] },
      ],
    ],
    ['is at one of the rates', [{ amount: 100 }], { '12.0': 900, '25.0': 1000 }, [{ amount: 100, lines: [1] }]],
    ['differs from the amounts per rate', [{ amount: 101 }], { '12.0': 949, '25.0': 951 }, [{ amount: 101 }]],
    ['would add to a rate', [{ amount: 100 }], { '12.0': 890, '25.0': 1010 }, [{ amount: 100 }]],
    ['has no amount at a rate', [{ amount: 100 }], { '12.0': 900 }, [{ amount: 100 }]],
  ])('with a discount that %s', (_, discounts, groupedVatAmounts, expected) => {
    const products = [
      { ...product, unitPrice: 1000, vatPercentage: 25 },
      { ...product, unitPrice: 1000, vatPercentage: 12 },
      { ...product, unitPrice: 500, type: 'GIFTCARD' },
    ];
    const { discounts: found } = draftOf({ products, discounts, groupedVatAmounts }) as { discounts: unknown };
    expect(found).toEqual(expected);
  });

  it('with a discount on products at one rate, or at a rate with a fraction', () => {
    const products = [20, 12.5].map((vatPercentage) => ({ ...product, unitPrice: 1000, vatPercentage }));
    const discounts = [{ amount: 100 }];
    const groupedVatAmounts = { '20.0': 1000, '12.5': 900 };
    expect(draftOf({ products, discounts, groupedVatAmounts })).toMatchObject({
      discounts: [{ amount: 100, lines: [1] }],
    });
    const [first] = products;
    const alike = { products: [first, first], discounts, groupedVatAmounts: { '20.0': 1900 } };
    const { discounts: whole, tip } = draftOf(alike) as { discounts: unknown; tip: unknown };
    expect(whole).toEqual([{ amount: 100 }]);
    expect(tip).toBeUndefined();
  });

  it('whose discount is stated per rate', () => {
    const goods = [
      { unitPrice: 1000, quantity: '1', vatPercentage: 25 },
      { unitPrice: 1000, quantity: '1', vatPercentage: 12 },
    ];
    const discounts = [{ name: 'Staff', amount: 101, value: 101 }];
    const groupedVatAmounts = { '12.0': 949, '25.0': 950 };
    const purchase = purchaseOf(goods, { amount: 1899, vatAmount: 292, discounts, groupedVatAmounts });
    const document = documentOf(completeFrom(purchase, options))!;
    expect(document.items.map(({ amount, discount }) => [amount, discount?.amount])).toEqual([
      [950, 50],
      [949, 51],
    ]);
  });

  it('of a gift card, an exempt product, and several pieces of one variant', () => {
    const goods = [
      { type: 'GIFTCARD', unitPrice: 10000, vatPercentage: 0 },
      { taxExempt: true, unitPrice: 5000, vatPercentage: 25 },
      { variantUuid: 'v', unitPrice: 1000 },
      { variantUuid: 'v', unitPrice: 1200 },
    ];
    const mapped = toDraft(purchaseOf(goods, { amount: 17200, vatAmount: 440 }), options);
    expect(mapped.valid && mapped.draft.items.map(({ key, taxCategory }) => [key, taxCategory])).toEqual([
      ['0', 'O'],
      ['1', 'E'],
      ['v', undefined],
      ['v#2', undefined],
    ]);
  });

  it('with prices without tax, and several taxes', () => {
    const goods = [{ unitPrice: 1000, taxRates: [{ percentage: 6 }, { percentage: '2.25' }] }];
    const fields = { amount: 1083, vatAmount: 83, taxationMode: 'EXCLUSIVE', taxationType: 'SALES_TAX' };
    const { options: british } = rowOf('zettle-push-gb');
    const purchase = purchaseOf(goods, { ...fields, currency: 'GBP' });
    const completion = completeFrom(purchase, british);
    expect(documentOf(completion)?.items[0]).toMatchObject({ amount: 1000, taxRate: 8.25, taxAmount: 83 });
    // Zettle states no names, so the taxes have the law's name for its tax.
    const mapped = toDraft(purchase, british);
    expect(mapped.valid && mapped.draft.items[0]!.taxes).toEqual([
      { name: 'VAT', rate: 6 },
      { name: 'VAT', rate: 2.25 },
    ]);
    const shop = createRegistry(packs).shop({ country: 'ZZ' as 'GB' });
    const elsewhere = toDraft(purchase, { ...british, shop });
    expect(elsewhere.valid && elsewhere.draft.items[0]!.taxes![0]!.name).toBe('Sales tax');
  });

  it.each([
    ['INCLUSIVE', { amount: 70000, tax: 14000 }],
    ['EXCLUSIVE', { amount: 56000 }],
  ])('with the taxable amount of a row, in the mode %s', (taxationMode, row) => {
    const mapped = toDraft({ ...haircut, taxationMode }, options);
    expect(mapped.valid && mapped.expect.lines).toEqual([{ key: product.variantUuid, ...row }]);
  });

  it('without tax', () => {
    const untaxed = { products: [{ ...product, vatPercentage: 0 }], vatAmount: undefined };
    const mapped = toDraft({ ...haircut, ...untaxed }, { ...options, zeroRateCategory: 'E' });
    expect(mapped).toMatchObject({ draft: { items: [{ taxRate: 0, taxCategory: 'E' }] }, expect: { tax: 0 } });
  });

  it('of a custom amount, whose rate must come from the options', () => {
    const purchase = purchaseOf([{ type: 'CUSTOM_AMOUNT', name: '', variantName: '', vatPercentage: undefined }], {
      amount: 70000,
      vatAmount: 14000,
    });
    expect(faults(purchase)).toEqual(['payload.products[0].vatPercentage source_needs_option']);
    expect(documentOf(completeFrom(purchase, { ...options, taxRate: 25 }))?.totals.tax).toBe(14000);
  });
});

describe('the adapter rejects a purchase', () => {
  it.each([
    ['an amount', { amount: undefined }, ['payload.amount source_not_understood']],
    ['an amount of the wrong type', { amount: 'many' }, ['payload.amount source_not_understood']],
    ['the products', { products: null }, ['payload.products source_not_understood']],
    [
      'the price of a product',
      { products: [{ ...product, unitPrice: 7.5 }] },
      ['payload.products[0].unitPrice source_not_understood'],
    ],
    ['sales tax rates', { taxationType: 'SALES_TAX' }, ['payload.products[0].taxRates source_not_understood']],
    ['a refund', { refund: true }, ['payload.refund source_not_understood']],
  ])('because of %s', (_, fields, expected) => {
    expect(faults({ ...haircut, ...fields })).toEqual(expected);
  });

  it.each([[null], ['text'], [[]], [{}], [7n]])('that is %s', (payload) => {
    expect(faults(payload).length).toBeGreaterThan(0);
  });
});

describe('the adapter handles a refund', () => {
  const shirts = rowOf('zettle-refund').payload as unknown as { purchase: ZettlePurchase; refunds: ZettlePurchase };
  const sale = documentOf(completeFrom(shirts.refunds, options))!;
  const of = { ...options, sale, priorCorrections: [], originalTransactionId: 'tx_1' };

  it('of one of two shirts, with its sale', () => {
    const mapped = toCorrection(shirts.purchase, of);
    expect(mapped.valid && mapped.kind).toBe('refund');
    const document = documentOf(completeFrom(shirts.purchase, of))!;
    expect(document.totals).toMatchObject({ total: 10000, tax: 1071 });
    expect(document.linkedTransaction?.originalTransactionId).toBe('tx_1');
    expect(linesOf(document)).toEqual([{ amount: 10000, tax: 1071 }]);
  });

  it('without its sale', () => {
    const document = documentOf(completeFrom(shirts.purchase, options))!;
    expect(document.totals).toMatchObject({ total: 10000, tax: 1071 });
    expect(document.linkedTransaction?.originalTransactionId).toBe('none');
  });

  it('of a purchase with a discount, without its sale', () => {
    const purchase = { ...shirts.purchase, amount: -9500, discounts: [{ percentage: 5, quantity: 1, value: -500 }] };
    expect(completeFrom(purchase, options).issues.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'payload.discounts source_incomplete',
    ]);
  });

  it('of a tip and a service charge', () => {
    const charged = {
      ...shirts.refunds,
      amount: 25000,
      vatAmount: 3142,
      serviceCharge: { title: 'Delivery', amount: 5000, vatPercentage: 25 },
      payments: [{ type: 'IZETTLE_CARD', amount: 26000, gratuityAmount: 1000 }],
    };
    const sold = documentOf(completeFrom(charged, options))!;
    const back = {
      ...shirts.purchase,
      amount: -15000,
      vatAmount: -2071,
      serviceCharge: { title: 'Delivery', amount: -5000, vatPercentage: 25 },
      payments: [{ type: 'IZETTLE_CARD', amount: -16000, gratuityAmount: -1000 }],
    };
    const document = documentOf(completeFrom(back, { ...of, sale: sold }))!;
    expect(document.totals).toMatchObject({ total: 16000, tax: 2071 });
    expect(document.payment.method).toBe('card');
    expect(document.metadata?.receiptExtra).toMatchObject({ tenders: [{ method: 'card', amount: 16000 }] });
    const alone = documentOf(completeFrom(back, options))!;
    expect(alone.totals).toMatchObject({ total: 16000, tax: 2071 });
    expect(alone.items.map(({ taxCategory }) => taxCategory)).toEqual(['S', 'S', 'O']);
    const unrated = { ...back, serviceCharge: { title: 'Delivery', amount: -5000 } };
    expect(completeFrom(unrated, options).issues.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'payload.serviceCharge.vatPercentage source_incomplete',
    ]);
  });

  it('but rejects one of another sale, a payload that is itself a sale, and goods that were not sold', () => {
    const codes = (payload: unknown) => completeFrom(payload, of).issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes({ ...shirts.purchase, refundsPurchaseUUID1: 'other' })).toEqual([
      'payload.refundsPurchaseUUID1 source_not_understood',
    ]);
    expect(codes(shirts.refunds)).toEqual(['payload.refund source_not_understood']);
    const [shirt] = shirts.purchase.products;
    expect(codes({ ...shirts.purchase, products: [{ ...shirt, variantUuid: 'other' }] })).toContain(
      'lines[0].key line_not_found',
    );
  });

  it('but rejects one whose amount differs from its products', () => {
    const completion = completeFrom({ ...shirts.purchase, amount: -9000 }, of);
    expect(completion.issues.map(({ field, code }) => `${field} ${code}`)).toContain(
      'totals.total differs_from_source',
    );
  });
});
