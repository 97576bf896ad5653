/**
 * The peer of delivery: claims, sends by undici and records, by the statements of the server, and does nothing else: no signature, no
 * guard of addresses, no limits but a number of requests at once. Ends once nothing is ready, and prints the seconds that it took.
 */
import { Pool } from 'undici';
import { openDatabase } from '../../examples/reference-server/src/database/open.js';
import { readCandidates } from '../../examples/reference-server/src/delivery/candidates.js';
import { claim, type Claim } from '../../examples/reference-server/src/delivery/claim.js';
import { recordAttempts, type Result } from '../../examples/reference-server/src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../examples/reference-server/src/delivery/schedule.js';

/** As many as a worker may have under way at once. */
const AT_ONCE = 512;
/** Of one endpoint. */
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
const perEndpoint = new Map<string, number>();

for (;;) {
  const known = [...perEndpoint].map(([endpointId, busy]) => ({
    endpointId,
    capacity: PER_ENDPOINT - busy,
    underWay: busy,
    slow: false,
  }));
  const rows = await readCandidates(database, { total: AT_ONCE - underWay, unknown: PER_ENDPOINT, known });
  if (rows.length === 0 && underWay === 0) break;
  for (const one of rows.length === 0 ? [] : await claim(database, rows)) void send(one);
  // The next batch is claimed once a part of this one is through.
  while (underWay > AT_ONCE / 2 || (rows.length === 0 && underWay > 0)) await record();
}
console.log(`delivered ${delivered} in ${((performance.now() - started) / 1000).toFixed(3)} s`);
await Promise.all([...pools.values()].map((pool) => pool.close()));
await opened.close();

async function send(one: Claim): Promise<void> {
  const { origin, pathname } = new URL(one.url);
  const pool = pools.get(origin) ?? new Pool(origin, { connections: AT_ONCE });
  pools.set(origin, pool);
  underWay += 1;
  perEndpoint.set(one.endpointId, (perEndpoint.get(one.endpointId) ?? 0) + 1);
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
    claim: one,
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
  const taken = await recordAttempts(database, batch, DEFAULT_DELAYS_MS);
  delivered += taken.filter(Boolean).length;
  underWay -= batch.length;
  for (const {
    claim: { endpointId },
  } of batch)
    perEndpoint.set(endpointId, perEndpoint.get(endpointId)! - 1);
  recording = undefined;
}
