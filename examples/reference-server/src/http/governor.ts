/** How much work each caller may have. */
export interface ConcurrencyLimits {
  /** The most pieces of work per caller that have begun and not ended. */
  readonly active: number;
  /** The most pieces of work per caller that wait to begin. */
  readonly waiting: number;
  /** The most pieces of work that run at once, for all callers. Resting ones do not count. */
  readonly concurrency: number;
}

/** A piece of work that has begun. Its caller is charged for its milliseconds, except while it rests. */
export interface Slot {
  /** Whether it had to wait. */
  readonly waited: boolean;
  /** Lets others run while it waits for its caller: a slow sender delays nobody else. */
  readonly rest: () => void;
  /** @returns false if the caller has gone meanwhile */
  readonly resume: () => Promise<boolean>;
  /** Further calls do nothing. */
  readonly end: () => void;
}

/** Decides whose work is next: that of the caller that has used least. */
export interface Governor {
  /**
   * Waits until a piece of work may begin.
   *
   * @param gone called with the function to call when the caller has gone, which then leaves the queue
   * @returns `full` if too many pieces of work of the caller wait, `gone` if the caller has gone
   */
  enter(caller: string, gone: (leave: () => void) => void): Promise<Slot | 'full' | 'gone'>;
}

interface Waiting {
  readonly begin: (begun: boolean) => void;
}

interface Account {
  /** Milliseconds, on a clock that all accounts share. */
  used: number;
  active: number;
  readonly waiting: Set<Waiting>;
  /** Work that has rested, which precedes work that has not begun. */
  readonly resuming: Set<Waiting>;
}

/** The most idle accounts to keep. */
const MAX_IDLE = 10_000;

/** The minimum charge in milliseconds, so that many cheap requests cost something. */
const MIN_MS = 0.2;

export function createGovernor({ active, waiting, concurrency }: ConcurrencyLimits): Governor {
  const accounts = new Map<string, Account>();
  /** Accounts with work to begin or resume. */
  const asking = new Set<Account>();
  let working = 0;
  // What the last served account had used. New accounts begin there, so that nobody can save up for a burst.
  let clock = 0;

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
    return account.waiting.size > 0 && account.active < active ? account.waiting : undefined;
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
      if (best.waiting.size + best.resuming.size === 0) asking.delete(best);
      working += 1;
      first!.begin(true);
    }
  };
  const queueFor = (account: Account, queue: Set<Waiting>, gone: (leave: () => void) => void) =>
    new Promise<boolean>((begin) => {
      const own: Waiting = { begin };
      queue.add(own);
      asking.add(account);
      gone(() => {
        if (queue.delete(own)) begin(false);
      });
      serve();
    });

  const slotOf = (account: Account, waited: boolean, gone: (leave: () => void) => void): Slot => {
    let state: 'works' | 'rests' | 'ended' = 'works';
    // A caller outside can end it, which the compiler does not see.
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
        if (state !== 'rests') return state === 'works';
        if (!(await queueFor(account, account.resuming, gone))) return false;
        if (ended()) {
          working -= 1;
          serve();
          return false;
        }
        state = 'works';
        since = performance.now();
        return true;
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
    enter: async (caller, gone) => {
      const account = accountOf(caller);
      if (account.active >= active && account.waiting.size >= waiting) return 'full';
      const waited = working >= concurrency || account.active >= active;
      return (await queueFor(account, account.waiting, gone)) ? slotOf(account, waited, gone) : 'gone';
    },
  };
}
