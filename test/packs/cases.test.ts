import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { ownCases } from '../support/cases';
import { sharedCasesOf } from '../support/shared-cases';
import { testPacks } from '../support/test-packs';
import { expectedOf, titleOf, verdictOn } from './judge';

// shared-cases.test.ts runs the shared cases under the built-in packs.
const sets = [
  ...packs.map((pack) => ({ pack, cases: ownCases(pack) })),
  ...testPacks.map((pack) => ({ pack, cases: sharedCasesOf(pack) })),
];

describe.each(sets.map(({ pack, cases }) => [pack.id, pack, cases] as const))('%s', (_, pack, cases) => {
  const registry = createRegistry([pack]);

  it.each(cases.map((c) => [titleOf(c), c] as const))('%s', (_, c) => {
    expect(verdictOn(registry, c)).toEqual(expectedOf(c));
  });

  it('has cases with unique names', () => {
    const titles = cases.map(titleOf);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
  });
});
