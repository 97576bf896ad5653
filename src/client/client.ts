import type { Transaction } from '../document/written-types.js';
import { A_COUNT, A_FUNCTION, checkOptions, isObject, type OptionTest } from '../usage/option-tests.js';
import { mustBe } from '../usage/usage-error.js';
import { A_TOKEN, exchange, isToken, type Settings } from './exchange.js';
import { A_KEY, bodyOf, keyOf } from './key.js';
import { A_SIGNAL, list, type ListOptions, type TransactionList } from './list.js';
import { isStoredFormOf, outcomeOf, type SendOutcome } from './outcome.js';
import type { Fetch, Signal } from './web-types.js';

/** Where the service is, and how to speak to it. Times are in milliseconds. */
export type ClientOptions = {
  /** Such as `https://service.example`; `http` only for this machine. `/v1/transactions` is added to it. */
  baseUrl: string;
  /**
   * The access token, or a function that gives the current one for each attempt. After a 401 the function is asked once
   * more.
   */
  token: string | (() => string | Promise<string>);
  /** Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Further headers of every request. An `Authorization` among them replaces that of the token. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The longest that one attempt takes, its body included; default 10,000. */
  attemptDeadlineMs?: number | undefined;
  /** The longest that all attempts and waits of one call take; default 60,000. */
  deadlineMs?: number | undefined;
  /**
   * The longest wait after each attempt; the wait is drawn between 0 and it. Default 1,000, 5,000 and 30,000, which
   * makes four attempts.
   */
  backoffMs?: readonly number[] | undefined;
  /** The longest wait that `Retry-After` can ask for; default 60,000. */
  maxWaitMs?: number | undefined;
};

/** How to send one document. */
export type SendOptions = {
  /**
   * The idempotency key: 1 to 255 characters of printable ASCII. Default: `sha256-` and the hash of the body. Store a key
   * of your own with the sale, and use it in every attempt.
   */
  key?: string | undefined;
  /** Ends requests and waits; the promise then rejects with its reason. */
  signal?: Signal | undefined;
  /** The most attempts; default one more than `backoffMs` has delays. */
  attempts?: number | undefined;
};

/** Speaks to the service. Its only state is its options. */
export type Client = {
  /**
   * Writes a document. Repeats an attempt that may or may not have stored it, with the same key, as `Retry-After` and
   * `backoffMs` say. Resolves to what is known; validate documents first.
   *
   * @throws UsageError for wrong use; the reason of `signal` once that is aborted
   */
  send(document: Transaction, options?: SendOptions): Promise<SendOutcome>;
  /**
   * The stored transactions, newest first. A page is asked for again as `send` does.
   *
   * @throws UsageError at once for wrong options. While iterating: ServiceError for a page that the service does not
   * give, Error for a list that repeats a cursor, the reason of `signal`
   */
  list(options?: ListOptions): TransactionList;
};

const MS = A_COUNT;

const OPTIONS = {
  baseUrl: { test: isBaseUrl, wanted: 'an https URL, or http on loopback, without credentials, query or fragment' },
  token: { test: (value) => typeof value === 'function' || isToken(value), wanted: `${A_TOKEN}, or a function` },
  fetch: A_FUNCTION,
  headers: {
    test: (value) => isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
    wanted: 'an object of strings',
  },
  attemptDeadlineMs: MS,
  deadlineMs: MS,
  backoffMs: { test: (value) => Array.isArray(value) && value.every(MS.test), wanted: 'an array of milliseconds' },
  maxWaitMs: MS,
} satisfies Record<keyof ClientOptions, OptionTest>;

const SEND_OPTIONS = {
  key: A_KEY,
  signal: A_SIGNAL,
  attempts: { test: (value) => MS.test(value) && value !== 0, wanted: 'an integer of 1 or more' },
} satisfies Record<keyof SendOptions, OptionTest>;

/**
 * Makes a client of the service, for Node, browsers and workers.
 *
 * See docs/guides/send-and-retry.md in the repository.
 *
 * @throws UsageError for a missing, wrong or unknown option; it never shows the token
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options, OPTIONS);
  for (const name of ['baseUrl', 'token'] as const) {
    if (options[name] === undefined)
      throw mustBe('invalid_option', `options.${name}`, OPTIONS[name].wanted, 'undefined');
  }
  const settings: Settings = {
    address: `${options.baseUrl.replace(/\/$/, '')}/v1/transactions`,
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
  };
}

async function send(settings: Settings, document: Transaction, options: SendOptions): Promise<SendOutcome> {
  checkOptions(options, SEND_OPTIONS);
  const { signal, attempts } = options;
  const body = bodyOf(document);
  const key = options.key ?? (await keyOf(body));
  const reply = await exchange(settings, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body,
    accept: (answer) => isStoredFormOf(document, answer),
    signal,
    attempts,
  });
  return outcomeOf(reply, document);
}

function isBaseUrl(value: unknown): boolean {
  // `URL.canParse` is not in Node 20.0's types; a throw is an invalid URL.
  try {
    const { protocol, hostname, username, password, search, hash } = new URL(value as string);
    const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
    return (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && !(username + password + search + hash);
  } catch {
    return false;
  }
}
