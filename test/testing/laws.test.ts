import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { documentsFor, MUTATIONS } from '../../src/testing/invalid-transaction';
import { DRAWS } from '../support/numbers';
import { testPacks } from '../support/test-packs';
import { drawsValid, knowsFaults } from './under-law';

const all = [seReceipt1, ...testPacks];

// knows-faults.slow.test.ts and draws-valid.test.ts test all built-in packs.
describe.each(all.map((pack) => [pack.id, pack] as const))('%s', (_, pack) => {
  drawsValid(pack, DRAWS / 2);
  knowsFaults(pack, DRAWS / 2);
});

describe('mutations', () => {
  it('can each occur under at least one law', () => {
    const made = (mutation: (typeof MUTATIONS)[number]) =>
      all.some((pack) => documentsFor(mutation, pack, { rateWindows: 'enforce' }).length > 0);
    expect(MUTATIONS.filter((mutation) => !made(mutation)).map(({ name }) => name)).toEqual([]);
  });

  it("exist for each of a law's rules that reports errors", () => {
    const told = new Set(MUTATIONS.map(({ rule }) => rule));
    const silent = all.flatMap(({ rules }) =>
      rules.filter(({ severity, id }) => severity === 'error' && !told.has(id)),
    );
    // Mutations of extensions apply to whatever namespaces the law has, so no mutation states a rule for them.
    expect(new Set(silent.map(({ id }) => id.replace(/^extensions-.*/, 'extensions')))).toEqual(
      new Set(['extensions']),
    );
  });

  it('have unique names', () => {
    expect(new Set(MUTATIONS.map(({ name, rule }) => `${rule} ${name}`)).size).toBe(MUTATIONS.length);
  });
});
