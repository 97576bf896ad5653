import { setTimeout as sleep } from 'node:timers/promises';

/** A batch of this many rows is not followed by a pause. */
export const BATCH_SIZE = 32;

/** The length of the pause after a smaller batch, as a multiple of the statement's duration. */
const PAUSE_FACTOR = 2;
const MAX_PAUSE_MS = 100;

/**
 * Collects rows while the database is busy, because a statement for each row would add load. A pause follows each small
 * batch, and is longer after a slow statement; no pause follows a full batch. A row that arrives after an idle period
 * is handled at once.
 */
export interface BatchWindow {
  /** Waits until the next batch may begin. */
  ready(): Promise<void>;
  /** Runs a batch. @param rowsOf returns the number of rows in the batch */
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
