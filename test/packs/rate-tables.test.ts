import { ratesOn } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { isTable } from '../../src/law/rates-on';
import type { RateRow } from '../../src/law/types';
import { unionTable } from '../../src/law/union-rates';

/** The member states of the European Union, ISO 3166-1 alpha-2. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** Standard rates on 2026-11-21, copied by hand from the research for the tables. */
const STANDARD: Readonly<Record<string, number>> = {
  ...{ AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GB: 20, GR: 24 },
  ...{ HR: 25, HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, NO: 25, PL: 23, PT: 23, RO: 21 },
  ...{ SE: 25, SI: 22, SK: 23 },
};

const tables = packs.flatMap(({ law }) => (isTable(law.rates) ? [[law.country, law.rates] as const] : []));
const TODAY = '2026-11-21';

/** Whether both rows are valid on some day in some part of the country. */
function meet(a: RateRow, b: RateRow): boolean {
  const sharePart = a.part === undefined || b.part === undefined || a.part.some((part) => b.part!.includes(part));
  return sharePart && (a.from ?? '') <= (b.until ?? '9999') && (b.from ?? '') <= (a.until ?? '9999');
}

describe('the rate tables', () => {
  it.each(tables)('have a source and dates in order for every row: %s', (_, rows) => {
    for (const { rate, from, until, citation } of rows) {
      expect(rate).toBeGreaterThan(0);
      expect(rate).toBeLessThanOrEqual(27);
      expect(citation.length).toBeGreaterThan(4);
      for (const date of [from, until]) if (date !== undefined) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (from !== undefined && until !== undefined) expect(from <= until).toBe(true);
    }
  });

  it.each(tables)('have no overlapping rows for the same rate and class: %s', (_, rows) => {
    const clashes = rows.flatMap((a, i) =>
      rows.slice(i + 1).filter((b) => a.rate === b.rate && a.productTaxClass === b.productTaxClass && meet(a, b)),
    );
    expect(clashes).toEqual([]);
  });

  it.each(Object.keys(STANDARD))('have the current standard rate: %s', (country) => {
    const { law } = packs.find((pack) => pack.country === country)!;
    expect(ratesOn(law, TODAY).map(({ rate }) => rate)).toContain(STANDARD[country]);
    const highest = Math.max(...ratesOn(law, TODAY).map(({ rate }) => rate));
    expect([country, highest]).toEqual([country, STANDARD[country]]);
  });

  it.each(EU)('also apply to One Stop Shop sales from other countries: %s', (state) => {
    const plain = ({ rate, from, until, productTaxClass, enforce }: Omit<RateRow, 'citation'>) => ({
      ...{ rate, from, until, productTaxClass, enforce },
    });
    const { rates } = packs.find(({ country }) => country === state)!.law;
    expect(unionTable(state)!.rows.map(plain)).toEqual(
      (rates as readonly RateRow[]).filter(({ regime }) => regime === undefined).map(plain),
    );
  });

  it('exclude countries outside the EU from One Stop Shop sales', () => {
    for (const country of ['NO', 'GB', 'US', 'CH', 'constructor']) expect(unionTable(country)).toBeUndefined();
  });
});

describe('Sweden', () => {
  it('has the rates in the service interface', () => {
    const { rates } = packs.find(({ country }) => country === 'SE')!.law;
    expect([...new Set((rates as readonly RateRow[]).map(({ rate }) => rate))].sort((a, b) => b - a)).toEqual([
      25, 12, 6,
    ]);
  });
});
