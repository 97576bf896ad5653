/**
 * Checks the reference server against its limits under load: `npm run bench:bars` runs all checks on PostgreSQL, and
 * `npm run bench:bars -- --on embedded drain noisy` runs some of them on another database. Prints each figure with its
 * limit, and exits with 1 if a figure misses its limit. Needs a machine that does nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { bundleServer } from '../../examples/dashboard/build/bundle.js';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { lease, release } from '../../examples/reference-server/src/delivery/queues.js';
import { openHostile } from '../../examples/reference-server/test/support/hostile.js';
import { median } from '../measure.mjs';
import { withOne, type BenchDatabase } from './databases.js';
import { document, fixtures, QUIET_TOKEN, quietDocument, quietTenant, TOKEN } from './documents.js';
import { percentile, rssOf, SERVER, startPeer, timeAll, timeOne, type Peer } from './load.js';
import { commits, postgresCpuMs } from './postgres-cost.js';
import { benchSoak } from './soak.js';

const WRITERS = 64;
const PATH = '/v1/transactions';

/** How long the soak takes, in seconds, and its documents per second: `SOAK_SECONDS=3600` for an hour. */
const SOAK_SECONDS = Number(process.env.SOAK_SECONDS ?? '60');
const SOAK_RATE = Number(process.env.SOAK_RATE ?? '100');

let missed = 0;

/** Prints a figure. @param most the highest value that passes @param least the lowest value that passes */
function bar(what: string, value: number, { most = Infinity, least = -Infinity }): void {
  const good = value <= most && value >= least;
  if (!good) missed += 1;
  const limit = [
    least > -Infinity ? `at least ${least.toFixed(2)}` : '',
    most < Infinity ? `at most ${most.toFixed(2)}` : '',
  ];
  console.log(`${good ? 'good  ' : 'MISSED'} ${what}: ${value.toFixed(2)} (${limit.filter(Boolean).join(', ')})`);
}

/** Sends a POST, and returns the response status or the error code. */
async function post(pool: Pool, body: string, token = TOKEN, path = PATH): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  try {
    const answer = await pool.request({ path, method: 'POST', headers, body });
    await answer.body.dump();
    return String(answer.statusCode);
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Stores a document, or throws. */
async function store(pool: Pool, body: string): Promise<void> {
  const outcome = await post(pool, body);
  if (outcome !== '201') throw new Error(`a POST returned ${outcome}`);
}

async function withServer<T>(
  bench: BenchDatabase,
  env: Readonly<Record<string, string>>,
  use: (server: Peer) => Promise<T>,
): Promise<T> {
  const server = await startPeer(SERVER, { ...bench.env, ...env });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** How long the quiet tenant's consecutive writes take, in milliseconds, over a few seconds. */
async function quietWrites(url: string, run: string, seconds: number): Promise<number[]> {
  const pool = new Pool(url, { connections: 1 });
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let i = 0; performance.now() < end; i += 1) {
    times.push(await timeOne(() => post(pool, quietDocument(run, i), QUIET_TOKEN)));
    await sleep(5);
  }
  await pool.close();
  return times;
}

/** Runs `work` next to a tenant that sends requests without a pause, from a separate process. */
async function besideNoise<T>(url: string, kind: 'writers' | 'unknown' | 'refusals', work: () => Promise<T>) {
  const noise = await startPeer('bench/server/noise.ts', { TARGET: url, NOISE: kind });
  await sleep(2_000);
  const result = await work();
  await noise.stop();
  return result;
}

/** Bundles the server into a folder in which Node finds the packages. */
async function withBundle<T>(use: (script: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp('dist-bench-');
  try {
    await bundleServer(join(process.cwd(), folder));
    return await use(join(folder, 'receipt-server.mjs'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts a server, waits until it is ready, reads its memory, and stops it. */
async function startOnce(script: string, env: Readonly<Record<string, string>>): Promise<{ ms: number; mb: number }> {
  const started = performance.now();
  const server = await startPeer(script, env);
  try {
    while (!(await fetch(`${server.url}/readyz`).then((answer) => answer.ok))) await sleep(5);
    const ms = performance.now() - started;
    return { ms, mb: await rssOf(server.child) };
  } finally {
    await server.stop();
  }
}

/** The statuses of all responses to POST /v1/transactions so far. */
async function writeStatuses(url: string): Promise<Set<string>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(/duration_seconds_count\{method="POST",route="([^"]+)",status="(\d+)"\} (\d+)/g);
  return new Set([...counts].filter(([, route]) => route === PATH).map(([, , status]) => status!));
}

const CHECKS: Readonly<Record<string, (bench: BenchDatabase) => Promise<void>>> = {
  /** Starts of the bundled server on a database that has its tables. */
  start: (bench) =>
    withBundle(async (script) => {
      const starts = async (role: string) => {
        const all: { ms: number; mb: number }[] = [];
        for (let i = 0; i < 5; i += 1) all.push(await startOnce(script, { ...bench.env, ROLE: role }));
        return { ms: median(all.map(({ ms }) => ms)), mb: median(all.map(({ mb }) => mb)) };
      };
      const { ms, mb } = await starts('all');
      console.log(`       RSS after the start: ${mb.toFixed(0)} MB`);
      bar('start: ms until /readyz returns 200, median of five', ms, { most: 1_500 });
      // The embedded database serves a single process, which has every role.
      if (bench.name === 'embedded') return;
      bar("start: MB of a worker's RSS after its start, median of five", (await starts('worker')).mb, { most: 110 });
    }),

  /** 400 connections with one token, which write or request an unknown path, next to another tenant. */
  noisy: (bench) =>
    withServer(bench, {}, async ({ url }) => {
      await quietWrites(url, 'noisy-warm-up', 2);
      const alone = percentile(await quietWrites(url, 'noisy-alone', 8), 0.99);
      const ready: number[] = [];
      const probe = () => timeOne(() => fetch(`${url}/readyz`).then((answer) => answer.text()));
      for (const kind of ['writers', 'unknown'] as const) {
        const times = await besideNoise(url, kind, async () => {
          const probing = setInterval(() => void probe().then((ms) => ready.push(ms)), 100);
          const beside = await quietWrites(url, `noisy-${kind}`, 8);
          clearInterval(probing);
          return beside;
        });
        const what = kind === 'writers' ? '400 writers' : '400 requests for an unknown path';
        console.log(`       alongside ${what}: ${percentile(times, 0.5).toFixed(1)} ms, median`);
        bar(`noisy: ms per write alongside ${what}, 99th percentile`, percentile(times, 0.99), { most: 5 * alone });
      }
      bar('noisy: ms per /readyz in that time, 90th percentile', percentile(ready, 0.9), { most: 250 });
      const statuses = await writeStatuses(url);
      bar('noisy: 429 among the responses to writes', Number(statuses.has('429')), { least: 1 });
      bar('noisy: statuses other than 201 and 429', new Set([...statuses, '201', '429']).size - 2, { most: 0 });
    }),

  /** Five rejected 1 MiB documents per second, next to another tenant. */
  heavy: (bench) =>
    withServer(bench, {}, async ({ url }) => {
      const alone = await quietWrites(url, 'heavy-alone', 4);
      const beside = await besideNoise(url, 'refusals', () => quietWrites(url, 'heavy', 8));
      bar('heavy: ms per write, 99th percentile', percentile(beside, 0.99), {
        most: Math.max(200, 5 * percentile(alone, 0.99)),
      });
      bar('heavy: writes in 8 s', beside.length, { least: 50 });
    }),

  /** Unread responses and hostile connections, with a small heap. */
  memory: async (bench) => {
    for (const [kinds, count, heap] of [
      [['unread'], 25, 128],
      [['unread'], 200, 256],
      [undefined, 1_000, 256],
    ] as const) {
      await withServer(bench, { NODE_OPTIONS: `--max-old-space-size=${heap}` }, async ({ url, child }) => {
        const hostile = await openHostile(url, count, () => TOKEN, kinds);
        const times: number[] = [];
        for (let i = 0; i < 10; i += 1) {
          times.push(
            await timeOne(() => fetch(`${url}/healthz`).then((answer) => answer.text())).catch(() => Infinity),
          );
          await sleep(500);
        }
        hostile.end();
        const what = kinds === undefined ? 'hostile connections' : 'unread responses';
        bar(`memory: ms per /healthz alongside ${count} ${what} with ${heap} MB, slowest`, Math.max(...times), {
          most: 1_000,
        });
        bar('memory: processes that ended', child.exitCode === null ? 0 : 1, { most: 0 });
      });
    }
  },

  /** SIGTERM while 16 clients write. */
  drain: async (bench) => {
    const server = await startPeer(SERVER, { ...bench.env, SHUTDOWN_DELAY_MS: '1000' });
    const pool = new Pool(server.url, { connections: 16 });
    const outcomes: Record<string, number> = {};
    let next = 0;
    const writers = Array.from({ length: 16 }, async () => {
      for (;;) {
        const outcome = await post(pool, document('drain', next++));
        if (outcome === 'ECONNREFUSED') return;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    });
    await sleep(2_000);
    await server.stop();
    await Promise.all(writers);
    await pool.destroy();
    console.log(`       ${JSON.stringify(outcomes)}`);
    bar('drain: outcomes other than 201', Object.keys(outcomes).filter((outcome) => outcome !== '201').length, {
      most: 0,
    });
    bar('drain: exit code', server.child.exitCode ?? -1, { least: 0, most: 0 });
  },

  /** Grouped writes and individual writes take turns. */
  group: async (bench) => {
    const database = await bench.open();
    const rates = { grouped: [] as number[], single: [] as number[] };
    const costs: { cpu: number; commits: number }[] = [];
    const latencies = { grouped: [] as number[], single: [] as number[] };
    const alone: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const [name, GROUP_MAX] of [
        ['grouped', '64'],
        ['single', '1'],
      ] as const) {
        await withServer(bench, { GROUP_MAX, CREDENTIAL_UNDER_WAY: String(WRITERS) }, async ({ url }) => {
          const pool = new Pool(url, { connections: WRITERS });
          const write = (run: string, count: number, writers: number) =>
            timeAll(count, writers, (i) => store(pool, document(`group-${name}-${round}-${run}`, i)));
          await write('warm', 1_500, WRITERS);
          const before = [await postgresCpuMs(database), await commits(database)] as const;
          const seconds = await write('many', 3_000, WRITERS);
          const cpu = (await postgresCpuMs(database)) - before[0];
          rates[name].push(3_000 / seconds);
          if (name === 'grouped')
            costs.push({ cpu: cpu / 3_000, commits: ((await commits(database)) - before[1]) / 3_000 });
          const start = await postgresCpuMs(database);
          for (let i = 0; i < 300; i += 1)
            latencies[name].push(await timeOne(() => store(pool, document(`group-${name}-${round}-one`, i))));
          if (name === 'grouped') alone.push(((await postgresCpuMs(database)) - start) / 300);
          await pool.close();
        });
      }
    }
    await database.close();
    const [grouped, single] = [median(rates.grouped), median(rates.single)];
    console.log(`       documents per second: ${grouped.toFixed(0)} grouped, ${single.toFixed(0)} individually`);
    bar('group: documents per second with 64 writers, relative to individual writes', grouped / single, { least: 1.8 });
    const cpu = median(costs.map((cost) => cost.cpu));
    bar('group: PostgreSQL CPU per document with 64 writers, relative to one writer', cpu / median(alone), {
      most: 0.35,
    });
    bar('group: commits per document with 64 writers', median(costs.map((cost) => cost.commits)), { most: 0.5 });
    bar('group: ms per write with one writer, median', median(latencies.grouped), {
      most: median(latencies.single) + 1,
    });
  },

  /** The MultiXact ids that foreign keys and row locks use up. */
  multixact: async (bench) => {
    const database = await bench.open();
    const next = async () => {
      await database.query('CHECKPOINT');
      const [row] = await database.query<{ id: string }>(
        'SELECT next_multixact_id::text AS id FROM pg_control_checkpoint()',
      );
      return Number(row!.id);
    };
    const before = await next();
    await withServer(bench, {}, async ({ url }) => {
      const pool = new Pool(url, { connections: WRITERS });
      await timeAll(2_000, WRITERS, (i) => store(pool, document('multixact', i)));
      await pool.close();
    });
    bar('multixact: ids for 2,000 writes', (await next()) - before, { most: 20 });
    await database.close();
  },

  /** The blocks that a lease reads with 50,000 endpoints due, relative to 1,000. */
  poll: async (bench) => {
    const database = await bench.open();
    const blocksOf = async (endpoints: number) => {
      for (const table of ['outbox', 'endpoint_queues']) await database.query(`DELETE FROM ${table}`);
      for (let from = 1; from <= endpoints; from += 5_000) {
        const range = `generate_series(${from}, ${Math.min(endpoints, from + 4_999)}) i`;
        await database.query(
          `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at) SELECT 'biz_demo_se', 'bar_' || i, 'bar_' || i, now() FROM ${range}`,
        );
        await database.query(
          `INSERT INTO endpoint_queues (endpoint_id, look_at) SELECT 'bar_' || i, now() FROM ${range}`,
        );
      }
      for (const table of ['outbox', 'endpoint_queues']) await database.query(`VACUUM ANALYZE ${table}`);
      const blocks = async () => {
        await database.query('SELECT pg_stat_force_next_flush()');
        const [{ count }] = (await database.query<{ count: number }>(
          `SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::float8 AS count FROM pg_statio_user_tables`,
        )) as [{ count: number }];
        return count;
      };
      await sleep(1_500);
      const before = await blocks();
      for (let i = 0; i < 10; i += 1) await release(database, await lease(database, 'bars', 64, false));
      await sleep(1_500);
      return ((await blocks()) - before) / 10;
    };
    const few = await blocksOf(1_000);
    const many = await blocksOf(50_000);
    console.log(`       blocks per lease and release: ${few.toFixed(0)} with 1,000, ${many.toFixed(0)} with 50,000`);
    bar('poll: blocks with 50,000 endpoints due, relative to 1,000', many / few, { most: 2 });
    await database.close();
  },

  /** A constant rate of documents, whatever the responses, and an account of each of them. */
  soak: async (bench) => {
    const soak = await benchSoak(bench, SOAK_SECONDS, SOAK_RATE);
    const { sent, statuses, lost, published, delivered, pending, repeated, responses, deliveries, memory } = soak;
    console.log(`       responses by status: ${JSON.stringify(statuses)}`);
    bar('soak: documents that got 201, relative to those sent', (statuses['201'] ?? 0) / sent, { least: 1 });
    bar('soak: acknowledged documents whose event is lost', lost, { most: 0 });
    bar('soak: events, less those delivered and those in the outbox', published - delivered - pending, {
      least: 0,
      most: 0,
    });
    bar('soak: deliveries made again', repeated, { most: 0 });
    bar('soak: ms from the due time to the response, 99th percentile, last tenth', responses.last, {
      most: Math.max(100, 2 * responses.early),
    });
    bar('soak: ms from the due time to the delivery, 99th percentile, last tenth', deliveries.last, {
      most: Math.max(1_000, 2 * deliveries.early),
    });
    bar('soak: MB of RSS in the last tenth, less the second tenth', memory.last - memory.early, { most: 64 });
  },
};

/** Checks that read statistics of a single PostgreSQL server; they do not run on the other databases. */
const ON_POSTGRES = new Set(['group', 'multixact', 'poll']);
const KINDS: Readonly<Record<string, BenchDatabase['name']>> = {
  embedded: 'embedded',
  postgres: 'PostgreSQL',
  citus: 'Citus',
};

const { values, positionals } = parseArgs({
  options: { on: { type: 'string', default: 'postgres' } },
  allowPositionals: true,
});
const kind = KINDS[values.on];
if (kind === undefined) throw new Error(`--on must be ${Object.keys(KINDS).join(', ')}, found ${values.on}`);
const available = Object.keys(CHECKS).filter((name) => kind === 'PostgreSQL' || !ON_POSTGRES.has(name));
const unknown = positionals.filter((name) => !available.includes(name));
if (unknown.length > 0)
  throw new Error(`unknown check on ${kind}: found ${unknown.join(', ')}, expected ${available.join(', ')}`);
for (const name of positionals.length > 0 ? positionals : available) {
  // Each check has its own database, so that it finds no other check's data.
  await withOne(kind, async (bench) => {
    const database = await bench.open();
    await loadFixtures(database, quietTenant(fixtures()), { offered: [] });
    await database.close();
    await CHECKS[name]!(bench);
  });
}
process.exitCode = missed === 0 ? 0 : 1;
