import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import euVatRates from '../../src/tax/eu-vat-rates.json' with { type: 'json' };
import { OSS_RATES } from '../../src/tax/oss-rates.generated';

interface Row {
  readonly rate: number;
  readonly from?: string;
  readonly until?: string;
  readonly itemClass?: string;
  readonly confirmed?: boolean;
  readonly sources: readonly string[];
}

const countries = euVatRates.countries as Readonly<Record<string, readonly Row[]>>;
const sources = euVatRates.sources as Readonly<Record<string, string>>;

/** The member states of the European Union, ISO 3166-1 alpha-2. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

describe('rates of the European Union', () => {
  it('has the 27 member states and no other', () => {
    expect(EU).toHaveLength(27);
    expect(Object.keys(countries).sort()).toEqual(EU);
    expect(Object.keys(OSS_RATES).sort()).toEqual(EU);
  });

  it.each(EU)('%s: every row has a source or is marked as unconfirmed', (country) => {
    const rows = countries[country]!;
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) {
      expect(row.sources.length > 0 || row.confirmed === false).toBe(true);
      for (const id of row.sources) expect(sources[id]?.length).toBeGreaterThan(10);
      for (const date of [row.from, row.until]) if (date !== undefined) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (row.from !== undefined && row.until !== undefined) expect(row.from <= row.until).toBe(true);
      expect(row.rate).toBeGreaterThanOrEqual(0);
      expect(row.rate).toBeLessThanOrEqual(27);
    }
  });

  it.each(EU)('%s: what ships is what the data says', (country) => {
    expect(OSS_RATES[country]).toEqual(
      countries[country]!.map(({ rate, from, until, itemClass, confirmed }) => ({
        rate,
        ...(from === undefined ? {} : { from }),
        ...(until === undefined ? {} : { until }),
        ...(itemClass === undefined ? {} : { itemClass }),
        ...(confirmed === undefined ? {} : { confirmed }),
      })),
    );
  });

  it('has the standard rates of today', () => {
    const today = (country: string, rate: number) =>
      countries[country]!.some(
        (row) => row.rate === rate && (row.from ?? '') <= '2026-11-21' && (row.until ?? '9999') >= '2026-11-21',
      );
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
    for (const [country, rate] of Object.entries(standard))
      expect([country, today(country, rate)]).toEqual([country, true]);
  });
});

describe('SE_MOMS', () => {
  it('agrees with the Swedish rows of the European table', () => {
    const plain = ({ rate, from, until, itemClass }: Omit<Row, 'sources'>) => ({ rate, from, until, itemClass });
    expect(seReceipt1.rates.SE_MOMS!.map(plain)).toEqual(countries.SE!.map(plain));
  });

  it('has the rates that the interface names', () => {
    expect([...new Set(seReceipt1.rates.SE_MOMS!.map(({ rate }) => rate))].sort((a, b) => b - a)).toEqual([
      25, 12, 6, 0,
    ]);
  });
});
