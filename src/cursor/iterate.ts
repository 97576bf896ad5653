import { checkArgument } from '../usage/usage-error.js';
import { checkOptions, type OptionTest } from '../usage/option-tests.js';
import { DEFAULT_LIMIT, MAX_LIMIT, MIN_LIMIT, type ListQuery } from './list-query.js';
import type { Page } from './page.js';

/** Where to begin, and the page size. */
export type IterateOptions = {
  /** Where to resume: the id of the last transaction handled. Default: begin with the newest. */
  startAfter?: string | undefined;
  /** Transactions per page, 1 to 50; default 25. */
  limit?: number | undefined;
};

/** Fetches one page. If it throws, the iteration ends. */
export type FetchPage<Row> = (query: ListQuery) => Page<Row> | Promise<Page<Row>>;

/**
 * Iterates over the transactions of all pages, in list order. Fetches each page only when its first transaction is
 * needed, and stops after the last page. To resume later, pass the id of the last transaction seen as `startAfter`.
 *
 * See docs/guides/resume-a-list.md in the repository.
 *
 * @example for await (const transaction of iterateTransactions((query) => client.list(query))) …
 * @throws UsageError immediately for invalid or unknown options. While iterating: Error for a page that violates the
 * list envelope or repeats a cursor, before returning any of its transactions; any error that `fetchPage` throws
 * @see service interface, GET /v1/transactions
 */
export function iterateTransactions<Row>(
  fetchPage: FetchPage<Row>,
  options: IterateOptions = {},
): AsyncGenerator<Row, void, undefined> {
  checkArgument(typeof fetchPage === 'function', 'fetchPage', 'a function', fetchPage);
  return walk(fetchPage, readOptions(options));
}

async function* walk<Row>(fetchPage: FetchPage<Row>, first: ListQuery): AsyncGenerator<Row, void, undefined> {
  for await (const page of walkPages(fetchPage, first)) yield* page.data;
}

/** Iterates over pages, and fetches each when the caller asks for it. */
async function* walkPages<Row>(
  fetchPage: FetchPage<Row>,
  first: ListQuery,
): AsyncGenerator<Page<Row>, void, undefined> {
  const visited = new Set<string | undefined>([first.startAfter]);
  let query: ListQuery | undefined = first;
  while (query) {
    const page: Page<Row> = await fetchPage({ ...query });
    const cursor = nextCursor(page);
    if (cursor !== undefined && visited.has(cursor)) {
      throw new Error(`the list repeats cursor ${JSON.stringify(cursor)} and would never end`);
    }
    visited.add(cursor);
    yield page;
    query = cursor === undefined ? undefined : { ...query, startAfter: cursor };
  }
}

/** The cursor of the page after this one; undefined at the end. */
function nextCursor(page: Page<unknown>): string | undefined {
  const { data, hasMore, nextCursor: cursor } = page ?? {};
  if (!Array.isArray(data) || typeof hasMore !== 'boolean') {
    throw new Error('a page must have data as an array and hasMore as a boolean');
  }
  if (!hasMore) return undefined;
  if (typeof cursor !== 'string' || cursor === '' || data.length === 0) {
    throw new Error('a page with hasMore must have data and a nextCursor');
  }
  return cursor;
}

export const ITERATE_OPTIONS = {
  startAfter: {
    test: (value) => typeof value === 'string' && value !== '',
    wanted: 'an id (omit it to begin with the newest)',
  },
  limit: {
    test: (value) => Number.isInteger(value) && (value as number) >= MIN_LIMIT && (value as number) <= MAX_LIMIT,
    wanted: 'an integer from 1 to 50',
  },
} satisfies Record<keyof IterateOptions, OptionTest>;

function readOptions(options: IterateOptions): ListQuery {
  checkOptions(options, ITERATE_OPTIONS);
  const { startAfter, limit = DEFAULT_LIMIT } = options;
  return startAfter === undefined ? { limit } : { limit, startAfter };
}
