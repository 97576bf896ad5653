/**
 * Calls every route in the OpenAPI document on a server in a separate process, once with success and once with an
 * error.
 */
import { openapi } from 'receipt-rule-packs/schemas';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from '../support/client.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { routesOf } from '../support/openapi.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { checkedClient } from './support.js';

const PATH = '/v1/transactions';
const ROUTES = routesOf(openapi).map(({ method, path }) => `${method} ${path}`);

type Call = (api: Client) => Promise<Answer>;

const head = (token: string): Call => {
  const headers = { Authorization: `Bearer ${token}` };
  return (api) => api.call('HEAD', PATH, { headers });
};

/**
 * A successful and a failing call for each route, with the expected statuses. The test fails for a route without an
 * entry.
 */
const CALLS: Readonly<Record<string, readonly [succeeds: Call, status: number, fails: Call, status: number]>> = {
  'GET /v1/transactions': [(api) => api.list(), 200, (api) => api.list('?businessId=biz_2'), 403],
  'HEAD /v1/transactions': [head(TOKENS.writer), 200, head('svc_unknown'), 401],
  'POST /v1/transactions': [
    (api) => api.post(receipt()),
    201,
    (api) => api.post({ ...receipt(), currency: 'EUR' }),
    422,
  ],
};

/** Routes that are not in the OpenAPI document, for operators and readers. */
const OTHERS = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'];

eachDatabase((database) => {
  let receiver: Receiver;
  let server: ServerProcess;
  let api: Client;

  beforeAll(async () => {
    receiver = await startReceiver();
    const endpoint = {
      id: 'ep_1',
      appId: 'app_1',
      url: receiver.url(),
      secret: 'whsec_1',
      events: ['transaction.created'],
    };
    server = await startProcess(database.env, fixtures([endpoint]));
    api = checkedClient(server.url, TOKENS.writer);
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await receiver?.close();
  });

  it.each(ROUTES)('%s succeeds and fails as documented', async (route) => {
    const [succeeds, success, fails, failure] = CALLS[route]!;
    expect([(await succeeds(api)).status, (await fails(api)).status]).toEqual([success, failure]);
  });

  it.each(OTHERS)('GET %s succeeds, POST fails', async (path) => {
    expect((await api.call('GET', path)).status).toBe(200);
    expect((await api.call('POST', path)).status).toBe(405);
  });

  it('a written document is listed and delivered', async () => {
    const { status, json } = await api.post(receipt());
    const { id } = json as { id: string };
    expect(status).toBe(201);
    const { data } = (await api.list()).json as { data: { id: string }[] };
    expect(data.map((one) => one.id)).toContain(id);
    const delivered = () => receiver.deliveries.filter(({ body }) => body.includes(id)).length;
    await expect.poll(delivered).toBe(1);
  });
});
