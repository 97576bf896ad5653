import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { observed, soundCases } from '../support/observed';

describe('reloaded packs', () => {
  it('declare the fields that their rules read, and the codes that they raise', async () => {
    const { definePack, defineReceiptPack, packs } = await loadedAnew();
    for (const made of packs) {
      const { pack } = made;
      // Checks all rules of one pack for each kind of law, and the custom rules of the built-in packs.
      // built-in-inventory.test.ts does the same for their shared rules.
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
