import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { unusedCases } from '../support/shared-cases';
import { expectedOf, titleOf, verdictOn } from './judge';

describe('reloaded packs', () => {
  it('return the expected verdict on every case', async () => {
    const { createRegistry, defineReceiptPack, packs } = await loadedAnew();
    for (const { pack, cases } of packs) {
      const whole = createRegistry([pack]);
      // Omits the pack's custom rules, because they check that fiscal data matches the figures. In shared cases, the
      // fiscal data consists of the law's examples, which do not match.
      const shared = createRegistry([defineReceiptPack(pack.law)]);
      for (const c of cases) {
        const found = verdictOn(c.rule === undefined ? whole : shared, c);
        // Compares text, because that many calls to `expect` would take most of the time.
        if (JSON.stringify(found) !== JSON.stringify(expectedOf(c))) expect([titleOf(c), found]).toEqual(expectedOf(c));
      }
      expect(cases.length).toBeGreaterThan(10);
    }
    expect(unusedCases(packs.map(({ pack }) => pack))).toEqual([]);
  });
});
