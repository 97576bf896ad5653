/** The maximum number of concurrent attempts per process. */
export const SLOTS = 512;

/** The slots of an endpoint before its first attempt. */
const FIRST_SLOTS = 2;

/** The maximum number of idle endpoints to remember. */
const MAX_IDLE = 1_000;

/** How an attempt ended: with a response within a second, by reaching the deadline, or in any other way. */
export type Outcome = 'quick' | 'timeout' | 'other';

/**
 * Limits the number of concurrent attempts per endpoint in one process.
 *
 * An endpoint starts with 2 slots, gets one more for every response within a second, and drops to 1 after a timeout.
 * Half of all slots are reserved for endpoints whose last response took less than a second, so that hanging endpoints
 * cannot take all slots; a quarter is reserved for endpoints without an attempt in progress, so that endpoints with
 * many deliveries leave other endpoints a first slot.
 */
export interface ConcurrencyLimiter {
  /** The number of free slots for an endpoint. @param slow whether another process found the endpoint slow */
  free(endpointId: string, slow: boolean): number;
  /** The number of free slots for all endpoints together, and for the endpoints that are not quick. */
  total(): { readonly all: number; readonly others: number };
  /**
   * Takes a slot; returns false if no slot is free for the endpoint. @param slow whether another process found the
   * endpoint slow
   */
  take(endpointId: string, slow: boolean): boolean;
  /** Frees a slot after an attempt. Returns whether a delivery may have been waiting for a slot. */
  release(endpointId: string, outcome: Outcome): boolean;
}

interface State {
  size: number;
  underWay: number;
  /** How the last attempt ended; undefined before the first attempt ends. */
  last: Outcome | undefined;
}

/**
 * @param perEndpoint the maximum number of slots per endpoint
 * @param total the number of slots of the process
 */
export function createConcurrencyLimiter(perEndpoint: number, total = SLOTS): ConcurrencyLimiter {
  const states = new Map<string, State>();
  const first = Math.min(FIRST_SLOTS, perEndpoint);
  const newState = (slow: boolean): State => ({
    size: slow ? 1 : first,
    underWay: 0,
    last: slow ? 'timeout' : undefined,
  });
  let all = 0;
  /** How many of the attempts in `all` are at endpoints that are not quick. */
  let others = 0;

  /** Whether the process has a free slot for an endpoint with this state. */
  const hasSlot = ({ last, underWay }: Omit<State, 'size'>) => {
    const kept = underWay > 0 ? total / 4 : 0;
    return all < total - kept && (last === 'quick' || others < total / 2 - kept);
  };

  const count = (state: State, by: 1 | -1) => {
    state.underWay += by;
    all += by;
    if (state.last !== 'quick') others += by;
  };

  const setLast = (state: State, last: Outcome) => {
    if (state.last !== 'quick') others -= state.underWay;
    state.last = last;
    if (state.last !== 'quick') others += state.underWay;
  };

  /**
   * Moves an endpoint to the end of the list. If the list is too long, forgets the endpoint that has been idle
   * longest.
   */
  const touch = (endpointId: string, state: State) => {
    states.delete(endpointId);
    states.set(endpointId, state);
    if (states.size <= MAX_IDLE) return;
    const idle = [...states].find(([, { underWay }]) => underWay === 0);
    if (idle) states.delete(idle[0]);
  };

  return {
    free: (endpointId, slow) => {
      const state = states.get(endpointId) ?? newState(slow);
      return hasSlot(state) ? Math.max(0, state.size - state.underWay) : 0;
    },
    total: () => ({ all: total - all, others: total / 2 - others }),
    take: (endpointId, slow) => {
      const state = states.get(endpointId) ?? newState(slow);
      if (state.underWay >= state.size || !hasSlot(state)) return false;
      count(state, 1);
      touch(endpointId, state);
      return true;
    },
    release: (endpointId, outcome) => {
      const state = states.get(endpointId)!;
      const wasFull = state.underWay >= state.size || !hasSlot(state);
      count(state, -1);
      setLast(state, outcome);
      if (outcome === 'quick') state.size = Math.min(state.size + 1, perEndpoint);
      if (outcome === 'timeout') state.size = 1;
      return wasFull;
    },
  };
}
