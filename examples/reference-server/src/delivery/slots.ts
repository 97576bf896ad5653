/** Attempts that one process has under way at most. */
export const SLOTS = 512;

/** Slots of an endpoint that nothing is known of. */
const FIRST_SLOTS = 2;

/** Endpoints without an attempt under way that are remembered. */
const MOST_IDLE = 1_000;

/** How an attempt ended, as far as slots are concerned: by an answer within a second, by the deadline, or in any other way. */
export type Ending = 'quick' | 'timeout' | 'other';

/** What an endpoint may be given now. */
export interface EndpointCapacity {
  readonly endpointId: string;
  /** Slots that are free for it. */
  readonly capacity: number;
  /** Attempts under way. */
  readonly underWay: number;
  /** Whether its last attempt ran into the deadline. */
  readonly slow: boolean;
}

/** What may be claimed now. */
export interface Capacity {
  /** Deliveries in all. */
  readonly total: number;
  /** Deliveries of an endpoint that `known` does not name. */
  readonly unknown: number;
  readonly known: readonly EndpointCapacity[];
}

/**
 * Who may have how many attempts under way, in one process.
 *
 * An endpoint starts with 2 slots, gets one more for every answer within a second, and has 1 after a timeout. Half of all slots are
 * for endpoints whose last attempt was answered within a second, so that those that hang leave them to the others; a quarter is for endpoints with nothing under
 * way, so that those with much to send leave the others a first one.
 */
export interface Slots {
  /** Takes a slot; false where there is none for this endpoint. @param slow whether it is known as slow by others */
  take(endpointId: string, slow: boolean): boolean;
  /** Gives a slot back that was not used after all. */
  giveBack(endpointId: string): void;
  /** Frees a slot after an attempt; whether anything may have waited for it. */
  release(endpointId: string, ending: Ending): boolean;
  capacity(): Capacity;
}

interface State {
  size: number;
  underWay: number;
  /** How the last attempt ended; undefined before the first has. */
  last: Ending | undefined;
}

/**
 * @param perEndpoint the most slots of one endpoint
 * @param total slots of the process
 */
export function createSlots(perEndpoint: number, total = SLOTS): Slots {
  const states = new Map<string, State>();
  const first = Math.min(FIRST_SLOTS, perEndpoint);
  const newState = (slow: boolean): State => ({
    size: slow ? 1 : first,
    underWay: 0,
    last: slow ? 'timeout' : undefined,
  });
  let all = 0;
  /** Those of `all` whose endpoint is not quick. */
  let others = 0;

  /** Whether the process has a slot left for an endpoint that has this much under way. */
  const hasSlot = ({ last, underWay }: Omit<State, 'size'>) => {
    const kept = underWay > 0 ? total / 4 : 0;
    return all < total - kept && (last === 'quick' || others < total / 2 - kept);
  };

  const count = (state: State, by: 1 | -1) => {
    state.underWay += by;
    all += by;
    if (state.last !== 'quick') others += by;
  };

  const setLast = (state: State, last: Ending) => {
    if (state.last !== 'quick') others -= state.underWay;
    state.last = last;
    if (state.last !== 'quick') others += state.underWay;
  };

  /** Puts an endpoint behind all others, and forgets the one that has been idle for longest where there are too many. */
  const keep = (endpointId: string, state: State) => {
    states.delete(endpointId);
    states.set(endpointId, state);
    if (states.size <= MOST_IDLE) return;
    const idle = [...states].find(([, { underWay }]) => underWay === 0);
    if (idle) states.delete(idle[0]);
  };

  return {
    take: (endpointId, slow) => {
      const state = states.get(endpointId) ?? newState(slow);
      if (state.underWay >= state.size || !hasSlot(state)) return false;
      count(state, 1);
      keep(endpointId, state);
      return true;
    },
    giveBack: (endpointId) => count(states.get(endpointId)!, -1),
    release: (endpointId, ending) => {
      const state = states.get(endpointId)!;
      const wasFull = state.underWay >= state.size || !hasSlot(state);
      count(state, -1);
      setLast(state, ending);
      if (ending === 'quick') state.size = Math.min(state.size + 1, perEndpoint);
      if (ending === 'timeout') state.size = 1;
      return wasFull;
    },
    capacity: () => ({
      total: total - all,
      unknown: hasSlot({ last: undefined, underWay: 0 }) ? first : 0,
      known: [...states].map(([endpointId, state]) => ({
        endpointId,
        capacity: hasSlot(state) ? Math.max(0, state.size - state.underWay) : 0,
        underWay: state.underWay,
        slow: state.last === 'timeout',
      })),
    }),
  };
}
