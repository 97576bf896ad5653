import { DatabaseUnavailable } from '../database.js';

/** Fails all work together once its dependency has become unusable. */
export interface FailureLatch {
  /** Runs `work`. Rejects as soon as the latch trips, even if `work` goes on. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Fails all guarded work, now and later. Never settles, so that the caller, whose work failed, does not continue.
   */
  trip(cause: unknown): Promise<never>;
  tripped(): boolean;
}

/** @param message of the DatabaseUnavailable with which guarded work then rejects */
export function createFailureLatch(message: string): FailureLatch {
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
