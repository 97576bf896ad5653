import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { observed, soundCases } from '../support/observed';

describe('packs loaded anew', () => {
  it('declare what their rules read and raise', async () => {
    const { definePack, packs } = await loadedAnew();
    // One pack of each kind of law; the built-in ones are held to the same by inventory.check.test.ts.
    for (const { pack, cases } of packs.filter(({ pack }) => pack.id.startsWith('q'))) {
      const sound = soundCases(cases);
      for (const rule of pack.rules) {
        const found = observed(pack, rule, sound, definePack);
        const { fired, severities, undeclaredCodes, undeclaredReads, unusedReads } = found;
        expect([rule.id, [...undeclaredReads], unusedReads, [...undeclaredCodes]]).toEqual([rule.id, [], [], []]);
        expect([rule.id, [...severities], fired]).toEqual([rule.id, [rule.severity], new Set(rule.codes)]);
      }
    }
  });
});
