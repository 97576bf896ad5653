import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from './batch.js';
import { claimDue, type Claim } from './claim.js';
import { deliver, type DeliveryContext } from './deliver.js';
import { recordAttempts, type Result } from './record.js';

/** What a worker works with. */
export interface WorkerContext extends Omit<DeliveryContext, 'record'> {
  /** Milliseconds before each of the six attempts. */
  readonly delaysMs: readonly number[];
}

/** Delivers what is due until it is stopped. */
export interface Worker {
  /** Looks at once: something has become due. */
  wake(): void;
  /** Claims no more, and resolves when all attempts under way are recorded. */
  stop(): Promise<void>;
}

/** Attempts under way at once: of the process, of one endpoint, and of one whose last attempt ran into the deadline. */
const SLOTS = 256;
const SLOTS_PER_ENDPOINT = 8;
const SLOTS_OF_SLOW_ENDPOINT = 1;

/** Milliseconds between looks while nothing wakes the worker, and after a look that failed. */
const POLL_MS = 250;
const PAUSE_AFTER_FAILURE_MS = 1000;

/** Starts a worker. Every endpoint has slots of its own, so that a slow one cannot take those of the others. */
export function startWorker(context: WorkerContext): Worker {
  const { database, log, delaysMs } = context;
  const record = createBatcher((results: readonly Result[]) => recordAttempts(database, results, delaysMs), SLOTS);
  const attempts = new Set<Promise<void>>();
  const underWay = new Map<string, number>();
  const slow = new Set<string>();
  const bell = createBell();
  let stopping = false;

  const slotsOf = (endpointId: string) => (slow.has(endpointId) ? SLOTS_OF_SLOW_ENDPOINT : SLOTS_PER_ENDPOINT);
  const roomOf = (endpointId: string) => Math.max(0, slotsOf(endpointId) - (underWay.get(endpointId) ?? 0));

  /** Claims and begins what there is room for; how much that was. */
  async function look(): Promise<number> {
    const total = SLOTS - attempts.size;
    if (total === 0) return 0;
    const left = new Map([...slow, ...underWay.keys()].map((id) => [id, roomOf(id)]));
    const claims = await claimDue(database, { total, perEndpoint: SLOTS_PER_ENDPOINT, left });
    for (const claim of claims) begin(claim);
    return claims.length;
  }

  function begin(claim: Claim): void {
    underWay.set(claim.endpointId, (underWay.get(claim.endpointId) ?? 0) + 1);
    const attempt = run(claim).finally(() => attempts.delete(attempt));
    attempts.add(attempt);
  }

  async function run(claim: Claim): Promise<void> {
    const { eventId, endpointId } = claim;
    try {
      const attempt = await deliver({ ...context, record }, claim);
      if (attempt?.errorClass === 'timeout') slow.add(endpointId);
      else slow.delete(endpointId);
    } catch (error) {
      log.error({ err: error, eventId, endpointId }, 'delivery broke off; it is made again after its lease');
    }
    const wasFull = roomOf(endpointId) === 0 || attempts.size === SLOTS;
    const left = underWay.get(endpointId)! - 1;
    if (left === 0) underWay.delete(endpointId);
    else underWay.set(endpointId, left);
    // Only a full endpoint can have left something behind at the last look.
    if (wasFull) bell.ring();
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        if ((await look()) === 0) await bell.wait(POLL_MS);
      } catch (error) {
        log.warn({ err: error }, 'looking for due deliveries failed');
        await bell.wait(PAUSE_AFTER_FAILURE_MS);
      }
    }
    await Promise.all(attempts);
  }

  const ended = loop();
  return {
    wake: bell.ring,
    stop: () => {
      stopping = true;
      bell.ring();
      return ended;
    },
  };
}

/** Lets one waiter sleep until it is rung; a ring while nobody waits is kept for the next. */
function createBell(): { ring: () => void; wait: (milliseconds: number) => Promise<void> } {
  let bell = new AbortController();
  return {
    ring: () => bell.abort(),
    wait: async (milliseconds) => {
      await sleep(milliseconds, undefined, { signal: bell.signal }).catch(() => undefined);
      bell = new AbortController();
    },
  };
}
