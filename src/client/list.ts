import { ITERATE_OPTIONS } from '../cursor/iterate.js';
import type { Page } from '../cursor/page.js';
import type { StoredTransaction, WebhookEvent } from '../document/written-types.js';
import { checkOptions, type OptionTest, isObject } from '../usage/option-tests.js';
import { type Settings, exchange } from './exchange.js';
import { errorOf, isOk, outcomeOf, type SendOutcome } from './outcome.js';
import type { Signal } from './web-types.js';

/** What to list. */
export type ListOptions = {
  /** The business. Required with an owner-wide key; every other token belongs to one business. */
  businessId?: string | undefined;
  /** Transactions per page, 1 to 50; default 25. */
  limit?: number | undefined;
  /** The id of the last transaction handled, to resume after it. Default: start with the newest. */
  startAfter?: string | undefined;
  /** Aborts requests and waits; the iteration then throws the signal's reason. */
  signal?: Signal | undefined;
};

/** A business's transactions, newest first. The first request is sent when the iteration begins. */
export type TransactionList = AsyncIterable<StoredTransaction> & {
  /** Iterates over pages instead of transactions. Each page has its `nextCursor`. */
  pages(): AsyncIterable<Page<StoredTransaction>>;
};

export const A_SIGNAL: OptionTest = {
  test: (value) => typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean',
  wanted: 'an AbortSignal',
};

export const AN_ID: OptionTest = { test: (value) => typeof value === 'string' && value !== '', wanted: 'an id' };

const LIST_OPTIONS = {
  ...ITERATE_OPTIONS,
  businessId: AN_ID,
  signal: A_SIGNAL,
} satisfies Record<keyof ListOptions, OptionTest>;

export function list(settings: Settings, options: ListOptions): TransactionList {
  checkOptions(options, LIST_OPTIONS);
  const pages = () => pagesOf<Page<StoredTransaction>>(settings, '/v1/transactions', 'startAfter', { ...options });
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data;
    },
  };
}

/** Which events to read. */
export type EventsOptions = {
  /**
   * The `nextCursor` of the previous page, or `latest` for the position after the newest event, which returns an empty
   * page. Default: start with the oldest event.
   */
  after?: string | undefined;
  /** The business. Required with an owner-wide key; every other token belongs to one business. */
  businessId?: string | undefined;
  /** Events per page, 1 to 50; default 25. */
  limit?: number | undefined;
  /** Aborts requests and waits; the iteration then throws the signal's reason. */
  signal?: Signal | undefined;
};

/** A page of the events feed. */
export type EventPage = {
  /** Events in webhook format, in the order in which the service stored them. */
  readonly data: readonly WebhookEvent[];
  /** Whether there are more events after this page. */
  readonly hasMore: boolean;
  /** The cursor for the next page, present even if that page has no events yet. */
  readonly nextCursor: string;
};

const EVENTS_OPTIONS = {
  after: AN_ID,
  businessId: AN_ID,
  limit: ITERATE_OPTIONS.limit,
  signal: A_SIGNAL,
} satisfies Record<keyof EventsOptions, OptionTest>;

export function events(settings: Settings, options: EventsOptions): AsyncIterable<EventPage> {
  checkOptions(options, EVENTS_OPTIONS);
  return pagesOf<EventPage>(settings, '/v1/events', 'after', options);
}

type AnyPage = { readonly data: readonly unknown[]; readonly hasMore: boolean; readonly nextCursor: string | null };

/**
 * Fetches pages one at a time, as the caller asks for them.
 *
 * @param name the cursor parameter's name
 * @throws ServiceError; Error if a cursor repeats, which would make the list endless
 */
async function* pagesOf<Page extends AnyPage>(
  settings: Settings,
  path: string,
  name: string,
  { signal, ...options }: { readonly signal?: Signal | undefined },
): AsyncGenerator<Page, void, undefined> {
  const query: Record<string, unknown> = options;
  const visited = new Set([query[name]]);
  for (;;) {
    const page = await pageOf<Page>(settings, path, query, signal);
    const { data, hasMore, nextCursor } = page;
    if (hasMore && (!nextCursor || data.length === 0 || visited.has(nextCursor)))
      throw new Error('a page with hasMore must have data and a new nextCursor');
    yield page;
    if (!hasMore) return;
    query[name] = nextCursor;
    visited.add(nextCursor);
  }
}

async function pageOf<Page>(
  settings: Settings,
  path: string,
  query: Readonly<Record<string, unknown>>,
  signal: Signal | undefined,
): Promise<Page> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value as string);
  const request = { method: 'GET', path: `${path}?${parameters.toString()}`, accept: isPage, signal } as const;
  const { status, body, cause } = await exchange(settings, request);
  if (isOk(status) && isPage(body)) return body as Page;
  // The body of a page is never the stored form of a document, so the outcome is never `stored`.
  const { outcome } = outcomeOf({ status, body: isOk(status) ? undefined : body }, {});
  throw new ServiceError(
    outcome === 'conflict' ? 'refused' : (outcome as ServiceError['outcome']),
    status || undefined,
    errorOf(body)?.code,
    { cause },
  );
}

const isPage = (body: unknown): boolean =>
  isObject(body) && Array.isArray(body.data) && body.data.every(isObject) && typeof body.hasMore === 'boolean';

/** Thrown if the service does not return a page of a list or feed in any of the attempts. */
export class ServiceError extends Error {
  /** Set explicitly because minifiers rename classes, and logs show the name. */
  static override readonly name = 'ServiceError';
  override readonly name = 'ServiceError';

  constructor(
    /** The outcome, as in `send`; if it is `unknown`, a later call might succeed. */
    readonly outcome: Exclude<SendOutcome['outcome'], 'stored' | 'conflict'>,
    /** The status of the last response; undefined if there was none. */
    readonly status: number | undefined,
    /**
     * The `error.code` in the response, such as `forbidden`; undefined if the response does not come from the service.
     */
    readonly code: string | undefined,
    options?: { cause?: unknown },
  ) {
    super(`the service returned ${status ?? 'nothing'}${code === undefined ? '' : ` ${code}`}`, options);
  }
}
