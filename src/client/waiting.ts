import type { Signal } from './web-types.js';

type Abortable = {
  readonly aborted: boolean;
  readonly reason: Error;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** If the signal is aborted, throws its reason. */
export function throwIfAborted(signal: Signal | undefined): void {
  const abortable = signal as Abortable | undefined;
  if (abortable?.aborted) throw abortable.reason;
}

/** Resolves after `ms` milliseconds. Rejects with the signal's reason once the signal is aborted. */
export function sleep(ms: number, signal?: Signal): Promise<void> {
  return within(signal, (end) => {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  });
}

/**
 * A promise that `start` settles, or that rejects once the signal is aborted. Then calls the cleanup function that
 * `start` returned.
 */
export async function within<T = void>(
  signal: Signal | undefined,
  start: (resolve: (value: T) => void, reject: (error: Error) => void) => () => void,
): Promise<T> {
  throwIfAborted(signal);
  const abortable = signal as Abortable | undefined;
  let stop: (() => void) | undefined;
  let abort: () => void;
  try {
    return await new Promise<T>((resolve, reject) => {
      abort = () => reject(abortable!.reason);
      abortable?.addEventListener('abort', abort);
      stop = start(resolve, reject);
    });
  } finally {
    abortable?.removeEventListener('abort', abort!);
    stop?.();
  }
}

/**
 * The wait in seconds from a `Retry-After` header, which contains a number or a date. Undefined for any other text, and
 * for a date in the past, which suggests that a clock is wrong. At most `mostMs`: a wrong header must not stop a till.
 */
export function retryAfterSeconds(text: string | null, mostMs: number): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return seconds >= 0 ? Math.min(seconds, mostMs / 1000) : undefined;
}
