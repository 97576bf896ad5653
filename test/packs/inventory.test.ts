import { existsSync, readdirSync } from 'node:fs';
import { createRegistry, ISSUE_CODES, explain } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../support/cases';
import { testPacks } from '../support/test-packs';
import { loadPack } from '../vectors/load';
import { describePack, describeRules } from './inventory';

const all = [...packs, ...testPacks];
const registry = createRegistry(all);

describe('the packs', () => {
  it('include exactly the packs whose folder has a law', () => {
    const folders = readdirSync('packs', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const laws = folders.filter(({ name }) => existsSync(`packs/${name}/law.json`));
    expect(laws.map(({ name }) => name).sort()).toEqual(packs.map(({ id }) => id).sort());
  });

  it('all have the rules that every law needs', () => {
    const [first, ...rest] = testPacks.map(({ rules }) => new Set(rules.map(({ id }) => id)));
    for (const id of [
      'currency',
      'line-amount',
      'national-rate',
      'tax-scheme',
      'totals-total',
      'cash-rounding-required',
    ])
      for (const ids of [first!, ...rest]) expect(ids).toContain(id);
  });
});

describe.each(all.map((pack) => [pack.id, pack] as const))('%s', (_, pack) => describePack(pack));

// built-in-inventory.test.ts checks the built-in packs.
describe.each(testPacks.map((pack) => [pack.id, pack] as const))('rules of %s', (_, pack) => {
  describeRules(pack, casesOf(pack));
});

describe('explain', () => {
  const vectors = loadPack('se-receipt-1').map(({ code, kind }) => ({ code, kind }));
  const kinds = new Set([...all.flatMap(casesOf), ...vectors].map(({ code, kind }) => `${code} ${kind}`));
  /** Codes that rules raise. */
  const ruled = new Set(registry.packs.flatMap(({ rules }) => rules.flatMap(({ codes }) => codes.map(String))));
  const declared = Object.keys(ISSUE_CODES).filter((code) => ruled.has(code) || vectors.some((v) => v.code === code));

  it.each(declared)('covers %s, which some case raises and another does not', (code) => {
    expect(kinds).toContain(`${code} firing`);
    expect(kinds).toContain(`${code} silent`);
  });

  it.each(Object.keys(ISSUE_CODES))('explains %s', (code) => {
    const explained = explain(registry, code)!;
    expect(explained.code).toBe(code);
    expect(explained.meaning.length).toBeGreaterThan(10);
    expect(explained.remedy.length).toBeGreaterThan(10);
    const rules = registry.packs.flatMap((pack) =>
      pack.rules
        .filter((rule) => rule.codes.includes(code))
        .map(({ id, severity, source }) => ({ pack: pack.id, id, severity, source })),
    );
    expect(explained.rules.map(({ summary: _, ...rule }) => rule)).toEqual(rules);
    for (const { summary } of explained.rules) expect(summary).toMatch(/[^ ]\.$/);
  });

  it.each(['', 'nope', 'constructor', '__proto__', 'toString', 'Required', 'invalid_json'])(
    'does not explain %j',
    (code) => {
      expect(explain(registry, code)).toBeUndefined();
    },
  );
});
