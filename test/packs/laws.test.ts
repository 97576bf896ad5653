import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readLaw } from '../../scripts/generate/pack-files';
import type { CashRounding, ReceiptLaw } from '../../src/law/types';

/** The countries that the requirement names; packs that are added have requirements of their own. */
const COUNTRIES = 'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO PL PT RO SE SI SK US'.split(
  ' ',
);

const idOf = (country: string): string => `${country.toLowerCase()}-receipt-1`;
const lawOf = (country: string): ReceiptLaw => readLaw(idOf(country));

/** Cash rounding as the requirement has it, one line per row: from, increment, halfway, cash, electronic, other, and what else. */
const ROUNDING: Readonly<Record<string, readonly string[]>> = {
  SE: ['– 100 away_from_zero required allowed allowed'],
  NO: ['2012-05-01 100 away_from_zero required not_allowed cash_part'],
  DK: ['2008-10-01 50 either required not_allowed cash_part'],
  FI: ['2002-01-01 5 either required not_allowed cash_part smallTotals 2'],
  EE: ['2025-01-01 5 either required not_allowed cash_part'],
  LT: ['2025-05-01 5 either required not_allowed cash_part'],
  SK: ['2022-07-01 5 either required not_allowed cash_part smallTotals 2 mayBecome 5'],
  BE: [
    '2014-10-01 5 either allowed allowed cash_part until 2019-11-30',
    '2019-12-01 5 either required allowed cash_part smallTotals 5 business not_allowed',
  ],
  IT: ['2018-01-01 5 either required not_allowed not_allowed'],
  IE: ['2015-10-28 5 either allowed not_allowed allowed'],
  NL: ['2004-09-01 5 either allowed not_allowed allowed'],
  HU: ['2008-03-01 500 away_from_zero required allowed cash_part'],
  CZ: ['2008-09-01 100 either required not_allowed allowed'],
  US: ['– 5 either allowed unusual cash_part maxRounding 4'],
  GB: ['– 1 either unusual unusual unusual maxRounding 50'],
  PL: ['– 1 either unusual unusual unusual maxRounding 50'],
  RO: ['– 1 either unusual unusual unusual maxRounding 50'],
};

function line({
  from = '–',
  until,
  increment,
  halfway,
  cash,
  electronic,
  other,
  maxRounding,
  smallTotals,
  business,
}: CashRounding) {
  return [
    ...[from, increment, halfway, cash, electronic, other],
    ...(maxRounding === undefined ? [] : ['maxRounding', maxRounding]),
    ...(smallTotals === undefined ? [] : ['smallTotals', smallTotals.upTo]),
    ...(smallTotals?.mayBecome === undefined ? [] : ['mayBecome', smallTotals.mayBecome]),
    ...(business !== undefined ? [`business ${business}`] : []),
    ...(until === undefined ? [] : ['until', until]),
  ].join(' ');
}

/** How many fields of fiscal devices a law holds to a form. */
const FISCAL_FIELDS: Readonly<Record<string, number>> = {
  ...{ SE: 1, NO: 4, DE: 9, AT: 3, IT: 4, ES: 3, PT: 4, HU: 1, PL: 2, HR: 2, SI: 2, SK: 4, GR: 1, BG: 3 },
};

const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ SE: 'SEK', NO: 'NOK', DK: 'DKK', GB: 'GBP', US: 'USD', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON' },
  ...{ HR: 'HRK –2022-12-31, EUR 2023-01-01–', BG: 'BGN –2025-12-31, EUR 2026-01-01–' },
};
const SCHEMES: Readonly<Record<string, string>> = {
  ...{ SE: 'SE_MOMS', NO: 'NO_MVA', DK: 'DK_MOMS', FI: 'FI_ALV', GB: 'UK_VAT', US: 'US_SALES_TAX' },
};
const DISTANCE_SALES: Readonly<Record<string, string>> = {
  ...{ SE: 'oss', NO: 'oss', DK: 'oss', FI: 'oss', GB: 'none', US: 'none' },
};

describe('the laws', () => {
  it('are those of thirty countries', () => {
    expect(COUNTRIES).toHaveLength(30);
    expect(packs.map(({ id }) => id)).toEqual(expect.arrayContaining(COUNTRIES.map(idOf)));
  });

  describe.each(COUNTRIES)('%s', (country) => {
    const law = lawOf(country);

    it('rounds cash as the requirement has it', () => {
      expect(law.cashRounding.map(line)).toEqual(ROUNDING[country] ?? []);
    });

    it('has its currencies, scheme and way of distance sales', () => {
      const currencies = law.currencies.map(({ code, from, until }) =>
        from === undefined && until === undefined ? code : `${code} ${from ?? ''}–${until ?? ''}`,
      );
      expect(currencies.join(', ')).toBe(CURRENCIES[country] ?? 'EUR');
      expect(law.tax.scheme).toBe(SCHEMES[country] ?? 'EU_VAT');
      expect(law.distanceSales).toBe(DISTANCE_SALES[country] ?? 'union');
      expect([law.taxJurisdictions, law.tax.pricesIncludeTax]).toEqual(
        country === 'US' ? [true, false] : [false, true],
      );
      expect(law.tax.lineTolerance).toBe({ US: 'perJurisdiction', HU: 50 }[country]);
    });

    it('has the name of its country as CLDR has it, and a time zone', () => {
      const { language } = new Intl.Locale(`und-${country}`).maximize();
      const nameIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(country);
      expect(law.name).toEqual({ en: nameIn('en'), local: nameIn(language) });
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: law.timeZone }).resolvedOptions();
      expect(timeZone).toMatch(country === 'US' ? 'America/New_York' : /^(?:Europe|Asia)\//);
      expect(law.description).toMatch(/^[A-Z].*\.$/u);
    });

    it('leaves no correction out', () => {
      expect(law.corrections).toBeUndefined();
    });

    it('requires no namespace of extensions, but for Sweden', () => {
      expect(law.extensions.some(({ required }) => required === true)).toBe(country === 'SE');
      const held = law.extensions.flatMap(({ fields }) => fields.filter(({ pattern }) => pattern !== undefined));
      expect(held).toHaveLength(FISCAL_FIELDS[country] ?? 0);
    });

    it('has labels for receipts, in a language of its own', () => {
      expect(law.labels?.language).toMatch(/^[a-z]{2}(-[A-Z]{2})?$/);
    });
  });
});

const Reference = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }).optional(),
    title: z.string().min(3).optional(),
    note: z.string().min(3).optional(),
    checkedOn: z.iso.date().optional(),
  })
  .refine(({ url, title, note }) => url ?? title ?? note);
const Notes = z
  .array(
    z.strictObject({
      about: z.string().min(2),
      text: z.string().endsWith('.'),
      references: z.array(Reference).min(1).optional(),
    }),
  )
  .min(1);

describe('what stands beside the laws', () => {
  const folders = COUNTRIES.map((country) => `packs/${idOf(country)}`);

  it('is law, rates, notes, rules and cases, and what is generated of them', () => {
    const known = [
      'base.json',
      'cases.jsonl',
      'index.ts',
      'law.generated.ts',
      'law.json',
      'notes.json',
      'rates.json',
      'rules.ts',
    ];
    for (const folder of folders) expect(readdirSync(folder).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(folders.filter((folder) => existsSync(`${folder}/notes.json`)))('%s: the notes are complete', (folder) => {
    const notes: unknown = JSON.parse(readFileSync(`${folder}/notes.json`, 'utf8'));
    expect(Notes.safeParse(notes).error?.issues).toBeUndefined();
  });
});
