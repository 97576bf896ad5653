import { describe, expect, it, vi } from 'vitest';
import { schemaNodes } from '../../src/document/schema-nodes';
import { fieldAt, pathAt, place, unknownAt } from '../../src/document/places';
import { inSchemaOrder } from '../support/schema-order';
import { indicesOf, NODES } from '../support/schema-places';

/** Loads the module inside a test, so that mutation testing records that the test covers the constants. */
async function loaded() {
  vi.resetModules();
  return import('../../src/document/findings');
}

describe('sort keys', () => {
  it("follow the schema, with unknown fields after the same object's known fields", async () => {
    const { sortKey, sortKeyBehind } = await loaded();
    const entries = NODES.flatMap(({ node }) => {
      const at = place(node);
      const holdsFields = schemaNodes()[node]!.wanted === 'an object' && !at.freeForm;
      return indicesOf(at).flatMap((index) => [
        { path: pathAt(at, index), field: fieldAt(at, index), key: sortKey(at, index), code: '' },
        ...(holdsFields ? [{ ...unknownAt(at, index, 'zzz'), key: sortKeyBehind(at, index), code: '' }] : []),
      ]);
    });
    expect(entries.length).toBeGreaterThan(150);
    const byKey = [...entries].sort((a, b) => a.key - b.key);
    const bySchema = [...entries].sort(inSchemaOrder);
    expect(byKey.map(({ field }) => field)).toEqual(bySchema.map(({ field }) => field));
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    expect(entries.every(({ key }) => key >= 0 && Number.isFinite(key))).toBe(true);
  });
});
