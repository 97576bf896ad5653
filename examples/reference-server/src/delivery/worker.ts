import type { Transactor } from '../database/database.js';
import { createBatcher } from './batch.js';
import { readCandidates, type Candidate } from './candidates.js';
import { claim, type Claim } from './claim.js';
import { deliver, type DeliveryContext, type Made } from './deliver.js';
import { createHealth } from './health.js';
import { makeDueReady, MOST_MADE_READY, releaseHeld } from './make-ready.js';
import { createPace } from './pace.js';
import { recordAttempts, type Result } from './record.js';
import { inTurn } from './rows.js';
import { DEADLINE_MS } from './send.js';
import { createSigners } from './signers.js';
import { createSlots, type Ending } from './slots.js';

/** The parts that a worker needs. */
export interface WorkerContext extends Omit<DeliveryContext, 'record' | 'signerOf' | 'database'> {
  readonly database: Transactor;
  /** Milliseconds before each of the six attempts. */
  readonly delaysMs: readonly number[];
  /** The most attempts under way at once for one endpoint. */
  readonly endpointSlots: number;
}

/** Delivers what is due until it is stopped. */
export interface Worker {
  /** Polls at once, since a delivery has become due. */
  wake(): void;
  /** Claims no more, and resolves when all attempts under way are recorded. */
  stop(): Promise<void>;
}

/** Milliseconds between polls while nothing wakes the worker, and after a poll that failed. */
const POLL_MS = 250;
const PAUSE_AFTER_FAILURE_MS = 1000;
/** Milliseconds after a poll from which another worker took everything. */
const PAUSE_AFTER_COLLISION_MS = 10;

/** The most results that one statement records. The slots of the first results are then used again while the others are recorded. */
const MOST_RECORDED = 128;

/** A poll that found nothing to do. */
const NOTHING = { begun: 0, waitMs: POLL_MS };

/** Milliseconds between two runs of the work that is not part of every poll. */
const MAKE_READY_MS = 100;
const RELEASE_HELD_MS = 1000;
const FLUSH_HEALTH_MS = 1000;

/** An answer within this time is quick, in milliseconds. */
const QUICK_MS = 1000;
/** Timers may fire a little early. */
const TIMER_MS = 10;

/** Starts a worker. Slots ensure that a slow endpoint does not delay the others. */
export function startWorker(context: WorkerContext): Worker {
  const { database, log, delaysMs } = context;
  const record = createBatcher(
    (results: readonly Result[]) => recordAttempts(database, results, delaysMs),
    MOST_RECORDED,
  );
  const slots = createSlots(context.endpointSlots);
  const signerOf = createSigners();
  const health = createHealth(database);
  const attempts = new Set<Promise<void>>();
  const signal = createSignal();
  const pace = createPace();
  let stopping = false;

  const makeReady = every(MAKE_READY_MS, async () => (await makeDueReady(database)) === MOST_MADE_READY);
  const release = every(RELEASE_HELD_MS, async () => (await releaseHeld(database)) === MOST_MADE_READY);
  const flush = every(FLUSH_HEALTH_MS, async () => {
    await health.flush();
    return false;
  });

  /**
   * Claims deliveries for the free slots and begins them. Returns how many, and the milliseconds to wait if there were
   * none.
   */
  async function poll(): Promise<{ begun: number; waitMs: number }> {
    const capacity = slots.capacity();
    if (capacity.total === 0) return NOTHING;
    let chosen: Candidate[] = [];
    let claims: Claim[] | undefined = [];
    const giveBack = () => {
      const claimed = new Set(claims?.map(keyOf));
      for (const row of chosen) if (!claimed.has(keyOf(row))) slots.giveBack(row.endpointId);
      chosen = [];
    };
    try {
      claims = await inTurn(database, async (on) => {
        giveBack();
        const candidates = await readCandidates(on, capacity);
        if (stopping) return [];
        chosen = candidates.filter(({ endpointId, slow }) => slots.take(endpointId, slow));
        return chosen.length === 0 ? [] : claim(on, chosen);
      });
      if (claims !== undefined && chosen.length === 0) return NOTHING;
    } finally {
      giveBack();
    }
    for (const one of claims ?? []) begin(one);
    return { begun: claims?.length ?? 0, waitMs: PAUSE_AFTER_COLLISION_MS };
  }

  function begin(one: Claim): void {
    const attempt = run(one).finally(() => attempts.delete(attempt));
    attempts.add(attempt);
  }

  async function run(one: Claim): Promise<void> {
    const { eventId, endpointId } = one;
    let ending: Ending = 'other';
    try {
      const made = await deliver({ ...context, record, signerOf }, one);
      if (made) {
        ending = endingOf(made);
        health.observe(endpointId, made.attempt, made.at);
      }
    } catch (error) {
      log.error({ err: error, eventId, endpointId }, 'delivery broke off; it is made again after its lease');
    }
    // Only if there was no free slot can the last poll have left a delivery.
    if (slots.release(endpointId, ending)) signal.give();
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        await makeReady();
        await release();
        await flush();
        const { begun, waitMs } = await pace.run(poll, (result) => result.begun);
        if (begun === 0) await signal.wait(waitMs);
        await pace.ready();
      } catch (error) {
        log.warn({ err: error }, 'polling for due deliveries failed');
        await signal.wait(PAUSE_AFTER_FAILURE_MS);
      }
    }
    await Promise.all(attempts);
    await health
      .flush(true)
      .catch((error: unknown) => log.warn({ err: error }, 'the state of endpoints was not written'));
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

const keyOf = ({ businessId, eventId, endpointId }: Pick<Claim, 'businessId' | 'eventId' | 'endpointId'>) =>
  JSON.stringify([businessId, eventId, endpointId]);

/** The body of an answer may also take until the deadline. */
function endingOf({ attempt, tookMs }: Made): Ending {
  if (attempt.errorClass === 'timeout' || tookMs >= DEADLINE_MS - TIMER_MS) return 'timeout';
  return attempt.status !== null && tookMs < QUICK_MS ? 'quick' : 'other';
}

/** Runs `work` if the last run began that long ago, and again at once if it reports that there is more. */
function every(milliseconds: number, work: () => Promise<boolean>): () => Promise<void> {
  let next = -Infinity;
  return async () => {
    const now = performance.now();
    if (now < next) return;
    next = now + milliseconds;
    if (await work()) next = now;
  };
}

/** Lets one caller wait for a signal. A signal that comes while nobody waits is kept for the next. */
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
