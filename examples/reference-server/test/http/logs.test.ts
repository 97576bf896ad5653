import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../../src/credentials/token.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { request, sendRaw } from '../support/raw.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { checkedClient } from './support.js';

const SECRET = 'whsec_hidden_secret';
/** Data that must never be logged, wherever it appears in a request. */
const PRIVATE = {
  customer: 'Hidden Customer',
  email: 'hidden@example.com',
  note: 'hidden note',
  item: 'hidden item',
  externalId: 'hidden-external-id',
  key: 'hidden-idempotency-key',
  token: 'svc_hidden_unknown_token',
  query: 'hidden-query',
  path: 'hidden-path',
};

anyDatabase((database) => {
  let receiver: Receiver;
  let server: ServerProcess;
  const ids: string[] = [];
  const lineOf = (id: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(`"reqId":"${id}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    receiver = await startReceiver((_, earlier) => (earlier === 0 ? 500 : 200));
    const endpoint = {
      id: 'ep_1',
      appId: 'app_1',
      url: receiver.url(),
      secret: SECRET,
      events: ['transaction.created'],
    };
    const env = { LOG_LEVEL: 'trace', DELIVERY_DELAYS_MS: '0,10,10,10,10,10' };
    server = await startProcess({ ...database.env, ...env }, fixtures([endpoint]));
    const api = checkedClient(server.url, TOKENS.writer);
    const document = receipt({
      externalId: PRIVATE.externalId,
      customer: { name: PRIVATE.customer, email: PRIVATE.email },
      metadata: { note: PRIVATE.note },
      items: [{ ...receipt().items[0]!, name: PRIVATE.item }],
    });
    const bad = { ...document, currency: PRIVATE.note, source: { platform: 'pos', externalId: randomUUID() } };
    for (const sent of [document, document, bad, `{"${PRIVATE.note}`]) {
      const { headers } = await api.post(sent, { key: PRIVATE.key });
      ids.push(headers.get('X-Request-Id')!);
    }
    const named = { headers: { 'X-Request-Id': 'till-7/0042' } };
    await api.post(receipt(), named);
    await api.list('?businessId=biz_1', { token: TOKENS.ownerWide, headers: { 'X-Request-Id': 'owner' } });
    await api.list(`?startAfter=${PRIVATE.query}`);
    await api.list(`?limit=${PRIVATE.query}`, { token: PRIVATE.token });
    await api.call('GET', `/${PRIVATE.path}`);
    await sendRaw(server.url, [request('POST /v1/transactions', ['Content-Length: 9', `X: ${PRIVATE.note}\0`], 'x')]);
    await receiver.until(2);
    await server.end('SIGTERM');
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await receiver?.close();
  });

  it('the log contains one line per request, with the id from the response', () => {
    for (const id of ids) expect(server.output().split(id)).toHaveLength(2);
  });

  it("the log contains a request's app and business, with the id that the request sent", () => {
    expect(lineOf('till-7/0042')).toMatchObject([{ status: 201, app: 'app_1', business: 'biz_1' }]);
    const [line, ...others] = lineOf('owner');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ status: 200, business: 'biz_1' });
    expect(line).not.toHaveProperty('app');
  });

  describe('the log contains no private data from a request', () => {
    it.each(Object.entries(PRIVATE))('%s', (_, text) => {
      expect(server.output()).not.toContain(text);
    });
  });

  it('the log contains no token, no token hash, and no secret', () => {
    const secrets = [SECRET, ...Object.values(TOKENS), ...Object.values(TOKENS).map(hashToken)];
    expect(secrets.filter((secret) => server.output().includes(secret))).toEqual([]);
  });

  it('the log contains no runtime warnings', () => {
    expect(server.output()).not.toMatch(/\(node:\d+\)/);
  });
});
