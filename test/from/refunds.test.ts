import type { Transaction } from 'receipt-rule-packs';
import { createCreditNote, createRefund } from 'receipt-rule-packs/complete';
import * as shopify from 'receipt-rule-packs/from/shopify';
import * as square from 'receipt-rule-packs/from/square';
import * as woocommerce from 'receipt-rule-packs/from/woocommerce';
import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/from/core/adapter';
import { completeWith } from '../../src/from/core/complete-with';
import { documentOf, holdMutations, optionsOf, rowsOf, type PayloadRow } from './support/payloads';

const rowOf = (platform: string, id: string): PayloadRow => rowsOf(platform).find((row) => row.id === id)!;

/** The sale in a payload, and the options for its corrections. */
function saleOf({ completeFrom }: Pick<typeof square, 'completeFrom'>, row: PayloadRow, payload = row.payload) {
  const seller = optionsOf(row);
  const sale = documentOf(completeFrom(payload, seller))!;
  const options = { ...seller, sale, priorCorrections: [] as Transaction[], originalTransactionId: 'txn_1' };
  return { seller, sale, options };
}

const codesOf = (result: { readonly issues: readonly { field: string; code: string }[] }): string[] =>
  result.issues.map(({ field, code }) => `${field} ${code}`);

describe('Square', () => {
  const money = (amount: number) => ({ amount, currency: 'USD' });
  const row = rowOf('square', 'square-create-order');
  const { seller, options } = saleOf(square, row);
  const steak = {
    ...{ uid: 'r1', source_line_item_uid: 'v8ZuEXpOJpb0bazLuvrLDB', name: 'New York Steak', quantity: '1' },
    ...{ base_price_money: money(2200), return_modifiers: [{ name: 'Well', base_price_money: money(50) }] },
    ...{ total_discount_money: money(173), total_tax_money: money(187), total_money: money(2264) },
    applied_taxes: [{ tax_uid: 'state-sales-tax', applied_money: money(187) }],
  };
  const returned = {
    ...{ id: 'ret_1', state: 'COMPLETED', created_at: '2020-01-19T18:00:00Z' },
    returns: [
      {
        source_order_id: 'CAISENgvlJ6jLWAzERDzjyHVybY',
        return_line_items: [steak],
        return_taxes: [{ uid: 'state-sales-tax', name: 'State Sales Tax', percentage: '9', type: 'ADDITIVE' }],
        return_amounts: { total_money: money(2264), tax_money: money(187) },
      },
    ],
  };

  it('maps a return to the input for a refund', () => {
    const result = square.toCorrection(returned, options);
    if (!result.valid || result.kind !== 'refund') throw new Error('no refund');
    expect(result.input.lines).toEqual([{ key: 'v8ZuEXpOJpb0bazLuvrLDB', quantity: 1 }]);
    expect(result.expect).toEqual({
      total: 2264,
      tax: 187,
      lines: [{ key: 'v8ZuEXpOJpb0bazLuvrLDB', amount: 2077, tax: 187 }],
    });
    const refund = createRefund(options.shop, result.input);
    expect(refund.transaction?.totals).toMatchObject({ total: 2264, tax: 187 });
  });

  it('completes the refund, and compares the figures with what Square refunded', () => {
    const refund = square.completeFrom(returned, options);
    expect(refund.transaction).toMatchObject({
      type: 'refund',
      receiptNumber: 'ret_1',
      totals: { total: 2264, tax: 187 },
      linkedTransaction: { originalTransactionId: 'txn_1' },
      source: { platform: 'square', externalId: 'ret_1' },
    });
    const other = structuredClone(returned);
    other.returns[0]!.return_amounts.total_money.amount = 2263;
    expect(codesOf(square.completeFrom(other, options))).toEqual(['totals.total differs_from_source']);
  });

  it('reads a return in an API response', () => {
    const inAnswer = [options, seller].map((one) => square.completeFrom({ order: returned }, one).transaction);
    expect(inAnswer).toEqual([options, seller].map((one) => square.completeFrom(returned, one).transaction));
  });

  it('completes a return of an unknown sale', () => {
    const refund = square.completeFrom(returned, seller);
    expect(refund.transaction).toMatchObject({
      type: 'refund',
      totals: { total: 2264, tax: 187 },
      linkedTransaction: { originalTransactionId: 'none' },
      items: [{ name: 'New York Steak, Well', unitPrice: 2250, discount: { amount: 173 }, amount: 2077 }],
    });
  });

  it('refunds charges and tips', () => {
    const charges = {
      ...structuredClone(returned.returns[0]!),
      return_service_charges: [
        {
          ...{ uid: 'r2', source_service_charge_uid: 's', name: 'Service' },
          ...{ applied_money: money(100), total_money: money(100) },
        },
      ],
      return_tips: [{ applied_money: money(50) }],
      return_amounts: { total_money: money(2414), tax_money: money(187) },
    };
    const payload = { ...returned, returns: [charges] };
    expect(square.toCorrection(payload, options)).toMatchObject({
      input: { lines: [{ quantity: 1 }, { key: 's', amount: 100 }, { key: 'tip', amount: 50 }] },
    });
    expect(square.completeFrom(payload, seller).transaction?.totals).toMatchObject({ total: 2414, tax: 187 });
  });

  it('reads all parts of a return of an unknown sale', () => {
    const charge = {
      ...{ uid: 'r2', name: 'Service', applied_money: money(100), total_money: money(109), total_tax_money: money(9) },
      applied_taxes: [{ tax_uid: 'state-sales-tax', applied_money: money(9) }],
    };
    const parts = { return_service_charges: [charge], return_tips: [{ applied_money: money(50) }] };
    const return_amounts = { total_money: money(2423), tax_money: money(196) };
    const payload = { ...returned, returns: [{ ...returned.returns[0]!, ...parts, return_amounts }] };
    expect(square.completeFrom(payload, seller).transaction).toMatchObject({
      ...{ currency: 'USD', tax: { pricesIncludeTax: false }, payment: { method: 'other' } },
      vendor: { id: 'biz_1' },
      totals: { total: 2423, tax: 196 },
      items: [
        { amount: 2077, taxAmount: 187 },
        { name: 'Service', amount: 100, taxAmount: 9 },
        { name: 'Tip', amount: 50, taxAmount: 0, taxCategory: 'O' },
      ],
    });
    const wrong = { ...payload, returns: [{ ...payload.returns[0]!, return_tips: [{ applied_money: money(60) }] }] };
    expect(codesOf(square.completeFrom(wrong, seller))).toContain('totals.total differs_from_source');
    const line = { ...steak, total_money: money(2265) };
    const other = { ...payload, returns: [{ ...payload.returns[0]!, return_line_items: [line] }] };
    expect(codesOf(square.completeFrom(other, seller))).toEqual(['items[0] differs_from_source']);
  });

  it('picks the return of the sale from an order with returns of several sales', () => {
    const [ours] = returned.returns;
    const theirs = {
      ...ours!,
      source_order_id: 'x',
      return_line_items: [],
      return_tips: [{ applied_money: money(1) }],
    };
    const payload = { ...returned, returns: [theirs, ours], net_amounts: { total_money: money(-2265) } };
    const result = square.toCorrection(payload, options);
    expect(result.valid && result.expect).toMatchObject({ total: 2264, tax: 187 });
    // The amounts of the order are those of all its returns.
    const { return_amounts, ...unstated } = ours!;
    expect(codesOf(square.toCorrection({ ...payload, returns: [theirs, unstated], return_amounts }, options))).toEqual(
      ['total_money', 'tax_money'].map(
        (name) => `payload.returns[1].return_amounts.${name}.amount source_not_understood`,
      ),
    );
  });

  it('compares the net amounts of an order without goods with the return', () => {
    const codes = (amount: number) =>
      codesOf(square.toCorrection({ ...returned, net_amounts: { total_money: money(amount) } }, options));
    expect(codes(-2264)).toEqual([]);
    expect(codes(-84)).toEqual(['payload.line_items source_not_understood']);
  });

  it('refunds the tax with the price if prices include it', () => {
    const order = row.payload as { taxes: object[] };
    const [line] = (row.payload as { line_items: { uid: string }[] }).line_items;
    // 22.64 with 9 % tax, which is 1.87.
    const steaks = {
      ...{ ...line, base_price_money: money(2264), total_discount_money: money(0) },
      ...{ total_money: money(2264), total_tax_money: money(187), applied_discounts: [] },
      applied_taxes: [{ tax_uid: 'state-sales-tax', applied_money: money(187) }],
    };
    const included = {
      ...{ ...order, taxes: [{ ...order.taxes[0], type: 'INCLUSIVE' }], line_items: [steaks] },
      ...{ total_money: money(2264), total_tax_money: money(187) },
    };
    const sold = saleOf(square, row, included);
    const [ours] = returned.returns;
    const back = { ...ours!, return_line_items: [{ ...steak, source_line_item_uid: line!.uid }] };
    const result = square.toCorrection({ ...returned, returns: [back] }, sold.options);
    expect(result.valid && result.expect.lines).toEqual([{ key: line!.uid, amount: 2264, tax: 187 }]);
  });

  it('credits an amount if the return refers to no line of the sale', () => {
    const line = { ...steak, source_line_item_uid: undefined, item_type: 'CUSTOM_AMOUNT', total_money: money(1090) };
    const { return_amounts: _, ...part } = returned.returns[0]!;
    const payload = {
      ...returned,
      returns: [{ ...part, return_line_items: [line] }],
      return_amounts: { total_money: money(1090), tax_money: money(0) },
    };
    const note = square.completeFrom(payload, options);
    expect(note.transaction).toMatchObject({ type: 'credit_note', totals: { tax: 90, total: 1090 } });
  });

  describe('an order that also sells goods', () => {
    const tax = { uid: 'state', name: 'State Sales Tax', percentage: '9', type: 'ADDITIVE' };
    const pie = {
      ...{ uid: 'n1', name: 'Pie', quantity: '2', base_price_money: money(1000) },
      ...{ total_discount_money: money(0), total_tax_money: money(180), total_money: money(2180) },
      applied_taxes: [{ tax_uid: 'state', applied_money: money(180) }],
    };
    const service = {
      ...{ uid: 'n2', name: 'Service', applied_money: money(100), total_money: money(100) },
      treatment_type: 'LINE_ITEM_TREATMENT',
    };
    const exchanged = {
      ...returned,
      taxes: [tax],
      line_items: [pie],
      net_amounts: { total_money: money(-84), tax_money: money(-7) },
    };

    it('is an exchange', () => {
      expect(square.toCorrection(exchanged, options)).toMatchObject({
        kind: 'exchange',
        input: { returned: [{ key: 'v8ZuEXpOJpb0bazLuvrLDB', quantity: 1 }], sold: [{ key: 'n1', quantity: 2 }] },
        expect: {
          total: -84,
          tax: -7,
          lines: [
            { key: 'v8ZuEXpOJpb0bazLuvrLDB', amount: -2077, tax: -187 },
            { key: 'n1', amount: 2000, tax: 180 },
          ],
        },
      });
      expect(square.completeFrom(exchanged, options).transaction).toMatchObject({
        type: 'exchange',
        totals: { total: -84, tax: -7 },
        items: [{ amount: -2077 }, { amount: 2000, quantity: 2 }],
      });
    });

    it('includes charges, tips, and how the customer paid the difference', () => {
      const dear = {
        ...exchanged,
        service_charges: [service],
        net_amounts: { total_money: money(66), tax_money: money(-7), tip_money: money(50) },
        tenders: [{ type: 'CARD', amount_money: money(66), card_details: { card: { last_4: '4242' } } }],
      };
      expect(square.completeFrom(dear, options).transaction).toMatchObject({
        totals: { total: 66 },
        payment: { method: 'card', last4: '4242' },
        items: [{}, {}, { name: 'Service', amount: 100 }, { name: 'Tip', amount: 50, taxCategory: 'O' }],
      });
      holdMutations(
        [{ payload: dear, complete: (payload: unknown) => square.completeFrom(payload, options), total: 66 }],
        1000,
      );
    });

    it('may sell only untaxed goods, whatever the sale states about its prices', () => {
      const untaxed = { ...pie, applied_taxes: [], total_tax_money: money(0), total_money: money(2000) };
      const free = { ...exchanged, taxes: [], line_items: [untaxed] };
      for (const pricesIncludeTax of [true, false]) {
        const sale = { ...options.sale, tax: { ...options.sale.tax, pricesIncludeTax } };
        expect(codesOf(square.toCorrection(free, { ...options, sale }))).toEqual([]);
      }
    });

    it('is rejected without net amounts, with a tax of the other type, for several sales, and without the sale', () => {
      const { net_amounts: _, ...gross } = exchanged;
      expect(codesOf(square.toCorrection(gross, options))).toEqual([
        'payload.net_amounts.total_money.amount source_not_understood',
        'payload.net_amounts.tax_money.amount source_not_understood',
      ]);
      const included = { ...exchanged, taxes: [{ ...tax, type: 'INCLUSIVE' }] };
      expect(codesOf(square.toCorrection(included, options))).toContain('payload.taxes source_not_understood');
      const several = {
        ...exchanged,
        returns: [...returned.returns, { ...returned.returns[0]!, source_order_id: 'x' }],
      };
      expect(codesOf(square.toCorrection(several, options))).toEqual(['payload.returns source_not_understood']);
      expect(codesOf(square.completeFrom(exchanged, seller))).toEqual(['payload.line_items source_incomplete']);
    });
  });

  it('never results in a different total if a field is wrong', () => {
    const complete = (payload: unknown) => square.completeFrom(payload, options);
    const blind = (payload: unknown) => square.completeFrom(payload, seller);
    const total = 2264;
    holdMutations(
      [
        { payload: returned, complete, total },
        { payload: returned, complete: blind, total },
      ],
      1000,
    );
  });

  it('rejects a return of another sale, and an order without returns', () => {
    const { returns, ...order } = returned;
    const other = { ...order, returns: [{ ...returns[0], source_order_id: 'x' }] };
    expect(codesOf(square.toCorrection(other, options))).toEqual([
      'payload.returns[0].source_order_id source_not_understood',
    ]);
    expect(codesOf(square.toCorrection({ ...order, returns: [] }, options))).toContain(
      'payload.returns source_not_understood',
    );
  });
});

describe('an adapter', () => {
  // The totals of a void are 0.
  it.each([
    [0, []],
    [2000, ['totals.total differs_from_source']],
  ])('can map a correction to a void, with the total %d', (total, issues) => {
    const { options } = saleOf(square, rowOf('square', 'square-pay-order'));
    const source = { platform: 'pos', externalId: 'V-1' };
    const fields = { receiptNumber: 'V-1', timestamp: '2019-08-05T22:00:00-05:00', source };
    const adapter: Adapter = {
      readSale: () => {
        throw new Error('not a sale');
      },
      readCorrection: (_payload, _seller, of) => ({ kind: 'void', input: { ...of, ...fields }, expect: { total } }),
    };
    const completion = completeWith(adapter, {}, options);
    expect(codesOf(completion)).toEqual(issues);
    expect(completion.transaction?.type).toBe(total === 0 ? 'void' : undefined);
  });
});

describe('Shopify', () => {
  const row = rowOf('shopify', 'shopify-refund-two-lines');
  const { order, refund } = row.payload as { order: Record<string, unknown>; refund: Record<string, unknown> };
  const { seller, options } = saleOf(shopify, row, order);
  const paid = (amount: string) => [{ kind: 'refund', status: 'success', gateway: 'bogus', amount }];
  // The example in the documentation has the subtotals of its two lines swapped.
  const [black, green] = refund.refund_line_items as { subtotal: number }[];
  const right = {
    ...refund,
    refund_line_items: [
      { ...black, subtotal: green!.subtotal },
      { ...green, subtotal: black!.subtotal },
    ],
    transactions: paid('399.29'),
  };

  it.each([
    ['the refund with its order', { order, refund: right }],
    ['the refund alone', right],
  ])('creates the refund of a sale: %s', (_, payload) => {
    expect(shopify.completeFrom(payload, options).transaction).toMatchObject({
      type: 'refund',
      receiptNumber: '509562969',
      totals: { total: 39929, tax: 796 },
      linkedTransaction: { originalTransactionId: 'txn_1', note: 'it broke during shipping' },
    });
  });

  it('rejects a refund of another order', () => {
    const other = { ...right, order_id: 1 };
    expect(codesOf(shopify.toCorrection(other, options))).toEqual(['payload.order_id source_not_understood']);
    expect(shopify.toCorrection({ ...right, order_id: undefined }, options).valid).toBe(true);
  });

  it('takes the sale from the order in the same payload', () => {
    expect(shopify.completeFrom({ order, refund: right }, seller).transaction).toMatchObject({
      type: 'refund',
      totals: { total: 39929 },
      linkedTransaction: { originalTransactionId: '450789469' },
    });
    expect(codesOf(shopify.completeFrom(right, seller))).toContain('payload.order source_not_understood');
  });

  it('rejects a refund of goods already refunded', () => {
    const first = shopify.completeFrom(right, options);
    if (!first.valid) throw new Error('no refund');
    const again = shopify.completeFrom(right, { ...options, priorCorrections: [first.transaction] });
    expect(codesOf(again)).toEqual(['lines[0].quantity over_refund', 'lines[1].quantity over_refund']);
  });

  it("reads amounts with the decimals of the sale's currency", () => {
    const payload = { ...refund, refund_line_items: [], order_id: undefined, transactions: paid('1250') };
    const totalIn = (currency: string): unknown => {
      const result = shopify.toCorrection(payload, { ...options, sale: { currency } as Transaction });
      return result.valid && result.expect.total;
    };
    expect([totalIn('JPY'), totalIn('USD')]).toEqual([1250, 125_000]);
  });

  // 10.02 was rounded to 10.00 for cash. Shopify's amounts are not rounded.
  it.each([
    ['10.02', { lines: 'all' }],
    ['10.00', { amount: 1000 }],
  ])('refunds the whole sale if its amount before rounding was paid back: %s', (amount, input) => {
    const payload = { ...refund, refund_line_items: [], order_id: undefined, transactions: paid(amount) };
    const sale = { currency: 'USD', totals: { total: 1000, rounding: -2 } } as Transaction;
    expect(shopify.toCorrection(payload, { ...options, sale })).toMatchObject({ valid: true, input });
  });

  // The credit note reports what is wrong with such a sale.
  it.each<[string, object]>([
    ['no lines', { items: [], tax: { pricesIncludeTax: false } }],
    ['lines of 0', { items: [{ amount: 0, taxAmount: 0 }], tax: { pricesIncludeTax: false } }],
    ['lines without amounts', { items: [{}], tax: { pricesIncludeTax: false } }],
    ['a negative total', { items: [{ amount: -5, taxAmount: -1 }], tax: { pricesIncludeTax: false } }],
    ['lines of any type', { items: [null, 5], tax: { pricesIncludeTax: false } }],
    ['items that are no list', { items: {}, tax: { pricesIncludeTax: false } }],
  ])('credits the whole amount for a sale with %s', (_, fields) => {
    const payload = { ...refund, refund_line_items: [], order_id: undefined, transactions: paid('10.00') };
    const sale = { currency: 'USD', ...fields } as Transaction;
    expect(shopify.toCorrection(payload, { ...options, sale })).toMatchObject({ valid: true, input: { amount: 1000 } });
  });

  it('reports no currency if the sale states none, since the document reports that', () => {
    const [payment] = paid('399.29');
    const payload = { ...right, transactions: [{ ...payment, currency: 'CAD' }] };
    const issues = (sale: unknown) => codesOf(shopify.toCorrection(payload, { ...options, sale: sale as Transaction }));
    expect(issues(options.sale)).toEqual(['payload.transactions[0].currency source_incomplete']);
    expect(issues({})).toEqual([]);
  });

  it('credits an amount if no line is listed', () => {
    const salt = rowOf('shopify', 'shopify-refund-ca');
    const sold = saleOf(shopify, salt, (salt.payload as { order: unknown }).order);
    const credited = { ...refund, order_id: undefined, refund_line_items: [], transactions: paid('10.00') };
    const result = shopify.toCorrection(credited, sold.options);
    if (!result.valid || result.kind !== 'credit_note') throw new Error('no credit note');
    expect(result.expect).toEqual({ total: 1000 });
    expect(createCreditNote(sold.options.shop, result.input).transaction?.totals).toMatchObject({
      tax: 107,
      total: 1000,
    });
    expect(shopify.completeFrom(credited, sold.options).transaction?.type).toBe('credit_note');
  });

  it.each([
    ['an adjustment', { order_adjustments: [{ kind: 'shipping_refund', amount: '-5.00', tax_amount: '0.00' }] }],
    [
      'a shipping line',
      {
        refund_shipping_lines: [
          {
            ...{ shipping_line: { id: 369256396 }, subtotal_amount_set: { shop_money: { amount: '5.00' } } },
            tax_amount_set: { shop_money: { amount: '0.00' } },
          },
        ],
      },
    ],
  ])('refunds part of the shipping: %s', (_, part) => {
    const shipping = [{ id: 369256396, title: 'Post', price: '12.00', tax_lines: [] }];
    const sold = saleOf(shopify, row, { ...order, shipping_lines: shipping, total_price: '610.94' });
    const payload = { ...refund, refund_line_items: [], transactions: paid('5.00'), ...part };
    expect(shopify.completeFrom(payload, sold.options).transaction).toMatchObject({
      type: 'refund',
      totals: { total: 500, tax: 0 },
      items: [{ name: 'Post', amount: 500 }],
    });
  });

  it('credits the refunded amount if it differs from the lines', () => {
    const salt = rowOf('shopify', 'shopify-refund-ca');
    const whole = salt.payload as { order: { line_items: { id: number }[] }; refund: object };
    const sold = saleOf(shopify, salt, whole.order);
    const adjustment = { kind: 'refund_discrepancy', amount: '-151.25', tax_amount: '0.00' };
    const line = { line_item_id: whole.order.line_items[0]!.id, quantity: 1, subtotal: '143.97', total_tax: '17.28' };
    const less = {
      ...{ ...refund, order_id: undefined, refund_line_items: [line], order_adjustments: [adjustment] },
      transactions: paid('10.00'),
    };
    expect(shopify.completeFrom(less, sold.options).transaction).toMatchObject({
      type: 'credit_note',
      totals: { tax: 107, total: 1000 },
    });
  });

  // Goods of 100.00 and shipping of 10.00, with 20 % tax on both.
  it.each([
    ['exclude', false, { goods: '100.00', tax: '20.00', post: '10.00', total: '132.00' }, 500],
    ['include', true, { goods: '120.00', tax: '20.00', post: '12.00', total: '132.00' }, 600],
  ])(
    'refunds half of the shipping and its tax, if prices %s tax',
    (_, taxes_included, { goods, tax, post, total }, amount) => {
      const salt = rowOf('shopify', 'shopify-refund-ca');
      const { order: whole } = salt.payload as { order: object };
      const vat = (price: string) => [{ title: 'VAT', rate: 0.2, price }];
      const sold = saleOf(shopify, salt, {
        ...{
          ...whole,
          taxes_included,
          total_price: total,
          total_tax: '22.00',
          total_discounts: '0.00',
          transactions: [],
        },
        line_items: [{ id: 1, title: 'Salt', price: goods, quantity: 1, tax_lines: vat(tax) }],
        shipping_lines: [{ id: 5, title: 'Post', price: post, tax_lines: vat('2.00') }],
      });
      expect(sold.sale.totals).toMatchObject({ total: 13200, tax: 2200 });
      const order_adjustments = [{ kind: 'shipping_refund', amount: '-5.00', tax_amount: '-1.00' }];
      const half = { id: 9, created_at: '2024-09-10T09:00:00-05:00', order_adjustments, transactions: paid('6.00') };
      const result = shopify.toCorrection(half, sold.options);
      expect(result.valid && result.expect).toEqual({
        ...{ total: 600, tax: 100 },
        lines: [{ key: 'shipping:5', amount, tax: 100 }],
      });
    },
  );

  it.each([[''], [null]])('ignores payments of a refund that were not made, and the note %j', (note) => {
    const [payment] = paid('399.29');
    const others = [
      { ...payment, status: 'failure' },
      { ...payment, kind: 'void', status: 'pending' },
    ];
    const result = shopify.toCorrection({ ...right, note, transactions: [...others, payment] }, options);
    expect(result).toMatchObject({ valid: true, expect: { total: 39929 }, input: { note: undefined } });
    expect(result.valid && result.input.tenders).toEqual([{ method: 'other', amount: 39929, name: 'bogus' }]);
  });

  it('charges import duties with separate taxes, and refunds both', () => {
    const [first, ...others] = order.line_items as Record<string, unknown>[];
    const tax = { title: 'VAT', rate: 0.1, price: '1.50' };
    const duty = { id: 7, shop_money: { amount: '15.00' }, tax_lines: [tax] };
    const abroad = {
      ...{ ...order, total_price: '615.44', total_tax: '13.44' },
      line_items: [{ ...first, duties: [duty] }, ...others],
    };
    const sold = saleOf(shopify, row, abroad);
    expect(sold.sale).toMatchObject({
      totals: { total: 61544, tax: 1344 },
      items: [{}, {}, {}, { name: 'Duty', amount: 1500, taxRate: 10, taxAmount: 150 }],
    });
    const back = {
      ...{ ...refund, refund_line_items: [], transactions: paid('16.50') },
      duties: [{ duty_id: 7, amount_set: { shop_money: { amount: '15.00' } } }],
    };
    expect(shopify.completeFrom(back, sold.options).transaction).toMatchObject({
      type: 'refund',
      totals: { total: 1650, tax: 150 },
      items: [{ name: 'Duty' }],
    });
  });

  it('never results in a different total if a field is wrong', () => {
    const complete = (payload: unknown) => shopify.completeFrom(payload, options);
    holdMutations([{ payload: right, complete, total: 39929 }], 1000);
  });

  it('requires payments, and rejects pending payments', () => {
    const [payment] = paid('399.29');
    const pending = { ...refund, transactions: [{ ...payment, status: 'pending' }] };
    expect(codesOf(shopify.toCorrection(pending, options))).toEqual([
      'payload.transactions[0].status source_not_final',
    ]);
    expect(codesOf(shopify.toCorrection({ ...refund, transactions: null }, options))).toEqual([
      'payload.transactions source_not_understood',
    ]);
  });
});

describe('WooCommerce', () => {
  const row = rowOf('woocommerce', 'woo-63-00');
  const { seller, options } = saleOf(woocommerce, row);
  const part = (id: number, quantity: number, total: string, total_tax: string) => ({
    ...{ id: id + 900, quantity, total, total_tax },
    meta_data: [{ id: 1, key: '_refunded_item_id', value: String(id) }],
  });
  const refund = {
    ...{ id: 990, refunded_by: 1, date_created_gmt: '2016-06-02T10:00:00', reason: 'too small' },
    amount: '31.50',
    line_items: [part(28, -1, '-20.00', '-1.50')],
    shipping_lines: [part(29, 0, '-10.00', '0.00')],
  };

  it.each([
    ['alone', refund],
    ['with its order', { order: row.payload, refund }],
  ])('creates the refund of a sale: %s', (_, payload) => {
    expect(woocommerce.completeFrom(payload, options).transaction).toMatchObject({
      type: 'refund',
      timestamp: '2016-06-02T03:00:00-07:00',
      totals: { total: 3150, tax: 150 },
      items: [
        { name: 'Ship Your Idea', amount: 2000 },
        { name: 'Flat Rate', amount: 1000 },
      ],
      linkedTransaction: { originalTransactionId: 'txn_1', note: 'too small' },
    });
  });

  it('takes the sale from the order in the same payload', () => {
    expect(woocommerce.completeFrom({ order: row.payload, refund }, seller).transaction).toMatchObject({
      linkedTransaction: { originalTransactionId: '156' },
    });
    expect(codesOf(woocommerce.completeFrom(refund, seller))).toContain('payload.order source_not_understood');
  });

  it('credits an amount if no line is listed', () => {
    const result = woocommerce.completeFrom({ ...refund, line_items: [], shipping_lines: [] }, options);
    expect(result.transaction).toMatchObject({ type: 'credit_note', totals: { total: 3150 } });
  });

  const linesOf = (line_items: readonly object[], more: object = {}): unknown => {
    const mapped = woocommerce.toCorrection({ ...refund, line_items, shipping_lines: [] }, { ...options, ...more });
    return mapped.valid ? 'lines' in mapped.input && mapped.input.lines : codesOf(mapped);
  };

  // One piece cost 20.00, without the tax of 1.50.
  it.each([
    ['at its price', part(28, -1, '-20.00', '-1.50'), [{ key: '28', quantity: 1 }]],
    ['at 0.01 less', part(28, -1, '-19.99', '-1.50'), [{ key: '28', quantity: 1 }]],
    ['at 0.01 more', part(28, -1, '-20.01', '-1.50'), [{ key: '28', quantity: 1 }]],
    ['at 0.02 less', part(28, -1, '-19.98', '-1.50'), [{ key: '28', amount: 1998 }]],
    ['at 0.02 more', part(28, -1, '-20.02', '-1.50'), [{ key: '28', amount: 2002 }]],
    ['without a quantity', part(28, 0, '-20.00', '-1.50'), [{ key: '28', amount: 2000 }]],
  ])('refunds a line %s as pieces if their full price was refunded', (_, line, lines) => {
    expect(linesOf([line])).toEqual(lines);
  });

  // The document states 42.17 units at 1.899 as 4.217 times 10 units at 18.99, and 100 at 0.055 as two lines.
  it.each([
    [42.17, '80.08', '6.01', { total: '127.59', total_tax: '7.51' }, part(28, -10, '-18.99', '-1.42')],
    [1234.5, '15.43', '1.16', { total: '58.09', total_tax: '2.66' }, part(28, -100, '-1.25', '-0.09')],
    [100, '5.50', '0.41', { total: '47.41', total_tax: '1.91' }, part(28, -20, '-1.10', '-0.08')],
  ])(
    'refunds units of a line whose unit price has fractions of a cent: %d',
    (quantity, total, total_tax, sums, back) => {
      const order = row.payload as { line_items: object[] };
      const [first, second] = order.line_items;
      const line = { ...second, quantity, subtotal: total, total, subtotal_tax: total_tax, total_tax };
      const { sale } = saleOf(woocommerce, row, { ...order, ...sums, line_items: [first, line] });
      expect(sale.items.length).toBeGreaterThan(2);
      expect(linesOf([back], { sale })).toEqual([{ key: '28', quantity: -back.quantity }]);
    },
  );

  it('refunds shipping and fees as amounts, whatever their quantity', () => {
    const lines = [{ ...part(29, -1, '-20.00', '0.00') }];
    for (const name of ['shipping_lines', 'fee_lines']) {
      const payload = { ...refund, amount: '20.00', line_items: [], shipping_lines: [], [name]: lines };
      const mapped = woocommerce.toCorrection(payload, options);
      expect(mapped).toMatchObject({ kind: 'refund', input: { lines: [{ key: '29', amount: 2000 }] } });
    }
  });

  it('refunds pieces if the sale does not state their price', () => {
    const { items: _, ...sale } = options.sale;
    expect(linesOf([part(28, -1, '-20.00', '-1.50')], { sale })).toEqual([{ key: '28', quantity: 1 }]);
  });

  it('refunds the tax with the price if prices include it', () => {
    const gross = rowOf('woocommerce', 'woo-ios-with-charge');
    const sold = saleOf(woocommerce, gross);
    const lines = [part(302, -1, '-17.65', '-0.35')];
    const payload = { ...refund, amount: '18.00', line_items: lines, shipping_lines: [] };
    const mapped = woocommerce.toCorrection(payload, sold.options);
    expect(mapped.valid && mapped.expect).toEqual({
      ...{ total: 1800, tax: 35 },
      lines: [{ key: '302', amount: 1800, tax: 35 }],
    });
  });

  it.each<[string, ReturnType<typeof part>[], string, object[]]>([
    ['an amount that is not the price of the pieces', [part(28, -1, '-5.00', '-0.38')], '5.38', [{ amount: 500 }]],
    [
      'nothing for a line that was only restocked',
      [part(28, -1, '0.00', '0.00'), part(28, 0, '-2.00', '-0.15')],
      '2.15',
      [{ amount: 200 }],
    ],
  ])('refunds %s', (_, line_items, amount, items) => {
    const payload = { ...refund, amount, line_items, shipping_lines: [] };
    expect(woocommerce.completeFrom(payload, options).transaction).toMatchObject({ type: 'refund', items });
  });

  it.each([
    ['too small', 'too small'],
    ['', undefined],
    [null, undefined],
  ])('has the reason %j as its note', (reason, note) => {
    expect(woocommerce.toCorrection({ ...refund, reason }, options)).toMatchObject({ valid: true, input: { note } });
  });

  it('rejects tax alone', () => {
    const payload = { ...refund, amount: '0.38', line_items: [part(28, 0, '0.00', '-0.38')], shipping_lines: [] };
    expect(codesOf(woocommerce.completeFrom(payload, options))).toEqual([
      'payload.line_items[0].total source_not_understood',
    ]);
  });

  it('requires the id of the refunded line', () => {
    const payload = { ...refund, line_items: [{ ...refund.line_items[0], meta_data: [] }] };
    expect(codesOf(woocommerce.toCorrection(payload, options))).toEqual([
      'payload.line_items[0].meta_data source_not_understood',
    ]);
  });

  it('never results in a different total if a field is wrong', () => {
    const complete = (payload: unknown) => woocommerce.completeFrom(payload, options);
    holdMutations([{ payload: refund, complete, total: 3150 }], 1000);
  });

  it('reports a difference from the refunded amount', () => {
    expect(codesOf(woocommerce.completeFrom({ ...refund, amount: '31.49' }, options))).toEqual([
      'totals.total differs_from_source',
    ]);
  });
});
