import { definePack, ISSUE_CODES, type LawPack, type RateRow } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../src/rules/summaries.js';
import type { Case } from '../support/cases';
import { observed, soundCases } from '../support/observed';

const seriesOf = ({ productTaxClass, rate }: RateRow): string => `${productTaxClass ?? ''} ${rate}`;

/** Requirements for every pack. */
export function describePack(pack: LawPack): void {
  const { id, country, law, rules } = pack;

  it('has an id that consists of country, tier and version', () => {
    expect(id).toMatch(/^[a-z]{2}-[a-z]+-[1-9]\d*$/);
    expect(id.split('-').slice(0, 2)).toEqual([country.toLowerCase(), pack.documentTier]);
    expect(country).toMatch(/^[A-Z]{2}$/);
  });

  it('matches its law', () => {
    expect([id, country, pack.documentTier]).toEqual([law.id, law.country, law.documentTier]);
    expect(pack.currency).toBe(law.currencies.at(-1)!.code);
    expect(pack.schemes).toContain(law.tax.scheme);
  });

  it('has rates with sources, without duplicate rows', () => {
    const rows = Array.isArray(law.rates) ? (law.rates as readonly RateRow[]) : [];
    for (const { citation, from, until } of rows) {
      expect(citation.trim()).not.toBe('');
      if (from !== undefined && until !== undefined) expect(from <= until).toBe(true);
    }
    const windows = rows.map((row) => `${seriesOf(row)} ${row.from ?? ''} ${row.until ?? ''}`);
    expect(windows.filter((window, i) => windows.indexOf(window) !== i)).toEqual([]);
  });

  it('has complete rules', () => {
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule.id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      expect(['error', 'warning']).toContain(rule.severity);
      expect(rule.codes.length).toBeGreaterThan(0);
      expect(new Set(rule.codes).size).toBe(rule.codes.length);
      expect(rule.reads.length).toBeGreaterThan(0);
      expect(summaryOf(rule, law)).toMatch(/\.$/);
      expect(rule.source.trim()).not.toBe('');
      for (const code of rule.codes) expect(ISSUE_CODES).toHaveProperty([code]);
    }
  });
}

/** Tests the requirements for each of a pack's rules, with the pack's cases. */
export function describeRules(pack: LawPack, cases: readonly Case[]): void {
  const sound = soundCases(pack, cases);

  describe.each(pack.rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
    const { fired, undeclaredCodes, undeclaredReads, unusedReads, severities } = observed(
      pack,
      rule,
      sound,
      definePack,
    );

    it('declares the codes that it raises', () => expect([...undeclaredCodes]).toEqual([]));
    it('declares the fields that it reads', () => expect([...undeclaredReads]).toEqual([]));
    it('reads the fields that it declares', () => expect(unusedReads).toEqual([]));
    it('raises issues with the declared severity', () => expect([...severities]).toEqual([rule.severity]));
    it.each(rule.codes.map(String))('has a positive and a negative case for %s', (code) => {
      expect(fired).toContain(code);
      const silent = cases.filter(
        (c) => c.code === code && (c.rule === undefined || c.rule === id) && c.kind === 'silent',
      );
      expect(silent.length).toBeGreaterThan(0);
    });
  });
}
