import type { Fetch } from '../../client/web-types.js';
import type { StoredTransaction } from '../../document/written-types.js';
import type { Registry } from '../../engine/registry.js';
import { assertArgument } from '../../usage/assert-argument.js';
import { assertOptions } from '../../usage/assert-options.js';
import { A_FUNCTION, isObject, type OptionTest } from '../../usage/option-tests.js';
import { refusal, type Answer } from './answers.js';
import { list } from './list.js';
import { A_FAULT, type FakeBusiness, type FakeServiceOptions, type Fault } from './options.js';
import { write, type Open, type Row } from './write.js';

/** The `fetch` of the platform, or the one that the client needs in a project without types of a platform. */
export type FakeFetch = typeof globalThis extends { fetch: infer T } ? T : Fetch;

/** A service in memory. */
export type FakeService = {
  /** In place of the global `fetch`, at any host: `/v1/transactions` takes documents and lists them. */
  readonly fetch: FakeFetch;
  /** The stored documents, in the order in which they were stored. A new array of new objects at each access. */
  readonly stored: readonly StoredTransaction[];
  /**
   * Makes the next requests go wrong, one for each fault, after those that are still to come.
   *
   * @throws UsageError for what is not a fault
   */
  fail(...next: readonly Fault[]): void;
};

const OPTIONS = { now: A_FUNCTION, ids: A_FUNCTION } satisfies Record<keyof FakeServiceOptions, OptionTest>;

/**
 * Makes a service for tests of code that writes and lists, without a network: 201, 200 and 409 by identity and key, 400
 * and 422 by the packs of the registry, lists with cursors, and faults on request. It has no scopes, rate limits or
 * webhooks.
 *
 * See docs/guides/send-and-retry.md in the repository.
 *
 * @param registry has a pack for the country of each business
 * @param businesses one or more, which `vendor.id` refers to
 * @throws UsageError for a business without id, name or country, and wrong or unknown options
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
  const { now = Date.now } = options;
  const all = businesses.map((business, i) => opened(registry, business, `businesses[${i}]`));
  const rows: Row[] = [];
  const faults: Fault[] = [];
  const nextId = options.ids ?? (() => `txn_${rows.length + 1}`);
  const writing = { rows, nextId, now: () => new Date(now()).toISOString() };

  function respond({ method, url, headers }: Request, body: string): Answer {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith('/v1/transactions')) return refusal(404, 'not_found', 'There is nothing at this path.');
    if (method !== 'GET' && method !== 'POST')
      return refusal(405, 'method_not_allowed', 'The methods are GET and POST.', { Allow: 'GET, POST' });
    const token = /^Bearer ([!-~]+)$/i.exec(headers.get('Authorization') ?? '')?.[1];
    const open = all.filter(({ business }) => token !== undefined && (business.token ?? token) === token);
    if (open.length === 0)
      return refusal(401, 'unauthorized', 'The token is missing or unknown.', { 'WWW-Authenticate': 'Bearer' });
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
      'a text',
      business[name],
    );
  const { country, multiLocation, territory, regimes, duties } = business;
  return { business, shop: registry.shop({ country, multiLocation, territory, regimes, duties }) };
}

function gateway({ status, body = `<h1>${status}</h1>`, retryAfter }: Extract<Fault, { fault: 'answer' }>): Response {
  const isText = typeof body === 'string';
  const headers = new Headers({ 'Content-Type': isText ? 'text/html' : 'application/json' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  // These statuses have no body.
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
