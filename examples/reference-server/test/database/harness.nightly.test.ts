import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { openPostgres } from '../../src/database/postgres.js';
import { CITUS } from '../../src/sql/citus.js';
import { eachDatabase } from '../support/databases.js';
import { startPostgres } from '../support/postgres-server.js';

const STARTER = fileURLToPath(new URL('../support/starter.ts', import.meta.url));

afterEach(() => void vi.unstubAllEnvs());

/** Sets TMPDIR to a new empty folder, which the server's user can traverse. */
async function useTemporary(): Promise<string> {
  const folder = await mkdtemp(join(inject('scratch'), 'tmp-'));
  await chmod(folder, 0o711);
  vi.stubEnv('TMPDIR', folder);
  return folder;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

eachDatabase((database) => {
  it('provides a separate, empty database', async () => {
    const opened = await database.open();
    const { kind, sql } = opened;
    expect(sql === CITUS ? 'citus' : kind).toBe(database.name);
    expect(await opened.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });
});

it('starts a separate server, stops, kills and restarts it with its data, and leaves no files', async () => {
  const temporary = await useTemporary();
  const server = await startPostgres();
  const db = openPostgres(server.url);
  await db.query('CREATE TABLE kept (name text)');
  await server.stop();
  expect(await listens(server.port)).toBe(false);
  await server.start();
  await server.kill();
  expect(await listens(server.port)).toBe(false);
  await server.start();
  expect(await db.query('SELECT name FROM kept')).toEqual([]);
  await db.close();
  await server.dispose();
  expect(await listens(server.port)).toBe(false);
  expect(await readdir(temporary)).toEqual([]);
});

it('leaves no files if the server does not start', async () => {
  const temporary = await useTemporary();
  await expect(startPostgres({ max_connections: 'none' })).rejects.toThrow();
  expect(await readdir(temporary)).toEqual([]);
});

it('leaves no server and no files if the process that started the server is killed', async () => {
  const temporary = await useTemporary();
  const starter = fork(STARTER, { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
  const [port] = (await once(starter, 'message')) as [number];
  expect(await listens(port)).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(() => listens(port)).toBe(false);
  const ours = async () => (await readdir(temporary)).filter((name) => name.startsWith('receipt-server-'));
  await expect.poll(ours).toEqual([]);
});
