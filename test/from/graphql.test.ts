import { completeFrom, ORDER_QUERY, toCorrection, toDraft } from 'receipt-rule-packs/from/shopify';
import { describe, expect, it } from 'vitest';
import { documentOf, optionsOf, rowsOf } from './support/payloads';

type Fields = Readonly<Record<string, unknown>>;

const money = (amount: unknown) => ({ shopMoney: { amount } });
const nodes = (list: unknown, of: (one: Fields) => Fields) => ({
  nodes: ((list ?? []) as Fields[]).map(of),
  pageInfo: { hasNextPage: false },
});

/** Converts an order from REST to the GraphQL response. */
function asAnswered(order: Fields): Fields {
  const applications = (order.discount_applications ?? []) as Fields[];
  const gid = (type: string, id: unknown) => `gid://shopify/${type}/${String(id)}`;
  const shared = (line: Fields) => ({
    discountAllocations: ((line.discount_allocations ?? []) as Fields[]).map((one) => ({
      allocatedAmountSet: money(one.amount),
      discountApplication: applications[one.discount_application_index as number],
    })),
    taxLines: ((line.tax_lines ?? []) as Fields[]).map(({ title, rate, price }) => ({
      title,
      rate,
      priceSet: money(price),
    })),
  });
  return {
    ...{ id: gid('Order', order.id), name: order.name, createdAt: order.created_at, processedAt: order.processed_at },
    ...{ cancelledAt: order.cancelled_at, test: order.test, displayFinancialStatus: 'PAID' },
    ...{ currencyCode: order.currency, presentmentCurrencyCode: order.currency, taxesIncluded: order.taxes_included },
    ...{ totalPriceSet: money(order.total_price), totalTaxSet: money(order.total_tax) },
    ...{ totalDiscountsSet: money(order.total_discounts), totalTipReceivedSet: money('0.0') },
    totalCashRoundingAdjustment: { paymentSet: money('0.0') },
    paymentGatewayNames: order.payment_gateway_names,
    shippingAddress: null,
    lineItems: nodes(order.line_items, (line) => ({
      ...{ id: gid('LineItem', line.id), name: line.name ?? line.title, sku: line.sku, quantity: line.quantity },
      ...{ isGiftCard: line.gift_card, originalUnitPriceSet: money(line.price), ...shared(line) },
      duties: ((line.duties ?? []) as Fields[]).map((duty) => ({
        ...{ id: gid('Duty', duty.id), price: money((duty.shop_money as Fields).amount) },
        taxLines: [],
      })),
    })),
    shippingLines: nodes(order.shipping_lines, (line) => ({
      ...{ id: gid('ShippingLine', line.id), title: line.title },
      ...{ originalPriceSet: money(line.price), ...shared(line) },
    })),
    transactions: ((order.transactions ?? []) as Fields[]).map(({ kind, status, gateway, amount }) => ({
      ...{ kind: String(kind).toUpperCase(), status: String(status).toUpperCase(), gateway },
      amountSet: money(amount),
    })),
  };
}

describe('orders from GraphQL', () => {
  const rows = rowsOf('shopify').filter(({ reconciles }) => reconciles);

  it.each(rows.map((row) => [row.id, row] as const))('have the same result as from REST: %s', (_, row) => {
    const order = (row.payload as { order?: Fields }).order ?? (row.payload as Fields);
    const options = optionsOf(row);
    expect(toDraft(asAnswered(order), options)).toEqual(toDraft(order, options));
  });

  const [whole] = rows;
  const answered = asAnswered(whole!.payload as Fields);
  const resultOf = (fields: object, options: object = {}) =>
    toDraft({ ...answered, ...fields }, { ...optionsOf(whole!), ...options });
  const [line] = (answered.lineItems as { nodes: Fields[] }).nodes;

  it('warn if the customer saw another currency', () => {
    const { warnings } = resultOf({ presentmentCurrencyCode: 'CAD' });
    expect(warnings.map(({ field, code }) => [field, code])).toEqual([
      ['payload.presentmentCurrencyCode', 'source_not_understood'],
    ]);
  });

  it.each<[string, object, object]>([
    ['the country of the customer', { shippingAddress: { countryCodeV2: 'DE' } }, { customer: { country: 'DE' } }],
    [
      'import duties',
      {
        shippingLines: nodes([], (one) => one),
        lineItems: nodes([line], (one) => ({
          ...one,
          duties: [{ id: 'gid://shopify/Duty/7', price: money('15.00'), taxLines: [] }],
        })),
      },
      { charges: [{ key: 'duty:7', name: 'Duty', amount: 1500 }] },
    ],
    ['cash rounding', { totalCashRoundingAdjustment: { paymentSet: money('0.02') } }, { totals: { rounding: 2 } }],
    [
      'the number of a card',
      {
        transactions: [
          {
            ...{ kind: 'SALE', status: 'SUCCESS', gateway: 'bogus', amountSet: money('598.94') },
            paymentDetails: { number: '•••• •••• •••• 4242' },
          },
        ],
      },
      { tenders: [{ method: 'card', amount: 59894, last4: '4242' }] },
    ],
    [
      'a gift card and its discount',
      {
        lineItems: nodes([line], (one) => ({
          ...{ ...one, isGiftCard: true },
          discountAllocations: [{ allocatedAmountSet: money('1.00'), discountApplication: { code: 'ONE' } }],
        })),
      },
      { items: [{ taxCategory: 'O', discount: { amount: 100, description: 'ONE' } }] },
    ],
  ])('state %s', (_, fields, draft) => {
    const result = resultOf(fields, { scheme: 'shippingAddress' in fields ? 'EU_VAT' : 'US_SALES_TAX' });
    expect(result).toMatchObject({ valid: true, draft });
  });

  it.each<[string, object, string]>([
    ['voided', { cancelledAt: '2026-11-21T17:00:00Z', displayFinancialStatus: 'VOIDED' }, 'payload.cancelledAt'],
    ['a test', { test: true }, 'payload.test'],
  ])('are rejected if they are %s', (_, fields, field) => {
    const { issues } = resultOf({ ...fields, transactions: [] });
    expect(issues.map((issue) => [issue.field, issue.code])).toEqual([[field, 'source_not_final']]);
  });

  it('may contain refunds', () => {
    const row = rows.find(({ id }) => id === 'shopify-refund-ca')!;
    const { order } = row.payload as { order: Fields };
    const refund = {
      ...{ id: 'gid://shopify/Refund/975224602904', createdAt: '2024-09-09T17:36:31Z', note: null },
      refundLineItems: nodes(order.line_items, ({ id, quantity }) => ({
        ...{ lineItem: { id: `gid://shopify/LineItem/${String(id)}` }, quantity },
        ...{ subtotalSet: money('143.97'), totalTaxSet: money('17.28') },
      })),
      refundShippingLines: nodes([], (one) => one),
      transactions: nodes([{ kind: 'REFUND', status: 'SUCCESS', amountSet: money('161.25') }], (one) => one),
    };
    const payload = { order: asAnswered(order), refund };
    expect(documentOf(completeFrom(payload, optionsOf(row)))).toMatchObject({
      type: 'refund',
      timestamp: '2024-09-09T12:36:31-05:00',
      totals: { total: 16125, tax: 1728 },
    });
    const sale = documentOf(completeFrom(order, optionsOf(row)))!;
    const options = { ...optionsOf(row), sale, priorCorrections: [], originalTransactionId: 'txn_1' };
    expect(toCorrection(refund, options)).toMatchObject({ kind: 'refund', expect: { total: 16125, tax: 1728 } });
  });

  it('are rejected if a list is truncated', () => {
    const [row] = rows;
    const answered = asAnswered(row!.payload as Fields);
    const cut = { ...answered, lineItems: { ...(answered.lineItems as Fields), pageInfo: { hasNextPage: true } } };
    const { issues } = toDraft(cut, optionsOf(row!));
    expect(issues.map(({ field, code }) => [field, code])).toEqual([['payload.lineItems', 'source_incomplete']]);
  });

  it('are requested with every field that the library reads', () => {
    for (const name of Object.keys(asAnswered(rows[0]!.payload as Fields))) expect(ORDER_QUERY).toContain(name);
    const depth = [...ORDER_QUERY].reduce((open, letter) => open + (letter === '{' ? 1 : letter === '}' ? -1 : 0), 0);
    expect(depth).toBe(0);
  });
});
