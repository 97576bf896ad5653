import type { Transaction } from '../../document/written-types.js';
import { checkArgument, kindOf, mustBe, UsageError } from '../../usage/usage-error.js';
import {
  A_POSITIVE_COUNT,
  A_FUNCTION,
  A_STRING,
  A_TIME,
  checkOptions,
  checkRequired,
  hasMethods,
  isObject,
  type OptionTest,
} from '../../usage/option-tests.js';
import type { Client } from '../client.js';
import { A_KEY, bodyOf, keyOf } from '../key.js';
import type { Conflict, Forbidden, Refused, SendOutcome, Unauthorized } from '../outcome.js';
import { Entries, linked, originalOf, type Chain, type Entry } from './entries.js';
import { OutboxError, type OutboxRecord, type OutboxStore } from './store.js';

/**
 * - `waiting`: will be sent, immediately or after the entries before it
 * - `sending`: an attempt is in progress
 * - `stored`: the service has stored it
 * - `quarantined`: the service refused it; the outbox does not retry it, but you can replace it
 * - `held`: the entry that it corrects, or an earlier one of the same sale, is quarantined or dropped
 */
export type OutboxState = 'waiting' | 'sending' | 'stored' | 'quarantined' | 'held';

/** A document in the outbox, with its current state. */
export type OutboxEntry = {
  readonly id: string;
  readonly state: OutboxState;
  /** Contains the original's id once that is known. Absent once the service has stored the document. */
  readonly document?: Transaction | undefined;
  /** The id of the entry that the document corrects, until the document contains the id of that entry's transaction. */
  readonly original?: string | undefined;
  /** The id assigned by the service; only if `stored`. */
  readonly transactionId?: string | undefined;
  /** Why the service refused the document; only if `quarantined`. A `refused` outcome lists its `issues`. */
  readonly answer?: Refused | Conflict | undefined;
};

/** Why the outbox has paused. No document is lost; `resume` restarts sending. */
export type OutboxPause = {
  /** The paused business; absent if all businesses are paused. */
  readonly businessId?: string | undefined;
  /** The service's response; absent if something else caused the pause. */
  readonly answer?: Unauthorized | Forbidden | Refused | undefined;
  /** The error that `client.send` threw, or what it returned, if that is not a valid outcome. */
  readonly cause?: unknown;
};

/** The options of an outbox. Times are in milliseconds. */
export type OutboxOptions = {
  /** From `createClient`, or any object with the same `send`. */
  client: Pick<Client, 'send'>;
  /**
   * Stores documents until the service has stored them; after that, only their ids. Only one outbox at a time may use
   * it.
   */
  store: OutboxStore;
  /**
   * Called once for each quarantined entry, after the outbox has recorded it. After a restart, `list` still returns
   * entries quarantined earlier.
   */
  onRefused: (entry: OutboxEntry) => unknown;
  /**
   * Called when the outbox pauses: after a 401 or 403, for example, or after an error that is not due to a document.
   */
  onPaused?: ((pause: OutboxPause) => unknown) | undefined;
  /** How many sales to send concurrently; default 4. */
  concurrency?: number | undefined;
  /**
   * The maximum wait after each consecutive attempt without a clear outcome: the first value after the first attempt,
   * and so on; the last value repeats. The actual wait is a random time up to the maximum. Default 1,000, 5,000, 30,000
   * and 300,000. `Retry-After` overrides the wait.
   */
  backoffMs?: readonly number[] | undefined;
};

/** Options for adding or replacing a document. */
export type AddOptions = {
  /** The idempotency key, as in `send`. Default: the hash of the body as sent. */
  key?: string | undefined;
  /**
   * The id of the entry that the document corrects. Once that entry is stored, the outbox sets
   * `linkedTransaction.originalTransactionId` to the id of the stored transaction, replacing any other value.
   */
  original?: string | undefined;
};

/**
 * Keeps each document until the service has stored it, and ensures that it is stored exactly once. If a method fails,
 * it rejects with an `OutboxError`.
 */
export type Outbox = {
  /**
   * Adds a document. Resolves to the entry's id once the entry is durable, even without a network connection.
   *
   * @throws UsageError for invalid arguments; OutboxError `outbox_store_failed`, `outbox_closed`, or `entry_not_found`
   * if `original` is unknown
   */
  add(document: Transaction, options?: AddOptions): Promise<string>;
  /** All entries that the service has not stored yet, in the order in which they were added. */
  list(): Promise<OutboxEntry[]>;
  /** One entry; undefined if it does not exist or was dropped. */
  get(id: string): Promise<OutboxEntry | undefined>;
  /**
   * Replaces the document in a quarantined or held entry, and sends the new one.
   *
   * @throws UsageError; OutboxError `entry_not_found`, `entry_not_quarantined`, `outbox_store_failed`, `outbox_closed`
   */
  replace(id: string, document: Transaction, options?: AddOptions): Promise<void>;
  /**
   * Drops a quarantined or held entry; entries that name it as their `original` are then held. Dropping a stored entry
   * forgets its id, so that no later `original` can name it.
   *
   * @throws OutboxError `entry_not_found`, `entry_not_quarantined`, `entry_needed`, `outbox_store_failed`,
   * `outbox_closed`
   */
  drop(id: string): Promise<void>;
  /** Ends pauses and waits. Call it when there is a new token or permission, or when the network is back. */
  resume(): void;
  /** Starts no new attempts, waits for those in progress, then closes the store. */
  close(): Promise<void>;
};

const OPTIONS = {
  client: hasMethods('send'),
  store: hasMethods('load', 'append', 'compact', 'close'),
  onRefused: A_FUNCTION,
  onPaused: A_FUNCTION,
  concurrency: A_POSITIVE_COUNT,
  backoffMs: {
    test: (value) => Array.isArray(value) && value.length > 0 && value.every(A_TIME.test),
    wanted: 'an array of milliseconds',
  },
} satisfies Record<keyof OutboxOptions, OptionTest>;

const ADD_OPTIONS = { key: A_KEY, original: A_STRING } satisfies Record<keyof AddOptions, OptionTest>;

/** With fewer records than this, compaction costs more than it saves. */
const LEAST_RECORDS = 1000;

/**
 * Creates an outbox, and sends the documents in its store.
 *
 * See docs/guides/sell-offline.md in the repository.
 *
 * @throws UsageError for a missing, invalid or unknown option
 */
export function createOutbox(options: OutboxOptions): Outbox {
  checkOptions(options, OPTIONS);
  checkRequired(options, OPTIONS, 'client', 'store', 'onRefused');
  const { client, store, onRefused, onPaused, concurrency = 4, backoffMs = [1000, 5000, 30_000, 300_000] } = options;
  const entries = new Entries();
  /** The number of records in the store, and the number from which compaction is worthwhile. */
  let written = 0;
  let enough = LEAST_RECORDS;
  let closing: Promise<void> | undefined;
  /** Settles when the last call has passed its record to the store. */
  let turn: Promise<unknown> = Promise.resolve();

  /** Chains that can send now, in order. */
  const ready = new Set<Chain>();
  /** Attempts in progress. */
  const sending = new Map<Entry, Promise<void>>();
  /** The timers of chains that wait after a failure, and how many times in a row each chain has failed. */
  const sleeping = new Map<Chain, Timer>();
  const failures = new Map<Chain, number>();
  /** The chains that have failed since the last response from the service. */
  const failing = new Set<Chain>();
  /**
   * How many times in a row the whole outbox has waited, because `concurrency` chains had failed without a response
   * from the service in between; and the timer for the current wait.
   */
  let outages = 0;
  let outage: Timer | undefined;
  let paused = false;
  const pausedBusinesses = new Set<string | undefined>();

  const opened = load();
  // Prevents an unhandled rejection: every method awaits `opened`, and so rejects with the error.
  opened.catch(() => undefined);

  async function load(): Promise<void> {
    await storing(async () => {
      for await (const record of store.load()) {
        entries.apply(record);
        written++;
      }
    });
    enough = Math.max(LEAST_RECORDS, 2 * written);
    wakeAll();
  }

  /** Makes a record durable, then applies it. */
  async function append(record: OutboxRecord): Promise<void> {
    await storing(() => store.append(record));
    entries.apply(record);
    written++;
    if (written >= enough) void compact();
  }

  async function compact(): Promise<void> {
    enough = Infinity;
    let kept = written;
    const keep = (records: readonly OutboxRecord[]) => {
      const left = [...new Entries(records).records()];
      kept = left.length;
      written -= records.length - kept;
      return left;
    };
    try {
      await store.compact(keep);
    } catch {
      // The store still contains the records from before the compaction.
    }
    enough = Math.max(LEAST_RECORDS, 2 * kept, written + LEAST_RECORDS / 2);
  }

  function stateOf(entry: Entry): OutboxState {
    if (entry.transactionId !== undefined) return 'stored';
    if (entry.answer) return 'quarantined';
    if (sending.has(entry)) return 'sending';
    return entries.isBlocked(entry) ? 'held' : 'waiting';
  }

  function viewOf(entry: Entry): OutboxEntry {
    const { id, document, original, transactionId, answer } = entry;
    return { id, state: stateOf(entry), document, original, transactionId, answer };
  }

  /** The next entry of a chain; undefined if there is none, or if it must wait. */
  function nextOf({ pending }: Chain): Entry | undefined {
    const [head] = pending;
    const isWaiting = head && !entries.isBlocked(head) && !pending.some((entry) => sending.has(entry));
    return isWaiting && !pausedBusinesses.has(businessOf(head.document!)) ? head : undefined;
  }

  function wake(chain: Chain): void {
    if (sleeping.has(chain) || !nextOf(chain)) return;
    ready.add(chain);
    pump();
  }

  function wakeAll(): void {
    for (const timer of sleeping.values()) clearTimeout(timer);
    sleeping.clear();
    for (const { chain } of entries.byId.values()) wake(chain);
  }

  function pump(): void {
    // After an outage, sends one document to see whether the service is back.
    const slots = outages > 0 ? 1 : concurrency;
    for (const chain of ready) {
      if (closing || paused || outage || sending.size >= slots) return;
      ready.delete(chain);
      const entry = nextOf(chain);
      if (!entry) continue;
      const attempt = deliver(entry)
        .catch(() => failed(entry.chain))
        .finally(() => {
          sending.delete(entry);
          wake(entry.chain);
          pump();
        });
      sending.set(entry, attempt);
    }
  }

  async function deliver(entry: Entry): Promise<void> {
    const { id, original } = entry;
    if (original !== undefined) {
      // The original precedes this entry in the chain, so it is stored.
      const transactionId = entries.byId.get(original)!.transactionId!;
      const key = entry.key ?? (await keyOf(bodyOf(linked(entry.document!, transactionId))));
      await append({ event: 'linked', id, originalTransactionId: transactionId, key });
    }
    const { document, key } = entry;
    let answer: SendOutcome;
    try {
      answer = await client.send(document!, { key, attempts: 1 });
      if (answer.outcome === 'unknown') {
        failed(entry.chain, answer.retryAfter);
        return;
      }
      if (answer.outcome === 'stored' && !answer.transaction.id) throw new Error('no id');
    } catch (cause) {
      pause({ cause });
      return;
    }
    if (answer.outcome === 'refused') {
      const fault = faultOf(answer);
      if (fault === 'gateway') {
        failed(entry.chain);
        return;
      }
      if (fault === 'client') {
        pause({ answer });
        return;
      }
    }
    succeeded(entry.chain);
    switch (answer.outcome) {
      case 'stored':
        return append({ event: 'stored', id, transactionId: answer.transaction.id });
      case 'unauthorized': {
        pause({ answer });
        return;
      }
      case 'forbidden': {
        pause({ answer, businessId: businessOf(document!) });
        return;
      }
      case 'refused':
      case 'conflict': {
        await append({ event: 'quarantined', id, answer });
        tell(onRefused, viewOf(entry));
        return;
      }
      default:
        pause({ cause: answer });
    }
  }

  function pause(reason: OutboxPause): void {
    const { businessId } = reason;
    const known = paused || pausedBusinesses.has(businessId);
    if (businessId === undefined) paused = true;
    else pausedBusinesses.add(businessId);
    if (onPaused && !known) tell(onPaused, reason);
  }

  function succeeded(chain: Chain): void {
    failures.delete(chain);
    failing.clear();
    if (outages === 0) return;
    outages = 0;
    wakeAll();
  }

  function failed(chain: Chain, retryAfter?: number): void {
    if (closing) return;
    const count = (failures.get(chain) ?? 0) + 1;
    failures.set(chain, count);
    sleeping.set(
      chain,
      setTimeout(
        () => {
          sleeping.delete(chain);
          wake(chain);
        },
        delay(count, retryAfter),
      ),
    );
    failing.add(chain);
    if (outage || failing.size < concurrency) return;
    outages++;
    const end = () => {
      outage = undefined;
      pump();
    };
    outage = setTimeout(end, delay(outages, retryAfter));
  }

  /** The wait after a failure. Ignores `Retry-After: 0`, which would cause a busy loop. */
  const delay = (count: number, retryAfter = 0) =>
    retryAfter > 0 ? retryAfter * 1000 : Math.random() * backoffMs[Math.min(count, backoffMs.length) - 1]!;

  /** @throws OutboxError unless the outbox is open */
  async function open(): Promise<void> {
    if (closing) throw new OutboxError('outbox_closed', 'the outbox is closed');
    await opened;
  }

  /** Runs `work` after all earlier calls. The next call does not wait until the record is durable. */
  async function inTurn(work: () => Promise<{ durable: Promise<void> }>): Promise<void> {
    const isOpen = open();
    const handed = Promise.all([isOpen, turn]).then(work);
    turn = handed.catch(() => undefined);
    await (
      await handed
    ).durable;
  }

  function found(id: string): Entry {
    const entry = entries.byId.get(id);
    if (!entry) throw new OutboxError('entry_not_found', `no entry ${id}`);
    return entry;
  }

  function decided(id: string, ...also: OutboxState[]): Entry {
    const entry = found(id);
    const state = stateOf(entry);
    if (!['quarantined', 'held', ...also].includes(state))
      throw new OutboxError('entry_not_quarantined', `the entry ${id} is ${state}`);
    return entry;
  }

  function checkOriginal({ document, original }: { document: Transaction; original: string | undefined }): void {
    if (original !== undefined) found(original);
    else if (entries.byId.has(String(originalOf(document))))
      throw mustBe(
        'invalid_argument',
        'document.linkedTransaction.originalTransactionId',
        'the id of a transaction',
        'the id of an entry: pass options.original',
      );
  }

  /** A copy of the document, with its key unless the key depends on an id that is not known yet. */
  function prepare(document: Transaction, addOptions: AddOptions) {
    checkOptions(addOptions, ADD_OPTIONS);
    const { key, original } = addOptions;
    const body = bodyOf(document);
    const copy = JSON.parse(body) as Transaction;
    const { linkedTransaction } = copy;
    if (original !== undefined && !isObject(linkedTransaction))
      throw mustBe('invalid_argument', 'document.linkedTransaction', 'an object', kindOf(linkedTransaction));
    const hash = key === undefined && original === undefined ? keyOf(body) : undefined;
    return async () => ({ document: copy, key: key ?? (await hash), original });
  }

  return {
    async add(document, addOptions = {}) {
      const ready = prepare(document, addOptions);
      const id = crypto.randomUUID();
      await inTurn(async () => {
        const added = await ready();
        checkOriginal(added);
        return { durable: append({ event: 'added', id, ...added }) };
      });
      wake(found(id).chain);
      return id;
    },
    async list() {
      await open();
      return [...entries.byId.values()].filter(({ transactionId }) => transactionId === undefined).map(viewOf);
    },
    async get(id) {
      await open();
      const entry = entries.byId.get(id);
      return entry && viewOf(entry);
    },
    async replace(id, document, addOptions = {}) {
      checkId(id);
      const ready = prepare(document, addOptions);
      await inTurn(async () => {
        const replaced = await ready();
        const { chain } = decided(id);
        checkOriginal(replaced);
        if (replaced.original !== undefined) {
          const original = found(replaced.original);
          const at = (entry: Entry) => chain.pending.indexOf(entry);
          if (at(original) >= at(found(id)))
            throw mustBe('invalid_option', 'options.original', 'an earlier entry', 'a later entry');
        }
        await append({ event: 'replaced', id, ...replaced });
        return DONE;
      });
      wake(found(id).chain);
    },
    async drop(id) {
      checkId(id);
      await inTurn(async () => {
        const { chain, transactionId } = decided(id, 'stored');
        if (transactionId !== undefined && chain.pending.some(({ original }) => original === id))
          throw new OutboxError('entry_needed', `a later entry names ${id}`);
        await append({ event: 'dropped', id });
        wake(chain);
        return DONE;
      });
    },
    resume() {
      paused = false;
      pausedBusinesses.clear();
      clearTimeout(outage);
      outage = undefined;
      wakeAll();
    },
    close: () => (closing ??= close()),
  };

  async function close(): Promise<void> {
    clearTimeout(outage);
    for (const timer of sleeping.values()) clearTimeout(timer);
    await opened.catch(() => undefined);
    await turn;
    await Promise.all(sending.values());
    await storing(() => store.close());
  }
}

const DONE = { durable: Promise.resolve() };

const checkId = (id: unknown): void => checkArgument(typeof id === 'string', 'id', 'the id of an entry', id);

type Timer = ReturnType<typeof setTimeout>;

/**
 * What caused a refusal: the document only if the service itself responded, with 400, 413 or 422, and not because of
 * the idempotency key.
 */
function faultOf({ status, error }: Refused): 'document' | 'client' | 'gateway' {
  if (!error) return status === 415 ? 'client' : 'gateway';
  const isDocument = [400, 413, 422].includes(status) && error.code !== 'invalid_idempotency_key';
  return isDocument ? 'document' : 'client';
}

const businessOf = ({ vendor }: Transaction): string => String((vendor as { id?: unknown } | undefined)?.id);

/** Calls a listener. An error in the listener becomes an unhandled rejection, and the outbox continues. */
function tell<T>(listener: (value: T) => unknown, value: T): void {
  void Promise.resolve(value).then(listener);
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OutboxError || cause instanceof UsageError) throw cause;
    throw new OutboxError('outbox_store_failed', `the outbox store failed: ${String(cause)}`, { cause });
  }
}
