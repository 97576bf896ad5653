import { describe, expect, it, vi } from 'vitest';
import { members, NODES } from '../support/schema-places';

/** Loads the module inside a test, so that mutation testing records that the test covers the constants. */
async function loaded() {
  vi.resetModules();
  return import('../../src/document/node-set');
}

describe('sets of schema nodes', () => {
  it('can be created from ranges, and combined', async () => {
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
