import { setTimeout as sleep } from 'node:timers/promises';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { createAuthenticate } from '../../examples/reference-server/src/credentials/authenticate.js';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { createLargeValidator } from '../../examples/reference-server/src/validation/large-validator.js';
import { createDocuments } from '../../examples/reference-server/src/transactions/documents.js';
import { ingest } from '../../examples/reference-server/src/transactions/ingest.js';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document, fixtures, TOKEN } from './documents.js';
import { runPeer, SERVER, startPeer, timeAll } from './load.js';

/** The server and the loop take turns, so that a temporary slowdown of the machine affects both. */
const ROUNDS = 3;
/** Enough events that compilation takes only a small part of the time. */
const EVENTS = 2000;
const WRITERS = 64;
export const ENDPOINTS = 10;
const DELIVERIES = EVENTS * ENDPOINTS;
const PEER = 'bench/server/bare-worker.ts';

/**
 * Deliveries per second by one process when all of them are due at the start: for the server, and for a loop that
 * leases queues, sends with undici and records the results.
 */
export async function benchDeliveries(bench: BenchDatabase): Promise<{ delivered: number; bare: number }> {
  const receiver = await startPeer('bench/server/receiver.mjs');
  const count = async () => Number(await (await fetch(`${receiver.url}/count`)).text());
  const delivered: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await enqueue(bench, receiver.url, `deliver-served-${round}`);
    const server = await startPeer(SERVER, bench.env);
    const listening = performance.now();
    // Deliveries made just before the server listens are counted too. The receiver is polled, because polling the
    // server would slow the deliveries down.
    while ((await count()) < (2 * round + 1) * DELIVERIES) await sleep(10);
    delivered.push(DELIVERIES / ((performance.now() - listening) / 1000));
    await server.stop();

    await enqueue(bench, receiver.url, `deliver-bare-${round}`);
    const said = await runPeer(PEER, bench.env);
    const [, made, seconds] = /delivered (\d+) in ([\d.]+) s/.exec(said) ?? [];
    if (Number(made) !== DELIVERIES) throw new Error(`the peer delivered ${made} of ${DELIVERIES}`);
    bare.push(DELIVERIES / Number(seconds));
  }
  await receiver.stop();
  return { delivered: median(delivered), bare: median(bare) };
}

/** Stores events for ten endpoints without delivering them. */
async function enqueue(bench: BenchDatabase, url: string, run: string): Promise<void> {
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
  const caller = await createAuthenticate(database)(TOKEN);
  if (caller?.kind !== 'app') throw new Error('the fixtures have no such token');
  const documents = createDocuments(database, { firstDelayMs: 0 });
  const context = { documents, registry: createRegistry(packs), largeValidator: createLargeValidator() };
  const { business, appId, authorizationId } = caller;
  await timeAll(EVENTS, WRITERS, async (i) => {
    const bytes = Buffer.from(document(run, i));
    const submission = { business, writer: { app: appId }, authorizationId, document: bytes, idempotencyKey: null };
    const { outcome } = await ingest(context, submission);
    if (outcome !== 'created') throw new Error(`document ${i} of ${run} was ${outcome}`);
  });
  await database.close();
}
