import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import counts from './counts.json' with { type: 'json' };
import { judge } from './judge';
import { loadPack } from './load';

describe.each(packs.map((pack) => [pack.id, pack] as const))('vectors/%s.json', (id, pack) => {
  const registry = createRegistry([pack]);

  it('gives every vector the verdict that it expects', () => {
    for (const vector of loadPack(id))
      expect([vector.name, judge(registry, vector)]).toEqual([vector.name, vector.expect]);
  });
});

describe('vectors/se-receipt-1.json', () => {
  // counts.json is what scripts/vectors/expand.py prints, a reader that shares no code with this one.
  it('has as many vectors of each code as a reader in another language finds', () => {
    const codes: Record<string, number> = {};
    const vectors = loadPack('se-receipt-1');
    for (const { code } of vectors) codes[code] = (codes[code] ?? 0) + 1;
    expect({ vectors: vectors.length, codes }).toEqual(counts);
  });
});
