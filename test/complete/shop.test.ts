import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, type ReceiptLaw, type Shop, type ShopOptions, type Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  createVoid,
  refundableBalance,
  type Completion,
  type Draft,
  type DraftLine,
} from 'receipt-rule-packs/complete';
import { packsUnderTest } from '../support/packs-under-test';
import { drafts } from './support/arbitraries';
import { anything, spoiled } from './support/anything';
import { draftOf, frozen, inputOf } from './support/drafts';
import { QM, registryOf, roundingRow, shopOf } from './support/laws';
import { withDocument } from './support/results';

// A shop binds a business and its options, so that sales and corrections follow one policy.
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, quantity: 2, taxRate: 25 };
const said = ({ issues, warnings }: Pick<Completion, 'issues' | 'warnings'>) =>
  [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`);
const sold = (shop: Shop, items: readonly DraftLine[] = [MUG], more: object = {}): Transaction =>
  withDocument(complete(shop, draftOf(items, more))).document;
const refund = (shop: Shop, sale: Transaction, more: object = {}) =>
  withDocument(createRefund(shop, inputOf(sale, { lines: 'all', ...more })));
const exchange = (shop: Shop, sale: Transaction, line: DraftLine, more: object = {}) =>
  withDocument(createExchange(shop, inputOf(sale, { returned: 'all', sold: [line], ...more })));

describe('registry.validate', () => {
  it.each(packsUnderTest.map((pack) => [pack.id, pack] as const))(
    'returns the same result as the shop: %s',
    (_, pack) => {
      if (pack.law === undefined) return;
      const registry = createRegistry([pack]);
      const business = { country: pack.country, multiLocation: true };
      const options = fc.record(
        {
          rateWindows: fc.constantFrom('off', 'warn', 'enforce' as const),
          maxIssues: fc.nat(4),
          severities: fc.constantFrom({ receiptNumber: 'off' }, { sum_mismatch: 'warning', required: 'off' } as const),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<ShopOptions>;
      const original = fc.constantFrom(undefined, { timestamp: '2020-01-01T10:00:00Z' });
      fc.assert(
        fc.property(fc.oneof(anything, spoiled(drafts(pack))), options, original, (document, policy, sale) => {
          const { severities, ...rest } = policy;
          const known = severities !== undefined && 'sum_mismatch' in severities ? { ...rest, severities } : rest;
          const shop = registry.shop(business, known);
          const result = shop.validate(document, { original: sale });
          expect(registry.validate(document, business, { ...known, original: sale })).toEqual(result);
          const text = JSON.stringify({ document: 1 });
          expect(registry.validateJson(text, business, known)).toEqual(shop.validateJson(text));
        }),
        { numRuns: 30 },
      );
    },
  );
});

describe('the options of a shop', () => {
  it('apply to sales, corrections and the sold lines of exchanges: taxRounding', () => {
    // A third of a cent of tax on each line: 0 if rounded per line, 1 per group.
    const lines = Array.from({ length: 3 }, () => ({ name: 'Stamp', unitPrice: 2, taxRate: 20 }));
    const taxes = (['line', 'group'] as const).map((taxRounding) => {
      const shop = shopOf({}, { taxRounding });
      const sale = sold(shop, lines);
      const input = inputOf(sold(shop), { returned: 'all', sold: lines as [DraftLine] });
      const bought = withDocument(createExchange(shop, input)).document.items.slice(1);
      const sum = (items: Transaction['items']) => items.reduce((all, { taxAmount }) => all + taxAmount, 0);
      return [sum(sale.items), refund(shop, sale).document.totals.tax, sum(bought)];
    });
    expect(taxes).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
  });

  it.each([
    ['up', 3],
    ['down', -2],
    ['none', 0],
    [undefined, 0],
  ] as const)('apply to sales and corrections: cashRounding %s', (cashRounding, rounding) => {
    const shop = shopOf(
      { cashRounding: [roundingRow({ increment: 5, cash: 'allowed', maxRounding: 4 })] },
      { cashRounding },
    );
    const sale = sold(shop, [{ ...MUG, unitPrice: 7, quantity: 1 }], { payment: { method: 'cash' } });
    expect(sale.totals.rounding).toBe(rounding);
    expect(refund(shop, sale).document.totals).toEqual(sale.totals);
    const even = sold(shop, [{ ...MUG, unitPrice: 100, quantity: 1 }]);
    const paid = exchange(shop, even, { ...MUG, unitPrice: 107, quantity: 1 }, { payment: { method: 'cash' } });
    expect(paid.document.totals.rounding).toBe(rounding);
  });

  it('apply to sales and corrections: rateWindows, on the day of the sale', () => {
    const rates: ReceiptLaw['rates'] = [
      { rate: 12, until: '2026-11-21', enforce: true, citation: 'Fictional' },
      { rate: 6, from: '2026-11-22', enforce: true, citation: 'Fictional' },
    ];
    const [off, warn, enforce] = (['off', 'warn', 'enforce'] as const).map((rateWindows) =>
      shopOf({ rates }, { rateWindows }),
    ) as [Shop, Shop, Shop];
    const late = draftOf([{ ...MUG, taxRate: 12 }], { timestamp: '2026-11-22T10:00:00+01:00' });
    const [found, again] = ['items[0].taxRate rate_not_in_window', 'sale.items[0].taxRate rate_not_in_window'];
    expect([off, warn, enforce].map((shop) => said(complete(shop, late)))).toEqual([[], [found], [found]]);
    expect([off, warn, enforce].map((shop) => complete(shop, late).valid)).toEqual([true, true, false]);
    const sale = withDocument(complete(off, late)).document;
    expect(said(refund(enforce, sale))).toEqual([again]);
    expect(said(refund(off, sale))).toEqual([]);
    const early = sold(enforce, [{ ...MUG, taxRate: 12 }]);
    expect(said(refund(enforce, early, { timestamp: '2026-12-01T10:00:00+01:00' }))).toEqual([]);
  });

  it('apply to sales and corrections: severities and maxIssues', () => {
    const lenient = shopOf({}, { severities: { amount_mismatch: 'warning' } });
    const strict = shopOf();
    const draft = draftOf([{ ...MUG, amount: 19000 }]);
    expect([complete(strict, draft).valid, complete(lenient, draft).valid]).toEqual([false, true]);
    const cut = shopOf({}, { maxIssues: 1 });
    const wrong = { receiptNumber: 5, timestamp: 5 };
    expect(said(complete(strict, draftOf([MUG], wrong)))).toHaveLength(2);
    expect(said(complete(cut, draftOf([MUG], wrong)))).toHaveLength(1);
    expect(said(complete(cut, draftOf([MUG], wrong), { maxIssues: 2 }))).toHaveLength(2);
    expect(said(refund(strict, sold(strict), wrong))).toHaveLength(2);
    const result = refund(cut, sold(strict), wrong);
    expect(said(result)).toEqual(['receiptNumber invalid_type']);
    expect(!result.valid && result.error.message).toContain('2');
    expect(said(refund(cut, sold(strict), { ...wrong, lines: 'x' }))).toEqual(['lines invalid_type']);
  });

  it('cannot change after the shop is created', () => {
    const business = { country: 'QM' };
    const options: { taxRounding: 'line' | 'group' } = { taxRounding: 'line' };
    const shop = registryOf().shop(business, options);
    business.country = 'ZZ';
    options.taxRounding = 'group';
    expect([shop.business, shop.options]).toEqual([QM, { taxRounding: 'line' }]);
    for (const part of [shop, shop.business, shop.options]) expect(Object.isFrozen(part)).toBe(true);
    expect(complete(shop, draftOf([MUG])).valid).toBe(true);
  });
});

describe('a shop', () => {
  const shop = shopOf({ cashRounding: [roundingRow({ increment: 100 })] }, { taxRounding: 'group' });
  const SALE = frozen(sold(shop));
  const calls: [string, (of: Shop) => unknown][] = [
    ['complete', (of) => complete(of, draftOf([MUG], { payment: { method: 'cash' } }))],
    ['complete, with a faulty draft', (of) => complete(of, { type: 'sale' } as unknown as Draft, { maxIssues: 3 })],
    ['createRefund', (of) => refund(of, SALE, { payment: { method: 'cash' } })],
    ['createCreditNote', (of) => createCreditNote(of, inputOf(SALE, { amount: 500 }))],
    ['createVoid', (of) => createVoid(of, inputOf(SALE, {}))],
    ['createExchange', (of) => exchange(of, SALE, { ...MUG, name: 'Bowl' })],
    [
      'refundableBalance',
      (of) => refundableBalance(of, { sale: SALE, priorCorrections: [], originalTransactionId: 'txn_1' }),
    ],
  ];

  it.each(calls)('may be wrapped: %s', (_, call) => {
    const validate: Shop['validate'] = (document, options) => shop.validate(document, options);
    const bare = { options: shop.options, pack: { law: shop.pack!.law }, validate } as unknown as Shop;
    const seen: string[] = [];
    const proxy = new Proxy(shop, {
      get: (target, key) => {
        seen.push(String(key));
        return Reflect.get(target, key) as unknown;
      },
    });
    const expected = call(shop);
    for (const of of [{ ...shop }, bare, proxy, Object.create(shop) as Shop]) expect(call(of)).toEqual(expected);
    expect(['options', 'pack', 'validate']).toEqual(expect.arrayContaining([...new Set(seen)]));
  });

  it.each(calls)('must come from registry.shop(): %s', (_, call) => {
    const wrong = [
      undefined,
      null,
      5,
      'SE',
      {},
      QM,
      shop.registry,
      { ...shop, options: undefined },
      { ...shop, validate: 5 },
    ];
    for (const of of wrong) {
      const named = { name: 'UsageError', code: 'invalid_argument', argument: 'shop' };
      expect(() => call(of as never)).toThrow(expect.objectContaining(named));
    }
  });

  it('for a country without a pack reports the missing pack in every call', () => {
    const elsewhere = registryOf().shop({ country: 'ZZ' });
    expect(elsewhere.pack).toBeUndefined();
    const results = [
      complete(elsewhere, draftOf([MUG])),
      refund(elsewhere, SALE),
      createVoid(elsewhere, inputOf(SALE, {})),
      elsewhere.validate(SALE),
      elsewhere.validateJson(JSON.stringify(SALE)),
    ];
    expect(results.map(({ issues: [issue] }) => `${issue!.field} ${issue!.code}`)).toEqual([
      'vendor.id unsupported_country',
      'sale.vendor.id unsupported_country',
      'sale.vendor.id unsupported_country',
      'vendor.id unsupported_country',
      'vendor.id unsupported_country',
    ]);
  });
});

describe('a void written by hand', () => {
  it("is not settled, and keeps the draft's fields", () => {
    const linkedTransaction = { originalTransactionId: 'txn_1' };
    const { settled: _, ...draft } = { ...draftOf([MUG], { type: 'void', linkedTransaction }) };
    const { document, filled, issues } = withDocument(complete(shopOf(), draft));
    expect(issues).toEqual([]);
    expect([document.settled, document.totals.total]).toEqual([false, 0]);
    expect(filled).toContain('settled');
    expect(withDocument(complete(shopOf(), { ...draft, settled: true })).document.settled).toBe(true);
  });
});
