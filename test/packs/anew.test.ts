import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { unusedCases } from '../support/shared-cases';
import { expectedOf, titleOf, verdictOn } from './judge';

describe('packs loaded anew', () => {
  it('judge every case alike', async () => {
    const { createRegistry, defineReceiptPack, packs } = await loadedAnew();
    for (const { pack, cases } of packs) {
      const whole = createRegistry([pack]);
      // The examples of the law's extensions may contradict the figures of a shared case; only custom rules of the pack
      // check that.
      const shared = createRegistry([defineReceiptPack(pack.law)]);
      for (const c of cases) {
        const found = verdictOn(c.rule === undefined ? whole : shared, c);
        // As text, because so many calls of `expect` would take most of the time.
        if (JSON.stringify(found) !== JSON.stringify(expectedOf(c))) expect([titleOf(c), found]).toEqual(expectedOf(c));
      }
      expect(cases.length).toBeGreaterThan(10);
    }
    expect(unusedCases(packs.map(({ pack }) => pack))).toEqual([]);
  });
});
