import pino from 'pino';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { openapi } from 'receipt-rule-packs/schemas';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Database } from '../../src/database/database.js';
import { createApp } from '../../src/http/app.js';
import { docs } from '../../src/http/docs.js';
import { operationRoutes } from '../../src/http/operations.js';
import { createReadiness } from '../../src/http/readiness.js';
import { transactionRoutes } from '../../src/http/transactions.js';
import { POSTGRES } from '../../src/sql/postgres.js';
import { createLargeValidator } from '../../src/validation/large-validator.js';
import { createMetrics } from '../../src/metrics.js';
import { client, type Answer, type CallOptions, type Client } from '../support/client.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { routesOf } from '../support/openapi.js';
import { request, sendRaw } from '../support/raw.js';
import { holdToOpenApi, refusalOf } from './support.js';

const PATH = '/v1/transactions';

/** The operations and statuses in the OpenAPI document, such as `POST /v1/transactions 201`. */
const DOCUMENTED = routesOf(openapi).flatMap(({ method, path }) => {
  const { responses } = openapi.paths[path]![method.toLowerCase()] as { responses: object };
  return Object.keys(responses).map((status) => `${method} ${path} ${status}`);
});

/** Statuses for requests that reach no operation: an unknown path or method, or an incomplete request. */
const BEFORE = ['404', '405', '408', '417', '429', '431'];

const ofOperations = DOCUMENTED.filter((one) => !['500', '503', ...BEFORE].includes(one.split(' ')[2]!));

const head = (api: Client, query = '', token: string = TOKENS.writer) =>
  api.call('HEAD', `${PATH}${query}`, { headers: { Authorization: `Bearer ${token}` } });

/** One request for each documented status. */
const REQUESTS: Readonly<Record<string, (api: Client) => Promise<Answer>>> = {
  'GET /v1/transactions 200': (api) => api.list(),
  'GET /v1/transactions 400': (api) => api.list('?limit=0'),
  'GET /v1/transactions 401': (api) => api.list('', { token: 'x' }),
  'GET /v1/transactions 403': (api) => api.list('?businessId=biz_2'),
  'HEAD /v1/transactions 200': (api) => head(api),
  'HEAD /v1/transactions 400': (api) => head(api, '?limit=0'),
  'HEAD /v1/transactions 401': (api) => head(api, '', 'x'),
  'HEAD /v1/transactions 403': (api) => head(api, '?businessId=biz_2'),
  'POST /v1/transactions 200': (api) => again(api, { key: 'k' }),
  'POST /v1/transactions 201': (api) => api.post(receipt()),
  'POST /v1/transactions 400': (api) => api.post({ ...receipt(), x: 1 }),
  'POST /v1/transactions 401': (api) => api.post(receipt(), { token: 'x' }),
  'POST /v1/transactions 403': (api) => api.post(receipt(), { token: TOKENS.reader }),
  'POST /v1/transactions 409': (api) => again(api, {}),
  'POST /v1/transactions 413': (api) => api.post(' '.repeat(1_048_577)),
  'POST /v1/transactions 415': (api) => api.post(receipt(), { headers: { 'Content-Type': 'text/plain' } }),
  'POST /v1/transactions 422': (api) => api.post({ ...receipt(), currency: 'EUR' }),
};

async function again(api: Client, options: CallOptions): Promise<Answer> {
  const document = receipt();
  await api.post(document, options);
  return api.post(document, options);
}

/** Runs the application on a database where every statement fails with `error`, and closes it after `use`. */
async function withFailing<T>(error: Error, use: (url: string) => Promise<T>): Promise<T> {
  const fail = () => Promise.reject(error);
  const failing = { sql: POSTGRES, query: fail, transaction: fail };
  const database: Database = { kind: 'postgres', ...failing, delivery: failing, close: async () => undefined };
  const metrics = createMetrics(database);
  const app = createApp({ log: pino({ level: 'silent' }), metrics });
  operationRoutes(app, { readiness: createReadiness(database), metrics, scrapers: 'loopback' });
  await app.register(transactionRoutes, {
    prefix: '/v1',
    database,
    registry: createRegistry(packs),
    largeValidator: createLargeValidator(),
    firstDelayMs: 0,
    onCreated: () => undefined,
    onRefused: () => undefined,
    metrics,
  });
  try {
    return await use(await app.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    await app.close();
  }
}

const FAILING: readonly (readonly [status: number, code: string, error: Error])[] = [
  [500, 'internal_error', new Error('relation "secret" does not exist')],
  [503, 'unavailable', new DatabaseUnavailable('secret')],
];

eachDatabase((database) => {
  const server = serverFor(database, fixtures);

  it.each(ofOperations)('%s is returned as documented', async (documented) => {
    const [method, path, status] = documented.split(' ') as [string, string, string];
    const answer = await REQUESTS[documented]!(client(server.url, TOKENS.writer));
    expect(answer.status).toBe(Number(status));
    expect(holdToOpenApi(method, path, answer)).toBe(answer);
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['a', 'till-7/0042', '~'.repeat(128)])('a response keeps the id %j from its request', async (id) => {
    const api = client(server.url, TOKENS.writer);
    const answers: Record<string, string>[] = [{ 'X-Request-Id': id }, { 'X-Request-Id': id, Authorization: 'none' }];
    for (const headers of answers) expect((await api.list('', { headers })).headers.get('X-Request-Id')).toBe(id);
  });

  it.each(['', ' ', 'a b', 'å', '~'.repeat(129)])('a response gets a new id instead of %j', async (id) => {
    const { headers } = await client(server.url, TOKENS.writer).list('', { headers: { 'X-Request-Id': id } });
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['GET', 'POST'])('%s returns 417 and 431 as documented', async (method) => {
    for (const [status, code, header] of [
      [417, 'expectation_failed', 'Expect: a miracle'],
      [431, 'headers_too_large', `X: ${'x'.repeat(20_000)}`],
    ] as const) {
      const [raw] = await sendRaw(server.url, [request(`${method} ${PATH}`, [header])]);
      const answer = { ...raw!, headers: new Headers(raw!.headers), text: raw!.body, json: undefined };
      expect(holdToOpenApi(method, PATH, answer).status).toBe(status);
      expect(JSON.parse(raw!.body)).toMatchObject({ error: { code } });
    }
  });

  it.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])(
    'GET %s works without a credential',
    async (path) => {
      expect((await client(server.url, '').call('GET', path)).status).toBe(200);
    },
  );
});

describe.each(FAILING)('if the database fails with %i %s', (status, code, error) => {
  const failing = DOCUMENTED.filter((one) => one.endsWith(` ${status}`)).map((one) => one.split(' ')[0]!);

  it.each(failing)('%s /v1/transactions returns the documented error without details', async (method) => {
    await withFailing(error, async (url) => {
      const api = client(url, TOKENS.writer);
      const answer =
        method === 'POST' ? await api.post(receipt()) : method === 'GET' ? await api.list() : await head(api);
      expect(holdToOpenApi(method, PATH, answer, [status]).status).toBe(status);
      if (method !== 'HEAD') expect(refusalOf(answer)).toEqual([status, code]);
      expect(answer.text).not.toContain('secret');
    });
  });

  it('/healthz returns 200, and /readyz returns 503', async () => {
    await withFailing(error, async (url) => {
      const api = client(url, '');
      expect((await api.call('GET', '/healthz')).json).toEqual({ status: 'ok' });
      const ready = await api.call('GET', '/readyz');
      expect(refusalOf(ready)).toEqual([503, 'unavailable']);
      expect(ready.headers.get('Retry-After')).toMatch(/^[0-9]+$/);
    });
  });
});

it.each(['500', '503', ...BEFORE])('documents %s for every operation', (status) => {
  expect(DOCUMENTED.filter((one) => one.endsWith(` ${status}`))).toHaveLength(routesOf(openapi).length);
});

it('serves only the documented routes under /v1', async () => {
  const served: string[] = [];
  const database = { sql: POSTGRES } as Database;
  const metrics = createMetrics(database);
  const app = createApp({ log: pino({ level: 'silent' }), metrics });
  app.addHook('onRoute', ({ method, url }) => void served.push(...[method].flat().map((one) => `${one} ${url}`)));
  operationRoutes(app, { readiness: createReadiness(database), metrics, scrapers: 'loopback' });
  await app.register(transactionRoutes, {
    prefix: '/v1',
    database,
    registry: createRegistry(packs),
    largeValidator: createLargeValidator(),
    firstDelayMs: 0,
    onCreated: () => undefined,
    onRefused: () => undefined,
    metrics,
  });
  await app.register(docs, { links: [] });
  await app.ready();
  await app.close();
  const documented = routesOf(openapi).map(({ method, path }) => `${method} ${path}`);
  expect(served.filter((one) => one.includes(' /v1')).sort()).toEqual(documented.sort());
  const others = new Set(served.map((one) => one.split(' ')[1]!).filter((url) => !url.startsWith('/v1')));
  expect([...others].filter((url) => !url.startsWith('/docs')).sort()).toEqual([
    '/healthz',
    '/metrics',
    '/openapi.json',
    '/readyz',
  ]);
});
