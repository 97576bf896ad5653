import { createRegistry, defineReceiptPack } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { packsUnderTest } from '../support/packs-under-test';
import { sharedCasesOf } from '../support/shared-cases';
import { expectedOf, titleOf, verdictOn } from './judge';

// Runs the shared cases under every built-in law. Omits the pack's custom rules, because the law's example values for
// extensions need not match a case's figures.
const lawPacks = packsUnderTest.map(({ law }) => defineReceiptPack(law));

describe.each(lawPacks.map((pack) => [pack.id, pack] as const))('shared cases of %s', (_, pack) => {
  const registry = createRegistry([pack]);

  it.each(sharedCasesOf(pack).map((c) => [titleOf(c), c] as const))('%s', (_, c) => {
    expect(verdictOn(registry, c)).toEqual(expectedOf(c));
  });
});
