import type { ReceiptLaw } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { derivedCases } from '../support/derived-cases';
import { DAY } from '../support/document-of';
import { testLaws } from '../support/test-laws';

const law: ReceiptLaw = { ...testLaws[0]!, reviewed: undefined };
const rate = (rate: number, row: object = {}) => ({ rate, enforce: true, citation: 'Fictional', ...row });
const told = (rates: ReceiptLaw['rates']) =>
  derivedCases({ ...law, rates, cashRounding: [] }).map(({ name, issues, warnings }) => [name, issues, warnings]);
const AT = ['items[0].taxRate'];

describe('a row of rates', () => {
  it('has cases on its first and last days, and on the days before and after', () => {
    expect(told([rate(25), rate(12, { from: '2020-03-01', until: '2021-12-31' })])).toEqual([
      [`25 % on ${DAY}`, undefined, undefined],
      ['12 % on 2020-02-29', AT, undefined],
      ['12 % on 2020-03-01', undefined, undefined],
      ['12 % on 2021-12-31', undefined, undefined],
      ['12 % on 2022-01-01', AT, undefined],
    ]);
  });

  it('has cases with its class, which expect only warnings if the dates are not enforced', () => {
    const [, before, first] = derivedCases({
      ...law,
      rates: [rate(12), rate(6, { from: '2020-03-01', enforce: false, productTaxClass: 'opera' })],
      cashRounding: [],
    });
    expect(before).toMatchObject({ name: '6 % for opera on 2020-02-29', warnings: AT });
    expect(before).not.toHaveProperty('issues');
    expect(first).toMatchObject({ options: { rateWindows: 'enforce', productTaxClass: { 0: 'opera' } } });
    expect(first).not.toHaveProperty('warnings');
  });

  it('has no duplicate cases if another row for the same rate follows', () => {
    expect(told([rate(12, { until: '2020-02-29' }), rate(12, { from: '2020-03-01' })])).toEqual([
      ['12 % on 2020-02-29', undefined, undefined],
      ['12 % on 2020-03-01', undefined, undefined],
    ]);
  });
});

describe('a row of cash rounding', () => {
  const cash = (row: object, ...names: string[]) => {
    const cases = derivedCases({
      ...law,
      rates: [],
      cashRounding: [
        {
          increment: 10,
          halfway: 'away_from_zero',
          cash: 'required',
          electronic: 'not_allowed',
          other: 'not_allowed',
          citation: 'Fictional',
          ...row,
        },
      ],
    });
    return names.map((name) => {
      const { code, issues, warnings } = cases.find((one) => one.name === name)!;
      return [code, issues !== undefined, warnings !== undefined];
    });
  };
  const [valid, invalid] = [
    ['invalid_rounding', false, false],
    ['invalid_rounding', true, false],
  ];
  const warned = (code: string) => [code, false, true];

  it('has cases around the increment', () => {
    const names = ['1000 in cash, rounded by 0', '1001 in cash, rounded by 0', '1001 in cash, rounded by -1'];
    expect(cash({}, ...names)).toEqual([valid, invalid, valid]);
    expect(cash({ cash: 'allowed' }, ...names)).toEqual([valid, valid, valid]);
    expect(cash({}, '1009 in cash, rounded by 1', '1009 in cash, rounded by -9')).toEqual([valid, invalid]);
  });

  it('has cases around half the increment', () => {
    const names = [-5, 5].map((by) => `1005 in cash, rounded by ${by}`);
    expect(cash({}, ...names)).toEqual([warned('rounding_tie_down'), valid]);
    expect(cash({ halfway: 'either' }, ...names)).toEqual([valid, valid]);
    expect(cash({}, '1004 in cash, rounded by -4', '1004 in cash, rounded by 6')).toEqual([valid, invalid]);
    expect(cash({}, '1006 in cash, rounded by 4', '1006 in cash, rounded by -6')).toEqual([valid, invalid]);
  });

  it('has cases around the maximum rounding', () => {
    const usual = ['1006 in cash, rounded by -6', '1000 in cash, rounded by 8', '1000 in cash, rounded by -9'];
    expect(cash({ maxRounding: 8 }, ...usual)).toEqual([
      warned('rounding_not_nearest'),
      ['invalid_rounding', true, true],
      ['invalid_rounding', true, true],
    ]);
    const unusual = [0, 50, 51].map((by) => `100 in cash, rounded by ${by}`);
    expect(cash({ increment: 1, cash: 'unusual', maxRounding: 50 }, ...unusual)).toEqual([
      valid,
      warned('rounding_unusual'),
      ['invalid_rounding', true, true],
    ]);
  });

  it('has cases on the day before it, its first and last days, and the day after it', () => {
    const days = ['2020-02-29', '2020-03-01', '2021-12-31', '2022-01-01'];
    const row = { from: '2020-03-01', until: '2021-12-31' };
    for (const by of [0, 1])
      expect(cash(row, ...days.map((day) => `1001 in cash, rounded by ${by}, on ${day}`))).toEqual([
        valid,
        invalid,
        invalid,
        valid,
      ]);
  });
});

it.each(packs)('every row of $id with dates or an increment has cases', ({ law }) => {
  const days = new Set(derivedCases(law).map(({ parts }) => parts?.date));
  const rows = [...(Array.isArray(law.rates) ? (law.rates as readonly { from?: string }[]) : []), ...law.cashRounding];
  rows.push(...[...(law.obligations ?? []), ...(law.cashLimits ?? [])].filter(({ level }) => level === 'warning'));
  for (const { from, until } of rows as readonly { from?: string; until?: string }[])
    for (const day of [from, until]) if (day !== undefined) expect(days).toContain(day);
  expect(derivedCases(law).some(({ parts }) => parts?.rounding !== undefined)).toBe(law.cashRounding.length > 0);
});
