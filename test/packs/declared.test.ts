import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { observed, soundCases } from '../support/observed';

describe('packs loaded anew', () => {
  it('declare what their rules read and raise', async () => {
    const { definePack, defineReceiptPack, packs } = await loadedAnew();
    for (const made of packs) {
      const { pack } = made;
      // All rules of one pack of each kind of law, and the custom rules of built-in packs; the shared rules of these
      // are checked by the same by inventory.check.test.ts.
      const shared = pack.id.startsWith('q') ? [] : defineReceiptPack(pack.law).rules.map(({ id }) => id);
      const rules = pack.rules.filter(({ id }) => !shared.includes(id));
      if (rules.length === 0) continue;
      const sound = soundCases(pack, made.cases);
      for (const rule of rules) {
        const found = observed(pack, rule, sound, definePack);
        const { fired, severities, undeclaredCodes, undeclaredReads, unusedReads } = found;
        expect([rule.id, [...undeclaredReads], unusedReads, [...undeclaredCodes]]).toEqual([rule.id, [], [], []]);
        expect([rule.id, [...severities], fired]).toEqual([rule.id, [rule.severity], new Set(rule.codes)]);
      }
    }
  });
});
