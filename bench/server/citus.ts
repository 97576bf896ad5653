/**
 * Compares plain PostgreSQL with Citus on one and on two worker nodes: `TEST_CITUS_URL=postgres://… npx tsx
 * bench/server/citus.ts`, with the URL of the coordinator in a cluster that has two worker nodes. Plain PostgreSQL is a
 * database on the coordinator's server without the extension. All servers share the machine.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { openMigrated } from '../../examples/reference-server/src/database/open.js';
import { administer, createOnCitus, dropOnCitus, SHARDS } from '../../examples/reference-server/test/support/citus.js';
import { median } from '../measure.mjs';
import { document } from './documents.js';
import { SERVER, startPeer, timeAll } from './load.js';

/** The databases take turns, so that a temporary slowdown of the machine affects all of them. */
const ROUNDS = 3;
const DOCUMENTS = 400;
const PAGES = 400;
const CONCURRENCY = 32;
/** Spread over all shards. */
const BUSINESSES = 64;
const ENDPOINTS = 2;

const COLUMNS = ['PostgreSQL', 'Citus, one worker node', 'Citus, two worker nodes'] as const;
const ROWS = ['documents per second', 'pages of 25 per second', 'deliveries per second'] as const;

const cluster = process.env.TEST_CITUS_URL;
if (!cluster) throw new Error('TEST_CITUS_URL must name the coordinator of a Citus cluster');
const receiver = await startPeer('bench/server/receiver.mjs');
const businesses = Array.from({ length: BUSINESSES }, (_, i) => `biz_${i}`);
const fixtures = {
  businesses: businesses.map((id) => ({ id, ownerId: 'own', name: 'Demobutiken', country: 'SE' })),
  apps: [{ id: 'app', name: 'Demo POS', partner: true }],
  authorizations: businesses.map((id) => ({
    id: `auth_${id}`,
    appId: 'app',
    businessId: id,
    scopes: ['transactions.write'],
    token: `svc_${id}`,
  })),
  endpoints: Array.from({ length: ENDPOINTS }, (_, i) => ({
    id: `ep_${i}`,
    appId: 'app',
    url: `${receiver.url}/${i}`,
    secret: 'whsec_bench',
    events: ['transaction.created'],
  })),
};

const places = COLUMNS.map((_, nodes) => ({ nodes, name: `b_${randomBytes(6).toString('hex')}` }));
const figures = COLUMNS.map(() => ROWS.map((): number[] => []));
try {
  for (const { nodes, name } of places) {
    await (nodes === 0 ? administer(cluster, `CREATE DATABASE ${name}`) : createOnCitus(cluster, name, nodes));
    const database = await openMigrated({ databaseUrl: urlOf(name), dataDir: '', shards: SHARDS });
    await loadFixtures(database, fixtures, { offered: ['transaction.created'] });
    await database.close();
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { nodes, name } of places) {
      const values = await measure({ DATABASE_URL: urlOf(name) }, round);
      values.forEach((value, row) => figures[nodes]![row]!.push(value));
    }
  }
} finally {
  await receiver.stop();
  for (const { name } of places) await dropOnCitus(cluster, name);
}
console.log(`| ${['what', ...COLUMNS].join(' | ')} |`);
console.log(`|${' --- |'.repeat(COLUMNS.length + 1)}`);
for (const [row, what] of ROWS.entries()) {
  const [one, ...others] = figures.map((column) => median(column[row]!)) as [number, ...number[]];
  const cells = others.map((value) => `${Math.round(value)} (${(value / one).toFixed(2)})`);
  console.log(`| ${[what, Math.round(one), ...cells].join(' | ')} |`);
}

async function received(): Promise<number> {
  return Number(await (await fetch(`${receiver.url}/count`)).text());
}

function urlOf(name: string): string {
  const url = new URL(cluster!);
  url.pathname = `/${name}`;
  return url.href;
}

/** Measures one database, and returns a value for each entry in ROWS. */
async function measure(env: Readonly<Record<string, string>>, round: number): Promise<number[]> {
  const api = await startPeer(SERVER, { ...env, ROLE: 'api' });
  const pool = new Pool(api.url, { connections: CONCURRENCY });
  const request = async (i: number, method: 'GET' | 'POST', expected: number) => {
    const id = businesses[i % BUSINESSES]!;
    const receipt = { ...(JSON.parse(document(`r${round}`, i)) as object), vendor: { id } };
    const { body, statusCode } = await pool.request({
      path: '/v1/transactions',
      method,
      headers: { authorization: `Bearer svc_${id}`, 'content-type': 'application/json' },
      body: method === 'POST' ? JSON.stringify(receipt) : undefined,
    });
    await body.dump();
    if (statusCode !== expected) throw new Error(`${method} returned ${statusCode}`);
  };
  const warm = DOCUMENTS / 4;
  await timeAll(warm, CONCURRENCY, (i) => request(i, 'POST', 201));
  const writing = await timeAll(DOCUMENTS, CONCURRENCY, (i) => request(warm + i, 'POST', 201));
  const reading = await timeAll(PAGES, CONCURRENCY, (i) => request(i, 'GET', 200));
  await pool.close();
  await api.stop();

  const before = await received();
  const worker = await startPeer(SERVER, { ...env, ROLE: 'worker' });
  const started = performance.now();
  const deliveries = (warm + DOCUMENTS) * ENDPOINTS;
  while ((await received()) < before + deliveries) await sleep(20);
  const delivering = (performance.now() - started) / 1000;
  await worker.stop();
  return [DOCUMENTS / writing, PAGES / reading, deliveries / delivering];
}
