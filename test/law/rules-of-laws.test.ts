import { describe, expect, it } from 'vitest';
import { defineReceiptPack, type CashRounding, type ReceiptLaw, type Transaction } from 'receipt-rule-packs';
import { complete, type DraftLine } from 'receipt-rule-packs/complete';
import { draftOf } from '../complete/support/drafts';
import { lawOf, NET, QM, registryOf, roundingRow, shopOf } from '../complete/support/laws';
import { withDocument } from '../complete/support/results';

// A law's rules, and their results in edge cases that the shared cases do not cover.
const rulesOf = (law: Partial<ReceiptLaw>) => defineReceiptPack(lawOf(law)).rules;
const ids = (law: Partial<ReceiptLaw>, beginning: string) =>
  rulesOf(law)
    .map(({ id }) => id)
    .filter((id) => id.startsWith(beginning));
const SOURCE = 'Fictional, for tests';
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, taxRate: 25 };
const documentOf = (law: Partial<ReceiptLaw>, items: readonly DraftLine[], more: object = {}): Transaction =>
  withDocument(complete(shopOf(law), draftOf(items, more))).document;
const found = (law: Partial<ReceiptLaw>, document: unknown) => {
  const { issues, warnings } = registryOf(law).validate(document, QM);
  return [...issues, ...warnings];
};

describe('the rules for cash rounding', () => {
  const of = (...rows: readonly Partial<CashRounding>[]) =>
    ids({ cashRounding: rows.map(roundingRow) }, 'cash-rounding-').filter((id) => id !== 'cash-rounding-required');

  it.each<[Partial<CashRounding>, string[]]>([
    [{ increment: 5, electronic: 'allowed' }, ['grid']],
    [{ increment: 10, electronic: 'allowed' }, ['grid', 'tie']],
    [{ increment: 10, electronic: 'allowed', halfway: 'either' }, ['grid']],
    [{ increment: 1, electronic: 'allowed', cash: 'required' }, ['grid']],
    [{ increment: 5, cash: 'allowed', electronic: 'allowed' }, ['grid']],
    [{ increment: 5, maxRounding: 4, cash: 'allowed', electronic: 'allowed' }, ['grid', 'nearest']],
    [{ increment: 1, maxRounding: 1, cash: 'allowed', electronic: 'allowed' }, ['grid']],
    [{ increment: 5, cash: 'allowed', electronic: 'not_allowed' }, ['grid', 'tender']],
  ])('under %j are %j', (row, expected) => {
    const must = row.cash === undefined && row.increment !== 1 ? ['zero'] : [];
    expect(of(row).sort()).toEqual([...expected, ...must].map((name) => `cash-rounding-${name}`).sort());
  });

  it('warn about unusual rounding, for any tender', () => {
    for (const duty of ['cash', 'electronic', 'other'] as const)
      expect(ids({ cashRounding: [roundingRow({ [duty]: 'unusual' })] }, 'rounding-')).toEqual(['rounding-unusual']);
    expect(ids({ cashRounding: [roundingRow({})] }, 'rounding-')).toEqual([]);
    expect(ids({}, 'no-rounding')).toEqual(['no-rounding']);
    expect(ids({ cashRounding: [roundingRow({})] }, 'no-rounding')).toEqual([]);
  });
});

describe('the expected cash rounding', () => {
  const law = { cashRounding: [roundingRow({ increment: 100 })] };
  const expected = (exact: number, rounding: number) => {
    const more = { type: exact < 0 ? 'exchange' : 'sale', linkedTransaction: { originalTransactionId: 'txn_1' } };
    const line = { ...MUG, unitPrice: Math.abs(exact), quantity: exact < 0 ? -1 : 1 };
    const totals = { rounding, total: exact + rounding };
    const document = documentOf(law, [line], { ...more, payment: { method: 'cash' }, totals });
    return found(law, document)
      .filter(({ code }) => code === 'invalid_rounding')
      .map((issue) => issue.expected);
  };

  it.each([
    [149, 0, -49],
    [150, 0, 50],
    [151, 0, 49],
    [-149, 0, 49],
    [-150, 0, -50],
    [-151, 0, -49],
    [200, 100, 0],
    [-200, 100, 0],
    [-200, -100, 0],
    [200, 7, 0],
    [130, 71, -30],
    [230, 70, -30],
    [-230, -70, 30],
  ])('for the exact total %d, rounded by %d, is %d', (exact, rounding, right) => {
    expect(expected(exact, rounding)).toEqual([right]);
  });

  it('is accepted by the rule, and at most half an increment', () => {
    for (const [exact, rounding] of [
      [150, 50],
      [150, -50],
      [-150, -50],
      [200, 0],
    ] as const)
      expect(expected(exact, rounding)).toEqual([]);
  });

  it('is absent if it cannot be computed', () => {
    expect(expected(2 ** 53 - 1, 0)).toEqual([undefined]);
  });
});

describe('the rules for sales to other countries', () => {
  it('exist if the law allows such sales', () => {
    expect(ids({ distanceSales: 'oss' }, 'oss-')).toEqual([
      'oss-destination',
      'oss-channel',
      'oss-rate',
      'oss-rate-window',
      'oss-rate-window-warning',
      'oss-class',
      'oss-territory',
    ]);
    expect(ids({ distanceSales: 'none' }, 'oss-')).toEqual([]);
  });
});

describe('the rules for rates', () => {
  const row = { rate: 25, enforce: true, citation: SOURCE };

  it.each<[object[], string[]]>([
    [[row], ['national-rate', 'national-class']],
    [
      [{ ...row, productTaxClass: 'food' }],
      ['national-rate', 'national-rate-window', 'national-rate-window-warning', 'national-class'],
    ],
    [
      [row, { ...row, rate: 12, from: '2026-01-01' }],
      ['national-rate', 'national-rate-window', 'national-rate-window-warning', 'national-class'],
    ],
    [
      [row, { ...row, rate: 12, from: '2026-01-01', enforce: false }],
      ['national-rate', 'national-rate-window-warning', 'national-class'],
    ],
    [
      [
        { ...row, enforce: false },
        { ...row, rate: 12, until: '2026-01-01' },
      ],
      ['national-rate', 'national-rate-window', 'national-rate-window-warning', 'national-class'],
    ],
  ])('for the rows %j are %j', (rates, expected) => {
    expect(ids({ rates: rates as never }, 'national-')).toEqual(expected);
  });

  it('check the range if the law has a range', () => {
    expect(ids({}, 'national-')).toEqual(['national-rate', 'national-rate-usual']);
    const usual = { rates: { min: 0, max: 20, usual: [1, 15] as const, citation: SOURCE } } as Partial<ReceiptLaw>;
    const codes = (taxRate: number) =>
      found(usual, documentOf(usual, [{ ...MUG, taxRate, taxCategory: taxRate > 0 ? 'S' : 'E' }])).map(
        ({ code, found: rate }) => [code, rate],
      );
    expect([0, 1, 15, 20].map(codes)).toEqual([[], [], [], [['rate_unusual', 20]]]);
    expect(codes(0.25)).toEqual([['rate_unusual', 0.25]]);
    expect(codes(15.5)).toEqual([['rate_unusual', 15.5]]);
    expect(codes(20.5)).toEqual([['invalid_rate', 20.5]]);
  });
});

describe('the rules for extensions', () => {
  const field = (more: object = {}) => ({
    name: 'code',
    type: 'string',
    description: 'a code',
    example: 'type' in more ? 7 : 'A1',
    citation: SOURCE,
    ...more,
  });
  const law = (required: boolean, ...fields: object[]) =>
    ({
      extensions: [{ namespace: 'qm', description: 'a device', citation: SOURCE, required, fields }],
    }) as Partial<ReceiptLaw>;
  const rules = (given: Partial<ReceiptLaw>) =>
    rulesOf(given)
      .filter(({ id }) => id.startsWith('extensions-'))
      .map(({ id, codes }) => [id, codes]);
  const pattern = '^\\p{Lu}\\d$';
  const TYPES = ['required', 'invalid_type', 'too_short'];

  it('declare the codes that the fields can raise', () => {
    expect(rules(law(true, field()))).toEqual([['extensions-qm', TYPES]]);
    expect(rules(law(true, field({ type: 'counter', example: 1 })))).toEqual([
      ['extensions-qm', [...TYPES, 'out_of_range']],
    ]);
    expect(rules(law(true, field({ type: 'integer', example: 1 }), field({ name: 'b' })))).toEqual([
      ['extensions-qm', [...TYPES, 'out_of_range']],
    ]);
    expect(rules(law(true, field({ pattern, warningCode: 'own_form' }), field({ name: 'b' })))).toEqual([
      ['extensions-qm', TYPES],
      ['extensions-qm-form', ['own_form']],
    ]);
    expect(rules(law(false, field({ pattern, warningCode: 'own_form' }), field({ name: 'b' })))).toEqual([
      ['extensions-qm-form', ['fiscal_format', 'own_form']],
    ]);
    expect(rules(law(false, field()))).toEqual([['extensions-qm-form', ['fiscal_format']]]);
  });

  const said = (given: Partial<ReceiptLaw>, qm: unknown) =>
    found(given, { ...documentOf({}, [MUG]), extensions: qm === undefined ? undefined : { qm } }).map(
      ({ field: at, code, severity, found: value }) => [at, code, severity, value],
    );
  const at = 'extensions.qm.code';

  it.each<[boolean, object, unknown, unknown[]]>([
    [true, {}, undefined, [['extensions.qm', 'required', 'error', undefined]]],
    [true, {}, 5, [['extensions.qm', 'invalid_type', 'error', 5]]],
    [true, {}, [], [['extensions.qm', 'invalid_type', 'error', []]]],
    [true, { required: true }, {}, [[at, 'required', 'error', undefined]]],
    [true, {}, {}, []],
    [true, {}, { code: '' }, [[at, 'too_short', 'error', '']]],
    [true, {}, { code: 5 }, [[at, 'invalid_type', 'error', 5]]],
    [true, { type: 'counter' }, { code: 0 }, []],
    [true, { type: 'counter' }, { code: -1 }, [[at, 'out_of_range', 'error', -1]]],
    [true, { type: 'counter' }, { code: 0.5 }, [[at, 'invalid_type', 'error', 0.5]]],
    [true, { type: 'counter' }, { code: 2 ** 53 }, [[at, 'out_of_range', 'error', 2 ** 53]]],
    [true, { type: 'counter' }, { code: '7' }, []],
    [true, { type: 'counter' }, { code: '' }, [[at, 'too_short', 'error', '']]],
    [true, { type: 'integer' }, { code: -1 }, []],
    [true, { type: 'integer' }, { code: '7' }, [[at, 'invalid_type', 'error', '7']]],
    [true, { type: 'integer' }, { code: '' }, [[at, 'invalid_type', 'error', '']]],
    [true, { pattern }, { code: 'Ö7' }, []],
    [true, { pattern }, { code: 'ö7' }, [[at, 'fiscal_format', 'warning', 'ö7']]],
    [true, { pattern }, { code: 5 }, [[at, 'invalid_type', 'error', 5]]],
    [false, {}, undefined, []],
    [false, {}, 5, [['extensions.qm', 'fiscal_format', 'warning', 5]]],
    [false, {}, [], [['extensions.qm', 'fiscal_format', 'warning', []]]],
    [false, {}, {}, []],
    [false, {}, { code: '' }, [[at, 'fiscal_format', 'warning', '']]],
    [false, { pattern, warningCode: 'own_form' }, { code: 5 }, [[at, 'own_form', 'warning', 5]]],
    [false, { type: 'counter' }, { code: 0 }, []],
    [false, { type: 'counter' }, { code: -1 }, [[at, 'fiscal_format', 'warning', -1]]],
    [false, { type: 'integer' }, { code: -1 }, []],
    [false, { type: 'integer' }, { code: '1' }, [[at, 'fiscal_format', 'warning', '1']]],
    [false, { type: 'counter', pattern: '^7$' }, { code: 7 }, []],
    [false, { type: 'counter', pattern: '^7$' }, { code: 8 }, [[at, 'fiscal_format', 'warning', 8]]],
  ])('find for an extension (required: %s) with the field %j in %j: %j', (required, more, qm, expected) => {
    expect(said(law(required, field(more)), qm)).toEqual(expected);
  });

  it('ignore text that is too long', () => {
    const long = law(false, field({ pattern: '^a*$', example: 'a' }));
    const code = 'a'.repeat(100_001);
    expect(said(long, { code: code.slice(1) })).toEqual([]);
    expect(said(long, { code })).toEqual([[at, 'fiscal_format', 'warning', code]]);
  });
});

describe('the rules for tax', () => {
  const tax = (lineTolerance?: number | 'perJurisdiction') =>
    ({ ...NET, taxJurisdictions: true, tax: { ...NET.tax, lineTolerance } }) as Partial<ReceiptLaw>;
  const exclude = { scheme: 'UK_VAT', pricesIncludeTax: false };
  const jurisdictions = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ level: 'state', name: `${i}`, rate: 25 / count, taxAmount: 0 }));
  const deviations = (law: Partial<ReceiptLaw>, count: number, off: number) =>
    found(
      law,
      documentOf(law, [{ ...MUG, taxAmount: 2500 + off }], {
        tax: { ...exclude, jurisdictions: jurisdictions(count) },
      }),
    ).filter(({ code }) => code === 'tax_amount_deviates').length;

  it.each<[number | 'perJurisdiction' | undefined, number, number]>([
    [undefined, 2, 1],
    [3, 2, 3],
    ['perJurisdiction', 1, 1],
    ['perJurisdiction', 2, 1],
    ['perJurisdiction', 4, 2],
    ['perJurisdiction', 6, 3],
    ['perJurisdiction', 0, 2],
  ])('allow, with the tolerance %s and %d jurisdictions, a deviation of %d', (tolerance, count, allowed) => {
    const law = tax(tolerance);
    const verdicts = [-allowed - 1, -allowed, allowed, allowed + 1].map((off) => deviations(law, count, off));
    expect(verdicts).toEqual([1, 0, 0, 1]);
  });

  it("allow a summary entry to be off by half a unit per line plus one, or by the law's tolerance", () => {
    const verdicts = (law: Partial<ReceiptLaw>, offs: readonly number[]) => {
      const document = documentOf(law, [MUG, { ...MUG, name: 'Bowl' }], { tax: exclude });
      return offs.map((off) => {
        const summary = [{ ...document.tax.summary[0]!, taxAmount: 5000 + off }];
        return found(law, { ...document, tax: { ...document.tax, summary } })
          .filter(({ code }) => code === 'summary_deviates')
          .map((issue) => [issue.field, issue.found, issue.expected]);
      });
    };
    const at = 'tax.summary[0].taxAmount';
    expect(verdicts({ ...tax(), taxJurisdictions: false }, [-2, -1, 0, 1, 2])).toEqual([
      [[at, 4998, 5000]],
      [],
      [],
      [],
      [[at, 5002, 5000]],
    ]);
    expect(verdicts({ ...tax(3), taxJurisdictions: false }, [-10, -9, 9, 10])).toEqual([
      [[at, 4990, 5000]],
      [],
      [],
      [[at, 5010, 5000]],
    ]);
  });

  it('compare sums beyond 2^53 exactly', () => {
    const half = {
      ...MUG,
      unitPrice: 2 ** 52,
      quantity: 1,
      amount: 2 ** 52,
      taxRate: 0,
      taxCategory: 'E',
      taxAmount: 0,
    };
    const deviating = (items: readonly object[], pricesIncludeTax: boolean, taxableAmount: number, taxAmount = 0) => {
      const summary = [{ rate: 0, category: 'E', taxableAmount, taxAmount }];
      const more = { tax: { scheme: 'UK_VAT', pricesIncludeTax, summary } };
      return found({}, documentOf({}, items as DraftLine[], more))
        .filter(({ code }) => code === 'summary_deviates')
        .map(({ field, expected }) => [field, expected]);
    };
    const at = 'tax.summary[0].taxableAmount';
    const max = Number.MAX_SAFE_INTEGER;
    // The sum is 2^53, which a document cannot state. The maximum is within the tolerance of two lines.
    expect(deviating([half, half], false, max)).toEqual([]);
    expect(deviating([half, half], false, max - 1)).toEqual([[at, undefined]]);
    expect(deviating([half, half], true, max)).toEqual([]);
    expect(deviating([half, half], true, 5)).toEqual([[at, undefined]]);
    const taxed = { ...half, taxAmount: 2 ** 52 };
    expect(deviating([taxed, taxed], true, 1, max)).toEqual([]);
    expect(deviating([taxed, taxed], true, 5, max)).toEqual([[at, undefined]]);
    expect(deviating([{ ...half, taxAmount: -(2 ** 52) }, half], true, max, -(2 ** 52))).toEqual([[at, undefined]]);
  });
});

describe('the rules for pairs of rate and category', () => {
  const document = documentOf({}, [MUG, { ...MUG, taxRate: 6 }]);
  const said = (summary: readonly object[]) =>
    found({}, { ...document, tax: { ...document.tax, summary } })
      .filter(({ code }) => code.startsWith('summary_'))
      .map(({ field, code, found: value, expected }) => [field, code, value, expected]);
  const [first, second] = document.tax.summary as [object, object];

  it('name the missing, unused or duplicate pair', () => {
    expect(said([first, second])).toEqual([]);
    expect(said([first])).toEqual([['tax.summary', 'summary_missing', undefined, { rate: 6, category: 'S' }]]);
    expect(said([first, second, { ...second, rate: 12 }])).toEqual([
      ['tax.summary[2]', 'summary_unused', { rate: 12, category: 'S' }, undefined],
    ]);
    expect(said([first, second, { ...second, category: 'E' }])).toEqual([
      ['tax.summary[2]', 'summary_unused', { rate: 6, category: 'E' }, undefined],
    ]);
    expect(said([first, second, second])).toEqual([
      ['tax.summary[2]', 'summary_duplicate', { rate: 6, category: 'S' }, undefined],
    ]);
  });
});

describe('a faulty line', () => {
  it('skips only the rules about that line', () => {
    const document = documentOf({}, [MUG, { ...MUG, name: 'Bowl' }]);
    const said = (items: readonly object[], code: string) =>
      found({}, { ...document, items })
        .filter((issue) => issue.code === code)
        .map(({ field }) => field);
    const exempt = document.items.map((item) => ({ ...item, taxCategory: 'E' }));
    const second = ['items[1].taxCategory'];
    expect(said(exempt, 'category_rate')).toEqual(['items[0].taxCategory', ...second]);
    expect(said([{ ...exempt[0], taxRate: 'x' }, exempt[1]!], 'category_rate')).toEqual(second);
    const reverse = { ...document.items[0], taxCategory: 'AE' };
    expect(said([reverse, document.items[1]!], 'required')).toEqual(['tax.reverseCharge']);
    expect(said([{ ...reverse, taxCategory: 'x' }, document.items[1]!], 'required')).toEqual([]);
  });
});

describe('taxes of jurisdictions', () => {
  const law = { ...NET, taxJurisdictions: true };
  const MAX = 2 ** 53 - 1;

  it.each([
    [[50, 803], 853],
    [[50, 804], 854],
    [[-MAX, -MAX, -1], -(2 ** 54)],
    [[MAX, MAX, 851], 2 ** 54 + 848],
  ])('%j add up to %d, which deviates too far from 850', (taxAmounts, sum) => {
    const jurisdictions = taxAmounts.map((taxAmount) => ({ level: 'state', name: 'NY', rate: 4, taxAmount }));
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions };
    const deviations = found(law, documentOf(law, [{ ...MUG, taxRate: 8.5 }], { tax })).filter(
      ({ code }) => code === 'jurisdictions_deviate',
    );
    expect(deviations).toMatchObject([{ field: 'tax.jurisdictions', found: sum, expected: 850 }]);
  });
});
