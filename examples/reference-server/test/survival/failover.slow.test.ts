import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.js';
import { openPostgres } from '../../src/database/postgres.js';
import { client } from '../support/client.js';
import {
  runStatement,
  startPostgres,
  startStandby,
  type PostgresServer,
  type PostgresCopy,
} from '../support/postgres-server.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import {
  drained,
  halfStored,
  missing,
  storedDocuments,
  until,
  withEndpoints,
  writeUntil,
  type Acknowledged,
} from './support.js';

const WRITERS = 8;
const PATHS = ['/one'];

let primary: PostgresServer;
let standby: PostgresCopy;
let receiver: Receiver;
let server: ServerProcess | undefined;

/** A URL with both hosts, the standby first. */
function both(query = ''): string {
  const url = new URL(primary.url);
  return `postgres://${url.username}:${url.password}@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres${query}`;
}

beforeAll(async () => {
  primary = await startPostgres();
  standby = await startStandby(primary);
  receiver = await startReceiver(() => sleep(20, 200));
  // From now on, the primary acknowledges a commit only once the standby has it.
  await runStatement(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await runStatement(primary.url, 'SELECT pg_reload_conf()');
  const synchronous = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
  await until(async () => (await runStatement(primary.url, synchronous)).length === 1);
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await receiver.close();
  await standby.dispose();
  await primary.dispose();
});

/** Checks which of the hosts a URL connects to before the promotion. */
async function checkHosts(): Promise<void> {
  const isStandby = async (query?: string) => {
    const db = openPostgres(both(query));
    try {
      return (await db.query('SELECT pg_is_in_recovery() AS standby'))[0]!.standby;
    } finally {
      await db.close();
    }
  };
  expect(await isStandby()).toBe(false);
  expect(await isStandby('?target_session_attrs=primary')).toBe(false);
  expect(await isStandby('?target_session_attrs=any')).toBe(true);
  const only = openPostgres(`${standby.url}?target_session_attrs=read-write`);
  await expect(only.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
  await only.close();
}

it('promoting a standby under load causes no errors except 503, and loses no acknowledged document', async () => {
  await checkHosts();
  server = await startProcess({ DATABASE_URL: both() }, withEndpoints(receiver, PATHS));
  const { url, end } = server;
  const acknowledged: Acknowledged = new Map();
  const answers: { at: number; status: number | undefined }[] = [];
  let stopped = false;
  const writers = Array.from({ length: WRITERS }, (_, i) =>
    writeUntil(
      () => stopped,
      () => url,
      acknowledged,
      {
        retries: i % 2 === 0,
        between: (answer) => {
          answers.push({ at: Date.now(), status: answer?.status });
          return sleep(20);
        },
      },
    ),
  );
  await until(() => acknowledged.size >= 100);

  await primary.kill();
  const killedAt = Date.now();
  const api = client(url, TOKENS.writer);
  await expect.poll(async () => (await api.call('GET', '/readyz')).status).toBe(503);
  await standby.promote();
  const promotedAt = Date.now();
  const size = acknowledged.size;
  await until(() => acknowledged.size >= size + 100);
  await expect.poll(async () => (await api.call('GET', '/readyz')).status).toBe(200);
  stopped = true;
  await Promise.all(writers);
  const back = answers.find(({ at, status }) => at >= promotedAt && status === 201)!;
  const figures = {
    acknowledged: acknowledged.size,
    awayMs: back.at - killedAt,
    afterPromotionMs: back.at - promotedAt,
  };
  console.log('failover:', JSON.stringify(figures));
  expect(answers.filter(({ status }) => ![200, 201, 503].includes(status!))).toEqual([]);

  await drained(url);
  expect(missing(receiver, PATHS, acknowledged)).toBe(0);
  expect(await end('SIGTERM')).toBe(0);
  const database = openPostgres(standby.url);
  try {
    const stored = await storedDocuments(database);
    expect([...acknowledged].filter(([id, text]) => stored.get(id) !== text)).toEqual([]);
    expect(await halfStored(database, PATHS.length)).toBe(0);
  } finally {
    await database.close();
  }
});
