import { ITERATE_OPTIONS, walkPages } from '../cursor/iterate.js';
import { DEFAULT_LIMIT } from '../cursor/limits.js';
import type { ListQuery } from '../cursor/list-query.js';
import type { Page } from '../cursor/page.js';
import type { StoredTransaction } from '../document/written-types.js';
import { checkOptions, isObject, type OptionTest } from '../usage/option-tests.js';
import { exchange, type Settings } from './exchange.js';
import { errorOf, isOk, outcomeOf } from './outcome.js';
import { ServiceError } from './service-error.js';
import type { Signal } from './web-types.js';

/** What to list. */
export type ListOptions = {
  /** The business, for owner-wide keys; other tokens have one business and need none. */
  businessId?: string | undefined;
  /** Transactions per page, 1 to 50; default 25. */
  limit?: number | undefined;
  /** Where to resume: the id of the last transaction handled. Default: begin with the newest. */
  startAfter?: string | undefined;
  /** Ends requests and waits; the iteration then throws its reason. */
  signal?: Signal | undefined;
};

/** The transactions of a business, newest first. Nothing is requested before the first is asked for. */
export type TransactionList = AsyncIterable<StoredTransaction> & {
  /** The same by pages, with the `nextCursor` of each. */
  pages(): AsyncIterable<Page<StoredTransaction>>;
};

export const A_SIGNAL: OptionTest = {
  test: (value) => typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean',
  wanted: 'an AbortSignal',
};

const OPTIONS = {
  ...ITERATE_OPTIONS,
  businessId: { test: (value) => typeof value === 'string' && value !== '', wanted: 'an id' },
  signal: A_SIGNAL,
} satisfies Record<keyof ListOptions, OptionTest>;

export function list(settings: Settings, options: ListOptions): TransactionList {
  checkOptions(options, OPTIONS);
  const { signal, limit = DEFAULT_LIMIT, startAfter, businessId } = options;
  const first: ListQuery = { limit };
  if (startAfter !== undefined) first.startAfter = startAfter;
  if (businessId !== undefined) first.businessId = businessId;
  const pages = () => walkPages((query) => fetchPage(settings, query, signal), first);
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data;
    },
  };
}

async function fetchPage(settings: Settings, query: ListQuery, signal: Signal | undefined) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  const reply = await exchange(settings, { method: 'GET', query: `?${parameters.toString()}`, accept: isPage, signal });
  if (isOk(reply.status) && isPage(reply.body)) return reply.body;
  const { status, body, cause } = reply;
  // No page is the stored form of a document: `stored` is not among the outcomes.
  const { outcome } = outcomeOf({ status, body: isOk(status) ? undefined : body }, {});
  throw new ServiceError(
    outcome === 'conflict' ? 'refused' : (outcome as ServiceError['outcome']),
    status || undefined,
    errorOf(body)?.code,
    { cause },
  );
}

function isPage(body: unknown): body is Page<StoredTransaction> {
  return isObject(body) && Array.isArray(body.data) && typeof body.hasMore === 'boolean';
}
