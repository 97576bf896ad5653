import type { StoredTransaction, WebhookEvent } from '../document/written-types.js';
import { checkArgument, kindOf, mustBe } from '../usage/usage-error.js';
import {
  A_BOOLEAN,
  A_COUNT,
  A_FUNCTION,
  checkOptions,
  checkRequired,
  hasMethods,
  isObject,
  type OptionTest,
} from '../usage/option-tests.js';
import type { Client } from './client.js';
import { A_SIGNAL, AN_ID, ServiceError } from './list.js';
import type { Signal } from './web-types.js';

/** How far a follower has read. The store saves it; it is always valid JSON. */
export type FollowerState = {
  /** The feed cursor to continue from; absent if the service has no feed. */
  readonly cursor?: string | undefined;
  /** The service stored all events that follow `cursor` after this time, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  /** The list has been read up to this time by the service's clock, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Set while the whole list is being read: the id after which to continue; empty before the first page. */
  readonly startAfter?: string | undefined;
};

/** Stores the state of one follower. */
export type FollowerStore = {
  /** The last saved state; undefined if there is none. */
  load(): Promise<FollowerState | undefined>;
  /** Replaces the state. Resolves once the new state is durable. */
  save(state: FollowerState): Promise<void>;
};

/** The options of a follower. Times are in milliseconds. */
export type FollowerOptions = {
  /** From `createClient`. */
  client: Pick<Client, 'list' | 'events'>;
  /** Stores how far the follower has read. */
  store: FollowerStore;
  /**
   * Called at least once for each transaction, in no particular order. Record the `id` together with your changes, and
   * ignore an `id` that you have already recorded. If the handler throws or rejects, the follower calls it again for
   * that transaction.
   */
  onTransaction: (transaction: StoredTransaction) => unknown;
  /** The business. Required with an owner-wide key; every other token belongs to one business. */
  businessId?: string | undefined;
  /**
   * How late a till might send a sale, or how far its clock might be behind. If there is no feed, `catchUp` rereads
   * this much of the list before the last position; default 604,800,000, a week.
   */
  lateMs?: number | undefined;
  /**
   * The minimum time for which the service keeps events. After a longer outage, the follower reads the whole list
   * again; default 86,400,000, a day.
   */
  feedKeepsMs?: number | undefined;
};

/** How to catch up. */
export type CatchUpOptions = {
  /** Reads the whole list, even if reading part of it would be enough. */
  all?: boolean | undefined;
  /** Aborts requests and waits; the promise then rejects with the signal's reason. */
  signal?: Signal | undefined;
};

/** The result of `catchUp`. */
export type CaughtUp = {
  /**
   * Whether every transaction stored before the call has been handled. False if the service has no feed, so that only
   * the last `lateMs` of the list was reread: older transactions that were stored since the last call were missed,
   * unless a webhook delivered them.
   */
  readonly complete: boolean;
  /** The number of transactions handled, including repeated ones. */
  readonly handled: number;
};

/** Handles all of a business's transactions, from webhooks and from the service's feed or list. */
export type Follower = {
  /** Handles the transaction in a delivery. Pass this function to `webhookHandler`. Ignores other events. */
  onEvent(event: WebhookEvent): Promise<void>;
  /**
   * Reads transactions that webhooks might have missed: all of them on the first call, then only new ones. Call it at
   * startup, after an outage, and regularly: every hour with a feed, otherwise once a day. Continues where the last
   * call stopped. Concurrent calls run one after the other.
   *
   * @throws UsageError for invalid options; ServiceError like `client.list`; errors from `onTransaction` and the store;
   * the signal's reason
   */
  catchUp(options?: CatchUpOptions): Promise<CaughtUp>;
};

const OPTIONS = {
  client: hasMethods('list', 'events'),
  store: hasMethods('load', 'save'),
  onTransaction: A_FUNCTION,
  businessId: AN_ID,
  lateMs: A_COUNT,
  feedKeepsMs: A_COUNT,
} satisfies Record<keyof FollowerOptions, OptionTest>;

const CATCH_UP_OPTIONS = {
  all: A_BOOLEAN,
  signal: A_SIGNAL,
} satisfies Record<keyof CatchUpOptions, OptionTest>;

/**
 * Creates a follower for one business's transactions.
 *
 * See docs/guides/resume-a-list.md in the repository.
 *
 * @throws UsageError for a missing, invalid or unknown option
 */
export function createFollower(options: FollowerOptions): Follower {
  checkOptions(options, OPTIONS);
  checkRequired(options, OPTIONS, 'client', 'store', 'onTransaction');
  const { onTransaction } = options;
  /**
   * The transactions that are being handled, so that a webhook and the list do not handle the same one concurrently.
   */
  const inHand = new Map<string, Promise<void>>();
  /** Settles when the previous call ends. */
  let last: Promise<unknown> = Promise.resolve();

  async function handle(transaction: StoredTransaction): Promise<void> {
    const { id } = transaction;
    if (typeof id !== 'string') throw new Error('a transaction from the service must have an id');
    let handled = inHand.get(id);
    if (!handled) {
      const work = async () => {
        await onTransaction(transaction);
      };
      handled = work().finally(() => inHand.delete(id));
      inHand.set(id, handled);
    }
    return handled;
  }

  return {
    async onEvent(event) {
      checkArgument(isObject(event), 'event', 'an event', event);
      if (event.type === 'transaction.created') await handle(event.data);
    },
    async catchUp(catchUpOptions = {}) {
      checkOptions(catchUpOptions, CATCH_UP_OPTIONS);
      const done = last.then(() => run(options, catchUpOptions, handle));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** One call of `catchUp`. */
async function run(
  { client, store, businessId, lateMs = 7 * DAY, feedKeepsMs = DAY }: FollowerOptions,
  { all = false, signal }: CatchUpOptions,
  handle: (transaction: StoredTransaction) => Promise<void>,
): Promise<CaughtUp> {
  const now = Date.now();
  /** The parameters of every request. */
  const query = { businessId, limit: 50, signal };
  const saved: unknown = await store.load();
  const isState = saved === undefined || saved === null || isObject(saved);
  if (!isState) throw mustBe('invalid_option', 'options.store', 'a store that loads what it saved', kindOf(saved));
  let state: FollowerState = { ...saved };
  let handled = 0;
  return { complete: await read(), handled };

  /** @returns whether everything has been read */
  async function read(): Promise<boolean> {
    if (!all && isKept() && (await goOn()) && (await readFeed())) return true;
    // Gets the cursor before reading the list, so that the feed contains transactions stored in the meantime.
    const latest = await latestCursor();
    if (latest === undefined && !all && state.since !== undefined && (await goOn())) {
      await readBack();
      return false;
    }
    await save({ startAfter: '', ...(latest !== undefined && { cursor: latest, readAt: now }) });
    await readList();
    return latest === undefined || readFeed();
  }

  /**
   * Whether the service still has every event after the cursor; false if the clock was set back too far to tell.
   */
  function isKept(): boolean {
    const { cursor, readAt = NaN } = state;
    return !!cursor && Math.abs(now - readAt) <= feedKeepsMs;
  }

  /** Reads the feed to the end. Returns false if there is no feed, or if the feed does not know the cursor. */
  async function readFeed(): Promise<boolean> {
    const { cursor } = state;
    if (!cursor) return false;
    try {
      for await (const { data, hasMore, nextCursor } of client.events({ ...query, after: cursor })) {
        let { since } = state;
        for (const event of data) {
          if (event.type !== 'transaction.created') continue;
          await take(event.data);
          since = latestOf([event.data], since);
        }
        await save({ cursor: nextCursor, since, ...(!hasMore && { readAt: now }) });
      }
      return true;
    } catch (error) {
      return withoutFeed(error);
    }
  }

  /** The cursor after the newest event; undefined if there is no feed. */
  async function latestCursor(): Promise<string | undefined> {
    try {
      for await (const { nextCursor } of client.events({ ...query, after: 'latest' })) return nextCursor;
    } catch (error) {
      withoutFeed(error);
    }
    return undefined;
  }

  /** Services without a feed refuse the request in different ways. @throws any other error */
  function withoutFeed(error: unknown): false {
    const { outcome } = error as Partial<ServiceError>;
    if (error instanceof ServiceError && (outcome === 'refused' || outcome === 'forbidden')) return false;
    throw error;
  }

  /**
   * If the last call was interrupted, reads the rest of the list. Returns false if the service does not know the id in
   * `startAfter`, for example because it is a different service.
   */
  async function goOn(): Promise<boolean> {
    try {
      if (state.startAfter !== undefined) await readList();
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_cursor') return false;
      throw error;
    }
  }

  /** Reads the rest of the list, from the saved position. */
  async function readList(): Promise<void> {
    const { startAfter } = state;
    const list = client.list({ ...query, startAfter: startAfter === '' ? undefined : startAfter });
    for await (const { data } of list.pages()) {
      const since = state.startAfter === '' ? latestOf(data, state.since) : state.since;
      for (const transaction of data) await take(transaction);
      await save({ startAfter: data.at(-1)?.id ?? state.startAfter, since });
    }
    await save({ startAfter: undefined });
  }

  /** Reads the list from the newest transaction back to the earliest timestamp that a late document can have. */
  async function readBack(): Promise<void> {
    const { since = -Infinity } = state;
    const end = since - lateMs;
    let next: number | undefined;
    for await (const { data } of client.list(query).pages()) {
      next ??= latestOf(data, since);
      for (const transaction of data) {
        if (Date.parse(transaction.timestamp) < end) return save({ since: next });
        await take(transaction);
      }
    }
    if (next !== undefined) await save({ since: next });
  }

  /**
   * When the last of these transactions was stored, or `since` if that is later. Never in the future, so that no
   * transactions are missed after the service's clock was fast.
   */
  function latestOf(transactions: readonly StoredTransaction[], since = -Infinity): number | undefined {
    const stored = Math.max(...transactions.map(({ createdAt }) => Date.parse(createdAt)));
    const latest = Math.max(since, Math.min(stored, now));
    return Number.isFinite(latest) ? latest : undefined;
  }

  async function take(transaction: StoredTransaction): Promise<void> {
    await handle(transaction);
    handled++;
  }

  async function save(changes: FollowerState): Promise<void> {
    state = { ...state, ...changes };
    await store.save(state);
  }
}

const DAY = 86_400_000;
