import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { readLaw } from '../../scripts/generate/read-law';
import { countryFaults } from '../../scripts/pack/country-faults';
import { noteFaults } from '../../scripts/pack/note-faults';
import { strayFaults } from '../../scripts/pack/pack-folder';
import { isCountryCode } from '../../src/geography/country';
import { LATER } from '../support/numbers';

/** Packs with user-assigned codes are not countries. */
const countries = packs.map(({ country }) => country).filter(isCountryCode);
const idOf = (country: string): string => `${country.toLowerCase()}-receipt-1`;

// A law's rates, rounding and fields come from its sources. `npm run law-watch` compares the rates with external
// tables.
describe('the laws', () => {
  describe.each(countries)('%s', (country) => {
    const law = readLaw(idOf(country));

    it('has name, time zones, currencies and language from CLDR, and the date of its last review', () => {
      expect(countryFaults(law, LATER)).toEqual([]);
      expect(law.description).toMatch(/^[A-Z].*\.$/u);
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

    it('has labels for receipts', () => {
      expect(law.labels).toBeDefined();
    });
  });
});

describe('the folders of the laws', () => {
  const folders = countries.map((country) => `packs/${idOf(country)}`);

  it('contain law, rates, notes, rules, cases and generated files', () => {
    const stray = folders.flatMap((folder) => strayFaults(pathToFileURL(folder), folder));
    expect(stray).toEqual([]);
  });

  it.each(folders.filter((folder) => existsSync(`${folder}/notes.json`)))('%s: the notes are complete', (folder) => {
    const notes: unknown = JSON.parse(readFileSync(`${folder}/notes.json`, 'utf8'));
    expect(noteFaults(notes, `${folder}/notes.json`, folder.slice(6, 8))).toEqual([]);
  });
});
