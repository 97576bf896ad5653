/** The maximum number of concurrent attempts per process. */
export const SLOTS = 512;

/** The slots of an endpoint before its first attempt. */
const FIRST_SLOTS = 2;

/** The maximum number of idle endpoints to remember. */
const MAX_IDLE = 1_000;

/** A response within this time, in milliseconds, counts as quick. */
export const QUICK_MS = 1000;

/** How an attempt ended: with a response within a second, by reaching the deadline, or in any other way. */
export type Outcome = 'quick' | 'timeout' | 'other';

/** A slot that an attempt occupies. */
export interface Slot {
  readonly endpointId: string;
  readonly takenAt: number;
}

/**
 * Limits the number of concurrent attempts per endpoint in one process.
 *
 * An endpoint starts with 2 slots, gets one more for every response within a second, and drops to 1 after a timeout.
 * Half of all slots are reserved for endpoints whose last response took less than a second, so that hanging endpoints
 * cannot take all slots; a quarter is reserved for endpoints without an attempt in progress, so that endpoints with
 * many deliveries leave other endpoints a first slot.
 *
 * An attempt in progress cannot be stopped, so an endpoint that was quick and then hangs keeps its slots for up to ten
 * seconds. An endpoint with an attempt in progress therefore gets another slot only while at least as many slots are
 * free, beyond the quarter, as it holds: it takes at most half of what it finds free, and the next endpoint finds the
 * other half. It must leave two free for each slot that it holds if its last attempt was not quick, or once its oldest
 * attempt has been open for a second.
 */
export interface ConcurrencyLimiter {
  /** The number of free slots for an endpoint. @param slow whether another process found the endpoint slow */
  free(endpointId: string, slow: boolean): number;
  /** The number of free slots for all endpoints together, and for the endpoints that are not quick. */
  total(): { readonly all: number; readonly others: number };
  /**
   * Takes a slot; returns undefined if no slot is free for the endpoint. @param slow whether another process found the
   * endpoint slow
   */
  take(endpointId: string, slow: boolean): Slot | undefined;
  /** Frees a slot after an attempt. Returns whether a delivery may have been waiting for a slot. */
  release(slot: Slot, outcome: Outcome): boolean;
}

interface State {
  size: number;
  /** The slots of the attempts in progress, oldest first. */
  readonly underWay: Set<Slot>;
  /** How the last attempt ended; undefined before the first attempt ends. */
  last: Outcome | undefined;
}

/**
 * @param perEndpoint the maximum number of slots per endpoint
 * @param total the number of slots of the process
 * @param clock the current time in milliseconds
 */
export function createConcurrencyLimiter(
  perEndpoint: number,
  total = SLOTS,
  clock: () => number = () => performance.now(),
): ConcurrencyLimiter {
  const states = new Map<string, State>();
  const first = Math.min(FIRST_SLOTS, perEndpoint);
  const newState = (slow: boolean): State => ({
    size: slow ? 1 : first,
    underWay: new Set(),
    last: slow ? 'timeout' : undefined,
  });
  let all = 0;
  /** How many of the attempts in `all` are at endpoints that are not quick; see `countedAsOthers`. */
  let others = 0;

  /**
   * An endpoint that was quick and then timed out may hold many more slots than its one. These are not counted:
   * otherwise, no other endpoint that is not yet quick could make its first attempt until they are free.
   */
  const countedAsOthers = ({ last, underWay, size }: State) => (last === 'quick' ? 0 : Math.min(underWay.size, size));

  const change = (state: State, work: () => void) => {
    all -= state.underWay.size;
    others -= countedAsOthers(state);
    work();
    all += state.underWay.size;
    others += countedAsOthers(state);
  };

  const isOverdue = ({ underWay }: State) => {
    const [oldest] = underWay;
    return oldest !== undefined && clock() - oldest.takenAt > QUICK_MS;
  };

  /** The number of free slots of the process for an endpoint with this state. */
  const room = (state: State) => {
    const held = state.underWay.size;
    const kept = held > 0 ? total / 4 : 0;
    const free = total - kept - all;
    if (free <= 0) return 0;
    // What hanging endpoints hold is free for nobody: the endpoints that are not quick get at most half of the rest.
    if (state.last !== 'quick' && others >= Math.min(free, total / 2 - kept)) return 0;
    /** How many slots an endpoint must leave free for each slot that it holds. */
    const left = state.last === 'quick' && !isOverdue(state) ? 1 : 2;
    const spare = total - total / 4 - all - left * held;
    if (held > 0 && spare < 0) return 0;
    return 1 + Math.floor(Math.max(0, spare) / (1 + left));
  };

  const freeFor = (state: State) => Math.max(0, Math.min(state.size - state.underWay.size, room(state)));

  /**
   * Moves an endpoint to the end of the list. If the list is too long, forgets the endpoint that has been idle
   * longest.
   */
  const touch = (endpointId: string, state: State) => {
    states.delete(endpointId);
    states.set(endpointId, state);
    if (states.size <= MAX_IDLE) return;
    const idle = [...states].find(([, { underWay }]) => underWay.size === 0);
    if (idle) states.delete(idle[0]);
  };

  return {
    free: (endpointId, slow) => freeFor(states.get(endpointId) ?? newState(slow)),
    total: () => ({ all: total - all, others: Math.max(0, Math.ceil((total - all - others) / 2)) }),
    take: (endpointId, slow) => {
      const state = states.get(endpointId) ?? newState(slow);
      if (freeFor(state) === 0) return undefined;
      const slot = { endpointId, takenAt: clock() };
      change(state, () => state.underWay.add(slot));
      touch(endpointId, state);
      return slot;
    },
    release: (slot, outcome) => {
      const state = states.get(slot.endpointId)!;
      const wasFull = freeFor(state) === 0;
      change(state, () => {
        state.underWay.delete(slot);
        state.last = outcome;
        if (outcome === 'quick') state.size = Math.min(state.size + 1, perEndpoint);
        if (outcome === 'timeout') state.size = 1;
      });
      return wasFull;
    },
  };
}
