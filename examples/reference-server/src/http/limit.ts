/** Runs at most `most` pieces of work at once. Others wait in order of arrival. */
export function createLimit(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes this place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
