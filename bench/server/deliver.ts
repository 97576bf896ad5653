import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { authenticate } from '../../examples/reference-server/src/credentials/authenticate.js';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { ingest } from '../../examples/reference-server/src/transactions/ingest.js';
import type { BenchDatabase } from './databases.js';
import { document, fixtures, TOKEN } from './documents.js';
import { SERVER, startPeer, timeAll } from './load.js';

const EVENTS = 400;
const ENDPOINTS = 10;
/** As many requests as a worker has under way to ten endpoints. */
const CONCURRENCY = 80;

/** Deliveries per second of one server process, and requests per second of a bare undici loop with the same bytes. */
export async function benchDeliveries(bench: BenchDatabase): Promise<{ delivered: number; bare: number }> {
  const receiver = await startPeer('bench/server/receiver.mjs');
  const body = await enqueue(bench, receiver.url);

  const pool = new Pool(receiver.url, { connections: CONCURRENCY });
  const send = async () => {
    const answer = await pool.request({
      path: '/',
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    await answer.body.dump();
  };
  await timeAll(EVENTS, CONCURRENCY, send);
  const bare = await timeAll(EVENTS * ENDPOINTS, CONCURRENCY, send);
  await pool.close();

  const server = await startPeer(SERVER, bench.env);
  const listening = performance.now();
  while ((await pending(server.url)) > 0) await sleep(20);
  const ended = performance.now();
  await server.stop();
  await receiver.stop();
  // What was delivered just before the server listened is counted as delivered after it.
  return { delivered: (EVENTS * ENDPOINTS) / ((ended - listening) / 1000), bare: (EVENTS * ENDPOINTS) / bare };
}

/** Stores events for ten endpoints without delivering them; the bytes of one. */
async function enqueue(bench: BenchDatabase, url: string): Promise<string> {
  const database = await bench.open();
  const endpoints = Array.from({ length: ENDPOINTS }, (_, i) => {
    return {
      id: `ep_${i}`,
      appId: 'app_demo',
      url: `${url}/${i}`,
      secret: `whsec_${i}`,
      events: ['transaction.created'],
    };
  });
  await loadFixtures(database, fixtures(endpoints), { offered: ['transaction.created'] });
  const caller = await authenticate(database, TOKEN);
  if (caller?.kind !== 'app') throw new Error('the fixtures have no such token');
  const context = { database, registry: createRegistry(packs), firstDelayMs: 0 };
  for (let i = 0; i < EVENTS; i++) {
    const writer = { app: caller.appId };
    const bytes = Buffer.from(document('deliver', i));
    const { business, authorizationId } = caller;
    await ingest(context, { business, writer, authorizationId, document: bytes, idempotencyKey: null });
  }
  const [event] = await database.query<{ body: string }>('SELECT body FROM events LIMIT 1');
  await database.close();
  return event!.body;
}

async function pending(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^receipts_outbox_pending_deliveries (\d+)$/m.exec(text)![1]);
}
