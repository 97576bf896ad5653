import {
  createRegistry,
  defineReceiptPack,
  type LawPack,
  type RateRow,
  type Registry,
  type Transaction,
} from 'receipt-rule-packs';
import { complete, createRefund, type SaleDraft } from 'receipt-rule-packs/complete';
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { transactionSchemaOf } from 'receipt-rule-packs/schemas';
import { validTransaction } from 'receipt-rule-packs/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packIds, readLaw } from '../../scripts/generate/read-law';
import { elementsOf } from '../draw/drawn';
import { describePack, describeRules } from '../packs/inventory';
import { expectedOf, titleOf, verdictOn } from '../packs/judge';
import { ajvOf } from '../support/ajv';
import { ownCases } from '../support/cases';
import { sharedCasesOf } from '../support/shared-cases';

const FOLDER = 'examples/laws';
const LAWS = new URL('../../examples/laws/', import.meta.url);
const packs = packIds(FOLDER).map((id) => defineReceiptPack(readLaw(id, FOLDER)));
const packOf = (country: string): LawPack => packs.find((pack) => pack.country === country)!;
const registry: Registry = createRegistry(packs);

describe.each(packs.map((pack) => [pack.id, pack] as const))('%s of examples/laws', (_, pack) => {
  const own = createRegistry([pack]);
  const cases = [...ownCases(pack, LAWS), ...sharedCasesOf(pack)];

  it.each(cases.map((c) => [titleOf(c), c] as const))('%s', (_, c) => {
    expect(verdictOn(own, c)).toEqual(expectedOf(c));
  });

  describePack(pack);
  describeRules(pack, cases);

  it('has a case on the first and last days of each rate in the current act', () => {
    const judged = ownCases(pack, LAWS).flatMap(({ code, input }) => {
      if (code !== 'rate_not_in_window' || !('document' in input)) return [];
      const { timestamp, items } = input.document as Transaction;
      return [`${timestamp.slice(0, 10)} ${items[0]!.taxRate}`];
    });
    const rows = pack.law.rates as readonly RateRow[];
    const edges = rows.flatMap(({ rate, from, until, enforce }) =>
      enforce ? [from, until].flatMap((day) => (day === undefined ? [] : [`${day} ${rate}`])) : [],
    );
    expect(edges.filter((edge) => !judged.includes(edge))).toEqual([]);
  });

  it('has documents that every other JSON Schema implementation accepts', () => {
    const isTransaction = ajvOf().compile(transactionSchemaOf(own));
    fc.assert(
      fc.property(validTransaction(pack), (transaction) => {
        expect(transaction.tax.scheme).toBe(pack.law.tax.scheme);
        expect(own.validate(transaction, { country: pack.country }).valid).toBe(true);
        expect(isTransaction(transaction)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

/** A sale whose total cannot be paid exactly in cash. */
const draft = (currency: string, rates: readonly [number, number]): SaleDraft => ({
  receiptNumber: '7',
  timestamp: '2026-11-21T10:00:00+01:00',
  currency,
  vendor: { id: 'biz_1' },
  items: [
    { name: 'Brot', unitPrice: 432, taxRate: rates[0] },
    { name: 'Lampe', quantity: 2, unitPrice: 1251, taxRate: rates[1] },
  ],
  tax: { pricesIncludeTax: true },
  payment: { method: 'cash' },
  source: { platform: 'corner-pos', externalId: '7' },
});

describe.each([
  ['CH', 'CHF', [2.6, 8.1] as const, 'CH_MWST', { subtotal: 2934, tax: 11 + 187, rounding: 1, total: 2935 }],
  ['AU', 'AUD', [10, 10] as const, 'AU_GST', { subtotal: 2934, tax: 39 + 227, rounding: 1, total: 2935 }],
])('a shop in %s', (country, currency, rates, scheme, totals) => {
  const shop = registry.shop({ country }, { cashRounding: 'nearest' });
  const sale = complete(shop, draft(currency, rates));

  it('completes a sale, and rounds cash to 5', () => {
    expect(sale.issues).toEqual([]);
    expect(sale.warnings).toEqual([]);
    expect(sale.transaction?.tax.scheme).toBe(scheme);
    expect(sale.transaction?.totals).toMatchObject(totals);
  });

  it('leaves the total unrounded by default, because the law does not require rounding', () => {
    const { transaction } = complete(registry.shop({ country }), draft(currency, rates));
    expect(transaction?.totals.total).toBe(2934);
  });

  it('refunds the sale', () => {
    const refund = createRefund(shop, {
      sale: sale.transaction!,
      originalTransactionId: 'txn_7',
      priorCorrections: [],
      lines: 'all',
      receiptNumber: '8',
      timestamp: '2026-11-22T10:00:00+01:00',
      source: { platform: 'corner-pos', externalId: '8' },
    });
    expect(refund.issues).toEqual([]);
    expect(refund.transaction).toMatchObject({ type: 'refund', tax: { scheme }, totals: { total: 2935 } });
  });

  it("refuses another country's scheme, and a scheme that no pack has", () => {
    const codes = (scheme: string) =>
      shop
        .validate({ ...sale.transaction, tax: { ...sale.transaction!.tax, scheme } })
        .issues.map(({ field, code }) => `${field} ${code}`);
    expect(codes('NO_MVA')).toEqual(['tax.scheme tax.scheme/scheme_not_allowed']);
    expect(codes(country === 'CH' ? 'AU_GST' : 'CH_MWST')).toEqual(['tax.scheme tax.scheme/scheme_not_allowed']);
    expect(codes('IS_VSK')).toEqual(['tax.scheme invalid_value']);
  });

  it("draws the sale with the law's labels", () => {
    const { pack } = shop;
    const { labels } = packOf(country).law;
    const html = elementsOf(drawReceipt(sale.transaction, { pack }));
    expect(html[0]!.attributes.lang).toBe(labels!.language);
    const text = drawReceiptText(sale.transaction, { pack });
    expect(text).toContain([...labels!.receipt].join(' '));
    for (const word of [labels!.tax, labels!.net, labels!.total, labels!.rounding, labels!.cash, labels!.number]) {
      expect(html.some((element) => element.text.includes(word))).toBe(true);
      expect(text).toContain(word);
    }
    expect(text).toContain('29.35');
    for (const foreign of [/\bmva\b/i, /\bmoms\b/i, /kvittering/i, /kvitto/i, /kontant/i, /øre|öre/i]) {
      expect(text).not.toMatch(foreign);
      expect(html[0]!.text).not.toMatch(foreign);
    }
  });

  it("draws the sale in English on request, and with the law's labels for any other locale", () => {
    const { pack } = shop;
    const { labels } = packOf(country).law;
    expect(elementsOf(drawReceipt(sale.transaction, { pack, locale: 'en-GB' }))[0]!.attributes.lang).toMatch(/^en/);
    expect(elementsOf(drawReceipt(sale.transaction, { pack, locale: 'fr-CH' }))[0]!.attributes.lang).toBe(
      labels!.language,
    );
  });
});

describe('messages', () => {
  it.each([
    ['CH', 'Mehrwertsteuer in Switzerland'],
    ['AU', 'GST in Australia'],
  ])('for %s name the tax, not the scheme', (country, name) => {
    const { currencies } = packOf(country).law;
    const { issues } = complete(registry.shop({ country }), draft(currencies[0]!.code, [0.5, 99]));
    const rates = issues.filter(({ code }) => code === 'invalid_rate');
    expect(rates).toHaveLength(2);
    for (const { message } of rates) {
      expect(message).toContain(name);
      expect(message).not.toMatch(/[A-Z]{2}_[A-Z]/);
    }
  });
});
