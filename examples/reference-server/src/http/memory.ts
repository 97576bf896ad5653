import { getHeapStatistics } from 'node:v8';
import { rateLimited, unavailable } from './errors.js';

/** A caller's share is the total memory divided by this number. */
const MAX_CALLER_FRACTION = 6;

/** How long a request waits for its caller's other requests to release memory, in milliseconds. */
const WAIT_MS = 5_000;

const MIB = 1_048_576;
const MAX_MB = 256;

/** The default memory budget for bodies and responses in megabytes: a third of the heap, at most 256. */
export function defaultMemoryMb(): number {
  return Math.max(1, Math.min(MAX_MB, Math.floor(getHeapStatistics().heap_size_limit / MIB / 3)));
}

/** Releases reserved memory. Further calls do nothing. */
export type Release = () => void;

/** Counts the bytes of request bodies being received or validated, and of unsent responses. */
export interface Memory {
  /**
   * @throws HttpError `unavailable` if too little memory is free; `rate_limited` if the caller exceeds its share for
   * 5 s
   */
  hold(caller: string, bytes: number): Promise<Release>;
  /** Like `hold`, but returns undefined at once if the caller's share or the total memory is too small. */
  tryHold(caller: string, bytes: number): Release | undefined;
  /** For data that must be sent; never refused. */
  holdAnyway(caller: string, bytes: number): Release;
}

/** @param all the total memory in bytes */
export function createMemory(all: number, waitMs = WAIT_MS): Memory {
  const held = new Map<string, number>();
  const waiting = new Set<() => void>();
  let total = 0;

  const add = (caller: string, bytes: number) => {
    total += bytes;
    const now = (held.get(caller) ?? 0) + bytes;
    if (now === 0) held.delete(caller);
    else held.set(caller, now);
  };
  const holdAnyway = (caller: string, bytes: number): Release => {
    let released = false;
    add(caller, bytes);
    return () => {
      if (released) return;
      released = true;
      add(caller, -bytes);
      for (const retry of waiting) retry();
    };
  };
  const fits = (bytes: number) => total + bytes <= all;
  // A caller without reservations may exceed its share, so that no request is refused just for its size.
  const inShare = (caller: string, bytes: number) => {
    const own = held.get(caller) ?? 0;
    return own === 0 || own + bytes <= all / MAX_CALLER_FRACTION;
  };
  const tryHold = (caller: string, bytes: number) =>
    fits(bytes) && inShare(caller, bytes) ? holdAnyway(caller, bytes) : undefined;

  return {
    holdAnyway,
    tryHold,
    hold: (caller, bytes) =>
      new Promise((resolve, reject) => {
        const end = (act: () => void) => {
          clearTimeout(timer);
          waiting.delete(retry);
          act();
        };
        const retry = () => {
          const release = tryHold(caller, bytes);
          if (release) end(() => resolve(release));
          else if (!fits(bytes)) end(() => reject(unavailable('The server is overloaded. Try again.')));
        };
        const timer = setTimeout(() => end(() => reject(rateLimited())), waitMs);
        waiting.add(retry);
        retry();
      }),
  };
}
