import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { copyBinaries } from './postgres-binaries.js';
import { makeScratch } from './scratch.js';
import type { Scratch } from './scratch.js';

const START_MS = 30_000;
/**
 * What can briefly prevent a server from starting: a child of the killed server, or a connection that took its port.
 */
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
  /** Stops the server, ending its connections; the data stays. */
  stop: () => Promise<void>;
  /** Starts it again, on the same port with the same data; resolves once it answers. */
  start: () => Promise<void>;
  /** Stops it by SIGKILL. */
  kill: () => Promise<void>;
  /** Stops it and removes everything. */
  dispose: () => Promise<void>;
};

/**
 * Makes and starts a server with an empty database. Cleans up if it fails.
 *
 * @param extra settings of postgresql.conf
 */
export async function startPostgres(extra: Record<string, string> = {}): Promise<PostgresServer> {
  const scratch = await makeScratch();
  try {
    const server = await prepare(scratch, extra);
    await server.start();
    return server;
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

async function prepare(scratch: Scratch, extra: Record<string, string>): Promise<PostgresServer> {
  const { initdb, postgres } = await copyBinaries(join(scratch.folder, 'native'));
  const data = join(scratch.folder, 'data');
  const log = join(scratch.folder, 'log');
  const password = randomBytes(12).toString('hex');
  await makeCluster(initdb, data, scratch.folder, password);
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

  let exited: Promise<unknown> = Promise.resolve();
  let killed = false;
  const end = async (signal: NodeJS.Signals) => {
    scratch.signal(signal);
    await exited;
  };
  const start = async () => {
    const until = performance.now() + START_MS;
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
      // A killed server leaves a shared memory segment behind, which its next start frees.
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
 * Faster and smaller than a production server: without fsync, a power failure may lose data, but the end of the process
 * does not.
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

/** Waits until the server answers a query. False if it has exited or time is up. */
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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
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
