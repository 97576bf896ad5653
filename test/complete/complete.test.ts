import { describe, expect, it } from 'vitest';
import { createRegistry, definePack, UsageError, type Rule, type Shop, type ShopOptions } from 'receipt-rule-packs';
import { complete, type CompleteOptions, type Draft, type DraftLine } from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { huReceipt1 } from 'receipt-rule-packs/packs/hu-receipt-1';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { draftOf, frozen } from './support/drafts';
import { NET, QM, registryOf, roundingRow, shopOf } from './support/laws';
import { withDocument } from './support/results';

const shop = shopOf();
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, taxRate: 25 };
const BOOK: DraftLine = { name: 'Book', unitPrice: 20000, taxRate: 6 };
const completed = (draft: Draft, of: Shop = shop, options?: CompleteOptions) =>
  withDocument(complete(of, draft, options));
const run = (items: readonly DraftLine[], more: object = {}, options?: CompleteOptions) =>
  completed(frozen(draftOf(items, more)), shop, options);
const said = ({
  issues,
  warnings,
}: {
  issues: readonly { field: string; code: string }[];
  warnings: readonly { field: string; code: string }[];
}) => [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`);

describe('a missing field', () => {
  it('is filled in and listed', () => {
    const { valid, document, filled } = run([
      MUG,
      { ...BOOK, quantity: 2, discount: { percent: 10, description: 'Sale' } },
    ]);
    expect(valid).toBe(true);
    expect(document.items).toEqual([
      { ...MUG, quantity: 1, amount: 10000, taxCategory: 'S', taxAmount: 2000 },
      {
        ...BOOK,
        quantity: 2,
        amount: 36000,
        taxCategory: 'S',
        taxAmount: 2038,
        discount: { amount: 4000, description: 'Sale' },
      },
    ]);
    expect(document.totals).toEqual({ subtotal: 46000, discount: 4000, tax: 4038, total: 46000 });
    expect([...filled].sort()).toEqual(
      [
        'items[0].quantity',
        'items[0].taxCategory',
        'items[0].amount',
        'items[0].taxAmount',
        'items[1].taxCategory',
        'items[1].discount',
        'items[1].amount',
        'items[1].taxAmount',
        'tax.summary',
        'totals',
      ].sort(),
    );
  });

  it('is reported as required if nothing implies the value', () => {
    const { receiptNumber: _, timestamp: __, ...rest } = draftOf([{ ...MUG, taxRate: 0 }]);
    expect(said(completed(rest as Draft))).toEqual([
      'receiptNumber required',
      'timestamp required',
      'items[0].taxCategory required',
    ]);
  });

  it('is not reported as required if it cannot be computed', () => {
    const result = run([{ ...MUG, unitPrice: '100' as never }, BOOK], { payment: { method: 'cash' } });
    expect(said(result)).toEqual(['items[0].unitPrice invalid_type']);
    expect(result.document.items[1]!.taxAmount).toBe(1132);
    expect(result.document.totals).not.toHaveProperty('total');
    expect(said(run([{ ...MUG, taxRate: '25' as never }]))).toEqual(['items[0].taxRate invalid_type']);
    expect(said(run([{ name: 'Mug', unitPrice: 1 } as never]))).toEqual(['items[0].taxRate required']);
  });

  it.each([
    ['no tax', { tax: undefined }, ['tax required']],
    ['no payment', { payment: undefined }, ['payment required']],
    ['no pricesIncludeTax', { tax: { scheme: 'UK_VAT' } }, ['tax.pricesIncludeTax required']],
    ['no lines', { items: [] }, ['items too_few_items']],
    ['lines that are not objects', { items: [5, null] }, ['items[0] invalid_type', 'items[1] invalid_type']],
  ])('causes no further issues: %s', (_, more, expected) => {
    expect(said(run([MUG], more))).toEqual(expected);
  });

  it('is reported as not computable beyond the range of safe integers', () => {
    const result = run([{ ...MUG, unitPrice: 2 ** 52, quantity: 4 }, BOOK]);
    expect(said(result)).toEqual(['items[0].amount not_computable']);
    const twice = [
      { ...MUG, unitPrice: 2 ** 52 },
      { ...MUG, unitPrice: 2 ** 52 },
    ];
    expect(said(run(twice))).toContain('totals.subtotal not_computable');
    expect(said(run(twice, { discounts: [{ percent: 10 }] }))).toEqual(['discounts[0] not_computable']);
  });
});

describe('a given figure', () => {
  it.each([
    ['a line', [{ ...MUG, amount: 9000 }], {}, ['items[0].amount amount_mismatch'], { found: 9000, expected: 10000 }],
    [
      'the tax of the document',
      [MUG],
      { totals: { tax: 1999 } },
      ['totals.tax sum_mismatch'],
      { found: 1999, expected: 2000 },
    ],
    ['the total', [MUG], { totals: { total: 1 } }, ['totals.total sum_mismatch'], { found: 1, expected: 10000 }],
    [
      'the tax of a line',
      [{ ...MUG, taxAmount: 2500 }],
      {},
      ['items[0].taxAmount tax_amount_deviates'],
      { found: 2500, expected: 2000 },
    ],
  ])('is kept, and reported with the correct figure if wrong: %s', (_, items, more, expected, figures) => {
    const result = run(items, more);
    expect(said(result)).toEqual(expected);
    const [issue] = [...result.issues, ...result.warnings];
    expect(issue).toMatchObject(figures);
    for (const figure of Object.values(figures)) expect(issue!.message).toContain(String(figure));
  });

  it('is dropped by recompute, except an amount that follows from its line', () => {
    const weighed: DraftLine = {
      name: 'Cheese',
      unitPrice: 10000,
      quantity: 0.621,
      amount: 6205,
      taxRate: 25,
      taxAmount: 1,
    };
    const summary = [
      { rate: 25, category: 'S' as const, label: 'A', taxableAmount: 5, taxAmount: 5 },
      { rate: 6, category: 'S' as const, taxableAmount: 0, taxAmount: 0 },
    ];
    const result = run(
      [weighed, { ...MUG, amount: 5 }],
      { totals: { total: 7, tax: 3 }, tax: { scheme: 'UK_VAT', pricesIncludeTax: true, summary } },
      { recompute: true },
    );
    expect(said(result)).toEqual(['items[0].amount amount_deviates']);
    expect(result.document.items.map(({ amount, taxAmount }) => [amount, taxAmount])).toEqual([
      [6205, 1241],
      [10000, 2000],
    ]);
    expect(result.document.tax.summary).toEqual([
      { rate: 25, category: 'S', label: 'A', taxableAmount: 12964, taxAmount: 3241 },
    ]);
    expect(result.document.totals).toEqual({ subtotal: 16205, discount: 0, tax: 3241, total: 16205 });
  });

  it('is completed if a summary is partial', () => {
    const result = run([MUG, BOOK], {
      tax: { scheme: 'UK_VAT', pricesIncludeTax: true, summary: [{ rate: 6, category: 'S', label: 'B' }] },
    });
    expect(said(result)).toEqual([]);
    expect(result.document.tax.summary).toEqual([
      { rate: 6, category: 'S', label: 'B', taxableAmount: 18868, taxAmount: 1132 },
      { rate: 25, category: 'S', taxableAmount: 8000, taxAmount: 2000 },
    ]);
    expect(result.filled).toEqual(expect.arrayContaining(['tax.summary[0].taxAmount', 'tax.summary[1]', 'totals']));
  });
});

describe('order discounts', () => {
  it('apply one after another, with a description on each line', () => {
    const { document } = run([MUG, { ...BOOK, discount: { amount: 100, description: 'Old' } }], {
      discounts: [{ amount: 1000, description: 'Coupon' }, { percent: 50 }],
    });
    // The first discount, 1000, is split into 334 and 666. The second halves what is left, 9666 and 19234.
    expect(document.items.map(({ amount, discount }) => [amount, discount])).toEqual([
      [4833, { amount: 5167, description: 'Coupon' }],
      [9617, { amount: 10383, description: 'Old, Coupon' }],
    ]);
  });

  it('apply to positive lines only, or to the listed lines', () => {
    const voucher: DraftLine = { name: 'Voucher', unitPrice: -500, taxRate: 0, taxCategory: 'O' };
    const { document, issues } = run([MUG, voucher, BOOK], {
      discounts: [{ amount: 300 }, { percent: 10, lines: [2] }],
    });
    expect(issues).toEqual([]);
    expect(document.items.map(({ discount }) => discount?.amount)).toEqual([100, undefined, 2180]);
  });

  it.each([
    ['more than the goods cost', [{ amount: 30001 }], ['discounts[0].amount discount_exceeds_amount']],
    ['a line that does not exist', [{ percent: 5, lines: [0, 2] }], ['discounts[0].lines[1] line_not_found']],
    ['both a percentage and an amount', [{ percent: 5, amount: 3 }], ['discounts[0].percent not_allowed']],
    ['neither a percentage nor an amount', [{}], ['discounts[0].amount required']],
    ['something that is not a discount', [5], ['discounts[0] invalid_type']],
    ['something that is not a list', 5, ['discounts invalid_type']],
    ['0 percent', [{ percent: 0 }], ['discounts[0].percent out_of_range']],
    ['a percentage given as text', [{ percent: '5' }], ['discounts[0].percent invalid_type']],
    ['an unknown field', [{ amount: 5, currency: 'EUR' }], ['discounts[0].currency unknown_field']],
    ['a fraction', [{ amount: 0.5 }], ['discounts[0].amount invalid_type']],
    ['a negative amount', [{ amount: -5 }], ['discounts[0].amount out_of_range']],
  ])('are refused: %s', (_, discounts, expected) => {
    const result = run([MUG, BOOK], { discounts });
    expect(said(result)).toEqual(expected);
    // Callers must notice that the discount was not applied: the figures are missing, but the discount is still there.
    expect(result.document.totals).toBeUndefined();
    expect((result.document as unknown as Draft).discounts).toEqual(discounts);
    expect(complete(shop, result.document as Draft).issues).toEqual(result.issues);
  });

  it('cannot apply to a line whose amount is given', () => {
    expect(said(run([{ ...MUG, amount: 10000 }, BOOK], { discounts: [{ percent: 5 }] }))).toEqual([
      'discounts[0] not_allowed',
    ]);
    expect(run([{ ...MUG, amount: 10000 }, BOOK], { discounts: [{ percent: 5, lines: [1] }] }).valid).toBe(true);
  });
});

describe('charges and tips', () => {
  it('are taxed like the goods, or not at all', () => {
    const { document, issues, filled } = run(
      [MUG, BOOK, { name: 'Gift card', unitPrice: 50000, taxRate: 0, taxCategory: 'O' }],
      { charges: [{ name: 'Shipping', amount: 4900 }], tip: 1500 },
    );
    expect(issues).toEqual([]);
    expect(document.items.slice(3)).toEqual([
      { name: 'Shipping', quantity: 1, unitPrice: 1633, amount: 1633, taxRate: 25, taxCategory: 'S', taxAmount: 327 },
      { name: 'Shipping', quantity: 1, unitPrice: 3267, amount: 3267, taxRate: 6, taxCategory: 'S', taxAmount: 185 },
      { name: 'Tip', quantity: 1, unitPrice: 1500, amount: 1500, taxRate: 0, taxCategory: 'O', taxAmount: 0 },
    ]);
    expect(filled).toEqual(expect.arrayContaining(['items[3]', 'items[4]', 'items[5]']));
    expect(document).not.toHaveProperty('tip');
  });

  it.each(['line', 'group'] as const)('keep the tax stated for them: rounded by %s', (taxRounding) => {
    // The exact tax is 200.
    const charges = [{ name: 'Shipping', amount: 1000, taxRate: 25, taxAmount: 199 }];
    const { document } = completed(draftOf([MUG], { charges }), shopOf({}, { taxRounding }));
    expect(document.items.slice(1)).toMatchObject([{ name: 'Shipping', amount: 1000, taxRate: 25, taxAmount: 199 }]);
  });

  it('receive no share of order discounts, and are omitted if 0', () => {
    const { document } = run([MUG], {
      discounts: [{ percent: 100 }],
      charges: [{ name: 'Shipping', amount: 4900 }],
      tip: 0,
    });
    expect(document.items.map(({ amount }) => amount)).toEqual([0, 4900]);
  });

  it.each([
    [{ tip: -1 }, ['tip out_of_range']],
    [{ tip: 'x' }, ['tip invalid_type']],
    [{ charges: {} }, ['charges invalid_type']],
    [{ charges: [{ name: 'Bag', amount: 5, taxRate: 5, taxAmount: -1 }] }, ['charges[0].taxAmount out_of_range']],
    [{ charges: [{ name: 'Bag', amount: 5, taxAmount: 1 }] }, ['charges[0].taxAmount not_allowed']],
    [{ charges: [{ key: 5, name: 'Bag', amount: 5 }] }, ['charges[0].key invalid_type']],
    [{ charges: [{ name: 'Bag', amount: 5, taxCategory: 'S', taxes: 'x' }] }, ['charges[0].taxes invalid_type']],
    [
      { charges: [{ name: '', amount: 5 }, { amount: -5, name: 'Bag' }, 7] },
      ['charges[0].name too_short', 'charges[1].amount out_of_range', 'charges[2] invalid_type'],
    ],
    [
      {
        charges: [{ name: 'Shipping', amount: 5 }],
        items: [
          { ...MUG, unitPrice: 0 },
          { ...BOOK, unitPrice: 0 },
        ],
      },
      ['charges[0] not_computable'],
    ],
  ])('are refused: %j', (more, expected) => {
    const result = run([MUG], more);
    expect(said(result)).toEqual(expected);
    expect(result.document.items.length).toBeLessThanOrEqual(2);
  });
});

const RULE: Rule = {
  id: 'own',
  severity: 'error',
  codes: ['own_code'],
  meanings: { own_code: { meaning: 'Nothing.', remedy: 'Do nothing.' } },
  summary: 'Nothing.',
  source: 'Fictional',
  reads: ['type'],
  check: () => undefined,
};

describe('cash', () => {
  const law = (row: object, options?: ShopOptions) => shopOf({ cashRounding: [roundingRow(row)] }, options);
  const rounding = (row: object, unitPrice: number, options?: ShopOptions, more: object = {}) =>
    completed(draftOf([{ ...MUG, unitPrice }], { payment: { method: 'cash' }, ...more }), law(row, options)).document
      .totals;

  it.each([
    [{ increment: 100 }, 149, -49],
    [{ increment: 100 }, 150, 50],
    [{ increment: 5, smallTotals: { upTo: 2 } }, 2, 0],
    [{ increment: 5, smallTotals: { upTo: 2 } }, 3, 2],
    [{ increment: 5, smallTotals: { upTo: 2, mayBecome: 5 } }, 2, 3],
    [{ increment: 5, smallTotals: { upTo: 2, mayBecome: 5 } }, 0, 0],
    [{ increment: 5, cash: 'allowed' }, 4, 0],
    [{ increment: 5, cash: 'not_allowed' }, 4, 0],
    [{ increment: 5, from: '2027-01-01' }, 4, 0],
  ])('under %j: %d is rounded by %d', (row, unitPrice, expected) => {
    expect(rounding(row, unitPrice)).toMatchObject({ rounding: expected, total: unitPrice + expected });
  });

  it.each([
    ['nearest', -2],
    ['down', -2],
    ['up', 3],
    ['none', 0],
  ] as const)('is rounded %s if the law leaves rounding to the seller', (cashRounding, expected) => {
    expect(rounding({ increment: 5, cash: 'allowed', maxRounding: 4 }, 7, { cashRounding }).rounding).toBe(expected);
  });

  it('cannot be rounded as the seller prefers if the law prescribes how', () => {
    const refused = { code: 'option_not_lawful', argument: 'options.cashRounding' };
    expect(() => law({ increment: 5 }, { cashRounding: 'up' })).toThrow(expect.objectContaining(refused));
    // The row allows only the nearest multiple.
    const nearest = { increment: 5, cash: 'allowed' } as const;
    expect(() => law(nearest, { cashRounding: 'down' })).toThrow(expect.objectContaining(refused));
    expect(() => law(nearest, { cashRounding: 'nearest' })).not.toThrow();
    expect(() => shopOf({}, { cashRounding: 'nearest' })).toThrow(expect.objectContaining(refused));
  });

  it.each(['IE', 'NL'])('cannot be rounded down in %s, whose law allows only the nearest coin', (country) => {
    const at = createRegistry(packs);
    const refused = { code: 'option_not_lawful' };
    expect(() => at.shop({ country }, { cashRounding: 'down' })).toThrow(expect.objectContaining(refused));
    expect(() => at.shop({ country }, { cashRounding: 'nearest' })).not.toThrow();
    // The US has no such limit.
    expect(() => at.shop({ country: 'US' }, { cashRounding: 'down' })).not.toThrow();
  });

  it('has rounding 0 under a pack without a law, unlike other tenders', () => {
    const pack = definePack({
      id: 'qm-receipt-1',
      country: 'QM',
      documentTier: 'receipt',
      currency: 'EUR',
      schemes: ['UK_VAT'],
      rules: [RULE],
    });
    const draft = draftOf([MUG], { payment: { method: 'cash' } });
    expect(completed(draft, createRegistry([pack]).shop(QM)).document.totals.rounding).toBe(0);
    expect(run([MUG], { payment: { method: 'mobile' } }).document.totals).not.toHaveProperty('rounding');
  });

  it("has no rounding without a valid date if the law's rows have dates", () => {
    const result = completed(
      draftOf([MUG], { payment: { method: 'cash' }, timestamp: 'today' }),
      law({ from: '2020-01-01' }),
    );
    expect(said(result)).toEqual(['timestamp invalid_format']);
    expect(result.document.totals).not.toHaveProperty('total');
    const always = completed(
      draftOf([{ ...MUG, unitPrice: 7 }], { payment: { method: 'cash' }, timestamp: 'today' }),
      law({}),
    );
    expect(always.document.totals).toMatchObject({ rounding: -2, total: 5 });
  });
});

describe('jurisdictions', () => {
  const us = shopOf({ ...NET, taxJurisdictions: true });
  const NY = [
    { level: 'state' as const, name: 'NY', rate: 4 },
    { level: 'city' as const, name: 'NYC', rate: 4.5 },
    { level: 'district' as const, name: 'MCTD', rate: 0.375 },
  ];
  const of = (items: readonly DraftLine[], jurisdictions: object[] = NY) =>
    completed(draftOf(items, { tax: { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions } }), us);

  it("share the tax if their rates add up to the lines' rate", () => {
    const { document, issues, filled } = of([
      { ...MUG, taxRate: 8.875 },
      { ...BOOK, taxRate: 0, taxCategory: 'E' },
    ]);
    expect(issues).toEqual([]);
    expect(document.tax.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual([400, 450, 38]);
    expect(filled).toContain('tax.jurisdictions[2].taxAmount');
  });

  it('are required if the rates do not add up, or if the lines have different rates', () => {
    expect(said(of([{ ...MUG, taxRate: 8.5 }]))).toEqual(
      [0, 1, 2].map((i) => `tax.jurisdictions[${i}].taxAmount required`),
    );
    const two = of([{ ...MUG, taxRate: 8.875 }, BOOK]);
    expect(said(two)).toEqual([0, 1, 2].map((i) => `tax.jurisdictions[${i}].taxAmount required`));
  });
});

describe('completing a void', () => {
  it('sets the total to 0, without rounding', () => {
    const law = shopOf({ cashRounding: [roundingRow({ increment: 100 })] });
    const draft = draftOf([{ ...MUG, unitPrice: 149 }], {
      type: 'void',
      settled: false,
      payment: { method: 'cash' },
      linkedTransaction: { originalTransactionId: 'txn_1' },
    });
    const result = completed(draft, law);
    expect(said(result)).toEqual([]);
    expect(result.document.totals).toEqual({ subtotal: 149, discount: 0, tax: 30, rounding: 0, total: 0 });
  });
});

describe('a draft without a state', () => {
  it.each([
    ['sale', true],
    ['void', false],
  ])('is settled, except if it is a void: %s', (type, settled) => {
    const linked = { linkedTransaction: { originalTransactionId: 'txn_1' } };
    const { document, filled } = run([MUG], { type, settled: undefined, ...(type === 'void' && linked) });
    expect(document.settled).toBe(settled);
    expect(filled).toContain('settled');
  });
});

describe('a Swedish till', () => {
  it('completes a sale, has the control unit sign the figures, adds the code, and validates the result', () => {
    const se = createRegistry([seReceipt1]).shop({ country: 'SE' });
    const draft = draftOf([{ ...MUG, unitPrice: 14949 }], {
      currency: 'SEK',
      tax: { scheme: 'SE_MOMS', pricesIncludeTax: true },
      payment: { method: 'cash' },
    });
    const { unsigned, ...result } = complete(se, frozen(draft));
    expect(said(result)).toEqual(['extensions.se required']);
    expect(result).toMatchObject({ valid: false, document: unsigned });
    expect(unsigned!.totals).toEqual({ subtotal: 14949, discount: 0, tax: 2990, rounding: -49, total: 14900 });
    const extensions = { se: { controlUnitId: 'UNIT1', controlCode: 'x'.repeat(113), sequenceNumber: 1 } };
    expect(said(se.validate({ ...unsigned, extensions }))).toEqual([]);
  });

  it('is not unsigned if anything else is missing, however few issues are returned', () => {
    const se = createRegistry([seReceipt1]).shop({ country: 'SE' });
    const till = { currency: 'SEK', tax: { pricesIncludeTax: true } };
    const of = (more: object, maxIssues?: number) => complete(se, draftOf([MUG], { ...till, ...more }), { maxIssues });
    for (const maxIssues of [0, 1, undefined]) expect(of({}, maxIssues).unsigned).toBeDefined();
    // The issue about the channel comes after the one about the control unit.
    const faulty = [of({ channel: 5 }), of({ channel: 5 }, 1), of({ channel: 5 }, 0)];
    expect(faulty.map(said)).toEqual([
      ['extensions.se required', 'channel invalid_type'],
      ['extensions.se required'],
      [],
    ]);
    for (const result of faulty) expect(result.unsigned).toBeUndefined();
    expect(of({ receiptNumber: undefined }).unsigned).toBeUndefined();
    for (const extensions of [{ se: 5 }, { se: { controlUnitId: 5, controlCode: 'x'.repeat(113), sequenceNumber: 1 } }])
      expect(of({ extensions }).unsigned).toBeUndefined();
    expect(of({ extensions: { se: { controlUnitId: 'UNIT1' } } }).unsigned).toBeDefined();
  });
});

describe('a Hungarian till', () => {
  it('completes an unsigned receipt if the shop requires the data of the fiscal device', () => {
    const hu = createRegistry([huReceipt1]).shop({ country: 'HU' }, { severities: { fiscal_missing: 'error' } });
    const till = { currency: 'HUF', tax: { pricesIncludeTax: true } };
    const result = complete(hu, draftOf([{ ...MUG, taxRate: 27 }], till));
    expect(said(result)).toEqual(['extensions.hu.apNumber fiscal_missing']);
    expect(result.unsigned!.totals.total).toBe(10000);
  });
});

describe('complete', () => {
  it.each([
    ['no shop', () => complete({} as never, draftOf([MUG])), 'invalid_argument', 'shop'],
    ['a registry instead of a shop', () => complete(registryOf() as never, draftOf([MUG])), 'invalid_argument', 'shop'],
    ['no business', () => registryOf().shop(undefined as never), 'invalid_argument', 'business'],
    ['no country', () => registryOf().shop({} as never), 'invalid_argument', 'business.country'],
    [
      'an unknown tax rounding',
      () => shopOf({}, { taxRounding: 'document' as never }),
      'invalid_option',
      'options.taxRounding',
    ],
    [
      'an unknown cash rounding',
      () => shopOf({}, { cashRounding: 'even' as never }),
      'invalid_option',
      'options.cashRounding',
    ],
    ['text as recompute', () => run([MUG], {}, { recompute: 'yes' as never }), 'invalid_option', 'options.recompute'],
    ['options that are null', () => run([MUG], {}, null as never), 'invalid_argument', 'options'],
    ['an unknown option', () => run([MUG], {}, { rounding: 'line' } as never), 'unknown_option', 'options.rounding'],
    [
      'an option that belongs to the shop',
      () => run([MUG], {}, { taxRounding: 'line' } as never),
      'unknown_option',
      'options.taxRounding',
    ],
  ])('throws a UsageError for %s', (_, use, code, argument) => {
    expect(use).toThrow(UsageError);
    expect(use).toThrow(expect.objectContaining({ code, argument }));
  });

  it('returns at most maxIssues issues, and states how many there are', () => {
    const result = run(
      [{ ...MUG, name: 5 as never }],
      { discounts: [5], receiptNumber: '', settled: 'x' },
      { maxIssues: 2 },
    );
    expect(said(result)).toEqual(['discounts[0] invalid_type', 'settled invalid_type']);
    expect(!result.valid && result.error.code).toBe('validation_failed');
    expect(!result.valid && result.error.message).toContain('4');
  });

  it('computes the figures even without a pack for the country', () => {
    const result = completed(draftOf([MUG]), registryOf().shop({ country: 'ZZ' }));
    expect(said(result)).toEqual(['vendor.id unsupported_country']);
    expect(result.document.totals.total).toBe(10000);
  });
});
