import { getHeapStatistics } from 'node:v8';
import { rateLimited, unavailable } from './errors.js';

/** One caller may have this fraction of the memory. */
const MAX_CALLER_FRACTION = 6;

/** How long a request waits for memory of its caller's other requests, in milliseconds. */
const WAIT_MS = 5_000;

const MIB = 1_048_576;
const MAX_MB = 256;

/** Default megabytes for bodies and responses: a third of the heap, at most 256. */
export function defaultMemoryMb(): number {
  return Math.max(1, Math.min(MAX_MB, Math.floor(getHeapStatistics().heap_size_limit / MIB / 3)));
}

/** Releases reserved memory. Further calls do nothing. */
export type Release = () => void;

/** Counts the bytes of bodies being received or validated, and of unsent responses. */
export interface Memory {
  /** @throws HttpError `unavailable` if the process has too little; `rate_limited` if the caller has too much for 5 s */
  hold(caller: string, bytes: number): Promise<Release>;
  /** Undefined if that exceeds the share of the caller or the process. */
  tryHold(caller: string, bytes: number): Release | undefined;
  /** For what must be sent. */
  holdAnyway(caller: string, bytes: number): Release;
}

/** @param all bytes */
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
  // A caller without reservations may make one, however large.
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
