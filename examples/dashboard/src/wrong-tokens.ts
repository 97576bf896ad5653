import { setTimeout as sleep } from 'node:timers/promises';

/** The delay before a wrong token is rejected, in milliseconds, and the maximum number of requests delayed at once. */
export const WRONG_TOKEN_MS = 1_000;
export const MAX_WRONG_TOKENS = 10;

const LOG_MS = 60_000;

/** Slows down attempts to guess a token. The limits apply per process. */
export interface WrongTokens {
  /** Resolves to true after the delay, or to false immediately if too many requests are already being delayed. */
  readonly wait: () => Promise<boolean>;
  /** Ends all delays, and reports the wrong tokens counted since the last report. */
  readonly close: () => void;
}

/** @param report called at most once a minute, with the number of wrong tokens since the last call */
export function createWrongTokens(report: (count: number) => void): WrongTokens {
  const closing = new AbortController();
  let waiting = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (count > 0) report(count);
    count = 0;
  };
  return {
    wait: async () => {
      count += 1;
      timer ??= setTimeout(flush, LOG_MS).unref();
      if (waiting >= MAX_WRONG_TOKENS) return false;
      waiting += 1;
      await sleep(WRONG_TOKEN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      waiting -= 1;
      return true;
    },
    close: () => {
      closing.abort();
      flush();
    },
  };
}
