import type { Transaction } from '../document/written-types.js';
import {
  A_POSITIVE_COUNT,
  A_FUNCTION,
  A_TIME,
  checkOptions,
  checkRequired,
  isObject,
  type OptionTest,
} from '../usage/option-tests.js';
import { A_TOKEN, exchange, isToken, type Settings } from './exchange.js';
import {
  events,
  type EventPage,
  type EventsOptions,
  A_SIGNAL,
  list,
  type ListOptions,
  type TransactionList,
} from './list.js';
import { A_KEY, bodyOf, keyOf } from './key.js';
import { isStoredFormOf, outcomeOf, type SendOutcome } from './outcome.js';
import type { Fetch, Signal } from './web-types.js';

/** The service URL, the credentials, and the timeouts in milliseconds. */
export type ClientOptions = {
  /**
   * For example `https://service.example`; `http` is valid only for localhost. The client appends `/v1/transactions`.
   */
  baseUrl: string;
  /**
   * The access token, or a function that returns the current token for each attempt. After a 401, the client calls the
   * function once more.
   */
  token: string | (() => string | Promise<string>);
  /** Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Headers to add to every request. An `Authorization` header here replaces the one that contains the token. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The timeout for one attempt, including reading the response body; default 10,000. */
  attemptDeadlineMs?: number | undefined;
  /** The timeout for one call, including all attempts and waits; default 60,000. */
  deadlineMs?: number | undefined;
  /**
   * The maximum wait after each attempt; the actual wait is a random time up to this maximum. Default 1,000, 5,000 and
   * 30,000, which allow four attempts.
   */
  backoffMs?: readonly number[] | undefined;
  /** The upper limit for the wait that `Retry-After` requests; default 60,000. */
  maxWaitMs?: number | undefined;
};

/** Options for sending one document. */
export type SendOptions = {
  /**
   * The idempotency key: 1 to 255 characters of printable ASCII. Default: `sha256-` followed by the hash of the body.
   * If you set your own key, store it with the sale and use it for every attempt.
   */
  key?: string | undefined;
  /** Aborts requests and waits; the promise then rejects with the signal's reason. */
  signal?: Signal | undefined;
  /** The maximum number of attempts; default: one more than the number of delays in `backoffMs`. */
  attempts?: number | undefined;
};

/** A client for the service. Keeps no state except its options. */
export type Client = {
  /**
   * Sends a document. If it is unclear whether an attempt stored the document, retries with the same key after
   * `Retry-After` or `backoffMs`. Resolves to the last known outcome. Validate documents first.
   *
   * @throws UsageError for invalid arguments; the signal's reason if the signal is aborted
   */
  send(document: Transaction, options?: SendOptions): Promise<SendOutcome>;
  /**
   * Lists the stored transactions, newest first. Retries requests for pages in the same way as `send`.
   *
   * @throws UsageError immediately for invalid options. While iterating: ServiceError if the service does not return a
   * page, Error if a cursor repeats, or the signal's reason
   */
  list(options?: ListOptions): TransactionList;
  /**
   * Reads the pages of the events feed, oldest first, up to the latest event. Not every service has the feed: the
   * reference server has it if `events-feed` is enabled; other services respond with 404. Retries requests like `send`.
   *
   * @throws UsageError immediately for invalid options. While iterating: ServiceError if the service does not return a
   * page, Error if the cursor does not advance, or the signal's reason
   */
  events(options?: EventsOptions): AsyncIterable<EventPage>;
};

const A_DEADLINE: OptionTest = { test: (value) => value !== 0 && A_TIME.test(value), wanted: A_TIME.wanted };

const OPTIONS = {
  baseUrl: {
    test: isBaseUrl,
    wanted: 'an https URL, or http on loopback, without credentials, query, fragment or /v1/transactions',
  },
  token: { test: (value) => typeof value === 'function' || isToken(value), wanted: `${A_TOKEN}, or a function` },
  fetch: A_FUNCTION,
  headers: {
    test: (value) => isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
    wanted: 'an object of strings',
  },
  attemptDeadlineMs: A_DEADLINE,
  deadlineMs: A_DEADLINE,
  backoffMs: { test: (value) => Array.isArray(value) && value.every(A_TIME.test), wanted: 'an array of milliseconds' },
  maxWaitMs: A_TIME,
} satisfies Record<keyof ClientOptions, OptionTest>;

const SEND_OPTIONS = {
  key: A_KEY,
  signal: A_SIGNAL,
  attempts: A_POSITIVE_COUNT,
} satisfies Record<keyof SendOptions, OptionTest>;

/**
 * Creates a client for the service. Runs in Node, browsers and workers.
 *
 * See docs/guides/send-and-retry.md in the repository.
 *
 * @throws UsageError for a missing, invalid or unknown option; the message never contains the token
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options, OPTIONS);
  checkRequired(options, OPTIONS, 'baseUrl', 'token');
  const settings: Settings = {
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    token: options.token,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: { ...options.headers },
    attemptDeadlineMs: options.attemptDeadlineMs ?? 10_000,
    deadlineMs: options.deadlineMs ?? 60_000,
    backoffMs: [...(options.backoffMs ?? [1000, 5000, 30_000])],
    maxWaitMs: options.maxWaitMs ?? 60_000,
  };
  return {
    send: (document, sendOptions = {}) => send(settings, document, sendOptions),
    list: (listOptions = {}) => list(settings, listOptions),
    events: (eventsOptions = {}) => events(settings, eventsOptions),
  };
}

async function send(settings: Settings, document: Transaction, options: SendOptions): Promise<SendOutcome> {
  checkOptions(options, SEND_OPTIONS);
  const { signal, attempts } = options;
  const body = bodyOf(document);
  const key = options.key ?? (await keyOf(body));
  const reply = await exchange(settings, {
    method: 'POST',
    path: '/v1/transactions',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body,
    accept: (answer) => isStoredFormOf(document, answer),
    signal,
    attempts,
  });
  return outcomeOf(reply, document);
}

function isBaseUrl(value: unknown): boolean {
  // The type definitions for Node 20.0 lack `URL.canParse`. The constructor throws if the URL is invalid.
  try {
    const { protocol, hostname, pathname, username, password, search, hash } = new URL(value as string);
    const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
    const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopback);
    return isSecure && !(username + password + search + hash || pathname.includes('/v1/transactions'));
  } catch {
    return false;
  }
}
