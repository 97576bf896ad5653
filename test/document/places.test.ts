import { fieldPath } from 'receipt-rule-packs';
import { describe, expect, it, vi } from 'vitest';
import type { NodeSet, Place } from '../../src/document/places';
import { SCHEMA_NODES } from '../../src/document/structure.generated';
import { parsePath } from '../support/changes';
import { inSchemaOrder } from '../support/schema-order';

/** Loaded within a test, the module has nothing remembered, and its constants are seen to be reached. */
async function loaded() {
  vi.resetModules();
  return import('../../src/document/places');
}

const NODES = SCHEMA_NODES.map(([pattern], node) => ({ pattern, node }));
const INDICES = [0, 1, 3, 1_234_567, 2 ** 31 - 2];
const indicesOf = ({ array }: Place) => (array < 0 ? [-1] : INDICES);
const fieldOf = (pattern: string, index: number) => pattern.replace('[]', `[${index}]`);

/** The nodes of a set, read bit by bit. */
function members({ low, middle, high }: NodeSet): number[] {
  const bits = [low, middle, high].map((word) => word.toString(2).padStart(31, '0').split('').reverse());
  return bits.flat().flatMap((bit, node) => (bit === '1' ? [node] : []));
}

const within = (pattern: string) =>
  NODES.filter(
    (other) => pattern === '' || other.pattern === pattern || /^[.[]/.test(other.pattern.replace(pattern, '')),
  )
    .filter((other) => other.pattern.startsWith(pattern))
    .map(({ node }) => node);

describe('place', () => {
  it('is found by node and by pattern, and is one object', async () => {
    const { nodeOf, place, placeOf } = await loaded();
    for (const { pattern, node } of NODES) {
      expect(nodeOf(pattern)).toBe(node);
      expect(place(node).node).toBe(node);
      expect(placeOf(pattern)).toBe(place(node));
    }
    expect(nodeOf('items[0].amount')).toBeUndefined();
  });

  it('says field and path, for any index', async () => {
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

  it('knows what lies inside it', async () => {
    const { place } = await loaded();
    for (const { pattern, node } of NODES) {
      const { array, elementBits, inside } = place(node);
      const nodes = within(pattern);
      expect([pattern, members(inside)]).toEqual([pattern, nodes]);
      // The first node of the array is the element as a whole.
      const bits = array < 0 ? 0 : nodes.reduce((sum, n) => sum + 2 ** (n - array - 1), 0);
      expect([pattern, elementBits]).toEqual([pattern, bits]);
    }
  });

  it('takes arbitrary keys in metadata and extensions alone', async () => {
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
    'is none for %s',
    async (pattern) => {
      const { placeOf } = await loaded();
      expect(() => placeOf(pattern)).toThrow(TypeError);
    },
  );
});

describe('sets of nodes', () => {
  it('hold a range, and unite', async () => {
    const { nodeRange, union } = await loaded();
    const range = (first: number, last: number) => NODES.map(({ node }) => node).slice(first, last + 1);
    const edges = [0, 1, 29, 30, 31, 32, 60, 61, 62, 63, 69];
    for (const first of edges) {
      for (const last of edges.filter((edge) => edge >= first)) {
        expect(members(nodeRange(first, last))).toEqual(range(first, last));
        const both = new Set([...range(0, 2), ...range(first, last)]);
        expect(members(union(nodeRange(0, 2), nodeRange(first, last)))).toEqual([...both].sort((a, b) => a - b));
      }
    }
  });
});

describe('sort keys', () => {
  it('go as the schema goes, what it does not know behind what it knows in the same object', async () => {
    const { fieldAt, pathAt, place, sortKey, sortKeyBehind, unknownAt } = await loaded();
    const entries = NODES.flatMap(({ node }) => {
      const at = place(node);
      const holdsFields = SCHEMA_NODES[node]![3] === 'an object' && !at.freeForm;
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

describe('fields that the schema does not know', () => {
  it.each<[string, number, string]>([
    ['', -1, 'zzz'],
    ['', -1, 'odd key'],
    ['vendor', -1, ''],
    ['items[]', 2, 'a'],
    ['items[].discount', 0, '0'],
    ['tax.summary[]', 17, '__proto__'],
  ])('in %j at %d: %j', async (pattern, index, key) => {
    const { placeOf, unknownAt } = await loaded();
    const parent = fieldOf(pattern, index);
    const path = [...(parent === '' ? [] : parsePath(parent)), key];
    expect(unknownAt(placeOf(pattern), index, key)).toEqual({ path, field: fieldPath(path) });
  });

  it.each<[string, string, string | undefined]>([
    ['', 'receipt_number', 'receiptNumber'],
    ['', 'TYPE', 'type'],
    ['', 'l.o-c a/l e', 'locale'],
    ['', 'type2', undefined],
    ['', 'zzz', undefined],
    ['', '', undefined],
    ['', '_', undefined],
    ['', 'rate', undefined],
    ['', 'id', undefined],
    // Fields of what is inside, run together.
    ['', 'vendorId', undefined],
    ['', 'itemsName', undefined],
    ['vendor', 'ID', 'id'],
    ['vendor', 'type', undefined],
    ['vendor', 'vendor', undefined],
    ['items[]', 'tax-rate', 'taxRate'],
    ['items[]', 'Discount', 'discount'],
    ['items[]', 'discountAmount', undefined],
    ['items[].discount', 'Amount', 'amount'],
    ['tax', 'Summary', 'summary'],
    ['tax', 'summaryRate', undefined],
    ['tax.summary[]', 'taxableamount', 'taxableAmount'],
  ])('in %j %j is spelled %j', async (pattern, key, name) => {
    const { nodeOf, similarField } = await loaded();
    const node = nodeOf(pattern)!;
    expect(similarField(node, key)).toBe(name);
    expect(similarField(node, key)).toBe(name);
  });
});
