/**
 * The baseline for delivery: leases all queues once, then takes deliveries, sends them with undici and records the
 * results, with the server's statements. It does not sign deliveries, check addresses, or limit anything except
 * concurrency. Prints the elapsed seconds.
 */
import { Pool } from 'undici';
import { openDatabase } from '../../examples/reference-server/src/database/open.js';
import { lease, release } from '../../examples/reference-server/src/delivery/queues.js';
import { recordAttempts, type Result } from '../../examples/reference-server/src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../examples/reference-server/src/delivery/schedule.js';
import { take, type Delivery } from '../../examples/reference-server/src/delivery/take.js';
import type { Lease } from '../../examples/reference-server/src/sql/dialect.js';

/** The concurrency per worker. */
const AT_ONCE = 512;
/** The concurrency per endpoint. */
const PER_ENDPOINT = 128;

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env;
const opened = await openDatabase({ databaseUrl, dataDir });
const database = opened.delivery;
const pools = new Map<string, Pool>();
const started = performance.now();

let underWay = 0;
let delivered = 0;
let finished: Result[] = [];
let recording: Promise<void> | undefined;
const leases: Lease[] = [];
const underWayOf = new Map<string, Set<string>>();
for (;;) {
  const more = await lease(database, 'bare', 64, false);
  leases.push(...more);
  if (more.length === 0) break;
}
for (const { endpointId } of leases) underWayOf.set(endpointId, new Set());

for (;;) {
  const wanted = leases.map((one) => {
    const busy = underWayOf.get(one.endpointId)!;
    return { ...one, capacity: PER_ENDPOINT - busy.size, underWay: [...busy] };
  });
  const taken = await take(database, wanted, AT_ONCE - underWay);
  if (taken.length === 0 && underWay === 0) break;
  for (const one of taken) void send(one);
  // Takes the next batch as soon as half of its concurrent attempts have ended.
  while (underWay > AT_ONCE / 2 || (taken.length === 0 && underWay > 0)) await record();
}
console.log(`delivered ${delivered} in ${((performance.now() - started) / 1000).toFixed(3)} s`);
// Otherwise the server would have to wait for the leases to expire.
await release(database, leases);
await Promise.all([...pools.values()].map((pool) => pool.close()));
await opened.close();

async function send(one: Delivery): Promise<void> {
  const { origin, pathname } = new URL(one.url);
  const pool = pools.get(origin) ?? new Pool(origin, { connections: AT_ONCE });
  pools.set(origin, pool);
  underWay += 1;
  underWayOf.get(one.endpointId)!.add(one.eventId);
  const at = new Date();
  const answer = await pool.request({
    path: pathname,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: one.body,
  });
  const text = await answer.body.text();
  const durationMs = Date.now() - at.getTime();
  finished.push({
    delivery: one,
    at,
    attempt: {
      delivered: true,
      status: answer.statusCode,
      durationMs,
      address: '127.0.0.1',
      errorClass: null,
      answer: text,
    },
  });
}

async function record(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
  if (finished.length === 0) return;
  await (recording ??= write());
}

async function write(): Promise<void> {
  const batch = finished;
  finished = [];
  const recorded = await recordAttempts(database, batch, DEFAULT_DELAYS_MS);
  delivered += recorded.filter(Boolean).length;
  underWay -= batch.length;
  for (const { delivery } of batch) underWayOf.get(delivery.endpointId)!.delete(delivery.eventId);
  recording = undefined;
}
