import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { gate } from '../../../test/support/gate.js';
import type { Database } from '../src/database/database.js';
import { openMigrated, type Place } from '../src/database/open.js';
import { ConfigError } from '../src/config.js';
import { countUnencrypted, createSecrets, PLAIN_SECRETS } from '../src/endpoints/secrets.js';
import { loadFixtures } from '../src/fixtures.js';
import { receiptDelivery, receiptOperations, receiptServer } from '../src/plugins.js';
import { checkedClient, refusalOf } from './http/support.js';
import { client } from './support/client.js';
import { eachUnsharded } from './support/databases.js';
import { receipt } from './support/documents.js';
import { fixtures, TOKENS } from './support/fixtures.js';
import { startReceiver, type Receiver } from './support/receiver.js';

/** An application with its own routes, parser and error responses. */
function host(): FastifyInstance {
  const app = fastify();
  app.post('/echo', async ({ body }) => ({ body }));
  app.get('/fault', () => Promise.reject(new Error('of the application')));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ own: 'nothing here' }));
  app.setErrorHandler((error: Error, _request, reply) => reply.code(500).send({ own: error.message }));
  return app;
}

eachUnsharded(({ env }) => {
  let place: Place;
  let database: Database;
  let receiver: Receiver;
  let app: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    place = { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR ?? '' };
    database = await openMigrated(place);
    const events = ['transaction.created'];
    const endpoint = { id: 'ep_1', appId: 'app_2', url: receiver.url(), secret: `whsec_${'0'.repeat(64)}`, events };
    const rules = { allowLoopback: true, offered: events, secrets: PLAIN_SECRETS };
    await loadFixtures(database, fixtures([endpoint]), rules);
    app = host();
    await app.register(receiptServer, { database, packs });
    const secrets = createSecrets(Buffer.alloc(32, 1));
    await app.register(receiptDelivery, { database, place, secrets, allowLoopbackEndpoints: true });
    await app.register(receiptOperations, { database, place });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await receiver.close();
  });

  it('/v1 stores, replays, refuses and lists documents like the reference server', async () => {
    const api = checkedClient(url, TOKENS.writer);
    const document = receipt();
    expect((await api.post(document, { key: 'a' })).status).toBe(201);
    expect((await api.post(document, { key: 'a' })).status).toBe(200);
    expect((await api.post(document, { key: 'b' })).status).toBe(409);
    expect(refusalOf(await api.post(receipt({ currency: 'sek' })))).toEqual([
      422,
      'validation_failed',
      expect.arrayContaining(['currency: invalid_format']),
    ]);
    expect(refusalOf(await api.post(document, { token: 'svc_unknown' }))).toEqual([401, 'unauthorized']);
    expect((await api.list()).json).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ receiptNumber: document.receiptNumber })]) as unknown,
    });
  });

  it('events are delivered', async () => {
    expect((await client(url, TOKENS.writer).post(receipt())).status).toBe(201);
    const [delivery] = await receiver.until(1);
    expect(JSON.parse(delivery!.body)).toMatchObject({ type: 'transaction.created', businessId: 'biz_1' });
  });

  it("errors below /v1 have the service's format", async () => {
    const api = client(url, TOKENS.writer);
    expect(refusalOf(await api.call('GET', '/v1/nothing'))).toEqual([404, 'not_found']);
    const wrongMethod = await api.call('DELETE', '/v1/transactions');
    expect(refusalOf(wrongMethod)).toEqual([405, 'method_not_allowed']);
    expect(wrongMethod.headers.get('Allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
    expect(refusalOf(await api.post('x'.repeat(2 ** 20 + 1)))).toEqual([413, 'payload_too_large']);
  });

  it('the routes of the application keep their parser and their error responses', async () => {
    const api = client(url, TOKENS.writer);
    const sent = { headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };
    expect((await api.call('POST', '/echo', sent)).json).toEqual({ body: { a: 1 } });
    expect((await api.call('GET', '/nothing')).json).toEqual({ own: 'nothing here' });
    expect((await api.call('GET', '/fault')).json).toEqual({ own: 'of the application' });
  });

  it('/healthz, /readyz and /metrics respond', async () => {
    const api = client(url, TOKENS.writer);
    for (const path of ['/healthz', '/readyz']) expect((await api.call('GET', path)).status).toBe(200);
    expect((await api.call('GET', '/metrics')).text).toContain('receipts_');
  });

  // The embedded database has no connections.
  if (env.DATABASE_URL !== undefined)
    it('/readyz has a connection of its own, which closes with the application', async () => {
      const probes = async () => {
        const rows = await database.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT NOT pg_is_in_recovery%'`,
        );
        return rows.map(({ pid }) => pid);
      };
      const before = await probes();
      // The connections for deliveries are all in use.
      const free = gate();
      const query: Database['query'] = (...statement) => free.opened.then(() => database.delivery.query(...statement));
      const own = fastify();
      await own.register(receiptOperations, {
        database: { ...database, delivery: { ...database.delivery, query } },
        place,
      });
      expect((await own.inject('/readyz')).statusCode).toBe(200);
      const [opened, ...others] = (await probes()).filter((pid) => !before.includes(pid));
      expect([opened, others]).toEqual([expect.any(Number), []]);
      free.open();
      await own.close();
      await expect.poll(probes).not.toContain(opened);
    });

  it('the key encrypts plain-text secrets, and from then on no other key is accepted', async () => {
    await expect.poll(() => countUnencrypted(database)).toBe(0);
    const other = fastify().register(receiptDelivery, { database, place, secrets: createSecrets(Buffer.alloc(32, 2)) });
    await expect(other.ready()).rejects.toBeInstanceOf(ConfigError);
    await other.close();
  });

  describe('with a custom pack', () => {
    let own: FastifyInstance;
    let ownUrl: string;
    beforeAll(async () => {
      own = fastify();
      await own.register(receiptServer, { database, packs: [{ ...seReceipt1 }] });
      ownUrl = await own.listen({ host: '127.0.0.1', port: 0 });
    });
    afterAll(() => own.close());

    it('validates only with this pack, even large documents', async () => {
      const api = client(ownUrl, TOKENS.writer);
      const norwegian = receipt({ vendor: { id: 'biz_no' } });
      expect(refusalOf(await api.post(norwegian, { token: TOKENS.writerInNorway }))).toEqual([
        422,
        'validation_failed',
        ['vendor.id: unsupported_country'],
      ]);
      const large = receipt({ metadata: { text: 'x'.repeat(70_000) } });
      expect((await api.post(large)).status).toBe(201);
      expect(
        refusalOf(
          await api.post(receipt({ ...large, currency: 'sek', source: { platform: 'pos', externalId: 'large' } })),
        ),
      ).toEqual([422, 'validation_failed', expect.arrayContaining(['currency: invalid_format'])]);
    });
  });
});
