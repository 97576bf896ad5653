import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { MEMBER_STATES } from '../../src/geography/member-states';
import { isTable } from '../../src/law/rates-on';
import type { RateRow } from '../../src/law/types';
import { unionTable } from '../../src/law/union-rates';

const tables = packs.flatMap(({ law }) => (isTable(law.rates) ? [[law.country, law.rates] as const] : []));

/** Whether both rows are valid on some day in some part of the country. */
function meet(a: RateRow, b: RateRow): boolean {
  const sharePart = a.part === undefined || b.part === undefined || a.part.some((part) => b.part!.includes(part));
  return sharePart && (a.from ?? '') <= (b.until ?? '9999') && (b.from ?? '') <= (a.until ?? '9999');
}

describe('the rate tables', () => {
  it.each(tables)('have a source and dates in order for every row: %s', (_, rows) => {
    for (const { rate, from, until, citation } of rows) {
      expect(rate).toBeGreaterThan(0);
      expect(rate).toBeLessThan(100);
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

  it.each(MEMBER_STATES.split(' '))('also apply to One Stop Shop sales from other countries: %s', (state) => {
    const plain = ({ rate, from, until, productTaxClass, enforce }: Omit<RateRow, 'citation'>) => ({
      ...{ rate, from, until, productTaxClass, enforce },
    });
    const { rates } = packs.find(({ country }) => country === state)!.law;
    expect(unionTable(state)!.rows.map(plain)).toEqual(
      (rates as readonly RateRow[]).filter(({ regime }) => regime === undefined).map(plain),
    );
  });

  it('exclude countries outside the EU from One Stop Shop sales', () => {
    for (const country of ['NO', 'GB', 'US', 'ZZ', 'constructor']) expect(unionTable(country)).toBeUndefined();
  });
});

describe('Sweden', () => {
  it('has the rates in the service interface', () => {
    const { rates } = packs.find(({ country }) => country === 'SE')!.law;
    const known = new Set((rates as readonly RateRow[]).map(({ rate }) => rate));
    for (const rate of [25, 12, 6]) expect(known).toContain(rate);
  });
});
