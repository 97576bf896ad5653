import { DatabaseUnavailable } from './database.js';

/** Limits the work that is running or waiting. */
export interface Gate {
  /** @throws DatabaseUnavailable if the gate is full or closed */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Accepts no more work, and resolves when no work is left. */
  shut(): Promise<void>;
}

/** @param max the maximum number of pieces of work, running or waiting */
export function createGate(max = Infinity): Gate {
  const inside = new Set<Promise<unknown>>();
  let shut = false;
  return {
    async pass(work) {
      if (shut) throw new DatabaseUnavailable('The database is closed');
      if (inside.size >= max) throw new DatabaseUnavailable('Too many statements are waiting for the database');
      const running = work();
      inside.add(running);
      try {
        return await running;
      } finally {
        inside.delete(running);
      }
    },
    async shut() {
      shut = true;
      await Promise.allSettled(inside);
    },
  };
}
