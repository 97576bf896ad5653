/** Runs work as soon as a slot is free. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `most` pieces of work at once. Further work waits in order of arrival. */
export function createLimit(most: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next piece of work takes over this slot.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
