import { setTimeout as sleep } from 'node:timers/promises';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { emit } from '../../examples/reference-server/src/events/emit.js';
import { envelope } from '../../examples/reference-server/src/events/envelope.js';
import type { BenchDatabase } from './databases.js';
import { fixtures } from './documents.js';
import { SERVER, startPeer } from './load.js';

const BAD = 300;
const WAITING = 5_000;
const EVENTS = 200;
const PACE_MS = 100;

/**
 * How long a healthy endpoint waits alongside 300 endpoints that hang or trickle, with 5,000 deliveries to them due, in
 * milliseconds.
 */
export interface BesideHanging {
  /** From the start of the server to its first delivery. */
  readonly first: number;
  /** From each later event to its delivery: the 90th percentile. */
  readonly p90: number;
}

/** Requires PostgreSQL, where events can be stored while the server runs. */
export async function benchBesideHanging(bench: BenchDatabase): Promise<BesideHanging> {
  const receiver = await startPeer('bench/server/receiver.mjs');
  const database = await bench.open();
  const endpoints = Array.from({ length: BAD }, (_, i) => `/${i % 2 === 0 ? 'hang' : 'trickle'}-${i}`)
    .concat('/healthy')
    .map((path) => ({ id: `ep${path}`, appId: 'app_demo', url: receiver.url + path, secret: 'whsec_x', events: [] }));
  await loadFixtures(database, fixtures(endpoints), { offered: [] });
  await database.query(`UPDATE endpoints SET enabled = id LIKE 'ep/%'`);
  await database.query(
    `INSERT INTO events (business_id, id, type, created_at, body)
     SELECT 'biz_demo_se', 'evt_bad_' || i, 'transaction.created', now(), '{"createdAt":"2026-01-01T00:00:00Z"}'
     FROM generate_series(1, ${WAITING}) i`,
  );
  await database.query(
    `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at)
     SELECT 'biz_demo_se', 'evt_bad_' || i, ($1::text[])[1 + i % ${BAD}], now() - interval '1 minute'
     FROM generate_series(1, ${WAITING}) i`,
    [endpoints.slice(0, BAD).map(({ id }) => id)],
  );
  const send = () =>
    emit(database, envelope('transaction.created', 'biz_demo_se', '{}', new Date()), 0, { endpoints: ['ep/healthy'] });
  const arrived = async () => (await (await fetch(receiver.url)).json()) as number[];

  const server = await startPeer(SERVER, bench.env);
  const started = performance.now();
  await send();
  while ((await arrived()).length === 0) await sleep(20);
  const first = performance.now() - started;
  await fetch(`${receiver.url}/reset`);
  for (let i = 0; i < EVENTS; i++) {
    await send();
    await sleep(PACE_MS);
  }
  while ((await arrived()).length < EVENTS) await sleep(20);
  const lags = (await arrived()).sort((a, b) => a - b);
  server.child.kill('SIGKILL');
  await receiver.stop();
  await database.close();
  return { first, p90: lags[Math.floor(0.9 * (lags.length - 1))]! };
}
