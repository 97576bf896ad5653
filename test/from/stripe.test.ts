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
    expect(document.items[0]).toMatchObject({ quantity: 2, unitPrice: 1230, discount: { amount: 460 } });
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

  it('with a price of half a cent', () => {
    const price = { unit_amount: null, unit_amount_decimal: '0.5' };
    const calls = lineOf('li_1', 500, [vat(93)], { quantity: 1000, price });
    const document = documentOf(completeFrom(sessionOf([calls], 500, 93), ireland))!;
    expect(document.items).toMatchObject([{ quantity: 100, unit: '10 pcs', unitPrice: 5, amount: 500 }]);
  });

  it.each([
    ['reverse_charge', 'AE'],
    ['zero_rated', 'Z'],
    ['product_exempt', 'E'],
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

  it('with its payment method', () => {
    const charge = { payment_method_details: { type: 'card', card: { last4: '4242' } } };
    const presentment = { presentment_amount: 29_900, presentment_currency: 'sek' };
    const paid = { ...session, payment_intent: { latest_charge: charge }, presentment_details: presentment };
    expect(documentOf(completeFrom(paid, ireland))?.metadata?.receiptExtra).toMatchObject({
      tenders: [{ method: 'card', last4: '4242', amount: 2615, foreign: { currency: 'SEK', amount: 29_900 } }],
    });
    const klarna = documentOf(completeFrom({ ...session, payment_method_types: ['klarna'] }, ireland))!;
    expect(klarna.metadata?.receiptExtra).toMatchObject({ tenders: [{ method: 'other', name: 'klarna' }] });
    const several = documentOf(completeFrom({ ...session, payment_method_types: ['card', 'link'] }, ireland))!;
    expect(several.payment.method).toBe('other');
  });

  it('with a total of 0', () => {
    const free = lineOf('li_1', 1000, [vat(0)], { amount_discount: 1000 });
    const document = documentOf(completeFrom(sessionOf([free], 0, 0), ireland))!;
    expect(document.totals.total).toBe(0);
  });

  it.each([
    ['unpaid', { payment_status: 'unpaid' }, 'payload.payment_status source_not_final'],
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
    ['for a refund', { object: 'refund' }, 'payload.object source_incomplete'],
    ['without a total', { amount_total: null }, 'payload.amount_total source_not_understood'],
  ])('%s', (_, fields, expected) => {
    expect(faults({ ...session, ...fields })).toEqual([expected]);
  });

  it('that is unpaid, if open sales are accepted', () => {
    const open = { ...session, payment_status: 'unpaid' };
    expect(documentOf(completeFrom(open, { ...ireland, requireCompleted: false }))?.totals.total).toBe(2615);
  });
});

describe('the adapter handles a calculation', () => {
  it("with each line's taxes", () => {
    const entryOf = (level: string, name: string, rate: string, amount: number) => ({
      amount,
      jurisdiction: { country: 'US', display_name: name, level, state: 'WA' },
      tax_rate_details: { display_name: 'Retail Sales', percentage_decimal: rate, tax_type: 'sales_tax' },
      taxability_reason: 'standard_rated',
    });
    const line = { id: 'l', reference: 'Mug', amount: 1000, amount_tax: 103, quantity: 1, tax_behavior: 'exclusive' };
    const calculation = {
      object: 'tax.calculation',
      id: 'taxcalc_1',
      currency: 'usd',
      tax_date: 1_780_346_867,
      line_items: {
        data: [
          {
            ...line,
            tax_breakdown: [entryOf('state', 'Washington', '6.5', 65), entryOf('city', 'Seattle', '3.85', 38)],
          },
        ],
      },
      amount_total: 1103,
      tax_amount_exclusive: 103,
      tax_amount_inclusive: 0,
    };
    const document = documentOf(completeFrom(calculation, america))!;
    expect(document.tax.jurisdictions?.map(({ name, taxAmount }) => [name, taxAmount])).toEqual([
      ['Washington', 65],
      ['Seattle', 38],
    ]);
    const unexpanded = { ...calculation, line_items: { data: [line] } };
    expect(faults(unexpanded, america)).toEqual(['payload.line_items.data[0].tax_breakdown source_incomplete']);
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
    expect(document.items[0]).toMatchObject({ amount: 1700, taxAmount: 391, discount: { amount: 300 } });
    const known = { ...invoice, default_tax_rates: [{ id: 'txr_1', percentage: 23, inclusive: false }] };
    expect(documentOf(completeFrom(known, ireland))?.totals).toEqual(document.totals);
  });

  it('with a prorated credit', () => {
    const [line] = invoice.lines.data;
    const credit = { id: 'il_2', description: 'Unused time', quantity: 1, amount: -500 };
    const data = [{ ...line!, discount_amounts: [], pretax_credit_amounts: [], taxes: [] }, credit];
    const mapped = toDraft({ ...invoice, lines: { data }, total: 1500, amount_paid: 1500, total_taxes: [] }, ireland);
    expect(mapped.valid && mapped.draft.items[1]).toMatchObject({ quantity: -1, lineTotal: -500 });
  });

  it('paid from a balance', () => {
    const document = documentOf(completeFrom({ ...invoice, amount_paid: 0 }, { ...ireland, rates }))!;
    expect(document.payment.method).toBe('other');
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

  it('by a credit note for another invoice', () => {
    const fields = (given: object) => toCorrection({ ...note, ...given }, ofInvoice).issues.map(({ field }) => field);
    expect(fields({ invoice: 'in_2' })).toEqual(['payload.invoice']);
    expect(fields({ invoice: { ...invoice, id: 'in_2' } })).toEqual(['payload.invoice.id']);
    expect(fields({ invoice: undefined })).toEqual([]);
    // A session's document does not have the invoice's id.
    const own = { amount: 850, discount_amount: 0, taxes: [] };
    expect(toCorrection({ ...note, lines: { data: [own] } }, of).issues).toEqual([]);
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
