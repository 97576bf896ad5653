import { createRegistry, defineReceiptPack, type Rule, type Shop } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { Diagnosing } from '../../src/diagnose/diagnosing';
import { suggestField } from '../../src/diagnose/field-repairs';
import { suggestLine } from '../../src/diagnose/line-repairs';
import { Repairs } from '../../src/diagnose/repairs';
import { suggestJurisdictions, suggestSummary } from '../../src/diagnose/summary-repairs';
import { suggestTotals } from '../../src/diagnose/total-repairs';
import { moneyOfText, suggestWhole } from '../../src/diagnose/whole-repairs';
import { changed, remove, set, type Change } from '../support/changes';
import { definedWith } from '../support/own-pack';
import { norway, registry, VALID } from './support/norway';

const SUGGEST = {
  field: (repairs: Repairs) => repairs.issues.forEach((issue) => suggestField(repairs, issue)),
  line: (repairs: Repairs) => repairs.issues.forEach((issue) => suggestLine(repairs, issue)),
  jurisdictions: (repairs: Repairs) => repairs.issues.forEach((issue) => suggestJurisdictions(repairs, issue)),
  summary: suggestSummary,
  totals: suggestTotals,
  whole: suggestWhole,
};

/**
 * The repairs that the issues of a document suggest, as `code: path value`, before any is tried. A guess has a question
 * mark. Several issues may suggest the same.
 */
function suggested(part: keyof typeof SUGGEST, document: unknown, shop: Shop = norway): string[] {
  const diagnosing = new Diagnosing(shop, document, undefined, 1, undefined);
  const { verdict, today, reader } = diagnosing;
  const repairs = new Repairs(reader.read(document), verdict.issues, today);
  SUGGEST[part](repairs);
  const texts = repairs.all.map(({ code, isGuess, edits }) => {
    const changes = edits.map(({ path, value }) => `${path.join('.')} ${JSON.stringify(value) ?? 'none'}`);
    return `${code}${isGuess === true ? '?' : ''}: ${changes.join(', ')}`;
  });
  return [...new Set(texts)].sort();
}

type Row = readonly [name: string, changes: readonly Change[], suggestions: readonly string[]];

const test = (part: keyof typeof SUGGEST, rows: readonly Row[], base: unknown = VALID, shop: Shop = norway): void =>
  it.each(rows)('%s', (_, changes, suggestions) => {
    expect(suggested(part, changed(base, changes), shop)).toEqual([...suggestions].sort());
  });

const [BUN] = VALID.items;
const [FOOD, GENERAL] = VALID.tax.summary;
/** 2 × 42.00 with 15 % tax: 8400 × 15 ÷ 115 = 1095.65 */
const ONE_LINE = {
  ...VALID,
  items: [BUN],
  tax: { ...VALID.tax, summary: [FOOD] },
  totals: { subtotal: 8400, discount: 0, tax: 1096, total: 8400 },
};

describe('the repairs that a line suggests', () => {
  test('line', [
    [
      'an amount for half the quantity: any of the figures, with the tax of the amount',
      [set('items[0].amount', 4200)],
      [
        'line_amount: items.0.amount 8400',
        'line_input: items.0.unitPrice 2100',
        'line_input: items.0.quantity 1',
        'line_input: items.0.discount {"amount":4200}',
        'line_tax: items.0.taxAmount 548',
      ],
    ],
    [
      'a quantity that is too high',
      [set('items[0].quantity', 3)],
      [
        'line_amount: items.0.amount 12600',
        'line_input: items.0.unitPrice 2800',
        'line_input: items.0.quantity 2',
        'line_input: items.0.discount {"amount":4200}',
      ],
    ],
    [
      'a returned quantity: the price stays positive',
      [set('items[0].quantity', -3), set('items[0].amount', -8400), set('items[0].taxAmount', -1096)],
      [
        'line_amount: items.0.amount -12600',
        'line_input: items.0.unitPrice 2800',
        'line_input: items.0.quantity -2',
        'line_input: items.0.discount {"amount":4200}',
        // The entry for 15 % has no other line.
        'line_tax: items.0.taxAmount 1096',
      ],
    ],
    [
      'a negative amount of a positive quantity',
      [set('items[0].quantity', 3), set('items[0].amount', -8400), set('items[0].taxAmount', -1096)],
      [
        'line_amount: items.0.amount 12600',
        'line_input: items.0.unitPrice -2800',
        'line_input: items.0.quantity -2',
        'line_input: items.0.discount {"amount":4200}',
        'line_tax: items.0.taxAmount 1096',
      ],
    ],
    [
      'a price in major units',
      [set('items[0].unitPrice', 42)],
      [
        'line_amount: items.0.amount 84',
        'line_input: items.0.unitPrice 4200',
        'line_input: items.0.quantity 200',
        'minor_units: items.0.unitPrice 4200',
        'minor_units: items.0.amount 84',
      ],
    ],
    [
      'a price a hundred times too large',
      [set('items[0].unitPrice', 420000)],
      [
        'line_amount: items.0.amount 840000',
        'line_input: items.0.unitPrice 4200',
        'line_input: items.0.quantity 0.02',
        'line_input: items.0.discount {"amount":831600}',
        'minor_units: items.0.unitPrice 4200',
        'minor_units: items.0.amount 840000',
      ],
    ],
    [
      'tax in major units',
      [set('items[0].taxAmount', 10.96)],
      ['minor_units: items.0.taxAmount 1096', 'line_tax: items.0.taxAmount 1096'],
    ],
    [
      'a quantity of 0',
      [set('items[0].quantity', 0)],
      ['line_amount: items.0.amount 0', 'line_input: items.0.quantity 2'],
    ],
    [
      'a price of 0',
      [set('items[0].unitPrice', 0)],
      ['line_amount: items.0.amount 0', 'line_input: items.0.unitPrice 4200'],
    ],
    [
      'a price so small that no quantity fits',
      [set('items[0].unitPrice', 0.001)],
      ['line_input: items.0.unitPrice 4200'],
    ],
    [
      'a price for which a million would fit, which no till sells: 1000000 × 15 ÷ 115',
      [set('items[0].unitPrice', 1), set('items[0].amount', 1000000)],
      ['line_amount: items.0.amount 2', 'line_input: items.0.unitPrice 500000', 'line_tax: items.0.taxAmount 130435'],
    ],
    [
      'a discount that was not deducted',
      [set('items[0].discount', { amount: 400 })],
      [
        'line_amount: items.0.amount 8000',
        'line_input: items.0.unitPrice 4400',
        // 8800 ÷ 4200
        'line_input: items.0.quantity 2.095',
        'line_input: items.0.discount none',
      ],
    ],
    [
      'another discount than stated',
      [set('items[0].discount', { amount: 400 }), set('items[0].amount', 7900)],
      [
        'line_amount: items.0.amount 8000',
        'line_input: items.0.unitPrice 4150',
        'line_input: items.0.quantity 1.976',
        'line_input: items.0.discount.amount 500',
        // 7900 × 15 ÷ 115
        'line_tax: items.0.taxAmount 1030',
      ],
    ],
    ['a discount of another type', [set('items[0].discount', 'x')], ['line_input: items.0.discount none']],
    ['a missing price', [remove('items[0].unitPrice')], ['line_input: items.0.unitPrice 4200']],
    [
      'a missing price beside a discount, which stays: (8000 + 400) ÷ 2',
      [
        remove('items[0].unitPrice'),
        set('items[0].discount', { amount: 400 }),
        set('items[0].amount', 8000),
        // 8000 × 15 ÷ 115
        set('items[0].taxAmount', 1043),
      ],
      ['line_input: items.0.unitPrice 4200'],
    ],
    ['an amount as text, which is no number', [set('items[0].amount', '84')], ['line_amount: items.0.amount 8400']],
    ['a name of another type', [set('items[0].name', 5)], []],
    [
      'an amount about a hundred times too large',
      [set('items[0].amount', 840040)],
      [
        'line_amount: items.0.amount 8400',
        'line_input: items.0.unitPrice 420020',
        'line_input: items.0.quantity 200.01',
        // 840040 × 15 ÷ 115
        'line_tax: items.0.taxAmount 109570',
      ],
    ],
    [
      'an amount a hundred times too large, off by one',
      [set('items[0].amount', 840100)],
      [
        'line_amount: items.0.amount 8400',
        'line_input: items.0.unitPrice 420050',
        'line_input: items.0.quantity 200.024',
        'line_tax: items.0.taxAmount 109578',
        'minor_units: items.0.amount 8401',
      ],
    ],
    [
      'tax that deviates, of an amount that fits: 0.333 × 100 is 33, with 4 at 15 %',
      [set('items[0]', { ...BUN, quantity: 0.333, unitPrice: 100, amount: 33, taxAmount: 40 })],
      // 1096 is that of the entry.
      ['line_tax: items.0.taxAmount 4', 'line_tax: items.0.taxAmount 1096'],
    ],
    ...[1259, 1261].map((tax): Row => [
      `tax on the gross amount, off by one: ${tax}`,
      [set('items[0].taxAmount', tax)],
      ['tax_of_gross: items.0.taxAmount 1096', 'line_tax: items.0.taxAmount 1096'],
    ]),
    ['a category of another type', [set('items[0].taxCategory', 5)], ['category: items.0.taxCategory "S"']],
    [
      'a rate that does not exist: its entry takes a rate that another category has',
      [
        set('items[0].taxRate', 20),
        set('items[0].taxAmount', 1400),
        set('tax.summary[0].rate', 20),
        set('tax.summary[1].category', 'Z'),
      ],
      [
        'line_tax: items.0.taxAmount 1096',
        ...[25, 15, 12, 11.11, 0].map((rate) => `rate_of_line?: items.0.taxRate ${rate}, tax.summary.0.rate ${rate}`),
      ],
    ],
    ['a line of another type', [set('items[0]', 5)], []],

    [
      'two lines of an entry, one without a readable tax: only that one has what the entry leaves',
      [
        { append: 'items', value: { ...BUN, taxAmount: 1260 } },
        set('items[0].taxAmount', 'x'),
        set('tax.summary[0]', { ...FOOD, taxableAmount: 14608, taxAmount: 2192 }),
      ],
      ['tax_of_gross: items.2.taxAmount 1096', 'line_tax: items.0.taxAmount 1096', 'line_tax: items.0.taxAmount 932'],
    ],
    // The only line of its entry has the tax of the entry.
    [
      'tax on the gross amount',
      [set('items[0].taxAmount', 1260)],
      ['tax_of_gross: items.0.taxAmount 1096', 'line_tax: items.0.taxAmount 1096'],
    ],
    [
      'no tax',
      [set('items[0].taxAmount', 0)],
      [
        'line_tax: items.0.taxAmount 1096',
        'rate_of_line: items.0.taxRate 0',
        'rate_of_line: items.0.taxRate 0, tax.summary.0.rate 0',
      ],
    ],
    [
      'inverted prices: 15 % of 8400 and 25 % of 129900',
      [set('tax.pricesIncludeTax', false)],
      ['tax_of_net: items.0.taxAmount 1260', 'tax_of_net: items.1.taxAmount 32475'],
    ],
    ['no flag for prices', [remove('tax.pricesIncludeTax'), set('items[0].taxAmount', 1260)], []],

    [
      'another line’s rate: the tax of the rate, or the rate of the tax, for one line and for all',
      [set('items[0].taxRate', 25)],
      [
        'line_tax: items.0.taxAmount 1680',
        // The entry for 25 % holds the other line’s tax only.
        'line_tax: items.0.taxAmount 0',
        'rate_of_line: items.0.taxRate 15',
        'rate_of_line: items.0.taxRate 15, items.1.taxRate 15',
      ],
    ],
    [
      'a rate that does not exist, with the tax of one that does',
      [set('items[0].taxRate', 20)],
      [
        'rate_of_line: items.0.taxRate 15',
        ...[25, 15, 12, 11.11, 0].map((rate) => `rate_of_line?: items.0.taxRate ${rate}`),
      ],
    ],
    [
      'a rate that does not exist, in the summary too',
      [set('items[0].taxRate', 20), set('items[0].taxAmount', 1400), set('tax.summary[0].rate', 20)],
      [
        'line_tax: items.0.taxAmount 1096',
        // The summary has an entry for 25 % already.
        'rate_of_line?: items.0.taxRate 25',
        ...[15, 12, 11.11, 0].map((rate) => `rate_of_line?: items.0.taxRate ${rate}, tax.summary.0.rate ${rate}`),
      ],
    ],
    [
      'a rate in hundredths of a percent',
      [set('items[0].taxRate', 1500)],
      [
        'rate_of_line: items.0.taxRate 15',
        'rate_hundredfold: items.0.taxRate 15',
        ...[25, 15, 12, 11.11, 0].map((rate) => `rate_of_line?: items.0.taxRate ${rate}`),
      ],
    ],
    [
      'a missing rate: that of the tax, or of an entry without lines',
      [remove('items[0].taxRate')],
      ['rate_of_line: items.0.taxRate 15'],
    ],
    [
      'a missing rate and tax: that of an entry without lines',
      [remove('items[0].taxRate'), remove('items[0].taxAmount')],
      ['rate_of_line: items.0.taxRate 15'],
    ],
    [
      'two lines without rate and tax: that of an entry without lines',
      [
        { append: 'items', value: { ...BUN } },
        ...[0, 2].flatMap((i) => [remove(`items[${i}].taxRate`), remove(`items[${i}].taxAmount`)]),
        set('tax.summary[0]', { ...FOOD, taxableAmount: 14608, taxAmount: 2192 }),
      ],
      ['rate_of_line: items.0.taxRate 15', 'rate_of_line: items.2.taxRate 15'],
    ],
    [
      'a missing rate: that of an entry that exceeds its lines by the amount',
      [
        remove('items[0].taxRate'),
        remove('items[0].taxAmount'),
        set('tax.summary', [{ ...GENERAL, taxableAmount: 110640, taxAmount: 27660 }]),
      ],
      ['rate_of_line: items.0.taxRate 25'],
    ],

    ['a category for untaxed goods', [set('items[0].taxCategory', 'Z')], ['category: items.0.taxCategory "S"']],
    [
      'a category for untaxed goods, in the summary too',
      [set('items[0].taxCategory', 'Z'), set('tax.summary[0].category', 'Z')],
      ['category: items.0.taxCategory "S"', 'category: items.0.taxCategory "S", tax.summary.0.category "S"'],
    ],
    ['a missing category: that of the entry', [remove('items[0].taxCategory')], ['category: items.0.taxCategory "S"']],
    [
      'a missing category, and one of another type in the summary',
      [remove('items[0].taxCategory'), set('tax.summary[0].category', 5)],
      [],
    ],
    [
      'an unknown category: that of the entry',
      [set('items[0].taxCategory', 'X')],
      ['category: items.0.taxCategory "S"'],
    ],
    [
      'a category of another type, in the summary too',
      [set('items[0].taxCategory', 5), set('tax.summary[0].category', 5)],
      [],
    ],
  ]);

  test(
    'line',
    [
      [
        'the category of taxed goods at rate 0: any of the others, for the line and for all',
        [
          set('items[0].taxRate', 0),
          set('items[0].taxAmount', 0),
          set('tax.summary[0]', { ...FOOD, rate: 0, taxAmount: 0 }),
        ],
        ['Z', 'E', 'O'].flatMap((category) => [
          `category?: items.0.taxCategory "${category}"`,
          `category?: items.0.taxCategory "${category}", tax.summary.0.category "${category}"`,
        ]),
      ],
      [
        'tax at rate 0: the category stays',
        [
          set('items[0]', { ...BUN, taxRate: 0, taxCategory: 'E', taxAmount: 50 }),
          set('tax.summary[0]', { rate: 0, category: 'E', taxableAmount: 8400, taxAmount: 0 }),
        ],
        ['line_tax: items.0.taxAmount 0'],
      ],
    ],
    ONE_LINE,
  );

  test(
    'line',
    [
      [
        'only tax that deviates, beside an amount that does not fit either',
        [set('items[0].amount', 4200)],
        [
          'line_amount: items.0.amount 8400',
          'line_input: items.0.unitPrice 2100',
          'line_input: items.0.quantity 1',
          'line_tax: items.0.taxAmount 548',
        ],
      ],
      [
        'only tax that deviates, beside a price in major units',
        [set('items[0].unitPrice', 42), set('items[0].taxAmount', 5)],
        [
          'line_amount: items.0.amount 84',
          'line_input: items.0.unitPrice 4200',
          'line_input: items.0.quantity 200',
          'line_tax: items.0.taxAmount 1096',
        ],
      ],
      [
        'a name of another type, beside an amount that no rule compares',
        [set('items[0].name', 5), set('items[0].quantity', 3)],
        [],
      ],
    ],
    VALID,
    registry.shop({ country: 'NO' }, { severities: { amount_mismatch: 'off' } }),
  );

  test(
    'line',
    [
      [
        'a negative rate, of which there is no tax',
        [set('items[0].taxRate', -15), set('tax.summary[0].rate', -15)],
        ['rate_of_line: items.0.taxRate 15', 'rate_of_line: items.0.taxRate 15, tax.summary.0.rate 15'],
      ],
    ],
    VALID,
    registry.shop({ country: 'NO' }, { severities: { invalid_rate: 'off' } }),
  );

  const alma = {
    name: 'Alma',
    quantity: 2,
    unitPrice: 149607,
    amount: 299214,
    taxRate: 27,
    taxCategory: 'S',
    taxAmount: 63613,
  };
  test(
    'line',
    [
      [
        'fractions of forints: the sum of the line, or the whole forints below and above',
        [
          set('items', [alma]),
          set('currency', 'HUF'),
          set('items[0].amount', 200000),
          set('items[0].taxAmount', 42520),
        ],
        [
          'line_amount: items.0.amount 299214',
          'line_amount: items.0.amount 299200',
          'line_amount: items.0.amount 299300',
          'line_input: items.0.unitPrice 100000',
          // 200000 ÷ 149607
          'line_input: items.0.quantity 1.337',
          'line_input: items.0.discount {"amount":99214}',
        ],
      ],
    ],
    VALID,
    registry.shop({ country: 'HU' }),
  );
});

describe('the rates that a line suggests', () => {
  const ratesFor = (document: unknown, code: string, shop?: Shop): string[] =>
    suggested('line', document, shop).filter((text) => text.startsWith(`${code}:`));

  it('are hundredths of all that are above 100, if the tax agrees', () => {
    const rates = [set('items[0].taxRate', 1500), set('items[1].taxRate', 2500), set('tax.summary[1].rate', 2500)];
    expect(ratesFor(changed(VALID, rates), 'rate_hundredfold')).toEqual([
      'rate_hundredfold: items.0.taxRate 15',
      'rate_hundredfold: items.1.taxRate 25',
      'rate_hundredfold: items.1.taxRate 25, tax.summary.1.rate 25, items.0.taxRate 15',
    ]);
  });

  it.each<[name: string, rate: number, tax: number, suggestions: string[]]>([
    // 8400 × 16 ÷ 116 = 1158.6; Norway has no such rate.
    ['of the tax alone', 1600, 1159, ['rate_hundredfold: items.0.taxRate 16']],
    ['of the tax alone, off by two', 1600, 1161, ['rate_hundredfold: items.0.taxRate 16']],
    ['of neither tax nor law', 1600, 1162, []],
    ['of the law alone', 1500, 5, ['rate_hundredfold: items.0.taxRate 15']],
    ['that are no hundredths', 100, 83, []],
  ])('are hundredths %s', (_, rate, tax, suggestions) => {
    const document = changed(VALID, [set('items[0].taxRate', rate), set('items[0].taxAmount', tax)]);
    expect(ratesFor(document, 'rate_hundredfold')).toEqual(suggestions);
  });

  it.each([
    ['1 of 9 in prices with tax', 10, true],
    ['1 of 9 without tax', 9, false],
  ])('are at most three, the nearest to that of the tax, %s', (_, amount, pricesIncludeTax) => {
    const bun = { ...BUN, quantity: 1, unitPrice: amount, amount, taxRate: 20, taxAmount: 1 };
    const document = changed(ONE_LINE, [
      set('items[0]', bun),
      set('tax.pricesIncludeTax', pricesIncludeTax),
      remove('tax.summary'),
    ]);
    const rates = ratesFor(document, 'rate_of_line').map((text) => Number(text.split(' ').at(-1)));
    expect(rates.sort((a, b) => a - b)).toEqual([10, 11.11, 12]);
  });

  it('are at most three others than its own', () => {
    const bun = { ...BUN, quantity: 1, unitPrice: 20, amount: 10, taxRate: 11.11, taxAmount: 1 };
    const document = changed(ONE_LINE, [set('items[0]', bun), remove('tax.summary')]);
    const rates = ratesFor(document, 'rate_of_line').map((text) => Number(text.split(' ').at(-1)));
    expect([...new Set(rates)].sort((a, b) => a - b)).toEqual([8, 10, 12]);
  });

  it('are not those of many more lines than have issues', () => {
    const [, sweater] = VALID.items;
    const withMany = (count: number): string[] =>
      ratesFor(
        changed(VALID, [set('items', [{ ...BUN, taxRate: 25 }, ...Array.from({ length: count }, () => sweater)])]),
        'rate_of_line',
      );
    expect(withMany(20)).toEqual(['rate_of_line: items.0.taxRate 15']);
    expect(withMany(3)).toEqual([
      'rate_of_line: items.0.taxRate 15',
      `rate_of_line: ${[0, 1, 2, 3].map((i) => `items.${i}.taxRate 15`).join(', ')}`,
    ]);
  });

  it('match a tax that is off by one, but not by two', () => {
    const taxed = (tax: number): unknown =>
      changed(VALID, [set('items[0].taxRate', 25), set('items[0].taxAmount', tax)]);
    for (const tax of [1095, 1097]) {
      expect(ratesFor(taxed(tax), 'rate_of_line')).toContain('rate_of_line: items.0.taxRate 15');
    }
    expect(ratesFor(taxed(1098), 'rate_of_line')).toEqual([]);
  });

  it('leave lines of other goods with the same rate', () => {
    const shop = registry.shop(
      { country: 'NO' },
      { rateWindows: 'enforce', productTaxClass: ({ name }) => (name === 'Bolle' ? 'food' : undefined) },
    );
    const document = changed(VALID, [set('items[0].taxRate', 25), set('items[0].taxAmount', 5)]);
    expect(ratesFor(document, 'rate_of_line', shop)).toEqual(['rate_of_line: items.0.taxRate 15']);
  });

  it('leave lines of another category with the same rate', () => {
    const untaxed = { ...BUN, taxRate: 25, taxCategory: 'Z', taxAmount: 1680 };
    const document = changed(VALID, [{ append: 'items', value: untaxed }]);
    expect(suggested('line', document)).toEqual(['category: items.2.taxCategory "S"']);
  });

  it('are those of an entry if the rate is of another type', () => {
    expect(
      ratesFor(changed(VALID, [set('items[0].taxRate', 'x'), set('items[0].taxAmount', 'x')]), 'rate_of_line'),
    ).toEqual(['rate_of_line: items.0.taxRate 15']);
  });
});

describe('the repairs that a field suggests', () => {
  const none = (path: string): string => `not_allowed: ${path} none`;
  const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) });
  const TYPES = ['sale', 'refund', 'void', 'credit_note', 'exchange'];
  const METHODS = ['cash', 'card', 'mobile', 'transfer', 'other'];
  const CATEGORIES = ['S', 'Z', 'E', 'AE', 'O'];
  test('field', [
    ['true or false as text', [set('settled', 'TRUE')], ['type_of_value: settled true', none('settled')]],
    ['text that contains true', [set('settled', 'untrue')], [none('settled')]],
    ['text that begins with true', [set('settled', 'true?')], [none('settled')]],
    ['true in a list', [set('settled', ['true'])], [none('settled')]],
    ['false as text', [set('settled', 'False')], ['type_of_value: settled false', none('settled')]],
    ['1 for true', [set('settled', 1)], ['type_of_value: settled true', none('settled')]],
    ['0 for false', [set('settled', 0)], ['type_of_value: settled false', none('settled')]],
    ['another number for true', [set('settled', 2)], [none('settled')]],
    [
      'a fraction of a minor unit: in major units, or to be rounded',
      [set('items[0].amount', 84.5)],
      ['minor_units: items.0.amount 8450', 'minor_units: items.0.amount 85', none('items.0.amount')],
    ],
    [
      'money as text: in minor or in major units',
      [set('items[0].amount', '84')],
      ['numbers_as_text: items.0.amount 84', 'numbers_as_text: items.0.amount 8400', none('items.0.amount')],
    ],
    ['money as text that is not money', [set('items[0].amount', 'much')], [none('items.0.amount')]],
    [
      'a quantity as text',
      [set('items[0].quantity', '2,5')],
      ['numbers_as_text: items.0.quantity 2.5', none('items.0.quantity')],
    ],
    ['an empty quantity, which is no 0', [set('items[0].quantity', ' ')], [none('items.0.quantity')]],
    [
      'a rate as text',
      [set('items[0].taxRate', '15 %')],
      ['numbers_as_text: items.0.taxRate 15', none('items.0.taxRate')],
    ],
    ['a name that is a number', [set('items[0].name', 5)], ['type_of_value: items.0.name "5"', none('items.0.name')]],
    [
      'digits as a long number',
      [set('payment.last4', 123456)],
      ['type_of_value: payment.last4 "3456"', none('payment.last4')],
    ],
    [
      'a discount that is a number',
      [set('items[0].discount', 50)],
      ['type_of_value: items.0.discount {"amount":50}', none('items.0.discount')],
    ],
    ['a line alone', [set('items', { a: 1 })], ['type_of_value: items [{"a":1}]', none('items')]],
    ['an entry alone', [set('tax.summary', { a: 1 })], ['type_of_value: tax.summary [{"a":1}]', none('tax.summary')]],
    ['an object for a name', [set('items[0].name', { a: 1 })], [none('items.0.name')]],
    ['no line', [set('items', {})], [none('items')]],
    ['an element of another type, which is not to be removed', [set('items[0]', 5)], []],
    ['extensions of another type, which a device may need', [set('extensions', 5)], []],
    ['metadata of another type', [set('metadata', 5)], [none('metadata')]],
    ['metadata that is too deep', [set('metadata', nested(200))], [none('metadata')]],
    ['an extension that is too deep', [set('extensions', { se: nested(200) })], [none('extensions.se')]],
    ['a discount of 0', [set('items[0].discount', { amount: 0 })], [none('items.0.discount')]],
    ['a negative discount', [set('items[0].discount', { amount: -5 })], ['line_input: items.0.discount.amount 5']],
    [
      'negative figures beyond all limits',
      [set('items[0].unitPrice', -1e17), set('totals.tax', -1e17), set('tax.summary[0].taxAmount', -1e17)],
      [
        'line_input: items.0.unitPrice 100000000000000000',
        'total: totals.tax 100000000000000000',
        'summary: tax.summary.0.taxAmount 100000000000000000',
      ],
    ],
    ['a void that is settled', [set('type', 'void'), set('totals.total', 0)], ['default: settled false']],
    [
      'a local time in an hour that repeats',
      [set('timestamp', '2026-10-25T02:30:00')],
      [
        'offset_missing?: timestamp "2026-10-25T02:30:00+02:00"',
        'offset_missing?: timestamp "2026-10-25T02:30:00+01:00"',
      ],
    ],
    [
      'a discount of 0 beside metadata',
      [set('items[0].discount', { amount: 0 }), set('metadata', { till: 1 })],
      [none('items.0.discount')],
    ],
    [
      'the category of taxed goods at rate 0',
      [set('items[0].taxRate', 0), set('items[0].taxAmount', 0)],
      ['Z', 'E', 'AE', 'O'].map((category) => `category?: items.0.taxCategory "${category}"`),
    ],
    [
      'a missing category at rate 0',
      [set('items[0].taxRate', 0), set('items[0].taxAmount', 0), remove('items[0].taxCategory')],
      ['Z', 'E', 'O'].map((category) => `category?: items.0.taxCategory "${category}"`),
    ],
    ['a missing settled', [remove('settled')], ['default: settled true']],
    [
      'a missing settled of a void',
      [remove('settled'), set('type', 'void'), set('totals.total', 0)],
      ['default: settled false'],
    ],
    ['a missing type', [remove('type')], ['default: type "sale"']],
    [
      'a missing type of a correction',
      [remove('type'), set('linkedTransaction', { originalTransactionId: 'txn_1' })],
      TYPES.slice(1).map((type) => `default?: type "${type}"`),
    ],
    ['a missing currency', [remove('currency')], ['default: currency "NOK"']],
    [
      'a missing flag for prices',
      [remove('tax.pricesIncludeTax')],
      ['default: tax.pricesIncludeTax true', 'default: tax.pricesIncludeTax false'],
    ],
    ['a missing category of a taxed line', [remove('items[0].taxCategory')], ['category: items.0.taxCategory "S"']],
    [
      'a missing category and rate',
      [remove('items[0].taxCategory'), remove('items[0].taxRate')],
      ['Z', 'E', 'O'].map((category) => `category?: items.0.taxCategory "${category}"`),
    ],
    ['a missing method', [remove('payment.method')], METHODS.map((method) => `default?: payment.method "${method}"`)],
    ['a missing scheme', [remove('tax.scheme')], ['scheme: tax.scheme "NO_MVA"']],
    [
      'another scheme of a sale abroad',
      [set('tax.scheme', 'UK_VAT'), set('customer', { country: 'SE' })],
      ['scheme: tax.scheme "NO_MVA"', 'scheme: tax.scheme "EU_VAT"'],
    ],
    [
      'another scheme of a sale at home',
      [set('tax.scheme', 'UK_VAT'), set('customer', { country: 'NO' })],
      ['scheme: tax.scheme "NO_MVA"'],
    ],
    ['another currency', [set('currency', 'EUR')], ['currency: currency "NOK"']],
    ['a currency in another form', [set('currency', 'kr')], ['currency_form: currency "NOK"']],
    ['a currency of another type', [set('currency', 5)], [none('currency')]],
    [
      'an extension that is too deep, which the law knows',
      [set('extensions', { no: nested(200) })],
      [none('extensions.no')],
    ],
    [
      'a negative tax of a jurisdiction',
      [set('tax.jurisdictions', [{ name: 'Oslo', level: 'city', rate: 1, taxAmount: -1e17 }])],
      [none('tax.jurisdictions'), 'jurisdiction_tax: tax.jurisdictions.0.taxAmount 100000000000000000'],
    ],
    [
      'another document',
      [set('documentTier', 'full_invoice')],
      ['not_allowed: documentTier "receipt"', none('documentTier')],
    ],
    ['an unknown document', [set('documentTier', 'bon')], [none('documentTier')]],
    ['a card number', [set('payment.last4', '4111 2222')], ['last4: payment.last4 "2222"', none('payment.last4')]],
    [
      'a card number before text',
      [set('payment.last4', '41112222 VISA')],
      ['last4: payment.last4 "2222"', none('payment.last4')],
    ],
    ['three digits of a card', [set('payment.last4', '222')], [none('payment.last4')]],
    [
      'a locale of an operating system',
      [set('locale', 'nb_NO.UTF-8')],
      ['type_of_value: locale "nb-NO"', none('locale')],
    ],
    ['a time in another field', [set('locale', '2026-11-21 14:32')], [none('locale')]],
    ['a locale without a language', [set('locale', '.UTF-8')], [none('locale')]],
    ['an invalid character', [set('vendor.id', 'a\0b')], ['type_of_value: vendor.id "ab"']],
    ['half of a pair', [set('vendor.id', 'a\ud83d')], ['type_of_value: vendor.id "a"']],
    [
      'an invalid character beside a valid pair',
      [set('vendor.id', '\u{1f600}\0')],
      ['type_of_value: vendor.id "\u{1f600}"'],
    ],
    ['only invalid characters', [set('vendor.id', '\0')], []],
    ['a word', [set('type', 'kvitto')], ['word: type "sale"']],
    ['an unknown word', [set('type', 'xyz')], TYPES.map((type) => `word?: type "${type}"`)],
    ['a number for a word', [set('type', 5)], [none('type'), ...TYPES.map((type) => `word?: type "${type}"`)]],
    [
      'an unknown category',
      [set('tax.summary[0].category', 'zzz')],
      CATEGORIES.map((category) => `word?: tax.summary.0.category "${category}"`),
    ],
    [
      'a rejected rate at home: its entry keeps its figures',
      [set('items[0].taxRate', 20), set('tax.summary[0].rate', 20), set('tax.summary[0].taxAmount', 5)],
      ['total: totals.tax 25985'],
    ],
    [
      'a rejected rate of a sale abroad',
      [set('items[0].taxRate', 20), set('customer', { country: 'SE' })],
      ['default: channel "ecommerce"'],
    ],
    [
      'the digits of a card in a cash payment',
      [set('payment', { method: 'cash', last4: '4242' }), set('totals.rounding', 0)],
      [none('payment.last4'), 'word: payment.method "card"'],
    ],
    ['rounding without cash', [set('totals.rounding', 5)], [none('totals.rounding'), 'total: totals.total 138305']],
    [
      'tax that deviates: the figures of the summary that follow, the tax itself as a line suggests it',
      [set('items[0].taxAmount', 5)],
      ['summary: tax.summary.0.taxableAmount 8395', 'summary: tax.summary.0.taxAmount 5'],
    ],
  ]);

  const abroad = {
    ...VALID,
    currency: 'SEK',
    channel: 'ecommerce',
    tax: { ...VALID.tax, scheme: 'EU_VAT' },
    extensions: { se: nested(200) },
  };
  test(
    'field',
    [
      ['the United Kingdom', [set('customer', { country: 'UK' })], ['word: customer.country "GB"']],
      ['Greece as in VAT numbers', [set('customer', { country: 'EL' })], ['word: customer.country "GR"']],
      ['a country in small letters', [set('customer', { country: 'fr' })], ['word: customer.country "FR"']],
      ['the name of a country', [set('customer', { country: 'france' })], []],
      [
        'an extension that the law of another country knows',
        [set('customer', { country: 'DE' }), set('extensions', { no: nested(200) })],
        [none('extensions.no')],
      ],
      ['an extension that the law requires', [set('customer', { country: 'DE' })], []],
    ],
    abroad,
    registry.shop({ country: 'SE' }),
  );

  it.each<[field: Rule['reads'][number], expected: unknown, suggestions: string[]]>([
    ['receiptNumber', '2', ['default: receiptNumber "2"']],
    ['receiptNumber', ['2', '3'], ['default?: receiptNumber "2"', 'default?: receiptNumber "3"']],
    ['receiptNumber', [['2'], null], []],
    ['settled', false, ['default: settled false']],
    ['currency', 'EUR', ['currency: currency "EUR"']],
    ['tax.jurisdictions', 5, ['jurisdiction_tax: tax.jurisdictions 5']],
    ['items[].taxRate', 5, ['rate_of_line: items.0.taxRate 5']],
    ['items[].taxCategory', 'Z', ['category: items.0.taxCategory "Z"']],
    ['items[].amount', 5, ['line_amount: items.0.amount 5']],
    ['items[].taxAmount', 5, ['line_tax: items.0.taxAmount 5']],
    ['tax.summary[].rate', 5, ['summary: tax.summary.0.rate 5']],
    ['totals.rounding', 5, ['rounding: totals.rounding 5']],
    ['tax.scheme', 'SE_MOMS', ['scheme: tax.scheme "SE_MOMS"']],
    ['documentTier', 'receipt', ['not_allowed: documentTier "receipt"']],
    ['totals.subtotal', 5, ['total: totals.subtotal 5']],
    ['tax.pricesIncludeTax', false, ['prices_flag: tax.pricesIncludeTax false']],
    ['vendor', 'biz_1', []],
  ])('are the values that a custom rule expects: %s', (reads, expected, suggestions) => {
    const details = reads.includes('[]') ? { expected, index: 0 } : { expected };
    const pack = definedWith({ reads: [reads], check: (run) => run.report(reads, 'own_code', '', details) });
    const shop = createRegistry([pack]).shop({ country: 'SE' });
    expect(suggested('field', VALID, shop)).toEqual(suggestions);
  });

  it('are both flags for prices if no law says which is usual', () => {
    const shop = createRegistry([definedWith({})]).shop({ country: 'SE' });
    expect(suggested('field', changed(VALID, [remove('tax.pricesIncludeTax')]), shop)).toEqual([
      'default: tax.pricesIncludeTax false',
      'default: tax.pricesIncludeTax true',
    ]);
  });

  it('never remove an extension that a law with several requires', () => {
    const { law } = packs.find(({ country }) => country === 'SE')!;
    const [required] = law.extensions;
    const fields = required!.fields.map((field) => ({ ...field, required: false }));
    const other = { ...required!, namespace: 'qm', required: false, fields };
    const pack = defineReceiptPack({ ...law, extensions: [other, required!] });
    const shop = createRegistry([pack]).shop({ country: 'SE' });
    const document = (namespace: string): unknown =>
      changed(VALID, [
        set('currency', 'SEK'),
        set('tax.scheme', 'SE_MOMS'),
        set('extensions', { [namespace]: nested(200) }),
      ]);
    expect(suggested('field', document('se'), shop)).not.toContain(none('extensions.se'));
    expect(suggested('field', document('qm'), shop)).toContain(none('extensions.qm'));
  });

  it('never change the number of a device, which only the sender knows', () => {
    const sweden = registry.shop({ country: 'SE' });
    const document = changed(VALID, [
      set('currency', 'SEK'),
      set('tax.scheme', 'SE_MOMS'),
      set('extensions', { se: { sequenceNumber: -1 } }),
    ]);
    expect(sweden.validate(document).issues).toContainEqual(
      expect.objectContaining({ field: 'extensions.se.sequenceNumber', code: 'out_of_range' }),
    );
    expect(suggested('field', document, sweden).filter((text) => text.includes('sequenceNumber'))).toEqual([]);
  });

  it('never are the names of fields that a fiscal device may fill', () => {
    const italy = createRegistry(packs).shop({ country: 'IT' });
    const document = { ...VALID, currency: 'EUR', tax: { ...VALID.tax, scheme: 'EU_VAT' } };
    expect(italy.validate(document).warnings.map(({ code }) => code)).toContain('fiscal_missing');
    expect(suggested('field', document, italy).filter((text) => text.includes('extensions'))).toEqual([]);
  });
});

describe('the repairs that totals suggest', () => {
  const cash = set('payment.method', 'cash');
  test('totals', [
    [
      'a total off by 1.00',
      [set('totals.total', 138400)],
      ['total: totals.total 138300', 'rounding: totals.rounding 100'],
    ],
    [
      'a total off by 9.99',
      [set('totals.total', 137301)],
      ['total: totals.total 138300', 'rounding: totals.rounding -999'],
    ],
    ['a total off by 10.00, which no rounding explains', [set('totals.total', 139300)], ['total: totals.total 138300']],
    ['a total of another type', [set('totals.total', 'x')], ['total: totals.total 138300']],
    ['a subtotal', [set('totals.subtotal', 100)], ['total: totals.subtotal 138300', 'total: totals.total 100']],
    ['a tax', [set('totals.tax', 1)], ['total: totals.tax 27076']],
    ['a discount', [set('totals.discount', 5)], ['total: totals.discount 0']],
    ['a tax without a summary', [set('totals.tax', 1), set('tax.summary', [])], []],
    ['prices without tax', [set('tax.pricesIncludeTax', false)], ['total: totals.total 165376']],
    ['a void', [set('type', 'void'), set('totals.total', 5)], ['total: totals.total 0']],
    ['a profile, which hides the sums', [set('profileId', 'se-receipt-1'), set('totals.subtotal', 1)], []],
    ['a line alone', [set('items[0].quantity', 3)], []],
    [
      'rounding without cash, which the total does not include',
      [set('totals.rounding', 5)],
      [
        'total: totals.total 138305',
        'rounding: totals.total 138295, totals.rounding none',
        'rounding: totals.rounding none',
      ],
    ],
    [
      'rounding without cash, which the total includes',
      [set('totals.rounding', 5), set('totals.total', 138305)],
      [
        'rounding: totals.total 138300, totals.rounding none',
        'rounding: totals.rounding none, totals.total 138300',
        'rounding: totals.rounding none',
      ],
    ],
    ['rounding of another type', [set('totals.rounding', 'x')], ['rounding: totals.rounding none']],
    [
      'rounding of another type, beside a rounded total',
      [set('totals.rounding', 'x'), set('totals.total', 138250)],
      [
        'rounding: totals.rounding -50',
        'rounding: totals.rounding none, totals.total 138300',
        'rounding: totals.rounding none',
      ],
    ],
    ['cash without rounding', [cash], ['rounding: totals.rounding 0']],
    [
      'cash without rounding, of a sum that is not in whole kroner',
      [cash, set('totals.subtotal', 138342), set('totals.total', 138342)],
      [
        'total: totals.subtotal 138300',
        'rounding: totals.rounding 0',
        'rounding: totals.rounding -42, totals.total 138300',
      ],
    ],
    [
      'a subtotal of another type, beside rounding',
      [set('totals.subtotal', 'x'), set('totals.rounding', 5)],
      ['total: totals.subtotal 138300'],
    ],
    [
      'cash without rounding, and a rounded total',
      [cash, set('totals.total', 138250)],
      [
        'total: totals.total 138300',
        'rounding: totals.rounding -50',
        'rounding: totals.rounding 0, totals.total 138300',
      ],
    ],
    [
      'cash rounding that was left out: whole kroner',
      [cash, set('totals.rounding', 0), set('totals.subtotal', 138342), set('totals.total', 138342)],
      ['total: totals.subtotal 138300', 'rounding: totals.rounding -42, totals.total 138300'],
    ],
    [
      'cash rounding of another type',
      [cash, set('totals.rounding', 'x'), set('totals.total', 138250)],
      [
        'rounding: totals.rounding -50',
        'rounding: totals.rounding 0, totals.total 138300',
        'rounding: totals.rounding 0',
      ],
    ],
  ]);
});

describe('the repairs that a summary suggests', () => {
  const WHOLE = `summary: tax.summary ${JSON.stringify([FOOD, GENERAL])}`;
  const TURNED = `summary: tax.summary ${JSON.stringify([GENERAL, FOOD])}`;
  const ENTRY = JSON.stringify(FOOD);
  const OLD = { rate: 8, category: 'S', taxableAmount: 7778, taxAmount: 622 };
  test('summary', [
    ['a tax', [set('tax.summary[0].taxAmount', 1)], [WHOLE, 'summary: tax.summary.0.taxAmount 1096']],
    ['a base', [set('tax.summary[0].taxableAmount', 1)], [WHOLE, 'summary: tax.summary.0.taxableAmount 7304']],
    [
      'base and tax',
      [set('tax.summary[0].taxableAmount', 1), set('tax.summary[0].taxAmount', 1)],
      [
        WHOLE,
        'summary: tax.summary.0.taxableAmount 7304',
        'summary: tax.summary.0.taxAmount 1096',
        'summary: tax.summary.0.taxableAmount 7304, tax.summary.0.taxAmount 1096',
      ],
    ],
    [
      'an entry of another rate',
      [set('tax.summary[0].rate', 12)],
      [
        // Entries that are there keep their place.
        TURNED,
        `summary: tax.summary.2 ${ENTRY}`,
        'summary: tax.summary.0.rate 15',
        'summary: tax.summary.0 none',
        'rate_of_line: items.0.taxRate 12',
      ],
    ],
    [
      'an entry of another rate, with the tax of that rate: 8400 × 12 ÷ 112',
      [set('tax.summary[0]', { ...FOOD, rate: 12, taxableAmount: 7500, taxAmount: 900 })],
      [
        TURNED,
        `summary: tax.summary.2 ${ENTRY}`,
        'summary: tax.summary.0.rate 15',
        'summary: tax.summary.0 none',
        'rate_of_line: items.0.taxRate 12',
        'rate_of_line: items.0.taxRate 12, items.0.taxAmount 900',
      ],
    ],
    [
      'an entry of another category',
      [set('tax.summary[0].category', 'Z')],
      [
        TURNED,
        `summary: tax.summary.2 ${ENTRY}`,
        'summary: tax.summary.0.category "S"',
        'summary: tax.summary.0 none',
        'rate_of_line: items.0.taxCategory "Z"',
      ],
    ],
    ['a missing entry', [remove('tax.summary[0]')], [TURNED, `summary: tax.summary.1 ${ENTRY}`]],
    ['an entry that is there twice', [{ append: 'tax.summary', value: FOOD }], [TURNED, 'summary: tax.summary.2 none']],
    [
      'an entry with a label, which it keeps',
      [set('tax.summary[0].label', 'Mat'), set('tax.summary[0].taxAmount', 1)],
      [
        `summary: tax.summary ${JSON.stringify([{ ...FOOD, label: 'Mat' }, GENERAL])}`,
        'summary: tax.summary.0.taxAmount 1096',
      ],
    ],
    [
      'no summary',
      [remove('tax.summary')],
      [WHOLE, `summary: tax.summary.0 ${ENTRY}`, `summary: tax.summary.0 ${JSON.stringify(GENERAL)}`],
    ],
    [
      'an entry that holds a line of another rate: 8400 with 25 % is 6720 + 1680',
      [set('tax.summary', [{ ...GENERAL, taxableAmount: 110640, taxAmount: 27660 }])],
      [
        TURNED,
        `summary: tax.summary.1 ${ENTRY}`,
        'summary: tax.summary.0.taxableAmount 103920',
        'summary: tax.summary.0.taxAmount 25980',
        'summary: tax.summary.0.taxableAmount 103920, tax.summary.0.taxAmount 25980',
        'summary: tax.summary.0.rate 15',
        'rate_of_line: items.0.taxRate 25',
        'rate_of_line: items.0.taxRate 25, items.0.taxAmount 1680',
      ],
    ],
    [
      'a rate of earlier years, which is a warning: 8400 with 8 % is 7778 + 622',
      [set('items[0].taxRate', 8), set('items[0].taxAmount', 622)],
      [
        `summary: tax.summary ${JSON.stringify([GENERAL, OLD])}`,
        `summary: tax.summary.2 ${JSON.stringify(OLD)}`,
        'summary: tax.summary.0.rate 8',
        'summary: tax.summary.0 none',
        'rate_of_line: items.0.taxRate 15',
        'rate_of_line: items.0.taxRate 15, items.0.taxAmount 1096',
      ],
    ],
    ['an entry of another type', [set('tax.summary[0]', 'x')], [TURNED, `summary: tax.summary.2 ${ENTRY}`]],
    ['a line that cannot be read', [set('items[0].taxAmount', 'x'), set('tax.summary[0].taxableAmount', 1)], []],
    ['a rejected rate, which is repaired first', [set('items[0].taxRate', 20)], []],
    [
      'a line without a rate whose tax cannot be read',
      [remove('items[0].taxRate'), set('items[0].taxAmount', 'x'), set('tax.summary[1].taxableAmount', 'x')],
      [],
    ],
    ['no lines', [set('items', []), set('tax.summary[0].taxAmount', 1)], []],
    ['no tax', [remove('tax')], []],
    [
      'lines whose sum is beyond all limits',
      [0, 1].map((i) => set(`items[${i}]`, { ...BUN, quantity: 1, unitPrice: 9e15, amount: 9e15 })),
      [],
    ],
    [
      'an entry without a rate, with the amount of a line of another category',
      [set('tax.summary[0]', { ...FOOD, rate: 'x', category: 'Z' })],
      [TURNED, `summary: tax.summary.2 ${ENTRY}`, 'summary: tax.summary.0.rate 15, tax.summary.0.category "S"'],
    ],
  ]);

  test(
    'summary',
    [
      [
        'a missing entry beside an unused one, which may be',
        [set('tax.summary[0].rate', 12)],
        [TURNED, `summary: tax.summary.2 ${ENTRY}`, 'summary: tax.summary.0.rate 15'],
      ],
    ],
    VALID,
    registry.shop({ country: 'NO' }, { severities: { summary_unused: 'off' } }),
  );
});

describe('an entry that exceeds its lines by the amount of others', () => {
  const buns = (count: number): unknown =>
    changed(VALID, [
      set('items', [...Array.from({ length: count }, () => BUN), VALID.items[1]]),
      set('tax.summary[0]', { ...FOOD, taxableAmount: count * 7304, taxAmount: count * 1096 }),
      set('tax.summary[1]', { ...GENERAL, taxableAmount: 110640, taxAmount: 27660 }),
    ]);
  const rates = (count: number): string[] =>
    suggested('summary', buns(count)).filter((text) => text.startsWith('rate'));

  it('suggests its rate for up to three of them, as more would be chance', () => {
    const lines = [0, 1, 2].flatMap((i) => [
      `rate_of_line: items.${i}.taxRate 25`,
      `rate_of_line: items.${i}.taxRate 25, items.${i}.taxAmount 1680`,
    ]);
    expect(rates(3)).toEqual(lines);
    expect(rates(4)).toEqual([]);
  });
});

describe('a summary without issues', () => {
  const shop = registry.shop({ country: 'NO' }, { severities: { summary_deviates: 'off' } });
  test(
    'summary',
    [
      ['suggests nothing', [set('tax.summary[0].taxableAmount', 1), set('totals.total', 1)], []],
      ['suggests nothing for another field', [set('tax.summary[0].taxableAmount', 1), set('settled', 'x')], []],
    ],
    VALID,
    shop,
  );
});

describe('the repairs that the whole document suggests', () => {
  const FLAG = 'prices_flag: tax.pricesIncludeTax false';
  const LINE = 'items.0.unitPrice 4200, items.0.amount 8400, items.0.taxAmount 1096';
  const SUMS =
    'tax.summary.0.taxableAmount 7304, tax.summary.0.taxAmount 1096, totals.subtotal 8400, totals.discount 0, totals.tax 1096, totals.total 8400';
  const inMajor = (text: boolean): Change[] =>
    [
      ['items[0].unitPrice', 42],
      ['items[0].amount', 84],
      ['items[0].taxAmount', 10.96],
      ['tax.summary[0].taxableAmount', 73.04],
      ['tax.summary[0].taxAmount', 10.96],
      ['totals.subtotal', 84],
      ['totals.tax', 10.96],
      ['totals.total', 84],
    ].map(([path, value]) => set(path as string, text ? (value as number).toFixed(2) : value));

  const UNTAXED = [
    set('items[0]', { ...BUN, taxRate: 0, taxCategory: 'E', taxAmount: 0 }),
    set('tax', {
      ...VALID.tax,
      pricesIncludeTax: false,
      summary: [{ rate: 0, category: 'E', taxableAmount: 8400, taxAmount: 0 }],
    }),
    set('totals.tax', 0),
  ];

  test(
    'whole',
    [
      ['a total', [set('totals.total', 1)], [FLAG]],
      ['a base', [set('tax.summary[0].taxableAmount', 1)], [FLAG]],
      ['prices without tax', [set('tax.pricesIncludeTax', false)], ['prices_flag: tax.pricesIncludeTax true']],
      ['prices without tax, of goods without it', UNTAXED, ['prices_flag: tax.pricesIncludeTax true']],
      ['an unreadable flag', [set('tax.pricesIncludeTax', 'no'), set('totals.total', 1)], []],
      ['a quantity', [set('items[0].quantity', 3)], []],
      [
        'money in major units: all of it, or some parts',
        inMajor(false),
        [
          `minor_units: ${LINE}, ${SUMS.replace('totals.discount 0, ', '')}`,
          `minor_units: ${LINE}`,
          'minor_units: items.0.unitPrice 4200',
          `minor_units: ${SUMS.replace('totals.discount 0, ', '')}`,
        ],
      ],
      [
        'money as text with decimals',
        inMajor(true),
        // Once with the other numbers in major units, once without.
        [`numbers_as_text: ${LINE}, ${SUMS.replace('totals.discount 0, ', '')}`],
      ],
      [
        'money as text without decimals: in minor units',
        [set('items[0].amount', '8400'), set('items[0].taxAmount', '1096')],
        ['numbers_as_text: items.0.amount 8400, items.0.taxAmount 1096'],
      ],
      [
        'money as text, of which one has decimals: all in major units, or as written',
        [set('items[0].amount', '84'), set('items[0].taxAmount', '10.96'), remove('totals'), remove('tax.summary')],
        [
          'numbers_as_text: items.0.amount 8400, items.0.taxAmount 1096, items.0.unitPrice 420000',
          'numbers_as_text: items.0.amount 84, items.0.taxAmount 1096',
        ],
      ],
      [
        'rounding and total as text',
        [set('totals.rounding', '-50'), set('totals.total', '8350')],
        ['numbers_as_text: totals.rounding -50, totals.total 8350'],
      ],
      ['one amount as text: a mistake of that field', [set('items[0].amount', '8400')], []],
      ['text that is no money', [set('items[0].amount', 'much'), set('items[0].taxAmount', 'little')], []],
      [
        'rates as fractions',
        [set('items[0].taxRate', 0.15), set('tax.summary[0].rate', 0.15)],
        [FLAG, 'rates_as_fractions: items.0.taxRate 15, tax.summary.0.rate 15'],
      ],
      [
        'a fraction that a double cannot hold: 0.07 × 100',
        [set('items[0].taxRate', 0.07)],
        [FLAG, 'rates_as_fractions: items.0.taxRate 7'],
      ],
      ['negative rates', [set('items[0].taxRate', -0.15)], [FLAG]],
      ['rates of 0 and 1', [set('items[0].taxRate', 1), set('tax.summary[0].rate', 0)], [FLAG]],
    ],
    ONE_LINE,
  );

  const refund = { ...ONE_LINE, type: 'refund', linkedTransaction: { originalTransactionId: 'txn_1' } };
  const negative = [
    set('items[0].quantity', -2),
    set('items[0].amount', -8400),
    set('items[0].taxAmount', -1096),
    set('items[0].discount', { amount: -1 }),
    set('tax.summary[0].taxableAmount', -7304),
    set('tax.summary[0].taxAmount', -1096),
    set('totals.subtotal', -8400),
    set('totals.tax', -1096),
    set('totals.total', -8400),
  ];
  const positive =
    'refund_sign: items.0.amount 8400, items.0.taxAmount 1096, tax.summary.0.taxableAmount 7304, tax.summary.0.taxAmount 1096, totals.subtotal 8400, totals.tax 1096, totals.total 8400, items.0.quantity 2';
  test(
    'whole',
    [
      ['a refund in negative figures, but for its discounts', negative, [positive]],
      ['a credit note in negative figures', [...negative, set('type', 'credit_note')], [positive]],
      ['a sale in negative figures', [...negative, set('type', 'sale')], []],
      ['a refund with a negative line', negative.slice(0, 3), [FLAG]],
      [
        'a refund with a negative line and a wrong discount',
        [...negative.slice(0, 3), set('items[0].discount', { amount: 0 })],
        [FLAG],
      ],
    ],
    refund,
  );
});

describe('money as text', () => {
  it('may have one decimal, which is tens of minor units', () => {
    expect(moneyOfText('84,5')).toEqual({ amount: 8450, hasDecimals: true });
  });

  it.each([
    [29, '1000'],
    [30, '1000'],
    [31, undefined],
  ])('has at most 30 characters: %i', (length, amount) => {
    expect(moneyOfText('1000'.padStart(length))).toEqual(amount && { amount: Number(amount), hasDecimals: false });
  });
});

describe('the repairs that a sale in the United States suggests', () => {
  const usa = createRegistry(packs).shop({ country: 'US' });
  const jurisdictions = [
    { name: 'Texas', level: 'state', rate: 6.25, taxAmount: 625 },
    { name: 'Austin', level: 'city', rate: 2, taxAmount: 200 },
  ];
  const austin = {
    ...VALID,
    timestamp: '2026-11-21T14:32:10-06:00',
    currency: 'USD',
    items: [
      { name: 'Mug', quantity: 1, unitPrice: 10000, amount: 10000, taxRate: 8.25, taxCategory: 'S', taxAmount: 825 },
    ],
    tax: {
      scheme: 'US_SALES_TAX',
      pricesIncludeTax: false,
      summary: [
        { rate: 8.25, category: 'S', taxableAmount: 10000, taxAmount: 825 },
        { rate: 0, category: 'E', taxableAmount: 500, taxAmount: 0 },
      ],
      jurisdictions,
    },
    totals: { subtotal: 10000, discount: 0, tax: 825, total: 10825 },
  };
  test(
    'field',
    [
      [
        'a date is read with the month first, in the zone of the state',
        [set('timestamp', '11/12/2026 14:32')],
        ['timestamp_form: timestamp "2026-11-12T14:32-06:00"'],
      ],
    ],
    austin,
    usa,
  );
  test(
    'whole',
    [
      [
        'prices with tax, of goods without it',
        [
          set('items[0].taxRate', 0),
          set('items[0].taxCategory', 'E'),
          set('items[0].taxAmount', 0),
          set('tax.summary', [{ rate: 0, category: 'E', taxableAmount: 10000, taxAmount: 0 }]),
          remove('tax.jurisdictions'),
          set('tax.pricesIncludeTax', true),
          set('totals.tax', 0),
          set('totals.total', 10000),
        ],
        ['prices_flag: tax.pricesIncludeTax false'],
      ],
    ],
    austin,
    usa,
  );
  const FRACTIONS = [
    'items.0.taxRate 8.25',
    'tax.summary.0.rate 8.25',
    'tax.jurisdictions.0.rate 6.25',
    'tax.jurisdictions.1.rate 2',
  ];
  test(
    'whole',
    [
      [
        'rates as fractions, in lines, summary and jurisdictions alike',
        [
          set('items[0].taxRate', 0.0825),
          set('tax.summary[0].rate', 0.0825),
          remove('tax.summary[1]'),
          set('tax.jurisdictions[0].rate', 0.0625),
          set('tax.jurisdictions[1].rate', 0.02),
        ],
        ['prices_flag: tax.pricesIncludeTax true', `rates_as_fractions: ${FRACTIONS.join(', ')}`],
      ],
    ],
    austin,
    usa,
  );
  const state = JSON.stringify({ rate: 6.25, category: 'S', taxableAmount: 10000, taxAmount: 625 });
  test(
    'summary',
    [
      [
        'a line at the rate of the state alone: its base is the amount without tax',
        [set('items[0].taxRate', 6.25), set('items[0].taxAmount', 625), remove('tax.summary[1]')],
        [
          `summary: tax.summary [${state}]`,
          `summary: tax.summary.1 ${state}`,
          'summary: tax.summary.0.rate 6.25',
          'summary: tax.summary.0 none',
          'rate_of_line: items.0.taxRate 8.25',
          'rate_of_line: items.0.taxRate 8.25, items.0.taxAmount 825',
        ],
      ],
    ],
    austin,
    usa,
  );
  test(
    'jurisdictions',
    [
      [
        'a tax: 2 % of the taxed base, or the rest of the tax',
        [set('tax.jurisdictions[1].taxAmount', 100)],
        ['jurisdiction_tax: tax.jurisdictions.1.taxAmount 200', 'jurisdiction_tax: tax.jurisdictions.0.taxAmount 725'],
      ],
      [
        'nothing, if the sum is right',
        [
          set('tax.jurisdictions[0].taxAmount', 725),
          set('tax.jurisdictions[1].taxAmount', 100),
          set('tax.jurisdictions[1].name', 5),
          set('totals.total', 1),
        ],
        [],
      ],
      [
        'nothing for another field of the tax',
        [
          set('tax.jurisdictions[0].taxAmount', 725),
          set('tax.jurisdictions[1].taxAmount', 100),
          set('tax.scheme', 'NO_MVA'),
        ],
        [],
      ],
      [
        'a tax and a sum: 2 % of the taxed base, or the rest of the tax',
        [set('tax.jurisdictions[1].taxAmount', 100), set('totals.tax', 800)],
        [
          'jurisdiction_tax: tax.jurisdictions.0.taxAmount 700',
          'jurisdiction_tax: tax.jurisdictions.1.taxAmount 200',
          'jurisdiction_tax: tax.jurisdictions.1.taxAmount 175',
        ],
      ],
      [
        'a sum',
        [set('totals.tax', 800)],
        ['jurisdiction_tax: tax.jurisdictions.0.taxAmount 600', 'jurisdiction_tax: tax.jurisdictions.1.taxAmount 175'],
      ],
    ],
    austin,
    usa,
  );
});
