import * as shopify from 'receipt-rule-packs/from/shopify';
import * as square from 'receipt-rule-packs/from/square';
import * as woocommerce from 'receipt-rule-packs/from/woocommerce';
import { describe, expect, it } from 'vitest';
import { documentOf, linesOf, optionsOf, rowsOf } from './support/payloads';

const rowOf = (platform: string, id: string) => rowsOf(platform).find((row) => row.id === id)!;

/** The field and code of each issue in an order with changed fields. */
function issuesOf(
  { toDraft }: Pick<typeof square, 'toDraft'>,
  [platform, id]: readonly [string, string],
  change: object,
  options: object = {},
): string[] {
  const row = rowOf(platform, id);
  const result = toDraft({ ...(row.payload as object), ...change }, { ...optionsOf(row), ...options });
  return result.issues.map(({ field, code }) => `${field} ${code}`);
}

/** The draft of an order with changed fields, or the issues. */
function draftOf(
  { toDraft }: Pick<typeof square, 'toDraft'>,
  [platform, id]: readonly [string, string],
  change: object,
  options: object = {},
): unknown {
  const row = rowOf(platform, id);
  const result = toDraft({ ...(row.payload as object), ...change }, { ...optionsOf(row), ...options });
  return result.valid ? result.draft : result.issues;
}

describe('an API response', () => {
  it.each([
    ['shopify', shopify],
    ['square', square],
  ] as const)('from %s has the same result as the order', (platform, { toDraft }) => {
    const row = rowsOf(platform).find(({ reconciles }) => reconciles)!;
    const mapped = toDraft(row.payload, optionsOf(row));
    expect(mapped.valid).toBe(true);
    for (const answer of [{ order: row.payload }, { data: { order: row.payload } }])
      expect(toDraft(answer, optionsOf(row))).toEqual(mapped);
    expect(toDraft({ data: { order: null } }, optionsOf(row)).valid).toBe(false);
  });
});

describe('Square', () => {
  const PAID = ['square', 'square-pay-order'] as const;
  const completed = { requireCompleted: true };

  it.each(['OPEN', 'DRAFT', 'CANCELED', 'HELD'])('rejects the state %s', (state) => {
    expect(issuesOf(square, PAID, { state }, completed)).toEqual(['payload.state source_not_final']);
  });

  it('reads an open order if allowed', () => {
    expect(issuesOf(square, PAID, { state: 'OPEN' }, { requireCompleted: false })).toEqual([]);
    expect(issuesOf(square, PAID, { state: 'DRAFT' }, { requireCompleted: false })).toHaveLength(1);
    expect(issuesOf(square, PAID, {}, completed)).toEqual([]);
    // By default, it is not.
    expect(issuesOf(square, PAID, { state: 'OPEN' }, { requireCompleted: undefined })).toHaveLength(1);
  });

  it('rejects returned goods', () => {
    expect(issuesOf(square, PAID, { returns: [{}] })).toEqual(['payload.returns source_not_understood']);
  });

  it('reports a tax that the order does not have', () => {
    const change = { taxes: [] };
    expect(issuesOf(square, ['square', 'square-create-order'], change)).toEqual([
      'payload.line_items[0].applied_taxes[0].tax_uid source_not_understood',
      'payload.line_items[1].applied_taxes[0].tax_uid source_not_understood',
    ]);
  });

  const money = (amount: number) => ({ amount, currency: 'USD' });
  /** A line of 10.00 with tax at 10 %, included or added. */
  const line = (uid: string, tax: string, amounts: { total: number; tax: number; base: number }) => ({
    uid,
    ...{ name: uid, quantity: '1', base_price_money: money(amounts.base), total_money: money(amounts.total) },
    ...{ total_tax_money: money(amounts.tax), total_discount_money: money(0) },
    applied_taxes: [{ tax_uid: tax, applied_money: money(amounts.tax) }],
  });
  const order = {
    ...{ id: 'o1', state: 'COMPLETED', created_at: '2026-11-21T17:00:00Z' },
    taxes: [
      { uid: 'in', name: 'Included', percentage: '10', type: 'INCLUSIVE' },
      { uid: 'on', name: 'Added', percentage: '10', type: 'ADDITIVE' },
    ],
  };
  const options = optionsOf(rowOf('square', 'square-pay-order'));

  it('grosses up prices if another tax is included', () => {
    const payload = {
      ...order,
      line_items: [
        line('a', 'in', { base: 1100, total: 1100, tax: 100 }),
        line('b', 'on', { base: 1000, total: 1100, tax: 100 }),
      ],
      ...{ total_money: money(2200), total_tax_money: money(200), tenders: [] },
    };
    const document = documentOf(square.completeFrom(payload, options))!;
    expect(document.tax.pricesIncludeTax).toBe(true);
    expect(document.totals).toMatchObject({ total: 2200, tax: 200 });
    expect(linesOf(document)).toEqual([
      { amount: 1100, tax: 100 },
      { amount: 1100, tax: 100 },
    ]);
    // Only the second line's own price does not include tax.
    const result = square.toDraft(payload, options);
    expect(result.valid && result.expect).toEqual({
      ...{ total: 2200, tax: 200 },
      lines: [
        { key: 'a', amount: 1100, tax: 100 },
        { key: 'b', amount: 1100, tax: 100 },
        { key: 'tip', amount: 0, tax: 0 },
      ],
    });
    expect(result.valid && result.draft.items).toMatchObject([{ unitPrice: 1100 }, { lineTotal: 1100 }]);
  });

  it('reads service charges, tips, gift cards, units and change', () => {
    const payload = {
      ...order,
      line_items: [
        {
          ...line('a', 'on', { base: 300, total: 825, tax: 75 }),
          quantity: '2.5',
          quantity_unit: { measurement_unit: { weight_unit: 'METRIC_KILOGRAM' } },
        },
        { ...line('b', 'on', { base: 2000, total: 2000, tax: 0 }), applied_taxes: [], item_type: 'GIFT_CARD' },
      ],
      service_charges: [
        {
          ...{ uid: 's', name: 'Service', applied_money: money(100), total_money: money(110) },
          ...{ total_tax_money: money(10), applied_taxes: [{ tax_uid: 'on', applied_money: money(10) }] },
        },
        { uid: 'p', name: 'In the lines', treatment_type: 'APPORTIONED_TREATMENT' },
      ],
      ...{ total_money: money(3035), total_tax_money: money(85), total_tip_money: money(100) },
      tenders: [
        { type: 'SQUARE_GIFT_CARD', amount_money: money(1000) },
        {
          ...{ type: 'CASH', amount_money: money(2035) },
          cash_details: { buyer_tendered_money: money(2100), change_back_money: money(65) },
        },
      ],
    };
    const document = documentOf(square.completeFrom(payload, options))!;
    expect(document.totals).toMatchObject({ total: 3035, tax: 85 });
    const result = square.toDraft(payload, options);
    // One of the order's taxes is included in prices, so all amounts include tax.
    expect(result.valid && result.expect.lines).toEqual([
      { key: 'a', amount: 825, tax: 75 },
      { key: 'b', amount: 2000, tax: 0 },
      { key: 's', amount: 110, tax: 10 },
      { key: 'tip', amount: 100, tax: 0 },
    ]);
    expect(document.items.map(({ quantity, unit, taxCategory }) => [quantity, unit, taxCategory])).toEqual([
      [2.5, 'kg', 'S'],
      [1, undefined, 'O'],
      [1, undefined, 'S'],
      [1, undefined, 'O'],
    ]);
    expect(document.metadata!.receiptExtra).toMatchObject({
      lines: [{ key: 'a' }, { key: 'b' }, { key: 's' }, { key: 'tip' }],
      tenders: [
        { method: 'other', name: 'Gift card', amount: 1000 },
        { method: 'cash', amount: 2035, tendered: 2100, change: 65 },
      ],
    });
  });

  const soldOf = (fields: object): object => ({
    ...{ ...order, taxes: order.taxes.slice(1), line_items: [line('a', 'on', { base: 1000, total: 1100, tax: 100 })] },
    ...{ total_money: money(1100), total_tax_money: money(100), ...fields },
  });
  const mapped = (fields: object): unknown => {
    const result = square.toDraft(soldOf(fields), options);
    return result.valid ? result : result.issues;
  };

  it.each<[string, object, object]>([
    ['CASH', {}, { method: 'cash' }],
    ['CARD', { card_details: { card: { last_4: '1111' } } }, { method: 'card', last4: '1111' }],
    ['THIRD_PARTY_CARD', {}, { method: 'card' }],
    ['WALLET', {}, { method: 'mobile' }],
    ['BANK_ACCOUNT', {}, { method: 'transfer' }],
    ['SQUARE_GIFT_CARD', {}, { method: 'other', name: 'Gift card' }],
    ['OTHER', {}, { method: 'other' }],
  ])('reads a tender of the type %s', (type, details, tender) => {
    const tenders = [{ type, amount_money: money(1100), ...details }];
    const { draft } = mapped({ tenders }) as { draft: { tenders: object[] } };
    expect(draft.tenders).toEqual([{ ...tender, amount: 1100 }]);
  });

  it.each<[string, object, string | undefined]>([
    ['METRIC_GRAM', { weight_unit: 'METRIC_GRAM' }, 'g'],
    ['IMPERIAL_POUND', { weight_unit: 'IMPERIAL_POUND' }, 'lb'],
    ['IMPERIAL_WEIGHT_OUNCE', { weight_unit: 'IMPERIAL_WEIGHT_OUNCE' }, 'oz'],
    ['METRIC_LITER', { volume_unit: 'METRIC_LITER' }, 'l'],
    ['METRIC_MILLILITER', { volume_unit: 'METRIC_MILLILITER' }, 'ml'],
    ['GENERIC_GALLON', { volume_unit: 'GENERIC_GALLON' }, 'gal'],
    ['METRIC_METER', { length_unit: 'METRIC_METER' }, 'm'],
    ['METRIC_CENTIMETER', { length_unit: 'METRIC_CENTIMETER' }, 'cm'],
    ['IMPERIAL_FOOT', { length_unit: 'IMPERIAL_FOOT' }, 'ft'],
    ['IMPERIAL_YARD', { length_unit: 'IMPERIAL_YARD' }, 'yd'],
    ['GENERIC_HOUR', { time_unit: 'GENERIC_HOUR' }, 'h'],
    ['the unit of a shop', { custom_unit: { name: 'Bunch', abbreviation: 'bn' } }, 'bn'],
    ['acres, which have no short name', { area_unit: 'IMPERIAL_ACRE' }, undefined],
    [
      "a shop's unit and another unit, of which either could be meant",
      { custom_unit: { name: 'Bunch', abbreviation: 'bn' }, weight_unit: 'METRIC_GRAM' },
      undefined,
    ],
  ])('reads quantities in %s', (_, measurement_unit, unit) => {
    const measured = { ...line('a', 'on', { base: 1000, total: 1100, tax: 100 }), quantity_unit: { measurement_unit } };
    expect(mapped({ line_items: [measured] })).toMatchObject({ draft: { items: [{ unit }] } });
  });

  it.each<[string, object, object]>([
    ['name and variation', { name: 'Tea', variation_name: 'Large' }, { name: 'Tea, Large' }],
    ['only a variation', { name: '', variation_name: 'Large' }, { name: 'Large' }],
    ['no name', { name: null, variation_name: '' }, { name: 'Custom amount' }],
    [
      'modifiers',
      { modifiers: [{ name: 'Milk', quantity: '2', base_price_money: money(50) }, {}] },
      {
        unitPrice: 1000,
        modifiers: [
          { name: 'Milk', quantity: 2, unitPrice: 50 },
          { name: 'Extra', quantity: 1, unitPrice: 0 },
        ],
      },
    ],
    [
      // 10.00 and a service charge of 1.00 in the line, with 10 % tax on both.
      'a service charge in its total',
      { total_service_charge_money: money(100), total_tax_money: money(110), total_money: money(1210) },
      { lineTotal: 1100 },
    ],
    [
      // 10.00 − 2.00 + 1.00, with 10 % tax.
      'a discount and a service charge in its total',
      {
        ...{ total_service_charge_money: money(100), total_discount_money: money(200) },
        ...{ total_tax_money: money(90), total_money: money(990) },
      },
      { lineTotal: 1100, discount: { amount: 200 } },
    ],
    ['no tax', { applied_taxes: [], total_tax_money: undefined }, { taxRate: 0, taxCategory: 'Z', taxAmount: 0 }],
  ])('reads a line with %s', (_, fields, item) => {
    const line_items = [{ ...line('a', 'on', { base: 1000, total: 1100, tax: 100 }), ...fields }];
    expect(mapped({ line_items })).toMatchObject({ draft: { items: [item] } });
  });

  it.each<[string, object, object]>([
    ['closing time', { closed_at: '2026-11-21T18:30:00Z' }, { timestamp: '2026-11-21T12:30:00-06:00' }],
    ['time of creation, if it is not closed', { closed_at: null }, { timestamp: '2026-11-21T11:00:00-06:00' }],
    ['rounding', { rounding_adjustment: { amount_money: money(-2) } }, { totals: { rounding: -2 } }],
    ['total without rounding', {}, { totals: undefined }],
    [
      'service charge without a name',
      { service_charges: [{ uid: 's', total_money: money(100) }] },
      { charges: [{ key: 's', name: 'Service charge', amount: 100 }] },
    ],
    [
      'tax without a name or type, which is added to prices',
      { taxes: [{ uid: 'on', percentage: '10' }] },
      { tax: { pricesIncludeTax: false }, items: [{ taxes: [{ name: 'Tax', rate: 10, amount: 100 }] }] },
    ],
  ])('reads the %s', (_, fields, draft) => {
    expect(mapped(fields)).toMatchObject({ draft });
  });

  it('reads SDK objects', () => {
    const camel = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(camel);
      if (typeof value === 'number') return BigInt(value);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
          camel(inner),
        ]),
      );
    };
    for (const row of rowsOf('square').filter(({ reconciles }) => reconciles)) {
      const [snake, sdk] = [row.payload, camel(row.payload)].map((payload) => square.toDraft(payload, optionsOf(row)));
      expect(sdk).toEqual(snake);
    }
  });
});

describe('Shopify', () => {
  const ORDER = ['shopify', 'shopify-two-taxes'] as const;

  it('rejects test orders unless allowed', () => {
    expect(issuesOf(shopify, ORDER, { test: true })).toEqual(['payload.test source_not_final']);
    expect(issuesOf(shopify, ORDER, { test: true }, { allowTest: true })).toEqual([]);
  });

  it('rejects a cancelled order that was not charged', () => {
    const cancelled_at = '2026-11-21T17:00:00-05:00';
    expect(issuesOf(shopify, ORDER, { cancelled_at, financial_status: 'voided' })).toEqual([
      'payload.cancelled_at source_not_final',
    ]);
    for (const financial_status of ['paid', 'partially_paid', 'refunded', 'partially_refunded'])
      expect(issuesOf(shopify, ORDER, { cancelled_at, financial_status })).toEqual([]);
    const transactions = [{ kind: 'sale', status: 'success', gateway: 'manual', amount: '270.37' }];
    expect(issuesOf(shopify, ORDER, { cancelled_at, financial_status: 'voided', transactions })).toEqual([]);
  });

  it('warns if the customer saw another currency', () => {
    const row = rowOf(...ORDER);
    const result = shopify.completeFrom({ ...(row.payload as object), presentment_currency: 'CAD' }, optionsOf(row));
    expect(result.valid).toBe(true);
    expect(result.warnings.map(({ field, code, severity }) => [field, code, severity])).toContainEqual([
      'payload.presentment_currency',
      'source_not_understood',
      'warning',
    ]);
  });

  it.each([
    ['marked', { tip_payment_gateway: null, name: 'Gratuity', title: 'Gratuity' }],
    ["by its name and the order's tip", {}],
  ])('recognizes a tip line: %s', (_, mark) => {
    const row = rowOf(...ORDER);
    const order = row.payload as { line_items: object[] };
    const tip = { id: 9, name: 'Tip', title: 'Tip', quantity: 1, price: '5.00', tax_lines: [], ...mark };
    const payload = {
      ...order,
      line_items: [...order.line_items, tip],
      ...{ total_tip_received: '5.00', total_price: '275.37' },
    };
    const document = documentOf(shopify.completeFrom(payload, optionsOf(row)))!;
    expect(document.totals.total).toBe(27537);
    expect(document.items.map(({ taxCategory }) => taxCategory)).toEqual(['S', 'Z', 'S', 'O']);
  });

  const [coat] = (rowOf(...ORDER).payload as { line_items: object[] }).line_items;

  it.each<[string, object, string]>([
    ['another name', { name: 'Tip jar', title: 'Tip jar', price: '5.00' }, '5.00'],
    ['another price', { name: 'Tip', title: 'Tip', price: '4.00' }, '5.00'],
    ['no tip in the order', { name: 'Tip', title: 'Tip', price: '0.00' }, '0.00'],
  ])('takes no line for a tip that has %s', (_, line, total_tip_received) => {
    expect(draftOf(shopify, ORDER, { line_items: [{ ...coat, ...line }], total_tip_received })).toMatchObject({
      items: [{ taxes: [{}, {}] }],
      tip: Number(total_tip_received) * 100,
    });
  });

  it.each<[string, object, object]>([
    ['a SKU', { sku: 'C-1' }, { sku: 'C-1' }],
    ['an empty SKU', { sku: '' }, { sku: undefined }],
    ['no SKU', { sku: null }, { sku: undefined }],
    [
      'a discount without allocations',
      { discount_allocations: undefined, total_discount: '10.00' },
      { discount: { amount: 1000, description: undefined } },
    ],
    [
      'discounts of each form',
      { discount_allocations: [0, 1, 2].map((i) => ({ amount: '1.00', discount_application_index: i })) },
      { discount: { amount: 300, description: 'Staff, TEN, Any' } },
    ],
    [
      'a discount of an unknown form',
      { discount_allocations: [{ amount: '1.00' }] },
      { discount: { amount: 100, description: undefined } },
    ],
  ])('reads a line with %s', (_, line, item) => {
    const discount_applications = [{ title: 'Staff' }, { code: 'TEN' }, { description: 'Any' }];
    expect(draftOf(shopify, ORDER, { line_items: [{ ...coat, ...line }], discount_applications })).toMatchObject({
      items: [item],
    });
  });

  it.each<[string, object, object]>([
    [
      'payments not listed, through one gateway',
      { payment_gateway_names: ['stripe'] },
      { tenders: [{ method: 'card' }] },
    ],
    ['payments not listed, in cash', { payment_gateway_names: ['cash'] }, { tenders: [{ method: 'cash' }] }],
    [
      'payments not listed, through an unknown gateway',
      { payment_gateway_names: ['manual'] },
      { payment: { method: 'other' } },
    ],
    [
      'payments not listed, through two gateways',
      { payment_gateway_names: ['stripe', 'cash'] },
      { payment: { method: 'other' } },
    ],
    [
      'shipping without an id',
      { shipping_lines: [{ title: 'Post', price: '5.00' }] },
      { charges: [{ key: 'shipping:Post', amount: 500 }] },
    ],
    [
      'times of processing and creation',
      { processed_at: '2023-06-15T09:00:00-04:00' },
      { timestamp: '2023-06-15T09:00:00-04:00' },
    ],
    ['no rounding', {}, { totals: undefined }],
    ['only a time of creation', { processed_at: null }, { timestamp: '2023-06-14T14:37:39-04:00' }],
  ])('reads an order with %s', (_, change, draft) => {
    expect(draftOf(shopify, ORDER, change)).toMatchObject(draft);
  });

  it.each<[string, object, object]>([
    ['by card', { kind: 'sale', gateway: 'shopify_payments' }, { method: 'card' }],
    // Some gateways mask only the digits in the middle.
    [
      'by card, whose first six digits are shown too',
      { kind: 'sale', gateway: 'stripe', payment_details: { credit_card_number: '401288XXXXXX1881' } },
      { method: 'card', last4: '1881' },
    ],
    ['in cash', { kind: 'sale', gateway: 'cash' }, { method: 'cash' }],
    ['in an unnamed way', { kind: 'capture' }, { method: 'other' }],
    [
      'through a gateway with a long name',
      { kind: 'sale', gateway: 'Local payment method '.repeat(4) },
      // Names of tenders have at most 60 characters.
      { method: 'other', name: 'Local payment method '.repeat(4).slice(0, 60) },
    ],
  ])('reads a payment %s', (_, payment, tender) => {
    const transactions = [{ status: 'success', amount: '270.37', ...payment }];
    const { tenders } = draftOf(shopify, ORDER, { transactions }) as { tenders: object[] };
    expect(tenders).toEqual([{ ...tender, amount: 27037 }]);
  });

  it('reads a tip without a line, discounted shipping, gift cards, tenders and rounding', () => {
    const row = rowOf('shopify', 'shopify-refund-ca');
    const { order } = row.payload as { order: { line_items: object[] } };
    const allocation = { amount: '2.00', discount_application_index: 0 };
    const payload = {
      ...order,
      line_items: [...order.line_items, { id: 2, title: 'Card', price: '20.00', quantity: 1, gift_card: true }],
      shipping_lines: [{ id: 3, title: 'Post', price: '12.00', discount_allocations: [allocation], tax_lines: [] }],
      ...{ total_discounts: '17.99', total_tip_received: '1.00', total_price: '192.23' },
      total_cash_rounding_payment_adjustment_set: { shop_money: { amount: '0.02' } },
      transactions: [
        { kind: 'authorization', status: 'success', gateway: 'cash', amount: '9.00' },
        { kind: 'sale', status: 'failure', gateway: 'cash', amount: '9.00' },
        { kind: 'sale', status: 'success', gateway: 'gift_card', amount: '50.00' },
        {
          ...{ kind: 'capture', status: 'success', gateway: 'authorize_net', amount: '42.25' },
          payment_details: { credit_card_number: '•••• •••• •••• 4242' },
        },
        { kind: 'sale', status: 'success', gateway: 'cash', amount: '99.98' },
      ],
    };
    const result = shopify.toDraft({ ...payload, total_price: '192.25' }, optionsOf(row));
    expect(result).toMatchObject({
      valid: true,
      expect: {
        total: 19227,
        tax: 1728,
        lines: [
          { key: '15075349889304', amount: 14397, tax: 1728 },
          { key: '2', amount: 2000, tax: 0 },
          { key: 'shipping:3', amount: 1000, tax: 0 },
          { key: 'tip', amount: 100, tax: 0 },
        ],
      },
      draft: {
        items: [{ discount: { amount: 1599, description: '10 %' } }, { taxRate: 0, taxCategory: 'O' }],
        charges: [{ key: 'shipping:3', amount: 1000 }],
        tip: 100,
        totals: { rounding: 2 },
        tenders: [
          { method: 'other', name: 'gift_card', amount: 5000 },
          { method: 'card', last4: '4242', amount: 4225 },
          { method: 'cash' },
        ],
      },
    });
    // Shopify does not state whether the cash amount is rounded.
    expect(result.valid && result.draft.tenders?.[2]?.amount).toBeUndefined();
  });

  it("reads payments only in the shop's currency", () => {
    const transactions = [{ kind: 'sale', status: 'success', amount: '368.00', currency: 'CAD' }];
    expect(issuesOf(shopify, ORDER, { transactions })).toEqual(['payload.transactions[0].currency source_incomplete']);
    const paid = { transactions: [{ ...transactions[0], currency: 'USD' }] };
    for (const code of [{}, { currency: undefined, currency_code: 'USD' }])
      expect(issuesOf(shopify, ORDER, { ...paid, ...code })).toEqual([]);
  });

  it('splits a discount that is not allocated to a line', () => {
    const row = rowOf('shopify', 'shopify-one-line');
    const payload = {
      ...(row.payload as object),
      ...{ total_discounts: '19.90', discount_codes: [{ code: 'TEN' }], total_price: '179.10' },
    };
    const document = documentOf(shopify.completeFrom(payload, optionsOf(row)))!;
    expect(document.totals).toMatchObject({ total: 17910, discount: 1990 });
    expect(document.items[0]!.discount).toEqual({ amount: 1990, description: 'TEN' });
  });

  it('states the country of a customer in another member state', () => {
    const row = rowOf(...ORDER);
    const payload = { ...(row.payload as object), shipping_address: { country_code: 'DE' } };
    expect(shopify.toDraft(payload, { ...optionsOf(row), scheme: 'EU_VAT' })).toMatchObject({
      draft: { channel: 'ecommerce', customer: { country: 'DE' }, tax: { scheme: 'EU_VAT' } },
    });
    expect(issuesOf(shopify, ORDER, {}, { scheme: 'EU_VAT' })).toEqual([
      'payload.shipping_address.country_code source_not_understood',
    ]);
  });
});

describe('WooCommerce', () => {
  const ORDER = ['woocommerce', 'woo-29-35'] as const;

  it.each(['pending', 'failed', 'cancelled', 'checkout-draft', 'auto-draft', 'trash'])(
    'rejects the status %s',
    (status) => {
      expect(issuesOf(woocommerce, ORDER, { status }, { requireCompleted: true })).toEqual([
        'payload.status source_not_final',
      ]);
    },
  );

  it('reads a pending order if allowed', () => {
    expect(issuesOf(woocommerce, ORDER, { status: 'pending' }, { requireCompleted: false })).toEqual([]);
  });

  it('requires rates that the order does not state', () => {
    expect(issuesOf(woocommerce, ORDER, {}, { rates: {} })).toEqual([
      'payload.tax_lines[0].rate_percent source_needs_option',
    ]);
    expect(issuesOf(woocommerce, ORDER, {}, { rates: { 75: 7.5 } })).toEqual([]);
    expect(draftOf(woocommerce, ORDER, {}, { rates: { 'US-CA-STATE TAX': 7.5, 75: 9 } })).toMatchObject({
      items: [{ taxes: [{ rate: 7.5 }] }, {}],
    });
  });

  it.each([
    ['number', { number: '2017-0727' }, { receiptNumber: '2017-0727' }],
    ['id, without a number', { number: undefined }, { receiptNumber: '727' }],
    ['time of payment', { date_paid_gmt: '2017-03-22T19:30:00' }, { timestamp: '2017-03-22T12:30:00-07:00' }],
    ['time of creation, if unpaid', { date_paid_gmt: null }, { timestamp: '2017-03-22T12:28:02-07:00' }],
    ['payment by bank transfer', {}, { tenders: [{ method: 'transfer' }] }],
    ['payment by card', { payment_method: 'stripe' }, { tenders: [{ method: 'card' }] }],
    [
      'payment in another way',
      { payment_method: 'cod', payment_method_title: 'Cash on delivery, '.repeat(4) },
      // Names of tenders have at most 60 characters.
      { tenders: [{ method: 'other', name: 'Cash on delivery, '.repeat(4).slice(0, 60) }] },
    ],
    [
      'payment in an unnamed way',
      { payment_method: 'cod', payment_method_title: undefined },
      { tenders: [{ method: 'other', name: undefined }] },
    ],
    [
      'shipping without a title',
      { shipping_lines: [{ id: 9, total: '10.00', total_tax: '0.00', taxes: [] }] },
      { charges: [{ key: '9', name: 'Shipping', amount: 1000 }] },
    ],
    [
      'fee',
      { fee_lines: [{ id: 9, name: 'Gift wrap', total: '2.00', total_tax: '0.00', taxes: [] }] },
      { charges: [{ name: 'Flat Rate' }, { key: '9', name: 'Gift wrap', amount: 200 }], discounts: [] },
    ],
    [
      'fee of 0.00',
      { fee_lines: [{ id: 9, name: 'Free wrap', total: '0.00', total_tax: '0.00', taxes: [] }] },
      { charges: [{ name: 'Flat Rate' }, { key: '9', name: 'Free wrap', amount: 0 }], discounts: [] },
    ],
  ])('reads the %s', (_, change, draft) => {
    expect(draftOf(woocommerce, ORDER, change)).toMatchObject(draft);
  });

  it('expects the figures of all lines and charges', () => {
    const row = rowOf(...ORDER);
    const result = woocommerce.toDraft(row.payload, optionsOf(row));
    expect(result.valid && result.expect).toEqual({
      ...{ total: 2935, tax: 135 },
      lines: [
        { key: '315', amount: 600, tax: 45 },
        { key: '316', amount: 1200, tax: 90 },
        { key: '317', amount: 1000, tax: 0 },
      ],
    });
  });

  it.each([
    ['A-1', 'A-1'],
    ['', undefined],
    [null, undefined],
  ])('reads a line with the SKU %j', (given, sku) => {
    const [line] = (rowOf(...ORDER).payload as { line_items: object[] }).line_items;
    expect(draftOf(woocommerce, ORDER, { line_items: [{ ...line, sku: given }] })).toMatchObject({ items: [{ sku }] });
  });

  it('states the country of a customer in another member state', () => {
    const change = { shipping: { country: 'FR' } };
    expect(draftOf(woocommerce, ORDER, change, { scheme: 'EU_VAT' })).toMatchObject({
      customer: { country: 'FR' },
    });
  });

  it('skips the taxes that do not apply to a line, and names a tax without a label', () => {
    const order = rowOf(...ORDER).payload as { line_items: object[]; tax_lines: object[] };
    const [line] = order.line_items;
    const taxes = [{ id: 75, total: '0.45' }, { id: 76, total: '0.46' }, { id: 77, total: '' }, { id: 78 }];
    const tax_lines = [75, 76, 77, 78].map((rate_id) => ({ rate_id, rate_percent: rate_id / 10 }));
    expect(draftOf(woocommerce, ORDER, { line_items: [{ ...line, taxes }], tax_lines })).toMatchObject({
      items: [
        {
          taxes: [
            { name: 'Tax', rate: 7.5 },
            { name: 'Tax', rate: 7.6 },
          ],
        },
      ],
    });
  });

  it('reports a tax that the order does not have', () => {
    expect(issuesOf(woocommerce, ORDER, { tax_lines: [] })).toEqual([
      'payload.line_items[0].taxes[0].id source_not_understood',
      'payload.line_items[1].taxes[0].id source_not_understood',
    ]);
  });

  it('applies a compound tax to the price plus the other taxes', () => {
    const row = rowOf('woocommerce', 'woo-ios-with-charge');
    const order = row.payload as { line_items: object[] };
    const line = {
      ...order.line_items[0],
      ...{ subtotal: '100.00', subtotal_tax: '14.98', total: '100.00', total_tax: '14.98' },
      taxes: [
        { id: 2, total: '9.975' },
        { id: 1, total: '5' },
      ],
    };
    const payload = {
      ...order,
      ...{ total: '114.98', total_tax: '14.98', line_items: [line], shipping_lines: [], fee_lines: [] },
      tax_lines: [
        { rate_id: 2, label: 'QST', compound: true, rate_percent: 9.5 },
        { rate_id: 1, label: 'GST', compound: false, rate_percent: 5 },
      ],
    };
    const document = documentOf(woocommerce.completeFrom(payload, optionsOf(row)))!;
    expect(document.items).toMatchObject([{ taxRate: 14.975, taxAmount: 1498 }]);
    // A second compound tax of 10 % is on 114.975 % of the price.
    const second = { rate_id: 3, label: 'Levy', compound: true, rate_percent: 10 };
    const three = { ...line, taxes: [...line.taxes, { id: 3, total: '11.4975' }] };
    const mapped = woocommerce.toDraft(
      { ...payload, line_items: [three], tax_lines: [...payload.tax_lines, second] },
      optionsOf(row),
    );
    expect(mapped.valid && mapped.draft.items[0]!.taxes?.map(({ rate }) => rate)).toEqual([5, 9.975, 11.4975]);
  });

  it('spreads a negative fee over the goods', () => {
    const row = rowOf('woocommerce', 'woo-39-00');
    const payload = {
      ...(row.payload as object),
      fee_lines: [{ id: 9, name: 'Loyal', total: '-5.80', total_tax: '0.00', taxes: [] }],
      total: '33.20',
    };
    const document = documentOf(woocommerce.completeFrom(payload, optionsOf(row)))!;
    expect(document.totals).toMatchObject({ total: 3320, discount: 580 });
    expect(document.items[0]).toMatchObject({ discount: { description: 'Loyal' } });
    expect(linesOf(document).map(({ amount }) => amount)).toEqual([720, 1600, 1000]);
  });

  it('reads discounts with their coupon codes, and the payment method', () => {
    const row = rowOf('woocommerce', 'woo-ios-with-charge');
    const order = row.payload as { line_items: object[] };
    const payload = {
      ...order,
      line_items: [{ ...order.line_items[0], subtotal: '22.06', subtotal_tax: '0.44' }],
      coupon_lines: [{ code: 'twenty' }],
    };
    const result = woocommerce.completeFrom(payload, optionsOf(row));
    const document = documentOf(result)!;
    expect(document.items[0]).toMatchObject({ unitPrice: 2250, discount: { amount: 450, description: 'twenty' } });
    expect(document.payment).toEqual({ method: 'card' });
    expect(document.timestamp).toBe('2022-01-28T08:59:09-05:00');
  });

  it("reads times of version 1 in the shop's time zone", () => {
    const row = rowOf('woocommerce', 'woo-63-00');
    expect(woocommerce.toDraft(row.payload, optionsOf(row))).toMatchObject({
      draft: { timestamp: '2016-05-30T23:14:28-07:00' },
    });
  });
});
