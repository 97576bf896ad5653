/** The limits on work per caller and in total. */
export interface ConcurrencyLimits {
  /** The maximum number of pieces of work in progress per caller. */
  readonly active: number;
  /**
   * The same limit while several callers compete: requests of two of them followed each other within the last minute.
   * Default: `active`. Lower, because the database's queue does not alternate between callers.
   */
  readonly activeBesideOthers?: number;
  /** The maximum number of waiting pieces of work per caller. */
  readonly waiting: number;
  /** The maximum number of pieces of work that run at once, over all callers. Resting work does not count. */
  readonly concurrency: number;
  /** The maximum time that work waits to begin, or to resume, in milliseconds. */
  readonly waitMs: number;
}

/**
 * A piece of work in progress. The caller is charged for the milliseconds that the work takes, except while it is
 * paused (`rest`).
 */
export interface Slot {
  /** Whether the work had to wait. */
  readonly waited: boolean;
  /** Lets other work run while this work waits for its caller, so that a slow sender does not delay other callers. */
  readonly rest: () => void;
  /** @returns `gone` if the caller has disconnected in the meantime, `busy` if no other work ended in time */
  readonly resume: () => Promise<'resumed' | 'gone' | 'busy'>;
  /** Further calls do nothing. */
  readonly end: () => void;
}

/** Decides whose work runs next: the caller with the least usage comes first. */
export interface Governor {
  /**
   * Waits until a piece of work may begin.
   *
   * @param competes whether the caller counts for `activeBesideOthers`; default true
   * @param gone registers a function to call when the caller disconnects; the work then leaves the queue
   * @returns `full` if the caller has too much waiting work, or if its own work did not end in time; `busy` if other
   * callers' work did not end in time; `gone` if the caller has disconnected
   */
  enter(
    caller: string,
    gone: (leave: () => void) => void,
    competes?: boolean,
  ): Promise<Slot | 'full' | 'busy' | 'gone'>;
}

interface Waiting {
  readonly begin: () => void;
}

interface Account {
  /** The usage so far in milliseconds, on a clock that all accounts share. */
  used: number;
  active: number;
  readonly waiting: Set<Waiting>;
  /** Work that was paused and is waiting to resume; takes precedence over work that has not begun. */
  readonly resuming: Set<Waiting>;
}

/** The maximum number of idle accounts to keep. */
const MAX_IDLE = 10_000;

/** How long a caller counts as active after its last request, in milliseconds. */
const PRESENT_MS = 60_000;

/** The minimum charge in milliseconds, so that cheap requests are not free. */
const MIN_MS = 0.2;

export function createGovernor({
  active,
  activeBesideOthers = active,
  waiting,
  concurrency,
  waitMs,
}: ConcurrencyLimits): Governor {
  const accounts = new Map<string, Account>();
  /** Accounts with work to begin or resume. */
  const asking = new Set<Account>();
  let working = 0;
  // The usage of the account served last. New accounts start with this usage, so that a caller cannot save up for a
  // burst.
  let clock = 0;

  let lastCaller: string | undefined;
  // The last time that two consecutive requests came from different callers.
  let changedAt = -Infinity;
  const activeNow = () => (performance.now() - changedAt < PRESENT_MS ? activeBesideOthers : active);
  const note = (caller: string) => {
    if (lastCaller !== undefined && caller !== lastCaller) changedAt = performance.now();
    lastCaller = caller;
  };

  const accountOf = (caller: string): Account => {
    let account = accounts.get(caller);
    if (account === undefined) {
      if (accounts.size >= MAX_IDLE) forgetIdle();
      accounts.set(caller, (account = { used: clock, active: 0, waiting: new Set(), resuming: new Set() }));
    }
    if (account.active === 0 && account.waiting.size === 0) account.used = Math.max(account.used, clock);
    return account;
  };
  const forgetIdle = () => {
    for (const [caller, account] of accounts) {
      if (account.active === 0 && account.waiting.size === 0) accounts.delete(caller);
    }
  };
  const nextOf = (account: Account): Set<Waiting> | undefined => {
    if (account.resuming.size > 0) return account.resuming;
    return account.waiting.size > 0 && account.active < activeNow() ? account.waiting : undefined;
  };
  const forgetSatisfied = (account: Account) => {
    if (account.waiting.size + account.resuming.size === 0) asking.delete(account);
  };
  const serve = () => {
    while (working < concurrency) {
      let best: Account | undefined;
      for (const account of asking) {
        if (nextOf(account) && (best === undefined || account.used < best.used)) best = account;
      }
      if (best === undefined) return;
      clock = Math.max(clock, best.used);
      const queue = nextOf(best)!;
      const [first] = queue;
      queue.delete(first!);
      if (queue === best.waiting) best.active += 1;
      forgetSatisfied(best);
      working += 1;
      first!.begin();
    }
  };
  const queueFor = (account: Account, queue: Set<Waiting>, gone: (leave: () => void) => void) =>
    new Promise<'begun' | 'gone' | 'late'>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const own: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve('begun');
        },
      };
      const leave = (why: 'gone' | 'late') => {
        if (!queue.delete(own)) return;
        clearTimeout(timer);
        forgetSatisfied(account);
        resolve(why);
      };
      queue.add(own);
      asking.add(account);
      gone(() => leave('gone'));
      serve();
      if (queue.has(own)) timer = setTimeout(leave, waitMs, 'late');
    });

  const slotOf = (account: Account, waited: boolean, gone: (leave: () => void) => void): Slot => {
    let state: 'works' | 'rests' | 'ended' = 'works';
    // `end` may be called during an await, which the compiler cannot know.
    const ended = () => state === 'ended';
    let since = performance.now();
    const stop = () => {
      account.used += Math.max(MIN_MS, performance.now() - since);
      working -= 1;
    };
    return {
      waited,
      rest: () => {
        if (state !== 'works') return;
        state = 'rests';
        stop();
        serve();
      },
      resume: async () => {
        if (state !== 'rests') return state === 'works' ? 'resumed' : 'gone';
        const outcome = await queueFor(account, account.resuming, gone);
        if (outcome !== 'begun') return outcome === 'late' ? 'busy' : 'gone';
        if (ended()) {
          working -= 1;
          serve();
          return 'gone';
        }
        state = 'works';
        since = performance.now();
        return 'resumed';
      },
      end: () => {
        if (state === 'ended') return;
        if (state === 'works') stop();
        state = 'ended';
        account.active -= 1;
        serve();
      },
    };
  };

  return {
    enter: async (caller, gone, competes = true) => {
      if (competes) note(caller);
      const account = accountOf(caller);
      const most = activeNow();
      if (account.active >= most && account.waiting.size >= waiting) return 'full';
      const waited = working >= concurrency || account.active >= most;
      const outcome = await queueFor(account, account.waiting, gone);
      if (outcome === 'begun') return slotOf(account, waited, gone);
      if (outcome === 'gone') return 'gone';
      return account.active >= activeNow() ? 'full' : 'busy';
    },
  };
}
