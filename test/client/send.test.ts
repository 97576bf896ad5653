import { createHash } from 'node:crypto';
import type { Transaction } from 'receipt-rule-packs';
import {
  createClient,
  ServiceError,
  type Client,
  type ClientOptions,
  type EventsOptions,
  type FetchInit,
} from 'receipt-rule-packs/client';
import { afterEach, describe, expect, it, vi } from 'vitest';

const DOCUMENT = { type: 'sale', source: { platform: 'pos', externalId: 'A-1' } } as Transaction;
const STORED = { ...DOCUMENT, id: 'txn_1' };
const BASE = { baseUrl: 'https://service.example/', token: 'svc_1', backoffMs: [0, 0, 0] };

type Answer = () => Response | Promise<Response>;
const json = (status: number, body: unknown, headers?: Record<string, string>): Answer => {
  return () => Response.json(body, { status, headers });
};
const html = (status: number, headers?: Record<string, string>): Answer => {
  return () => new Response('<h1>Hello</h1>', { status, headers });
};
const error = (code: string) => ({ error: { code, message: 'no' } });
const lost: Answer = () => Promise.reject(new Error('connection reset'));
const cutOff: Answer = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new Error('cut off'));
      },
    }),
    { status: 201 },
  );

/** A client whose requests get these responses in turn; the last response repeats. */
function clientOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const requests: (FetchInit & { url: string })[] = [];
  const fetch: ClientOptions['fetch'] = async (url, init) => {
    requests.push({ url, ...init });
    return answers[Math.min(requests.length, answers.length) - 1]!();
  };
  return { client: createClient({ ...BASE, fetch, ...options }), requests };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('send', () => {
  it("sends the body, the token, and the body's hash as the idempotency key", async () => {
    const { client, requests } = clientOf([json(201, STORED)], {
      headers: { 'x-till': '7', authorization: 'Basic x' },
    });
    expect(await client.send(DOCUMENT)).toEqual({ outcome: 'stored', transaction: STORED, replayed: false });
    const body = JSON.stringify(DOCUMENT);
    expect(requests).toEqual([
      expect.objectContaining({
        url: 'https://service.example/v1/transactions',
        method: 'POST',
        redirect: 'manual',
        body,
        headers: {
          authorization: 'Basic x',
          'x-till': '7',
          'Content-Type': 'application/json',
          'Idempotency-Key': `sha256-${createHash('sha256').update(body).digest('hex')}`,
        },
      }),
    ]);
  });

  it.each<[string, Answer, string, number]>([
    ['a document stored before', json(200, STORED), 'stored', 1],
    ['201 for another document', json(201, { ...STORED, source: { platform: 'pos', externalId: 'B' } }), 'unknown', 4],
    [
      '201 for another platform',
      json(201, { ...STORED, source: { platform: 'web', externalId: 'A-1' } }),
      'unknown',
      4,
    ],
    ['201 without an id', json(201, { ...STORED, id: '' }), 'unknown', 4],
    ['201 without a source', json(201, { id: 'txn_1' }), 'unknown', 4],
    ['201 with a list', json(201, [STORED]), 'unknown', 4],
    ['201 with null', json(201, null), 'unknown', 4],
    ['201 with an id that is not text', json(201, { ...STORED, id: 1 }), 'unknown', 4],
    ['201 for another business', json(201, { ...STORED, vendor: { id: 'biz_2' } }), 'unknown', 4],
    ['200 with another number', json(200, { ...STORED, receiptNumber: '2' }), 'conflict', 1],
    ['200 with another total', json(200, { ...STORED, totals: { total: 5 } }), 'conflict', 1],
    ['200 with another type', json(200, { ...STORED, type: 'refund' }), 'conflict', 1],
    ['200 in HTML', html(200), 'unknown', 4],
    ['204', () => new Response(null, { status: 204 }), 'unknown', 4],
    ['no connection', lost, 'unknown', 4],
    ['a truncated response', cutOff, 'unknown', 4],
    ...[408, 425, 429, 500, 502, 503].map((status): [string, Answer, string, number] => [
      `${status}`,
      html(status),
      'unknown',
      4,
    ]),
    ['300', html(300), 'unknown', 1],
    ['302', html(302, { Location: 'https://other.example/' }), 'unknown', 1],
    // In browsers, a redirect that was not followed has the status 0.
    [
      'a redirect in a browser',
      () => ({ ...new Response(), status: 0, headers: new Headers(), text: async () => '' }),
      'unknown',
      1,
    ],
    ['401', json(401, error('unauthorized')), 'unauthorized', 1],
    ['403', json(403, error('forbidden')), 'forbidden', 1],
    ['409 duplicate_transaction', json(409, error('duplicate_transaction')), 'conflict', 1],
    ['409 from a gateway', html(409), 'refused', 1],
    ['409 for another reason', json(409, error('other')), 'refused', 1],
    ['400 duplicate_transaction', json(400, error('duplicate_transaction')), 'refused', 1],
    ['404', html(404), 'refused', 1],
    ['400', json(400, error('invalid_json')), 'refused', 1],
    ['415', html(415), 'refused', 1],
    [
      '422',
      json(422, { ...error('validation_failed'), issues: [{ field: 'a', code: 'b', message: 'c' }] }),
      'refused',
      1,
    ],
  ])('%s', async (_, answer, outcome, attempts) => {
    const { client, requests } = clientOf([answer]);
    expect((await client.send(DOCUMENT)).outcome).toBe(outcome);
    expect(requests.length).toBe(attempts);
    expect(new Set(requests.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  it("returns a rejection's error and issues", async () => {
    const issues = [{ field: 'currency', code: 'currency_not_allowed', message: 'no' }];
    const { client } = clientOf([json(422, { ...error('validation_failed'), issues })]);
    expect(await client.send(DOCUMENT)).toEqual({
      outcome: 'refused',
      status: 422,
      error: { code: 'validation_failed', message: 'no' },
      issues,
    });
  });

  it.each<[string, object, object]>([
    ['no issues', { issues: 'many' }, { issues: [], error: undefined }],
    ['an issue that is no object', { issues: [null, { code: 'b' }] }, { issues: [{ code: 'b' }], error: undefined }],
    ['an error without a code', { error: { message: 'no' } }, { issues: [], error: undefined }],
    ['an error without a message', { error: { code: 'a' } }, { error: { code: 'a' } }],
  ])('reads a rejection with %s', async (_, body, outcome) => {
    const { client } = clientOf([json(422, body)]);
    expect(await client.send(DOCUMENT)).toMatchObject({ outcome: 'refused', status: 422, ...outcome });
  });

  it.each(['a', 'a b', '~', 'k'.repeat(255)])('accepts the key %s', async (key) => {
    const { client, requests } = clientOf([json(201, STORED)]);
    await client.send(DOCUMENT, { key });
    expect(requests[0]!.headers['Idempotency-Key']).toBe(key);
  });

  it.each(['', ' ', ' a', 'a ', 'é', 'a\nb', 'k'.repeat(256), 5 as never])('rejects the key %j', async (key) => {
    const { client, requests } = clientOf([json(201, STORED)]);
    const misuse = { name: 'UsageError', code: 'invalid_option', argument: 'options.key' };
    await expect(client.send(DOCUMENT, { key })).rejects.toMatchObject(misuse);
    expect(requests).toEqual([]);
  });

  it.each(['', 'a b', 'é', undefined as never])('rejects %j from a token function', async (token) => {
    const { client, requests } = clientOf([json(201, STORED)], { token: () => token });
    const misuse = { name: 'UsageError', code: 'invalid_option', argument: 'options.token' };
    await expect(client.send(DOCUMENT)).rejects.toMatchObject(misuse);
    expect(requests).toEqual([]);
  });

  const cycle = { ...DOCUMENT, metadata: {} as object };
  cycle.metadata = { cycle };
  it.each<[string, unknown]>([
    ['a cycle', cycle],
    ['a bigint', { ...DOCUMENT, totals: { total: 5n } }],
    ['no source', { type: 'sale' }],
    ['a source without externalId', { source: { platform: 'pos' } }],
    ['an externalId that is not text', { source: { platform: 'pos', externalId: 5 } }],
    ['a source that is text', { source: 'pos' }],
  ])('rejects a document with %s', async (_, document) => {
    const { client, requests } = clientOf([json(201, STORED)]);
    const misuse = { name: 'UsageError', code: 'invalid_argument', argument: 'document' };
    await expect(client.send(document as Transaction)).rejects.toMatchObject(misuse);
    expect(requests).toEqual([]);
  });

  it('uses the global fetch by default', async () => {
    const fetch = vi.fn(async () => Response.json(STORED, { status: 201 }));
    vi.stubGlobal('fetch', fetch);
    expect((await createClient(BASE).send(DOCUMENT)).outcome).toBe('stored');
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledWith('https://service.example/v1/transactions', expect.anything());
  });

  it('retries with the same body and key until the document is stored', async () => {
    const { client, requests } = clientOf([lost, cutOff, html(502), json(200, STORED)]);
    expect(await client.send(DOCUMENT, { key: 'key 1' })).toMatchObject({ outcome: 'stored', replayed: true });
    expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(Array(4).fill('key 1'));
  });

  it('calls a token function once more after a 401', async () => {
    let asked = 0;
    const token = () => `svc_${++asked}`;
    const renewed = clientOf([html(401), json(201, STORED)], { token });
    expect((await renewed.client.send(DOCUMENT)).outcome).toBe('stored');
    expect(renewed.requests.map(({ headers }) => headers.Authorization)).toEqual(['Bearer svc_1', 'Bearer svc_2']);
    const stored = clientOf([json(201, STORED)], { token });
    await stored.client.send(DOCUMENT);
    expect(stored.requests.length).toBe(1);
    const later = clientOf([html(401), html(503), html(401), json(201, STORED)], { token });
    expect((await later.client.send(DOCUMENT)).outcome).toBe('unauthorized');
    expect(later.requests.length).toBe(3);
    const refused = clientOf([html(401)], { token });
    expect((await refused.client.send(DOCUMENT)).outcome).toBe('unauthorized');
    expect(refused.requests.length).toBe(2);
  });

  it('returns unknown if no token is available', async () => {
    const { client, requests } = clientOf([json(201, STORED)], { token: () => Promise.reject(new Error('away')) });
    expect(await client.send(DOCUMENT)).toMatchObject({ outcome: 'unknown', cause: new Error('away') });
    expect(requests).toEqual([]);
  });

  it.each([
    [[100, 200], 4, [50, 100, 100]],
    [[100, 200], undefined, [50, 100]],
    [undefined, undefined, [500, 2500, 15_000]],
    [undefined, 5, [500, 2500, 15_000, 15_000]],
    [[], 2, [0]],
    [[], undefined, []],
  ])('waits a random time of up to %j ms, with %s attempts', async (backoffMs, attempts, expected) => {
    const start = setTimeout;
    const waits: unknown[] = [];
    const ended = vi.spyOn(globalThis, 'clearTimeout');
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const started = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      // Each attempt has a deadline of 10 s.
      if (ms !== 10_000) waits.push(ms);
      return start(run, ms === 10_000 ? ms : 0);
    }) as typeof setTimeout);
    const { client } = clientOf([html(503)], { backoffMs });
    expect(await client.send(DOCUMENT, { attempts })).toMatchObject({ outcome: 'unknown', status: 503 });
    expect(waits).toEqual(expected);
    // No timer is left, which would keep a process from ending.
    const timers = started.mock.results.map(({ value }) => value as unknown);
    expect(timers.filter((timer) => !ended.mock.calls.some(([one]) => one === timer))).toEqual([]);
  });

  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    await clientOf([html(503), json(201, STORED)]).client.send(DOCUMENT, { signal });
    expect(added.mock.calls.length).toBeGreaterThan(1);
    const listeners = (calls: unknown[][]) => calls.map(([type, listener]) => [type, listener]);
    expect(listeners(removed.mock.calls)).toEqual(listeners(added.mock.calls));
  });

  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    for (const wait of [() => '1', () => new Date(Date.now() + 2000).toUTCString()]) {
      const answers = [() => html(503, { 'Retry-After': wait() })(), json(201, STORED)];
      const { client } = clientOf(answers);
      const start = performance.now();
      expect((await client.send(DOCUMENT)).outcome).toBe('stored');
      expect(performance.now() - start).toBeGreaterThan(400);
    }
  });

  it('returns a wait beyond the deadline, up to maxWaitMs', async () => {
    const { client, requests } = clientOf([html(429, { 'Retry-After': '3600' })], { maxWaitMs: 90_000 });
    expect(await client.send(DOCUMENT)).toMatchObject({ outcome: 'unknown', status: 429, retryAfter: 90 });
    expect(requests.length).toBe(1);
  });

  it('gives an attempt no more time than is left', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(500);
    const started = vi.spyOn(globalThis, 'setTimeout');
    await clientOf([json(201, STORED)], { deadlineMs: 400, attemptDeadlineMs: 600 }).client.send(DOCUMENT);
    await clientOf([json(201, STORED)], { deadlineMs: 400, attemptDeadlineMs: 300 }).client.send(DOCUMENT);
    expect(started.mock.calls.map(([, ms]) => ms)).toEqual([400, 300]);
  });

  it.each([
    [10, 1],
    [11, 4],
  ])('waits 10 ms only if the attempt after it starts before the deadline: %i ms', async (deadlineMs, attempts) => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const { client, requests } = clientOf([html(503, { 'Retry-After': '1' })], { maxWaitMs: 10, deadlineMs });
    expect(await client.send(DOCUMENT)).toMatchObject({ outcome: 'unknown', status: 503 });
    expect(requests.length).toBe(attempts);
  });

  it.each(['Wed, 21 Oct 2015 07:28:00 GMT', '1.5', '-5', 'soon', ''])(
    'ignores an invalid Retry-After: %s',
    async (text) => {
      const { client } = clientOf([html(503, { 'Retry-After': text })], { backoffMs: [] });
      expect(await client.send(DOCUMENT)).toMatchObject({ outcome: 'unknown', status: 503, retryAfter: undefined });
    },
  );

  it('ends an attempt at its deadline, even if fetch ignores the signal', async () => {
    const never: Answer = () => new Promise<Response>(() => undefined);
    const { client, requests } = clientOf([never, json(200, STORED)], { attemptDeadlineMs: 20 });
    expect((await client.send(DOCUMENT)).outcome).toBe('stored');
    expect(requests[0]!.signal).toMatchObject({ aborted: true });
  });

  it('ends all attempts at the deadline', async () => {
    const never: Answer = () => new Promise<Response>(() => undefined);
    const { client } = clientOf([never], { deadlineMs: 40, backoffMs: Array<number>(1000).fill(0) });
    expect((await client.send(DOCUMENT)).outcome).toBe('unknown');
  });

  it("rejects with the signal's reason: before, during and between attempts", async () => {
    const reason = new Error('closing');
    await expect(clientOf([lost]).client.send(DOCUMENT, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const within = new AbortController();
    const answer: Answer = () => {
      within.abort(reason);
      return new Promise<Response>(() => undefined);
    };
    await expect(clientOf([answer]).client.send(DOCUMENT, { signal: within.signal })).rejects.toBe(reason);
    const between = new AbortController();
    const waiting = clientOf([html(503, { 'Retry-After': '30' })]).client.send(DOCUMENT, { signal: between.signal });
    setTimeout(() => between.abort(reason), 20);
    await expect(waiting).rejects.toBe(reason);
  });

  it.each([
    'https://u:p@a.example',
    'https://a.example/?a=1',
    'ftp://a.example',
    'ftp://localhost',
    'ws://127.0.0.1',
    'http://127.0.0.1.example',
    'https://a.example/v1/transactions/',
    'https://a.example/v1/transactions',
    'https://a.example/#a',
    'https://u@a.example',
    'https://:p@a.example',
    'http://a.localhost',
    'http://localhost.example',
    'http://a.example',
    'a',
    5,
  ])('refuses the address %s', (baseUrl) =>
    expect(() => createClient({ ...BASE, baseUrl: baseUrl as string })).toThrow(TypeError),
  );

  it.each([0, 2 ** 31, Infinity])('rejects a deadline of %f ms, which would expire immediately', (ms) => {
    for (const name of ['attemptDeadlineMs', 'deadlineMs']) {
      expect(() => createClient({ ...BASE, [name]: ms })).toThrow(TypeError);
    }
    if (ms > 0) expect(() => createClient({ ...BASE, backoffMs: [ms] })).toThrow(TypeError);
  });

  it.each(['http://127.0.0.1:80', 'http://[::1]:8787', 'http://localhost', 'https://a.example/service'])(
    'accepts the address %s',
    (baseUrl) => expect(createClient({ ...BASE, baseUrl })).toBeTypeOf('object'),
  );
});

describe('list', () => {
  const page = (ids: readonly string[], nextCursor: string | null): Answer =>
    json(200, { data: ids.map((id) => ({ id })), hasMore: nextCursor !== null, nextCursor });
  const idsOf = async (list: AsyncIterable<{ id: string }>) => {
    const ids = [];
    for await (const { id } of list) ids.push(id);
    return ids;
  };

  it('reads all pages, and retries any page without a usable response', async () => {
    const answers = [page(['c', 'b'], 'b'), lost, html(200), page(['a'], null)];
    const { client, requests } = clientOf(answers);
    expect(await idsOf(client.list({ limit: 2, startAfter: 'd', businessId: 'biz 1' }))).toEqual(['c', 'b', 'a']);
    const address = 'https://service.example/v1/transactions?limit=2&startAfter=';
    const urls = ['d', 'b', 'b', 'b'].map((cursor) => `${address}${cursor}&businessId=biz+1`);
    expect(requests.map(({ url }) => url)).toEqual(urls);
    expect(requests.map(({ body }) => body)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each<[string, unknown]>([
    ['businessId', ''],
    ['businessId', 5],
    ['limit', 0],
    ['limit', 51],
    ['startAfter', 5],
    ['signal', {}],
    ['signal', null],
  ])('rejects the option %s: %j', (name, value) => {
    const misuse = expect.objectContaining({ code: 'invalid_option', argument: `options.${name}` }) as Error;
    expect(() => clientOf([]).client.list({ [name]: value })).toThrow(misuse);
  });

  it('can be iterated several times, each time from the start', async () => {
    const { client } = clientOf([page(['b'], 'b'), page(['a'], null), page([], null)]);
    const list = client.list();
    const cursors = [];
    for await (const { nextCursor } of list.pages()) cursors.push(nextCursor);
    expect(cursors).toEqual(['b', null]);
    expect(await idsOf(list)).toEqual([]);
  });

  it('ends with an error if the cursor does not advance', async () => {
    const { client, requests } = clientOf([page(['b'], 'b')]);
    await expect(idsOf(client.list())).rejects.toThrow(Error);
    expect(requests.length).toBe(2);
  });

  it.each<[Answer, Partial<ServiceError>]>([
    [json(403, error('forbidden')), { outcome: 'forbidden', status: 403, code: 'forbidden' }],
    [json(400, error('invalid_parameter')), { outcome: 'refused', status: 400, code: 'invalid_parameter' }],
    [html(401), { outcome: 'unauthorized', status: 401, code: undefined }],
    [html(503), { outcome: 'unknown', status: 503, code: undefined }],
    [json(200, { data: 5 }), { outcome: 'unknown', status: 200, code: undefined }],
    [json(200, { data: [] }), { outcome: 'unknown', status: 200, code: undefined }],
    [json(200, { data: [], hasMore: 'no' }), { outcome: 'unknown', status: 200, code: undefined }],
    [json(200, { data: {}, hasMore: false }), { outcome: 'unknown', status: 200, code: undefined }],
    [json(200, [{ id: 'a' }]), { outcome: 'unknown', status: 200, code: undefined }],
    [json(200, { data: [null], hasMore: false }), { outcome: 'unknown', status: 200, code: undefined }],
    [lost, { outcome: 'unknown', status: undefined, cause: new Error('connection reset') }],
  ])('throws a ServiceError %#', async (answer, expected) => {
    const thrown: unknown = await idsOf(clientOf([answer]).client.list()).catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject(expected);
  });
});

describe('events', () => {
  const page = (ids: readonly string[], nextCursor: unknown, hasMore = false): Answer =>
    json(200, { data: ids.map((eventId) => ({ eventId })), hasMore, nextCursor });
  const read = async (client: Client, options?: EventsOptions) => {
    const cursors = [];
    for await (const { nextCursor } of client.events(options)) cursors.push(nextCursor);
    return cursors;
  };

  it('reads pages up to the last event, and retries any page without a usable response', async () => {
    const { client, requests } = clientOf([page(['a', 'b'], '1', true), lost, html(200), page(['c'], '2')]);
    expect(await read(client, { after: '0', limit: 2, businessId: 'biz_1' })).toEqual(['1', '2']);
    const urls = ['0', '1', '1', '1'].map((after) => {
      return `https://service.example/v1/events?after=${after}&limit=2&businessId=biz_1`;
    });
    expect(requests.map(({ url }) => url)).toEqual(urls);
  });

  it('ends with an error instead of reading forever', async () => {
    for (const answer of [
      page(['a'], '0', true),
      page([], '1', true),
      page(['a'], null, true),
      page(['a'], undefined, true),
    ]) {
      const { client, requests } = clientOf([answer]);
      await expect(read(client, { after: '0' })).rejects.toThrow(Error);
      expect(requests.length).toBe(1);
    }
    await expect(
      read(clientOf([page(['a'], '1', true), page(['b'], '0', true)]).client, { after: '0' }),
    ).rejects.toThrow(Error);
    expect(await read(clientOf([page([], '0')]).client, { after: '0' })).toEqual(['0']);
  });

  it('throws a ServiceError if the service has no feed', async () => {
    const { client } = clientOf([json(404, error('not_found'))]);
    await expect(read(client)).rejects.toMatchObject({ outcome: 'refused', status: 404, code: 'not_found' });
  });
});
