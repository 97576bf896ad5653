import type { ReceiptLaw } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { packIds, readLaw } from '../../scripts/generate/read-law';
import { rowsWithoutCase } from '../../scripts/pack/check-pack';
import { ownCases } from '../support/cases';
import { derivedCases, named } from '../support/derived-cases';
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

describe('rows with the same rate and days', () => {
  const days = { from: '2020-03-01' };
  const rows = [rate(4, { ...days, part: ['QP-1'] }), rate(4, { ...days, part: ['QP-2'] })];

  it('have cases for each territory and each regime, with a business there', () => {
    const cases = derivedCases({
      ...law,
      rates: [...rows, rate(4, { ...days, regime: 'farmer' })],
      cashRounding: [],
    });
    expect(cases.map(({ name, business }) => [name, business?.territory, business?.regimes])).toEqual([
      ['4 % in QP-1 on 2020-02-29', 'QP-1', undefined],
      ['4 % in QP-1 on 2020-03-01', 'QP-1', undefined],
      ['4 % in QP-2 on 2020-02-29', 'QP-2', undefined],
      ['4 % in QP-2 on 2020-03-01', 'QP-2', undefined],
      ['4 % under farmer on 2020-02-29', undefined, ['farmer']],
      ['4 % under farmer on 2020-03-01', undefined, ['farmer']],
    ]);
  });

  it('cannot lose a case: two different cases with one name are an error', () => {
    const one = { code: 'invalid_rate', name: 'one' };
    expect(named([one, { ...one }])).toEqual([one]);
    expect(() => named([one, { ...one, issues: AT }])).toThrow(/named one: .*taxRate/);
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

it("a state's row of cash rounding has cases between two multiples, around its first day", () => {
  const { law: us } = packs.find(({ country }) => country === 'US')!;
  const told = (name: string) => {
    const { issues, warnings } = derivedCases(us).find((one) => one.name === name)!;
    return [issues, warnings];
  };
  const [up, down] = ['501 in cash, rounded by 4', '504 in cash, rounded by -4'];
  const farther = [undefined, ['totals.rounding']];
  expect(told(`TX: ${up}, on 2025-11-30`)).toEqual(farther);
  expect(told(`TX: ${down}, on 2025-11-30`)).toEqual(farther);
  expect(told(`TX: ${up}, on 2025-12-01`)).toEqual([['totals.rounding'], undefined]);
  expect(told(`TX: ${down}, on 2025-12-01`)).toEqual([undefined, undefined]);
  expect(told(`AL: ${down}, on 2026-04-17`)).toEqual([['totals.rounding'], undefined]);
});

/** Every law with the folder that holds its rows. */
const laws = ['packs', 'examples/laws'].flatMap((folder) =>
  packIds(folder).map((id) => ({ id, folder, law: readLaw(id, folder) })),
);

it.each(laws)('every rate and rounding row of $folder/$id has cases', ({ id, folder, law }) => {
  const cases = ownCases({ id, law }, new URL(`../../${folder}/`, import.meta.url));
  expect(rowsWithoutCase(law, cases, `${folder}/${id}`)).toEqual([]);
});

describe('a row without a case is reported with its file and number', () => {
  it.each([
    ['NO', 'rates', 'rates.json: rates/'],
    ['PT', 'rates', 'in the territory PT-20 on 2021-07-01'],
    ['DE', 'rates', 'under the regime farmer on 2024-12-31'],
    ['US', 'stateRounding', 'in the territory US-TX on 2025-12-01'],
  ])('%s, %s', (country, rows, text) => {
    const { law } = packs.find((pack) => pack.country === country)!;
    const { id, rates } = law;
    // As if no case were derived from the rows.
    const without = { ...law, stateRounding: [], cashRounding: [], rates: rows === 'rates' ? [] : rates };
    const faults = rowsWithoutCase(law, ownCases({ id, law: without }));
    expect(faults.find((fault) => fault.includes(text))).toMatch(new RegExp(`^packs/${id}/\\w+\\.json: ${rows}/\\d+ `));
  });

  it('if there are no cases at all', () => {
    const { law } = packs.find(({ country }) => country === 'SE')!;
    const faults = rowsWithoutCase(law, []);
    for (const text of ['law.json: cashRounding/0 has no case', 'for the class food on 2026-04-01'])
      expect(faults.some((fault) => fault.includes(text))).toBe(true);
  });
});

it.each(packs)('every obligation and cash limit of $id with dates has cases', ({ law }) => {
  const days = new Set(derivedCases(law).map(({ parts }) => parts?.date));
  const rows = [...(law.obligations ?? []), ...(law.cashLimits ?? [])].filter(({ level }) => level === 'warning');
  for (const { from, until } of rows)
    for (const day of [from, until]) if (day !== undefined) expect(days).toContain(day);
});
