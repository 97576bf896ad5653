import { describe, expect, it } from 'vitest';
import { instantMicros, iterateTransactions, parseListQuery, toPage, type FetchPage } from '../../src/cursor/index.js';
import { UsageError } from 'receipt-rule-packs/cursor';

type Row = { id: string };

describe('a timestamp with one character changed', () => {
  const text = '2026-11-21T10:00:00+01:00';
  it.each(Array.from({ length: text.length }, (_, at) => [at, text[at]!] as const))('is refused: at %i, %j', (at) => {
    for (const other of ['x', ' ', '/']) {
      expect(() => instantMicros(text.slice(0, at) + other + text.slice(at + 1))).toThrow(RangeError);
    }
  });
});

describe('iterateTransactions refuses', () => {
  it.each<[string, unknown]>([
    ['no hasMore', { data: [{ id: 'a' }], nextCursor: null }],
    ['a numeric hasMore', { data: [{ id: 'a' }], hasMore: 0, nextCursor: null }],
    ['a truthy hasMore that is not a boolean', { data: [{ id: 'a' }], hasMore: 1, nextCursor: 'a' }],
    ['text as data', { data: 'ab', hasMore: false, nextCursor: null }],
    ['a Set as data', { data: new Set([{ id: 'a' }]), hasMore: false, nextCursor: null }],
  ])('a page with %s', async (_, page) => {
    const rows: Row[] = [];
    const walk = async () => {
      for await (const row of iterateTransactions((() => page) as FetchPage<Row>)) rows.push(row);
    };
    await expect(walk()).rejects.toThrow(Error);
    expect(rows).toEqual([]);
  });
});

describe('invalid arguments', () => {
  it.each([5, true, null, Symbol('options')])('are refused by iterateTransactions: %s as options', (options) => {
    expect(() => iterateTransactions(() => ({ data: [], hasMore: false, nextCursor: null }), options as never)).toThrow(
      UsageError,
    );
  });

  it('are refused by toPage: text as rows, and limits below 1', () => {
    expect(() => toPage('ab' as never, 5)).toThrow(UsageError);
    expect(() => toPage([], 0)).toThrow(UsageError);
    expect(() => toPage([], -1)).toThrow(UsageError);
  });
});

describe('a record with an invalid iterator', () => {
  it.each([undefined, null, 5])('is read as an object: %s', (iterator) => {
    const query = { limit: '5', [Symbol.iterator]: iterator };
    expect(parseListQuery(query as never)).toEqual({ valid: true, query: { limit: 5 } });
  });
});
