import pino from 'pino';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { openapi } from 'receipt-rule-packs/schemas';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Database } from '../../src/database/database.js';
import { createApp } from '../../src/http/app.js';
import { docs } from '../../src/http/docs.js';
import { operationRoutes } from '../../src/http/operations.js';
import { transactionRoutes } from '../../src/http/transactions.js';
import { createMetrics } from '../../src/metrics.js';
import { client, type Answer, type CallOptions, type Client } from '../support/client.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { routesOf } from '../support/openapi.js';
import { holdToOpenApi, refusalOf } from './support.js';

const PATH = '/v1/transactions';

/** The operations and statuses of the document, as `POST /v1/transactions 201`. */
const DOCUMENTED = routesOf(openapi).flatMap(({ method, path }) => {
  const { responses } = openapi.paths[path]![method.toLowerCase()] as { responses: object };
  return Object.keys(responses).map((status) => `${method} ${path} ${status}`);
});

/** One request for each of them. */
const REQUESTS: Readonly<Record<string, (api: Client) => Promise<Answer>>> = {
  'GET /v1/transactions 200': (api) => api.list(),
  'GET /v1/transactions 400': (api) => api.list('?limit=0'),
  'GET /v1/transactions 401': (api) => api.list('', { token: 'x' }),
  'GET /v1/transactions 403': (api) => api.list('?businessId=biz_2'),
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

/** The application without a database: every statement fails with `error`. Closed after `use`. */
async function withFailing<T>(error: Error, use: (url: string) => Promise<T>): Promise<T> {
  const fail = () => Promise.reject(error);
  const failing = { query: fail, transaction: fail };
  const database: Database = { kind: 'postgres', ...failing, delivery: failing, close: async () => undefined };
  const metrics = createMetrics(database);
  const app = createApp({ log: pino({ level: 'silent' }), metrics });
  operationRoutes(app, database, metrics);
  transactionRoutes(app, { database, registry: createRegistry(packs), firstDelayMs: 0, onCreated: () => undefined });
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

  it.each(DOCUMENTED.filter((one) => !/ 50[03]$/.test(one)))('%s is answered as documented', async (documented) => {
    const [method, path, status] = documented.split(' ') as [string, string, string];
    const answer = await REQUESTS[documented]!(client(server.url, TOKENS.writer));
    expect(answer.status).toBe(Number(status));
    expect(holdToOpenApi(method, path, answer)).toBe(answer);
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])(
    'GET %s is there, without credential',
    async (path) => {
      expect((await client(server.url, '').call('GET', path)).status).toBe(200);
    },
  );
});

describe.each(FAILING)('where the database fails: %i %s', (status, code, error) => {
  const failing = DOCUMENTED.filter((one) => one.endsWith(` ${status}`)).map((one) => one.split(' ')[0]!);

  it.each(failing)('%s /v1/transactions is answered as documented, without details', async (method) => {
    await withFailing(error, async (url) => {
      const api = client(url, TOKENS.writer);
      const answer = method === 'GET' ? await api.list() : await api.post(receipt());
      expect(refusalOf(holdToOpenApi(method, PATH, answer, [status]))).toEqual([status, code]);
      expect(answer.text).not.toContain('secret');
    });
  });

  it('/healthz answers, /readyz says 503', async () => {
    await withFailing(error, async (url) => {
      const api = client(url, '');
      expect((await api.call('GET', '/healthz')).json).toEqual({ status: 'ok' });
      const ready = await api.call('GET', '/readyz');
      expect(refusalOf(ready)).toEqual([503, 'unavailable']);
      expect(ready.headers.get('Retry-After')).toMatch(/^[0-9]+$/);
    });
  });
});

it('knows both failures for every operation', () => {
  expect(DOCUMENTED.filter((one) => / 50[03]$/.test(one))).toHaveLength(2 * routesOf(openapi).length);
});

it('serves under /v1 what is documented, and nothing else', async () => {
  const served: string[] = [];
  const database = {} as Database;
  const metrics = createMetrics(database);
  const app = createApp({ log: pino({ level: 'silent' }), metrics });
  app.addHook('onRoute', ({ method, url }) => void served.push(...[method].flat().map((one) => `${one} ${url}`)));
  operationRoutes(app, database, metrics);
  transactionRoutes(app, { database, registry: createRegistry(packs), firstDelayMs: 0, onCreated: () => undefined });
  await app.register(docs);
  await app.ready();
  await app.close();
  const documented = routesOf(openapi).map(({ method, path }) => `${method} ${path}`);
  const heads = documented.filter((one) => one.startsWith('GET ')).map((one) => one.replace('GET', 'HEAD'));
  expect(served.filter((one) => one.includes(' /v1')).sort()).toEqual([...documented, ...heads].sort());
  const others = new Set(served.map((one) => one.split(' ')[1]!).filter((url) => !url.startsWith('/v1')));
  expect([...others].filter((url) => !url.startsWith('/docs')).sort()).toEqual([
    '/healthz',
    '/metrics',
    '/openapi.json',
    '/readyz',
  ]);
});
