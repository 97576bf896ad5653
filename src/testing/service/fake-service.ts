import type { Fetch } from '../../client/web-types.js';
import type { StoredTransaction } from '../../document/written-types.js';
import type { Registry } from '../../engine/registry.js';
import { assertArgument, assertOptions } from '../../usage/assert.js';
import { A_BOOLEAN, A_FUNCTION, isObject, type OptionTest } from '../../usage/option-tests.js';
import { refusal, type Answer, events, list, write, type Open, type Row } from './answers.js';
import { A_FAULT, type FakeBusiness, type FakeServiceOptions, type Fault } from './options.js';

/** The platform's type of `fetch`; in projects without platform types, the type that the client needs. */
export type FakeFetch = typeof globalThis extends { fetch: infer T } ? T : Fetch;

/** An in-memory service. */
export type FakeService = {
  /**
   * Replaces the global `fetch`, for any host. `/v1/transactions` stores and lists documents; `/v1/events` is the event
   * feed, if the option `eventsFeed` is set.
   */
  readonly fetch: FakeFetch;
  /** The stored documents, in the order in which they were stored. Each access returns fresh copies. */
  readonly stored: readonly StoredTransaction[];
  /**
   * Makes the next requests fail, one request per fault. Faults from earlier calls that are still pending come first.
   *
   * @throws UsageError for an invalid fault
   */
  fail(...next: readonly Fault[]): void;
};

const OPTIONS = { now: A_FUNCTION, ids: A_FUNCTION, eventsFeed: A_BOOLEAN } satisfies Record<
  keyof FakeServiceOptions,
  OptionTest
>;

/**
 * Creates an in-memory service, for testing code that writes and lists documents without a network. It responds with
 * 201, 200 or 409 depending on identity and idempotency key, and with 400 or 422 if the registry's packs reject the
 * document. It lists documents with cursors, and simulates faults on request. It has no scopes, rate limits or
 * webhooks.
 *
 * See docs/guides/send-and-retry.md in the repository.
 *
 * @param registry a registry with a pack for each business's country
 * @param businesses one or more businesses, whose ids are the valid values of `vendor.id`
 * @throws UsageError for a business without an id, name or country, or for unknown or invalid options
 */
export function fakeService(
  registry: Pick<Registry, 'shop'>,
  businesses: readonly FakeBusiness[],
  options: FakeServiceOptions = {},
): FakeService {
  assertArgument(
    typeof (registry as Partial<Registry> | undefined)?.shop === 'function',
    'registry',
    'a registry',
    registry,
  );
  const given: unknown = businesses;
  assertArgument(Array.isArray(given) && given.length > 0, 'businesses', 'one or more businesses', given);
  assertOptions('options', options, OPTIONS);
  const { now = Date.now, eventsFeed = false } = options;
  const all = businesses.map((business, i) => opened(registry, business, `businesses[${i}]`));
  const rows: Row[] = [];
  const faults: Fault[] = [];
  const nextId = options.ids ?? (() => `txn_${rows.length + 1}`);
  const writing = { rows, nextId, now: () => new Date(now()).toISOString() };

  function respond({ method, url, headers }: Request, body: string): Answer {
    const { pathname, searchParams } = new URL(url);
    const isFeed = eventsFeed && pathname.endsWith('/v1/events');
    if (!isFeed && !pathname.endsWith('/v1/transactions'))
      return refusal(404, 'not_found', 'There is nothing at this path.');
    const methods = isFeed ? ['GET'] : ['GET', 'POST'];
    if (!methods.includes(method))
      return refusal(405, 'method_not_allowed', `Valid: ${methods.join(', ')}.`, { Allow: methods.join(', ') });
    const token = /^Bearer ([!-~]+)$/i.exec(headers.get('Authorization') ?? '')?.[1];
    const open = all.filter(({ business }) => token !== undefined && (business.token ?? token) === token);
    if (open.length === 0)
      return refusal(401, 'unauthorized', 'The token is missing or unknown.', { 'WWW-Authenticate': 'Bearer' });
    if (isFeed) return events(searchParams, open, rows);
    return method === 'POST' ? write(body, headers, { ...writing, open }) : list(searchParams, open, rows);
  }

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = await request.text();
    const fault = faults.shift();
    if (fault?.fault === 'answer') {
      if (fault.carriedOut) respond(request, body);
      return gateway(fault);
    }
    if (fault?.fault === 'no_answer') {
      if (fault.carriedOut) respond(request, body);
      throw new TypeError('fetch failed');
    }
    const { status, text, headers } = respond(request, body);
    if (fault?.fault === 'delay') await delay(fault.ms, request.signal);
    return new Response(fault?.fault === 'cut_off' ? cutOff(text) : text, { status, headers });
  }

  return {
    fetch,
    get stored() {
      return rows.map(({ text }) => JSON.parse(text) as StoredTransaction);
    },
    fail(...next) {
      for (const [i, fault] of next.entries()) assertArgument(A_FAULT.test(fault), `next[${i}]`, A_FAULT.wanted, fault);
      faults.push(...next);
    },
  };
}

function opened(registry: Pick<Registry, 'shop'>, business: FakeBusiness, argument: string): Open {
  assertArgument(isObject(business), argument, 'a business', business);
  for (const name of ['id', 'name', 'country'] as const)
    assertArgument(
      typeof business[name] === 'string' && business[name] !== '',
      `${argument}.${name}`,
      'text',
      business[name],
    );
  const { country, multiLocation, territory, regimes, duties, vatNumber } = business;
  return { business, shop: registry.shop({ country, multiLocation, territory, regimes, duties, vatNumber }) };
}

function gateway({ status, body = `<h1>${status}</h1>`, retryAfter }: Extract<Fault, { fault: 'answer' }>): Response {
  const isText = typeof body === 'string';
  const headers = new Headers({ 'Content-Type': isText ? 'text/html' : 'application/json' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  // Responses with these statuses must not have a body.
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : isText ? body : JSON.stringify(body), { status, headers });
}

function cutOff(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length / 2));
    },
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
