/** Runs work so that at most `most` of it is under way; the rest waits in the order in which it came. */
export function createLimit(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever goes next takes the place over.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
