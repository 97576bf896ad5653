import { DatabaseUnavailable } from './database.js';

/** Counts the work that runs or waits, which is called inside. */
export interface Gate {
  /** @throws DatabaseUnavailable if too much is inside, or if the gate is closed */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Accepts no more work, and resolves when nothing is inside. */
  shut(): Promise<void>;
}

/** @param max the most that may be inside at once, running or waiting */
export function createGate(max = Infinity): Gate {
  const inside = new Set<Promise<unknown>>();
  let shut = false;
  return {
    async pass(work) {
      if (shut) throw new DatabaseUnavailable('The database is closed');
      if (inside.size >= max) throw new DatabaseUnavailable('Too many statements wait for the database');
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
