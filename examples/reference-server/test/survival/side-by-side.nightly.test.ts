import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { readMigrations } from '../../src/database/migrations.js';
import { firstId } from '../../src/database/partitions.js';
import { client } from '../support/client.js';
import { testDatabase } from '../support/databases.js';
import { buildFormerServer } from '../support/built-server.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import {
  drained,
  halfStored,
  missing,
  received,
  storedDocuments,
  until,
  withEndpoints,
  type Acknowledged,
} from './support.js';

const MIGRATIONS = 'examples/reference-server/src/database/migrations/';
const WRITERS = 8;
const PATHS = ['/one', '/two'];
const OTHER = 'biz_2';
const SHUTDOWN_DELAY_MS = '1000';
/** The number of documents to write between two steps. */
const STEP = 300;
/** The number of other documents in the database when the writers start: `DOCUMENTS=1000000`. */
const DOCUMENTS = Number(process.env.DOCUMENTS ?? '0');
/** The number of rows to insert or delete at a time, so that no statement exceeds its time limit. */
const BATCH = 50_000;

const database = testDatabase('postgres');
let receiver: Receiver;
let former: string;
const servers: ServerProcess[] = [];

async function git(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', args);
  return stdout.split('\n').filter(Boolean);
}

/** The last tag. If there is no tag yet, the first commit whose servers can use the current database. */
async function formerRelease(): Promise<string> {
  const [tag] = await git('tag', '--list', 'v*', '--sort=-version:refname');
  if (tag !== undefined) return tag;
  const required = Math.max(...readMigrations().map(({ minServer }) => minServer));
  for (const commit of await git('log', '--first-parent', '--reverse', '--format=%H', '--', MIGRATIONS)) {
    const files = await git('ls-tree', '--name-only', commit, MIGRATIONS);
    if (files.some((path) => Number.parseInt(basename(path), 10) === required)) return commit;
  }
  return 'HEAD';
}

beforeAll(async () => {
  await database.create();
  receiver = await startReceiver(() => sleep(10, 200));
  former = await buildFormerServer(await formerRelease(), join(inject('scratch'), 'former'));
});
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')));
  await receiver.close();
  await database.dispose();
});

/** Adds documents of another business, with their keys. */
async function addDocuments(db: Database): Promise<void> {
  const prefix = firstId('txn', Date.now());
  for (let first = 1; first <= DOCUMENTS; first += BATCH) {
    await db.query(
      `WITH added AS (
         INSERT INTO transactions (business_id, id, instant_us, body)
         SELECT '${OTHER}', $1 || lpad(i::text, 22, '0'), 1700000000000000 + i * 1000000::bigint, $2
         FROM generate_series($3::integer, $4::integer) AS i RETURNING id
       )
       INSERT INTO transaction_keys (business_id, identity, id) SELECT '${OTHER}', sha256(id::bytea), id FROM added`,
      [prefix, JSON.stringify(receipt()), first, Math.min(first + BATCH - 1, DOCUMENTS)],
    );
  }
  await db.query('ANALYZE transactions, transaction_keys');
}

/** Removes these documents, which have no deliveries, but not their keys, before all others are counted. */
async function removeDocuments(db: Database): Promise<void> {
  for (let removed = 0; removed < DOCUMENTS; removed += BATCH) {
    await db.query(
      `DELETE FROM transactions WHERE id IN (SELECT id FROM transactions WHERE business_id = '${OTHER}' LIMIT ${BATCH})`,
    );
  }
}

interface Release {
  readonly api: ServerProcess;
  readonly worker: ServerProcess;
}

async function start(program?: string): Promise<Release> {
  const run = async (role: string) => {
    const env = { ...database.env, ROLE: role, SHUTDOWN_DELAY_MS };
    const server = await startProcess(env, withEndpoints(receiver, PATHS), program);
    servers.push(server);
    return server;
  };
  return { api: await run('api'), worker: await run('worker') };
}

it('the former and the current release run side by side and replace each other without a 5xx or a lost write', async () => {
  const acknowledged: Acknowledged = new Map();
  const outcomes: Record<string, number> = {};
  let slowestMs = 0;
  /** The URLs to which a load balancer would send requests. */
  let live: readonly string[] = [];
  let stopped = false;
  const write = async (i: number) => {
    for (let n = i; !stopped; n += 1) {
      const at = performance.now();
      const { status, json, text } = await client(live[n % live.length]!, TOKENS.writer).post(receipt());
      slowestMs = Math.max(slowestMs, performance.now() - at);
      outcomes[status] = (outcomes[status] ?? 0) + 1;
      if (status === 201) acknowledged.set((json as { id: string }).id, text);
    }
  };
  const step = async () => {
    const size = acknowledged.size;
    await until(
      () => acknowledged.size >= size + STEP,
      () => outcomes,
    );
  };

  const old = await start(former);
  const open = await database.open();
  await addDocuments(open);
  live = [old.api.url];
  const writers = Array.from({ length: WRITERS }, (_, i) => write(i));
  await step();
  const next = await start();
  live = [old.api.url, next.api.url];
  await step();
  live = [next.api.url];
  expect(await Promise.all([old.api.end('SIGTERM'), old.worker.end('SIGTERM')])).toEqual([0, 0]);
  await step();
  // Then returns to the former release, which the database still allows.
  const back = await start(former);
  live = [back.api.url, next.api.url];
  await step();
  stopped = true;
  await Promise.all(writers);

  await drained(next.api.url);
  const doubled = PATHS.map((path) => [...received(receiver, path).values()].filter((count) => count > 1).length);
  console.log('side by side:', JSON.stringify({ outcomes, slowestMs: Math.round(slowestMs), doubled }));
  expect(Object.keys(outcomes)).toEqual(['201']);
  expect(missing(receiver, PATHS, acknowledged)).toBe(0);
  // No process was killed, so no lease ended before its results were stored.
  expect(doubled).toEqual([0, 0]);
  const all = [old, next, back].flatMap(({ api, worker }) => [api, worker]);
  expect(all.map(({ output }) => output()).filter((text) => text.includes('internal_error'))).toEqual([]);
  await removeDocuments(open);
  const stored = await storedDocuments(open);
  expect([...acknowledged].filter(([id, text]) => stored.get(id) !== text)).toEqual([]);
  expect(await halfStored(open, PATHS.length)).toBe(0);
});
