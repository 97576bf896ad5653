import { DatabaseUnavailable } from './database.js';

/** Counts the work that is inside. */
export interface Gate {
  /** @throws DatabaseUnavailable where too much is inside, or the gate is shut */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Lets nothing in any more, and resolves once nothing is inside. */
  shut(): Promise<void>;
}

/** @param max the most that may be inside at once, running or waiting */
export function createGate(max = Infinity): Gate {
  let inside = 0;
  let emptied: (() => void) | undefined;
  let empty: Promise<void> | undefined;
  return {
    async pass(work) {
      if (empty) throw new DatabaseUnavailable('The database is closed');
      if (inside >= max) throw new DatabaseUnavailable('Too many statements wait for the database');
      inside += 1;
      try {
        return await work();
      } finally {
        inside -= 1;
        if (inside === 0) emptied?.();
      }
    },
    shut() {
      empty ??= new Promise((resolve) => {
        emptied = resolve;
        if (inside === 0) resolve();
      });
      return empty;
    },
  };
}
