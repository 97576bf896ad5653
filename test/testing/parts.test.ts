import fc from 'fast-check';
import { createRegistry, type CashRounding, type LawPack, type ReceiptLaw, type Transaction } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { MEMBER_STATES } from '../../src/geography/member-states';
import { append, changed, remove, set } from '../../src/testing/mutation';
import {
  daysAfter,
  edgesOf,
  isWithin,
  periodsOf,
  rowOn,
  classesOf,
  edgesOfTables,
  verdictOn,
} from '../../src/testing/days';
import { destinations, destinationsOf, hasDestination } from '../../src/testing/destinations';
import { lineAmount, sum, vatBeside, vatOf, weightSlack } from '../../src/testing/exact';
import { allowedDrift, shared } from '../../src/testing/jurisdictions';
import { lineParts } from '../../src/testing/line-draft';
import { MUTATIONS, documentsFor } from '../../src/testing/invalid-transaction';
import { both, lineBounds, typesLeft, type Needs, type TransactionOptions } from '../../src/testing/options';
import { isBusiness, largestOf, mostRounding, roundingOf, type RoundingWish } from '../../src/testing/rounding';
import { defined, shuffled, documents } from '../../src/testing/valid-transaction';
import { timestamps } from '../../src/testing/times';
import { deReceipt1 } from 'receipt-rule-packs/packs/de-receipt-1';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { invalidTransaction, validTransaction } from 'receipt-rule-packs/testing';
import { SEED } from '../support/numbers';
import { testLaws } from '../support/test-laws';
import { usageError } from '../support/usage-error';

// Tests the computations in the property-testing module with values computed by hand.
const [oss] = testLaws;
const citation = 'Fictional';

describe('days', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-03-01', -1, '2024-02-29'],
    ['0001-01-01', -1, '0001-01-01'],
    ['9999-12-31', 1, '9999-12-31'],
  ])('are counted: %s plus %d is %s', (day, days, expected) => {
    expect(daysAfter(day, days)).toBe(expected);
  });

  it('belong to a row from its first to its last day', () => {
    const row = { from: '2026-01-10', until: '2026-01-20' };
    expect(['2026-01-09', '2026-01-10', '2026-01-20', '2026-01-21'].map((day) => isWithin(row, day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isWithin({}, '0001-01-01')).toBe(true);
    expect(rowOn([row, { from: '2026-01-21' }], '2026-01-21')).toEqual({ from: '2026-01-21' });
    expect(rowOn([row], '2026-01-21')).toBeUndefined();
  });

  it("around rows are the rows' first and last days, and the adjacent days", () => {
    expect(edgesOf([{ from: '2026-01-10', until: '2026-01-20' }, { from: '2026-01-21' }, {}])).toEqual([
      '2026-01-10',
      '2026-01-09',
      '2026-01-20',
      '2026-01-21',
    ]);
  });

  it('are grouped into periods in which neither currency nor rounding changes', () => {
    const law = {
      currencies: [
        { code: 'AAA', until: '2020-12-31' },
        { code: 'BBB', from: '2021-01-01' },
      ],
      cashRounding: [{ from: '2022-07-01' }],
    } as unknown as ReceiptLaw;
    expect(periodsOf(law)).toEqual([
      { from: undefined, until: '2020-12-31' },
      { from: '2021-01-01', until: '2022-06-30' },
      { from: '2022-07-01', until: undefined },
    ]);
  });
});

describe('times', () => {
  it('on a single day include simple and extreme times', () => {
    const drawn = (day: string) =>
      fc.sample(timestamps({ timestamps: { from: day, until: day } }), { seed: SEED, numRuns: 50 });
    expect(drawn('2024-02-29')).toContain('2024-02-29T23:59:59.999Z');
    expect(drawn('9999-12-31')).toContain('9999-12-31T23:59:59.123456789+14:00');
    expect(drawn('0001-01-01')).toContain('0001-01-01T00:00+23:59');
    expect(drawn('2026-02-28').filter((one) => !one.startsWith('2026-02-28T'))).toEqual([]);
  });
});

describe('the verdict on a rate', () => {
  const row = (rate: number, more: object = {}) => ({ rate, enforce: true, citation, ...more });
  const home = [row(25), row(10, { until: '2024-12-31' }), row(5, { from: '2025-01-01', enforce: false })];
  const classed = [
    row(10),
    row(10, { productTaxClass: 'bread', from: '2026-01-01' }),
    row(6, { productTaxClass: 'bread' }),
  ];

  it.each<[number, string, string | undefined, string]>([
    [25, '2026-01-01', undefined, 'holds'],
    [10, '2024-12-31', undefined, 'holds'],
    [10, '2025-01-01', undefined, 'outside'],
    [5, '2024-12-31', undefined, 'unconfirmed'],
    [0, '2025-01-01', undefined, 'holds'],
    [99, '2025-01-01', undefined, 'holds'],
  ])('of %d on %s (%s): %s', (rate, day, productTaxClass, expected) => {
    expect(verdictOn([home], rate, day, productTaxClass)).toBe(expected);
  });

  it.each<[number, string, string | undefined, string]>([
    [10, '2025-12-31', 'bread', 'outside'],
    [10, '2026-01-01', 'bread', 'holds'],
    [10, '2025-12-31', 'milk', 'holds'],
    [6, '2025-12-31', undefined, 'holds'],
  ])('of %d on %s for the class %s: %s', (rate, day, productTaxClass, expected) => {
    expect(verdictOn([classed], rate, day, productTaxClass)).toBe(expected);
  });

  it('is the most lenient verdict of all tables that have the rate', () => {
    const until = (day: string, enforce = true) => [row(10, { until: day, enforce })];
    expect(verdictOn([until('2024-01-01'), until('2026-01-01')], 10, '2025-01-01', undefined)).toBe('holds');
    expect(verdictOn([until('2024-01-01'), until('2024-06-01', false)], 10, '2025-01-01', undefined)).toBe(
      'unconfirmed',
    );
    expect(verdictOn([until('2024-01-01'), [row(25)]], 10, '2025-01-01', undefined)).toBe('outside');
  });

  it('can change only on the first and last days of rows, per class', () => {
    expect(classesOf([home, classed])).toEqual([undefined, 'bread']);
    expect(edgesOfTables([home], { from: '2025-01-01', until: '9999-12-31' })).toEqual(['2025-01-01']);
  });
});

describe('destinations', () => {
  const law = (more: Partial<ReceiptLaw>): ReceiptLaw => ({ ...oss!, id: 'qz-receipt-1', ...more });
  const range = law({ rates: { min: 0, max: 20, usual: [2, 12], citation }, distanceSales: 'none' });
  const drawn = (of: ReceiptLaw, options: TransactionOptions) =>
    fc.sample(destinations(of, options), { seed: SEED, numRuns: 300 });
  const countries = (of: ReceiptLaw, options: TransactionOptions) =>
    new Set(drawn(of, options).map((to) => to.country));
  const rates = (of: ReceiptLaw, options: TransactionOptions) => drawn(of, options)[0]!.rates;

  it('outside the EU are generated on request, or with the option unusual', () => {
    const outside = ['NO', 'GB', 'CH', 'US', 'AX', 'GL'];
    expect(countries(oss!, { sale: 'abroad' })).toEqual(new Set(outside));
    expect(countries(oss!, { destination: 'US' })).toEqual(new Set(['US']));
    expect(drawn(oss!, {}).some(({ sale }) => sale === 'abroad')).toBe(false);
    expect(drawn(oss!, { unusual: true }).some(({ sale }) => sale === 'abroad')).toBe(true);
    expect(destinationsOf(law({ country: 'NO' })).map(({ country }) => country)).not.toContain('NO');
    const german = destinationsOf(law({ country: 'DE' })).filter(({ sale }) => sale === 'oss');
    expect(german.map(({ country }) => country)).toEqual(MEMBER_STATES.split(' ').filter((state) => state !== 'DE'));
  });

  it('accept any rate if there is no table', () => {
    expect(rates(oss!, { sale: 'abroad' })).toEqual([25, 7.77, 0]);
    expect(rates(oss!, { sale: 'abroad', rates: [3] })).toEqual([3]);
  });

  it('have rates across a range, and rare rates with the option unusual', () => {
    const usual = [7, 7.5, 8.667, 4.5, 2, 12, 0];
    expect(rates(range, {})).toEqual(usual);
    expect(rates(range, { unusual: true })).toEqual([...usual, 1, 16]);
    const narrow = law({ rates: { min: 2, max: 12, usual: [2, 12], citation }, distanceSales: 'none' });
    expect(rates(narrow, { unusual: true })).toEqual(usual.slice(0, -1));
    const odd = law({ rates: { min: 0, max: 20, usual: [2.00003, 12.00007], citation }, distanceSales: 'none' });
    expect(rates(odd, {}).filter((rate) => rate !== 0 && (rate < 2.00003 || rate > 12.00007))).toEqual([]);
    expect(rates(range, { rates: [20, 0, 13] })).toEqual([20, 0, 13]);
    expect(rates(range, { rates: [20.5, 3] })).toEqual([3]);
    expect(hasDestination(range, { rates: [20.5, -1] })).toBe(false);
  });

  it('keep the rates that were in force on some day', () => {
    const table = [
      { rate: 25, enforce: true, citation },
      { rate: 10, enforce: true, until: '2024-12-31', citation },
      { rate: 5, enforce: false, until: '2024-12-31', citation },
    ];
    const dated = law({ rates: table, distanceSales: 'none' });
    const enforced = { rateWindows: 'enforce', timestamps: { from: '2025-06-01' } } as const;
    const all = [25, 10, 5, 0];
    expect(rates(dated, enforced)).toEqual([25, 5, 0]);
    expect(rates(dated, { ...enforced, type: 'sale' })).toEqual([25, 5, 0]);
    expect(rates(dated, { ...enforced, type: 'exchange' })).toEqual([25, 5, 0]);
    expect(rates(dated, { ...enforced, type: ['refund', 'void', 'credit_note'] })).toEqual(all);
    expect(rates(dated, { ...enforced, rateWindows: 'warn' })).toEqual(all);
    expect(rates(dated, { ...enforced, timestamps: { from: '2024-12-31' } })).toEqual(all);
    expect(rates(dated, { ...enforced, timestamps: fc.constant('2025-06-01T00:00:00Z') })).toEqual(all);
    expect(hasDestination(dated, { ...enforced, rates: 10 })).toBe(false);
    expect(hasDestination(dated, { ...enforced, rates: [10, 25] })).toBe(true);
  });

  it('have rate 0 for reverse charge if the law has that rate', () => {
    expect(drawn(oss!, { reverseCharge: true }).every((to) => to.rates.includes(0))).toBe(true);
    expect(rates(oss!, { reverseCharge: true, rates: 25, sale: 'home' })).toEqual([25]);
  });
});

describe('rounding', () => {
  const row: CashRounding = {
    increment: 100,
    halfway: 'away_from_zero',
    cash: 'required',
    electronic: 'allowed',
    other: 'cash_part',
    citation,
  };
  const wish: RoundingWish = {
    type: 'sale',
    tender: 'cash',
    business: false,
    rounding: 'none',
    tieDown: false,
    farther: false,
    small: false,
    pick: undefined,
    unusual: false,
  };
  const card = { tender: 'card', rounding: 'grid' } as const;
  const coin = { increment: 5, smallTotals: { upTo: 2, mayBecome: 5 } };

  it.each<[string, Partial<CashRounding>, Partial<RoundingWish>, number, number | undefined]>([
    ['down', {}, {}, 149, -49],
    ['up', {}, {}, 151, 49],
    ['a multiple of the increment by 0', {}, {}, 300, 0],
    ['a halfway total up', {}, {}, 150, 50],
    ['a halfway total down, if the law leaves the direction open', { halfway: 'either' }, { tieDown: true }, 150, -50],
    ['a halfway total up, if the law prescribes the direction', {}, { tieDown: true }, 150, 50],
    ['a halfway total down, with the option unusual', {}, { tieDown: true, unusual: true }, 150, -50],
    ['a negative total', {}, {}, -151, -49],
    ['to the farther multiple if within the limit', { maxRounding: 70 }, { farther: true, unusual: true }, 130, 70],
    [
      'to the nearest multiple if the farther one is beyond the limit',
      { maxRounding: 69 },
      { farther: true, unusual: true },
      130,
      -30,
    ],
    ['to the nearest multiple without the option unusual', { maxRounding: 99 }, { farther: true }, 130, -30],
    ['no card total unless requested', {}, { tender: 'card' }, 149, undefined],
    ['a card total by 0', {}, { ...card, rounding: 'zero' }, 149, 0],
    ['a card total to a multiple of the increment', {}, card, 149, -49],
    ['no card total if the law forbids it', { electronic: 'not_allowed' }, card, 149, 0],
    ['no card total if such rounding is unusual', { electronic: 'unusual' }, card, 149, 0],
    ['no sale to an exempt business', { business: 'allowed' }, { business: true }, 149, 0],
    [
      'a sale to an exempt business on request',
      { business: 'allowed' },
      { business: true, rounding: 'grid' },
      149,
      -49,
    ],
    ['a consumer', { business: 'allowed' }, { rounding: 'zero' }, 149, -49],
    ['a split payment by the picked amount', {}, { tender: 'other', rounding: 'grid', pick: 7 }, 149, 7],
    ['a split payment up, to avoid a negative total', {}, { tender: 'other', rounding: 'grid', pick: 57 }, 3, 7],
    [
      'a split payment in an exchange to a negative total',
      {},
      { tender: 'other', rounding: 'grid', pick: 57, type: 'exchange' },
      3,
      -7,
    ],
    ['a void by the picked amount', {}, { type: 'void', pick: 50 }, 0, 50],
    ['a void by a negative amount', {}, { type: 'void', pick: 51 }, 0, -1],
    ['a void by 0', {}, { type: 'void' }, 0, 0],
    ['the smallest coin', coin, { small: true }, 2, 3],
    ['a negative total to the smallest coin', coin, { small: true }, -2, -3],
    ['a small total like any other', coin, {}, 2, -2],
    ['a larger total as usual', coin, { small: true }, 3, 2],
    ['a total of 0 to 0', coin, { small: true }, 0, 0],
    ['a small total that stays unrounded', { increment: 5, smallTotals: { upTo: 4 } }, { small: true }, 4, 0],
  ])('rounds %s', (_, law, wanted, net, expected) => {
    expect(roundingOf({ ...row, ...law }, { ...wish, ...wanted }, net)).toBe(expected);
  });

  it('is 0 if the law has no rounding', () => {
    expect(roundingOf(undefined, wish, 149)).toBe(0);
  });

  it('exceeds neither half an increment, the limit, nor the value for small totals', () => {
    expect([largestOf(row), largestOf({ ...row, increment: 5 }), largestOf({ ...row, maxRounding: 99 })]).toEqual([
      50, 2, 99,
    ]);
    const most = (...cashRounding: CashRounding[]) => mostRounding({ cashRounding } as unknown as ReceiptLaw);
    expect([most(), most(row), most(row, { ...row, maxRounding: 150 })]).toEqual([0, 100, 150]);
    expect(most({ ...row, ...coin, increment: 1, smallTotals: { upTo: 2, mayBecome: 9 } })).toBe(9);
  });

  it('treats a customer with tax numbers as a business', () => {
    expect([{}, undefined, { orgNumber: '', vatNumber: '' }].map(isBusiness)).toEqual([false, false, false]);
    expect([{ orgNumber: '1' }, { vatNumber: '1' }].map(isBusiness)).toEqual([true, true]);
  });
});

describe('exact figures', () => {
  it.each([
    [3, 100, 50, false, 250],
    [-3, 100, 50, false, -250],
    [0.5, 3, 0, false, 1],
    [0.5, 3, 0, true, 2],
    [-0.5, 3, 0, false, -2],
    [-0.5, 3, 0, true, -1],
    [1e-7, 15_000_000, 0, true, 2],
    [1e21, 0, 5, false, 0],
    [1e21, 2, 0, false, 2e21],
  ])("include a line's amount: %d × %d less %d", (quantity, unitPrice, discount, up, expected) => {
    expect(lineAmount(quantity, unitPrice, discount, up)).toBe(expected);
  });

  it.each([
    [100, 25, true, 20],
    [100, 25, false, 25],
    [-100, 25, true, -20],
    [1, 50, false, 1],
    [-1, 50, false, -1],
    [100, 8.875, false, 9],
  ])('include the tax on %d at %d', (amount, rate, including, expected) => {
    expect(vatOf(amount, rate, including)).toBe(expected);
  });

  it.each<[number, number, -1 | 0 | 1, number, number]>([
    [100, 25, 1, 2, 26],
    [100, 25, -1, 2, 24],
    [100, 25, 0, 2, 25],
    [100, 25, 1, 1, 25],
    [100, 25, 1, 4, 27],
    [1, 50, 1, 2, 1],
    [1, 50, -1, 2, 0],
  ])(
    'include the largest deviation from the tax on %d at %d, in the direction %d, within %d half units',
    (amount, rate, direction, twice, expected) => {
      expect(vatBeside(amount, rate, false, direction, twice)).toBe(expected);
    },
  );

  it('include the tolerance for weights, and sums', () => {
    expect([weightSlack(0.5, 4000), weightSlack(0.1234, -40_000), weightSlack(0.5, 1999)]).toEqual([2, 2, 0]);
    expect(sum([2 ** 53 - 1, -(2 ** 53 - 1), 7])).toBe(7);
  });

  it("include jurisdictions' taxes", () => {
    const one = { level: 'city', name: 'x', rate: 1 } as const;
    const taxes = (tax: number, off: number) => shared([one, one, one], tax, off).map(({ taxAmount }) => taxAmount);
    expect([taxes(10, 0), taxes(-10, 0), taxes(10, 2)]).toEqual([
      [4, 3, 3],
      [-4, -3, -3],
      [6, 3, 3],
    ]);
    expect([allowedDrift(2, 3), allowedDrift(2, 2), allowedDrift(1, 1)]).toEqual([3, 2, 1]);
  });
});

describe('changes', () => {
  it('apply to a copy, at any depth', () => {
    const base = { a: [{ b: 1 }, { b: 2 }], c: null };
    expect(changed(base, [set('a[1].b', 3), remove('a[0]'), append('a', 4), set('d.e["odd key"]', 5)])).toEqual({
      a: [{ b: 3 }, 4],
      c: null,
      d: { e: { 'odd key': 5 } },
    });
    expect(changed(base, [remove('a')])).toEqual({ c: null });
    expect(base).toEqual({ a: [{ b: 1 }, { b: 2 }], c: null });
  });

  it('follow only own properties that are objects', () => {
    expect(() => changed({ a: 5 }, [set('a.b', 1)])).toThrow(/a, which is not an object/);
    expect(() => changed({ a: null }, [set('a.b', 1)])).toThrow(Error);
    const own = changed(JSON.parse('{"__proto__":{"x":1}}'), [set('__proto__.y', 2), set('constructor.z', 3)]);
    expect(JSON.stringify(own)).toBe('{"__proto__":{"x":1,"y":2},"constructor":{"z":3}}');
  });

  it('keep the values if they remove undefined fields or reorder keys', () => {
    expect(defined({ a: undefined, b: [{ c: undefined, d: null }] })).toEqual({ b: [{ d: null }] });
    const value = { a: 1, b: [{ c: 2, d: 3, e: 4 }], f: 5, g: null };
    expect(JSON.stringify(shuffled(value, 0))).toBe(JSON.stringify(value));
    expect(shuffled(value, 7)).toEqual(value);
    const orders = [1, 2, 3, 4, 5].map((salt) => JSON.stringify(shuffled(value, salt)));
    expect(new Set(orders).size).toBeGreaterThan(2);
    const inner = orders.map((order) => Object.keys((JSON.parse(order) as typeof value).b[0]!).join());
    expect(new Set(inner).size).toBeGreaterThan(1);
  });
});

describe('the options for transactions', () => {
  const lies = fc.constant('2026-01-01T00:00:00Z');

  it.each<[TransactionOptions, Needs, TransactionOptions | undefined]>([
    [{}, { type: 'sale' }, { type: 'sale' }],
    [{ type: 'sale', lines: 3 }, { type: ['sale', 'refund'] }, { type: ['sale'], lines: 3 }],
    [{ type: 'void' }, { type: ['sale', 'refund'] }, undefined],
    [{ weighed: true }, { weighed: true }, { weighed: true }],
    [{ weighed: false }, { weighed: true }, undefined],
    [{ weighed: false }, { weighed: undefined }, { weighed: false }],
    [{ timestamps: { from: '2026-01-01' } }, { timestamps: { until: '2025-12-31' } }, undefined],
    [
      { timestamps: { from: '2026-01-01', until: '2026-12-31' } },
      { timestamps: { from: '2025-01-01', until: '2026-06-30' } },
      { timestamps: { from: '2026-01-01', until: '2026-06-30' } },
    ],
    [
      { timestamps: { from: '2026-01-01' } },
      { timestamps: { until: '2026-01-01' } },
      { timestamps: { from: '2026-01-01', until: '2026-01-01' } },
    ],
    [{}, { timestamps: { from: '2026-01-01' } }, { timestamps: { from: '2026-01-01' } }],
    [{ timestamps: lies }, { timestamps: { from: '2026-01-01' } }, undefined],
    [{ timestamps: lies }, { timestamps: {} }, { timestamps: lies }],
    [{}, { timestamps: {} }, { timestamps: {} }],
  ])('are combined with what a mutation requires: %j and %j', (wanted, needed, expected) => {
    expect(both(wanted, needed)).toEqual(expected);
  });

  it.each<[TransactionOptions, object, number]>([
    [{}, { min: 1, max: 8 }, 5],
    [{ lines: 3 }, { min: 3, max: 3 }, 5],
    [{ lines: { min: 10 } }, { min: 10, max: 10 }, 5],
    [{ lines: { max: 2 } }, { min: 1, max: 2 }, 5],
    [{ returned: true }, { min: 2, max: 8 }, 5],
    [{ returned: true, lines: 1 }, { min: 1, max: 1 }, 2],
    [{ returned: true, lines: 1, type: 'sale' }, { min: 1, max: 1 }, 0],
    [{ returned: false, lines: 1 }, { min: 1, max: 1 }, 5],
  ])('of %j limit the number of lines: %j', (options, bounds, types) => {
    expect(lineBounds(options)).toEqual(bounds);
    expect(typesLeft(options)).toHaveLength(types);
  });
});

const fault = (name: string) => MUTATIONS.find((mutation) => mutation.name === name)!;

describe('mutations of the rounding', () => {
  const lawOf = (increment: number): ReceiptLaw => {
    const row = {
      increment,
      halfway: 'away_from_zero',
      cash: 'required',
      electronic: 'not_allowed',
      other: 'allowed',
      citation,
    } as const;
    return { ...oss!, cashRounding: [{ ...row, from: '2026-01-01' }] };
  };
  const places = (name: string, increment: number) => fault(name).places(lawOf(increment));
  const timestamps = { from: '2026-01-01', until: undefined };

  it('apply to the tenders and days of a row, and some only if the row has an increment', () => {
    expect(places('a rounding to a total that is not a multiple of the increment', 5)).toMatchObject([
      { tender: ['cash', 'other'], timestamps },
    ]);
    expect(places('a rounding to a total that is not a multiple of the increment', 1)).toEqual([]);
    expect(places('cash without rounding', 5)).toMatchObject([{ tender: 'cash', timestamps }]);
    expect(places('cash without rounding', 1)).toEqual([]);
    const electronic = ['card', 'mobile', 'transfer'];
    expect(places('a rounding on a tender that the law does not round', 5)).toMatchObject([
      { tender: electronic, timestamps },
    ]);
    expect(places('a rounding beyond the limit', 1)).toMatchObject([{ tender: ['cash', 'other'], timestamps }]);
  });
});

describe('mutations', () => {
  it('cause the expected issues with each value, field and line', () => {
    const registry = createRegistry([seReceipt1]);
    const options = { lines: 3, unusual: true, rateWindows: 'enforce' } as const;
    for (const mutation of MUTATIONS) {
      const { name, make, business, error } = mutation;
      const [kind] = documentsFor(mutation, seReceipt1, options);
      if (kind === undefined) continue;
      const [document] = fc.sample(documents(seReceipt1, kind, { spare: 1e6, small: false }), {
        seed: SEED,
        numRuns: 1,
      });
      for (let pick = 0; pick < 24; pick++) {
        const [change, expected, more] = make(document!, pick, seReceipt1.law, true);
        const result = registry.validate(
          changed(document, change),
          { country: 'SE', ...business },
          { rateWindows: 'enforce', ...more },
        );
        const issues = result.issues.map(({ field, code }) => `${field} ${code}`);
        const wanted = expected.map((one) => (typeof one === 'string' ? one : one[1]));
        expect([name, pick, result.valid || result.error.code, issues]).toEqual([name, pick, error, wanted]);
      }
    }
  });
});

describe('mutations of a document', () => {
  const made = (name: string, document: object, law: ReceiptLaw) =>
    fault(name).make({ type: 'sale', timestamp: '2026-06-01T12:00:00Z', ...document } as Transaction, 0, law, false);
  const row = {
    increment: 10,
    halfway: 'away_from_zero',
    cash: 'required',
    electronic: 'not_allowed',
    other: 'allowed',
    citation,
  } as const;
  const rounding: ReceiptLaw = { ...oss!, cashRounding: [{ ...row, from: '2026-01-01' }] };

  it.each([
    [5, 100, undefined],
    [-5, 100, undefined],
    [6, 100, 94],
    [-6, 100, 106],
    [4, 101, 97],
    [undefined, 101, 101],
  ])('omit a rounding of %s, and keep the total %d only if that total shows the rounding', (by, total, expected) => {
    const totals = { rounding: by, total };
    const [changes] = made('cash rounded, but totals.rounding left out', { totals }, rounding);
    expect(changes).toEqual([
      remove('totals.rounding'),
      ...(expected === undefined ? [] : [set('totals.total', expected)]),
    ]);
    const before = { totals, timestamp: '2025-12-31T12:00:00Z' };
    const [always] = made('cash rounded, but totals.rounding left out', before, rounding);
    expect(always).toEqual([remove('totals.rounding'), set('totals.total', total - (by ?? 0))]);
  });

  it.each([
    ['a rounding beyond the limit', 0, 100, 20, 120],
    ['a rounding beyond the limit', 3, 100, 23, 120],
    ['a rounding beyond the limit', 3, 101, 20, 118],
    ['a rounding to a total that is not a multiple of the increment', 0, 100, 1, 101],
    ['a rounding to a total that is not a multiple of the increment', -1, 100, 1, 102],
    ['a rounding to a total that is not a multiple of the increment', 4, 105, 5, 106],
    ['a rounding to a total that is not a multiple of the increment', 1, 100, 2, 101],
  ])('include %s: rounding %d with total %d becomes %d with %d', (name, by, total, wrong, to) => {
    const [changes, expected] = made(name, { totals: { rounding: by, total } }, rounding);
    expect(changes).toEqual([set('totals.rounding', wrong), set('totals.total', to)]);
    expect(expected).toEqual(['totals.rounding invalid_rounding']);
  });

  it("keep another member state's rates at the point of sale, or introduce such rates", () => {
    const law = testLaws[6]!;
    const germany = destinationsOf(law).find(({ country }) => country === 'DE')!;
    const foreign = germany.rates.filter((rate) => rate !== 0 && rate !== 21 && rate !== 6);
    const name = "another member state's rate, not in e-commerce";
    const of = (rates: readonly number[]) =>
      made(
        name,
        {
          customer: { country: 'DE' },
          items: rates.map((taxRate) => ({ taxRate, taxCategory: 'S', amount: 100 })),
          tax: { summary: rates.map((rate) => ({ rate, category: 'S' })) },
        },
        law,
      );
    expect(foreign.length).toBeGreaterThan(1);
    expect(of(foreign)).toEqual([[set('channel', 'pos')], foreign.map((_, i) => `items[${i}].taxRate invalid_rate`)]);
    expect(of([0, ...foreign.slice(1)])).toEqual([
      [set('tax.summary[0].rate', foreign[0]), set('items[0].taxRate', foreign[0]), set('channel', 'pos')],
      foreign.map((_, i) => `items[${i}].taxRate invalid_rate`),
    ]);
  });
});

describe('lines', () => {
  const drawn = (options: TransactionOptions, numRuns = 300) =>
    fc.sample(lineParts(options, 100), { seed: SEED, numRuns });
  const first = (options: TransactionOptions) => new Set(drawn(options).map(([line]) => line!.returned));

  it('are returned by quantity or price, as the options request', () => {
    expect(first({})).toEqual(new Set(['no', 'quantity', 'price']));
    expect(first({ returned: true })).toEqual(new Set(['quantity', 'price']));
    expect(
      new Set(
        drawn({ returned: false })
          .flat()
          .map(({ returned }) => returned),
      ),
    ).toEqual(new Set(['no']));
  });

  it('are weighed and discounted, as the options request', () => {
    const isWhole = ([line]: ReturnType<typeof drawn>[number]) => Number.isInteger(line!.factors.quantity);
    expect(drawn({ weighed: true, lines: 1 }, 4000).filter(isWhole)).toEqual([]);
    expect(drawn({ weighed: false, lines: 1 }).every(isWhole)).toBe(true);
    expect(new Set(drawn({ lines: 1 }).map(isWhole))).toEqual(new Set([true, false]));
    expect(drawn({ discounted: true }).filter(([line]) => line!.discount === undefined)).toEqual([]);
    expect(
      drawn({ discounted: false })
        .flat()
        .filter(({ discount }) => discount !== undefined),
    ).toEqual([]);
    expect(
      drawn({})
        .flat()
        .some(({ discount = 0 }) => discount > 100),
    ).toBe(true);
  });
});

describe('documents', () => {
  const drawn = (pack: LawPack, options: TransactionOptions) =>
    fc.sample(validTransaction(pack, options), { seed: SEED, numRuns: 150 });

  it('have `last4` if a card may have been used, or with the option `unusual`', () => {
    const digits = (options: TransactionOptions) =>
      drawn(seReceipt1, options).some(({ payment }) => payment.last4 !== undefined);
    expect([digits({ tender: 'cash' }), digits({ tender: 'transfer' }), digits({ tender: 'card' })]).toEqual([
      false,
      false,
      true,
    ]);
    expect(digits({ tender: 'cash', unusual: true })).toBe(true);
  });

  it('have customers with and without each field', () => {
    const customers = drawn(seReceipt1, {}).flatMap(({ customer = {} }) => [customer]);
    for (const field of ['name', 'email', 'orgNumber', 'vatNumber', 'country'])
      expect(new Set(customers.map((customer) => Object.hasOwn(customer, field)))).toEqual(new Set([true, false]));
  });

  it('have fields that custom rules read only with the option unusual', () => {
    const has = (options: TransactionOptions) =>
      drawn(deReceipt1, options).some(({ extensions }) => Object.hasOwn(extensions?.de ?? {}, 'qrCode'));
    expect([has({}), has({ unusual: true })]).toEqual([false, true]);
  });

  it.each(['2026', '0000-01-01', '2026-02-30', 20260101])('must not have the day %j as a limit', (from) => {
    expect(() => validTransaction(seReceipt1, { timestamps: { from: from as string } })).toThrow(
      usageError('invalid_option', 'options.timestamps.from'),
    );
  });

  it('may consist of a single returned line if they are invalid', () => {
    expect(() => invalidTransaction(seReceipt1, { returned: true, lines: 1 })).not.toThrow();
  });
});
