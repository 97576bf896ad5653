import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRegistry, toStored, type StoredTransaction, type Transaction } from 'receipt-rule-packs';
import { refundableBalance, type Completion } from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { usReceipt1 } from 'receipt-rule-packs/packs/us-receipt-1';
import type { StripeSession } from 'receipt-rule-packs/from/stripe';
import type { ZettlePurchase } from 'receipt-rule-packs/from/zettle';
import * as shopify from '../../examples/cookbook/shopify.js';
import * as square from '../../examples/cookbook/square.js';
import * as stripe from '../../examples/cookbook/stripe.js';
import * as woocommerce from '../../examples/cookbook/woocommerce.js';
import * as zettle from '../../examples/cookbook/zettle.js';

const registry = createRegistry([seReceipt1, usReceipt1]);
const SE = registry.shop({ country: 'SE' });
const US = registry.shop({ country: 'US' });
const extensions = { se: { controlUnitId: 'UNIT1', controlCode: 'x'.repeat(113), sequenceNumber: 1 } };
/** The transaction in a completion, which must be valid and without warnings. */
function right(completion: Completion): Transaction {
  const { issues, warnings } = completion;
  expect([...issues, ...warnings].map(({ field, code, message }) => `${field} ${code}: ${message}`)).toEqual([]);
  if (!completion.valid) throw new Error('invalid, without an issue');
  return completion.transaction;
}
/** A sale's refundable amount in minor units, if its corrections are valid. */
function left(sale: Transaction, priorCorrections: readonly Transaction[]): number {
  const rest = refundableBalance(SE, { sale, originalTransactionId: 'txn_1', priorCorrections });
  expect([rest.issues, rest.warnings]).toEqual([[], []]);
  return rest.valid ? rest.balance.total : NaN;
}

describe('every cookbook mapper', () => {
  const folder = fileURLToPath(new URL('../../examples/cookbook', import.meta.url));

  it.each(readdirSync(folder))('has fewer than 60 lines, and no arithmetic: %s', (name) => {
    const code = readFileSync(`${folder}/${name}`, 'utf8');
    expect(code.split('\n').length - 1).toBeLessThan(60);
    expect(code).not.toMatch(/Math\.| \/ |reduce\(|toFixed/);
  });
});

/** A document's stored form. */
const stored = (transaction: Transaction): StoredTransaction =>
  toStored(transaction, {
    ...{ id: 'txn_1', createdAt: '2026-11-21T18:00:00Z', syncedAt: '2026-11-21T18:00:00Z' },
    ...{ profileId: `${transaction.currency === 'SEK' ? 'se' : 'us'}-receipt-1`, documentTier: 'receipt' },
    vendor: { name: 'Shop', country: transaction.currency === 'SEK' ? 'SE' : 'US' },
  });

describe('the Shopify mapper', () => {
  const taxOf = (title: string, rate: number, price: string) => [{ title, rate, price }];
  const order = {
    ...{ id: 5001, name: '#1001', created_at: '2026-11-21T17:42:09+01:00', currency: 'SEK', taxes_included: true },
    line_items: [
      {
        ...{ id: 1, title: 'Mug', sku: 'mug', quantity: 3, price: '149.50' },
        ...{ discount_allocations: [{ amount: '32.15' }], tax_lines: taxOf('Moms', 0.25, '83.27') },
      },
      {
        ...{ id: 2, title: 'Cookbook', quantity: 1, price: '249.00' },
        ...{ discount_allocations: [{ amount: '17.85' }], tax_lines: taxOf('Moms', 0.06, '13.08') },
      },
    ],
    shipping_lines: [{ id: 3, title: 'Shipping', price: '49.00', tax_lines: taxOf('Moms', 0.25, '9.80') }],
    ...{ total_discounts: '50.00', total_tax: '106.15', total_price: '696.50' },
    total_cash_rounding_payment_adjustment_set: { shop_money: { amount: '0.50' } },
    transactions: [{ kind: 'sale', status: 'success', gateway: 'cash', amount: '697.00' }],
  };
  const seller = { shop: SE, businessId: 'biz_1', extensions };

  it('maps an order with a discount, shipping and cash', () => {
    const sale = right(shopify.receiptOf(order, seller));
    expect(sale.totals).toEqual({ subtotal: 69650, discount: 5000, tax: 10615, rounding: 50, total: 69700 });
    expect(sale.items.map(({ name, amount, taxRate }) => [name, amount, taxRate])).toEqual([
      ['Mug', 41635, 25],
      ['Cookbook', 23115, 6],
      ['Shipping', 4900, 25],
    ]);
  });

  it('maps refunds, up to the quantity sold', () => {
    const sale = stored(right(shopify.receiptOf(order, seller)));
    const refund = {
      ...{ id: 7, created_at: '2026-11-23T12:00:00+01:00' },
      refund_line_items: [{ line_item_id: 2, quantity: 1, subtotal: '231.15', total_tax: '13.08' }],
      transactions: [{ kind: 'refund', status: 'success', gateway: 'cash', amount: '231.00' }],
    };
    const first = right(shopify.refundOf(refund, sale, [], seller));
    expect(first.totals).toMatchObject({ tax: 1308, rounding: -15, total: 23100 });
    const again = shopify.refundOf({ ...refund, id: 8 }, sale, [first], seller);
    expect(again.issues.map(({ field, code }) => [field, code])).toEqual([['lines[0].quantity', 'over_refund']]);
  });

  it('maps sales to Germany under the One Stop Shop', () => {
    const mug = order.line_items[0]!;
    const sale = right(
      shopify.receiptOf(
        {
          ...order,
          line_items: [{ ...mug, discount_allocations: [], tax_lines: taxOf('MwSt', 0.19, '71.61') }],
          shipping_lines: [],
          ...{ total_discounts: '0.00', total_tax: '71.61', total_price: '448.50' },
          ...{ total_cash_rounding_payment_adjustment_set: null, transactions: [] },
          ...{ payment_gateway_names: ['shopify_payments'], shipping_address: { country_code: 'DE' } },
        },
        seller,
      ),
    );
    expect([sale.tax.scheme, sale.channel, sale.customer]).toEqual(['EU_VAT', 'ecommerce', { country: 'DE' }]);
    expect([sale.payment, sale.totals.total]).toEqual([{ method: 'card' }, 44850]);
  });
});

describe('the Square mapper', () => {
  const money = (amount: number) => ({ amount, currency: 'USD' });
  const returned = {
    ...{ name: 'Candles', quantity: '1', base_price_money: money(2250), total_discount_money: money(225) },
    ...{ total_tax_money: money(180), total_money: money(2205) },
    applied_taxes: [{ tax_uid: 't', applied_money: money(180) }],
  };
  const taxes = [{ uid: 't', name: 'New York', percentage: '8.875', type: 'ADDITIVE' }];
  const order = {
    ...{ id: 'sq_1', state: 'COMPLETED', created_at: '2026-11-21T22:42:09Z', taxes },
    line_items: [
      {
        ...{
          uid: 'a',
          name: 'Candles',
          quantity: '2',
          base_price_money: money(2250),
          total_discount_money: money(450),
        },
        ...{ total_tax_money: money(359), total_money: money(4409) },
        applied_taxes: [{ tax_uid: 't', applied_money: money(359) }],
      },
    ],
    ...{ total_tax_money: money(359), total_tip_money: money(300), total_money: money(4709) },
    tenders: [{ type: 'CARD', amount_money: money(4709), card_details: { card: { last_4: '4242' } } }],
  };
  const back = {
    ...{ id: 'sq_2', state: 'COMPLETED', created_at: '2026-11-23T22:42:09Z' },
    returns: [
      {
        source_order_id: 'sq_1',
        return_line_items: [{ uid: 'r', source_line_item_uid: 'a', ...returned }],
        return_taxes: taxes,
        return_amounts: { total_money: money(2205), tax_money: money(180) },
      },
    ],
  };
  const seller = { shop: US, businessId: 'biz_us', timeZone: 'America/New_York' };

  it('maps a discount, a tax, a tip and a card', () => {
    const sale = right(square.receiptOf(order, seller));
    expect(sale.timestamp).toBe('2026-11-21T17:42:09-05:00');
    expect(sale.totals).toMatchObject({ discount: 450, tax: 359, total: 4709 });
    expect(sale.payment).toEqual({ method: 'card', last4: '4242' });
  });

  it('maps returns, with and without a receipt', () => {
    const sale = stored(right(square.receiptOf(order, seller)));
    const refund = right(square.returnOf(back, sale, [], seller));
    expect([refund.totals.total, refund.linkedTransaction?.originalTransactionId]).toEqual([2205, 'txn_1']);
    const blind = right(square.returnOf(back, undefined, [], seller));
    expect([blind.totals.total, blind.linkedTransaction?.originalTransactionId]).toEqual([2205, 'none']);
  });
});

describe('the WooCommerce mapper', () => {
  const order = {
    ...{ id: 727, number: '727', status: 'processing', currency: 'USD', prices_include_tax: false },
    ...{ date_created: '2026-11-21T12:28:02', date_paid_gmt: '2026-11-21T17:28:08' },
    line_items: [
      {
        ...{ id: 315, name: 'Single', quantity: 2, subtotal: '6.00', subtotal_tax: '0.45', total: '6.00' },
        ...{ total_tax: '0.45', taxes: [{ id: 75, total: '0.45' }] },
      },
    ],
    tax_lines: [{ rate_id: 75, rate_code: 'US-CA-STATE TAX', label: 'State Tax' }],
    shipping_lines: [{ id: 317, method_title: 'Flat Rate', total: '10.00', total_tax: '0.00', taxes: [] }],
    ...{ total: '16.45', total_tax: '0.45', payment_method: 'bacs', payment_method_title: 'Direct Bank Transfer' },
  };
  const seller = { shop: US, businessId: 'biz_us', rates: { 'US-CA-STATE TAX': 7.5 } };

  it('maps shipping, and rates that the order does not state', () => {
    const sale = right(woocommerce.receiptOf(order, seller));
    expect(sale.totals).toMatchObject({ tax: 45, total: 1645 });
    expect(sale.payment).toEqual({ method: 'transfer' });
  });

  it('maps refunds of single items', () => {
    const sale = stored(right(woocommerce.receiptOf(order, seller)));
    const meta_data = [{ key: '_refunded_item_id', value: '315' }];
    const refund = {
      ...{ id: 730, amount: '3.23', date_created_gmt: '2026-11-23T17:28:08' },
      line_items: [{ quantity: -1, total: '-3.00', total_tax: '-0.23', meta_data }],
    };
    expect(right(woocommerce.refundOf(refund, sale, [], seller)).totals).toMatchObject({ tax: 23, total: 323 });
  });
});

describe('the Stripe mapper', () => {
  const vat = (amount: number, percentage: number) => ({
    amount,
    rate: { display_name: 'Moms', percentage, inclusive: true },
  });
  const session: StripeSession = {
    ...{ object: 'checkout.session', id: 'cs_1', created: 1795279329, currency: 'sek', payment_status: 'paid' },
    line_items: {
      data: [
        {
          ...{ id: 'li_1', description: 'Mug', quantity: 1, amount_subtotal: 8000, amount_discount: 500 },
          ...{ amount_tax: 1500, taxes: [vat(1500, 25)] },
        },
        {
          ...{ id: 'li_2', description: 'Cookbook', quantity: 1, amount_subtotal: 5000, amount_discount: 0 },
          ...{ amount_tax: 283, taxes: [vat(283, 6)] },
        },
      ],
    },
    shipping_cost: { amount_subtotal: 4900, amount_tax: 980, taxes: [vat(980, 25)] },
    ...{ amount_total: 17400, total_details: { amount_tax: 2763 } },
    customer_details: { address: { country: 'SE' } },
    payment_intent: { latest_charge: { payment_method_details: { type: 'card', card: { last4: '4242' } } } },
  };
  const seller = { shop: SE, businessId: 'biz_1', extensions };

  it('maps coupons and shipping', () => {
    const sale = right(stripe.receiptOf(session, seller));
    expect(sale.totals).toMatchObject({ discount: 500, tax: 2763, total: 17400 });
    expect([sale.payment, sale.items.length]).toEqual([{ method: 'card', last4: '4242' }, 3]);
    expect(stripe.EXPAND).toHaveLength(3);
  });

  it('maps refunds of an amount, and of the whole balance', () => {
    const sale = right(stripe.receiptOf(session, seller));
    const refund = { object: 'refund', id: 're_1', created: 1795379329, currency: 'sek', status: 'succeeded' } as const;
    const part = right(stripe.refundOf({ ...refund, amount: 2500 }, stored(sale), [], seller));
    expect([part.type, part.totals.total, left(sale, [part])]).toEqual(['credit_note', 2500, 14900]);
    const rest = right(stripe.refundOf({ ...refund, id: 're_2', amount: 14900 }, stored(sale), [part], seller));
    expect([rest.type, left(sale, [part, rest])]).toEqual(['refund', 0]);
  });

  it('maps sales to Germany under the One Stop Shop', () => {
    const [mug] = session.line_items!.data;
    const abroad = {
      ...session,
      line_items: { data: [{ ...mug!, amount_tax: 1197, taxes: [vat(1197, 19)] }] },
      ...{ shipping_cost: null, amount_total: 7500, total_details: { amount_tax: 1197 } },
      customer_details: { address: { country: 'DE' } },
    };
    const sale = right(stripe.receiptOf(abroad, seller));
    expect([sale.tax.scheme, sale.channel, sale.customer]).toEqual(['EU_VAT', 'ecommerce', { country: 'DE' }]);
  });
});

describe('the Zettle mapper', () => {
  const shirt = { id: '0', variantUuid: 'shirt', name: 'T-shirt', unitPrice: 20000, vatPercentage: 25 };
  const cheese = { id: '1', variantUuid: 'cheese', name: 'Cheese', unitName: 'kg', unitPrice: 18900, vatPercentage: 6 };
  const purchase: ZettlePurchase = {
    ...{ purchaseUUID1: 'ze_1', purchaseNumber: 32, created: '2026-11-21T16:42:09.000+0000', currency: 'SEK' },
    products: [
      { ...shirt, quantity: '2', discount: { name: 'Sale' }, discountValue: 8000 },
      { ...cheese, quantity: '0.485' },
    ],
    discounts: [{ name: 'Members', percentage: 5, value: 2058 }],
    ...{ amount: 39109, vatAmount: 6573 },
    payments: [{ type: 'IZETTLE_CARD', amount: 39109, attributes: { maskedPan: '535583******0042' } }],
  };
  const back: ZettlePurchase = {
    ...{ purchaseUUID1: 'ze_2', purchaseNumber: 33, created: '2026-11-23T16:42:09.000+0000', currency: 'SEK' },
    ...{ refund: true, refundsPurchaseUUID1: 'ze_1' },
    products: [{ ...shirt, quantity: '-1', discountValue: -4000 }],
    discounts: [{ name: 'Members', percentage: 5, value: -800 }],
    ...{ amount: -15200, vatAmount: -3040 },
    payments: [{ type: 'IZETTLE_CARD', amount: -15200 }],
  };
  const seller = { shop: SE, businessId: 'biz_1', extensions };

  it('maps weighed goods, discounts on a line and on the purchase, and a card', () => {
    const sale = right(zettle.receiptOf(purchase, seller));
    // 40000 less 20 %, plus 9166.5 rounded up, is 41167. 5 % of that is 2058.
    expect(sale.totals).toMatchObject({ subtotal: 39109, discount: 10058, tax: 6573, total: 39109 });
    expect(sale.payment).toEqual({ method: 'card', last4: '0042' });
  });

  it('calls the control unit after computing all figures', () => {
    const { issues, unsigned } = zettle.receiptOf(purchase, { shop: SE, businessId: 'biz_1' });
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual(['extensions.se required']);
    expect(SE.validate({ ...unsigned, extensions }).valid).toBe(true);
  });

  it('maps partial refunds, and returns of goods without a receipt', () => {
    const sale = right(zettle.receiptOf(purchase, seller));
    const refund = right(zettle.refundOf(back, stored(sale), [], seller));
    expect([refund.totals.total, left(sale, [refund])]).toEqual([15200, 23909]);
    const plain = {
      ...back,
      products: [{ ...shirt, quantity: '-1' }],
      discounts: [],
      amount: -20000,
      vatAmount: -4000,
    };
    const blind = zettle.refundOf(
      { ...plain, payments: [{ type: 'IZETTLE_CASH', amount: -20000 }] },
      undefined,
      [],
      seller,
    );
    expect(right(blind).linkedTransaction?.originalTransactionId).toBe('none');
  });
});
