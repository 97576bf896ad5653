import {
  completeFrom,
  toCorrection,
  toDraft,
  type StripeCreditNote,
  type StripeInvoice,
  type StripeRefund,
  type StripeSession,
} from 'receipt-rule-packs/from/stripe';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { bgReceipt1 } from 'receipt-rule-packs/packs/bg-receipt-1';
import { describe, expect, it } from 'vitest';
import { documentOf, linesOf, optionsOf, rowsOf, testMutations, testPayloads } from './support/payloads';

const rows = rowsOf('stripe');
const optionsFor = (id: string) => optionsOf(rows.find((row) => row.id === id)!);
const ireland = { ...optionsFor('stripe-tax-ie'), requireCompleted: true };
const america = { ...optionsFor('stripe-tax-ca'), requireCompleted: true };

type Line = NonNullable<StripeSession['line_items']>['data'][number];
type Tax = NonNullable<Line['taxes']>[number];

/** https://docs.stripe.com/api/tax_rates/object */
const vat = (amount: number, percentage = 23): Tax => ({
  amount,
  rate: { id: 'txr_vat', display_name: 'VAT', percentage, inclusive: true },
  taxability_reason: 'standard_rated',
});
const salesTax = (amount: number, percentage: number, level: string, jurisdiction: string): Tax => ({
  amount,
  rate: { display_name: 'Sales tax', percentage, inclusive: false, jurisdiction, jurisdiction_level: level },
  taxability_reason: 'standard_rated',
});

/** https://docs.stripe.com/api/checkout/sessions/line_items */
const lineOf = (id: string, subtotal: number, taxes: Line['taxes'], more: Partial<Line> = {}): Line => ({
  id,
  description: 'Mug',
  quantity: 1,
  amount_subtotal: subtotal,
  amount_discount: 0,
  amount_tax: (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  price: { unit_amount: subtotal, unit_amount_decimal: String(subtotal) },
  taxes,
  ...more,
});

/** https://docs.stripe.com/api/checkout/sessions/object */
const sessionOf = (
  data: readonly Line[],
  total: number,
  tax: number,
  more: Partial<StripeSession> = {},
): StripeSession => ({
  object: 'checkout.session',
  id: 'cs_1',
  created: 1_780_346_867,
  currency: 'eur',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  line_items: { data, has_more: false },
  amount_total: total,
  total_details: { amount_tax: tax },
  shipping_cost: null,
  payment_intent: 'pi_1',
  payment_method_types: ['card'],
  ...more,
});

const mug = lineOf('li_1', 2460, [vat(374)], { quantity: 2, amount_discount: 460 });
const shipping = { amount_subtotal: 615, amount_tax: 115, shipping_rate: 'shr_1', taxes: [vat(115)] };
const session = sessionOf([mug], 2615, 489, { shipping_cost: shipping });

const faults = (payload: unknown, options = ireland): string[] =>
  completeFrom(payload, options).issues.map(({ field, code }) => `${field} ${code}`);

describe('sales published by Stripe', () => {
  testPayloads('stripe', completeFrom);
  testMutations('stripe', completeFrom);
});

describe('the adapter handles a Checkout Session', () => {
  it('with a discount, shipping and tax in its prices', () => {
    const document = documentOf(completeFrom(session, ireland))!;
    expect(document.totals).toMatchObject({ total: 2615, tax: 489 });
    expect(document.tax.pricesIncludeTax).toBe(true);
    expect(linesOf(document)).toEqual([
      { amount: 2000, tax: 374 },
      { amount: 615, tax: 115 },
    ]);
    expect(document.items[0]).toMatchObject({ name: 'Mug', quantity: 2, unitPrice: 1230, discount: { amount: 460 } });
    expect(document.payment.method).toBe('card');
  });

  it('with exclusive taxes of a state and a county', () => {
    const taxes = [salesTax(65, 6.5, 'state', 'Washington'), salesTax(38, 3.85, 'county', 'King')];
    const sold = sessionOf([lineOf('li_1', 1000, taxes)], 1103, 103, { currency: 'usd' });
    const document = documentOf(completeFrom(sold, america))!;
    expect(document.tax.pricesIncludeTax).toBe(false);
    expect(document.tax.jurisdictions).toEqual([
      { level: 'state', name: 'Washington', rate: 6.5, taxAmount: 65 },
      { level: 'county', name: 'King', rate: 3.85, taxAmount: 38 },
    ]);
  });

  it("that includes one line's tax, and adds another line's tax", () => {
    const added: Tax = { ...vat(230), rate: { ...vat(230).rate, inclusive: false } };
    const mixed = sessionOf([lineOf('li_1', 1230, [vat(230)]), lineOf('li_2', 1000, [added])], 2460, 460);
    const document = documentOf(completeFrom(mixed, ireland))!;
    expect(linesOf(document)).toEqual([
      { amount: 1230, tax: 230 },
      { amount: 1230, tax: 230 },
    ]);
  });

  it.each([
    ['IE', true],
    ['US', false],
    ['ZZ', false],
  ])("without tax, whose prices include tax if the law's do: %s", (country, expected) => {
    const shop = createRegistry(packs).shop({ country } as { country: 'IE' });
    const mapped = toDraft(sessionOf([lineOf('li_1', 1000, [])], 1000, 0), { ...ireland, shop });
    expect(mapped).toMatchObject({ valid: true, draft: { tax: { pricesIncludeTax: expected } } });
  });

  it('with a price of half a cent', () => {
    const price = { unit_amount: null, unit_amount_decimal: '0.5' };
    const calls = lineOf('li_1', 500, [vat(93)], { quantity: 1000, price });
    const document = documentOf(completeFrom(sessionOf([calls], 500, 93), ireland))!;
    expect(document.items).toMatchObject([{ quantity: 100, unit: '10 pcs', unitPrice: 5, amount: 500 }]);
    // In the SDK, decimals are objects. Tax that is added to such a price changes it, so only the line's total counts.
    const added = { ...vat(115), rate: { ...vat(115).rate, inclusive: false } };
    const sdk = { unit_amount: null, unit_amount_decimal: { toString: () => '0.5' } };
    const lines = [calls, lineOf('li_2', 500, [added], { quantity: 1000, price: sdk })];
    const mapped = toDraft(sessionOf(lines, 1115, 208), ireland);
    expect(mapped.valid && mapped.draft.items).toMatchObject([{ price: '0.005' }, { lineTotal: 615 }]);
  });

  it.each([
    ['reverse_charge', 'AE'],
    ['zero_rated', 'Z'],
    ['product_exempt', 'E'],
    ['product_exempt_holiday', 'E'],
    ['customer_exempt', 'E'],
    ['not_subject_to_tax', 'E'],
    ['not_collecting', 'O'],
  ])('without tax, as %s', (reason, category) => {
    const tax = { ...vat(0, 0), taxability_reason: reason };
    const mapped = toDraft(sessionOf([lineOf('li_1', 1000, [tax])], 1000, 0), { ...ireland, zeroRateCategory: 'O' });
    expect(mapped.valid && mapped.draft.items[0]).toMatchObject({ taxRate: 0, taxCategory: category });
  });

  it.each([
    ['a line', { line_items: { data: [{ ...mug, amount_tax: 375 }] } }, 'items[0]'],
    ['shipping', { shipping_cost: { ...shipping, amount_tax: 114 } }, 'items[1]'],
  ])('whose tax on %s differs from the sum of the taxes', (_, fields, field) => {
    expect(faults({ ...session, ...fields })).toContain(`${field} differs_from_source`);
  });

  const tendersOf = (fields: object): unknown => {
    const mapped = toDraft({ ...session, ...fields }, ireland);
    return mapped.valid && mapped.draft.tenders;
  };

  it.each([
    ...['card_present', 'interac_present'].map((type) => [type, 'card']),
    ...['swish', 'mobilepay', 'vipps', 'twint', 'blik', 'cashapp', 'alipay', 'wechat_pay'].map((type) => [
      type,
      'mobile',
    ]),
    ...['sepa_debit', 'us_bank_account', 'bacs_debit', 'acss_debit', 'au_becs_debit'].map((type) => [type, 'transfer']),
    ...['customer_balance', 'ideal'].map((type) => [type, 'transfer']),
  ])('paid with %s: %s', (type, method) => {
    expect(tendersOf({ payment_method_types: [type] })).toEqual([{ method, amount: 2615 }]);
  });

  it.each<[string, object, object]>([
    [
      'a card in a terminal',
      {
        payment_intent: {
          latest_charge: { payment_method_details: { type: 'card_present', card_present: { last4: '0005' } } },
        },
      },
      { method: 'card', last4: '0005' },
    ],
    [
      'a bank account, whose last digits are not those of a card',
      {
        payment_intent: {
          latest_charge: { payment_method_details: { type: 'us_bank_account', us_bank_account: { last4: '6789' } } },
        },
      },
      { method: 'transfer' },
    ],
    [
      'a wallet of another type',
      { payment_intent: { latest_charge: { payment_method_details: { type: 'klarna', klarna: {} } } } },
      { method: 'other', name: 'klarna' },
    ],
    ['a charge without a type', { payment_intent: { latest_charge: {} } }, { method: 'other' }],
    ['a charge that is not expanded', { payment_intent: { latest_charge: 'ch_1' } }, { method: 'card' }],
    ['an unknown method', { payment_method_types: [] }, { method: 'other' }],
  ])('paid with %s', (_, fields, tender) => {
    expect(tendersOf(fields)).toEqual([{ ...tender, amount: 2615 }]);
  });

  it('with its payment method', () => {
    const charge = { payment_method_details: { type: 'card', card: { last4: '4242' } } };
    const presentment = { presentment_amount: 29_900, presentment_currency: 'sek' };
    const paid = { ...session, payment_intent: { latest_charge: charge }, presentment_details: presentment };
    expect(documentOf(completeFrom(paid, ireland))?.metadata?.receiptExtra).toMatchObject({
      tenders: [{ method: 'card', last4: '4242', amount: 2615, foreign: { currency: 'SEK', amount: 29_900 } }],
    });
    // A charge without a type.
    const untyped = { ...session, payment_intent: { latest_charge: { payment_method_details: {} } } };
    const mapped = toDraft(untyped, ireland);
    expect(mapped.valid && mapped.draft.tenders).toEqual([{ method: 'other', amount: 2615 }]);
    const klarna = documentOf(completeFrom({ ...session, payment_method_types: ['klarna'] }, ireland))!;
    expect(klarna.metadata?.receiptExtra).toMatchObject({ tenders: [{ method: 'other', name: 'klarna' }] });
    const several = documentOf(completeFrom({ ...session, payment_method_types: ['card', 'link'] }, ireland))!;
    expect(several.payment.method).toBe('other');
  });

  it('with a total of 0', () => {
    const free = lineOf('li_1', 1000, [vat(0)], { amount_discount: 1000 });
    const unpaid = sessionOf([free], 0, 0, { payment_status: 'no_payment_required' });
    const document = documentOf(completeFrom(unpaid, ireland))!;
    expect(document.totals.total).toBe(0);
    expect(document.payment).toEqual({ method: 'other' });
  });

  it('whose line states neither description, quantity nor discount', () => {
    const bare = { id: 'li_1', amount_subtotal: 1230, amount_tax: 230, taxes: [vat(230)] };
    const mapped = toDraft(sessionOf([bare], 1230, 230), ireland);
    expect(mapped.valid && mapped.draft.items).toMatchObject([
      { name: 'li_1', quantity: 1, lineTotal: 1230, discount: undefined },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['the name of its rate', { id: 'shr_1', display_name: 'Courier' }, 'Courier'],
    ['a rate without a name', { id: 'shr_1', display_name: null }, 'Shipping'],
    ['a rate that is not expanded', 'shr_1', 'Shipping'],
  ])('with shipping that has %s', (_, shipping_rate, name) => {
    const mapped = toDraft({ ...session, shipping_cost: { ...shipping, shipping_rate } }, ireland);
    expect(mapped.valid && mapped.draft.charges).toMatchObject([{ key: 'shipping', name, amount: 615 }]);
  });

  // A tax that was not charged explains a category only if no tax was charged.
  it('with a line that one jurisdiction taxes, and another exempts', () => {
    const exempt = { ...salesTax(0, 3.85, 'county', 'King'), taxability_reason: 'product_exempt' };
    const taxes = [salesTax(65, 6.5, 'state', 'Washington'), exempt];
    const mapped = toDraft(sessionOf([lineOf('li_1', 1000, taxes)], 1065, 65, { currency: 'usd' }), america);
    expect(mapped.valid && mapped.draft.items[0]).toMatchObject({
      taxes: [{ level: 'state', name: 'Washington', rate: 6.5, amount: 65 }],
    });
  });

  it('with a tax that was charged, whatever reason it states', () => {
    const charged = { ...salesTax(65, 6.5, 'state', 'Washington'), taxability_reason: 'product_exempt' };
    const mapped = toDraft(sessionOf([lineOf('li_1', 1000, [charged])], 1065, 65, { currency: 'usd' }), america);
    expect(mapped.valid && mapped.draft.items[0]!.taxes).toMatchObject([{ rate: 6.5, amount: 65 }]);
  });

  it('with a line whose price includes one tax, but not the other', () => {
    // 12.30 with 23 % included, plus 2.5 % of the price without tax.
    const taxes = [vat(230), salesTax(25, 2.5, 'city', 'Cork')];
    const mapped = toDraft(sessionOf([lineOf('li_1', 1230, taxes)], 1255, 255), ireland);
    expect(mapped).toMatchObject({
      draft: { tax: { pricesIncludeTax: true }, items: [{ lineTotal: 1255 }] },
      expect: { total: 1255, lines: [{ amount: 1255, tax: 255 }] },
    });
  });

  it('with a tax that is rounded to 0', () => {
    // 1 % of 0.40.
    const taxes = [salesTax(3, 6.5, 'state', 'Washington'), salesTax(0, 1, 'county', 'King')];
    const mapped = toDraft(sessionOf([lineOf('li_1', 40, taxes)], 43, 3, { currency: 'usd' }), america);
    expect(mapped.valid && mapped.draft.items[0]!.taxes).toMatchObject([{ rate: 6.5 }, { rate: 1, amount: 0 }]);
  });

  it.each<[string, object, object]>([
    ['a district', { jurisdiction_level: 'district', jurisdiction: 'Sound' }, { level: 'district', name: 'Sound' }],
    [
      'a district without a name',
      { jurisdiction_level: 'district', jurisdiction: null },
      { level: 'district', name: 'Sales tax' },
    ],
    ['a country', { jurisdiction_level: 'country', jurisdiction: 'US' }, { level: undefined, name: 'Sales tax' }],
    ['no named jurisdiction', { display_name: null }, { level: undefined, name: 'Tax' }],
    ['a rate that applies in effect', { effective_percentage: 6.4 }, { rate: 6.4 }],
  ])('with the tax of %s', (_, rate, expected) => {
    const tax = { ...salesTax(65, 6.5, '', ''), rate: { ...salesTax(65, 6.5, '', '').rate, ...rate } };
    const mapped = toDraft(sessionOf([lineOf('li_1', 1000, [tax])], 1065, 65, { currency: 'usd' }), america);
    expect(mapped.valid && mapped.draft.items[0]!.taxes).toMatchObject([{ rate: 6.5, amount: 65, ...expected }]);
  });

  it.each([
    ['unpaid', { payment_status: 'unpaid' }, 'payload.payment_status source_not_final'],
    ['with a status that is no text', { payment_status: 5 }, 'payload.payment_status source_not_understood'],
    ['expired', { status: 'expired' }, 'payload.status source_not_final'],
    ['a setup', { mode: 'setup' }, 'payload.mode source_not_understood'],
    ['without lines', { line_items: undefined }, 'payload.line_items source_incomplete'],
    ['truncated', { line_items: { data: [mug], has_more: true } }, 'payload.line_items.has_more source_incomplete'],
    [
      'without the taxes on a line',
      { line_items: { data: [{ ...mug, taxes: undefined }] } },
      'payload.line_items.data[0].taxes source_incomplete',
    ],
    [
      'without the taxes on shipping',
      { shipping_cost: { ...shipping, taxes: undefined } },
      'payload.shipping_cost.taxes source_incomplete',
    ],
    ['of another type', { object: 'charge' }, 'payload.object source_not_understood'],
    ['in Icelandic krónur', { currency: 'isk' }, 'payload.currency source_not_understood'],
    ['in ariary', { currency: 'mga' }, 'payload.currency source_not_understood'],
    ['in Ugandan shillings', { currency: 'UGX' }, 'payload.currency source_not_understood'],
    ['for a refund', { object: 'refund' }, 'payload.object source_incomplete'],
    ['without a total', { amount_total: null }, 'payload.amount_total source_not_understood'],
  ])('%s', (_, fields, expected) => {
    expect(faults({ ...session, ...fields })).toEqual([expected]);
  });

  it('for a customer in another member state', () => {
    const fields = { customer_details: { address: { country: 'DE' } } };
    const mapped = toDraft({ ...session, ...fields }, { ...ireland, scheme: 'EU_VAT' });
    expect(mapped).toMatchObject({ draft: { channel: 'ecommerce', customer: { country: 'DE' } } });
  });

  it('that is unpaid, if open sales are accepted', () => {
    const open = { ...session, payment_status: 'unpaid' };
    expect(documentOf(completeFrom(open, { ...ireland, requireCompleted: false }))?.totals.total).toBe(2615);
  });
});

/** https://docs.stripe.com/api/tax/calculations/object */
describe('the adapter handles a calculation', () => {
  const entryOf = (level: string, name: string | undefined, rate: string, amount: number) => ({
    amount,
    jurisdiction: { country: 'US', display_name: name, level, state: 'WA' },
    tax_rate_details: { display_name: 'Retail Sales', percentage_decimal: rate, tax_type: 'sales_tax' },
    taxability_reason: 'standard_rated',
  });
  const line = { id: 'l', reference: 'Mug', amount: 1000, amount_tax: 103, quantity: 1, tax_behavior: 'exclusive' };
  const taxes = [entryOf('state', 'Washington', '6.5', 65), entryOf('city', 'Seattle', '3.85', 38)];
  const calculation = {
    object: 'tax.calculation',
    id: 'taxcalc_1',
    currency: 'usd',
    tax_date: 1_780_346_867,
    line_items: { data: [{ ...line, tax_breakdown: taxes }] },
    amount_total: 1103,
    tax_amount_exclusive: 103,
    tax_amount_inclusive: 0,
  };
  const itemOf = (fields: object, more = {}): unknown => {
    const mapped = toDraft({ ...calculation, line_items: { data: [{ ...line, ...fields }] }, ...more }, america);
    return mapped.valid ? mapped.draft.items[0] : mapped.issues.map(({ field, code }) => `${field} ${code}`);
  };

  it("with each line's taxes", () => {
    const document = documentOf(completeFrom(calculation, america))!;
    expect(document.tax.jurisdictions?.map(({ name, taxAmount }) => [name, taxAmount])).toEqual([
      ['Washington', 65],
      ['Seattle', 38],
    ]);
    expect(itemOf({})).toEqual(['payload.line_items.data[0].tax_breakdown source_incomplete']);
  });

  it('whose line has no reference and no quantity, and a tax without a jurisdiction or a name', () => {
    const [state] = taxes;
    const country = {
      ...entryOf('country', undefined, '10.3', 103),
      tax_rate_details: { percentage_decimal: '10.3', tax_type: 'sales_tax' },
    };
    expect(itemOf({ quantity: 3, tax_breakdown: taxes })).toMatchObject({ name: 'Mug', quantity: 3 });
    expect(itemOf({ reference: undefined, quantity: undefined, tax_breakdown: [country] })).toMatchObject({
      ...{ name: 'l', quantity: 1 },
      taxes: [{ level: undefined, name: 'sales tax', rate: 10.3, amount: 103 }],
    });
    const exempt = { ...state!, amount: 0, tax_rate_details: null, taxability_reason: 'product_exempt' };
    expect(itemOf({ amount_tax: 0, tax_breakdown: [exempt] })).toMatchObject({ taxRate: 0, taxCategory: 'E' });
  });

  it('for a customer in another member state', () => {
    const customer_details = { address: { country: 'DE' } };
    const mapped = toDraft({ ...calculation, customer_details }, { ...ireland, scheme: 'EU_VAT' });
    expect(mapped).toMatchObject({ draft: { customer: { country: 'DE' } } });
  });

  /** An entry of the breakdown of the whole calculation. */
  const sumOf = (
    amount: number,
    percentage_decimal: string,
    taxability_reason = 'standard_rated',
    inclusive = false,
  ) => ({
    ...{ amount, inclusive, taxability_reason },
    tax_rate_details: { country: 'US', state: 'WA', percentage_decimal, tax_type: 'sales_tax' },
  });
  const ten = sumOf(100, '10.0');
  const reverse = sumOf(0, '0.0', 'reverse_charge');

  // 10 % of 10.00 is 1.00. Stripe can round the tax of the whole, so that a line differs by 0.01.
  it.each([
    ['the tax', 100, [ten], 100],
    ['a tax of 0.01 less', 99, [ten], 99],
    ['a tax of 0.01 more', 101, [ten], 101],
    ['a tax of 0.02 less', 98, [ten], undefined],
    ['a tax of 0.02 more', 102, [ten], undefined],
    ['a tax at another rate, too', 100, [sumOf(500, '5.0'), ten], 100],
    ['a tax included in prices, too', 100, [sumOf(500, '10.0', 'standard_rated', true), ten], 100],
    ['nothing taxed', 100, [reverse], undefined],
    ['two taxes alike', 100, [ten, ten], undefined],
  ])('whose sums by rate have %s', (_, amount_tax, tax_breakdown, amount) => {
    const found = itemOf({ amount_tax }, { tax_breakdown });
    if (amount === undefined) expect(found).toEqual(['payload.line_items.data[0].tax_breakdown source_incomplete']);
    else expect(found).toMatchObject({ taxes: [{ name: 'sales tax', rate: 10, amount }] });
  });

  it.each([
    ['the only reason', [ten, reverse], 'AE'],
    ['the only one of two reasons', [reverse, sumOf(0, '0.0', 'product_exempt')], 'Z'],
    ['no reason', [ten], 'Z'],
  ])('with an untaxed line, for which the sums by rate state %s', (_, tax_breakdown, taxCategory) => {
    // 10 % of 0.09 would be 0.01.
    const fields = { amount: 9, amount_tax: 0 };
    expect(itemOf(fields, { tax_breakdown })).toMatchObject({ taxRate: 0, taxCategory });
  });
});

/** https://docs.stripe.com/api/invoices/object */
const invoice: StripeInvoice = {
  object: 'invoice',
  id: 'in_1',
  number: 'A-1',
  created: 1_780_346_867,
  currency: 'eur',
  status: 'paid',
  lines: {
    data: [
      {
        id: 'il_1',
        description: 'Mug',
        quantity: 2,
        amount: 2000,
        discount_amounts: [{ amount: 200 }],
        pretax_credit_amounts: [
          { amount: 200, type: 'discount' },
          { amount: 100, type: 'credit_balance_transaction' },
        ],
        taxes: [
          {
            amount: 391,
            tax_behavior: 'exclusive',
            tax_rate_details: { tax_rate: 'txr_1' },
            taxability_reason: 'standard_rated',
          },
        ],
      },
    ],
  },
  total: 2091,
  amount_paid: 2091,
  total_taxes: [{ amount: 391 }],
};
const rates = { txr_1: 23 };

describe('the adapter handles an invoice', () => {
  it('whose taxes state rate ids', () => {
    expect(faults(invoice)).toEqual(['payload.lines.data[0].taxes[0].tax_rate_details.tax_rate source_needs_option']);
    const document = documentOf(completeFrom(invoice, { ...ireland, rates }))!;
    expect(document.receiptNumber).toBe('A-1');
    expect(document.items[0]).toMatchObject({
      name: 'Mug',
      quantity: 2,
      amount: 1700,
      taxAmount: 391,
      discount: { amount: 300 },
    });
    const known = { ...invoice, default_tax_rates: [{ id: 'txr_1', percentage: 23, inclusive: false }] };
    expect(documentOf(completeFrom(known, ireland))?.totals).toEqual(document.totals);
  });

  const [line] = invoice.lines.data;
  const draftOf = (fields: object, more: object = { rates }): unknown => {
    const mapped = toDraft({ ...invoice, ...fields }, { ...ireland, ...more });
    return mapped.valid ? mapped.draft : mapped.issues.map(({ field, code }) => `${field} ${code}`);
  };

  it('without a number, a description, a quantity or an amount paid', () => {
    const { description: _, quantity: __, ...bare } = line!;
    expect(draftOf({ number: null, amount_paid: undefined, lines: { data: [bare] } })).toMatchObject({
      ...{ receiptNumber: 'in_1', source: { externalId: 'in_1' }, tenders: [{ amount: 2091 }] },
      items: [{ name: 'il_1', quantity: 1 }],
    });
  });

  it('with the time at which it was finalized', () => {
    expect(draftOf({})).toMatchObject({ timestamp: '2026-06-01T21:47:47+01:00' });
    const status_transitions = { finalized_at: invoice.created + 60 };
    expect(draftOf({ status_transitions })).toMatchObject({ timestamp: '2026-06-01T21:48:47+01:00' });
  });

  it('of 0, which nobody paid', () => {
    const free = { ...line!, discount_amounts: [{ amount: 2000 }], pretax_credit_amounts: [], taxes: [] };
    expect(draftOf({ lines: { data: [free] }, total: 0, amount_paid: 0, total_taxes: [] })).toMatchObject({
      payment: { method: 'other' },
    });
  });

  it('to a customer in another member state', () => {
    expect(draftOf({ customer_address: { country: 'DE' } }, { rates, scheme: 'EU_VAT' })).toMatchObject({
      customer: { country: 'DE' },
    });
  });

  const legacy = (fields: object) => ({
    ...{ amount: 391, inclusive: false, tax_rate: 'txr_1', taxability_reason: 'standard_rated' },
    ...fields,
  });
  const rate = { id: 'txr_1', display_name: 'VAT', percentage: 23, inclusive: false };

  // API versions before 2025-03-31
  it.each<[string, object, object, object]>([
    ['a rate id', {}, {}, { name: 'Tax', rate: 23, amount: 391 }],
    ['the whole rate', { tax_rate: { ...rate, id: 'txr_2' } }, {}, { name: 'VAT', rate: 23, amount: 391 }],
    [
      "the id of one of the line's rates",
      {},
      { tax_rates: [{ ...rate, id: 'txr_2', percentage: 9 }, rate] },
      { name: 'VAT', rate: 23 },
    ],
  ])('whose tax amounts state %s', (_, tax, fields, expected) => {
    const old = { ...line!, ...fields, taxes: undefined, tax_amounts: [legacy(tax)] };
    const taxed = { lines: { data: [old] }, total_taxes: undefined, total_tax_amounts: [{ amount: 391 }] };
    expect(draftOf(taxed)).toMatchObject({ items: [{ taxes: [expected] }], tax: { pricesIncludeTax: false } });
  });

  it.each<[string, object]>([
    ['a tax behavior', { taxes: [{ ...line!.taxes![0]!, amount: 318, tax_behavior: 'inclusive' }] }],
    ['a flag', { taxes: undefined, tax_amounts: [legacy({ amount: 318, inclusive: true })] }],
  ])('whose prices include tax, according to %s', (_, fields) => {
    const included = { lines: { data: [{ ...line!, ...fields }] }, total: 1700, amount_paid: 1700 };
    const document = documentOf(
      completeFrom({ ...invoice, ...included, total_taxes: [{ amount: 318 }] }, { ...ireland, rates }),
    );
    // 17.00 × 23 / 123 is 3.18.
    expect(document).toMatchObject({ tax: { pricesIncludeTax: true }, totals: { total: 1700, tax: 318 } });
  });

  it('with a line that is exempt', () => {
    const exempt = { ...line!.taxes![0]!, amount: 0, taxability_reason: 'customer_exempt' };
    expect(draftOf({ lines: { data: [{ ...line!, taxes: [exempt] }] } })).toMatchObject({
      items: [{ taxRate: 0, taxCategory: 'E' }],
    });
  });

  it('with a tax of 0 whose rate is unknown', () => {
    const none = { ...line!.taxes![0]!, amount: 0, tax_rate_details: { tax_rate: 'txr_2' } };
    const data = [{ ...line!, taxes: [...line!.taxes!, none] }];
    expect(faults({ ...invoice, lines: { data } }, { ...ireland, rates })).toEqual([]);
  });

  it('with a prorated credit', () => {
    const credit = { id: 'il_2', description: 'Unused time', quantity: 1, amount: -500 };
    const data = [{ ...line!, discount_amounts: [], pretax_credit_amounts: [], taxes: [] }, credit];
    const mapped = toDraft({ ...invoice, lines: { data }, total: 1500, amount_paid: 1500, total_taxes: [] }, ireland);
    expect(mapped.valid && mapped.draft.items[1]).toMatchObject({ quantity: -1, lineTotal: -500 });
  });

  it('paid from a balance', () => {
    const document = documentOf(completeFrom({ ...invoice, amount_paid: 0 }, { ...ireland, rates }))!;
    expect(document.payment.method).toBe('other');
    for (const amount_paid of [0, 2090])
      expect(draftOf({ amount_paid })).toMatchObject({ payment: { method: 'other' } });
    expect(draftOf({ amount_paid: 2091 })).toMatchObject({ tenders: [{ amount: 2091 }] });
  });

  it.each([['open'], ['draft'], ['void'], ['uncollectible']])('that is %s', (status) => {
    expect(faults({ ...invoice, status }, { ...ireland, rates })).toEqual(['payload.status source_not_final']);
  });
});

describe('the adapter handles a correction', () => {
  const sale = documentOf(completeFrom(session, ireland))!;
  const of = { ...ireland, sale, priorCorrections: [], originalTransactionId: 'tx_1' };

  /** https://docs.stripe.com/api/refunds/object */
  const refund: StripeRefund = {
    object: 'refund',
    id: 're_1Nispe2eZvKYlo2Cd31jOCgZ',
    amount: 1000,
    created: 1_781_000_000,
    currency: 'eur',
    reason: null,
    receipt_number: null,
    status: 'succeeded',
  };

  const faultsOf = (payload: unknown): string[] =>
    completeFrom(payload, of).issues.map(({ field, code }) => `${field} ${code}`);

  it('by a partial refund, as a credit for the amount', () => {
    const mapped = toCorrection(refund, of);
    expect(mapped.valid && [mapped.kind, mapped.input]).toMatchObject(['credit_note', { amount: 1000 }]);
    expect(documentOf(completeFrom(refund, of))?.totals.total).toBe(1000);
  });

  it('by a refund of the remaining balance, as a refund of all lines', () => {
    const first = documentOf(completeFrom(refund, of))!;
    const rest = { ...refund, amount: 1615, reason: 'requested_by_customer' };
    const mapped = toCorrection(rest, { ...of, priorCorrections: [first] });
    expect(mapped.valid && [mapped.kind, mapped.input]).toMatchObject(['refund', { lines: 'all', reason: 'returned' }]);
    expect(documentOf(completeFrom({ ...refund, amount: 2615 }, of))?.totals).toMatchObject({ total: 2615, tax: 489 });
  });

  it('by a refund of prices without tax', () => {
    const taxes = [salesTax(100, 10, 'state', 'Washington')];
    const sold = completeFrom(sessionOf([lineOf('li_1', 1000, taxes)], 1100, 100, { currency: 'usd' }), america);
    const back = { ...refund, amount: 550, currency: 'usd' };
    const net = { ...america, sale: documentOf(sold)!, priorCorrections: [], originalTransactionId: 'tx_1' };
    expect(documentOf(completeFrom(back, net))?.totals).toMatchObject({ total: 550, tax: 50 });
  });

  it.each([['failed'], ['canceled'], ['pending'], ['requires_action']])('by a refund that is %s', (status) => {
    const completion = completeFrom({ ...refund, status }, of);
    expect(completion.issues.map(({ field, code }) => `${field} ${code}`)).toEqual(['payload.status source_not_final']);
  });

  it('by a pending refund if allowed, but never by a failed one', () => {
    const codesOf = (status: string): string[] =>
      toCorrection({ ...refund, status }, { ...of, requireCompleted: false }).issues.map(({ code }) => code);
    expect(codesOf('pending')).toEqual([]);
    expect(codesOf('failed')).toEqual(['source_not_final']);
    expect(codesOf('canceled')).toEqual(['source_not_final']);
  });

  it('by a refund in another currency', () => {
    expect(faultsOf({ ...refund, currency: 'usd' })).toEqual(['payload.currency source_not_understood']);
    expect(faultsOf({ ...refund, currency: 'EUR' })).toEqual([]);
    // A sale without a currency is reported when it is refunded.
    expect(toCorrection({ ...refund, currency: 'usd' }, { ...of, sale: {} as never }).issues).toEqual([]);
    // In Bulgaria, sales in leva are refunded in euro.
    const bulgaria = { ...ireland, shop: createRegistry([bgReceipt1]).shop({ country: 'BG' }) };
    const line = lineOf('li_1', 1200, [vat(200, 20)]);
    const december = sessionOf([line], 1200, 200, { currency: 'bgn', created: 1_765_000_000 });
    const sold = documentOf(completeFrom(december, bulgaria))!;
    const back = completeFrom({ ...refund, amount: 100 }, { ...of, ...bulgaria, sale: sold });
    expect(documentOf(back)).toMatchObject({ currency: 'EUR', totals: { total: 100 } });
  });

  /** https://docs.stripe.com/api/credit_notes/object */
  const note: StripeCreditNote = {
    object: 'credit_note',
    id: 'cn_1',
    number: 'A-1-CN-01',
    created: 1_781_000_000,
    currency: 'eur',
    status: 'issued',
    invoice: 'in_1',
    lines: {
      data: [
        {
          invoice_line_item: 'il_1',
          amount: 1000,
          discount_amount: 150,
          taxes: [{ ...invoice.lines.data[0]!.taxes![0]!, amount: 196 }],
        },
      ],
    },
    amount_shipping: 0,
    total: 1046,
    total_taxes: [{ amount: 196 }],
  };
  const billed = documentOf(completeFrom(invoice, { ...ireland, rates }))!;
  const ofInvoice = { ...ireland, rates, sale: billed, priorCorrections: [], originalTransactionId: 'tx_2' };

  it('by a credit note for lines of the invoice', () => {
    const document = documentOf(completeFrom(note, ofInvoice))!;
    expect(document.totals).toMatchObject({ total: 1046, tax: 196 });
    const beside = documentOf(completeFrom({ ...note, invoice }, { ...ireland, rates }))!;
    expect(beside.totals).toEqual(document.totals);
  });

  // API versions before 2025-03-31
  it('by a credit note that states its tax amounts', () => {
    const [line] = note.lines.data;
    const tax_amounts = [{ amount: 196, inclusive: false, tax_rate: 'txr_1' }];
    const lines = { data: [{ ...line!, taxes: undefined, tax_amounts }] };
    const mapped = toCorrection({ ...note, lines, total_taxes: undefined, tax_amounts }, ofInvoice);
    expect(mapped.valid && mapped.expect).toMatchObject({ total: 1046, tax: 196, lines: [{ amount: 850, tax: 196 }] });
  });

  it('by a credit note for a line that billing credits paid in part', () => {
    const [line] = note.lines.data;
    const pretax_credit_amounts = [
      { amount: 150, type: 'discount' },
      { amount: 50, type: 'credit_balance_transaction' },
    ];
    const taxes = [{ ...line!.taxes![0]!, amount: 184 }];
    const data = [{ ...line!, pretax_credit_amounts, taxes }];
    const document = documentOf(
      completeFrom({ ...note, lines: { data }, total: 984, total_taxes: [{ amount: 184 }] }, ofInvoice),
    );
    expect(document?.totals).toMatchObject({ subtotal: 800, total: 984, tax: 184 });
  });

  it('by a credit note for shipping', () => {
    const { taxes, ...cost } = shipping;
    const added = taxes.map((tax) => ({ ...tax, rate: { ...tax.rate, inclusive: false } }));
    const shipping_cost = { ...cost, amount_subtotal: 500, taxes: added };
    const shipped = { ...invoice, shipping_cost, total: 2706, amount_paid: 2706, total_taxes: [{ amount: 506 }] };
    const sold = documentOf(completeFrom(shipped, { ...ireland, rates }))!;
    const back = { ...note, lines: { data: [] }, amount_shipping: 500, total: 615, total_taxes: [{ amount: 115 }] };
    const document = documentOf(completeFrom(back, { ...ofInvoice, sale: sold }));
    expect(document).toMatchObject({ items: [{ name: 'Shipping', amount: 500 }], totals: { total: 615, tax: 115 } });
  });

  it('by a credit note for a line to whose price tax was added, in an invoice whose other prices include tax', () => {
    const [line] = invoice.lines.data;
    const included = { ...line!.taxes![0]!, amount: 230, tax_behavior: 'inclusive' };
    const other = { id: 'il_2', description: 'Cup', quantity: 1, amount: 1230, taxes: [included] };
    const lines = { data: [line!, other] };
    const mixed = { ...invoice, lines, total: 3321, amount_paid: 3321, total_taxes: [{ amount: 621 }] };
    const sold = documentOf(completeFrom(mixed, { ...ireland, rates }))!;
    const mapped = toCorrection(note, { ...ofInvoice, sale: sold });
    expect(mapped.valid && mapped.expect.lines).toEqual([{ key: 'il_1', amount: 1046, tax: 196 }]);
  });

  it.each([
    ['duplicate', 'duplicate'],
    ['requested_by_customer', 'returned'],
    ['order_change', 'returned'],
    ['product_unsatisfactory', 'defective'],
    ['fraudulent', 'other'],
  ])('for the reason %s', (reason, expected) => {
    const input = (payload: unknown, options: typeof of): unknown => {
      const mapped = toCorrection({ ...(payload as object), reason }, options);
      return mapped.valid && mapped.input;
    };
    expect(input(refund, of)).toMatchObject({ reason: expected, receiptNumber: refund.id });
    expect(input({ ...refund, receipt_number: '1330-4592' }, of)).toMatchObject({
      ...{ receiptNumber: '1330-4592', source: { externalId: refund.id } },
    });
    expect(input(note, ofInvoice)).toMatchObject({ reason: expected, receiptNumber: 'A-1-CN-01' });
  });

  it('by a credit note for another invoice', () => {
    const fields = (given: object) => toCorrection({ ...note, ...given }, ofInvoice).issues.map(({ field }) => field);
    expect(fields({ invoice: 'in_2' })).toEqual(['payload.invoice']);
    expect(fields({ invoice: { ...invoice, id: 'in_2' } })).toEqual(['payload.invoice.id']);
    expect(fields({ invoice: undefined })).toEqual([]);
    // A session's document does not have the invoice's id.
    const own = { amount: 850, discount_amount: 0, taxes: [] };
    expect(toCorrection({ ...note, lines: { data: [own] } }, of).issues).toEqual([]);
    // What is missing in a sale is reported by its credit note.
    expect(toCorrection(note, { ...ofInvoice, sale: {} as never }).issues).toEqual([]);
  });

  it('by a credit note with a custom line, as a credit for the amount', () => {
    const own = { amount: 850, discount_amount: 0, taxes: [] };
    const mapped = toCorrection({ ...note, lines: { data: [own] } }, ofInvoice);
    expect(mapped.valid && [mapped.kind, mapped.input]).toMatchObject(['credit_note', { amount: 850 }]);
  });

  it('by a voided credit note, a credit note without its sale, and another object', () => {
    const codes = (payload: unknown, options: Parameters<typeof completeFrom>[1]) =>
      completeFrom(payload, options).issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes({ ...note, status: 'void' }, ofInvoice)).toEqual(['payload.status source_not_final']);
    expect(codes(note, ireland)).toEqual(['payload.object source_incomplete']);
    expect(codes(session, of)).toContain('payload.object source_not_understood');
  });

  it('with any value as the sale', () => {
    for (const strange of [null, 7, 'x', {}, { items: 'x' }, { totals: null }]) {
      const completion = completeFrom(refund, { ...of, sale: strange as never });
      expect(completion.valid).toBe(false);
      expect(completion.issues.length).toBeGreaterThan(0);
    }
  });
});
