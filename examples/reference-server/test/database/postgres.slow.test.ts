import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.js';
import type { Database } from '../../src/database/database.js';
import { openPostgres } from '../../src/database/postgres.js';
import type { PostgresOptions } from '../../src/database/postgres.js';
import { CITUS } from '../../src/sql/citus.js';
import { runStatement, startPostgres } from '../support/postgres-server.js';
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
  'the database is unavailable after a server %s, also within a transaction, and recovers by itself',
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

it('the database is unavailable if its connection is terminated from outside, and reports the cause', async () => {
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

it('reports a statement that takes too long as unavailable, and keeps working', async () => {
  const db = open({ statementMs: 200 });
  await expect(db.query('SELECT pg_sleep(5)')).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.transaction((tx) => tx.query('SELECT pg_sleep(5)'))).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await one(db)).toEqual([{ one: 1 }]);
});

it('treats a commit as failed if Citus warns that the commit did not reach a server, and keeps working', async () => {
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
  'the SQLSTATE %s, with which Citus reports a lost server',
  (code) => {
    it.each(['failure on connection marked as essential: 127.0.0.1:1', 'any text'])(
      'means that a distributed database is unavailable: %s',
      async (text) => {
        const db = open({ sql: CITUS });
        await expect(db.query(raise(text, code))).rejects.toBeInstanceOf(DatabaseUnavailable);
        await expect(db.transaction((tx) => tx.query(raise(text, code)))).rejects.toBeInstanceOf(DatabaseUnavailable);
        expect(await one(db)).toEqual([{ one: 1 }]);
      },
    );

    it('is an ordinary error from a database that is not distributed', async () => {
      await expect(open().query(raise('any text', code))).rejects.toMatchObject({ code });
    });
  },
);

describe('several hosts', () => {
  /** A URL with two hosts: one that refuses connections, then the server. */
  const afterClosed = (query = '') => {
    const { username, password, port } = new URL(server.url);
    return `postgres://${username}:${password}@127.0.0.1:1,127.0.0.1:${port}/postgres${query}`;
  };

  it.each(['', '?target_session_attrs=any', '?target_session_attrs=primary'])(
    'are tried by all concurrent statements until one host responds: %s',
    async (query) => {
      const db = open({ poolSize: 4 }, afterClosed(query));
      expect(await Promise.all(Array.from({ length: 20 }, () => one(db)))).toEqual(Array(20).fill([{ one: 1 }]));
      await server.kill();
      await expect(one(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
      await server.start();
      expect(await one(db)).toEqual([{ one: 1 }]);
    },
  );

  it('are unavailable until one host accepts writes', async () => {
    const db = open({}, afterClosed());
    await runStatement(server.url, 'ALTER SYSTEM SET default_transaction_read_only = on');
    try {
      await runStatement(server.url, 'SELECT pg_reload_conf()');
      await expect.poll(() => one(db).catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailable);
    } finally {
      await runStatement(server.url, 'ALTER SYSTEM RESET default_transaction_read_only');
      await runStatement(server.url, 'SELECT pg_reload_conf()');
    }
    await expect.poll(() => one(db).catch((error: unknown) => error)).toEqual([{ one: 1 }]);
  });
});

it('closes all its connections when the database accepts no writes', async () => {
  const db = open({ poolSize: 3 });
  const pids = async () => {
    const rows = await Promise.all(
      Array.from({ length: 3 }, () => db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.2)::text')),
    );
    return new Set(rows.map(([row]) => row!.pid));
  };
  const before = await pids();
  expect(before.size).toBe(3);
  await expect(db.query(raise('cannot execute INSERT in a read-only transaction', '25006'))).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  expect([...(await pids())].filter((pid) => before.has(pid))).toEqual([]);
});

it('treats a commit as failed if the wait for a synchronous standby is cancelled', async () => {
  const db = open();
  await db.query('CREATE TABLE waited (at text)');
  await runStatement(server.url, `ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
  try {
    await runStatement(server.url, 'SELECT pg_reload_conf()');
    // A reload reaches the sessions at different times, so the first writes may not wait for a standby yet.
    const insert = async (): Promise<never> => {
      for (;;) await db.query(`INSERT INTO waited VALUES ('now')`);
    };
    let failed: unknown;
    const written = insert().catch((error: unknown) => (failed = error));
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    await expect.poll(async () => (await runStatement(server.url, cancel), failed)).toBeInstanceOf(DatabaseUnavailable);
    await written;
  } finally {
    await runStatement(server.url, 'ALTER SYSTEM RESET synchronous_standby_names');
    await runStatement(server.url, 'SELECT pg_reload_conf()');
  }
  expect(await one(db)).toEqual([{ one: 1 }]);
});

it('retries a statement immediately after a deadlock, but only a limited number of times', async () => {
  const db = open();
  await db.query('CREATE SEQUENCE tries');
  const deadlock = (times: number) =>
    `DO $$ BEGIN IF nextval('tries') <= ${times} THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF; END $$`;
  await db.query(deadlock(3));
  expect(await db.query(`SELECT nextval('tries')::integer AS tries`)).toEqual([{ tries: 5 }]);
  await expect(db.query(deadlock(1_000))).rejects.toBeInstanceOf(DatabaseUnavailable);
});

it('deliveries have separate connections, even if requests use all connections for requests', async () => {
  const db = open({ poolSize: 2 });
  const both = [0, 1].map(() => db.transaction(async (tx) => (await expect.poll(() => delivered).toBe(true), one(tx))));
  let delivered = false;
  expect(await one(db.delivery)).toEqual([{ one: 1 }]);
  delivered = true;
  await Promise.all(both);
});

it('the database is unavailable to a statement that gets no connection in time', async () => {
  // Long enough to open the one connection, even on a busy machine.
  const db = open({ poolSize: 1, waitMs: 1500 });
  const waiting = db.transaction(async (tx) => {
    await expect(one(db)).rejects.toBeInstanceOf(DatabaseUnavailable);
    return one(tx);
  });
  expect(await waiting).toEqual([{ one: 1 }]);
});

it('lets concurrent requests wait longer for a connection than opening a connection may take', async () => {
  const db = open({ poolSize: 1 });
  const long = db.transaction((tx) => tx.query('SELECT pg_sleep(2.5)::text'));
  expect(await one(db)).toEqual([{ one: 1 }]);
  await long;
});

it('the database is unavailable when the server has no connection left', async () => {
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

it('gives up on a server that has stopped responding', async () => {
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

it("frees a transaction's locks after one of its statements times out", async () => {
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
])('reports a connection error without the password: %s', async (_, change) => {
  const url = new URL(server.url);
  url.password = 'geheim';
  change(url);
  const error = await one(open({}, url.href)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(inspect(error, { depth: 10 })).not.toContain('geheim');
});

it.each(['postgres://me:geheim@[nowhere/db', 'postgres://me:geheim@host:port/db'])(
  'refuses an invalid URL with an error that does not contain the password: %s',
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

/** Forwards connections to a local port. While silenced, drops all data that arrives on these connections. */
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
