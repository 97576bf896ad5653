import { kindOf, mustBe, UsageError } from '../usage/usage-error.js';
import { isOk, isPassing } from './outcome.js';
import type { Fetch, FetchInit, Signal } from './web-types.js';

/** Validated client options. */
export type Settings = {
  /** The service URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string | (() => string | Promise<string>);
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly attemptDeadlineMs: number;
  readonly deadlineMs: number;
  readonly backoffMs: readonly number[];
  readonly maxWaitMs: number;
};

/** A request. `exchange` adds the token. */
export type Request = {
  readonly method: 'GET' | 'POST';
  /** Includes the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the body of a 2xx response is as expected. If it is not, `exchange` repeats the request. */
  readonly accept: (body: unknown) => boolean;
  readonly signal?: Signal | undefined;
  /** The maximum number of attempts; default: one more than the number of delays. */
  readonly attempts?: number | undefined;
};

/** The last response. Status 0 means that there was no response or only part of one. */
export type Reply = {
  readonly status: number;
  /** The JSON value; undefined if the body is not JSON. */
  readonly body?: unknown;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
};

/**
 * Sends a request, and retries it if the response is inconclusive. @throws UsageError for an invalid token; the
 * signal's reason if the signal is aborted
 */
export async function exchange(settings: Settings, request: Request): Promise<Reply> {
  const { backoffMs, deadlineMs, token } = settings;
  const { signal, attempts = backoffMs.length + 1, accept } = request;
  const end = performance.now() + deadlineMs;
  let renewed = typeof token !== 'function';
  for (let made = 1; ; made++) {
    let reply = await attempt(settings, request, end);
    if (reply.status === 401 && !renewed) {
      renewed = true;
      reply = await attempt(settings, request, end);
    }
    const { status, body, retryAfter } = reply;
    const settled = isOk(status) ? accept(body) : !isPassing(status);
    if (settled || made >= attempts) return reply;
    const delay = Math.random() * (backoffMs[made - 1] ?? backoffMs.at(-1) ?? 0);
    const wait = retryAfter === undefined ? delay : retryAfter * 1000;
    if (performance.now() + wait >= end) return reply;
    await sleep(wait, signal);
  }
}

async function attempt(settings: Settings, request: Request, end: number): Promise<Reply> {
  const { signal } = request;
  throwIfAborted(signal);
  const control = new AbortController();
  const ms = Math.min(settings.attemptDeadlineMs, end - performance.now());
  try {
    // A custom `fetch` may ignore the signal, so this wait observes it too.
    return await within<Reply>(signal, (resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no response before the deadline')), ms);
      ask(settings, request, control.signal).then(resolve, reject);
      return () => clearTimeout(timer);
    });
  } catch (cause) {
    throwIfAborted(signal);
    if (cause instanceof UsageError) throw cause;
    return { status: 0, cause };
  } finally {
    control.abort();
  }
}

async function ask(settings: Settings, request: Request, signal: AbortSignal): Promise<Reply> {
  const { method, path, body } = request;
  const token = typeof settings.token === 'function' ? await settings.token() : settings.token;
  if (!isToken(token)) throw mustBe('invalid_option', 'options.token', A_TOKEN, kindOf(token));
  const headers = merged({ Authorization: `Bearer ${token}` }, settings.headers, request.headers ?? {});
  const init: FetchInit = { method, headers, redirect: 'manual', signal };
  if (body !== undefined) init.body = body;
  const response = await settings.fetch(settings.baseUrl + path, init);
  const retryAfter = retryAfterSeconds(response.headers.get('Retry-After'), settings.maxWaitMs);
  // Browsers report status 0 for a redirect that they did not follow.
  return { status: response.status || 302, body: parse(await response.text()), retryAfter };
}

export const A_TOKEN = 'a token of visible ASCII';
export const isToken = (value: unknown): boolean => typeof value === 'string' && /^[!-~]+$/.test(value);

/**
 * Merges headers. A later header replaces an earlier one with the same name, in upper or lower case; `fetch` would join
 * the values.
 */
function merged(...all: Readonly<Record<string, string>>[]): Record<string, string> {
  const found = new Map<string, [string, string]>();
  for (const headers of all)
    for (const [name, value] of Object.entries(headers)) found.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(found.values());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Abortable = {
  readonly aborted: boolean;
  readonly reason: Error;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** Throws the signal's reason if the signal is aborted. */
function throwIfAborted(signal: Signal | undefined): void {
  const abortable = signal as Abortable | undefined;
  if (abortable?.aborted) throw abortable.reason;
}

/** Resolves after `ms` milliseconds. Rejects with the signal's reason once the signal is aborted. */
function sleep(ms: number, signal?: Signal): Promise<void> {
  return within(signal, (end) => {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  });
}

/**
 * Settles as `start` decides, or rejects once the signal is aborted. Then calls the cleanup function that `start`
 * returned.
 */
async function within<T = void>(
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
 * for a date in the past, which suggests that a clock is wrong. At most `mostMs`, because a wrong header must not stop
 * a till.
 */
function retryAfterSeconds(text: string | null, mostMs: number): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return seconds >= 0 ? Math.min(seconds, mostMs / 1000) : undefined;
}
