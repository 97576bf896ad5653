import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../src/database/postgres.js';
import { client } from '../support/client.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import {
  copyPostgres,
  runStatement,
  startPostgres,
  type PostgresCopy,
  type PostgresServer,
} from '../support/postgres-server.js';
import { runProcess, startProcess, type ServerProcess } from '../support/processes.js';
import { makeScratch, type Scratch } from '../support/scratch.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { halfStored, received, storedDocuments, until, withEndpoints } from './support.js';

let archive: Scratch;
let primary: PostgresServer;
let restored: PostgresCopy | undefined;
let receiver: Receiver;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  archive = await makeScratch();
  const wal = join(archive.folder, 'wal');
  await mkdir(wal);
  // PostgreSQL may run as another user, who must be able to write here.
  await chmod(wal, 0o777);
  // Only whole files get their final name, because a restore fails on half a file.
  const archiveFile = `cp %p ${wal}/%f.part && mv ${wal}/%f.part ${wal}/%f`;
  primary = await startPostgres({ archive_mode: 'on', archive_command: archiveFile });
  receiver = await startReceiver();
});
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')));
  await receiver.close();
  await restored?.dispose();
  await primary.dispose();
  await archive.remove();
});

async function start(url: string, role: string): Promise<ServerProcess> {
  const server = await startProcess({ DATABASE_URL: url, ROLE: role }, withEndpoints(receiver, ['/one']));
  servers.push(server);
  return server;
}

/** Writes documents one by one, and returns their text by id. */
async function write({ url }: ServerProcess, count: number): Promise<Map<string, string>> {
  const api = client(url, TOKENS.writer);
  const written = new Map<string, string>();
  for (let i = 0; i < count; i += 1) {
    const { status, json, text } = await api.post(receipt());
    expect(status).toBe(201);
    written.set((json as { id: string }).id, text);
  }
  return written;
}

it('a point-in-time restore contains every document written before that point, and a process with the role api sends nothing', async () => {
  const first = await start(primary.url, 'api');
  const beforeCopy = await write(first, 10);
  expect(await first.end('SIGTERM')).toBe(0);
  const startCopy = await copyPostgres(primary, 'recovery.signal');

  const second = await start(primary.url, 'api');
  const afterCopy = await write(second, 10);
  await runStatement(primary.url, `SELECT pg_create_restore_point('before_the_mistake')`);
  const lost = await write(second, 10);
  const worker = await start(primary.url, 'worker');
  await until(() => received(receiver, '/one').size === 30);
  await Promise.all([second.end('SIGTERM'), worker.end('SIGTERM')]);
  const [{ name }] = (await runStatement(primary.url, 'SELECT pg_walfile_name(pg_switch_wal()) AS name')) as [
    { name: string },
  ];
  await until(async () => (await readdir(join(archive.folder, 'wal'))).includes(name));

  restored = await startCopy({
    restore_command: `cp ${archive.folder}/wal/%f %p`,
    recovery_target_name: 'before_the_mistake',
    recovery_target_action: 'promote',
  });
  const env = { DATABASE_URL: `${restored.url}?target_session_attrs=read-write` };
  // Until then, the database is still in recovery and read-only.
  await until(async () => (await runProcess(['check'], env)) === 0);
  expect(await runProcess(['new-feed-epoch'], env)).toBe(0);
  expect(await runProcess(['verify'], env)).toBe(0);
  const database = openPostgres(restored.url);
  try {
    expect(await storedDocuments(database)).toEqual(new Map([...beforeCopy, ...afterCopy]));
    expect(await database.query('SELECT feed_epoch FROM schema_info')).toEqual([{ feed_epoch: 1 }]);
    expect(await halfStored(database, 1)).toBe(0);
  } finally {
    await database.close();
  }

  const sent = receiver.deliveries.length;
  const api = await start(restored.url, 'api');
  const again = await write(api, 1);
  expect(receiver.deliveries.length).toBe(sent);
  // A worker then sends the events in the restored database again.
  await start(restored.url, 'worker');
  await until(() => [...beforeCopy, ...afterCopy].every(([id]) => received(receiver, '/one').get(id) === 2));
  await until(() => [...again.keys()].every((id) => received(receiver, '/one').get(id) === 1));
  expect([...lost.keys()].filter((id) => received(receiver, '/one').get(id) !== 1)).toEqual([]);
});
