import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { countAttempt, type Counting } from '../counters/counted.js';
import type { Transactor } from '../database/database.js';
import { MAX_RELEASED } from '../sql/deliveries.js';
import { inSpan } from '../tracing.js';
import { createBatcher } from './batch.js';
import { deliver, type DeliveryContext, type AttemptResult } from './deliver.js';
import { createHealth } from './health.js';
import { releaseHeld } from './held.js';
import { createBatchWindow } from './pace.js';
import { lease, release, renew, sweep, type Known } from './queues.js';
import { recordAttempts, type Result } from './record.js';
import { nextState } from './schedule.js';
import { DEADLINE_MS } from './send.js';
import { createSigners } from './signers.js';
import { createConcurrencyLimiter, QUICK_MS, type Outcome, type Slot } from './slots.js';
import { take, type Delivery } from './take.js';

/** The dependencies and settings of a worker. */
export interface WorkerContext extends Omit<DeliveryContext, 'record' | 'signerOf'> {
  readonly database: Transactor;
  /** Milliseconds before each of the six attempts. */
  readonly delaysMs: readonly number[];
  /** The maximum number of concurrent attempts per endpoint. */
  readonly endpointSlots: number;
  /** Counts recorded attempts; default: attempts are not counted. */
  readonly counters?: Counting;
}

/** Sends due deliveries until it is stopped. */
export interface Worker {
  /** Polls for due deliveries at once. */
  wake(): void;
  /** Takes no more deliveries; resolves once all attempts in progress are recorded and all queues released. */
  stop(): Promise<void>;
}

/** Milliseconds between polls while nothing wakes the worker, and after a failed poll. */
const POLL_MS = 250;
const PAUSE_AFTER_FAILURE_MS = 1000;

/**
 * The maximum number of results per statement, so that the slots of the first results become free while other results
 * are still being recorded.
 */
const MAX_RECORDED = 128;

/** The maximum number of leased queues, of slow queues among them, and of queues leased per statement. */
const MAX_LEASED = 256;
const MAX_SLOW = 128;
const LEASED_AT_ONCE = 64;

/**
 * How long to keep an idle queue, in milliseconds, unless other queues wait; meanwhile, a new delivery needs no
 * wake-up.
 */
const KEEP_IDLE_MS = 1_000;
/** How long to keep a queue that always has work, in milliseconds, if other queues wait. */
const MAX_LEASE_AGE_MS = 2_000;

/** Milliseconds between runs of housekeeping tasks that need not run with every poll. */
const RENEW_MS = 5_000;
const LEASE_SLOW_MS = 250;
const FLUSH_HEALTH_MS = 1000;

/** Slack for timers that fire slightly early, in milliseconds. */
const TIMER_MS = 10;

/** A leased queue. */
interface Queue extends Known {
  parked: boolean;
  slow: boolean;
  /** Whether the queue may have held deliveries. */
  held: boolean;
  readonly underWay: Set<string>;
  readonly leasedAt: number;
  /** When the queue became idle; undefined while it has work. */
  idleSince: number | undefined;
}

/** Starts a worker. The slots prevent a slow endpoint from delaying others. */
export function startWorker(context: WorkerContext): Worker {
  const { database, log, metrics, delaysMs } = context;
  const name = `${hostname()}:${process.pid}`;
  const record = createBatcher(
    (results: readonly Result[]) => timed('done', () => recordAttempts(database, results, delaysMs)),
    MAX_RECORDED,
  );
  const slots = createConcurrencyLimiter(context.endpointSlots);
  const signerOf = createSigners();
  const health = createHealth(database);
  const queues = new Map<string, Queue>();
  const attempts = new Set<Promise<void>>();
  const signal = createSignal();
  const batchWindow = createBatchWindow();
  /** Whether more queues are waiting than this worker may lease. */
  let crowded = false;
  let stopping = false;

  async function timed<T>(statement: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      metrics.observeQueueStatement(statement, (performance.now() - startedAt) / 1000);
    }
  }

  async function leaseMore(slow: boolean, capacity: number): Promise<boolean> {
    const most = Math.min(LEASED_AT_ONCE, capacity);
    if (most <= 0) return true;
    const leased = await inSpan('lease queues', { 'receipts.slow': slow }, () =>
      timed('lease', () => lease(database, name, most, slow)),
    );
    const leasedAt = performance.now();
    for (const one of leased) {
      queues.set(one.endpointId, { ...one, underWay: new Set(), leasedAt, idleSince: undefined });
    }
    return leased.length === most;
  }
  const leaseSlow = every(LEASE_SLOW_MS, async () => {
    const slow = [...queues.values()].filter((queue) => queue.slow).length;
    await leaseMore(true, Math.min(MAX_LEASED - queues.size, MAX_SLOW - slow, slots.total().others));
  });
  const leaseQuick = async () => {
    crowded = await leaseMore(false, Math.min(MAX_LEASED - queues.size, slots.total().all));
  };

  const renewAll = every(RENEW_MS, async () => {
    const all = [...queues.values()];
    const kept = await timed('lease', () => renew(database, all));
    for (const queue of all) if (!kept.has(queue.endpointId)) forget(queue);
  });
  let swept = '';
  const sweepSome = every(database.sql.sweepMs, async () => {
    const { next, woken } = await timed('sweep', () => sweep(database, swept));
    swept = next;
    metrics.countWokenBySweep(woken);
  });
  const flush = every(FLUSH_HEALTH_MS, () => health.flush());

  /** Forgets a queue that another worker has leased or may lease. */
  function forget(queue: Queue): void {
    if (queues.get(queue.endpointId) === queue) queues.delete(queue.endpointId);
  }

  async function releaseHeldEvents(): Promise<void> {
    const holding = [...queues.values()].filter((queue) => queue.held);
    if (holding.length === 0) return;
    const released = await releaseHeld(
      database,
      holding.map(({ endpointId }) => endpointId),
    );
    if (released < MAX_RELEASED) for (const queue of holding) queue.held = false;
  }

  /**
   * Whether the queue should make room for waiting queues. Slow queues always make room, because there may be very many
   * of them.
   */
  function hasUsedItsTime({ slow, leasedAt }: Queue, now: number): boolean {
    return (slow || crowded) && now - leasedAt > MAX_LEASE_AGE_MS;
  }

  /** Starts due deliveries from the leased queues while slots are free. Returns the number of deliveries started. */
  async function beginDue(): Promise<number> {
    const now = performance.now();
    const total = slots.total().all;
    const asked = [...queues.values()].filter((queue) => !hasUsedItsTime(queue, now));
    const wanted = asked.map((queue) => ({
      endpointId: queue.endpointId,
      fencingToken: queue.fencingToken,
      capacity: slots.free(queue.endpointId, queue.slow),
      underWay: [...queue.underWay],
    }));
    const taken = await timed('take', () => take(database, wanted, total));
    if (stopping) return 0;
    let begun = 0;
    const busy = new Set<string>();
    for (const delivery of taken) {
      const queue = queues.get(delivery.endpointId);
      if (queue?.fencingToken !== delivery.fencingToken) continue;
      busy.add(delivery.endpointId);
      // Taking deliveries writes nothing, so deliveries without a slot will be taken again.
      const slot = slots.take(delivery.endpointId, queue.slow);
      if (!slot) continue;
      begin(queue, delivery, slot);
      begun += 1;
    }
    for (const [i, queue] of asked.entries()) {
      const hidden = wanted[i]!.capacity === 0 || taken.length >= total;
      if (queue.underWay.size > 0 || busy.has(queue.endpointId)) queue.idleSince = undefined;
      else if (!hidden) queue.idleSince ??= now;
    }
    return begun;
  }

  /** Releases the queues that are idle or have had their turn. */
  async function releaseIdle(): Promise<void> {
    const now = performance.now();
    const done = [...queues.values()].filter((queue) => {
      const { underWay, slow, idleSince } = queue;
      if (underWay.size > 0) return false;
      return (
        hasUsedItsTime(queue, now) || (idleSince !== undefined && (slow || crowded || now - idleSince >= KEEP_IDLE_MS))
      );
    });
    if (done.length === 0) return;
    const released = await timed('release', () => release(database, done));
    for (const queue of done) {
      // A queue that was not released has been woken, or has been leased by another worker.
      if (released.has(queue.endpointId) || !queue.parked) forget(queue);
      queue.parked = false;
      queue.idleSince = undefined;
    }
  }

  function begin(queue: Queue, delivery: Delivery, slot: Slot): void {
    queue.underWay.add(delivery.eventId);
    const attempt = run(queue, delivery, slot).finally(() => attempts.delete(attempt));
    attempts.add(attempt);
  }

  async function run(queue: Queue, delivery: Delivery, slot: Slot): Promise<void> {
    const { eventId, endpointId } = delivery;
    let outcome: Outcome = 'other';
    try {
      const made = await deliver({ ...context, record, signerOf }, delivery);
      if (made) {
        outcome = outcomeOf(made);
        queue.slow = outcome === 'timeout';
        health.observe(delivery, made.attempt, made.at);
        if (context.counters !== undefined && made.recorded) {
          const isLast = nextState(delivery.attempt, false, delaysMs).state === 'failed';
          countAttempt(context.counters, { delivery, attempt: made.attempt, at: made.at, isLast });
        }
      }
    } catch (error) {
      log.error({ err: error, eventId, endpointId }, 'delivery interrupted; it will be retried when its lease expires');
      // The retry waits for the lease to expire, because another worker may succeed, for example if this worker lacks
      // the key for the secret.
      forget(queue);
    }
    queue.underWay.delete(eventId);
    // The last poll can have left a delivery behind only if no slot was free.
    if (slots.release(slot, outcome)) signal.give();
  }

  async function look(): Promise<number> {
    await leaseSlow();
    await leaseQuick();
    await releaseHeldEvents();
    const begun = await beginDue();
    await releaseIdle();
    metrics.setLeased(queues.size);
    return begun;
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        await renewAll();
        await sweepSome();
        await flush();
        const begun = await batchWindow.run(look, (count) => count);
        if (begun === 0) await signal.wait(POLL_MS);
        await batchWindow.ready();
      } catch (error) {
        log.warn({ err: error }, 'could not poll for due deliveries');
        await signal.wait(PAUSE_AFTER_FAILURE_MS);
      }
    }
    while (attempts.size > 0) await Promise.race([Promise.all(attempts), renewSoon()]);
    await close().catch((error: unknown) =>
      log.warn({ err: error }, 'could not store the state of endpoints and release the queues'),
    );
  }

  /** Renews the leases while attempts are in progress. */
  async function renewSoon(): Promise<void> {
    await sleep(POLL_MS, undefined, { ref: false });
    await renewAll().catch((error: unknown) => log.warn({ err: error }, 'could not renew leases'));
  }

  /** Releases all queues, so that other workers need not wait for the leases to expire. */
  async function close(): Promise<void> {
    await health.flush(true);
    await release(database, [...queues.values()]);
    // Also releases queues that have been woken since they were leased.
    await release(
      database,
      [...queues.values()].filter(({ parked }) => parked).map((queue) => ({ ...queue, parked: false })),
    );
  }

  const ended = loop();
  return {
    wake: signal.give,
    stop: () => {
      stopping = true;
      signal.give();
      return ended;
    },
  };
}

/** The outcome of an attempt. A response whose body took until the deadline also counts as a timeout. */
function outcomeOf({ attempt, tookMs }: AttemptResult): Outcome {
  if (attempt.errorClass === 'timeout' || tookMs >= DEADLINE_MS - TIMER_MS) return 'timeout';
  return attempt.status !== null && tookMs < QUICK_MS ? 'quick' : 'other';
}

/** Returns a function that runs `work` if the last run began at least `milliseconds` ago. */
function every(milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  let next = -Infinity;
  return async () => {
    const now = performance.now();
    if (now < next) return;
    next = now + milliseconds;
    await work();
  };
}

/** Lets one caller wait for a signal. A signal sent while no caller is waiting is kept for the next caller. */
function createSignal(): { give: () => void; wait: (milliseconds: number) => Promise<void> } {
  let given = false;
  let wake: (() => void) | undefined;
  return {
    give: () => {
      given = true;
      wake?.();
    },
    wait: async (milliseconds) => {
      if (!given) {
        const timeout = new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        await timeout;
      }
      wake = undefined;
      given = false;
    },
  };
}
