import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { identityKey } from '../../src/transactions/identity.js';
import { openPostgres } from '../../src/database/postgres.js';
import { client, type Answer } from '../support/client.js';
import { onDatabases } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { halfStored, received, until, withEndpoints } from './support.js';

const COUNT = 64;
const PATHS = ['/one', '/two'];

/** One credential may have all of them in progress: those of a statement, and the one before. */
const ALL_AT_ONCE = { CREDENTIAL_UNDER_WAY: String(COUNT + 1) };

/** New documents in the order in which a statement inserts them: those of a statement, and one before them. */
function newDocuments() {
  const identity = (document: ReturnType<typeof receipt>) =>
    identityKey({ app: 'app_1' }, { vendorId: 'biz_1', ...document.source });
  return Array.from({ length: 1 + COUNT }, () => receipt())
    .map((document) => ({ document, identity: identity(document) }))
    .sort((a, b) => (a.identity < b.identity ? -1 : 1));
}

type NewDocument = ReturnType<typeof newDocuments>[number];

/** Posts all at once. */
function postAll(url: string, documents: readonly NewDocument[]): Promise<(Answer | undefined)[]> {
  return Promise.all(
    documents.map(({ document, identity }) =>
      client(url, TOKENS.writer)
        .post(document, { key: identity })
        .catch(() => undefined),
    ),
  );
}

/**
 * Blocks the statement that stores a document in the middle, with half of its rows inserted. Returns a function that
 * unblocks it.
 */
async function holdUp(url: string, identity: string): Promise<() => Promise<unknown>> {
  const connection = new pg.Client({ connectionString: url });
  connection.on('error', () => undefined);
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(
    `INSERT INTO transactions (business_id, id, identity, instant_us, body) VALUES ('biz_1', $1, $1, 0, '{}')`,
    [identity],
  );
  return () => connection.query('ROLLBACK').finally(() => connection.end());
}

/**
 * Posts documents so that one statement stores all of them, and waits in the middle of it: a statement before it is held up
 * by its only document, and the next begins when a whole one has come. Resolves when it waits.
 */
async function postHeldUp(url: string, databaseUrl: string, [first, ...batch]: readonly NewDocument[]) {
  const letGo = [await holdUp(databaseUrl, first!.identity), await holdUp(databaseUrl, batch[COUNT / 2]!.identity)];
  const alone = postAll(url, [first!]);
  await until(async () => (await inStatements(url)) === 1);
  const together = postAll(url, batch);
  await until(
    async () => (await inStatements(url)) === 1 + COUNT,
    () => inStatements(url),
  );
  // It has begun. It waits for the lock almost at once; a second is plenty.
  await sleep(1_000);
  return {
    answers: Promise.all([alone, together]).then((all) => all.flat()),
    letGo: () => Promise.all(letGo.map((one) => one())),
  };
}

/** Documents of statements that have begun. */
async function inStatements(url: string): Promise<number> {
  const { text } = await client(url, '').call('GET', '/metrics');
  return Number(/^receipts_group_rows_sum (\d+)$/m.exec(text)?.[1] ?? 0);
}

onDatabases(['postgres', 'citus'], (database) => {
  let receiver: Receiver;
  let server: ServerProcess;
  beforeAll(async () => {
    receiver = await startReceiver();
    server = await startProcess({ ...database.env, ...ALL_AT_ONCE }, withEndpoints(receiver, PATHS));
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await receiver.close();
  });

  it('a process that is killed while a statement stores: all of its documents or none, and each once in the end', async () => {
    const documents = newDocuments();
    const { answers, letGo } = await postHeldUp(server.url, database.env.DATABASE_URL!, documents);
    await server.end('SIGKILL');
    expect(await answers).toEqual(documents.map(() => undefined));
    await letGo();

    const db = await database.open();
    const stored = async (some: readonly NewDocument[]) => {
      const [row] = await db.query<{ n: number }>(
        'SELECT count(*)::integer AS n FROM transactions WHERE identity = ANY($1::text[])',
        [some.map(({ identity }) => identity)],
      );
      return row!.n;
    };
    // The database may not notice that the client is gone.
    await sleep(1_000);
    expect([0, COUNT]).toContain(await stored(documents.slice(1)));
    expect(await halfStored(db, PATHS.length)).toBe(0);

    server = await startProcess({ ...database.env, ...ALL_AT_ONCE }, withEndpoints(receiver, PATHS));
    const again = await postAll(server.url, documents);
    expect(again.filter((answer) => ![200, 201].includes(answer!.status))).toEqual([]);
    expect(await stored(documents)).toBe(COUNT + 1);
    expect(await halfStored(db, PATHS.length)).toBe(0);
    const ids = again.map((answer) => (answer!.json as { id: string }).id);
    for (const path of PATHS) await until(() => ids.every((id) => received(receiver, path).has(id)));
  });
});

let postgres: PostgresServer | undefined;
let writer: ServerProcess | undefined;
afterEach(async () => {
  await writer?.end('SIGKILL');
  await postgres?.dispose();
});

it('a PostgreSQL that is killed while a statement stores: 503 for all of its documents, none of which is stored', async () => {
  postgres = await startPostgres();
  const { url } = postgres;
  const receiver = await startReceiver();
  writer = await startProcess({ DATABASE_URL: url, ...ALL_AT_ONCE }, withEndpoints(receiver, PATHS));
  const documents = newDocuments();
  const { answers } = await postHeldUp(writer.url, url, documents);
  await postgres.kill();
  expect((await answers).map((answer) => answer?.status)).toEqual(documents.map(() => 503));

  await postgres.start();
  const db = openPostgres(url);
  try {
    expect(await db.query('SELECT count(*)::integer AS n FROM transactions')).toEqual([{ n: 0 }]);
    const again = await postAll(writer.url, documents);
    expect(again.map((answer) => answer?.status)).toEqual(documents.map(() => 201));
    expect(await halfStored(db, PATHS.length)).toBe(0);
  } finally {
    await db.close();
    await receiver.close();
  }
});
