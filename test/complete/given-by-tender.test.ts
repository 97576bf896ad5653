import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, type Shop, type Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  createReturn,
  createVoid,
  refundableBalance,
  type Completion,
  type DraftLine,
  type DraftTender,
  type ReceiptExtra,
} from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { DRAWS } from '../support/numbers';
import { extensionsOf } from './support/arbitraries';
import { anything, spoiled } from './support/anything';
import { draftOf, frozen, inputOf } from './support/drafts';
import { NET, roundingRow, shopOf } from './support/laws';
import { withDocument } from './support/results';

// How corrections refund money: to the sale's tenders, to tenders that the caller names, or as the source refunded it.
const MUG: DraftLine = { key: 'mug', name: 'Mug', unitPrice: 6080, quantity: 2, taxRate: 25 };
const coins = (increment: number, more: object = {}) => shopOf({ cashRounding: [roundingRow({ increment, ...more })] });
/** The law requires cash to be rounded to whole units, and allows it for other tenders. */
const krona = coins(100, { electronic: 'allowed', other: 'allowed' });
const exactly = shopOf();

const sold = (
  shop: Shop,
  tenders: readonly DraftTender[] | undefined,
  items: readonly DraftLine[] = [MUG],
  more: object = {},
) => {
  const { document, issues } = withDocument(complete(shop, draftOf(items, { payment: undefined, tenders, ...more })));
  expect(issues).toEqual([]);
  return frozen(document);
};
const refund = (shop: Shop, sale: Transaction, more: object = {}) =>
  withDocument(createRefund(shop, inputOf(sale, { lines: 'all', ...more })));
const said = ({ issues, warnings }: Pick<Completion, 'issues' | 'warnings'>) =>
  [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`);
const tendersOf = ({ metadata }: Transaction) =>
  (metadata as { receiptExtra?: ReceiptExtra } | undefined)?.receiptExtra?.tenders ?? [];
const paid = (document: Transaction) => tendersOf(document).map(({ method, amount }) => [method, amount]);

const sum = (figures: readonly Decimal.Value[]): number => Decimal.sum(0, ...figures).toNumber();

const SPLIT = [
  { method: 'card', amount: 5000, last4: '1234' },
  { method: 'cash', tendered: 10000 },
] as const;

describe('corrections refund money', () => {
  const sale = sold(krona, SPLIT);

  it('to each tender that paid, with cash rounded', () => {
    expect([sale.totals.total, paid(sale)]).toEqual([
      12200,
      [
        ['card', 5000],
        ['cash', 7200],
      ],
    ]);
    const { document, ...result } = refund(krona, sale);
    expect(said(result)).toEqual([]);
    expect(document.payment).toEqual({ method: 'other' });
    expect(document.totals).toMatchObject({ subtotal: 12160, rounding: 40, total: 12200 });
    expect(tendersOf(document)).toEqual([
      { method: 'card', amount: 5000, last4: '1234', reverses: 0 },
      { method: 'cash', amount: 7200, reverses: 1 },
    ]);
    expect(krona.validate(document).issues).toEqual([]);
    const left = refundableBalance(krona, { sale, priorCorrections: [document], originalTransactionId: 'txn_1' });
    expect(left.valid && left.balance.total).toBe(0);
  });

  it('to other tenders before cash, less what was already refunded', () => {
    const one = refund(krona, sale, { lines: [{ key: 'mug', amount: 4000 }] }).document;
    expect([one.payment, paid(one)]).toEqual([{ method: 'card', last4: '1234' }, [['card', 4000]]]);
    const two = refund(krona, sale, { lines: [{ key: 'mug', amount: 3000 }], priorCorrections: [one] }).document;
    expect(paid(two)).toEqual([
      ['card', 1000],
      ['cash', 2000],
    ]);
    const three = refund(krona, sale, { priorCorrections: [one, two] }).document;
    expect([three.payment, paid(three), three.totals.rounding]).toEqual([{ method: 'cash' }, [['cash', 5200]], 40]);
  });

  it('in an amount that coins can pay', () => {
    // 16.67 is left on the card, and 23.33 cannot be paid in coins.
    const one = refund(krona, sale, { lines: [{ key: 'mug', amount: 3333 }] }).document;
    const two = refund(krona, sale, { lines: [{ key: 'mug', amount: 4000 }], priorCorrections: [one] });
    expect(said(two)).toEqual([]);
    expect([two.document.totals.total, paid(two.document)]).toEqual([
      4000,
      [
        ['card', 1600],
        ['cash', 2400],
      ],
    ]);
    // 26.60 is left on the card and the phone together, and 13.40 cannot be paid in coins.
    const three = sold(krona, [
      { method: 'card', amount: 1660 },
      { method: 'mobile', amount: 1000 },
      { method: 'cash' },
    ]);
    expect(paid(refund(krona, three, { lines: [{ key: 'mug', amount: 4000 }] }).document)).toEqual([
      ['card', 1660],
      ['mobile', 940],
      ['cash', 1400],
    ]);
    const part = coins(5);
    const uneven = sold(part, [{ method: 'card', amount: 5021 }, { method: 'cash' }]);
    expect(paid(refund(part, uneven).document)).toEqual(paid(uneven));
  });

  it('only in cash if less than a coin is left on the card', () => {
    const one = refund(krona, sale, { lines: [{ key: 'mug', amount: 4950 }] }).document;
    const { document } = refund(krona, sale, { priorCorrections: [one] });
    expect([document.payment, paid(document), document.totals.rounding]).toEqual([
      { method: 'cash' },
      [['cash', 7200]],
      -10,
    ]);
  });

  it('after corrections without tenders, according to their payment method', () => {
    const cash = refund(krona, sale, { lines: [{ key: 'mug', amount: 8000 }], payment: { method: 'cash' } }).document;
    expect(tendersOf(cash)).toEqual([]);
    // Only 72.00 was paid in cash, so 8.00 of the refunded 80.00 counts against the card.
    expect(paid(refund(krona, sale, { priorCorrections: [cash] }).document)).toEqual([['card', 4160]]);
    const other = refund(krona, sale, { lines: [{ key: 'mug', amount: 6000 }], payment: { method: 'other' } }).document;
    expect(paid(refund(krona, sale, { priorCorrections: [other] }).document)).toEqual([['cash', 6200]]);
    const cashFirst = sold(krona, [...SPLIT].reverse());
    expect(paid(refund(krona, cashFirst, { priorCorrections: [other] }).document)).toEqual([['cash', 6200]]);
  });

  it('to the tender that the caller identifies by name, card digits or method', () => {
    const two = [
      { method: 'card', amount: 5000, last4: '1111' },
      { method: 'card', amount: 4160, last4: '2222' },
      { method: 'other', amount: 1000, name: 'Voucher' },
      { method: 'other', amount: 2000, name: 'Gift card' },
    ] as const;
    const of = sold(exactly, two);
    const after = (tender: object) => {
      const lines = [{ key: 'mug', amount: 1000 }];
      const one = refund(exactly, of, { lines, tenders: [{ amount: 1000, ...tender }] });
      expect(said(one)).toEqual([]);
      return paid(refund(exactly, of, { priorCorrections: [one.document] }).document).map(([, amount]) => amount);
    };
    expect(paid(refund(exactly, of).document)).toEqual(paid(of));
    expect(after({ method: 'card', last4: '2222' })).toEqual([5000, 3160, 1000, 2000]);
    expect(after({ method: 'card', last4: '1111', reverses: 1 })).toEqual([5000, 3160, 1000, 2000]);
    expect(after({ method: 'card' })).toEqual([4000, 4160, 1000, 2000]);
    expect(after({ method: 'other', name: 'Gift card' })).toEqual([5000, 4160, 1000, 1000]);
    expect(after({ method: 'other', name: 'Gift card', last4: '3333' })).toEqual([5000, 4160, 2000]);
    expect(after({ method: 'cash' })).toEqual([4000, 4160, 1000, 2000]);
  });

  it('to two cash tenders in the amounts that they paid', () => {
    const two = [
      { method: 'cash', amount: 2000 },
      { method: 'cash', name: 'EUR' },
    ] as const;
    const of = sold(krona, two);
    expect(paid(refund(krona, of).document)).toEqual(paid(of));
    expect(paid(refund(krona, of, { lines: [{ key: 'mug', amount: 1480 }] }).document)).toEqual([['cash', 1500]]);
  });

  it('in credit notes and exchanges too', () => {
    const input = inputOf(sale, { amount: 6000, reason: 'price_adjustment' as const });
    expect(paid(withDocument(createCreditNote(krona, input)).document)).toEqual([
      ['card', 5000],
      ['cash', 1000],
    ]);
    const exchange = (unitPrice: number) =>
      withDocument(
        createExchange(
          krona,
          inputOf(sale, { returned: 'all', sold: [{ name: 'Bowl', unitPrice, taxRate: 25 }] as const }),
        ),
      );
    const cheap = exchange(6000);
    expect(said(cheap)).toEqual([]);
    expect([cheap.document.totals.total, paid(cheap.document)]).toEqual([
      -6200,
      [
        ['card', -5000],
        ['cash', -1200],
      ],
    ]);
    const later = refund(krona, sale, { lines: [{ key: 'mug' }], priorCorrections: [cheap.document] });
    expect(said(later)).toEqual(['lines[0].quantity over_refund']);
    // Nothing states how the customer pays the difference.
    const dear = exchange(20000);
    expect([said(dear), tendersOf(dear.document), dear.document.payment]).toEqual([[], [], { method: 'other' }]);
  });

  it('less what an exchange paid back, but not more if the customer paid the difference', () => {
    const after = (unitPrice: number, more: object = {}) => {
      const goods = {
        returned: [{ key: 'mug', quantity: 1 }],
        sold: [{ name: 'Bowl', unitPrice, taxRate: 25 }],
      } as const;
      const exchange = withDocument(createExchange(krona, inputOf(sale, { ...goods, ...more })));
      expect(said(exchange)).toEqual([]);
      return paid(refund(krona, sale, { priorCorrections: [exchange.document] }).document);
    };
    // The exchange paid 60.80 − 20.80 = 40.00 back to the card, so 10.00 is left on it.
    expect(after(2080)).toEqual([
      ['card', 1000],
      ['cash', 5100],
    ]);
    expect(after(10000, { tenders: [{ method: 'card' }] })).toEqual([
      ['card', 5000],
      ['cash', 1100],
    ]);
  });

  it('to no tender that paid money out', () => {
    const cashback = sold(exactly, [{ method: 'mobile', amount: -840 }, { method: 'card' }]);
    expect(paid(refund(exactly, cashback).document)).toEqual([['card', 12160]]);
  });

  it("by the sale's payment method if the tenders are unknown or too small", () => {
    const plain = withDocument(
      complete(krona, draftOf([MUG], { payment: { method: 'card', last4: '1234' } })),
    ).document;
    expect([refund(krona, plain).document.payment, paid(refund(krona, plain).document)]).toEqual([plain.payment, []]);
    // Returned bottles paid for a part of the sale.
    const bottles = { name: 'Bottle', unitPrice: 100, quantity: -36, taxRate: 25 };
    const net = sold(exactly, [{ method: 'card' }], [MUG, bottles]);
    const { document, ...result } = refund(exactly, net, { lines: [{ key: 'mug' }] });
    expect([said(result), document.totals.total, document.payment, paid(document)]).toEqual([
      [],
      12160,
      { method: 'card' },
      [],
    ]);
    for (const amount of [1, 99999]) {
      const other = { ...sale, metadata: { receiptExtra: { v: 1, tenders: [{ method: 'card', amount }] } } };
      expect(tendersOf(refund(krona, other as unknown as Transaction).document)).toEqual([]);
    }
  });

  it("never more to a tender than it paid, except for prior corrections' rounding", () => {
    const two = [{ method: 'card', amount: 5000 }, { method: 'mobile' }] as const;
    const bottle = { name: 'Bottle', unitPrice: 1, quantity: -1, taxRate: 25 };
    const net = sold(exactly, two, [MUG, bottle]);
    const most = refund(exactly, net, { lines: [{ key: 'mug', amount: 12159 }] }).document;
    expect(paid(most)).toEqual(paid(net));
    const rest = refund(exactly, net, { lines: [{ key: 'mug' }], priorCorrections: [most] });
    expect([said(rest), rest.document.totals.total, paid(rest.document)]).toEqual([[], 1, []]);
    // A prior refund paid 30.00 in cash for 29.60.
    const of = sold(krona, two);
    const tenders = [{ method: 'cash' }];
    const cash = refund(krona, of, { lines: [{ key: 'mug', amount: 2960 }], tenders }).document;
    const { document, ...result } = refund(krona, of, { priorCorrections: [cash] });
    expect([said(result), cash.totals.total, document.totals.total]).toEqual([[], 3000, 9200]);
    expect(paid(document)).toEqual([
      ['card', 2000],
      ['mobile', 7200],
    ]);
  });

  it('to no tender in a void, or if there is nothing to refund', () => {
    const voided = withDocument(createVoid(krona, inputOf(sale, {})));
    expect([said(voided), tendersOf(voided.document), voided.document.payment]).toEqual([[], [], { method: 'other' }]);
    const free = sold(exactly, [{ method: 'card' }], [{ ...MUG, unitPrice: 0 }]);
    expect(tendersOf(refund(exactly, free).document)).toEqual([]);
  });

  it("in the currency that replaced the sale's currency", () => {
    const leva = shopOf({
      currencies: [
        { code: 'BGN', until: '2025-12-31', successor: { code: 'EUR', perUnit: 1.95583, bothUntil: '2026-01-31' } },
        { code: 'EUR', from: '2026-01-01' },
      ],
    });
    const more = { currency: 'BGN', timestamp: '2025-12-20T10:00:00+02:00' };
    const cards = [{ method: 'card', amount: 3333 }, { method: 'mobile', amount: 3334 }, { method: 'other' }] as const;
    const { document, ...result } = refund(leva, sold(leva, cards, [MUG], more));
    expect([said(result), document.totals.total]).toEqual([[], 6217]);
    // 17.04, 17.05 and 28.09 exceed the total by one minor unit, so the last tender is reduced.
    expect(paid(document)).toEqual([
      ['card', 1704],
      ['mobile', 1705],
      ['other', 2808],
    ]);
  });
});

describe('tenders of a correction', () => {
  const sale = sold(krona, SPLIT);

  it.each<[object, string[]]>([
    [{ tenders: [{ method: 'cash' }] }, []],
    [{ tenders: null }, []],
    [{ tenders: [{ method: 'card', amount: 1 }] }, ['tenders tenders_differ']],
    [{ tenders: [{ method: 'card', amount: 5050 }, { method: 'cash' }] }, ['tenders tenders_not_payable']],
    [{ tenders: [{ method: 'card' }], payment: { method: 'card' } }, ['tenders not_allowed']],
    [{ tenders: [{ method: 'card', reverses: -1 }] }, ['tenders[0].reverses out_of_range']],
    [{ tenders: {}, receiptNumber: 5 }, ['tenders invalid_type', 'receiptNumber invalid_type']],
    [{ tenders: [{ method: 'card', amount: 1 }], lines: [] }, ['lines too_few_items']],
    [
      { tenders: [{ method: 'gold', amount: 1 }], lines: [] },
      ['lines too_few_items', 'tenders[0].method invalid_value'],
    ],
    [{ metadata: { receiptExtra: { v: 1 } } }, ['metadata.receiptExtra not_allowed']],
  ])('cause, as %j, the issues %j', (more, expected) => {
    expect(said(refund(krona, sale, more)).sort()).toEqual(expected.sort());
  });

  it('are not written if the sale states none, so receiptExtra may be given', () => {
    const plain = sold(exactly, undefined, [{ ...MUG, key: undefined }], { payment: { method: 'card' } });
    const metadata = { receiptExtra: { v: 1, lines: [{ key: 'mug' }] } };
    const { document, ...result } = refund(exactly, plain, { metadata });
    expect([said(result), document.metadata]).toEqual([[], metadata]);
  });

  it('can be given with the amount handed over', () => {
    const tenders = [{ method: 'cash', tendered: 12500 }];
    const { document } = refund(krona, sale, { tenders });
    expect(tendersOf(document)).toEqual([{ method: 'cash', amount: 12200, tendered: 12500, change: 300 }]);
    expect(document.payment).toEqual({ method: 'cash' });
  });

  it('are also allowed for a return without a sale', () => {
    const { receiptNumber, timestamp, source } = inputOf(sale, {});
    const input = { lines: [MUG], currency: 'EUR', pricesIncludeTax: true, vendor: { id: 'biz_1' } };
    const tenders = [{ method: 'card', amount: 2000 }, { method: 'cash' }] as const;
    const { document, ...result } = withDocument(
      createReturn(krona, { ...input, receiptNumber, timestamp, source, tenders, expect: { total: 12200 } }),
    );
    expect(said(result)).toEqual([]);
    expect((document.metadata as { receiptExtra: ReceiptExtra }).receiptExtra).toEqual({
      v: 1,
      original: { kind: 'none' },
      tenders: [
        { method: 'card', amount: 2000 },
        { method: 'cash', amount: 10200 },
      ],
      lines: [{ key: 'mug' }],
      source: { total: 12200 },
    });
  });
});

describe('the refund that the source states', () => {
  const sale = sold(
    exactly,
    [{ method: 'card' }],
    [MUG, { ...MUG, key: 'bowl', name: 'Bowl', unitPrice: 999, quantity: 3 }],
  );
  const bowl = (expected: object, more: object = {}) =>
    refund(exactly, sale, { lines: [{ key: 'bowl', quantity: 1 }], expect: expected, ...more });

  it('is compared with the computed refund, and stored in receiptExtra', () => {
    const { document, ...result } = bowl({ total: 999, tax: 200, lines: [{ key: 'bowl', amount: 999, tax: 200 }] });
    expect(said(result)).toEqual([]);
    expect((document.metadata as { receiptExtra: ReceiptExtra }).receiptExtra.source).toEqual({ total: 999, tax: 200 });
  });

  it("keeps the sale's taxes, even if another rounding results in the stated tax", () => {
    const shop = shopOf(NET);
    // 7.5 % of 15.00 is 1.125; three lines add up to 3.38 or, rounded separately, 3.39.
    const items = [0, 1, 2].map((): DraftLine => ({ name: 'Goods', unitPrice: 1500, taxRate: 7.5 }));
    const taxed = sold(shop, [{ method: 'card' }], items, { tax: { scheme: 'UK_VAT', pricesIncludeTax: false } });
    const { document, taxRounding, ...result } = refund(shop, taxed, { expect: { total: 4838, tax: 338 } });
    expect(said(result)).toEqual(['totals.total differs_from_source', 'totals.tax differs_from_source']);
    expect([document.totals.tax, taxRounding]).toEqual([339, undefined]);
  });

  it.each([
    [{ total: 998 }, ['totals.total differs_from_source']],
    [{ total: 999, tax: 199 }, ['totals.tax differs_from_source']],
    [{ total: 999, subtotal: 990 }, ['totals.subtotal differs_from_source']],
    [
      { total: 1999, lines: [{ key: 'bowl', amount: 1999 }] },
      ['items[0] differs_from_source', 'totals.total differs_from_source'],
    ],
    [
      { total: 999, lines: [{ key: 'mug', amount: 999 }] },
      ['expect.lines[0] line_not_found', 'items[0] differs_from_source'],
    ],
  ])('is reported if different: %j', (expected, codes) => {
    const result = bowl(expected);
    expect(said(result).sort()).toEqual(codes.sort());
    // The document keeps the figures from the ledger.
    expect(result.document.totals).toMatchObject({ subtotal: 999, tax: 200 });
  });

  it('causes only a warning within the tolerance', () => {
    expect(bowl({ total: 999, tax: 199, tolerance: { tax: 1 } })).toMatchObject({
      valid: true,
      warnings: [{ field: 'totals.tax', code: 'differs_from_source', found: 200, expected: 199 }],
    });
  });

  it('is not compared if the input has errors', () => {
    expect(said(bowl({ total: 5 }, { lines: [{ key: 'bowl', quantity: 4 }] }))).toEqual([
      'lines[0].quantity over_refund',
    ]);
  });

  it.each<[string, unknown]>([
    ['expect', null],
    ['expect', 5],
    ['expect.total', {}],
    ['expect.total', { total: 1.5 }],
    ['expect.lines[0]', { total: 1, lines: [{}] }],
    ['expect.tolerance.total', { total: 1, tolerance: { total: 9 } }],
  ])('causes a UsageError for %s', (argument, given: unknown) => {
    const thrown = { code: 'invalid_option', argument };
    expect(() => bowl(given as never)).toThrow(expect.objectContaining(thrown));
    const { receiptNumber, timestamp, source } = inputOf(sale, {});
    const input = { lines: [MUG], currency: 'EUR', pricesIncludeTax: true, vendor: { id: 'biz_1' } };
    const payment = { method: 'card' as const };
    expect(() =>
      createReturn(exactly, { ...input, receiptNumber, timestamp, source, payment, expect: given as never }),
    ).toThrow(expect.objectContaining(thrown));
  });

  it("shows only how the source rounds the sold lines' tax", () => {
    const exchange = (tax: number) =>
      createExchange(
        exactly,
        inputOf(sale, {
          returned: [{ key: 'bowl', quantity: 1 }],
          sold: [
            { name: 'Nail', unitPrice: 3, taxRate: 25 },
            { name: 'Nail', unitPrice: 3, taxRate: 25 },
          ] as const,
          expect: { total: -993, tax },
        }),
      );
    // The tax 0.6 + 0.6 is 2 if rounded per line, and 1 if rounded per group.
    expect([exchange(-198), exchange(-199)].map(({ taxRounding, valid }) => [taxRounding, valid])).toEqual([
      ['line', true],
      ['group', true],
    ]);
    expect(exchange(-197).taxRounding).toBeUndefined();
  });
});

it('corrections return a result, whatever tenders the correction or the sale states', () => {
  const sale = sold(krona, SPLIT);
  const one = refund(krona, sale, { lines: [{ key: 'mug', amount: 4000 }] }).document;
  const odd = { metadata: anything, payment: anything, totals: anything };
  const odder = fc.oneof(fc.record(odd, { requiredKeys: [] }), spoiled(fc.constant({ metadata: sale.metadata! })));
  fc.assert(
    fc.property(odder, odder, (ofSale, ofCorrection) => {
      for (const [from, prior] of [
        [{ ...sale, ...ofSale }, one],
        [sale, { ...one, ...ofCorrection }],
      ]) {
        const { valid, issues, document } = refund(krona, from as Transaction, { priorCorrections: [prior] });
        expect(valid).toBe(issues.length === 0);
        const given = valid ? tendersOf(document) : [];
        if (given.length > 0) expect(sum(given.map(({ amount }) => amount))).toBe(document.totals.total);
      }
    }),
    { numRuns: DRAWS },
  );
  const hostile = Object.defineProperty({}, 'receiptExtra', {
    enumerable: true,
    get: () => {
      throw new Error('read');
    },
  });
  for (const more of [{ metadata: hostile }, { tenders: [hostile] }, { tenders: hostile }])
    expect(refund(krona, { ...sale, metadata: hostile }, more).valid).toBe(false);
});

// Checks refunds by tender against separate sums.
const registry = createRegistry(packs);
/** What each of a sale's tenders paid, minus what corrections refunded to that tender. */
const leftOf = (sale: Transaction, prior: readonly Transaction[]) =>
  tendersOf(sale).map(({ method, amount }, i) => {
    const back = prior.flatMap(tendersOf).filter(({ reverses }) => reverses === i);
    return { method, amount: amount - sum(back.map((tender) => tender.amount)) };
  });

describe('generated chains of corrections', () => {
  const chain = fc.record({
    prices: fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 4 }),
    shares: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 2 }),
    methods: fc.array(fc.constantFrom('card', 'mobile', 'other', 'cash'), { minLength: 1, maxLength: 3 }),
    steps: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 5 }),
    country: fc.constantFrom(...packs.map(({ country }) => country)),
  });

  it('never refund more than a tender paid, and in the end refund all of that', () => {
    fc.assert(
      fc.property(chain, ({ prices: drawn, shares, methods, steps, country }) => {
        const shop = registry.shop({ country });
        const { law } = shop.pack!;
        const { unit = 1 } = law!.currencies.at(-1)!;
        const prices = drawn.map((price) => price * unit);
        const rate = Array.isArray(law!.rates) ? 0 : 5;
        const step = law!.cashRounding.at(-1)?.increment ?? 1;
        const extensions = extensionsOf(law!);
        const items = prices.map((unitPrice, i) => ({
          key: `${i}`,
          name: `Mug ${i}`,
          unitPrice,
          taxRate: rate,
          taxCategory: 'Z' as const,
        }));
        const all = sum(prices);
        // Amounts chosen so that the rest can be paid in coins.
        const amounts = shares.map((share) => Math.ceil((all * share) / 100 / step / 2) * step);
        const tenders = methods.map((method, i) =>
          i === methods.length - 1 ? { method } : { method, amount: amounts[i] ?? step },
        );
        const more = {
          payment: undefined,
          tenders,
          currency: law!.currencies.at(-1)!.code,
          tax: { pricesIncludeTax: law!.tax.pricesIncludeTax },
          extensions,
        };
        const made = withDocument(complete(shop, draftOf(items, more)));
        // Skip sales with a tender of 0, which has nothing to refund.
        fc.pre(made.valid && tendersOf(made.document).every(({ amount }) => amount > 0));
        const sale = made.document;
        const prior: Transaction[] = [];
        const make = (lines: unknown) => {
          const { document, ...result } = refund(shop, sale, { lines, priorCorrections: [...prior], extensions });
          if (result.issues.length > 0) return said(result);
          expect(sum(tendersOf(document).map(({ amount }) => amount))).toBe(document.totals.total);
          prior.push(document);
          // Cash is refunded last, when less than a coin is left on the other tenders.
          const kept = leftOf(sale, prior).filter(({ method }) => method !== 'cash');
          const isCash = tendersOf(document).some(({ method, amount }) => method === 'cash' && amount > 0);
          if (isCash) expect(sum(kept.map(({ amount }) => amount))).toBeLessThan(step);
          return [];
        };
        const rests = [...prices];
        for (const [k, share] of steps.entries()) {
          const line = k % rests.length;
          const amount = Math.floor((rests[line]! * share) / 100 / unit) * unit;
          if (amount === 0) continue;
          expect(make([{ line, amount }])).toEqual([]);
          rests[line]! -= amount;
        }
        if (sum(rests) > 0) expect(make('all')).toEqual([]);
        const gave = tendersOf(sale);
        const left = leftOf(sale, prior);
        const hasCash = gave.some(({ method }) => method === 'cash');
        for (const { method, amount } of left)
          if (method !== 'cash') expect(amount).toBeGreaterThanOrEqual(hasCash ? 0 : -gave.length);
        const rounded = sum(prior.map(({ totals }) => totals.rounding ?? 0));
        expect(sum(left.map(({ amount }) => amount)) + rounded).toBe(sale.totals.rounding ?? 0);
        if (prior.length === 1)
          expect(paid(prior[0]!)).toEqual(paid(sale).sort(([a], [b]) => Number(a === 'cash') - Number(b === 'cash')));
      }),
      { numRuns: DRAWS },
    );
  });
});
