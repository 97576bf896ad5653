import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readLaw } from '../../scripts/generate/read-law';
import { isCountryCode } from '../../src/geography/country';

/** Packs with user-assigned codes are not countries. */
const countries = packs.map(({ country }) => country).filter(isCountryCode);
const idOf = (country: string): string => `${country.toLowerCase()}-receipt-1`;

/** A time zone under the name that this version of ICU prefers, such as Asia/Calcutta for Asia/Kolkata. */
const canonical = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/** Newer versions of Node have a method, older ones a getter. */
type Zoned = Intl.Locale & { readonly timeZones?: readonly string[]; readonly getTimeZones?: () => readonly string[] };

function zonesOf(country: string): string[] {
  const locale: Zoned = new Intl.Locale(`und-${country}`);
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).map(canonical);
}

// A law's rates, rounding and fields come from its sources. `npm run law-watch` compares the rates with external
// tables.
describe('the laws', () => {
  describe.each(countries)('%s', (country) => {
    const law = readLaw(idOf(country));

    it('has the name of the country and time zones of it from CLDR', () => {
      const { language } = new Intl.Locale(`und-${country}`).maximize();
      const nameIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(country);
      expect(law.name).toEqual({ en: nameIn('en'), local: nameIn(language) });
      const { timeZone, otherTimeZones = [] } = law;
      expect(zonesOf(country)).toEqual(expect.arrayContaining([timeZone, ...otherTimeZones].map(canonical)));
      expect(law.description).toMatch(/^[A-Z].*\.$/u);
    });

    it('states the date of its last review', () => {
      expect(z.iso.date().safeParse(law.reviewed).success).toBe(true);
    });

    it('states the evidence for each row, and the day on which we found it', () => {
      const rates = 'min' in law.rates ? [] : law.rates;
      const { cashRounding, obligations = [], cashLimits = [], stateRounding = [] } = law;
      const states = stateRounding.length > 0;
      for (const row of [...rates, ...(states ? [] : cashRounding), ...obligations, ...cashLimits, ...stateRounding]) {
        expect(row.evidence).toMatch(/./);
        expect(row.readOn).toMatch(/^20\d\d-/);
      }
      // For every row that decides a verdict, we have read the act, or a text that quotes it.
      for (const { level, evidence, from } of stateRounding.filter((row) => row.level === 'rule'))
        expect([level, from !== undefined, ['read', 'quoted'].includes(evidence!)]).toEqual(['rule', true, true]);
    });

    it('has labels for receipts, with a language tag', () => {
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

describe('the folders of the laws', () => {
  const folders = countries.map((country) => `packs/${idOf(country)}`);

  it('contain law, rates, notes, rules, cases and generated files', () => {
    const known = [
      'base.json',
      'cases.jsonl',
      'index.ts',
      'law.generated.ts',
      'law.json',
      'layout.json',
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
