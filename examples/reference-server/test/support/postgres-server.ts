import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { copyBinaries } from './postgres-binaries.js';
import { makeScratch } from './scratch.js';
import type { Scratch } from './scratch.js';

/** Temporary errors: a child of the killed server is still running, or a connection is using the port. */
const PASSES = /still in use|already in use/;
/** `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const env = { ...process.env, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };

/** A separate PostgreSQL server for one test, on 127.0.0.1. */
export type PostgresServer = {
  url: string;
  port: number;
  scratch: Scratch;
  /** Stops the server and ends its connections. Keeps the data. */
  stop: () => Promise<void>;
  /** Restarts the server on the same port with the same data. Resolves when the server responds. */
  start: () => Promise<void>;
  /** Stops the server with SIGKILL. */
  kill: () => Promise<void>;
  /** Stops the server and removes its folder. */
  dispose: () => Promise<void>;
};

/**
 * Creates and starts a server with an empty database. Cleans up on failure.
 *
 * @param extra additional settings, as in postgresql.conf
 */
export async function startPostgres(extra: Record<string, string> = {}): Promise<PostgresServer> {
  const scratch = await makeScratch();
  try {
    const server = await prepareNew(scratch, extra);
    await server.start();
    return server;
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

/** A file-level copy of a server, which starts as its standby or as a restored server. */
export type PostgresCopy = PostgresServer & {
  /** Ends the recovery, after which the copy accepts writes. */
  promote: () => Promise<unknown>;
};

/**
 * Copies a server's data. Stops the server during the copy.
 *
 * @param signal the file that decides how the copy starts: `standby.signal` or `recovery.signal`
 * @returns a function that starts the copy
 */
export async function copyPostgres(
  from: PostgresServer,
  signal: string,
): Promise<(settings: Record<string, string>) => Promise<PostgresCopy>> {
  const scratch = await makeScratch();
  try {
    const { postgres } = await copyBinaries(join(scratch.folder, 'native'));
    const data = dataOf(scratch);
    await from.stop();
    await promisify(execFile)('cp', ['-a', dataOf(from.scratch), data]);
    await writeFile(join(data, signal), '');
    if (user.uid !== undefined) await chown(join(data, signal), user.uid, user.gid);
    await from.start();
    return async (settings) => {
      const server = await prepare(scratch, postgres, new URL(from.url).password, settings);
      await server.start();
      return { ...server, promote: () => runStatement(server.url, 'SELECT pg_promote()') };
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

/** Creates and starts a standby. Commits do not wait for it until `synchronous_standby_names` is set. */
export async function startStandby(primary: PostgresServer): Promise<PostgresCopy> {
  const start = await copyPostgres(primary, 'standby.signal');
  const { password, port } = new URL(primary.url);
  const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`;
  return start({ primary_conninfo });
}

const dataOf = ({ folder }: Scratch) => join(folder, 'data');

async function prepareNew(scratch: Scratch, extra: Record<string, string>): Promise<PostgresServer> {
  const { initdb, postgres } = await copyBinaries(join(scratch.folder, 'native'));
  const password = randomBytes(12).toString('hex');
  await makeCluster(initdb, dataOf(scratch), scratch.folder, password);
  return prepare(scratch, postgres, password, extra);
}

/** Prepares a server for an existing data directory, without starting it. */
async function prepare(
  scratch: Scratch,
  postgres: string,
  password: string,
  extra: Record<string, string>,
): Promise<PostgresServer> {
  const data = dataOf(scratch);
  const log = join(scratch.folder, 'log');
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

  let exited: Promise<unknown> = Promise.resolve();
  let killed = false;
  const end = async (signal: NodeJS.Signals) => {
    scratch.signal(signal);
    await exited;
  };
  const start = async () => {
    const until = performance.now() + HUNG_MS;
    for (;;) {
      await rm(log, { force: true });
      ({ exited } = scratch.run({ command: postgres, args: settings(data, port, extra), log, ...user, env }));
      killed = false;
      if (await answersBefore(until, url, exited)) return;
      const said = await readFile(log, 'utf8').catch(() => '');
      if (!PASSES.test(said) || performance.now() > until) throw new Error(`PostgreSQL did not start:\n${said}`);
      await sleep(100);
    }
  };
  return {
    url,
    port,
    scratch,
    start,
    stop: () => end('SIGINT'),
    async kill() {
      killed = true;
      await end('SIGKILL');
    },
    async dispose() {
      // A killed server leaves a shared memory segment behind; its next start frees it.
      if (killed) await start();
      await scratch.remove();
    },
  };
}

async function makeCluster(initdb: string, data: string, cwd: string, password: string): Promise<void> {
  const secret = join(cwd, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(secret, password, { mode: 0o600 });
  if (user.uid !== undefined) await Promise.all([data, secret].map((path) => chown(path, user.uid, user.gid)));
  const options = ['--locale=C', '--encoding=UTF8', '--no-sync', '--no-instructions', '--auth=scram-sha-256'];
  await promisify(execFile)(initdb, ['-D', data, '-U', 'postgres', `--pwfile=${secret}`, ...options], {
    ...user,
    env,
    cwd,
  });
}

/**
 * Makes the server faster and smaller than in production. Without fsync, a power failure may lose data, but killing
 * the process does not.
 */
function settings(data: string, port: number, extra: Record<string, string>): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '32MB',
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    ...extra,
  };
  const list = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', data, '-p', String(port), ...list];
}

/** Waits until the server responds to a query. Returns false if the server exits or the time limit is reached. */
async function answersBefore(until: number, url: string, exited: Promise<unknown>): Promise<boolean> {
  let gone = false;
  void exited.then(() => (gone = true));
  while (!gone && performance.now() < until) {
    if (await answers(url)) return true;
    await sleep(20);
  }
  return false;
}

async function answers(url: string): Promise<boolean> {
  return runStatement(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/** Runs one statement on a separate connection, outside a transaction. */
export async function runStatement(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
