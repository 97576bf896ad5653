import fc from 'fast-check';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { changed } from '../../src/testing/mutation';
import { UNUSUAL } from '../../src/testing/mutations/rules.generated';
import { hasRule, withLaw } from '../../src/testing/option-shapes';
import { SEED } from '../support/numbers';

const registry = createRegistry(packs);
const RUNS = 60;

describe.each(UNUSUAL.map((one) => [one.code, one] as const))('a change that raises %s', (code, { rule, make }) => {
  const having = packs.filter((pack) => hasRule(pack, rule));

  it('adds this warning and nothing else, under every law with the rule', () => {
    let made = 0;
    for (const pack of having) {
      const business = { country: pack.country };
      const codesOf = (document: unknown) => {
        const { valid, warnings } = registry.validate(document, business, { rateWindows: 'off' });
        return { valid, warnings: warnings.map((one) => one.code) };
      };
      fc.assert(
        fc.property(validTransaction(withLaw(pack)), fc.nat({ max: 9999 }), (document: Transaction, pick) => {
          const changes = make(document, pick);
          const before = codesOf(document).warnings;
          const { valid, warnings } = codesOf(changed(document, changes));
          expect(valid).toBe(true);
          expect(warnings.sort()).toEqual([...before, ...(changes.length > 0 ? [code] : [])].sort());
          made += Number(changes.length > 0);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    }
    expect(having.length).toBeGreaterThan(0);
    // A fifth of all types and two fifths of all tenders are concerned.
    expect(made).toBeGreaterThan((having.length * RUNS) / 10);
  });

  it('is part of the documents that `unusual` generates, and of no others', () => {
    const raised = (unusual: boolean) =>
      fc
        .sample(validTransaction(withLaw(having[0]!), { unusual }), { seed: SEED, numRuns: 200 })
        .map((document) => registry.validate(document, { country: having[0]!.country }).warnings)
        .filter((warnings) => warnings.some((one) => one.code === code)).length;
    expect(raised(true)).toBeGreaterThan(0);
    expect(raised(false)).toBe(0);
  });
});
