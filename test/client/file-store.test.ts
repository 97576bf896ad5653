import { spawnSync } from 'node:child_process';
import fs, { open, type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutboxRecord, OutboxStore } from 'receipt-rule-packs/client';
import { fileStore } from 'receipt-rule-packs/client/node';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sale } from './support/service.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  path = join(folder, 'till.outbox');
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

const record = (id: string): OutboxRecord => ({ event: 'added', id, document: sale(`Kaffe €${id}`), key: `key ${id}` });

async function loaded(store: OutboxStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.load()) ids.push(id);
  return ids;
}

async function reloaded(): Promise<string[]> {
  const store = fileStore(path);
  const ids = await loaded(store);
  await store.close();
  return ids;
}

it('fileStore writes records in call order, each before append resolves', async () => {
  const store = fileStore(path);
  expect(await loaded(store)).toEqual([]);
  const ids = Array.from({ length: 50 }, (_, i) => `${i}`);
  await Promise.all(
    ids.map(async (id) => {
      await store.append(record(id));
      expect(readFileSync(path, 'utf8')).toContain(JSON.stringify(record(id)));
    }),
  );
  await store.close();
  expect(await reloaded()).toEqual(ids);
  expect(readdirSync(folder)).toEqual(['till.outbox']);
});

it('fileStore removes an incomplete last line, whatever its length, and appends after the complete lines', async () => {
  const [first, second] = [record('1'), record('2')].map((each) => Buffer.from(`${JSON.stringify(each)}\n`));
  for (let bytes = 0; bytes <= second!.length; bytes++) {
    writeFileSync(path, Buffer.concat([first!, second!.subarray(0, bytes)]));
    const store = fileStore(path);
    const whole = bytes === second!.length ? ['1', '2'] : ['1'];
    expect(await loaded(store)).toEqual(whole);
    expect(readFileSync(path, 'utf8')).toBe(whole.map((id) => `${JSON.stringify(record(id))}\n`).join(''));
    await store.append(record('3'));
    await store.close();
    expect(await reloaded()).toEqual([...whole, '3']);
  }
});

it('fileStore rejects a file that is damaged before its last line', async () => {
  writeFileSync(path, `{"event":\n${JSON.stringify(record('1'))}\n`);
  const cause = expect.any(SyntaxError) as unknown;
  await expect(loaded(fileStore(path))).rejects.toMatchObject({ code: 'outbox_store_failed', cause });
  expect(readdirSync(folder)).toEqual(['till.outbox']);
});

it('fileStore compacts between appends without losing records', async () => {
  const store = fileStore(path);
  await loaded(store);
  const first = Promise.all(['1', '2', '3'].map((id) => store.append(record(id))));
  const compacted = store.compact((records) => records.filter(({ id }) => id !== '2'));
  const later = Promise.all(['4', '5'].map((id) => store.append(record(id))));
  await Promise.all([first, compacted, later]);
  await store.close();
  expect(await reloaded()).toEqual(['1', '3', '4', '5']);
});

it('fileStore keeps its records if a compaction fails, and removes the unfinished file', async () => {
  const store = fileStore(path);
  await loaded(store);
  await store.append(record('1'));
  const error = new Error('no');
  const fails = () => {
    throw error;
  };
  await expect(store.compact(fails)).rejects.toBe(error);
  await store.append(record('2'));
  await store.close();
  writeFileSync(`${path}.new`, 'half');
  expect(await reloaded()).toEqual(['1', '2']);
  expect(readdirSync(folder)).toEqual(['till.outbox']);
});

/** Replaces the next write to any file. */
async function nextWrite(write: (file: FileHandle, bytes: Uint8Array, from: number, at: number) => Promise<object>) {
  const file = await open(join(folder, 'other'), 'w');
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  const real = prototype.write;
  const spy = vi.spyOn(prototype, 'write');
  spy.mockImplementationOnce(async function (this: FileHandle, bytes: Uint8Array, from: number, _: number, at: number) {
    spy.mockImplementation(real);
    return write(this, bytes, from, at);
  } as never);
}

it('fileStore writes the rest of a line of which the system wrote only part', async () => {
  const store = fileStore(path);
  await loaded(store);
  await store.append(record('1'));
  await nextWrite((file, bytes, from, at) => file.write(bytes, from, 7, at));
  await store.append(record('2'));
  await store.close();
  expect(await reloaded()).toEqual(['1', '2']);
});

it('fileStore removes lines of which it could write only part before the next append', async () => {
  const store = fileStore(path);
  await loaded(store);
  await store.append(record('1'));
  const error = new Error('disk full');
  await nextWrite(async (file, bytes, from, at) => {
    await file.write(bytes, from, bytes.length - from - 1, at);
    throw error;
  });
  // Both lines are written together.
  const both = await Promise.allSettled(['2', '3'].map((id) => store.append(record(id))));
  expect(both).toMatchObject([{ reason: error }, { reason: error }]);
  await store.append({ event: 'dropped', id: '4' });
  await store.close();
  expect(await reloaded()).toEqual(['1', '4']);
});

it('fileStore keeps its records if it cannot write the compacted file', async () => {
  const store = fileStore(path);
  await loaded(store);
  await store.append(record('1'));
  const error = new Error('disk full');
  await nextWrite(() => Promise.reject(error));
  await expect(store.compact((records) => records)).rejects.toBe(error);
  await store.append(record('2'));
  await store.close();
  expect(await reloaded()).toEqual(['1', '2']);
});

it('fileStore rejects records before it is loaded and once it is closed', async () => {
  const store = fileStore(path);
  await expect(store.append(record('1'))).rejects.toThrow(Error);
  await expect(store.compact((records) => records)).rejects.toThrow(Error);
  await loaded(store);
  await store.append(record('2'));
  await store.close();
  await expect(store.append(record('3'))).rejects.toThrow(Error);
  await store.close();
  expect(await reloaded()).toEqual(['2']);
});

it('fileStore fails if the folder does not exist, and leaves no lock', async () => {
  await expect(loaded(fileStore(join(folder, 'none', 'till.outbox')))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(folder)).toEqual([]);
});

it.each([[''], [5]])('fileStore rejects the path %j', (wrong) => {
  const misuse = expect.objectContaining({ code: 'invalid_argument', argument: 'path' }) as Error;
  expect(() => fileStore(wrong as string)).toThrow(misuse);
});

it('fileStore fails if the path is a folder', async () => {
  await expect(loaded(fileStore(folder))).rejects.toMatchObject({ code: 'EISDIR' });
});

it('fileStore takes over the lock of a process with the same pid that started at another time or before a reboot', async () => {
  const store = fileStore(path);
  await loaded(store);
  const mine = JSON.parse(readFileSync(`${path}.lock`, 'utf8')) as Record<string, unknown>;
  await store.close();
  expect(mine.pid).toBe(process.pid);
  // Only Linux states when a process started, and the boot.
  if (process.platform === 'linux') {
    // proc(5): field 22 of the file; fields 1 and 2 are the pid and the name in parentheses.
    const fields = readFileSync(`/proc/${process.pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    expect(mine.started).toBe(fields[22 - 3]);
    expect(mine.boot).toBe(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  }
  for (const change of [{ boot: 'another' }, { started: '1' }]) {
    writeFileSync(`${path}.lock`, JSON.stringify({ ...mine, ...change }));
    expect(await reloaded()).toEqual([]);
  }
  writeFileSync(`${path}.lock`, JSON.stringify(mine));
  await expect(loaded(fileStore(path))).rejects.toMatchObject({ code: 'outbox_store_locked' });
});

it('fileStore takes over a lock without /proc, too, but only of a process that has ended', async () => {
  const { readFile } = fs;
  vi.spyOn(fs, 'readFile').mockImplementation(async (file, options) => {
    if (typeof file === 'string' && file.startsWith('/proc/')) throw new Error('no such file');
    return readFile(file, options);
  });
  syncBuiltinESMExports();
  const store = fileStore(path);
  await loaded(store);
  expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toEqual({ pid: process.pid });
  await expect(loaded(fileStore(path))).rejects.toMatchObject({ code: 'outbox_store_locked' });
  await store.close();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(`${path}.lock`, JSON.stringify({ pid }));
  expect(await reloaded()).toEqual([]);
});

it("fileStore respects the lock of another user's process", async () => {
  const store = fileStore(path);
  await loaded(store);
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('no'), { code: 'EPERM' });
  });
  await expect(loaded(fileStore(path))).rejects.toMatchObject({ code: 'outbox_store_locked' });
  await store.close();
});

it('fileStore gives back a lock that another process has taken over at the same moment', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(`${path}.lock`, JSON.stringify({ pid }));
  const { rename } = fs;
  const other = JSON.stringify({ pid: process.pid });
  vi.spyOn(fs, 'rename').mockImplementationOnce(async (from, to) => {
    writeFileSync(`${path}.lock`, other);
    return rename(from, to);
  });
  syncBuiltinESMExports();
  await expect(loaded(fileStore(path))).rejects.toMatchObject({ code: 'outbox_store_locked' });
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(other);
  expect(readdirSync(folder)).toEqual(['till.outbox.lock']);
});

it('fileStore takes over a lock that has been released at the same moment', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(`${path}.lock`, JSON.stringify({ pid }));
  vi.spyOn(fs, 'rename').mockImplementationOnce(async () => {
    rmSync(`${path}.lock`);
    throw Object.assign(new Error('no'), { code: 'ENOENT' });
  });
  syncBuiltinESMExports();
  expect(await reloaded()).toEqual([]);
  expect(readdirSync(folder)).toEqual(['till.outbox']);
});

it('fileStore fails on a file system without hard links, and leaves no file', async () => {
  const error = Object.assign(new Error('no'), { code: 'EPERM' });
  vi.spyOn(fs, 'link').mockRejectedValueOnce(error);
  syncBuiltinESMExports();
  await expect(loaded(fileStore(path))).rejects.toBe(error);
  expect(readdirSync(folder)).toEqual([]);
});

it('fileStore allows one writer', async () => {
  const store = fileStore(path);
  await loaded(store);
  await expect(loaded(fileStore(path))).rejects.toMatchObject({ code: 'outbox_store_locked' });
  await store.close();
  expect(await reloaded()).toEqual([]);
});

it('fileStore takes over the lock of a process that has ended, even if its pid is in use again', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const reused = { pid: process.pid, boot: 'another', started: '1' };
  for (const lock of [JSON.stringify({ pid }), JSON.stringify(reused), '']) {
    writeFileSync(`${path}.lock`, lock);
    expect(await reloaded()).toEqual([]);
  }
});
