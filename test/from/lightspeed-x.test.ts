import {
  completeFrom,
  toCorrection,
  toDraft,
  type LightspeedLine,
  type LightspeedRegisterSale,
  type LightspeedSale,
} from 'receipt-rule-packs/from/lightspeed-x';
import { createRegistry } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { documentOf, linesOf, optionsOf, rowsOf, testMutations, testPayloads } from './support/payloads';

const rows = rowsOf('lightspeed-x');
const rowOf = (id: string) => rows.find((row) => row.id === id)!;
const options = { ...optionsOf(rowOf('lightspeed-nz-299')), requireCompleted: true };
const glasses = rowOf('lightspeed-nz-299').payload as LightspeedRegisterSale;
const [pair] = glasses.register_sale_products;

const saleOf = (
  lines: readonly LightspeedLine[],
  net: number,
  tax: number,
  more: Partial<LightspeedRegisterSale> = {},
): LightspeedRegisterSale => ({
  ...glasses,
  register_sale_products: lines,
  total_price: net,
  total_tax: tax,
  register_sale_payments: [{ name: 'Credit Card', amount: net + tax }],
  ...more,
});

const faults = (payload: unknown, more = {}): string[] =>
  toDraft(payload, { ...options, ...more }).issues.map(({ field, code }) => `${field} ${code}`);

describe('sales published by Lightspeed', () => {
  testPayloads('lightspeed-x', completeFrom);
  testMutations('lightspeed-x', completeFrom);
});

describe('the adapter handles a sale', () => {
  it('in a response, and in a webhook form', () => {
    const { totals } = documentOf(completeFrom(glasses, options))!;
    const form = `payload=${encodeURIComponent(JSON.stringify(glasses)).replaceAll('%20', '+')}&retailer_id=r`;
    const answers = [
      { data: glasses },
      { register_sale: glasses },
      { payload: JSON.stringify(glasses), retailer_id: 'r' },
    ];
    for (const payload of [...answers, form, `retailer_id=r&${form}`])
      expect(documentOf(completeFrom(payload, options))?.totals).toEqual(totals);
    expect(faults(form.replace('payload=', 'xpayload='))[0]).toBe('payload source_not_understood');
    expect(faults('payload=%7B')[0]).toBe('payload source_not_understood');
    expect(faults({ payload: '{' })[0]).toBe('payload.payload source_not_understood');
  });

  // https://x-series-api.lightspeedhq.com/docs/sales_discounts: a line's price and tax are stated after its discount
  it('with a discount on a line, and on the sale', () => {
    const half = { ...pair!, quantity: 2, price: 6, tax: 0.9, discount: 6, price_total: 12, tax_total: 1.8 };
    const off = { ...pair!, sku: 'vend-discount', quantity: -1, price: 2, tax: 0.3, price_total: -2, tax_total: -0.3 };
    const document = documentOf(completeFrom(saleOf([half, off], 10, 1.5), options))!;
    expect(document.totals).toMatchObject({ total: 1150, tax: 150 });
    expect(document.items).toMatchObject([
      { quantity: 2, unitPrice: 1380, amount: 1380, discount: { amount: 1380 } },
      { quantity: -1, unitPrice: 230, amount: -230 },
    ]);
  });

  it('with weighed goods, at a price with five decimals', () => {
    const cheese = {
      ...pair!,
      quantity: 0.416,
      price: 16.43478,
      tax: 2.46522,
      price_total: 6.83687,
      tax_total: 1.02553,
    };
    const document = documentOf(completeFrom(saleOf([cheese], 6.83, 1.03), options))!;
    expect(document.items).toMatchObject([{ quantity: 0.416, unitPrice: 1890, amount: 786 }]);
  });

  it('with the same product twice, and with voided lines', () => {
    const cup = { ...pair!, product_id: 'cup', sku: undefined, name: undefined };
    const sale = saleOf([cup, cup, { ...cup, status: 'VOIDED' }], 520, 78);
    const mapped = toDraft(sale, options);
    expect(mapped.valid && mapped.draft.items.map(({ key, name }) => [key, name])).toEqual([
      ['cup', 'cup'],
      ['cup#2', 'cup'],
    ]);
  });

  it('with a rate that is stated, in the options, in the law, or derived from the tax', () => {
    const rateOf = (line: Partial<LightspeedLine>, more = {}): unknown => {
      const mapped = toDraft(saleOf([{ ...pair!, tax_rate: undefined, ...line }], 260, 39), { ...options, ...more });
      return mapped.valid ? mapped.draft.items[0]!.taxRate : mapped.issues.map(({ code }) => code);
    };
    expect(rateOf({ tax_rate: 0.15 })).toBe(15);
    expect(rateOf({ tax_id: 't' }, { rates: { t: 12.5 } })).toBe(12.5);
    expect(rateOf({})).toBe(15);
    expect(rateOf({ price: 4.30435, tax: 0.64565 })).toBe(15);
    expect(rateOf({ price: 10, tax: 0.8875 })).toBe(8.875);
    expect(rateOf({ price: 10, tax: 1.25 })).toBe(12.5);
    expect(rateOf({ price: 10, tax: 0.825 })).toBe(8.25);
    expect(rateOf({ tax_id: 't', tax_rate: 0.15 }, { rates: { t: 12.5 }, taxRate: 9 })).toBe(15);
    expect(rateOf({ price: 300, tax: 100 })).toEqual(['source_needs_option']);
    expect(rateOf({ price: 300, tax: 100 }, { taxRate: 15 })).toBe(15);
    expect(rateOf({ price: 300, tax: 100, tax_id: 'constructor' }, { rates: { t: 15 } })).toEqual([
      'source_needs_option',
    ]);
    const { shop } = optionsOf({ ...rowOf('lightspeed-nz-299'), options: { country: 'DE' } });
    expect(rateOf({ price: 100, tax: 7 }, { shop })).toBe(7);
    // Without a law, only the options can state the rate.
    const { shop: elsewhere } = optionsOf({ ...rowOf('lightspeed-nz-299'), options: { country: 'ZZ' } });
    expect(rateOf({ price: 100, tax: 7 }, { shop: elsewhere })).toEqual(['source_needs_option']);
    expect(rateOf({ price: 100, tax: 7 }, { shop: elsewhere, taxRate: 7 })).toBe(7);
  });

  it('with gift cards, and without tax', () => {
    const free = { ...pair!, tax: 0, tax_total: 0, tax_rate: 0 };
    const mapped = toDraft(saleOf([{ ...free, product_id: 'card' }, free], 520, 0), {
      ...options,
      giftCardProducts: ['card'],
      zeroRateCategory: 'E',
    });
    expect(mapped.valid && mapped.draft.items.map(({ taxCategory }) => taxCategory)).toEqual(['O', 'E']);
  });

  const mapped = (fields: object, more = {}): unknown => {
    const result = toDraft({ ...glasses, ...fields }, { ...options, ...more });
    return result.valid ? result : result.issues;
  };

  // Sales do not state their currency. Bulgaria changed to the euro on 1 January 2026.
  it.each([
    ['BG', '2025-12-31T21:59:59Z', 'BGN'],
    ['BG', '2025-12-31T22:00:00Z', 'EUR'],
    ['ZZ', '2025-12-31T22:00:00Z', 'XXX'],
  ])("in the law's currency on its day: %s, %s", (country, sale_date, currency) => {
    const { shop } = optionsOf({ ...rowOf('lightspeed-nz-299'), options: { country } });
    const zone = { timeZone: 'Europe/Sofia', taxRate: 15 };
    expect(mapped({ sale_date }, { shop, ...zone })).toMatchObject({ draft: { currency } });
  });

  it('of a shop whose pack has no law, and therefore no rates', () => {
    const { law: _, ...lawless } = optionsOf(rowOf('lightspeed-nz-299')).shop.pack!;
    const shop = createRegistry([lawless]).shop({ country: lawless.country });
    const line = { register_sale_products: [{ ...pair!, tax_rate: undefined, tax: 39, price: 260 }] };
    expect(faults({ ...glasses, ...line }, { shop })).toEqual([
      'payload.register_sale_products[0].tax_id source_needs_option',
    ]);
    expect(mapped(line, { shop, taxRate: 15 })).toMatchObject({
      draft: { tax: { pricesIncludeTax: true }, items: [{ taxRate: 15 }] },
    });
  });

  it('with the time of the sale, or of its creation', () => {
    const dates = { sale_date: '2020-01-02T03:04:05Z', created_at: '2020-01-02T00:00:00Z' };
    expect(mapped(dates)).toMatchObject({ draft: { timestamp: '2020-01-02T16:04:05+13:00' } });
    expect(mapped({ ...dates, sale_date: null })).toMatchObject({ draft: { timestamp: '2020-01-02T13:00:00+13:00' } });
  });

  it.each([
    ['its invoice', { invoice_number: 'I1', receipt_number: 'R1' }, 'I1'],
    ['its receipt', { invoice_number: null, receipt_number: 'R1' }, 'R1'],
    ['neither', { invoice_number: null, receipt_number: null }, glasses.id],
  ])('with the number of %s', (_, numbers, receiptNumber) => {
    expect(mapped(numbers)).toMatchObject({ draft: { receiptNumber, source: { externalId: glasses.id } } });
  });

  it.each<[string, (string | undefined)[], string, boolean]>([
    ['no line states it, and the law includes it', [undefined, undefined], 'DE', true],
    ['no line states it, and the law excludes it', [undefined, undefined], 'US', false],
    ['no line states it, and there is no law', [undefined, undefined], 'ZZ', true],
    ['one line excludes it', [undefined, '0'], 'DE', false],
    ['one line includes it', ['0', '1'], 'US', true],
  ])('whose prices include or exclude tax: %s', (_, shown, country, expected) => {
    const { shop } = optionsOf({ ...rowOf('lightspeed-nz-299'), options: { country } });
    const lines = shown.map((display_retail_price_tax_inclusive) => ({ ...pair!, display_retail_price_tax_inclusive }));
    expect(mapped({ register_sale_products: lines }, { shop, taxRate: 15 })).toMatchObject({
      draft: { tax: { pricesIncludeTax: expected } },
    });
  });

  it('with lines that have no product id, or no id at all', () => {
    const lines = [
      { ...pair!, product_id: undefined, sku: 's', id: 'l1' },
      { ...pair!, product_id: undefined, sku: undefined, id: 'l2' },
      { ...pair!, product_id: undefined, sku: undefined, id: undefined },
    ];
    const { draft } = mapped({ register_sale_products: lines }) as {
      draft: { items: { key: string; sku?: string }[] };
    };
    expect(draft.items.map(({ key, sku }) => [key, sku])).toEqual([
      ['s', 's'],
      ['l2', undefined],
      ['2', undefined],
    ]);
  });

  it("whose line taxes do not add up to its tax, so that only the sale's tax is compared", () => {
    const result = mapped({ total_price: 259.99, total_tax: 39.01 }) as { expect: { lines: object[] } };
    expect(result).toMatchObject({ expect: { total: 29900, tax: 3901 }, draft: { items: [{ taxAmount: undefined }] } });
    expect(Object.keys(result.expect.lines[0]!)).toEqual(['key', 'amount']);
    expect(mapped({})).toMatchObject({ expect: { lines: [{ amount: 29900, tax: 3900 }] } });
  });

  it.each<[string, object, object]>([
    ['its totals', { price_total: 259.99, tax_total: 39 }, { amount: 29899 }],
    ['no total of its price', { price_total: undefined, tax_total: 39.5 }, { amount: 29900 }],
    ['no total of its tax', { price_total: 259.99, tax_total: null }, { amount: 29900 }],
  ])('of a line with %s', (_, fields, line) => {
    expect(mapped({ register_sale_products: [{ ...pair!, ...fields }] })).toMatchObject({ expect: { lines: [line] } });
  });

  it('with a discount on a line whose price is shown without tax', () => {
    const half = { ...pair!, price: 130, tax: 19.5, discount: 130, price_total: 130, tax_total: 19.5 };
    const register_sale_products = [{ ...half, display_retail_price_tax_inclusive: '0' }];
    expect(mapped({ register_sale_products, total_price: 130, total_tax: 19.5 })).toMatchObject({
      draft: { items: [{ lineTotal: 26000, discount: { amount: 13000 } }] },
      expect: { lines: [{ amount: 13000, tax: 1950 }] },
    });
  });

  it.each<[string, object, object]>([
    ['cash, by its name', { name: 'CASH' }, { method: 'cash' }],
    ['cash, by its type', { name: 'Kassa', payment_type_id: '1' }, { method: 'cash' }],
    ['petty cash', { name: 'Petty Cash' }, { method: 'other', name: 'Petty Cash' }],
    ['Visa', { name: 'Visa' }, { method: 'card', name: 'Visa' }],
    ['Mastercard', { name: 'MasterCard' }, { method: 'card', name: 'MasterCard' }],
    ['Amex', { name: 'Amex' }, { method: 'card', name: 'Amex' }],
    ['a gift card', { name: 'Gift Card' }, { method: 'other', name: 'Gift Card' }],
    ['a loyalty card', { name: 'Loyalty card' }, { method: 'other', name: 'Loyalty card' }],
    ['a store card', { name: 'Store Card' }, { method: 'other', name: 'Store Card' }],
    ['a payment without a name', { name: undefined }, { method: 'other' }],
  ])('paid by %s', (_, payment, tender) => {
    const { draft } = mapped({ register_sale_payments: [{ amount: 299, ...payment }] }) as {
      draft: { tenders: object[] };
    };
    expect(draft.tenders).toEqual([{ ...tender, amount: 29900 }]);
  });

  it.each<[string, object[], object]>([
    [
      'a charge without a name or tax',
      [{ type: 'SURCHARGE', value: 2 }],
      {
        charges: [{ key: 'charge:Surcharge', name: 'Surcharge', amount: 200, taxRate: 0, taxCategory: 'E' }],
        tip: undefined,
      },
    ],
    ['a charge of 0', [{ name: 'Fee', adjustment_type: 'SURCHARGE', value: 0 }], { charges: [], tip: undefined }],
    [
      'two tips',
      [
        { adjustment_type: 'TIP', value: 1 },
        { adjustment_type: 'TIP', value: 2 },
      ],
      { charges: [], tip: 300 },
    ],
    [
      'a tip whose type has its older name',
      [
        { type: 'TIP', value: 1 },
        { type: 'DISCOUNT', value: -1 },
      ],
      { charges: [], tip: 100 },
    ],
    ['a discount alone', [{ adjustment_type: 'DISCOUNT', value: -1 }], { charges: [], tip: undefined }],
  ])('with %s', (_, adjustments, draft) => {
    expect(mapped({ adjustments }, { zeroRateCategory: 'E' })).toMatchObject({ draft });
  });

  it('with a surcharge on the payment, which is the rest of the total only if there are no adjustments', () => {
    const paid = { name: 'Credit Card', amount: 301.3, surcharge: { amount: 2 } };
    const register_sale_payments = [paid];
    const charges = (fields: object) => (mapped({ register_sale_payments, ...fields }) as { draft: object }).draft;
    expect(charges({ total_price: 262, total_tax: 39.3 })).toMatchObject({
      charges: [{ name: 'Surcharge', amount: 230 }],
    });
    expect(charges({})).toMatchObject({ charges: [] });
    expect(charges({ total_price: 262, adjustments: [{ adjustment_type: 'TIP', value: 2 }] })).toMatchObject({
      charges: [],
    });
    const register_sale_products = [{ ...pair!, display_retail_price_tax_inclusive: '0' }];
    expect(charges({ total_price: 262, total_tax: 39.3, register_sale_products })).toMatchObject({
      charges: [{ name: 'Surcharge', amount: 200 }],
    });
  });

  it('paid in several ways, with change', () => {
    const payments = [
      { name: 'Cash', payment_type_id: 1, amount: 200 },
      { name: 'EFTPOS', payment_type_id: 4, amount: 100 },
      { name: 'Gift Card', amount: 49 },
      { name: 'Cash', payment_type_id: 1, amount: -50 },
    ];
    const document = documentOf(completeFrom({ ...glasses, register_sale_payments: payments }, options))!;
    expect(document.metadata?.receiptExtra).toMatchObject({
      tenders: [
        { method: 'cash', amount: 15000, tendered: 20000, change: 5000 },
        { method: 'card', amount: 10000, name: 'EFTPOS' },
        { method: 'other', amount: 4900, name: 'Gift Card' },
      ],
    });
  });

  // Adjustment in https://x-series-api.lightspeedhq.com/reference, API 2.0
  it('with adjustments, and with a surcharge on the payment', () => {
    const adjustments = [
      { name: 'Card fee', adjustment_type: 'SURCHARGE', value: 2, tax_components: [{ total_tax: 0.3 }] },
      { name: 'Tip', adjustment_type: 'TIP', value: 5 },
      { name: 'Promotion', adjustment_type: 'DISCOUNT', value: -1 },
    ];
    const document = documentOf(completeFrom(saleOf([pair!], 267, 39.3, { adjustments }), options))!;
    expect(document.totals).toMatchObject({ total: 30630, tax: 3930 });
    expect(document.items.map(({ name, amount }) => [name, amount])).toEqual([
      ['Glasses', 29900],
      ['Card fee', 230],
      ['Tip', 500],
    ]);
    const payments = [{ name: 'Credit Card', amount: 301.3, surcharge: { rule: 'card', amount: 2 } }];
    const paid = completeFrom(saleOf([pair!], 262, 39.3, { register_sale_payments: payments }), options);
    expect(linesOf(documentOf(paid)!)[1]).toEqual({ amount: 230, tax: 30 });
  });

  it('that shows prices without tax', () => {
    const line = { ...pair!, display_retail_price_tax_inclusive: '0' };
    const document = documentOf(completeFrom(saleOf([line], 260, 39), options))!;
    expect(document.tax.pricesIncludeTax).toBe(false);
    expect(document.items[0]).toMatchObject({ unitPrice: 26000, taxAmount: 3900 });
  });

  it.each(['SAVED', 'LAYBY', 'ONACCOUNT', 'SERVICE', 'VOIDED'])('that is %s', (status) => {
    const fault = 'payload.status source_not_final';
    expect(faults({ ...glasses, status })).toEqual([fault]);
    expect(faults({ ...glasses, status }, { requireCompleted: false })).toEqual(status === 'VOIDED' ? [fault] : []);
  });

  it.each([
    ...['CLOSED', 'LAYBY_CLOSED', 'ONACCOUNT_CLOSED', 'DISPATCHED_CLOSED', 'PICKED_UP_CLOSED', 'SERVICE_CLOSED'],
    ...['AWAITING_DISPATCH', 'AWAITING_PICKUP'],
  ])('that is paid: %s', (status) => {
    expect(faults({ ...glasses, status })).toEqual([]);
  });

  it.each([
    ['a total', { total_price: undefined }, 'payload.total_price source_not_understood'],
    ['lines', { register_sale_products: undefined }, 'payload.register_sale_products source_not_understood'],
    [
      'a price',
      { register_sale_products: [{ ...pair, price: 'x' }] },
      'payload.register_sale_products[0].price source_not_understood',
    ],
    [
      'an amount in the exact range',
      { register_sale_products: [{ ...pair, price: '90071992547409.92', tax: 0 }] },
      'payload.register_sale_products[0].price source_not_understood',
    ],
    ['the sale that return_for names', { return_for: 'other' }, 'payload.return_for source_not_understood'],
  ])('without %s', (_, fields, expected) => {
    expect(faults({ ...glasses, ...fields })).toEqual([expected]);
  });
});

describe('the adapter handles a return', () => {
  const sold = rowOf('lightspeed-cash-230').payload as LightspeedSale;
  const back = { ...(rowOf('lightspeed-return').payload as LightspeedSale), status: 'CLOSED' };
  const sale = documentOf(completeFrom(sold, options))!;
  const of = { ...options, sale, priorCorrections: [], originalTransactionId: 'tx_1' };

  it("that lists some of the sale's products", () => {
    const mapped = toCorrection(back, of);
    expect(mapped.valid && mapped.kind).toBe('refund');
    const document = documentOf(completeFrom(back, of))!;
    expect(document.totals).toMatchObject({ total: 23000, tax: 3000 });
    expect(document.linkedTransaction?.originalTransactionId).toBe('tx_1');
    expect(linesOf(document)).toEqual([
      { amount: 23000, tax: 3000 },
      { amount: 0, tax: 0 },
    ]);
  });

  it('without its sale', () => {
    const payments = [{ name: 'Cash', amount: -230 }];
    const document = documentOf(completeFrom({ ...back, payments }, options))!;
    expect(document.totals).toMatchObject({ total: 23000, tax: 3000 });
    expect(document.payment.method).toBe('cash');
    expect(document.linkedTransaction?.originalTransactionId).toBe('none');
  });

  it('of a tip, with and without its sale', () => {
    const tip = (value: number) => [{ name: 'Tip', adjustment_type: 'TIP', value }];
    const tipped = documentOf(completeFrom({ ...sold, adjustments: tip(5), total_price: 205 }, options))!;
    const returned = { ...back, adjustments: tip(-5), total_price: -205, payments: [] };
    const known = documentOf(completeFrom(returned, { ...of, sale: tipped }))!;
    const unknown = documentOf(completeFrom(returned, options))!;
    for (const document of [known, unknown]) {
      expect(document.totals).toMatchObject({ total: 23500, tax: 3000 });
      expect(document.items.at(-1)).toMatchObject({ name: 'Tip', amount: 500, taxCategory: 'O' });
    }
    expect(unknown.source).toMatchObject({ platform: 'lightspeed-x', externalId: back.id });
    expect(unknown.linkedTransaction).toMatchObject({ reason: 'returned' });
    expect(unknown.vendor.id).toBe('biz_1');
  });

  it('with its payments, else with those of the sale', () => {
    const tenders = (payload: object): unknown => {
      const mapped = toCorrection({ ...back, ...payload }, of);
      return mapped.valid && 'tenders' in mapped.input && mapped.input.tenders;
    };
    expect(tenders({ payments: [{ name: 'Cash', amount: -230 }] })).toEqual([
      { method: 'cash', amount: 23000, tendered: undefined },
    ]);
    expect(tenders({ payments: [] })).toBe(false);
  });

  it('with an empty return_for as a sale', () => {
    expect(faults({ ...sold, return_for: '' })).toEqual([]);
    expect(documentOf(completeFrom({ ...sold, return_for: '' }, options))?.type).toBe('sale');
  });

  it('with an issue for a return of another sale, or with a charge but no known sale', () => {
    const codes = (payload: unknown, more: Parameters<typeof completeFrom>[1]) =>
      completeFrom(payload, more).issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes({ ...back, return_for: 'other' }, of)).toEqual(['payload.return_for source_not_understood']);
    expect(codes({ ...back, return_for: null }, of)).toEqual(['payload.return_for source_not_understood']);
    const adjustments = [{ name: 'Fee', adjustment_type: 'SURCHARGE', value: -2 }];
    expect(codes({ ...back, adjustments }, options)).toEqual(['payload.return_for source_incomplete']);
  });
});
