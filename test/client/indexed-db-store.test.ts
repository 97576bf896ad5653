import { indexedDbStore, type OutboxRecord, type OutboxStore } from 'receipt-rule-packs/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { indexedDbOf, locksOf, type Databases } from './support/web.js';

let databases: Databases;
beforeEach(() => {
  const fake = indexedDbOf();
  databases = fake.databases;
  vi.stubGlobal('indexedDB', fake.indexedDB);
  vi.stubGlobal('navigator', { locks: locksOf() });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const record = (id: string): OutboxRecord => ({ event: 'dropped', id });

async function loaded(store: OutboxStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.load()) ids.push(id);
  return ids;
}

async function reloaded(): Promise<string[]> {
  const store = indexedDbStore('till');
  const ids = await loaded(store);
  await store.close();
  return ids;
}

it('indexedDbStore keeps records in call order, across a compaction', async () => {
  const store = indexedDbStore('till');
  expect(await loaded(store)).toEqual([]);
  const first = ['1', '2', '3'].map((id) => store.append(record(id)));
  const compacted = store.compact((records) => records.filter(({ id }) => id !== '2'));
  await Promise.all([...first, compacted, ...['4', '5'].map((id) => store.append(record(id)))]);
  await store.close();
  expect(databases.open).toBe(0);
  expect(await reloaded()).toEqual(['1', '3', '4', '5']);
});

it('indexedDbStore resolves append only once the record is stored', async () => {
  const store = indexedDbStore('till');
  await loaded(store);
  const appended = store.append(record('1'));
  expect(databases.records.get('till')).toEqual([]);
  await appended;
  expect(databases.records.get('till')).toEqual([record('1')]);
  await store.close();
});

it('indexedDbStore changes nothing if a transaction fails', async () => {
  const store = indexedDbStore('till');
  await loaded(store);
  await store.append(record('1'));
  const error = new Error('no');
  databases.fail.transaction = error;
  const both = await Promise.allSettled(['2', '3'].map((id) => store.append(record(id))));
  expect(both).toMatchObject([{ reason: error }, { reason: error }]);
  const fails = () => {
    throw error;
  };
  await expect(store.compact(fails)).rejects.toBe(error);
  databases.fail.request = error;
  await expect(store.compact(() => [])).rejects.toBe(error);
  const uncloneable = Object.assign(record('4'), { no: () => undefined });
  await expect(store.compact(() => [record('5'), uncloneable])).rejects.toThrow(Error);
  await store.append(record('6'));
  await store.close();
  expect(await reloaded()).toEqual(['1', '6']);
});

it('indexedDbStore can be open once at a time', async () => {
  const store = indexedDbStore('till');
  await loaded(store);
  await expect(loaded(indexedDbStore('till'))).rejects.toMatchObject({ code: 'outbox_store_locked' });
  expect(await loaded(indexedDbStore('other'))).toEqual([]);
  await store.close();
  expect(await reloaded()).toEqual([]);
});

it('indexedDbStore releases its lock and its connection if it cannot read', async () => {
  const error = new Error('no');
  databases.fail.request = error;
  await expect(loaded(indexedDbStore('till'))).rejects.toBe(error);
  expect(await reloaded()).toEqual([]);
});

it('indexedDbStore rejects records before it is loaded, once it is closed, and once the database is deleted', async () => {
  const store = indexedDbStore('till');
  await expect(store.append(record('1'))).rejects.toThrow(Error);
  await loaded(store);
  await store.append(record('2'));
  databases.change();
  await expect(store.append(record('3'))).rejects.toThrow(Error);
  await store.close();
  await store.close();
  await expect(store.append(record('4'))).rejects.toThrow(Error);
  expect(await reloaded()).toEqual(['2']);
});
