import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRegistry, defineReceiptPack, type Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  refundableBalance,
  type Completion,
  type CorrectionFields,
} from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import type { ShopifyOrder, SquareOrder, StripeSession, ZettlePurchase } from '../../examples/cookbook/orders.js';
import * as shopify from '../../examples/cookbook/shopify.js';
import * as square from '../../examples/cookbook/square.js';
import * as stripe from '../../examples/cookbook/stripe.js';
import * as zettle from '../../examples/cookbook/zettle.js';
import { lawOf, roundingRow } from '../complete/support/laws';

const registry = createRegistry([
  seReceipt1,
  defineReceiptPack(
    lawOf({
      country: 'US',
      currencies: [{ code: 'USD' }],
      tax: {
        scheme: 'US_SALES_TAX',
        name: 'sales tax',
        pricesIncludeTax: false,
        lineTolerance: 'perJurisdiction',
        citation: 'For tests',
      },
      taxJurisdictions: true,
      cashRounding: [roundingRow({ increment: 5, cash: 'allowed', electronic: 'unusual', maxRounding: 4 })],
    }),
  ),
]);
const SE = registry.shop({ country: 'SE' });
const US = registry.shop({ country: 'US' });
const extensions = { se: { controlUnitId: 'UNIT1', controlCode: 'x'.repeat(113), sequenceNumber: 1 } };
/** A sale stored as txn_1, and the fields of its correction. */
const of = (
  sale: Transaction,
  priorCorrections: readonly Transaction[] = [],
  more: Partial<CorrectionFields> = {},
) => ({
  sale,
  originalTransactionId: 'txn_1',
  priorCorrections,
  receiptNumber: 'R2',
  timestamp: '2026-11-23T12:00:00+01:00',
  source: { platform: 'cookbook', externalId: 'R2' },
  extensions,
  ...more,
});
/** The document of a valid completion without warnings. */
function right(completion: Completion): Transaction {
  const { issues, warnings } = completion;
  expect([...issues, ...warnings].map(({ field, code, message }) => `${field} ${code}: ${message}`)).toEqual([]);
  if (!completion.valid) throw new Error('invalid, without an issue');
  return completion.transaction;
}
/** The refundable amount of a sale in minor units, if its corrections are valid. */
function left(sale: Transaction, priorCorrections: readonly Transaction[]): number {
  const rest = refundableBalance(SE, { sale, originalTransactionId: 'txn_1', priorCorrections });
  expect([rest.issues, rest.warnings]).toEqual([[], []]);
  return rest.valid ? rest.balance.total : NaN;
}

describe('every mapper', () => {
  const folder = fileURLToPath(new URL('../../examples/cookbook', import.meta.url));

  it.each(readdirSync(folder).filter((name) => name !== 'orders.ts'))(
    '%s has fewer than 60 lines, and no arithmetic',
    (name) => {
      const code = readFileSync(`${folder}/${name}`, 'utf8');
      expect(code.split('\n').length - 1).toBeLessThan(60);
      expect(code).not.toMatch(/Math\.| \/ |reduce\(|toFixed/);
    },
  );
});

describe('Shopify', () => {
  const order: ShopifyOrder = {
    id: 5001,
    name: '#1001',
    created_at: '2026-11-21T17:42:09+01:00',
    currency: 'SEK',
    taxes_included: true,
    line_items: [
      { id: 1, title: 'Mug', sku: 'mug', quantity: 3, price: '149.50', tax_lines: [{ rate: 0.25 }] },
      { id: 2, title: 'Cookbook', quantity: 1, price: '249.00', tax_lines: [{ rate: 0.06 }] },
    ],
    discount_codes: [{ code: 'AUTUMN', amount: '50.00' }],
    shipping_lines: [{ title: 'Shipping', price: '49.00' }],
    payments: [{ gateway: 'cash' }],
    refunds: [
      { id: 1, created_at: '2026-11-23T12:00:00+01:00', refund_line_items: [{ line_item_id: 1, quantity: 1 }] },
    ],
  };
  const shop = { businessId: 'biz_1', country: 'SE', extensions };
  const receipt = (more: Partial<ShopifyOrder> = {}) =>
    right(complete(SE, shopify.toDraft({ ...order, ...more }, shop)));

  it('has an order with a discount, shipping and cash', () => {
    const sale = receipt();
    // 44850 + 24900 − 5000 = 64750, and 4900 of shipping: 69650, to the krona.
    expect(sale.totals).toEqual({ subtotal: 69650, discount: 5000, tax: 10364, rounding: 50, total: 69700 });
    expect(sale.items.map(({ name, amount, taxRate }) => [name, amount, taxRate])).toEqual([
      ['Mug', 41635, 25],
      ['Cookbook', 23115, 6],
      ['Shipping', 3151, 25],
      ['Shipping', 1749, 6],
    ]);
  });

  it('has a line of three that comes back one by one, and no fourth', () => {
    const sale = receipt();
    const prior: Transaction[] = [];
    const lines = shopify.toRefundLines(order, order.refunds[0]!);
    for (let i = 0; i < 3; i++) prior.push(right(createRefund(SE, { ...of(sale, [...prior]), lines })));
    expect(prior.map(({ totals }) => totals.subtotal).reduce((sum, amount) => sum + amount, 0)).toBe(41635);
    expect(left(sale, prior)).toBe(69650 - 41635);
    const fourth = createRefund(SE, { ...of(sale, prior), lines });
    expect(fourth.issues.map(({ field, code }) => [field, code])).toEqual([['lines[0].quantity', 'over_refund']]);
  });

  it('has gift cards sold and used, tips, and split tenders', () => {
    const card = { id: 3, title: 'Gift card', quantity: 1, price: '500.00', gift_card: true, tax_lines: [] };
    const sale = receipt({
      line_items: [...order.line_items, card],
      discount_codes: [],
      total_tip_received: '20.00',
      payments: [{ gateway: 'gift_card' }, { gateway: 'shopify_payments', last4: '4242' }],
    });
    expect(
      sale.items
        .filter(({ taxCategory }) => taxCategory === 'O')
        .map(({ name, amount, taxAmount }) => [name, amount, taxAmount]),
    ).toEqual([
      ['Gift card', 50000, 0],
      ['Tip', 2000, 0],
    ]);
    expect(sale.payment).toEqual({ method: 'other' });
    expect(receipt({ payments: [{ gateway: 'shopify_payments', last4: '4242' }] }).payment).toEqual({
      method: 'card',
      last4: '4242',
    });
  });

  it('has sales to Germany by One-Stop-Shop', () => {
    const line_items = [
      { ...order.line_items[0]!, tax_lines: [{ rate: 0.19 }] },
      { ...order.line_items[1]!, tax_lines: [{ rate: 0.07 }] },
    ];
    const sale = receipt({
      line_items,
      shipping_address: { country_code: 'DE' },
      payments: [{ gateway: 'shopify_payments' }],
    });
    expect([sale.tax.scheme, sale.channel, sale.customer]).toEqual(['EU_VAT', 'ecommerce', { country: 'DE' }]);
    expect(sale.tax.summary.map(({ rate }) => rate)).toEqual([19, 7]);
  });
});

describe('Square', () => {
  const order: SquareOrder = {
    id: 'sq_1',
    created_at: '2026-11-21T22:42:09Z',
    line_items: [
      {
        uid: 'a',
        name: 'Candles',
        quantity: '2',
        base_price_money: { amount: 2250 },
        item_type: 'ITEM',
        applied_taxes: [{}],
      },
      { uid: 'b', name: 'Apples', quantity: '1.385', unit: 'lb', base_price_money: { amount: 399 }, item_type: 'ITEM' },
      { uid: 'c', name: 'Gift card', quantity: '1', base_price_money: { amount: 2500 }, item_type: 'GIFT_CARD' },
    ],
    taxes: [
      { name: 'New York State', percentage: '4', level: 'state' },
      { name: 'New York City', percentage: '4.5', level: 'city' },
      { name: 'MCTD', percentage: '0.375', level: 'district' },
    ],
    discounts: [
      { name: 'Member', percentage: '10' },
      { name: 'Coupon', amount_money: { amount: 100 } },
    ],
    service_charges: [{ name: 'Delivery', amount_money: { amount: 500 } }],
    tenders: [{ type: 'CARD', last_4: '4242', tip_money: { amount: 300 } }],
    returns: [
      {
        return_line_items: [
          { source_line_item_uid: 'a', quantity: '1' },
          { source_line_item_uid: 'b', quantity: '1.385' },
        ],
      },
    ],
  };
  const shop = { businessId: 'biz_us', timeZone: 'America/New_York', taxRate: 8.875 };
  const receipt = (more: Partial<SquareOrder> = {}) => right(complete(US, square.toDraft({ ...order, ...more }, shop)));

  it('has mixed rates, weighed goods, discounts, a delivery, a tip and a gift card', () => {
    const sale = receipt();
    expect(sale.timestamp).toBe('2026-11-21T17:42:09-05:00');
    expect(sale.totals.discount).toBe(505 + 100);
    expect(sale.tax.jurisdictions!.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(sale.totals.tax);
    expect(sale.totals.total).toBe(sale.totals.subtotal + sale.totals.tax);
  });

  it('has returns', () => {
    const sale = receipt();
    const lines = square.toRefundLines(order);
    const refund = right(createRefund(US, { ...of(sale, [], { extensions: undefined }), lines }));
    expect(refund.items.map(({ quantity }) => quantity)).toEqual([1, 1.385]);
    expect(left(sale, [refund])).toBeLessThan(sale.totals.total);
  });

  it('has cash, which the seller may round', () => {
    const cash = square.toDraft({ ...order, tenders: [{ type: 'CASH' }] }, shop);
    expect(right(complete(US, cash)).totals.rounding).toBe(0);
    const { totals } = right(complete(registry.shop({ country: 'US' }, { cashRounding: 'nearest' }), cash));
    expect(totals.total % 5).toBe(0);
  });
});

describe('Stripe', () => {
  const session: StripeSession = {
    id: 'cs_1',
    created: 1795279329,
    currency: 'sek',
    line_items: {
      data: [
        {
          description: 'Mug',
          quantity: 1,
          price: { unit_amount: 7500 },
          taxes: [{ rate: { percentage: 25, inclusive: true } }],
        },
        {
          description: 'Cookbook',
          quantity: 1,
          price: { unit_amount: 5000 },
          taxes: [{ rate: { percentage: 6, inclusive: true } }],
        },
      ],
    },
    total_details: { amount_discount: 0 },
    customer_details: { email: 'a@example.com', address: { country: 'SE' } },
    payment_method_details: { type: 'card', card: { last4: '4242' } },
  };
  const shop: stripe.StripeShop = {
    businessId: 'biz_1',
    country: 'SE',
    timeZone: 'Europe/Stockholm',
    extensions,
  };

  it('has coupons and shipping', () => {
    const sale = right(
      complete(
        SE,
        stripe.toDraft(
          { ...session, total_details: { amount_discount: 1000 }, shipping_cost: { amount_total: 4900 } },
          shop,
        ),
      ),
    );
    expect([sale.totals.total, sale.totals.discount, sale.items.length]).toEqual([16400, 1000, 4]);
  });

  it('has refunds of an amount', () => {
    const sale = right(complete(SE, stripe.toDraft(session, shop)));
    const note = right(
      createCreditNote(SE, { ...of(sale, [], { reason: 'price_adjustment' }), ...stripe.toCredit({ amount: 2500 }) }),
    );
    expect(note.items.map(({ amount }) => amount)).toEqual([1500, 1000]);
    expect(left(sale, [note])).toBe(10000);
  });
});

describe('Zettle', () => {
  const purchase: ZettlePurchase = {
    purchaseUUID1: 'ze_1',
    purchaseNumber: 32,
    timestamp: '2026-11-21T16:42:09.000Z',
    currency: 'SEK',
    products: [
      {
        id: 'a',
        name: 'T-shirt',
        quantity: '2',
        unitPrice: 20000,
        vatPercentage: 25,
        type: 'PRODUCT',
        discount: { percentage: 20 },
      },
      {
        id: 'b',
        name: 'Cheese',
        quantity: '0.485',
        unitName: 'kg',
        unitPrice: 18900,
        vatPercentage: 6,
        type: 'PRODUCT',
      },
    ],
    discounts: [{ name: 'Members', percentage: 5 }],
    payments: [{ type: 'IZETTLE_CASH' }],
  };
  const shop = { businessId: 'biz_1', timeZone: 'Europe/Stockholm' };
  const draft = () => ({ ...zettle.toDraft(purchase, shop), extensions });

  it('has weighed goods, a discount of a line and of the order, and cash', () => {
    const sale = right(complete(SE, draft()));
    // 40000 less 20 % and 9166.5 rounded up, less 5 % of 41167: 2058.
    expect(sale.totals).toMatchObject({ subtotal: 39109, discount: 10058, rounding: -9, total: 39100 });
  });

  it('asks the control unit after all is computed', () => {
    const { issues, unsigned } = complete(SE, zettle.toDraft(purchase, shop));
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual(['extensions.se required']);
    expect(SE.validate({ ...unsigned, extensions }).valid).toBe(true);
  });

  it('has refunds of parts, and exchanges', () => {
    const sale = right(complete(SE, draft()));
    const returned = (id: string, quantity: string) => zettle.toRefundLines(purchase, [{ id, quantity }]);
    const refund = right(createRefund(SE, { ...of(sale), lines: returned('b', '0.485') }));
    expect(refund.totals.rounding).toBe(refund.totals.total - refund.totals.subtotal);
    const sold = [zettle.toLine({ ...purchase.products[0]!, quantity: '1', unitPrice: 25000 })] as const;
    const exchange = right(createExchange(SE, { ...of(sale, [refund]), returned: returned('a', '1'), sold }));
    expect(exchange.items.map(({ quantity }) => quantity)).toEqual([-1, 1]);
    expect(exchange.totals.total).toBe(4800);
    expect(left(sale, [refund, exchange])).toBe(15200);
  });
});
