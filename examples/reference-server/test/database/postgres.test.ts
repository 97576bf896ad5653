import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.js';
import type { Database } from '../../src/database/database.js';
import { openPostgres } from '../../src/database/postgres.js';
import type { PostgresOptions } from '../../src/database/postgres.js';
import { startPostgres } from '../support/postgres-server.js';
import type { PostgresServer } from '../support/postgres-server.js';

let server: PostgresServer;
let opened: Database[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterEach(async () => {
  await Promise.all(opened.map((db) => db.close()));
  opened = [];
});
afterAll(() => server.dispose());

function open(options?: PostgresOptions, url = server.url): Database {
  const db = openPostgres(url, options);
  opened.push(db);
  return db;
}

const one = (db: Pick<Database, 'query'>) => db.query('SELECT 1 AS one');

it.each(['stop', 'kill'] as const)(
  'is unavailable after %s, also in a transaction, and back by itself',
  async (how) => {
    const db = open();
    await one(db);
    await db
      .transaction(async (tx) => {
        await one(tx);
        await server[how]();
        await expect(one(tx)).rejects.toBeInstanceOf(DatabaseUnavailable);
        await expect(one(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
      })
      .then(
        () => expect.unreachable(),
        (error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailable),
      );
    await expect(db.transaction(one)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await server.start();
    expect(await one(db)).toEqual([{ one: 1 }]);
    expect(await db.transaction(one)).toEqual([{ one: 1 }]);
  },
);

it('is unavailable while its connections are ended from outside, and gives the cause', async () => {
  const db = open({ poolSize: 2 });
  const other = open();
  const end = async () =>
    db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await other.query('SELECT pg_terminate_backend($1)', [row!.pid]);
      await one(tx);
    });
  const error = await end().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error).toHaveProperty('cause');
  expect(await one(db)).toEqual([{ one: 1 }]);
});

it('reports a statement that takes too long, or waits too long for a lock, as unavailable, and continues', async () => {
  const db = open({ statementMs: 200 });
  await expect(db.query('SELECT pg_sleep(5)')).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.transaction((tx) => tx.query('SELECT pg_sleep(5)'))).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await one(db)).toEqual([{ one: 1 }]);
});

it('treats a commit as failed if Citus warns that it did not reach a server, and continues', async () => {
  const db = open();
  await db.query('CREATE TABLE warned (at text)');
  await db.query(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE WARNING 'failed to commit transaction on 127.0.0.1:1'; RETURN NULL; END $$`);
  await db.query(`CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON warned DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION warn()`);
  const write = (on: Pick<Database, 'query'>) => on.query(`INSERT INTO warned VALUES ('now')`);
  await expect(write(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.transaction(write)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await one(db)).toEqual([{ one: 1 }]);
});

const raise = (message: string, code: string) =>
  `DO $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$`;

describe.each(['XX000', 'XX001', '58000', '58P01'])(
  'the SQLSTATE %s, which Citus gives when a server is gone',
  (code) => {
    it.each(['failure on connection marked as essential: 127.0.0.1:1', 'any text'])(
      'is unavailable there: %s',
      async (text) => {
        const db = open({ sharded: true });
        await expect(db.query(raise(text, code))).rejects.toBeInstanceOf(DatabaseUnavailable);
        await expect(db.transaction((tx) => tx.query(raise(text, code)))).rejects.toBeInstanceOf(DatabaseUnavailable);
        expect(await one(db)).toEqual([{ one: 1 }]);
      },
    );

    it('is a fault of a database that is not distributed', async () => {
      await expect(open().query(raise('any text', code))).rejects.toMatchObject({ code });
    });
  },
);

it('tries a statement again at once that was chosen to end a deadlock, not without end', async () => {
  const db = open();
  await db.query('CREATE SEQUENCE tries');
  const deadlock = (times: number) =>
    `DO $$ BEGIN IF nextval('tries') <= ${times} THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF; END $$`;
  await db.query(deadlock(3));
  expect(await db.query(`SELECT nextval('tries')::integer AS tries`)).toEqual([{ tries: 5 }]);
  await expect(db.query(deadlock(1_000))).rejects.toBeInstanceOf(DatabaseUnavailable);
});

it('has connections for deliveries while requests have all of theirs', async () => {
  const db = open({ poolSize: 2 });
  const both = [0, 1].map(() => db.transaction(async (tx) => (await expect.poll(() => delivered).toBe(true), one(tx))));
  let delivered = false;
  expect(await one(db.delivery)).toEqual([{ one: 1 }]);
  delivered = true;
  await Promise.all(both);
});

it('is unavailable to those that get no connection in time', async () => {
  // The one connection must also be made in this time, on a busy machine.
  const db = open({ poolSize: 1, waitMs: 1500 });
  const waiting = db.transaction(async (tx) => {
    await expect(one(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
    return one(tx);
  });
  expect(await waiting).toEqual([{ one: 1 }]);
});

it('lets requests that come at once wait for a connection, for longer than one may take to make', async () => {
  const db = open({ poolSize: 1 });
  const long = db.transaction((tx) => tx.query('SELECT pg_sleep(2.5)::text'));
  expect(await one(db)).toEqual([{ one: 1 }]);
  await long;
});

it('is unavailable when the server has no connection to spare', async () => {
  await open().query(`ALTER ROLE postgres CONNECTION LIMIT 1`);
  await open().query('CREATE ROLE few LOGIN CONNECTION LIMIT 1');
  await open().query(`ALTER ROLE few PASSWORD 'few'`);
  const url = new URL(server.url);
  url.username = 'few';
  url.password = 'few';
  const [first, second] = [open({}, url.href), open({}, url.href)];
  await first.transaction(async (tx) => {
    await one(tx);
    await expect(one(second)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});

it('gives up on a server that has fallen silent', async () => {
  const proxy = await openProxy(server.port);
  try {
    const url = new URL(server.url);
    url.port = String(proxy.port);
    const db = open({ statementMs: 300, poolSize: 1 }, url.href);
    await one(db);
    proxy.silence(true);
    await expect(one(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(one(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
    proxy.silence(false);
    expect(await one(db)).toEqual([{ one: 1 }]);
  } finally {
    await proxy.close();
  }
});

it('frees the locks of a transaction whose process has fallen silent at its statement', async () => {
  const db = open({ statementMs: 300 });
  await db.query('CREATE TABLE locked (name text)');
  await expect(
    db.transaction(async (tx) => {
      await tx.query('LOCK TABLE locked');
      await tx.query('SELECT pg_sleep(5)');
    }),
  ).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect.poll(() => db.query('SELECT name FROM locked').catch(() => undefined)).toEqual([]);
});

it.each([
  ['refused', (url: URL) => (url.port = '1')],
  ['a wrong password', (url: URL) => (url.password = 'geheim-wrong')],
  ['no such database', (url: URL) => (url.pathname = '/none')],
])('tells no password: %s', async (_, change) => {
  const url = new URL(server.url);
  url.password = 'geheim';
  change(url);
  const error = await one(open({}, url.href)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(inspect(error, { depth: 10 })).not.toContain('geheim');
});

it.each(['postgres://me:geheim@[nowhere/db', 'postgres://me:geheim@host:port/db'])(
  'refuses a URL that cannot be read, without its password: %s',
  (url) => {
    let error: unknown;
    try {
      open({}, url);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 10 })).not.toContain('geheim');
  },
);

/** Forwards connections to a local port, or drops everything that arrives on them. */
async function openProxy(to: number) {
  const sockets = new Set<Socket>();
  let silent = false;
  const proxy: Server = createServer((socket) => {
    const upstream = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => into.destroy());
      from.on('data', (data) => {
        if (!silent) into.write(data);
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    silence: (on: boolean) => (silent = on),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
