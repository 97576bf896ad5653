import { setTimeout as sleep } from 'node:timers/promises';

/** A piece of as many rows is worth a statement. */
const ENOUGH = 32;

/** How much longer than it worked something rests after less than that. */
const REST = 2;
const MOST_REST_MS = 100;

/**
 * Lets rows that come in one by one gather while the database is busy: a statement for each would keep it busier still. After few rows comes a rest,
 * the longer the more the statement had to wait; after many comes none, and what comes after a pause begins at once.
 */
export interface Pace {
  /** Waits until the next piece may begin. */
  ready(): Promise<void>;
  /** Runs a piece. @param rowsOf how many rows it was of */
  run<T>(work: () => Promise<T>, rowsOf: (result: T) => number): Promise<T>;
}

export function createPace(): Pace {
  let next = -Infinity;
  return {
    ready: async () => {
      const ms = next - performance.now();
      if (ms > 0) await sleep(ms);
    },
    run: async (work, rowsOf) => {
      const startedAt = performance.now();
      const result = await work();
      const endedAt = performance.now();
      const rest = rowsOf(result) < ENOUGH ? REST * (endedAt - startedAt) : 0;
      next = endedAt + Math.min(MOST_REST_MS, rest);
      return result;
    },
  };
}
