import { describe, expect, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import {
  complete,
  createExchange,
  createRefund,
  createReturn,
  type Completion,
  type DraftLine,
} from 'receipt-rule-packs/complete';
import { draftOf, frozen, inputOf } from './support/drafts';
import { NET, shopOf } from './support/laws';
import { balanceOf, withDocument } from './support/results';

// Returns by the caller's keys, with fees, and in another store.
const shop = shopOf();
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, quantity: 2, taxRate: 25 };
const sold = (items: readonly DraftLine[], keys: readonly (string | null)[] = [], more: object = {}): Transaction => {
  const lines = keys.map((key) => key && { key });
  const metadata = keys.length > 0 ? { receiptExtra: { v: 1, lines } } : undefined;
  const { document, issues } = withDocument(complete(shop, draftOf(items, { ...(metadata && { metadata }), ...more })));
  expect(issues).toEqual([]);
  return frozen(document);
};
const refund = (sale: Transaction, more: object) => withDocument(createRefund(shop, inputOf(sale, more) as never));
const said = ({ issues, warnings }: Pick<Completion, 'issues' | 'warnings'>) =>
  [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`);
const keysOf = ({ metadata }: Transaction) =>
  (metadata as { receiptExtra?: { lines?: unknown } } | undefined)?.receiptExtra;

describe('keys', () => {
  const sale = sold([MUG, MUG, { ...MUG, name: 'Bowl' }], ['a', 'b', null]);

  it('identify lines, even identical lines, and stay in the correction', () => {
    const { document, ...result } = refund(sale, { lines: [{ key: 'a', quantity: 1 }] });
    expect(said(result)).toEqual([]);
    expect(keysOf(document)).toEqual({ v: 1, lines: [{ key: 'a' }] });
    expect(balanceOf(sale, [document]).lines.map(({ quantity }) => quantity)).toEqual([1, 2, 2]);
    expect(said(refund(sale, { lines: [{ key: 'a', quantity: 2 }], priorCorrections: [document] }))).toEqual([
      'lines[0].quantity over_refund',
    ]);
    const other = refund(sale, { lines: [{ key: 'b' }, { line: 2 }], metadata: { till: 3 } });
    expect(other.document.metadata).toEqual({ till: 3, receiptExtra: { v: 1, lines: [{ key: 'b' }, null] } });
    expect(refund(sale, { lines: [{ line: 2 }] }).document).not.toHaveProperty('metadata');
  });

  it('identify the line of an amount, and are not needed to count a return', () => {
    const left = (prior: Transaction, of = sale) => balanceOf(of, [prior]).lines.map(({ amount }) => amount);
    expect(left(refund(sale, { lines: [{ key: 'a', amount: 1000 }] }).document)).toEqual([19000, 20000, 20000]);
    const goods = [MUG, { ...MUG, name: 'Bowl' }];
    const [keyed, plain] = [sold(goods, ['a', 'b']), sold(goods)];
    const bowl = refund(keyed, { lines: [{ key: 'b' }] }).document;
    expect(left({ ...bowl, metadata: undefined }, keyed)).toEqual([20000, 0]);
    expect(left(bowl, plain)).toEqual([20000, 0]);
    const part = refund(keyed, { lines: [{ key: 'b', amount: 1000 }] }).document;
    expect(left(part, plain)).toEqual([20000, 19000]);
  });

  it.each([
    [{ key: 'c' }, 'lines[0].key line_not_found'],
    [{ key: 5 }, 'lines[0].key line_not_found'],
    [{ key: null }, 'lines[0].key line_not_found'],
    [{ key: 'a', quantity: NaN }, 'lines[0].quantity out_of_range'],
    [{ key: 'a', line: 0 }, 'lines[0].key not_allowed'],
    [{ key: 'a', quantity: 3 }, 'lines[0].quantity over_refund'],
    [{ key: 'a', amount: 20001 }, 'lines[0].amount over_refund'],
    [{ key: 'a', taxAmount: 4000 }, 'lines[0].taxAmount unknown_field'],
  ])('are refused: %j', (line, expected) => {
    expect(said(refund(sale, { lines: [line] }))).toEqual([expected]);
  });

  it('combine split lines, and charges over several rates', () => {
    const items = [
      { ...MUG, quantity: 1, unitPrice: 334 },
      { ...MUG, quantity: 2, unitPrice: 333 },
      { name: 'Shipping', unitPrice: 600, taxRate: 25 },
      { name: 'Shipping', unitPrice: 300, taxRate: 6 },
    ];
    const split = sold(items, ['mug', 'mug', 'charge:Shipping', 'charge:Shipping']);
    const two = refund(split, { lines: [{ key: 'mug', quantity: 2 }] }).document;
    expect(two.items.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [1, 334],
      [1, 333],
    ]);
    const first = refund(split, { lines: [{ key: 'mug', quantity: 1 }] }).document;
    expect(first.items.map(({ quantity, amount }) => [quantity, amount])).toEqual([[1, 334]]);
    const last = refund(split, { lines: [{ key: 'mug' }], priorCorrections: [two] }).document;
    expect(last.totals.total).toBe(333);
    const once = refund(split, { lines: [{ key: 'charge:Shipping', quantity: 1 }] }).document;
    expect(once.items.map(({ amount, taxRate }) => [amount, taxRate])).toEqual([
      [600, 25],
      [300, 6],
    ]);
    const part = refund(split, { lines: [{ key: 'charge:Shipping', amount: 450 }] }).document;
    expect(part.items.map(({ amount, taxRate }) => [amount, taxRate])).toEqual([
      [300, 25],
      [150, 6],
    ]);
    const rest = refund(split, { lines: [{ key: 'charge:Shipping' }], priorCorrections: [part] });
    expect(said(rest)).toEqual([]);
    expect(rest.document.totals.total).toBe(450);
    expect(rest.document.totals.tax + part.totals.tax).toBe(split.items[2]!.taxAmount + split.items[3]!.taxAmount);
  });

  it('combine pieces and weighed goods', () => {
    const mixed = sold(
      [
        { ...MUG, quantity: 1 },
        { ...MUG, quantity: 0.5 },
      ],
      ['a', 'a'],
    );
    const { document, ...result } = refund(mixed, { lines: [{ key: 'a', quantity: 1.2 }] });
    expect(said(result)).toEqual([]);
    expect(document.items.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [1, 10000],
      [0.2, 2000],
    ]);
  });

  it("count quantities in the draft's unit, whatever the document line's unit", () => {
    const fuel = { key: 'fuel', name: 'Fuel', quantity: 42.17, unit: 'l', price: '1.899', taxRate: 25 };
    const screws = { key: 'screws', name: 'Screws', quantity: 250, price: '0.0125', taxRate: 25 };
    const cheese = { key: 'cheese', name: 'Cheese', quantity: 2.5, unit: '100 g', unitPrice: 450, taxRate: 25 };
    const pack = { key: 'pack', name: 'Pens', quantity: 2, unit: 'pack of 10 pcs', unitPrice: 455, taxRate: 25 };
    const tank = sold([fuel, screws, cheese, pack]);
    expect(tank.items.map(({ unit, quantity }) => [unit, quantity])).toEqual([
      ['10 l', 4.217],
      ['100 pcs', 2.5],
      ['100 g', 2.5],
      ['pack of 10 pcs', 2],
    ]);
    const part = (key: string, quantity?: number) => {
      const result = refund(tank, { lines: [{ key, quantity }] });
      const { expected } = result.issues[0] ?? {};
      return result.valid
        ? result.document.items.map((line) => [line.quantity, line.amount])[0]
        : [said(result), expected];
    };
    expect(part('fuel', 4)).toEqual([0.4, 760]);
    expect(part('fuel')).toEqual([4.217, 8008]);
    expect(part('screws', 100)).toEqual([1, 125]);
    expect(part('cheese', 1)).toEqual([1, 450]);
    expect(part('pack', 1)).toEqual([1, 455]);
    expect(part('fuel', 42.18)).toEqual([['lines[0].quantity over_refund'], 42.17]);
    expect(part('fuel', 1e-12)).toEqual([['lines[0].quantity invalid_value'], 42.17]);
    expect(part('screws', 1.5)).toEqual([['lines[0].quantity invalid_value'], 250]);
    expect(part('screws', 251)).toEqual([['lines[0].quantity over_refund'], 250]);
    // The index refers to the document line, with its unit.
    expect(refund(tank, { lines: [{ line: 1, quantity: 2 }] }).document.items[0]!.amount).toBe(250);
  });

  it('of sold lines are separate from keys of returned lines', () => {
    const exchange = createExchange(
      shop,
      inputOf(sale, { returned: [{ key: 'b', quantity: 1 }], sold: [{ name: 'Cup', unitPrice: 500, taxRate: 25 }] }),
    );
    expect(said(exchange)).toEqual([]);
    expect(keysOf(withDocument(exchange).document)).toEqual({ v: 1, lines: [{ key: 'b' }, null] });
  });
});

describe('fees', () => {
  const sale = sold([MUG]);
  const fee = { name: 'Restocking', amount: 1500, taxRate: 25 };

  it('are kept by the shop, and cannot be refunded later', () => {
    const { document, ...result } = refund(sale, { lines: 'all', fees: [fee] });
    expect(said(result)).toEqual([]);
    expect(document.items[1]).toMatchObject({ name: 'Restocking', quantity: -1, amount: -1500, taxAmount: -300 });
    expect(document.totals.total).toBe(18500);
    expect(balanceOf(sale, [document])).toMatchObject({ total: 0, rates: [{ amount: 0, taxAmount: 0 }] });
    expect(said(refund(sale, { lines: 'all', priorCorrections: [document] }))).toEqual(['lines over_refund']);
  });

  it.each([
    [[{ ...fee, amount: 20001 }], 'fees discount_exceeds_amount'],
    [[fee, { ...fee, amount: 0 }], 'fees[1].amount out_of_range'],
    [[{ ...fee, name: '' }], 'fees[0].name too_short'],
    [[{ ...fee, taxRate: '25' }], 'fees[0].taxRate invalid_type'],
    [[{ ...fee, taxRate: NaN }], 'fees[0].taxRate out_of_range'],
    [[{ ...fee, amount: '5' }], 'fees[0].amount invalid_type'],
    [[{ ...fee, name: undefined }], 'fees[0].name required'],
    [[{ ...fee, taxRate: undefined }], 'fees[0].taxRate required'],
    [[{ ...fee, rate: 5 }], 'fees[0].rate unknown_field'],
    [[5], 'fees[0] invalid_type'],
    ['x', 'fees invalid_type'],
  ])('are refused: %j', (fees, expected) => {
    expect(said(refund(sale, { lines: 'all', fees }))).toEqual([expected]);
  });
});

describe('fees with faulty lines', () => {
  const sale = sold([MUG]);
  const fee = { name: 'Restocking', amount: 1500, taxRate: 25 };

  it.each([
    [[{ line: 9 }], fee, ['lines[0].line line_not_found']],
    ['some', fee, ['lines invalid_type']],
    [[{ line: 9 }], { ...fee, amount: 0 }, ['lines[0].line line_not_found', 'fees[0].amount out_of_range']],
  ])('are not compared with a refund that is unknown: %j, %j', (lines, one, expected) => {
    expect(said(refund(sale, { lines, fees: [one] }))).toEqual(expected);
  });
});

describe('fees for a sale whose prices exclude tax', () => {
  const net = shopOf(NET);
  const tax = { scheme: 'UK_VAT', pricesIncludeTax: false };
  const { document: sale } = withDocument(complete(net, draftOf([{ ...MUG, taxRate: 6 }], { tax })));
  const kept = (amount: number) => {
    const fees = [{ name: 'Restocking', amount, taxRate: 25 }];
    return withDocument(createRefund(net, inputOf(sale, { lines: 'all', fees })));
  };

  it('are compared with the refund including tax', () => {
    // 16,960 × 1.25 = 21,200 = 20,000 × 1.06
    expect(kept(16960).document.totals.total).toBe(0);
    expect(said(kept(16961))).toEqual(['fees discount_exceeds_amount']);
  });

  it.each([
    [undefined, 'required'],
    ['25', 'invalid_type'],
    [NaN, 'out_of_range'],
  ])('are refused with the rate %s', (taxRate, code) => {
    const fees = [{ name: 'Restocking', amount: 100, taxRate: taxRate as number }];
    expect(said(createRefund(net, inputOf(sale, { lines: 'all', fees })))).toEqual([`fees[0].taxRate ${code}`]);
  });

  it('may have a different category', () => {
    const fees = [{ name: 'Restocking', amount: 100, taxRate: 0 }];
    const result = createRefund(net, inputOf(sale, { lines: 'all', fees }));
    expect(said(result)).toContain('fees[0].taxCategory required');
  });
});

describe('a refund in another store', () => {
  const sale = sold([MUG], [], { vendor: { id: 'biz_1', locationName: 'Söder' }, locale: 'sv-SE' });

  it('sets the location, customer, language and channel of the refund', () => {
    const more = { vendor: { locationName: 'Norr' }, customer: { name: 'Ada' }, locale: 'en-GB', channel: 'online' };
    const { document, ...result } = refund(sale, { lines: 'all', ...more });
    expect(said(result)).toEqual([]);
    expect(document).toMatchObject({ ...more, vendor: { id: 'biz_1', locationName: 'Norr' } });
    const same = refund(sale, { lines: 'all' }).document;
    expect(same).toMatchObject({ vendor: { id: 'biz_1', locationName: 'Söder' }, locale: 'sv-SE' });
  });

  it('must be a store of the same business', () => {
    const { issues } = refund(sale, { lines: 'all', vendor: { id: 'biz_2' } });
    expect(issues).toMatchObject([
      { field: 'vendor.id', code: 'original_mismatch', found: 'biz_2', expected: 'biz_1' },
    ]);
    for (const vendor of ['Norr', ['Norr'], new Date(0)])
      expect(said(refund(sale, { lines: 'all', vendor }))).toEqual(['vendor invalid_type']);
    expect(refund(sale, { lines: 'all', vendor: null }).document.vendor).toEqual(sale.vendor);
  });
});

describe('createReturn', () => {
  const INPUT = {
    lines: [{ ...MUG, discount: { percent: 10 } }],
    currency: 'EUR',
    pricesIncludeTax: true,
    vendor: { id: 'biz_1' },
    payment: { method: 'card' },
    receiptNumber: '2',
    timestamp: '2026-11-22T10:00:00+01:00',
    source: { platform: 'test', externalId: '2' },
  };
  const returned = (more: object = {}, of = shop) => withDocument(createReturn(of, { ...INPUT, ...more } as never));

  it('refunds goods without a receipt', () => {
    const { document, ...result } = returned({ reason: 'returned', metadata: { till: 3 } });
    expect(said(result)).toEqual([]);
    expect(document).toMatchObject({
      type: 'refund',
      totals: { total: 18000 },
      linkedTransaction: { originalTransactionId: 'none', reason: 'returned' },
      metadata: { till: 3, receiptExtra: { v: 1, original: { kind: 'none' } } },
    });
  });

  it("keeps what the caller knows about a sale made elsewhere, and the sale's rates", () => {
    const rates = [
      { rate: 12, until: '2026-11-01', enforce: true, citation: 'Fictional' },
      { rate: 25, from: '2026-11-02', enforce: true, citation: 'Fictional' },
    ];
    const strict = shopOf({ rates }, { rateWindows: 'enforce' });
    const original = { receiptNumber: '17', date: '2026-11-01', place: 'Market stall' };
    const then = returned({ lines: [{ ...MUG, taxRate: 12 }], original }, strict);
    expect(said(then)).toEqual([]);
    expect(keysOf(then.document)).toEqual({ v: 1, original: { kind: 'elsewhere', ...original } });
    // 12 % ended before the day of the return, and 25 % began after the day of the sale.
    for (const more of [{ lines: [{ ...MUG, taxRate: 12 }] }, { original }])
      expect(said(returned(more, strict))).toEqual(['lines[0].taxRate rate_not_in_window']);
  });

  it('does not count as a correction of any sale', () => {
    expect(balanceOf(sold([MUG]), [returned().document])).toMatchObject({ total: 20000, lines: [{ quantity: 2 }] });
  });

  it('keeps fees', () => {
    const fees = [{ name: 'Restocking', amount: 1000, taxRate: 25 }];
    expect(returned({ fees }).document.totals.total).toBe(17000);
    expect(said(returned({ fees: [{ ...fees[0], amount: 18001 }] }))).toEqual(['fees discount_exceeds_amount']);
    expect(said(returned({ fees: [{ ...fees[0], taxRate: 101 }] }))).toEqual(['fees[0].taxRate invalid_rate']);
  });

  it.each([
    [{ lines: undefined }, 'lines required'],
    [{ lines: [] }, 'lines too_few_items'],
    [{ lines: [{ ...MUG, quantity: -1 }] }, 'lines out_of_range'],
    [{ lines: [{ ...MUG, unitPrice: '5' }] }, 'lines[0].unitPrice invalid_type'],
    [{ pricesIncludeTax: undefined }, 'pricesIncludeTax required'],
    [{ currency: undefined }, 'currency required'],
    [{ vendor: undefined }, 'vendor required'],
    [{ payment: undefined }, 'payment required'],
    [{ timestamp: 'today' }, 'timestamp invalid_format'],
    [{ timestamp: 5 }, 'timestamp invalid_type'],
    [{ reason: 5 }, 'reason invalid_type'],
    [{ note: 5 }, 'note invalid_type'],
    [{ expect: { total: 17999 } }, 'totals.total differs_from_source'],
    [{ expect: { total: 18000, lines: [{ index: 0, amount: 17999 }] } }, 'items[0] differs_from_source'],
    [{ fees: 'x' }, 'fees invalid_type'],
    [{ original: 5 }, 'original invalid_type'],
    [{ original: { receiptNumber: 17 } }, 'original.receiptNumber invalid_type'],
    [{ original: { date: 20261101 } }, 'original.date invalid_type'],
    [{ original: { date: '2026-13-01' } }, 'original.date invalid_value'],
    [{ original: { place: 5 } }, 'original.place invalid_type'],
    [{ original: { day: '2026-11-01' } }, 'original.day unknown_field'],
    [{ metadata: { receiptExtra: { v: 1 } } }, 'metadata.receiptExtra not_allowed'],
    [{ sale: {} }, 'sale unknown_field'],
  ])('refuses %j', (more, expected) => {
    expect(said({ issues: returned(more).issues, warnings: [] })).toEqual([expected]);
  });

  it('keeps errors apart from those in the fees', () => {
    const fees = [{ name: 'Restocking', amount: 1000, taxRate: 25 }];
    const tenders = [{ method: 'card', reverses: -1 }];
    expect(said(returned({ fees, payment: undefined, tenders }))).toEqual(['tenders[0].reverses out_of_range']);
    const half = { ...MUG, unitPrice: 2 ** 52, quantity: 1 };
    const sums = returned({ fees, lines: [half, half, half] });
    expect([...new Set(said(sums))]).toEqual(['lines not_computable']);
    const faulty = returned({ lines: [MUG, { ...MUG, taxRate: 101 }], fees: [fees[0], { ...fees[0], taxRate: 102 }] });
    expect(said(faulty)).toEqual(['lines[1].taxRate invalid_rate', 'fees[1].taxRate invalid_rate']);
  });

  it('knows nothing of the sale without a detail of it', () => {
    for (const original of [{}, { place: undefined }])
      expect(keysOf(returned({ original }).document)).toMatchObject({ original: { kind: 'none' } });
    const place = returned({ original: { place: 'Kiosk', date: undefined } }).document;
    expect(keysOf(place)).toMatchObject({ original: { kind: 'elsewhere', place: 'Kiosk' } });
  });

  it('returns no more issues than the shop allows, and no lines of an input that it cannot read', () => {
    const brief = shopOf({}, { maxIssues: 1 });
    expect(said(returned({ receiptNumber: 5, currency: 5 }, brief))).toEqual(['receiptNumber invalid_type']);
    const unread = returned({ original: 5, sale: 5 }, brief);
    expect([said(unread), unread.document.items]).toEqual([['sale unknown_field'], []]);
  });

  it('throws a UsageError without an input', () => {
    expect(() => createReturn(shop, undefined as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', argument: 'input' }),
    );
  });
});
