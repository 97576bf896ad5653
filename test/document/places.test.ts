import { fieldPath } from 'receipt-rule-packs';
import { describe, expect, it, vi } from 'vitest';
import { parsePath } from '../support/changes';
import { fieldOf, indicesOf, members, NODES } from '../support/schema-places';
import { usageError } from '../support/usage-error';

/**
 * Loads the module inside a test, so that its caches are empty, and mutation testing records that the test covers the
 * constants.
 */
async function loaded() {
  vi.resetModules();
  return import('../../src/document/places');
}

const within = (pattern: string) =>
  NODES.filter(
    (other) => pattern === '' || other.pattern === pattern || /^[.[]/.test(other.pattern.replace(pattern, '')),
  )
    .filter((other) => other.pattern.startsWith(pattern))
    .map(({ node }) => node);

describe('a place in the schema', () => {
  it('is the same object, whether found by node or by pattern', async () => {
    const { nodeOf, place, placeOf } = await loaded();
    for (const { pattern, node } of NODES) {
      expect(nodeOf(pattern)).toBe(node);
      expect(place(node).node).toBe(node);
      expect(placeOf(pattern)).toBe(place(node));
    }
    expect(nodeOf('items[0].amount')).toBeUndefined();
  });

  it('returns field and path for any index', async () => {
    const { fieldAt, pathAt, place } = await loaded();
    for (const { pattern, node } of NODES) {
      const at = place(node);
      for (const index of indicesOf(at)) {
        const field = fieldOf(pattern, index);
        expect(fieldAt(at, index)).toBe(field);
        expect(pathAt(at, index)).toEqual(field === '' ? [] : parsePath(field));
      }
      if (at.array < 0) expect([at.arrayField, at.elementPath]).toEqual(['', []]);
      expect(Object.isFrozen(at.path)).toBe(true);
    }
  });

  it('lists the fields inside the place', async () => {
    const { place } = await loaded();
    for (const { pattern, node } of NODES) {
      const { array, elementBits, inside } = place(node);
      const nodes = within(pattern);
      expect([pattern, members(inside)]).toEqual([pattern, nodes]);
      // The array's first node represents the element as a whole.
      const bits = array < 0 ? 0 : nodes.reduce((sum, n) => sum + 2 ** (n - array - 1), 0);
      expect([pattern, elementBits]).toEqual([pattern, bits]);
    }
  });

  it('accepts arbitrary keys only in metadata and extensions', async () => {
    const { place, placeOf } = await loaded();
    expect(NODES.filter(({ node }) => place(node).freeForm).map(({ pattern }) => pattern)).toEqual([
      'metadata',
      'extensions',
    ]);
    for (const pattern of ['extensions.se', 'extensions.se.controlCode', 'metadata.a']) {
      const at = placeOf(pattern);
      const root = placeOf(pattern.split('.')[0]!);
      expect(at).toEqual({ ...root, field: pattern, path: pattern.split('.') });
      expect(Object.isFrozen(at.path)).toBe(true);
      expect(placeOf(pattern)).toBe(at);
    }
  });

  it.each(['nope', 'vendor.nope', 'type.a', 'items[0].amount', 'items[].nope', 'extensionsx.a', '.type'])(
    'is not found for %s',
    async (pattern) => {
      const { placeOf } = await loaded();
      expect(() => placeOf(pattern)).toThrow(usageError('invalid_argument', 'field'));
    },
  );
});

describe('an unknown field', () => {
  it.each<[string, number, string]>([
    ['', -1, 'zzz'],
    ['', -1, 'odd key'],
    ['vendor', -1, ''],
    ['items[]', 2, 'a'],
    ['items[].discount', 0, '0'],
    ['tax.summary[]', 17, '__proto__'],
  ])('has, in %j at %d, the path %j', async (pattern, index, key) => {
    const { placeOf, unknownAt } = await loaded();
    const parent = fieldOf(pattern, index);
    const path = [...(parent === '' ? [] : parsePath(parent)), key];
    expect(unknownAt(placeOf(pattern), index, key)).toEqual({ path, field: fieldPath(path) });
  });
});
