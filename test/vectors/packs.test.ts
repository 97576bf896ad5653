import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { judge } from './judge';
import { loadPack } from './load';

describe.each(packs.map((pack) => [pack.id, pack] as const))('vectors/%s.json', (id, pack) => {
  const registry = createRegistry([pack]);

  it('contains only vectors with their expected verdict', () => {
    for (const vector of loadPack(id))
      expect([vector.name, judge(registry, vector)]).toEqual([vector.name, vector.expect]);
  });
});
