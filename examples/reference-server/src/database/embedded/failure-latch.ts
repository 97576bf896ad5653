import { DatabaseUnavailable } from '../database.js';

/** Fails all guarded work once the dependency is unusable. */
export interface FailureLatch {
  /** Runs `work`. Rejects as soon as the latch trips, even if `work` is still running. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Fails all guarded work, present and future. The returned promise never settles, so that the failed caller does not
   * continue.
   */
  trip(cause: unknown): Promise<never>;
  tripped(): boolean;
  /** Resolves, once the latch has tripped, to the error with which guarded work rejects. */
  readonly failed: Promise<DatabaseUnavailable>;
}

/** @param message the message of the DatabaseUnavailable error that guarded work gets once the latch has tripped */
export function createFailureLatch(message: string): FailureLatch {
  const rejections = new Set<(error: Error) => void>();
  let failure: DatabaseUnavailable | undefined;
  let onFailed: (failure: DatabaseUnavailable) => void;
  const failed = new Promise<DatabaseUnavailable>((resolve) => (onFailed = resolve));
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
      onFailed(failure);
      return new Promise<never>(() => undefined);
    },
    tripped: () => failure !== undefined,
    failed,
  };
}
