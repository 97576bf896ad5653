import { setTimeout as sleep } from 'node:timers/promises';

/** Database work that runs alongside requests. */
export interface Background {
  /** Stops the work, and resolves once it has ended. */
  readonly stop: () => Promise<void>;
}

/** @param work must end soon after the signal is aborted, and must never reject */
export function inBackground(work: (signal: AbortSignal) => Promise<void>): Background {
  const controller = new AbortController();
  const working = work(controller.signal);
  return {
    stop: async () => {
      controller.abort();
      await working;
    },
  };
}

/**
 * Runs work again and again until it is stopped.
 *
 * @param work returns the pause before the next run, in milliseconds
 * @param onFailure returns the pause after a failed run, in milliseconds; must not throw
 */
export function repeatInBackground(
  work: (signal: AbortSignal) => Promise<number>,
  onFailure: (err: unknown) => number,
  firstPauseMs = 0,
): Background {
  return inBackground(async (signal) => {
    if (firstPauseMs > 0) await pause(firstPauseMs, signal);
    while (!signal.aborted) await pause(await work(signal).catch(onFailure), signal);
  });
}

/** Waits `ms` milliseconds, or until the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
