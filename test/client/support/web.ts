/** Web Locks and IndexedDB in this process, as far as the client uses them. Node 20 has neither. */

type Held = (lock: object | null) => unknown;
type LockOptions = { ifAvailable?: boolean; signal?: AbortSignal };

/** Each name has one holder at a time, in the order of the requests. */
export function locksOf(): { request: (name: string, options: LockOptions, held: Held) => Promise<unknown> } {
  /** How many requests of a name hold the lock or wait for it, and when the last of them ends. */
  const counts = new Map<string, number>();
  const ends = new Map<string, Promise<unknown>>();
  return {
    async request(name, { ifAvailable, signal }, held) {
      const count = counts.get(name) ?? 0;
      if (ifAvailable && count > 0) return held(null);
      counts.set(name, count + 1);
      const before = ends.get(name);
      let end!: () => void;
      const ended = new Promise<void>((resolve) => (end = resolve));
      ends.set(name, Promise.all([before, ended]));
      try {
        const aborted = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
        await Promise.race([before, aborted]);
        return await held({ name });
      } finally {
        counts.set(name, counts.get(name)! - 1);
        // The messages that the holder has sent before arrive first.
        setImmediate(() => setImmediate(() => setImmediate(end)));
      }
    },
  };
}

type Listener = (() => void) | undefined;

/** The databases by name, each with its records, and a fault for the next request or transaction. */
export type Databases = {
  records: Map<string, unknown[]>;
  fail: { request?: Error | undefined; transaction?: Error | undefined };
  /** How many connections are open. */
  open: number;
  /** Asks every open connection to close, as the deletion of a database does. */
  change: () => void;
};

/** Databases with one object store of records in the order in which they were added. */
export function indexedDbOf(): { indexedDB: { open: (name: string) => object }; databases: Databases } {
  const connections = new Set<{ onversionchange?: Listener }>();
  const databases: Databases = {
    records: new Map(),
    fail: {},
    get open() {
      return connections.size;
    },
    change: () => connections.forEach(({ onversionchange }) => onversionchange?.()),
  };
  /** A request that ends later, with the next fault if there is one. */
  const requestOf = (result: unknown, started?: () => void) => {
    const error = databases.fail.request;
    databases.fail.request = undefined;
    const request: { result: unknown; error?: Error | undefined; onsuccess?: Listener; onerror?: Listener } = {
      result,
      error,
    };
    setImmediate(() => {
      started?.();
      if (error) request.onerror?.();
      else request.onsuccess?.();
    });
    return request;
  };
  const transactionOf = (name: string) => {
    const records = [...databases.records.get(name)!];
    const error = databases.fail.transaction;
    databases.fail.transaction = undefined;
    let [waits, isAborted] = [0, false];
    const transaction: { error: Error | undefined; oncomplete?: Listener; onabort?: Listener } & Record<
      string,
      unknown
    > = {
      error,
      abort() {
        isAborted = true;
        transaction.onabort?.();
      },
      objectStore: () => ({
        add: (record: unknown) => void records.push(structuredClone(record)),
        clear: () => void records.splice(0),
        getAll: () => {
          waits++;
          return requestOf([...records], () => setImmediate(commit));
        },
      }),
    };
    // A transaction ends once nothing is waiting.
    const commit = (): void => {
      if (--waits >= 0 || isAborted) return;
      if (error) transaction.onabort?.();
      else {
        databases.records.set(name, records);
        transaction.oncomplete?.();
      }
    };
    setImmediate(() => setImmediate(commit));
    return transaction;
  };
  const open = (name: string): object => {
    const connection = {
      onversionchange: undefined as Listener,
      createObjectStore: () => databases.records.set(name, []),
      transaction: () => {
        if (!connections.has(connection)) throw new Error('the connection is closed');
        return transactionOf(name);
      },
      close: () => connections.delete(connection),
    };
    const request: Record<string, unknown> & { onupgradeneeded?: Listener } = requestOf(connection, () => {
      connections.add(connection);
      if (!databases.records.has(name)) request.onupgradeneeded?.();
    });
    return request;
  };
  return { indexedDB: { open }, databases };
}
