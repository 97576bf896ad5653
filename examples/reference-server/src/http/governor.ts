/** How much of the process one caller may have. */
export interface Shares {
  /** The most pieces of work of one caller that are begun and not ended. */
  readonly underWay: number;
  /** The most of one caller that wait to begin. */
  readonly waiting: number;
  /** The most of all callers that are worked on at once. Those that rest do not count. */
  readonly atOnce: number;
}

/** A piece of work that has begun. Its milliseconds are charged to its caller, except while it rests. */
export interface Turn {
  /** Whether it did not begin at once. */
  readonly waited: boolean;
  /** While it waits for its caller, others are worked on: a slow sender delays nobody else. */
  readonly rest: () => void;
  /** @returns false if the caller has gone meanwhile */
  readonly resume: () => Promise<boolean>;
  /** Further calls do nothing. */
  readonly end: () => void;
}

/** Decides who is worked for next: the caller that has used least. */
export interface Governor {
  /**
   * Waits until a piece of work may begin.
   *
   * @param gone called with what is to be called when the caller has gone: it then leaves the queue
   * @returns `full` if too many of the caller wait, `gone` if the caller has gone meanwhile
   */
  enter(caller: string, gone: (leave: () => void) => void): Promise<Turn | 'full' | 'gone'>;
}

interface Waiting {
  readonly begin: (begun: boolean) => void;
}

interface Account {
  /** Milliseconds, on the common clock of all accounts. */
  used: number;
  underWay: number;
  readonly waiting: Set<Waiting>;
  /** Work that has begun and rested. It comes before what has not begun. */
  readonly resuming: Set<Waiting>;
}

/** Accounts without work that are kept. */
const MOST_IDLE = 10_000;

/** The least charge in milliseconds: a thousand requests that cost nothing cost something. */
const LEAST_MS = 0.2;

export function createGovernor({ underWay, waiting, atOnce }: Shares): Governor {
  const accounts = new Map<string, Account>();
  /** Those with something to begin or to resume. */
  const asking = new Set<Account>();
  let working = 0;
  // What the account that was served last had used. Who comes anew begins there: nobody can save up for a burst.
  let clock = 0;

  const accountOf = (caller: string): Account => {
    let account = accounts.get(caller);
    if (account === undefined) {
      if (accounts.size >= MOST_IDLE) forgetIdle();
      accounts.set(caller, (account = { used: clock, underWay: 0, waiting: new Set(), resuming: new Set() }));
    }
    if (account.underWay === 0 && account.waiting.size === 0) account.used = Math.max(account.used, clock);
    return account;
  };
  const forgetIdle = () => {
    for (const [caller, account] of accounts) {
      if (account.underWay === 0 && account.waiting.size === 0) accounts.delete(caller);
    }
  };
  const nextOf = (account: Account): Set<Waiting> | undefined => {
    if (account.resuming.size > 0) return account.resuming;
    return account.waiting.size > 0 && account.underWay < underWay ? account.waiting : undefined;
  };
  const serve = () => {
    while (working < atOnce) {
      let best: Account | undefined;
      for (const account of asking) {
        if (nextOf(account) && (best === undefined || account.used < best.used)) best = account;
      }
      if (best === undefined) return;
      clock = Math.max(clock, best.used);
      const queue = nextOf(best)!;
      const [first] = queue;
      queue.delete(first!);
      if (queue === best.waiting) best.underWay += 1;
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

  const turnOf = (account: Account, waited: boolean, gone: (leave: () => void) => void): Turn => {
    let state: 'works' | 'rests' | 'ended' = 'works';
    // What ends it is called from outside, which the compiler does not see.
    const ended = () => state === 'ended';
    let since = performance.now();
    const stop = () => {
      account.used += Math.max(LEAST_MS, performance.now() - since);
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
        account.underWay -= 1;
        serve();
      },
    };
  };

  return {
    enter: async (caller, gone) => {
      const account = accountOf(caller);
      if (account.underWay >= underWay && account.waiting.size >= waiting) return 'full';
      const waited = working >= atOnce || account.underWay >= underWay;
      return (await queueFor(account, account.waiting, gone)) ? turnOf(account, waited, gone) : 'gone';
    },
  };
}
