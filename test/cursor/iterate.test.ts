import { describe, expect, it } from 'vitest';
import {
  compareNewestFirst,
  type FetchPage,
  iterateTransactions,
  type IterateOptions,
  type ListQuery,
  type Ordered,
  type Page,
  toPage,
} from '../../src/cursor/index.js';
import { UsageError } from 'receipt-rule-packs/cursor';

/** An in-memory list with keyset pagination, as in the service: cursors stay valid when rows are added. */
function list(rows: Ordered[]) {
  const queries: ListQuery[] = [];
  const fetchPage = async (query: ListQuery): Promise<Page<Ordered>> => {
    queries.push(query);
    const sorted = [...rows].sort(compareNewestFirst);
    const after = sorted.findIndex((row) => row.id === query.startAfter) + 1;
    return toPage(sorted.slice(after, after + query.limit + 1), query.limit);
  };
  return { rows, queries, fetchPage };
}

const sameInstant = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `txn_${String(i).padStart(4, '0')}`,
    timestamp: `2026-11-21T${String(10 + (i % 3)).padStart(2, '0')}:00:00+0${i % 3}:00`,
  }));
const ids = (rows: readonly Ordered[]) => [...rows].sort(compareNewestFirst).map((row) => row.id);
const walk = async (fetchPage: FetchPage<Ordered>, options?: IterateOptions) => {
  const seen: string[] = [];
  for await (const row of iterateTransactions(fetchPage, options)) seen.push(row.id);
  return seen;
};
const page = (nextCursor: unknown, data: unknown = [{ id: 'a', timestamp: '' }], hasMore: unknown = true) =>
  ({ data, hasMore, nextCursor }) as Page<Ordered>;

describe('iterateTransactions', () => {
  it.each([0, 1, 24, 25, 26, 50, 51])('iterates over %i rows without an extra fetch', async (count) => {
    const { rows, queries, fetchPage } = list(sameInstant(count));
    expect(await walk(fetchPage)).toEqual(ids(rows));
    expect(queries).toHaveLength(Math.max(1, Math.ceil(count / 25)));
    expect(queries[0]).toStrictEqual({ limit: 25 });
    for (const query of queries.slice(1)) expect(query).toStrictEqual({ limit: 25, startAfter: query.startAfter });
  });

  it('yields each of 500 equal instants once, even if rows are added meanwhile', async () => {
    const original = sameInstant(500);
    const { rows, fetchPage } = list([...original]);
    const seen: string[] = [];
    for await (const row of iterateTransactions(fetchPage, { limit: 7 })) {
      seen.push(row.id);
      if (seen.length > 600) break;
      if (seen.length % 50 === 0) {
        rows.push({ id: `txn_9${seen.length}`, timestamp: '2026-11-21T10:00:00Z' });
        rows.push({ id: `txn_x${seen.length}`, timestamp: '2026-11-21T10:00:01Z' });
        rows.push({ id: `older_${seen.length}`, timestamp: `2026-11-21T09:59:59.${999 - seen.length}Z` });
      }
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => /^txn_\d{4}$/.test(id))).toEqual(ids(original));
    expect(seen.filter((id) => id.startsWith('older_'))).toHaveLength(10);
  });

  it('resumes after any row', async () => {
    const { rows, fetchPage } = list(sameInstant(60));
    const all = ids(rows);
    for (const at of [0, 6, 7, 30, 58, 59]) {
      expect(await walk(fetchPage, { startAfter: all[at], limit: 7 })).toEqual(all.slice(at + 1));
    }
  });

  it('fetches each page only when needed', async () => {
    const { queries, fetchPage } = list(sameInstant(6));
    const iterator = iterateTransactions(fetchPage, { limit: 3 });
    expect(queries).toHaveLength(0);
    for (let i = 0; i < 3; i++) await iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(queries).toHaveLength(1);
    await iterator.next();
    expect(queries).toHaveLength(2);
    await iterator.return();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(queries).toHaveLength(2);
  });

  it('accepts pages that are returned synchronously', async () => {
    expect(await walk(() => ({ data: [{ id: 'a', timestamp: '' }], hasMore: false, nextCursor: null }))).toEqual(['a']);
  });

  it('ignores changes that fetchPage makes to the query', async () => {
    const { rows, fetchPage } = list(sameInstant(20));
    const limits: number[] = [];
    const changing = async (query: ListQuery) => {
      limits.push(query.limit);
      const result = await fetchPage({ ...query });
      query.limit = 50;
      query.startAfter = 'x';
      return result;
    };
    expect(await walk(changing, { limit: 3 })).toEqual(ids(rows));
    expect(limits).toEqual([3, 3, 3, 3, 3, 3, 3]);
  });

  it.each<[string, string[], IterateOptions]>([
    ['the same one twice in a row', ['c1', 'c1'], {}],
    ['the one before the last', ['c1', 'c2', 'c1'], {}],
    ['the one it began with', ['c0'], { startAfter: 'c0' }],
    ['the cursor it started with, after other pages', ['c1', 'c2', 'c0'], { startAfter: 'c0' }],
  ])('throws if the server repeats a cursor: %s', async (_, cursors, options) => {
    let fetched = 0;
    const iterator = iterateTransactions(() => page(cursors[fetched++]), options);
    for (let i = 1; i < cursors.length; i++) expect((await iterator.next()).done).toBe(false);
    await expect(iterator.next()).rejects.toThrow(Error);
    expect(fetched).toBe(cursors.length);
    expect((await iterator.next()).done).toBe(true);
  });

  it.each<[string, unknown]>([
    ['hasMore but no cursor', page(null)],
    ['hasMore but an undefined cursor', page(undefined)],
    ['hasMore but an empty cursor', page('')],
    ['hasMore but a numeric cursor', page(5)],
    ['hasMore but no data', page('c1', [])],
    ['data that is not an array', page('c1', {})],
    ['a hasMore that is not a boolean', page('c1', [], 'yes')],
    ['null', null],
    ['undefined', undefined],
    ['an error body', { error: { code: 'unauthorized', message: 'x' } }],
  ])('throws for a page with %s', async (_, result) => {
    let fetched = 0;
    const fetchPage = () => (fetched++, result as Page<Ordered>);
    await expect(walk(fetchPage)).rejects.toThrow(Error);
    expect(fetched).toBe(1);
  });

  it('ends when hasMore is false, whatever the cursor', async () => {
    expect(await walk(() => page('c1', [{ id: 'a', timestamp: '' }], false))).toEqual(['a']);
  });

  it('rethrows errors of fetchPage', async () => {
    const down = new Error('down');
    await expect(walk(() => Promise.reject(down))).rejects.toBe(down);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a cursor alone', 'txn_1'],
    ['an unknown option', { cursor: 'a' }],
    ['a limit of 0', { limit: 0 }],
    ['a limit of 51', { limit: 51 }],
    ['a fractional limit', { limit: 1.5 }],
    ['a limit given as text', { limit: '5' }],
    ['a null limit', { limit: null }],
    ['an empty startAfter', { startAfter: '' }],
    ['a null startAfter, as at the end of a list', { startAfter: null }],
  ])('throws UsageError immediately for %s as options', (_, options) => {
    expect(() => iterateTransactions(() => page(null), options as IterateOptions)).toThrow(UsageError);
  });

  it('throws UsageError immediately without a function', () => {
    expect(() => iterateTransactions('x' as never)).toThrow(UsageError);
  });
});
