import fc from 'fast-check';
import { createRegistry, ISSUE_CODES } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { validTransaction } from '../support/arbitraries';
import { changed } from '../support/changes';
import { MUTATIONS } from '../support/mutations';
import { SEED } from '../support/numbers';

const registry = createRegistry(packs);

describe('one change to a valid document', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))('%s', (_, mutation) => {
    const { wanted, changes, business = { country: 'SE' }, error = 'validation_failed' } = mutation;
    fc.assert(
      fc.property(validTransaction(wanted), fc.nat({ max: 10_000 }), (transaction, pick) => {
        const { change, expected } = changes(transaction, pick);
        const result = registry.validate(changed(transaction, change), business);
        expect(result.issues.map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
        expect(result).toMatchObject({ valid: false, error: { code: error } });
      }),
      { seed: SEED, numRuns: 25 },
    );
  });

  it('covers every code of severity error', () => {
    const covered = new Set<string>();
    for (const { wanted, changes } of MUTATIONS) {
      for (const transaction of fc.sample(validTransaction(wanted), { seed: SEED, numRuns: 3 })) {
        for (const expected of changes(transaction, 0).expected)
          covered.add(expected.slice(expected.lastIndexOf(' ') + 1));
      }
    }
    const onlyWarnings = new Set(
      Object.keys(ISSUE_CODES).filter((code) => {
        const rules = registry.explain(code)!.rules;
        return rules.length > 0 && rules.every(({ severity }) => severity === 'warning');
      }),
    );
    // Held against dates only where the caller asks for it; see the cases.
    onlyWarnings.add('rate_not_in_window');
    expect(Object.keys(ISSUE_CODES).filter((code) => !covered.has(code) && !onlyWarnings.has(code))).toEqual([]);
  });
});
