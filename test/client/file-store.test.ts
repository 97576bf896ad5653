import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutboxRecord, OutboxStore } from 'receipt-rule-packs/client';
import { fileStore } from 'receipt-rule-packs/client/node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sale } from './support/service.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  path = join(folder, 'till.outbox');
});
afterEach(() => rmSync(folder, { recursive: true }));

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
