import { describe, expect, it, vi } from 'vitest';
import type { Mutation } from '../../src/testing/mutation';

/**
 * Loads the property-testing module within a test. Most of its code, such as tables of mutations and arbitraries, runs
 * when the module is loaded, and mutation testing can then attribute it to the test; see vitest.mutation.config.ts.
 */
async function kitAnew() {
  vi.resetModules();
  const { createRegistry } = await import('receipt-rule-packs');
  const { seReceipt1 } = await import('receipt-rule-packs/packs/se-receipt-1');
  const { documentsFor, mutated } = await import('../../src/testing/invalid-transaction');
  const { MUTATIONS } = await import('../../src/testing/invalid-transaction');
  const { testPacks } = await import('../support/test-packs');
  const { KINDS, holdFaults, holdValid } = await import('./under-law');
  return {
    createRegistry,
    documentsFor,
    mutated,
    MUTATIONS,
    KINDS,
    holdFaults,
    holdValid,
    packs: [seReceipt1, ...testPacks],
  };
}

describe('the reloaded property-testing module', () => {
  it('generates valid documents of every kind, and each mutation under at least one law', async () => {
    const { packs, MUTATIONS, KINDS, ...kit } = await kitAnew();
    const made = new Set<Mutation>();
    for (const pack of packs) {
      for (const kind of KINDS) kit.holdValid(pack, kind, 8);
      const registry = kit.createRegistry([pack]);
      for (const rateWindows of ['enforce', 'off'] as const)
        for (const mutation of MUTATIONS) {
          const fitting = kit.documentsFor(mutation, pack, { rateWindows, unusual: true });
          if (fitting.length === 0) continue;
          made.add(mutation);
          kit.holdFaults(registry, kit.mutated(mutation, pack, fitting), 1, mutation);
        }
    }
    expect(MUTATIONS.filter((mutation) => !made.has(mutation)).map(({ name }) => name)).toEqual([]);
    expect(MUTATIONS.length).toBeGreaterThan(100);
  });
});
