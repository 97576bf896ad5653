import { setTimeout as sleep } from 'node:timers/promises';

/** A batch of this many rows is not followed by a pause. */
export const BATCH_SIZE = 32;

/** After a smaller batch, the pause is this many times the duration of the statement. */
const PAUSE_FACTOR = 2;
const MAX_PAUSE_MS = 100;

/**
 * Collects rows while the database is busy: a statement for each would make it even busier. Few rows are followed by a
 * pause, longer after a slower statement, and many rows by none. A row after a quiet time is handled at once.
 */
export interface BatchWindow {
  /** Waits until the next batch may begin. */
  ready(): Promise<void>;
  /** Runs a batch. @param rowsOf returns how many rows it had */
  run<T>(work: () => Promise<T>, rowsOf: (result: T) => number): Promise<T>;
}

export function createBatchWindow(): BatchWindow {
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
      const pauseMs = rowsOf(result) < BATCH_SIZE ? PAUSE_FACTOR * (endedAt - startedAt) : 0;
      next = endedAt + Math.min(MAX_PAUSE_MS, pauseMs);
      return result;
    },
  };
}
