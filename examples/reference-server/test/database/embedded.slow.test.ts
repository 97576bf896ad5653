import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.js';
import type { Database } from '../../src/database/database.js';
import { lockDirectory } from '../../src/database/embedded/directory-lock.js';
import { openEmbedded } from '../../src/database/embedded/embedded.js';
import { isNoSpace } from '../../src/database/unavailable.js';
import type { EmbeddedOptions } from '../../src/database/embedded/embedded.js';
import { testDatabase } from '../support/databases.js';

const WRITER = fileURLToPath(new URL('../support/writer.ts', import.meta.url));
const silent = { warn: () => undefined, error: () => undefined };

let made: ReturnType<typeof testDatabase>;
let folder: string;
let opened: Database[];

beforeEach(async () => {
  made = testDatabase('embedded');
  folder = made.env.DATA_DIR!;
  opened = [];
  await made.create();
});

afterEach(async () => {
  await Promise.all(opened.map((db) => db.close()));
  await made.dispose();
});

async function open(options?: EmbeddedOptions): Promise<Database> {
  const db = await openEmbedded(folder, options);
  opened.push(db);
  return db;
}

it('creates a directory that only its owner can access, and replaces an incomplete directory left by a killed process', async () => {
  await rm(folder, { recursive: true });
  await mkdir(join(folder, 'database.new'), { recursive: true });
  await writeFile(join(folder, 'database.new', 'PG_VERSION'), '18');
  const db = await open();
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(folder)).sort()).toEqual(['database', 'lock']);
  expect((await stat(join(folder, 'database'))).mode & 0o777).toBe(0o700);
});

it('the database cannot be opened twice at once, but can be opened again after closing', async () => {
  const db = await open();
  await expect(open()).rejects.toThrow(folder);
  await db.close();
  await open();
});

it('the database contains every acknowledged row when reopened immediately after its process was killed', async () => {
  const writer = fork(WRITER, [folder], { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
  let acknowledged = -1;
  writer.on('message', (row: number) => (acknowledged = row));
  while (acknowledged < 50) await once(writer, 'message');
  const gone = once(writer, 'exit');
  writer.kill('SIGKILL');
  await gone;
  const rows = await (await open()).query<{ row: number }>('SELECT row FROM rows ORDER BY row');
  expect(rows.length).toBeGreaterThan(acknowledged);
  expect(rows.map(({ row }) => row)).toEqual(rows.map((_, i) => i));
});

it('refuses a folder that contains something else, and leaves the folder unchanged', async () => {
  await rm(join(folder, 'database'), { recursive: true });
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'notes.txt'), 'mine');
  await expect(open()).rejects.toThrow(folder);
  expect(await readdir(join(folder, 'database'))).toEqual(['notes.txt']);
});

it.each([
  ['of another version', 'PG_VERSION', '11\n'],
  ['with a damaged control file', 'global/pg_control', 'x'],
])('refuses a database %s, and releases the lock on its folder', async (_, file, content) => {
  await writeFile(join(folder, 'database', file), content);
  await expect(open()).rejects.toThrow(folder);
  await expect(open()).rejects.toThrow(folder);
});

it('distinguishes a full disk from a damaged database', async () => {
  await rm(join(folder, 'database'), { recursive: true });
  const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  });
  syncBuiltinESMExports();
  try {
    const error: unknown = await open().catch((reason: unknown) => reason);
    expect([isNoSpace(error), (error as Error).message.includes(folder)]).toEqual([true, true]);
  } finally {
    write.mockRestore();
    syncBuiltinESMExports();
  }
  expect(await (await open()).query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('refuses a statement if too many are waiting, and accepts statements again afterwards', async () => {
  const db = await open({ maxWaiting: 3 });
  const all = Array.from({ length: 6 }, () => db.query('SELECT 1 AS one'));
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected', 'rejected']);
  await expect(all[5]).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('gives deliveries a separate queue and every other turn, however many requests wait', async () => {
  const db = await open({ maxWaiting: 100 });
  const order: string[] = [];
  const done = (name: string) => () => void order.push(name);
  const requests = Array.from({ length: 101 }, () => db.query('SELECT 1').then(done('request')));
  const deliveries = Array.from({ length: 3 }, () => db.delivery.query('SELECT 1').then(done('delivery')));
  await Promise.all([...requests, ...deliveries]);
  expect(order.lastIndexOf('delivery')).toBeLessThanOrEqual(6);
});

it('refuses a statement that would wait for the surrounding transaction, but not a later statement', async () => {
  const db = await open();
  let later: Promise<unknown> = Promise.resolve();
  const work = db.transaction(async () => {
    later = sleep(50).then(() => db.query('SELECT 1 AS one'));
    await db.query('SELECT 1');
  });
  await expect(work).rejects.toThrow();
  expect(await later).toEqual([{ one: 1 }]);
});

it('makes checkpoints at regular intervals', async () => {
  const db = await open({ maintenanceMs: 20 });
  const redo = async () =>
    (await db.query<{ at: string }>('SELECT redo_lsn::text AS at FROM pg_control_checkpoint()'))[0]!.at;
  const before = await redo();
  await db.query('CREATE TABLE things (name text)');
  await expect.poll(redo).not.toBe(before);
});

it('keeps working when its maintenance fails, and logs the failures', async () => {
  const told: string[] = [];
  const db = await open({
    maintenanceMs: 5,
    maxWaiting: 0,
    log: { ...silent, error: (_, message) => told.push(message) },
  });
  await db.transaction(() => expect.poll(() => told.length).toBeGreaterThan(1));
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('refuses all statements after a fatal failure without blocking the process, and releases its directory', async () => {
  const db = await open();
  await db.query('CREATE TABLE things (name text)');
  // Without this folder, the write-ahead log cannot continue once its first file is full.
  await rm(join(folder, 'database', 'pg_wal'), { recursive: true });
  const fill = `INSERT INTO things SELECT repeat(md5(i::text), 50) FROM generate_series(1, 24000) i`;
  const waiting = [db.transaction((tx) => tx.query(fill)), db.query('SELECT 1')];
  for (const result of await Promise.allSettled(waiting)) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) as unknown });
  }
  await expect(db.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await db.failed).toBeInstanceOf(DatabaseUnavailable);
  await db.close();
  await (
    await lockDirectory(folder)
  )();
});

it('does not block the event loop while many statements wait', async () => {
  const db = await open();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await Promise.all(Array.from({ length: 200 }, () => db.query(`SELECT count(*)::int4 FROM generate_series(1, 5000)`)));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
});
