import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import {
  complete,
  createExchanges,
  createRefund,
  refundableBalance,
  UsageError,
  type Completion,
  type DraftLine,
  type ExchangesInput,
  type ReceiptExtra,
} from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { DRAWS } from '../support/numbers';
import { anything, spoiled } from './support/anything';
import { draftOf, frozen, inputOf } from './support/drafts';
import { roundingRow, shopOf } from './support/laws';
import { withDocument } from './support/results';

// Exchanges goods from several sales at once.
const shop = shopOf();
const MUG: DraftLine = { name: 'Mug', unitPrice: 5000, quantity: 2, taxRate: 25 };
const BOWL: DraftLine = { name: 'Bowl', unitPrice: 3000, taxRate: 6 };
const sold = (id: string, items: readonly DraftLine[], more: object = {}) => {
  const { document, issues } = withDocument(complete(shop, draftOf(items, more)));
  expect(issues).toEqual([]);
  return frozen({ ...document, id, createdAt: '2026-11-21T10:00:01Z', updatedAt: '2026-11-21T10:00:01Z' });
};
const mugs = sold('txn_1', [MUG]);
const bowl = sold('txn_2', [BOWL]);
const documentOf = (receiptNumber: string, more: object = {}) => ({
  receiptNumber,
  timestamp: '2026-11-22T10:00:00+01:00',
  source: { platform: 'test', externalId: receiptNumber },
  ...more,
});
const of = (sale: unknown, more: object = {}) => ({ sale, priorCorrections: [], returned: 'all', ...more });
const VASE: DraftLine = { name: 'Vase', unitPrice: 12000, taxRate: 25 };
const inputFor = (more: object = {}) =>
  ({
    sales: [of(mugs), of(bowl)],
    sold: [VASE],
    documents: [documentOf('2'), documentOf('3')],
    ...more,
  }) as unknown as ExchangesInput;
const exchanged = (more: object = {}, at = shop) => {
  const { valid, completions } = createExchanges(at, inputFor(more));
  return { valid, completions, documents: completions.map((one) => withDocument(one).document) };
};
const tendersOf = ({ metadata }: Transaction) =>
  ((metadata as { receiptExtra?: ReceiptExtra } | undefined)?.receiptExtra?.tenders ?? []).map(
    ({ method, name, amount }) => [name ?? method, amount],
  );
const said = ({ completions }: { completions: readonly Completion[] }) =>
  completions.map(({ issues }) => issues.map(({ field, code }) => `${field} ${code}`));
const leftOf = (sale: unknown, documents: readonly Transaction[]) => {
  const result = refundableBalance(shop, { sale, priorCorrections: documents } as never);
  expect([...result.issues, ...result.warnings]).toEqual([]);
  return result.balance!.total;
};

describe('exchanges of goods from two sales', () => {
  it('refund the first sale, and set the refund off in the exchange', () => {
    const { valid, completions, documents } = exchanged({
      documents: [documentOf('2'), documentOf('3', { payment: { method: 'card', last4: '1234' } })],
    });
    expect([valid, said({ completions })]).toEqual([true, [[], []]]);
    const [refund, exchange] = documents;
    expect(documents.map(({ type }) => type)).toEqual(['refund', 'exchange']);
    expect([refund!.totals.total, tendersOf(refund!)]).toEqual([10000, [['set off', 10000]]]);
    // 120.00 less 30.00 is due. With 100.00 set off, 10.00 goes back to the card.
    expect([exchange!.totals.total, tendersOf(exchange!)]).toEqual([
      9000,
      [
        ['card', -1000],
        ['set off', 10000],
      ],
    ]);
    expect(exchange!.payment).toEqual({ method: 'other' });
    expect([leftOf(mugs, [refund!]), leftOf(bowl, [exchange!])]).toEqual([0, 0]);
    for (const document of documents) expect(shop.validate(document).valid).toBe(true);
  });

  it.each<[number, object, unknown]>([
    [
      20000,
      {},
      [
        ['card', 7000],
        ['set off', 10000],
      ],
    ],
    [13000, {}, [['set off', 10000]]],
    [
      20000,
      { tenders: [{ method: 'card', amount: 2000 }, { method: 'cash' }] },
      [
        ['card', 2000],
        ['cash', 5000],
        ['set off', 10000],
      ],
    ],
    [
      20000,
      { payment: { method: 'mobile' } },
      [
        ['mobile', 7000],
        ['set off', 10000],
      ],
    ],
    [
      1000,
      { tenders: [{ method: 'cash' }] },
      [
        ['cash', -12000],
        ['set off', 10000],
      ],
    ],
  ])('state the expected tenders for goods at %d: %j', (unitPrice, more, tenders) => {
    const { valid, documents } = exchanged({
      sold: [{ ...VASE, unitPrice }],
      documents: [documentOf('2'), documentOf('3', more)],
    });
    expect([valid, tendersOf(documents[1]!)]).toEqual([true, tenders]);
  });

  it("refund the rest to the last sale's tenders", () => {
    const paid = sold('txn_2', [BOWL], {
      payment: undefined,
      tenders: [
        { method: 'cash', amount: 1000 },
        { method: 'card', amount: 2000 },
      ],
    });
    const { documents } = exchanged({ sales: [of(mugs), of(paid)] });
    expect(tendersOf(documents[1]!)).toEqual([
      ['card', -1000],
      ['set off', 10000],
    ]);
    // More is left than the last sale's tenders paid.
    const cheap = exchanged({ sales: [of(mugs), of(paid)], sold: [{ ...VASE, unitPrice: 6000 }] });
    expect(tendersOf(cheap.documents[1]!)).toEqual([
      ['card', -2000],
      ['cash', -5000],
      ['set off', 10000],
    ]);
  });

  it.each([
    // 16.67 was paid by card and 13.33 in cash, which coins of 1.00 cannot pay.
    [10000, 10000, -1600, -1400, 7000],
    // 100.33 is set off, and 70.33 is rounded to 70.00.
    [10033, 10033, -1633, -1400, 7000],
    // −10.10 and −29.80 are rounded to −10.00 and −30.00.
    [1990, 1990, -1590, -1400, -1000],
    [20, 20, -1620, -1400, -3000],
  ])('refund the rest in an amount that coins can pay: %d', (unitPrice, setOff, card, cash, total) => {
    const krona = shopOf({ cashRounding: [roundingRow({ increment: 100, electronic: 'allowed', other: 'allowed' })] });
    const mug = sold('txn_1', [{ ...MUG, unitPrice, quantity: 1 }]);
    const tenders = [{ method: 'card', amount: 1667 }, { method: 'cash' }];
    const split = sold('txn_2', [BOWL], { payment: undefined, tenders });
    const made = exchanged({ sales: [of(mug), of(split)], sold: [{ ...VASE, unitPrice }] }, krona);
    expect(said(made)).toEqual([[], []]);
    expect([made.documents[1]!.totals.total, tendersOf(made.documents[1]!)]).toEqual([
      total,
      [
        ['card', card],
        ['cash', cash],
        ['set off', setOff],
      ],
    ]);
  });

  it("pay back by the last sale's method if its tenders are unknown", () => {
    const coins = shopOf({ cashRounding: [roundingRow({ increment: 100 })] });
    // 29.60 was paid back as 30.00, so the tenders of the sale might differ from its goods by 0.40.
    const lines = [{ line: 0, amount: 2960 }] as const;
    const input = inputOf(bowl, { originalTransactionId: 'txn_2', lines, payment: { method: 'cash' } as const });
    const { document: prior } = withDocument(createRefund(coins, input));
    expect([prior.totals.rounding, prior.totals.total]).toEqual([40, 3000]);
    // 100.10 less the remaining 0.40 and less 100.00 is −0.30.
    const sales = [of(mugs), of(bowl, { priorCorrections: [prior] })];
    const { valid, documents } = exchanged({ sales, sold: [{ ...VASE, unitPrice: 10010 }] }, coins);
    expect([valid, tendersOf(documents[1]!)]).toEqual([
      true,
      [
        ['card', -30],
        ['set off', 10000],
      ],
    ]);
  });

  it('round the cash payment', () => {
    const coins = shopOf({ cashRounding: [roundingRow({ increment: 5 })] });
    const more = {
      sold: [{ ...VASE, unitPrice: 20003 }],
      documents: [documentOf('2'), documentOf('3', { payment: { method: 'cash' } })],
    };
    const { valid, documents } = exchanged(more, coins);
    expect([valid, documents[1]!.totals.rounding, tendersOf(documents[1]!)]).toEqual([
      true,
      2,
      [
        ['cash', 7005],
        ['set off', 10000],
      ],
    ]);
  });

  it('set off a refund that only lacks the data of a control unit', () => {
    const se = createRegistry([seReceipt1]).shop({ country: 'SE' });
    const swedish = (sale: Transaction) => ({ ...sale, currency: 'SEK', tax: { ...sale.tax, scheme: 'SE_MOMS' } });
    const { completions, documents } = exchanged({ sales: [of(swedish(mugs)), of(swedish(bowl))] }, se);
    expect(said({ completions })).toEqual([
      ['documents[0].extensions.se required'],
      ['documents[1].extensions.se required'],
    ]);
    expect(tendersOf(documents[1]!)).toContainEqual(['set off', 10000]);
  });

  it('also work with one sale, and with three', () => {
    const one = exchanged({ sales: [of(mugs)], documents: [documentOf('2')] });
    expect([one.valid, tendersOf(one.documents[0]!), one.documents[0]!.totals.total]).toEqual([true, [], 2000]);
    const returned = [{ line: 0, quantity: 1 }];
    const same = exchanged({
      sales: [of(mugs, { returned }), of(mugs, { returned }), of(bowl)],
      documents: [documentOf('2'), documentOf('3'), documentOf('4')],
    });
    expect(same.valid).toBe(true);
    expect(leftOf(mugs, same.documents.slice(0, 2))).toBe(0);
    expect(same.documents[2]!.totals.total).toBe(9000);
    const { id: _, ...sent } = mugs;
    for (const sale of [of(mugs), of(sent, { originalTransactionId: 'txn_9' })]) {
      const twice = exchanged({ sales: [sale, sale] });
      expect([twice.valid, said(twice)]).toEqual([false, [[], ['sales[1].returned over_refund']]]);
    }
  });
});

describe('createExchanges', () => {
  it.each<[object, string[][]]>([
    [
      { sales: [of(mugs, { returned: [{ line: 5 }] }), of(bowl)] },
      [['sales[0].returned[0].line line_not_found'], ['sales[0] not_computable']],
    ],
    [{ sales: [of(mugs), of(bowl, { returned: [] })] }, [[], ['sales[1].returned too_few_items']]],
    [{ sales: [of(5), of(bowl)] }, [['sales[0].sale not_refundable'], ['sales[0] not_computable']]],
    [{ sold: [{ ...VASE, taxRate: 'x' }] }, [[], ['sold[0].taxRate invalid_type']]],
    [{ sold: [] }, [[], ['sold too_few_items']]],
    [
      { documents: [documentOf('2', { receiptNumber: 5 }), documentOf('3')] },
      [['documents[0].receiptNumber invalid_type'], ['sales[0] not_computable']],
    ],
    [{ documents: [documentOf('2'), documentOf('3', { tip: 5 })] }, [[], ['documents[1].tip unknown_field']]],
    [
      { documents: [documentOf('2', { payment: { method: 'card' } }), documentOf('3')] },
      [[], ['documents[0].payment not_allowed']],
    ],
    [
      { documents: [documentOf('2', { tenders: [{ method: 'card' }] }), documentOf('3')] },
      [[], ['documents[0].tenders not_allowed']],
    ],
    [
      { sales: [of(mugs), of({ ...bowl, payment: { method: 'gold' } })] },
      [[], ['sales[1].sale.payment.method invalid_value']],
    ],
    [
      { documents: [documentOf('2'), documentOf('3', { tenders: [{ method: 'gold' }] })] },
      [[], ['documents[1].tenders[0].method invalid_value']],
    ],
    [
      { documents: [documentOf('2', { expect: { total: 9999 } }), documentOf('3')] },
      [['totals.total differs_from_source'], ['sales[0] not_computable']],
    ],
    [{ tip: 5 }, [[], ['tip unknown_field']]],
  ])('reports for %j: %j', (more, expected) => {
    const result = exchanged(more);
    expect(result.valid).toBe(false);
    expect(said(result)).toEqual(expected);
    expect(result.documents[1]!.type).toBe('exchange');
  });

  it('reports sales that end up in different currencies', () => {
    const at = shopOf({
      currencies: [
        { code: 'BGN', until: '2025-12-31', successor: { code: 'EUR', perUnit: 1.95583, bothUntil: '2026-01-31' } },
        { code: 'EUR', from: '2026-01-01' },
      ],
    });
    const inLeva = { currency: 'BGN', timestamp: '2025-12-20T10:00:00+02:00' };
    const onDays = (...days: string[]) => ({
      sales: [of({ ...mugs, ...inLeva }), of({ ...bowl, ...inLeva })],
      documents: days.map((day, i) => documentOf(`${i}`, { timestamp: `${day}T10:00:00+02:00` })),
    });
    expect(exchanged(onDays('2026-01-02', '2026-01-02'), at).valid).toBe(true);
    const result = exchanged(onDays('2025-12-31', '2026-01-02'), at);
    expect([result.valid, said(result)]).toEqual([false, [[], ['sales[0] original_mismatch']]]);
  });

  it.each<[string, object]>([
    ['sales', { sales: [] }],
    ['sales', { sales: 5 }],
    ['documents', { documents: [documentOf('2')] }],
    ['sales[1].priorCorrections', { sales: [of(mugs), { sale: bowl, returned: 'all' }] }],
  ])('throws a UsageError for %s', (argument, more) => {
    expect(() => exchanged(more)).toThrow(expect.objectContaining({ code: 'invalid_argument', argument }));
    expect(() => createExchanges(shop, null as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', argument: 'input' }),
    );
  });
});

describe('createExchanges with any input', () => {
  const answer = (input: unknown) => {
    let result;
    try {
      result = createExchanges(shop, input as never);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return;
    }
    expect(result.valid).toBe(result.completions.every(({ valid }) => valid));
    for (const one of result.completions)
      expect(one.valid).toBe(one.issues.length === 0 && (one.valid || one.error.code !== 'invalid_json'));
  };

  it('returns a result, or throws a UsageError', () => {
    fc.assert(
      fc.property(spoiled(fc.constant(inputFor())), anything, (input, value) => {
        answer(input);
        for (const more of [
          { sold: value },
          { sold: [value] },
          { documents: [value, value] },
          { sales: [value, of(bowl)] },
        ])
          answer(inputFor(more));
      }),
      { numRuns: DRAWS },
    );
  });

  it('returns a result even if reading the input throws', () => {
    const thrower: unknown = new Proxy([], {
      get: () => {
        throw new Error('read');
      },
    });
    answer(inputFor({ sales: thrower }));
    answer(inputFor({ sales: [thrower, of(bowl)], documents: [thrower, documentOf('3')] }));
    answer(inputFor({ sold: thrower }));
    answer(inputFor({ sold: [thrower] }));
  });
});

it('exchanges settle each sale completely, and only the difference is paid', () => {
  const prices = fc.integer({ min: 1, max: 50_000 });
  const items = fc.array(
    fc.record({ unitPrice: prices, quantity: fc.integer({ min: 1, max: 3 }), taxRate: fc.constantFrom(25, 6) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(
      fc.array(items, { minLength: 1, maxLength: 4 }),
      prices,
      fc.constantFrom('cash', 'card'),
      (drawn, unitPrice, method) => {
        const sales = drawn.map((lines, i) =>
          sold(
            `txn_${i}`,
            lines.map((line, k) => ({ ...line, name: `Goods ${k}` })),
            { payment: { method } },
          ),
        );
        // One piece from the first sale has already been returned.
        const prior = withDocument(
          createRefund(
            shop,
            inputOf(sales[0]!, { originalTransactionId: 'txn_0', lines: [{ line: 0, quantity: 1 }] as const }),
          ),
        ).document;
        const rest = leftOf(sales[0], [prior]);
        fc.pre(rest > 0);
        const given = sales.map((sale, i) => of(sale, { priorCorrections: i === 0 ? [prior] : [] }));
        const documents = sales.map((_, i) => documentOf(`${i}`));
        const made = exchanged({ sales: given, sold: [{ ...VASE, unitPrice }], documents });
        expect(said(made)).toEqual(sales.map(() => []));
        made.documents.forEach((document, i) => {
          expect(leftOf(sales[i], i === 0 ? [prior, document] : [document])).toBe(0);
        });
        const moved = made.documents.flatMap((document) =>
          tendersOf(document).map(([name, amount]) => [
            name,
            document.type === 'refund' ? -(amount as number) : amount,
          ]),
        );
        const total = (named: boolean) =>
          moved
            .filter(([name]) => (name === 'set off') === named)
            .reduce((sum, [, amount]) => sum + (amount as number), 0);
        expect(total(true)).toBe(0);
        const worth = rest + sales.slice(1).reduce((sum, { totals }) => sum + totals.total, 0);
        if (sales.length > 1) expect(total(false)).toBe(unitPrice - worth);
        else expect(made.documents[0]!.totals.total).toBe(unitPrice - worth);
      },
    ),
    { numRuns: DRAWS },
  );
});
