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

/** All of one credential may be in one statement. */
const ALL_AT_ONCE = { CREDENTIAL_UNDER_WAY: String(COUNT) };

/** New documents in the order in which a statement inserts them. */
function newDocuments() {
  const identity = (document: ReturnType<typeof receipt>) =>
    identityKey({ app: 'app_1' }, { vendorId: 'biz_1', ...document.source });
  return Array.from({ length: COUNT }, () => receipt())
    .map((document) => ({ document, identity: identity(document) }))
    .sort((a, b) => (a.identity < b.identity ? -1 : 1));
}

/** Posts all at once; how many have an answer so far, and the answers in the end. */
function postAll(url: string, documents: ReturnType<typeof newDocuments>) {
  const progress = { answered: 0 };
  const answers = Promise.all(
    documents.map(async ({ document, identity }): Promise<Answer | undefined> => {
      const answer = await client(url, TOKENS.writer)
        .post(document, { key: identity })
        .catch(() => undefined);
      progress.answered += 1;
      return answer;
    }),
  );
  return { progress, answers };
}

/** Keeps the statement that stores a document waiting in the middle, with half of its rows inserted; a function that lets go. */
async function holdUp(url: string, identity: string): Promise<() => Promise<unknown>> {
  const connection = new pg.Client({ connectionString: url });
  connection.on('error', () => undefined);
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(
    `INSERT INTO transactions (business_id, id, identity, instant_us, body) VALUES ('biz_1', 'txn_held_up', $1, 0, '{}')`,
    [identity],
  );
  return () => connection.query('ROLLBACK').finally(() => connection.end());
}

/** Resolves once no further answer comes: the rest waits for what is held up. */
async function stuck(progress: { readonly answered: number }): Promise<void> {
  for (let before = -1; before !== progress.answered;) {
    before = progress.answered;
    await sleep(1_000);
  }
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
    const letGo = await holdUp(database.env.DATABASE_URL!, documents[COUNT / 2]!.identity);
    const { progress, answers } = postAll(server.url, documents);
    await stuck(progress);
    const early = progress.answered;
    // What came in time for the statement that waits; the rest has none yet.
    const { text } = await client(server.url, '').call('GET', '/metrics');
    const begun = Number(/^receipts_group_rows_sum (\d+)$/m.exec(text)?.[1]);
    expect(begun).toBeGreaterThan(early);
    await server.end('SIGKILL');
    expect((await answers).filter((answer) => answer?.status === 201)).toHaveLength(early);
    await letGo();

    const db = await database.open();
    const stored = async () => (await db.query<{ n: number }>('SELECT count(*)::integer AS n FROM transactions'))[0]!.n;
    // The database may not notice that nobody waits any more.
    await sleep(1_000);
    expect([early, begun]).toContain(await stored());
    expect(await halfStored(db, PATHS.length)).toBe(0);

    server = await startProcess({ ...database.env, ...ALL_AT_ONCE }, withEndpoints(receiver, PATHS));
    const again = await postAll(server.url, documents).answers;
    expect(again.filter((answer) => ![200, 201].includes(answer!.status))).toEqual([]);
    expect(await stored()).toBe(COUNT);
    expect(await halfStored(db, PATHS.length)).toBe(0);
    const ids = again.map((answer) => (answer!.json as { id: string }).id);
    for (const path of PATHS) await until(() => ids.every((id) => received(receiver, path).has(id)), 40_000);
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
  await holdUp(url, documents[COUNT / 2]!.identity);
  const { progress, answers } = postAll(writer.url, documents);
  await stuck(progress);
  const early = progress.answered;
  expect(early).toBeLessThan(COUNT);
  await postgres.kill();
  const statuses = (await answers).map((answer) => answer?.status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(early);
  expect(statuses.filter((status) => status === 503)).toHaveLength(COUNT - early);

  await postgres.start();
  const db = openPostgres(url);
  try {
    expect(await db.query('SELECT count(*)::integer AS n FROM transactions')).toEqual([{ n: early }]);
    const again = (await postAll(writer.url, documents).answers).map((answer) => answer?.status);
    expect([again.filter((status) => status === 200).length, again.filter((status) => status === 201).length]).toEqual([
      early,
      COUNT - early,
    ]);
    expect(await halfStored(db, PATHS.length)).toBe(0);
  } finally {
    await db.close();
    await receiver.close();
  }
});
