import { DatabaseUnavailable } from './database.js';

/** Counts the work inside it, running or waiting. */
export interface Gate {
  /** @throws DatabaseUnavailable if the gate is full or closed */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Accepts no more work, and resolves when it is empty. */
  shut(): Promise<void>;
}

/** @param max the most work inside at once, running or waiting */
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
