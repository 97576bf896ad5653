import { existsSync, readdirSync } from 'node:fs';
import { ratesOn, type RateRow } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { MEMBER_STATES, memberState } from '../../src/geography/member-states';
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
  it('are of the 27 member states and no other', () => {
    expect(EU).toHaveLength(27);
    expect(MEMBER_STATES.split(' ')).toEqual(EU);
    for (const country of ['NO', 'GB', 'XI', '', ' ', 'T ', 'se', 'constructor']) {
      expect(memberState(country)).toBeUndefined();
      expect(unionTable(country)).toBeUndefined();
    }
    expect(memberState('MC')).toBe('FR');
  });

  it.each(EU)('of %s: what ships is what its folder says', (country) => {
    const rows = folderRates(country);
    expect(rows.length).toBeGreaterThan(0);
    expect(unionTable(country)!.rows.map(plain)).toEqual(rows.map(plain));
    expect(unionTable(country)!.rates).toEqual([...new Set([...rows.map(({ rate }) => rate), 0])]);
  });

  it('has the standard rates of today', () => {
    const standard = {
      SE: 25,
      DK: 25,
      FI: 25.5,
      DE: 19,
      FR: 20,
      HU: 27,
      LU: 17,
      IE: 23,
      EE: 24,
      SK: 23,
      RO: 21,
      GR: 24,
    };
    for (const [country, rate] of Object.entries(standard)) {
      const today = ratesOn({ rates: folderRates(country) }, '2026-11-21').map((row) => row.rate);
      expect([country, today.includes(rate)]).toEqual([country, true]);
    }
  });
});

describe('the rates of every folder', () => {
  const folders = readdirSync('packs').filter((name) => existsSync(`packs/${name}/rates.json`));

  it.each(folders)('%s: every row has a source, and days in order', (folder) => {
    const rates: unknown = folderRates(folder.slice(0, 2));
    if (!Array.isArray(rates)) return;
    for (const { rate, citation, from, until, enforce } of rates as RateRow[]) {
      expect(rate).toBeGreaterThan(0);
      expect(rate).toBeLessThanOrEqual(27);
      expect(citation.length).toBeLessThanOrEqual(60);
      expect(citation.trim()).not.toBe('');
      expect(enforce).toBeTypeOf('boolean');
      for (const day of [from, until]) if (day !== undefined) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (from !== undefined && until !== undefined) expect(from <= until).toBe(true);
    }
  });

  it('is used by its pack and by sales from other countries', () => {
    for (const { country, law } of packs)
      if (EU.includes(country))
        expect((law.rates as readonly RateRow[]).map(plain)).toEqual(unionTable(country)!.rows.map(plain));
  });
});

describe('ratesOn', () => {
  const law = testLaws[0]!;
  const rates = (date: string, productTaxClass?: string) => ratesOn(law, date, productTaxClass).map(({ rate }) => rate);

  it('gives the rows that hold on a day, with their sources', () => {
    expect(rates('2026-11-21')).toEqual([25, 10]);
    expect(ratesOn(law, '2026-11-21').every(({ citation }) => citation.length > 0)).toBe(true);
    expect(rates('2025-06-30', 'bread')).toEqual([10]);
    expect(rates('2025-07-01', 'bread')).toEqual([25]);
    expect(rates('2023-12-31', 'ballet')).toEqual([]);
    // A class of which the law says nothing has the rates of no class.
    expect(rates('2026-11-21', 'rope')).toEqual([25, 10]);
  });

  it('gives both rows where two overlap', () => {
    const overlapping = testLaws.find(({ country }) => country === 'QS')!;
    expect(ratesOn(overlapping, '2026-01-01', 'meal').map(({ rate }) => rate)).toEqual([19, 7]);
    expect(ratesOn(overlapping, '2026-01-02', 'meal').map(({ rate }) => rate)).toEqual([7]);
  });

  it('gives nothing for a range', () => {
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
