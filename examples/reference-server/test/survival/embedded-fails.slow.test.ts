import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { client } from '../support/client.js';
import { testDatabase, type TestDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { storedDocuments } from './support.js';

/** Bytes left in the current file of the write-ahead log: more than a server needs to start. */
const LEFT = 2_000_000;
/** Bytes in a document that deflate cannot compress. */
const NOISE = 30_000;
const MAX_WRITES = (3 * LEFT) / NOISE;

let database: TestDatabase;
let server: ServerProcess | undefined;
beforeEach(async () => {
  database = testDatabase('embedded');
  await database.create();
});
afterEach(async () => {
  await server?.end('SIGKILL');
  await database.dispose();
});

async function fillLog(): Promise<void> {
  const db = await database.open();
  await migrate(db);
  await db.query(
    `SELECT pg_logical_emit_message(false, 'fill', repeat('x', (size - at % size - $1)::integer))::text
     FROM (SELECT pg_size_bytes(current_setting('wal_segment_size')) AS size, pg_current_wal_insert_lsn() - '0/0' AS at) log
     WHERE size - at % size > $1`,
    [LEFT],
  );
  await db.close();
}

it('a process whose embedded database fails returns 503, exits with 1, and restarts with every acknowledged document', async () => {
  await fillLog();
  server = await startProcess(database.env, fixtures());
  const { url, exited, output } = server;
  const folder = database.env.DATA_DIR!;
  // The write-ahead log cannot continue in another file.
  const log = join(folder, 'database', 'pg_wal');
  await rename(log, `${log}.away`);
  const acknowledged = new Map<string, string>();
  let status = 201;
  for (let i = 0; status === 201 && i < MAX_WRITES; i += 1) {
    const answer = await client(url, TOKENS.writer).post(
      receipt({ metadata: { noise: randomBytes(NOISE).toString('base64') } }),
    );
    ({ status } = answer);
    if (status === 201) acknowledged.set((answer.json as { id: string }).id, answer.text);
  }
  expect(status).toBe(503);
  expect(await exited).toBe(1);
  expect(output()).toContain(folder);

  await rename(`${log}.away`, log);
  server = await startProcess(database.env, fixtures());
  expect((await client(server.url, TOKENS.writer).post(receipt())).status).toBe(201);
  expect(await server.end('SIGTERM')).toBe(0);
  const stored = await storedDocuments(await database.open());
  expect(acknowledged.size).toBeGreaterThan(0);
  expect([...acknowledged].filter(([id, text]) => stored.get(id) !== text)).toEqual([]);
});
