import { DatabaseUnavailable } from '../database.js';

/** Makes all work fail together when the thing that it depends on cannot be used any more. */
export interface Breaker {
  /** Runs `work`. Rejects as soon as the breaker trips, whatever `work` does then. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Makes all guarded work fail, now and later. Never settles, so that the caller, whose work failed, does not
   * continue.
   */
  trip(cause: unknown): Promise<never>;
  tripped(): boolean;
}

/** @param message of the DatabaseUnavailable that guarded work then rejects with */
export function createBreaker(message: string): Breaker {
  const rejections = new Set<(error: Error) => void>();
  let failure: DatabaseUnavailable | undefined;
  return {
    async guard(work) {
      if (failure) throw failure;
      return new Promise((resolve, reject) => {
        rejections.add(reject);
        work()
          .then(resolve, reject)
          .finally(() => rejections.delete(reject));
      });
    },
    trip(cause) {
      failure ??= new DatabaseUnavailable(message, { cause });
      for (const reject of rejections) reject(failure);
      return new Promise<never>(() => undefined);
    },
    tripped: () => failure !== undefined,
  };
}
