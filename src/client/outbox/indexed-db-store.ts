import { checkArgument } from '../../usage/usage-error.js';
import { OutboxError, type OutboxRecord, type OutboxStore } from './store.js';

/** The part of IndexedDB that the store uses. Not every project includes the DOM types. */
type Request<T> = { readonly result: T; readonly error: Error; onsuccess: unknown; onerror: unknown };
type ObjectStore = {
  add(record: OutboxRecord): unknown;
  getAll(): Request<OutboxRecord[]>;
  clear(): unknown;
};
type Transaction = {
  readonly error: Error;
  oncomplete: unknown;
  onabort: unknown;
  objectStore(name: string): ObjectStore;
  abort(): void;
};
type Database = {
  onversionchange: unknown;
  createObjectStore(name: string, options: { autoIncrement: true }): unknown;
  transaction(name: string, mode: 'readonly' | 'readwrite', options?: { durability: 'strict' }): Transaction;
  close(): void;
};
type Platform = {
  indexedDB: { open(name: string, version: number): Request<Database> & { onupgradeneeded: unknown } };
  navigator: {
    locks: {
      request(
        name: string,
        options: { ifAvailable: true },
        held: (lock: unknown) => Promise<unknown> | undefined,
      ): Promise<unknown>;
    };
  };
};

const RECORDS = 'records';

/**
 * Stores the records of an outbox in an IndexedDB database, for web apps. `append` resolves when a transaction with
 * strict durability completes. A Web Lock with the same name ensures that only one page at a time opens the database;
 * Web Locks require a secure context: https or localhost. Browsers can evict a site's database unless
 * `navigator.storage.persist()` has resolved to true.
 *
 * `load` rejects with OutboxError `outbox_store_locked` if another store in this or another page has the database open.
 *
 * @param name the name of the database, which is created if it does not exist
 * @throws UsageError for a name that is not a string
 */
export function indexedDbStore(name: string): OutboxStore {
  checkArgument(typeof name === 'string' && name !== '', 'name', 'the name of a database', name);
  let database: Database | undefined;
  let unlock: (() => void) | undefined;
  let waiting: { record: OutboxRecord; resolve: () => void; reject: (error: unknown) => void }[] = [];
  /** Settles when all earlier calls have finished. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  /**
   * Runs `work` in one transaction. Once the promise resolves, all changes are durable; if it rejects, nothing has
   * changed.
   */
  async function write(work: (records: ObjectStore) => Promise<void> | undefined): Promise<void> {
    if (!database) throw new Error(`${name} is not open`);
    const transaction = database.transaction(RECORDS, 'readwrite', { durability: 'strict' });
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    try {
      await work(transaction.objectStore(RECORDS));
    } catch (error) {
      ended.catch(() => undefined);
      transaction.abort();
      throw error;
    }
    return ended;
  }

  /** Writes all waiting records in one transaction. */
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      await write((records) => {
        for (const { record } of batch) records.add(record);
        return undefined;
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function read(): Promise<OutboxRecord[]> {
    unlock = await lock(name);
    try {
      database = await open(name);
      return await resultOf(database.transaction(RECORDS, 'readonly').objectStore(RECORDS).getAll());
    } catch (error) {
      end();
      throw error;
    }
  }

  function end(): void {
    database?.close();
    database = undefined;
    unlock?.();
    unlock = undefined;
  }

  return {
    async *load() {
      yield* await inTurn(read);
    },
    append: (record) =>
      new Promise((resolve, reject) => {
        waiting.push({ record, resolve, reject });
        void inTurn(flush);
      }),
    compact: (keep) =>
      inTurn(() =>
        write(async (records) => {
          const kept = keep(await resultOf(records.getAll()));
          records.clear();
          for (const record of kept) records.add(record);
        }),
      ),
    close: () => inTurn(async () => end()),
  };
}

function resultOf<T>(request: Request<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function open(name: string): Promise<Database> {
  const request = (globalThis as unknown as Platform).indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(RECORDS, { autoIncrement: true });
  const database = await resultOf(request);
  // Closes the database if another page deletes it, so that the other page need not wait. Later calls to `append` then
  // reject.
  database.onversionchange = () => database.close();
  return database;
}

/**
 * Acquires the lock on a database. The browser releases it when the page closes.
 *
 * @returns a function that releases the lock
 * @throws OutboxError `outbox_store_locked`
 */
function lock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    (globalThis as unknown as Platform).navigator.locks
      .request(`receipt-rule-packs ${name}`, { ifAvailable: true }, (taken) => {
        if (taken) return new Promise<void>((release) => resolve(release));
        reject(new OutboxError('outbox_store_locked', `another page has ${name} open`));
        return undefined;
      })
      .catch(reject);
  });
}
