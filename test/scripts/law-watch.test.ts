import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { usReceipt1 } from 'receipt-rule-packs/packs/us-receipt-1';
import { describe, expect, it } from 'vitest';
import { announced, daysAfter, endings, missingRates, readTable, report } from '../../scripts/law-watch/watch.js';

const row = (rate: number, from?: string, until?: string) => ({ rate, from, until, enforce: true, citation: 'Act 1' });
const law = (...rates: ReturnType<typeof row>[]) => ({ country: 'QZ', rates });

it('daysAfter counts across months and leap years', () => {
  expect(daysAfter('2026-11-21', 90)).toBe('2027-02-19');
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29');
});

describe('endings', () => {
  const days = (...laws: Parameters<typeof endings>[0][]) =>
    laws.flatMap((one) => endings(one, '2027-01-01', 90)).map(({ at, day }) => [at, day]);

  it('finds the rows, in any part of a law, that end today or within the given number of days', () => {
    expect(
      days(
        law(
          row(1, undefined, '2026-12-31'),
          row(2, undefined, '2027-01-01'),
          row(3, undefined, '2027-04-01'),
          row(4, undefined, '2027-04-02'),
          row(5),
        ),
      ),
    ).toEqual([
      ['rates[1]', '2027-01-01'],
      ['rates[2]', '2027-04-01'],
    ]);
    const parts = { ...law(), cashRounding: [{ until: '2027-02-01' }], deep: { list: [{ until: '2027-03-01' }] } };
    expect(days(parts)).toEqual([
      ['cashRounding[0]', '2027-02-01'],
      ['deep.list[0]', '2027-03-01'],
    ]);
  });

  it('finds a known change until the law includes it', () => {
    const change = (nextKnownChange: string) => ({ ...law(), nextKnownChange });
    expect(days(change('2027-02-01'), change('2026-02-01'), change('2027-04-02'))).toEqual([
      ['nextKnownChange', '2027-02-01'],
      ['nextKnownChange', '2026-02-01'],
    ]);
  });

  it('finds a law whose review is a year old, or soon will be', () => {
    const reviewed = (day: string) => ({ ...law(), reviewed: day });
    expect(days(reviewed('2026-04-01'), reviewed('2026-04-02'), reviewed('2020-01-01'))).toEqual([
      ['reviewed', '2027-04-01'],
      ['reviewed', '2020-12-31'],
    ]);
  });

  it('finds the end of the Swedish food rate', () => {
    const law = { ...seReceipt1.law, reviewed: '2027-11-01' };
    const found = endings(law, '2027-11-01', 90);
    expect(new Set(found.map(({ country, day }) => `${country} ${day}`))).toEqual(new Set(['SE 2027-12-31']));
    expect(endings(law, '2027-09-01', 90)).toEqual([]);
  });
});

it('`announced` reports a change until the rows include it', () => {
  const change = (day: string, encoded = false) => ({ country: 'QZ', day, state: 'draft', about: 'A bill', encoded });
  const found = announced(
    [change('2026-12-01'), change('2027-04-01'), change('2027-04-02'), change('2027-02-01', true)],
    '2027-01-01',
    90,
  );
  expect(found.map(({ day }) => day)).toEqual(['2026-12-01', '2027-04-01']);
});

describe('missingRates', () => {
  const oneDay = readTable({
    source: 'TEDB',
    version: '2027-01-01',
    rates: {
      QZ: { standard: 20.0, reduced: [5, 10], super_reduced: null, parking: 12 },
      SE: { standard: 25, reduced: [] },
    },
  });
  const dated = readTable({
    details: 'open table',
    items: {
      QZ: [
        { effective_from: '0000-01-01', rates: { standard: 15 } },
        { effective_from: '2027-06-01', rates: { standard: 21, reduced: 10 } },
        { effective_from: '2026-01-01', rates: { standard: 20, reduced: 10 } },
      ],
    },
  });
  const today = '2027-01-01';

  it("compares the law with the day's rates", () => {
    const whole = law(row(20), row(5), row(10), row(12), row(7));
    expect(missingRates(whole, oneDay, today)).toEqual([]);
    const old = law(
      row(20),
      row(5, undefined, '2026-12-31'),
      row(10, '2027-01-02'),
      row(12, '2027-01-01', '2027-01-01'),
    );
    expect(missingRates(old, oneDay, today)).toEqual([
      { country: 'QZ', day: today, text: expect.stringContaining('5, 10') as string },
    ]);
  });

  it("compares the law with a table's future rates, but not with past rates", () => {
    expect(missingRates(law(row(20), row(10)), dated, today).map(({ day }) => day)).toEqual(['2027-06-01']);
    expect(missingRates(law(row(20, undefined, '2027-05-31'), row(21, '2027-06-01'), row(10)), dated, today)).toEqual(
      [],
    );
    expect(missingRates(law(row(15)), dated, today).map(({ day }) => day)).toEqual(['2027-06-01', today]);
  });

  it('reports nothing for a country that is not in the table, or has a range of rates', () => {
    expect(missingRates(law(row(1)), dated, today)).not.toEqual([]);
    expect(missingRates({ ...law(row(1)), country: 'QN' }, dated, today)).toEqual([]);
    expect(missingRates({ ...usReceipt1.law, country: 'QZ' }, dated, today)).toEqual([]);
  });
});

it.each([
  [null],
  [{ source: 'TEDB', rates: [] }],
  [{ source: 'TEDB', rates: {} }],
  [{ source: 'TEDB', rates: { QZ: { normal: 20 } } }],
  [{ details: 'a', items: { QZ: [{ rates: { standard: 20 } }] } }],
  [{ details: 'a', items: { QZ: [{ effective_from: '2026-01-01', rates: {} }] } }],
])('readTable rejects %j', (value) => {
  expect(() => readTable(value)).toThrow();
});

it('the report lists tasks by date', () => {
  const later = { country: 'QZ', day: '2027-02-01', text: 'b' };
  expect(report([later, { country: 'QN', at: 'rates[0]', day: '2027-01-01', text: 'a' }])).toBe(
    '- [ ] QN `rates[0]`: a\n- [ ] QZ: b\n',
  );
  expect(report([])).toBe('');
});
