import type { Signal } from './web-types.js';

type Abortable = {
  readonly aborted: boolean;
  readonly reason: Error;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** Throws the reason of a signal that is aborted. */
export function throwIfAborted(signal: Signal | undefined): void {
  const abortable = signal as Abortable | undefined;
  if (abortable?.aborted) throw abortable.reason;
}

/** Resolves after `ms`. Rejects with the signal's reason once that is aborted. */
export function sleep(ms: number, signal?: Signal): Promise<void> {
  return within(signal, (end) => {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  });
}

/** A promise that `start` settles, or the signal's abort; then what `start` returned is called. */
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
 * The seconds that a `Retry-After` header asks for, as a number or a date; undefined if it says neither. At most
 * `mostMs`: a mistake in the header must not stop a till.
 */
export function retryAfterSeconds(text: string | null, mostMs: number): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), mostMs / 1000);
}
