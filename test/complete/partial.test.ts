import { describe, expect, it } from 'vitest';
import type { ReceiptLaw, ShopOptions } from 'receipt-rule-packs';
import { complete, type CompleteOptions, type Draft, type DraftLine } from 'receipt-rule-packs/complete';
import { draftOf, frozen } from './support/drafts';
import { NET, roundingRow, shopOf } from './support/laws';
import { withDocument } from './support/results';

// Which figures are still filled in, and which are not, if part of the draft is missing or invalid, or already states them.
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, taxRate: 25 };
const run = (items: unknown, more: object = {}, options?: ShopOptions, law: Partial<ReceiptLaw> = {}) =>
  withDocument(complete(shopOf(law, options), frozen(draftOf(items as DraftLine[], more))));
const again = (items: unknown, more: object = {}, options: CompleteOptions = { recompute: true }) =>
  withDocument(complete(shopOf(), frozen(draftOf(items as DraftLine[], more)), options));
const said = ({ issues }: ReturnType<typeof run>) => issues.map(({ field, code }) => `${field} ${code}`);

describe('a summary', () => {
  it.each([
    ['rate', { taxRate: undefined, taxCategory: 'S', taxAmount: 5 }],
    ['category', { taxRate: 0, taxAmount: 0 }],
    ['amount', { unitPrice: undefined, taxAmount: 5 }],
  ])('is not computed from lines without %s', (_, line) => {
    const { document, filled } = run([MUG, { ...MUG, ...line }]);
    expect(document.tax).not.toHaveProperty('summary');
    expect(filled).not.toContain('tax.summary');
  });
});

describe('a summary in the draft', () => {
  const given = (entry: unknown) => run([MUG], { tax: { scheme: 'UK_VAT', pricesIncludeTax: true, summary: [entry] } });

  it('has no figures for an entry without a rate or category', () => {
    for (const entry of [{ rate: 25 }, { category: 'S' }]) expect(given(entry).document.tax.summary[0]).toEqual(entry);
  });

  it('keeps entries that are not objects', () => {
    expect(said(given(null))).toContain('tax.summary[0] invalid_type');
  });
});

describe('unreadable charges', () => {
  it('stay in the document, without the figures that depend on charges', () => {
    const { document } = run([MUG], { charges: 'x' });
    expect(document).toMatchObject({ charges: 'x' });
    expect(document).not.toHaveProperty('totals');
  });
});

describe('totals', () => {
  it('are neither computed nor dropped if there are no readable lines', () => {
    expect(run('x').document).not.toHaveProperty('totals');
    expect(run('x', { totals: { subtotal: 5 } }).document.totals).toEqual({ subtotal: 5 });
  });

  it.each([undefined, {}, { method: 5 }])('have no total if cash may be rounded, for the payment %j', (payment) => {
    expect(run([MUG], { payment }).document.totals).toEqual({ subtotal: 10000, discount: 0, tax: 2000 });
  });
});

describe('jurisdictions', () => {
  const us = { ...NET, taxJurisdictions: true };
  const shared = (rates: readonly unknown[]) => {
    const jurisdictions = rates.map((rate) => ({ level: 'state', name: 'x', rate }));
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions };
    return run([{ ...MUG, taxRate: 8.5 }], { tax }, {}, us).document.tax.jurisdictions!.map((one) => one.taxAmount);
  };

  it.each([
    ['rates that add up', [4, 4.5], [400, 450]],
    ['a rate below 0', [9.5, -1], [undefined, undefined]],
    ['a rate that is missing', [8.5, undefined], [undefined, undefined]],
    ['rates that do not add up', [4, 4], [undefined, undefined]],
  ])('share the tax only if the rates are valid and add up: %s', (_, rates, expected) => {
    expect(shared(rates)).toEqual(expected);
  });

  it('cause no further issue if recompute is set and tax is missing', () => {
    expect(said(again([MUG], { tax: undefined }))).toEqual(['tax required']);
  });
});

describe('complete', () => {
  it('shares no objects between draft and document, but copies figures and their sources', () => {
    const draft = draftOf([{ ...MUG, quantity: 1 }], { customer: { country: 'QM' }, totals: { subtotal: 10000 } });
    const { document } = withDocument(complete(shopOf(), draft));
    for (const part of ['items', 'tax', 'totals', 'payment', 'customer'] as const) {
      expect(document[part]).toBeDefined();
      expect(document[part]).not.toBe(draft[part as keyof Draft]);
    }
  });

  it('accepts only text as the description of a discount', () => {
    expect(said(run([MUG], { discounts: [{ amount: 1, description: 5 }] }))).toEqual([
      'discounts[0].description invalid_type',
    ]);
    expect(said(run([MUG], { discounts: [{ amount: 1, description: 'Offer' }] }))).toEqual([]);
  });
});

describe('a recomputed summary', () => {
  it('lists entries in line order, except entries with a label', () => {
    const summary = [
      { rate: 6, category: 'S', taxableAmount: 5, taxAmount: 5 },
      { rate: 25, category: 'S', taxableAmount: 5, taxAmount: 5 },
    ];
    const rates = (entries: object[]) =>
      again([MUG, { ...MUG, taxRate: 6 }], {
        tax: { scheme: 'UK_VAT', pricesIncludeTax: true, summary: entries },
      }).document.tax.summary.map(({ rate }) => rate);
    expect(rates(summary)).toEqual([25, 6]);
    expect(rates([{ ...summary[0], label: 'B' }, summary[1]!])).toEqual([6, 25]);
    expect(
      rates([
        { ...summary[0], label: 'B' },
        { ...summary[0], label: 'C' },
      ]),
    ).toEqual([6, 25]);
  });
});

describe('recomputed figures', () => {
  it('keep the order of their keys, without unknown ones', () => {
    const entry = { taxAmount: 5, category: 'S', taxableAmount: 5, rate: 25 };
    const totals = { total: 5, tax: 5, discount: 5, subtotal: 5 };
    const { document } = again([MUG], {
      tax: { scheme: 'UK_VAT', pricesIncludeTax: true, summary: [entry] },
      totals: { ...totals, sum: 5 },
    });
    expect(Object.entries(document.tax.summary[0]!)).toEqual([
      ['taxAmount', 2000],
      ['category', 'S'],
      ['taxableAmount', 8000],
      ['rate', 25],
    ]);
    expect(Object.keys(document.totals)).toEqual(Object.keys(totals));
  });
});

describe('drafts that do not state whether prices include tax', () => {
  it('have no computed summary, although the lines state their tax', () => {
    const { document, issues } = run([{ ...MUG, taxAmount: 2000 }], { tax: { scheme: 'UK_VAT' } });
    expect(document.tax).not.toHaveProperty('summary');
    expect(document.totals).toEqual({ subtotal: 10000, discount: 0 });
    expect(said({ issues } as never)).toEqual(['tax.pricesIncludeTax required']);
  });
});

describe('figures outside the safe integers', () => {
  const tax = { scheme: 'UK_VAT', pricesIncludeTax: false };

  it('are reported as not computable in the summary and the totals', () => {
    const half = { ...MUG, unitPrice: 2 ** 52, quantity: 1 };
    expect(said(run([half, half], { tax }, {}, NET))).toEqual([
      'tax.summary[0].taxableAmount not_computable',
      'totals.subtotal not_computable',
    ]);
  });

  it.each(['line', 'group'] as const)('are reported as not computable in the tax of a %s', (taxRounding) => {
    const dear = { ...MUG, unitPrice: 2 ** 52, taxRate: 300 };
    const result = run([dear, MUG], { tax }, { taxRounding }, NET);
    expect(said(result)).toEqual(['items[0].taxAmount not_computable', 'items[0].taxRate invalid_rate']);
    expect(result.issues[0]!.path).toEqual(['items', 0, 'taxAmount']);
    expect(result.document.items[0]).not.toHaveProperty('taxAmount');
  });
});

describe('figures whose partial sums are outside the safe integers', () => {
  it('are exact', () => {
    const items = [Number.MAX_SAFE_INTEGER, 2, -2].map((unitPrice) => ({
      ...MUG,
      unitPrice,
      taxRate: 0,
      taxCategory: 'Z',
    }));
    expect(run(items).document.totals.subtotal).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('figures reported as required', () => {
  const TEN = Array.from({ length: 10 }, (_, i) => ({ ...MUG, taxRate: i + 1 }));
  const us = { ...NET, taxJurisdictions: true };
  const jurisdictions = Array.from({ length: 11 }, () => ({ level: 'state', name: 'x', rate: 1 }));
  const summary = Array.from({ length: 11 }, (_, i) => ({ rate: i + 1, category: 'S' }));

  it.each([
    ['price', { unitPrice: undefined }, ['items[10].unitPrice required']],
    ['discount', { discount: { percent: 'x' } }, ['items[10].discount.percent invalid_type']],
  ])('exclude figures that depend on a faulty %s, even in the eleventh line', (_, more, expected) => {
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions, summary };
    expect(said(run([...TEN, { ...MUG, taxRate: 11, ...more }], { tax }, {}, us))).toEqual(expected);
  });

  it('include the tax of each jurisdiction if only the caller can know it', () => {
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions: jurisdictions.slice(0, 2) };
    const shares = ['tax.jurisdictions[0].taxAmount required', 'tax.jurisdictions[1].taxAmount required'];
    expect(said(run([MUG], { tax, receiptNumber: undefined }, {}, us))).toEqual(['receiptNumber required', ...shares]);
    const faulty = { ...MUG, unitPrice: undefined };
    expect(said(run([faulty], { tax }, {}, us))).toEqual(['items[0].unitPrice required']);
    expect(said(run('x', { tax, totals: 5 }, {}, us))).toEqual(['items invalid_type', 'totals invalid_type']);
  });
});

describe('given fields', () => {
  it('are not listed as filled in', () => {
    const whole = { ...MUG, quantity: 1, taxCategory: 'S', amount: 10000, taxAmount: 2000, discount: undefined };
    const totals = { subtotal: 10000, discount: 0, tax: 2000, total: 10000 };
    const summary = [{ rate: 25, category: 'S', taxableAmount: 8000, taxAmount: 2000 }];
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: true, summary };
    expect(run([whole], { totals, tax })).toMatchObject({ issues: [], filled: [] });
    expect(run([whole], { totals: { ...totals, tax: undefined }, tax }).filled).toEqual(['totals.tax']);
    expect(
      run([whole], { totals, tax: { ...tax, summary: [{ ...summary[0], taxAmount: undefined }] } }).filled,
    ).toEqual(['tax.summary[0].taxAmount']);
    expect(run([{ ...whole, amount: undefined }], { totals, tax }).filled).toEqual(['items[0].amount']);
    expect(run([whole, { ...whole, taxRate: 6, taxAmount: 566 }], { tax, totals: {} }).filled).toEqual([
      'tax.summary[1]',
      'totals.subtotal',
      'totals.discount',
      'totals.tax',
      'totals.total',
    ]);
  });

  it('are kept even if a category does not match the rate', () => {
    expect(run([{ ...MUG, taxCategory: 'E' }]).document.items[0]!.taxCategory).toBe('E');
  });

  it('include neither a tip line, which is listed as a whole, nor cash rounding', () => {
    const cash = { cashRounding: [roundingRow({ increment: 100 })] };
    const totals = { subtotal: 10010, discount: 0, tax: 2000 };
    const { filled } = run([{ ...MUG, quantity: 1 }], { tip: 10, totals, payment: { method: 'cash' } }, {}, cash);
    expect([...filled].sort()).toEqual([
      'items[0].amount',
      'items[0].taxAmount',
      'items[0].taxCategory',
      'items[1]',
      'tax.summary',
      'totals.rounding',
      'totals.total',
    ]);
  });
});

describe('charges', () => {
  const CHARGES = { charges: [{ name: 'Shipping', amount: 1000 }] };
  const lines = (items: unknown, more: object = CHARGES) =>
    run(items, more).document.items.map(({ name, amount, taxRate }) => [name, amount, taxRate]);

  it.each([
    ['rate', { taxRate: undefined, taxCategory: 'S' }],
    ['category', { taxRate: 0 }],
    ['amount', { unitPrice: undefined }],
  ])('are not added to goods without %s', (_, line) => {
    const { document } = run([MUG, { ...MUG, ...line }], CHARGES);
    expect(document.items).toHaveLength(2);
    expect(document).toMatchObject(CHARGES);
    expect(document).not.toHaveProperty('totals');
  });

  it('are split over goods with positive amounts, in proportion to the sum at each rate', () => {
    const book = { ...MUG, name: 'Book', taxRate: 6 };
    expect(lines([MUG, { ...book, unitPrice: 0 }]).slice(2)).toEqual([['Shipping', 1000, 25]]);
    expect(lines([MUG, { ...book, unitPrice: -5000 }]).slice(2)).toEqual([['Shipping', 1000, 25]]);
    expect(lines([MUG, MUG, { ...MUG, unitPrice: -20000 }, { ...book, unitPrice: 20000 }]).slice(4)).toEqual([
      ['Shipping', 500, 25],
      ['Shipping', 500, 6],
    ]);
    expect(
      lines(
        [
          { ...MUG, unitPrice: 1000 },
          { ...book, unitPrice: 1 },
        ],
        { charges: [{ name: 'Bag', amount: 10 }] },
      ),
    ).toEqual([
      ['Mug', 1000, 25],
      ['Book', 1, 6],
      ['Bag', 10, 25],
    ]);
  });

  it('are split over lines outside the scope of the tax only if there are no other lines', () => {
    const card = { name: 'Card', unitPrice: 5000, taxRate: 0, taxCategory: 'O' };
    expect(lines([card]).slice(1)).toEqual([['Shipping', 1000, 0]]);
    expect(lines([{ ...MUG, unitPrice: 0 }]).slice(1)).toEqual([['Shipping', 1000, 25]]);
  });

  it.each([
    [{ amount: 5 }, 'charges[0].name required'],
    [{ name: 5, amount: 5 }, 'charges[0].name invalid_type'],
    [{ name: '', amount: 5 }, 'charges[0].name too_short'],
    [{ name: 'Bag' }, 'charges[0].amount required'],
    [{ name: 'Bag', amount: 5, rate: 25 }, 'charges[0].rate unknown_field'],
  ])('are refused: %j', (charge, expected) => {
    const { document, issues } = run([MUG], { charges: [charge] });
    expect(said({ issues } as never)).toEqual([expected]);
    expect(document.items).toHaveLength(1);
  });

  const SERVICE = { name: 'Service', percent: 10 };
  it.each([
    [
      'lines outside the scope of the tax',
      [MUG, { ...MUG, taxRate: 0, taxCategory: 'O' }],
      [SERVICE],
      [['Service', 1000]],
    ],
    [
      'earlier charges',
      [MUG],
      [...CHARGES.charges, SERVICE],
      [
        ['Shipping', 1000],
        ['Service', 1000],
      ],
    ],
    ['goods of which more is returned than sold', [MUG, { ...MUG, unitPrice: -20000 }], [SERVICE], []],
  ])('in percent are computed without %s', (_, items, charges, expected) => {
    expect(
      lines(items, { charges })
        .slice(items.length)
        .map(([name, amount]) => [name, amount]),
    ).toEqual(expected);
  });

  it('may be 0, and may have undefined fields', () => {
    expect(lines([MUG], { charges: [{ name: 'Bag', amount: 0, rate: undefined }] })).toHaveLength(1);
    expect(said(run([MUG], { charges: [{ name: 'Bag', amount: 0, rate: undefined }] }))).toEqual([]);
  });

  it.each([
    ['with a rate of their own', [MUG], { taxRate: 6 }],
    [
      'next to free goods at two rates',
      [
        { ...MUG, unitPrice: 0 },
        { ...MUG, unitPrice: 0, taxRate: 6 },
      ],
      {},
    ],
  ])('of 0 add no line, even %s', (_, items, more) => {
    const charges = [{ name: 'Bag', amount: 0, ...more }];
    expect(lines(items, { charges })).toHaveLength(items.length);
    expect(said(run(items, { charges }))).toEqual([]);
  });

  it('cannot be split between goods whose sum is not a safe integer', () => {
    const half = { ...MUG, unitPrice: 2 ** 52, quantity: 1 };
    expect(said(run([half, half], CHARGES))).toEqual(['charges[0] not_computable']);
  });
});

describe('order discounts', () => {
  it("are not split if a line's amount is unknown", () => {
    const { document, issues } = run([{ ...MUG, unitPrice: 'x' }, MUG], { discounts: [{ amount: 100 }] });
    expect(said({ issues } as never)).toEqual(['items[0].unitPrice invalid_type']);
    expect(document).toMatchObject({ discounts: [{ amount: 100 }] });
    expect(document.items[1]).not.toHaveProperty('discount');
  });

  it('have a description if one is given, and are omitted if 0', () => {
    const of = (discounts: object[], items: object[] = [MUG]) =>
      run(items, { discounts }).document.items.map(({ discount }) => discount);
    expect(of([{ amount: 1 }])).toEqual([{ amount: 1 }]);
    expect(of([{ amount: 1, description: '' }])).toEqual([{ amount: 1 }]);
    expect(of([{ amount: 1 }], [{ ...MUG, discount: { amount: 1, description: '' } }])).toEqual([
      { amount: 2, description: '' },
    ]);
    expect(of([{ amount: 1, description: 'a' }], [MUG, { ...MUG, unitPrice: 1 }])).toEqual([
      { amount: 1, description: 'a' },
      undefined,
    ]);
    expect(of([{ percent: 1 }], [{ ...MUG, unitPrice: 10 }])).toEqual([undefined]);
  });

  it.each([
    ['x', 'discounts[0].lines invalid_type'],
    [['0'], 'discounts[0].lines[0] line_not_found'],
    [[-1], 'discounts[0].lines[0] line_not_found'],
    [[0.5], 'discounts[0].lines[0] line_not_found'],
  ])('must refer to lines by index, not by %j', (lines, expected) => {
    expect(said(run([MUG], { discounts: [{ amount: 1, lines }] }))).toEqual([expected]);
  });

  it.each([
    [0, 'out_of_range'],
    [NaN, 'out_of_range'],
    [2 ** 53, 'out_of_range'],
    ['5', 'invalid_type'],
    [null, 'required'],
  ])('must have positive amounts, not %s', (amount, code) => {
    expect(said(run([MUG], { discounts: [{ amount }] }))).toEqual([`discounts[0].amount ${code}`]);
  });
});

describe('percentages of discounts', () => {
  it.each([
    [100, 10000],
    [0.005, 1],
    [0.004, undefined],
    [33.335, 3334],
  ])('of %d are rounded to minor units, with halves away from zero', (percent, expected) => {
    const [item] = run([{ ...MUG, discount: { percent } }]).document.items;
    expect(item!.discount?.amount).toBe(expected);
    expect(item!.amount).toBe(10000 - (expected ?? 0));
  });

  it.each([
    [0, 'out_of_range'],
    [-1, 'out_of_range'],
    [100.5, 'out_of_range'],
    [NaN, 'out_of_range'],
    ['5', 'invalid_type'],
  ])('of %s are refused', (percent, code) => {
    expect(said(run([{ ...MUG, discount: { percent } }]))).toEqual([`items[0].discount.percent ${code}`]);
  });

  it('must not be combined with an amount, or exceed the safe integers', () => {
    expect(said(run([{ ...MUG, discount: { percent: 5, amount: 5 } }]))).toEqual([
      'items[0].discount.percent not_allowed',
    ]);
    expect(said(run([{ ...MUG, unitPrice: 2 ** 52, quantity: 4, discount: { percent: 100 } }]))).toContain(
      'items[0].discount.amount not_computable',
    );
  });
});

describe('tax-inclusive prices at rates of −100 % and below', () => {
  it('contain no tax, whether rounded per line or per group', () => {
    for (const taxRounding of ['line', 'group'] as const) {
      const { document } = run([{ ...MUG, taxRate: -100, taxCategory: 'S' }], {}, { taxRounding });
      expect(document.items[0]!.taxAmount).toBe(0);
    }
  });
});

describe('tax rounded per group', () => {
  // A rate with more than four decimals is computed with bigints.
  it.each([25, 25.00001])('is negative for returned goods, and positive for sold ones, at a rate of %d', (taxRate) => {
    const items = [-10000, -5000, 0, 20000].map((unitPrice) => ({ ...MUG, unitPrice, taxRate }));
    const { document } = run(items, {}, { taxRounding: 'group' });
    expect(document.items.map(({ taxAmount }) => taxAmount)).toEqual([-2000, -1000, 0, 4000]);
  });

  // The exact tax on each line is 112.5 or slightly more, so that on all lines is rounded to 338.
  it.each([7.5, 7.50001])('is rounded once, and then divided among the lines, at a rate of %d', (taxRate) => {
    const items = [0, 1, 2].map(() => ({ ...MUG, unitPrice: 1500, taxRate }));
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: false };
    const { document } = run(items, { tax }, { taxRounding: 'group' }, NET);
    expect(document.items.map(({ taxAmount }) => taxAmount)).toEqual([113, 113, 112]);
  });

  it('is 0, not −0, for negative lines', () => {
    const { document } = run([{ ...MUG, unitPrice: -1 }, MUG], {}, { taxRounding: 'group' });
    expect(document.items.map(({ taxAmount }) => taxAmount)).toEqual([0, 2000]);
  });
});

describe('cash', () => {
  const cash = (row: object, more: object = {}, options?: ShopOptions) =>
    run([{ ...MUG, unitPrice: 7 }], { payment: { method: 'cash' }, ...more }, options, {
      cashRounding: [roundingRow(row)],
    });

  it.each([
    [{ vatNumber: 'XX1' }, 0],
    [{ orgNumber: '1' }, 0],
    [{ vatNumber: '' }, -2],
    [{ orgNumber: 5 }, -2],
    [{}, -2],
  ])(
    'from a customer %j is rounded by %d under a law that requires rounding only for consumers',
    (customer, expected) => {
      expect(cash({ business: 'allowed' }, { customer }).document.totals.rounding).toBe(expected);
    },
  );

  it.each([
    [{ business: 'allowed', maxRounding: 4 }, 'up'],
    [{ cash: 'unusual', maxRounding: 4 }, 'up'],
    [{ cash: 'allowed', maxRounding: 4 }, 'down'],
  ] as const)('may be rounded as the seller prefers under %j', (row, cashRounding) => {
    const { rounding } = cash(row, { customer: { vatNumber: 'XX1' } }, { cashRounding }).document.totals;
    expect(rounding).toBe(cashRounding === 'up' ? 3 : -2);
  });

  it('may stay unrounded under any law; an unknown method is refused', () => {
    expect(cash({}, {}, { cashRounding: 'none' }).document.totals.rounding).toBe(0);
    expect(() => cash({ cash: 'allowed' }, {}, { cashRounding: 'even' as never })).toThrow(TypeError);
    expect(() => cash({}, {}, 5 as never)).toThrow(TypeError);
    expect(() => cash({}, {}, 'none' as never)).toThrow(TypeError);
  });

  it('is rounded only by the row in force on the day', () => {
    const rows = [
      roundingRow({ increment: 5, until: '2026-11-20' }),
      roundingRow({ increment: 10, from: '2026-11-21' }),
    ];
    const on = (timestamp: string) =>
      run([{ ...MUG, unitPrice: 7 }], { payment: { method: 'cash' }, timestamp }, {}, { cashRounding: rows }).document
        .totals.rounding;
    expect(on('2026-11-20T23:59:59+01:00')).toBe(-2);
    expect(on('2026-11-21T00:00:00+01:00')).toBe(3);
  });
});

describe('unreadable parts of a draft', () => {
  const no = () => {
    throw new Error('no');
  };
  const thrower = (name: string): object => Object.defineProperty({}, name, { enumerable: true, get: no });

  it.each([
    ['a discount of a line', { items: [{ ...MUG, discount: thrower('percent') }] }],
    ['the lines of a discount', { discounts: [{ percent: 5, lines: Object.defineProperty([0], 0, { get: no }) }] }],
    ['a discount', { discounts: [thrower('lines')] }],
    ['a charge', { charges: [thrower('name')] }],
    ['the totals', { totals: thrower('tax') }],
  ])('do not prevent a result: %s', (_, more) => {
    const draft = { ...draftOf([MUG]), ...more } as never;
    expect(complete(shopOf(), draft).valid).toBe(false);
  });

  it.each([
    ['quantity', { quantity: '2' }, 'items[0].quantity invalid_type'],
    ['discount', { discount: 5 }, 'items[0].discount invalid_type'],
    ['price', { unitPrice: '5' }, 'items[0].unitPrice invalid_type'],
    ['rate', { taxRate: '25' }, 'items[0].taxRate invalid_type'],
  ])("are reported: a line's %s", (_, more, expected) => {
    expect(said(run([{ ...MUG, taxCategory: 'S', ...more }]))).toEqual([expected]);
  });

  it.each([
    ['unitPrice required', { key: 'a' }],
    ['unitPrice required', { taxRate: undefined, taxes: [{ name: 'VAT', rate: 25 }] }],
    ['price invalid_type', { price: 'x' }],
    ['lineTotal invalid_type', { lineTotal: '5' }],
    ['quantity invalid_type', { price: '5', quantity: 'x' }],
  ])('are reported once, if a line has no usable price: %s in %j', (expected, more) => {
    expect(said(run([{ ...MUG, unitPrice: undefined, ...more }]))).toEqual([`items[0].${expected}`]);
  });

  it('do not count as jurisdictions', () => {
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions: [null] };
    expect(said(run([MUG], { tax }, {}, { ...NET, taxJurisdictions: true }))).toContain(
      'tax.jurisdictions[0] invalid_type',
    );
    expect(said(again([MUG], { tax: { ...tax, pricesIncludeTax: true } }))).toContain(
      'tax.jurisdictions[0] invalid_type',
    );
  });

  it('do not hide the lines after them', () => {
    const { document, issues } = run([undefined, MUG]);
    expect(issues[0]!.field).toBe('items[0]');
    expect(document.items[1]).toMatchObject({ name: 'Mug', amount: 10000 });
  });

  it('are recomputed if they are amounts, even amounts given as text', () => {
    const { document, issues } = again([{ ...MUG, amount: '10000' }]);
    expect([issues, document.items[0]!.amount]).toEqual([[], 10000]);
  });

  it('leave no summary and no totals in the document', () => {
    for (const items of ['x', undefined]) expect(run(items).document.tax).not.toHaveProperty('summary');
    const { document, filled } = run([{ ...MUG, unitPrice: undefined, discount: 5 }]);
    expect(document).not.toHaveProperty('totals');
    expect(filled).toEqual(['items[0].quantity', 'items[0].taxCategory']);
  });

  it('are limited by maxIssues, whatever stage of validation reports them', () => {
    const more = { aaa: 1, bbb: 2 };
    expect(run([MUG], more).issues).toHaveLength(2);
    expect(run([MUG], more, { maxIssues: 1 }).issues).toHaveLength(1);
    expect(again([MUG], more, { maxIssues: 1 }).issues).toHaveLength(1);
  });
});

describe('a summary entry that no line uses', () => {
  it('has figures of 0', () => {
    const summary = [{ rate: 12, category: 'S' }];
    const { document } = run([MUG], { tax: { scheme: 'UK_VAT', pricesIncludeTax: true, summary } });
    expect(document.tax.summary[0]).toEqual({ rate: 12, category: 'S', taxableAmount: 0, taxAmount: 0 });
  });
});

describe("a line's share of an order discount", () => {
  it('may be 0 for a line whose amount is given', () => {
    expect(said(run([{ ...MUG, unitPrice: 10, amount: 10 }], { discounts: [{ percent: 1 }] }))).toEqual([]);
    expect(said(run([{ ...MUG, unitPrice: 0, amount: 0 }, MUG], { discounts: [{ amount: 100 }] }))).toEqual([]);
  });

  it('is listed as filled in unless 0', () => {
    expect([...run([{ ...MUG, quantity: 1 }], { discounts: [{ amount: 100 }] }).filled].sort()).toEqual([
      'items[0].amount',
      'items[0].discount',
      'items[0].taxAmount',
      'items[0].taxCategory',
      'tax.summary',
      'totals',
    ]);
  });
});

describe('the rounding of cash', () => {
  const cash = (rows: readonly object[], unitPrice: unknown, more: object = {}, options?: ShopOptions) =>
    run([{ ...MUG, unitPrice }], { payment: { method: 'cash' }, ...more }, options, {
      cashRounding: rows.map(roundingRow),
    }).document.totals;

  it('is kept if given, and listed only if filled in', () => {
    expect(cash([{}], 7, { totals: { rounding: 3 } })).toEqual({
      subtotal: 7,
      discount: 0,
      tax: 1,
      rounding: 3,
      total: 10,
    });
    const { filled } = run([MUG], { payment: { method: 'cash' } }, {}, { cashRounding: [roundingRow({})] });
    expect(filled).toContain('totals');
    expect(filled).not.toContain('totals.rounding');
  });

  it('rounds down, even from more than half an increment, and is 0 for multiples of the increment', () => {
    expect(cash([{ cash: 'allowed', maxRounding: 4 }], 8, {}, { cashRounding: 'down' }).rounding).toBe(-3);
    expect(cash([{ cash: 'allowed' }], 8, {}, { cashRounding: 'nearest' }).rounding).toBe(2);
    expect(cash([{ cash: 'allowed', maxRounding: 4 }], 6, {}, { cashRounding: 'up' }).rounding).toBe(4);
    const exchange = { type: 'exchange', linkedTransaction: { originalTransactionId: 'txn_1' } };
    expect(cash([{}], -100, exchange).rounding).toBe(0);
    expect(cash([{}], -7, exchange).rounding).toBe(2);
    expect(cash([{}], -8, exchange).rounding).toBe(-2);
  });

  it('is 0 on days without rounding in the law, whatever the seller prefers', () => {
    const rows = [
      { cash: 'not_allowed', until: '2026-11-21' },
      { cash: 'allowed', maxRounding: 4, from: '2026-11-22' },
    ];
    expect(cash(rows, 8, {}, { cashRounding: 'up' }).rounding).toBe(0);
    expect(cash(rows, 8, { timestamp: '2026-11-22T10:00:00+01:00' }, { cashRounding: 'up' }).rounding).toBe(2);
  });

  it('is 0 under a law without rounding, even if the total is unknown', () => {
    expect(cash([], undefined)).toMatchObject({ rounding: 0 });
    expect(cash([{}], undefined)).not.toHaveProperty('rounding');
  });
});

describe('an unreadable tip', () => {
  it('stays in the document, and leaves it without totals', () => {
    for (const tip of [-1, 'x']) {
      const { document } = run([MUG], { tip });
      expect(document).toMatchObject({ tip });
      expect(document).not.toHaveProperty('totals');
    }
  });
});

describe('an empty discount description', () => {
  it('is not copied to the line', () => {
    const line = { ...MUG, discount: { amount: 1, description: '' } };
    expect(run([line], { discounts: [{ amount: 1, description: 'Offer' }] }).document.items[0]!.discount).toEqual({
      amount: 2,
      description: 'Offer',
    });
  });
});
