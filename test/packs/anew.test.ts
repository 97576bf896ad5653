import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { expectedOf, titleOf, verdictOn } from './judge';

describe('packs loaded anew', () => {
  it('judge every case alike', async () => {
    const { createRegistry, packs } = await loadedAnew();
    for (const { pack, cases } of packs) {
      const registry = createRegistry([pack]);
      for (const c of cases) {
        const found = verdictOn(registry, c);
        // As text, since so many calls of `expect` would take most of the time.
        if (JSON.stringify(found) !== JSON.stringify(expectedOf(c))) expect([titleOf(c), found]).toEqual(expectedOf(c));
      }
      expect(cases.length).toBeGreaterThan(10);
    }
  });
});
