import { setMaxListeners } from 'node:events';
import { AttemptError } from './attempt.js';

/** The end of one attempt: when its time is up, when the caller gives up, or when the sender is closed. */
export type Deadline = {
  /** Aborted with an AttemptError of class `timeout` or `aborted`. */
  signal: AbortSignal;
  /** Gives up now, as `aborted`. */
  abort(): void;
  /** Frees the timer and lets go of the caller's signal. */
  clear(): void;
};

/** Starts the one clock that runs over all of an attempt. */
export function startDeadline(milliseconds: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(new AttemptError('aborted'));
  const timer = setTimeout(() => controller.abort(new AttemptError('timeout')), milliseconds);
  if (signal?.aborted === true) abort();
  if (signal !== undefined) {
    // One signal for all attempts is how a worker stops: many listeners are no leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true });
  }
  const clear = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, abort, clear };
}

/** `work`, or a rejection with the signal's reason as soon as it aborts. What `work` does later goes unseen. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop!);
  }
}
