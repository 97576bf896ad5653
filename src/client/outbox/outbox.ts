import type { Transaction } from '../../document/written-types.js';
import { checkArgument, kindOf } from '../../usage/kind.js';
import { A_COUNT, A_FUNCTION, A_STRING, checkOptions, isObject, type OptionTest } from '../../usage/option-tests.js';
import { mustBe, UsageError } from '../../usage/usage-error.js';
import type { Client } from '../client.js';
import { A_KEY, bodyOf, keyOf } from '../key.js';
import type { Conflict, Forbidden, Refused, SendOutcome, Unauthorized } from '../outcome.js';
import { Entries, linked, type Chain, type Entry } from './entries.js';
import { OutboxError } from './outbox-error.js';
import type { OutboxRecord, OutboxStore } from './store.js';

/**
 * - `waiting`: to be sent, now or after what comes before it
 * - `sending`: an attempt is under way
 * - `stored`: the service has it
 * - `quarantined`: the service refused it; it is not sent again unless it is replaced
 * - `held`: the entry that it names, or one before it of the same sale, is quarantined or dropped
 */
export type OutboxState = 'waiting' | 'sending' | 'stored' | 'quarantined' | 'held';

/** A document of the outbox, as it is now. */
export type OutboxEntry = {
  readonly id: string;
  readonly state: OutboxState;
  /** With the id of its original, once that is known; absent once stored. */
  readonly document?: Transaction | undefined;
  /** The entry whose transaction the document names, until its id is written in. */
  readonly original?: string | undefined;
  /** The id that the service gave it; only if `stored`. */
  readonly transactionId?: string | undefined;
  /** Why it was refused; only if `quarantined`. `issues` are those of `refused`. */
  readonly answer?: Refused | Conflict | undefined;
};

/** Why the outbox does not send. Nothing is lost; `resume` goes on. */
export type OutboxPause = {
  /** The business that is paused; absent if all are. */
  readonly businessId?: string | undefined;
  /** What the service answered; absent if the client threw. */
  readonly answer?: Unauthorized | Forbidden | Refused | undefined;
  /** What the client threw. */
  readonly cause?: unknown;
};

/** What an outbox is made of. Times are in milliseconds. */
export type OutboxOptions = {
  /** Of `createClient`, or with the same `send`. */
  client: Pick<Client, 'send'>;
  /** Where documents are kept until they are stored, and their ids after that. One outbox at a time may use it. */
  store: OutboxStore;
  /** Called once for each entry that is quarantined, when that is recorded. After a restart, `list` has those of before. */
  onRefused: (entry: OutboxEntry) => unknown;
  /** Called when sending pauses: 401, 403, and answers that say that the client is at fault. */
  onPaused?: ((pause: OutboxPause) => unknown) | undefined;
  /** How many sales are sent side by side; default 4. */
  concurrency?: number | undefined;
  /**
   * The longest wait after each attempt in a row that says nothing; the wait is drawn between 0 and it, and the last one is
   * repeated. Default 1,000, 5,000, 30,000 and 300,000. `Retry-After` takes its place.
   */
  backoffMs?: readonly number[] | undefined;
};

/** How to add or replace a document. */
export type AddOptions = {
  /** The idempotency key, as of `send`. Default: the hash of the body as it is sent. */
  key?: string | undefined;
  /**
   * The id of the entry that the document corrects. The id of its transaction is written into
   * `linkedTransaction.originalTransactionId` once it is stored; what stands there is replaced.
   */
  original?: string | undefined;
};

/** Keeps documents until the service has stored each of them once. All methods reject with `OutboxError`. */
export type Outbox = {
  /**
   * Resolves to the id of the entry once it is durable, whether or not there is a network.
   *
   * @throws UsageError for wrong use; OutboxError `outbox_store_failed`, `outbox_closed`, `entry_not_found` for `original`
   */
  add(document: Transaction, options?: AddOptions): Promise<string>;
  /** All entries that are not stored, in the order in which they were added. */
  list(): Promise<OutboxEntry[]>;
  /** One entry; undefined if there is none, or it was dropped. */
  get(id: string): Promise<OutboxEntry | undefined>;
  /**
   * Sends another document in place of a quarantined or held one.
   *
   * @throws UsageError; OutboxError `entry_not_found`, `entry_not_quarantined`, `outbox_store_failed`, `outbox_closed`
   */
  replace(id: string, document: Transaction, options?: AddOptions): Promise<void>;
  /**
   * Gives up a quarantined or held entry; what names it by `original` is then held. Of a stored one it forgets the id,
   * which later `original`s then cannot name.
   *
   * @throws OutboxError `entry_not_found`, `entry_not_quarantined`, `entry_needed`, `outbox_store_failed`, `outbox_closed`
   */
  drop(id: string): Promise<void>;
  /** Ends pauses and waits: for a new token, a new permission, or when the network is back. */
  resume(): void;
  /** Ends sending after the attempts under way, and closes the store. */
  close(): Promise<void>;
};

const isRecordOf = (...methods: readonly string[]): OptionTest => ({
  test: (value) => isObject(value) && methods.every((name) => typeof value[name] === 'function'),
  wanted: `an object with ${methods.join(', ')}`,
});

const OPTIONS = {
  client: isRecordOf('send'),
  store: isRecordOf('load', 'append', 'compact', 'close'),
  onRefused: A_FUNCTION,
  onPaused: A_FUNCTION,
  concurrency: { test: (value) => A_COUNT.test(value) && value !== 0, wanted: 'an integer of 1 or more' },
  backoffMs: {
    test: (value) => Array.isArray(value) && value.length > 0 && value.every(A_COUNT.test),
    wanted: 'an array of milliseconds',
  },
} satisfies Record<keyof OutboxOptions, OptionTest>;

const ADD_OPTIONS = { key: A_KEY, original: A_STRING } satisfies Record<keyof AddOptions, OptionTest>;

/** Compaction below this would cost more than it saves. */
const LEAST_RECORDS = 1000;

/**
 * Makes an outbox of documents, which sends what its store holds.
 *
 * See docs/guides/sell-offline.md in the repository.
 *
 * @throws UsageError for a missing, wrong or unknown option
 */
export function createOutbox(options: OutboxOptions): Outbox {
  checkOptions(options, OPTIONS);
  for (const name of ['client', 'store', 'onRefused'] as const) {
    if (options[name] === undefined)
      throw mustBe('invalid_option', `options.${name}`, OPTIONS[name].wanted, 'undefined');
  }
  const { client, store, onRefused, onPaused, concurrency = 4, backoffMs = [1000, 5000, 30_000, 300_000] } = options;
  const entries = new Entries();
  /** Records in the store, and how many make it worth a compaction. */
  let written = 0;
  let enough = LEAST_RECORDS;
  let closing: Promise<void> | undefined;
  /** Settles once what was asked last has been handed to the store. */
  let turn: Promise<unknown> = Promise.resolve();

  /** What can be sent now, in order. */
  const ready = new Set<Chain>();
  /** Attempts under way. */
  const sending = new Map<Entry, Promise<void>>();
  /** What waits after a failure, by its timer, and the failures of each in a row. */
  const sleeping = new Map<Chain, Timer>();
  const failures = new Map<Chain, number>();
  /** What failed since the service last said something. */
  const failing = new Set<Chain>();
  /** How often in a row everything has waited because every slot had failed; the timer of that wait. */
  let outages = 0;
  let outage: Timer | undefined;
  let paused = false;
  const pausedBusinesses = new Set<string>();

  const opened = load();
  // Whoever calls a method hears of it.
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

  /** Makes a record durable; only then does it count. */
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
    // Where it fails the records of before are still there.
    await store.compact(keep).catch(() => undefined);
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

  /** What a chain has to send now; undefined if there is nothing, or it must wait. */
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
    // After an outage one document finds out whether it is over.
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
      // It is before this one in the chain, so it is stored.
      const transactionId = entries.byId.get(original)!.transactionId!;
      const key = entry.key ?? (await keyOf(bodyOf(linked(entry.document!, transactionId))));
      await append({ event: 'linked', id, originalTransactionId: transactionId, key });
    }
    const { document, key } = entry;
    let answer: SendOutcome;
    try {
      answer = await client.send(document!, { key, attempts: 1 });
    } catch (cause) {
      pause({ cause });
      return;
    }
    if (answer.outcome === 'unknown') {
      failed(entry.chain, answer.retryAfter);
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
      default: // refused, conflict
        await append({ event: 'quarantined', id, answer });
        tell(onRefused, viewOf(entry));
    }
  }

  function pause(reason: OutboxPause): void {
    const { businessId } = reason;
    const known = paused || (businessId !== undefined && pausedBusinesses.has(businessId));
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
    if (outage || (failing.size < concurrency && outages === 0)) return;
    outages++;
    const end = () => {
      outage = undefined;
      pump();
    };
    outage = setTimeout(end, delay(outages, retryAfter));
  }

  const delay = (count: number, retryAfter?: number) =>
    retryAfter === undefined ? Math.random() * backoffMs[Math.min(count, backoffMs.length) - 1]! : retryAfter * 1000;

  /** @throws OutboxError unless the outbox is open */
  async function open(): Promise<void> {
    if (closing) throw new OutboxError('outbox_closed', 'the outbox is closed');
    await opened;
  }

  /** Does work after what was asked before. The outbox then goes on before what that returns is durable. */
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

  /** A copy of the document, with its key unless that depends on an id that is not yet known. */
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
        if (added.original !== undefined) found(added.original);
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
        if (replaced.original !== undefined) {
          const original = found(replaced.original);
          const at = (entry: Entry) => chain.pending.indexOf(entry);
          if (at(original) >= at(found(id)))
            throw mustBe('invalid_option', 'options.original', 'an entry added before', 'a later one');
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

/** Who must act on a refusal: it is of the document only if the service says so. */
function faultOf({ status, error }: Refused): 'document' | 'client' | 'gateway' {
  if (status === 415 || error?.code === 'invalid_idempotency_key') return 'client';
  if (!error) return 'gateway';
  return [400, 413, 422].includes(status) ? 'document' : 'client';
}

const businessOf = ({ vendor }: Transaction): string => String((vendor as { id?: unknown } | undefined)?.id);

/** Calls a listener. What it throws is its own: an unhandled rejection, not the outbox's. */
function tell<T>(listener: (value: T) => unknown, value: T): void {
  void Promise.resolve(value).then(listener);
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OutboxError || cause instanceof UsageError) throw cause;
    throw new OutboxError('outbox_store_failed', `the store of the outbox failed: ${String(cause)}`, { cause });
  }
}
