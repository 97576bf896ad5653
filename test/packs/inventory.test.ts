import { existsSync, readdirSync } from 'node:fs';
import { createRegistry, definePack, ISSUE_CODES, type SourcedRate } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../support/cases';
import { observed, soundCases } from '../support/observed';
import { testPacks } from '../support/test-packs';

const registry = createRegistry([...packs, ...testPacks]);
const all = casesOf(
  registry.packs,
  packs.map(({ id }) => id),
);

const seriesOf = ({ itemClass, rate }: SourcedRate) => itemClass ?? `rate ${rate}`;

describe('packs', () => {
  it('has the built-in packs and the test packs', () => {
    expect(registry.packs.map(({ id }) => id)).toEqual([
      'se-receipt-1',
      'no-receipt-1',
      'dk-receipt-1',
      'fi-receipt-1',
    ]);
  });

  it('has a folder named after every built-in pack, and no other', () => {
    const folders = readdirSync('packs', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(packs.map(({ id }) => id).sort());
    for (const { id } of packs) expect(existsSync(`packs/${id}/index.ts`)).toBe(true);
  });
});

describe.each(registry.packs.map((pack) => [pack.id, pack] as const))('%s', (id, pack) => {
  const cases = all.get(pack)!;
  const sound = soundCases(cases);

  it('has an id made of country, tier and version', () => {
    expect(id).toMatch(/^[a-z]{2}-[a-z]+-[1-9]\d*$/);
    expect(id.split('-').slice(0, 2)).toEqual([pack.country.toLowerCase(), pack.documentTier]);
    expect(pack.country).toMatch(/^[A-Z]{2}$/);
    expect(pack.currency).toMatch(/^[A-Z]{3}$/);
  });

  it('has rates with sources and windows in order that do not overlap', () => {
    for (const table of Object.values(pack.rates)) {
      expect(table.length).toBeGreaterThan(0);
      // Rows of a class exclude each other in time; rows of no class do so rate by rate.
      const names = new Set(table.map(seriesOf));
      for (const rows of [...names].map((name) => table.filter((row) => seriesOf(row) === name))) {
        rows.forEach(({ source, from, until }, i) => {
          expect(source.length).toBeGreaterThan(10);
          if (from !== undefined && until !== undefined) expect(from <= until).toBe(true);
          const next = rows[i + 1];
          if (next !== undefined) expect(until! < next.from!).toBe(true);
        });
      }
    }
  });

  it('has complete rows', () => {
    expect(new Set(pack.rules.map((rule) => rule.id)).size).toBe(pack.rules.length);
    for (const rule of pack.rules) {
      expect(rule.id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      expect(['error', 'warning']).toContain(rule.severity);
      expect(rule.codes.length).toBeGreaterThan(0);
      expect(new Set(rule.codes).size).toBe(rule.codes.length);
      expect(rule.reads.length).toBeGreaterThan(0);
      expect(rule.summary).toMatch(/\.$/);
      expect(rule.source.length).toBeGreaterThan(5);
      for (const code of rule.codes) expect(ISSUE_CODES).toHaveProperty([code]);
    }
  });

  describe.each(pack.rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
    const { fired, undeclaredCodes, undeclaredReads, severities } = observed(pack, rule, sound, definePack);

    it('declares the codes it raises', () => expect([...undeclaredCodes]).toEqual([]));
    it('declares the fields it reads', () => expect([...undeclaredReads]).toEqual([]));
    it('raises with its own severity', () => expect([...severities]).toEqual([rule.severity]));
    it.each(rule.codes.map(String))('has a firing and a silent case for %s', (code) => {
      expect(fired).toContain(code);
      expect(cases.some((c) => c.code === code && c.kind === 'silent')).toBe(true);
    });
  });
});

describe('codes', () => {
  const raised = new Set(
    [...all.values()].flat().flatMap(({ issues, warnings }) => [...issues, ...warnings].map(({ code }) => code)),
  );

  it.each(Object.keys(ISSUE_CODES))('%s is raised in a case and explained', (code) => {
    expect(raised).toContain(code);
    const explained = registry.explain(code)!;
    expect(explained.code).toBe(code);
    expect(explained.meaning.length).toBeGreaterThan(10);
    expect(explained.remedy.length).toBeGreaterThan(10);
    const rules = registry.packs.flatMap((pack) =>
      pack.rules
        .filter((rule) => rule.codes.includes(code))
        .map(({ id, severity, summary, source }) => ({ pack: pack.id, id, severity, summary, source })),
    );
    expect(explained.rules).toEqual(rules);
  });

  it('raises no code in a case that is not explained', () => {
    for (const code of raised) expect(registry.explain(code)).toBeDefined();
  });

  it.each(['', 'nope', 'constructor', '__proto__', 'toString', 'Required', 'invalid_json'])(
    'does not explain %j',
    (code) => {
      expect(registry.explain(code)).toBeUndefined();
    },
  );

  it('has a firing and a silent case in se-receipt-1 for every code', () => {
    const cases = all.get(packs[0]!)!;
    for (const code of Object.keys(ISSUE_CODES)) {
      const kinds = new Set(cases.filter((c) => c.code === code).map(({ kind }) => kind));
      // What the schema and the registry raise by themselves is in these cases too; not_allowed on rounding is in the test packs.
      expect([code, kinds]).toEqual([code, new Set(['firing', 'silent'])]);
    }
  });
});
