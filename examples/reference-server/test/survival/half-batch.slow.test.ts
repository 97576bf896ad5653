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

/**
 * Lets one credential have all documents in progress at once: a first document, and enough others to fill a statement.
 */
const ALL_AT_ONCE = { CREDENTIAL_UNDER_WAY: String(COUNT + 1) };

/** One document, followed by enough documents for a full statement, in the order in which a statement inserts them. */
function newDocuments() {
  const identity = (document: ReturnType<typeof receipt>) =>
    identityKey({ app: 'app_1' }, { vendorId: 'biz_1', ...document.source });
  return Array.from({ length: 1 + COUNT }, () => receipt())
    .map((document) => ({ document, identity: identity(document) }))
    .sort((a, b) => (a.identity < b.identity ? -1 : 1));
}

type NewDocument = ReturnType<typeof newDocuments>[number];

/** Posts all documents at once. */
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
 * Posts all documents at once, and repeats the documents that get 503, because a new database connection can take too
 * long on a busy machine.
 */
async function postUntilStored(url: string, documents: readonly NewDocument[]): Promise<Answer[]> {
  const answers = (await postAll(url, documents)) as Answer[];
  for (const [i, { status }] of answers.entries()) {
    if (status !== 503) continue;
    await until(async () => {
      const [again] = await postAll(url, [documents[i]!]);
      answers[i] = again!;
      return again!.status !== 503;
    });
  }
  return answers;
}

/** Blocks a statement when it inserts the document with the given identity. Returns a function that unblocks it. */
async function holdUp(url: string, identity: string): Promise<() => Promise<unknown>> {
  const connection = new pg.Client({ connectionString: url });
  connection.on('error', () => undefined);
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(
    `INSERT INTO transaction_keys (business_id, identity, id) VALUES ('biz_1', decode($1, 'hex'), $1)`,
    [identity],
  );
  return async () => {
    await connection.query('ROLLBACK');
    await connection.end();
  };
}

/**
 * Posts one document, whose statement is blocked, and then the others. One statement stores all of the others, because
 * it starts only when it is full. Resolves when this statement is blocked too, with half of its rows inserted.
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
  // The statement has started. It reaches the lock almost immediately; a second is more than enough.
  await sleep(1_000);
  return {
    answers: Promise.all([alone, together]).then((all) => all.flat()),
    letGo: () => Promise.all(letGo.map((one) => one())),
  };
}

/** The number of documents in statements that have started. */
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

  it('if a process is killed during a statement, either all its documents are stored or none, and a retry stores each document once', async () => {
    const documents = newDocuments();
    const { answers, letGo } = await postHeldUp(server.url, database.env.DATABASE_URL!, documents);
    await server.end('SIGKILL');
    expect(await answers).toEqual(documents.map(() => undefined));
    await letGo();

    const db = await database.open();
    const stored = async (some: readonly NewDocument[]) => {
      const [row] = await db.query<{ n: number }>(
        `SELECT count(*)::integer AS n FROM transaction_keys k JOIN transactions t ON t.business_id = k.business_id AND t.id = k.id
         WHERE encode(k.identity, 'hex') = ANY($1::text[])`,
        [some.map(({ identity }) => identity)],
      );
      return row!.n;
    };
    // The database may not notice immediately that the client has disconnected.
    await sleep(1_000);
    expect([0, COUNT]).toContain(await stored(documents.slice(1)));
    expect(await halfStored(db, PATHS.length)).toBe(0);

    server = await startProcess({ ...database.env, ...ALL_AT_ONCE }, withEndpoints(receiver, PATHS));
    const again = await postUntilStored(server.url, documents);
    expect(again.filter(({ status }) => ![200, 201].includes(status))).toEqual([]);
    expect(await stored(documents)).toBe(COUNT + 1);
    expect(await halfStored(db, PATHS.length)).toBe(0);
    const ids = again.map(({ json }) => (json as { id: string }).id);
    for (const path of PATHS) await until(() => ids.every((id) => received(receiver, path).has(id)));
  });
});

let postgres: PostgresServer | undefined;
let writer: ServerProcess | undefined;
afterEach(async () => {
  await writer?.end('SIGKILL');
  await postgres?.dispose();
});

it("if PostgreSQL is killed during a statement, all the statement's documents get 503, and none is stored", async () => {
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
    const again = await postUntilStored(writer.url, documents);
    // The status is 200 for a document that was stored despite a first response of 503.
    expect(again.filter(({ status }) => ![200, 201].includes(status))).toEqual([]);
    expect(new Set(again.map(({ json }) => (json as { id: string }).id)).size).toBe(1 + COUNT);
    expect(await db.query('SELECT count(*)::integer AS n FROM transactions')).toEqual([{ n: 1 + COUNT }]);
    expect(await halfStored(db, PATHS.length)).toBe(0);
  } finally {
    await db.close();
    await receiver.close();
  }
});
