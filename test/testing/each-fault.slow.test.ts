import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, it } from 'vitest';
import { documentsFor, mutated, MUTATIONS } from '../../src/testing/invalid-transaction';
import { testPacks } from '../support/test-packs';
import { holdFaults } from './under-law';

// One test per mutation and law, so that mutation testing runs only the tests for the code that it changed.
const all = [seReceipt1, ...testPacks];

describe.each(all.map((pack) => [pack.id, pack] as const))('faults under %s', (_, pack) => {
  const registry = createRegistry([pack]);
  const kinds = MUTATIONS.flatMap((mutation) => {
    const fitting = documentsFor(mutation, pack, { rateWindows: 'enforce', unusual: true });
    return fitting.length === 0 ? [] : [[mutation.name, mutation, mutated(mutation, pack, fitting)] as const];
  });

  it.each(kinds)('%s', (_, mutation, faults) => {
    holdFaults(registry, faults, 4, mutation);
  });
});
