import { existsSync, readdirSync } from 'node:fs';
import { createRegistry, ratesOn, type RateRow } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { MEMBER_STATES, memberState } from '../../src/geography/member-states';
import { PRODUCT_TAX_CLASSES } from '../../src/law/product-tax-classes';
import { unionTable } from '../../src/law/union-rates';
import { folderRates } from '../support/rate-days';
import { testLaws } from '../support/test-laws';
import { UsageError } from 'receipt-rule-packs';

/** The member states of the European Union, ISO 3166-1 alpha-2. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

const plain = ({ rate, from, until, productTaxClass, enforce }: Omit<RateRow, 'citation'>) => ({
  rate,
  from,
  until,
  productTaxClass,
  enforce,
});

describe('rates of the European Union', () => {
  it('cover the countries whose law lets sellers use the Union scheme, and no country outside the Union', () => {
    expect(MEMBER_STATES.split(' ')).toEqual(EU);
    const union = packs.filter(({ law }) => law.distanceSales === 'union').map(({ country }) => country);
    expect(union.length).toBeGreaterThan(1);
    expect(union.filter((country) => !EU.includes(country))).toEqual([]);
    for (const country of ['NO', 'GB', 'XI', '', ' ', 'T ', 'se', 'constructor']) {
      expect(memberState(country)).toBeUndefined();
      expect(unionTable(country)).toBeUndefined();
    }
    expect(memberState('MC')).toBe('FR');
  });

  it.each(EU)('of %s are the same in the package and in the pack folder', (country) => {
    const rows = folderRates(country);
    expect(rows.length).toBeGreaterThan(0);
    const forAll = rows.filter(({ regime }) => regime === undefined);
    expect(unionTable(country)!.rows.map(plain)).toEqual(forAll.map(plain));
    expect(unionTable(country)!.rates).toEqual([...new Set([...forAll.map(({ rate }) => rate), 0])]);
  });
});

describe('the rates in every folder', () => {
  const folders = readdirSync('packs').filter((name) => existsSync(`packs/${name}/rates.json`));

  it.each(folders)('have a source and ordered dates in every row: %s', (folder) => {
    const rates: unknown = folderRates(folder.slice(0, 2));
    if (!Array.isArray(rates)) return;
    for (const { rate, citation, from, until, enforce } of rates as RateRow[]) {
      expect(rate).toBeGreaterThan(0);
      expect(rate).toBeLessThan(100);
      expect(citation.length).toBeLessThanOrEqual(60);
      expect(citation.trim()).not.toBe('');
      expect(enforce).toBeTypeOf('boolean');
      for (const day of [from, until]) if (day !== undefined) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (from !== undefined && until !== undefined) expect(from <= until).toBe(true);
    }
  });

  it('apply to sales in the country and from other countries', () => {
    for (const { country, law } of packs)
      if (EU.includes(country))
        expect((law.rates as readonly RateRow[]).filter(({ regime }) => regime === undefined).map(plain)).toEqual(
          unionTable(country)!.rows.map(plain),
        );
  });
});

describe('ratesOn', () => {
  const law = testLaws[0]!;
  const rates = (date: string, productTaxClass?: string) => ratesOn(law, date, productTaxClass).map(({ rate }) => rate);

  it('returns the rows in force on a day, with sources', () => {
    expect(rates('2026-11-21')).toEqual([25, 10]);
    expect(ratesOn(law, '2026-11-21').every(({ citation }) => citation.length > 0)).toBe(true);
    expect(rates('2025-06-30', 'bread')).toEqual([10]);
    expect(rates('2025-07-01', 'bread')).toEqual([25]);
    // If a class has no rows on the day, the rates without a class apply to it.
    expect(rates('2023-12-31', 'ballet')).toEqual([25]);
    expect(rates('2026-11-21', 'rope')).toEqual([25, 10]);
  });

  it('returns both rows if two overlap', () => {
    const overlapping = testLaws.find(({ country }) => country === 'QS')!;
    expect(ratesOn(overlapping, '2026-01-01', 'meal').map(({ rate }) => rate)).toEqual([19, 7]);
    expect(ratesOn(overlapping, '2026-01-02', 'meal').map(({ rate }) => rate)).toEqual([7]);
  });

  it('returns nothing for a range', () => {
    expect(
      ratesOn(
        testLaws.find(({ rates }) => !Array.isArray(rates))!,
        '2026-11-21',
      ),
    ).toEqual([]);
  });

  it.each(['', '2026-11', '2026-11-31', '2026-1-1', '21/11/2026', '2026-11-21T10:00:00Z', undefined, 5, null])(
    'throws for the date %j',
    (date) => {
      expect(() => ratesOn(law, date as string)).toThrow(UsageError);
    },
  );
});

describe('registry.ratesFor', () => {
  const registry = createRegistry(packs);
  const found = (...of: Parameters<typeof registry.ratesFor>) => {
    const { rows, by } = registry.ratesFor(...of);
    return [rows.map(({ rate }) => rate), by];
  };

  it("returns the class's rows if it has any on the day", () => {
    expect(found('SE', 'food', '2026-05-01')).toEqual([[6], 'class']);
    expect(found('SE', 'book', '2026-05-01')).toEqual([[25, 12, 6], 'general']);
    expect(found('SE', undefined, '2026-05-01')).toEqual([[25, 12, 6], 'general']);
    // The class had a separate rate for only a few months.
    expect(found('FI', 'electricity', '2026-05-01')).toEqual([[25.5, 13.5], 'general']);
    expect(found('US', undefined, '2026-05-01')).toEqual([[], 'general']);
  });

  it('throws for an invalid country, class or day', () => {
    for (const wrong of [
      ['XX', 'food', '2026-05-01'],
      ['SE', 'fodd', '2026-05-01'],
      ['SE', 5, '2026-05-01'],
      ['SE', 'food', '2026-02-30'],
      ['SE', 'food', undefined],
    ])
      expect(() => registry.ratesFor(...(wrong as [string, string, string]))).toThrow(UsageError);
    expect(() => registry.classesOf('XX')).toThrow(UsageError);
  });

  it("lists a country's product tax classes, all of which the library knows", () => {
    for (const { country, law } of packs) {
      const rows = Array.isArray(law.rates) ? (law.rates as readonly RateRow[]) : [];
      const named = rows.flatMap(({ productTaxClass = [] }) => productTaxClass);
      expect(registry.classesOf(country)).toEqual([...new Set(named)]);
    }
    expect(registry.classesOf('SE')).toEqual(['food', 'dance_event']);
    const classes = packs.flatMap(({ country }) => registry.classesOf(country));
    expect(classes.filter((name) => !(PRODUCT_TAX_CLASSES as readonly string[]).includes(name))).toEqual([]);
  });
});
