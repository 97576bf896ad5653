import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { POSTGRES } from '../../sql/postgres.js';
import { createFailureLatch } from './failure-latch.js';
import { openCluster } from './cluster.js';
import type { Database, Parameter, Queryable, Row, Transactor } from '../database.js';
import { lockDirectory } from './directory-lock.js';
import { createGate } from '../gate.js';
import type { DatabaseLog } from '../log.js';
import { startMaintenance } from './maintenance.js';
import { isNoSpace, toDatabaseError } from '../unavailable.js';

const CHECKPOINT_MS = 300_000;
const MAX_WAITING = 1_000;

export type EmbeddedOptions = {
  log?: DatabaseLog;
  /** Milliseconds between checkpoints, 300,000 by default. */
  maintenanceMs?: number;
  /** The maximum number of waiting statements and transactions, default 1,000. */
  maxWaiting?: number;
};

type Runner = Pick<PGlite, 'query'>;
type Execute = <R extends Row>(on: Runner, text: string, parameters?: readonly Parameter[]) => Promise<R[]>;

/**
 * Opens PostgreSQL inside this process, in a directory that no other process may have open at the same time.
 *
 * The database runs one statement at a time and blocks the event loop meanwhile. Therefore every statement that the
 * server runs is bounded (LIMIT, or one row by key), and `maxWaiting` limits the queue. The database does not sync its
 * files: committed data survives a killed process, but not always a power cut.
 *
 * @param dataDir the directory; if it does not exist, it is created with access for its owner only
 * @throws Error if another process has the directory open, the database cannot be opened, or the disk is full
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Database> {
  try {
    return await openLocked(dataDir, options);
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    throw new Error(`The disk that contains ${dataDir} is full: free some space, and start again`, { cause: error });
  }
}

async function openLocked(dataDir: string, options: EmbeddedOptions): Promise<Database> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDir);
  try {
    return serve(await openCluster(dataDir), unlock, options);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function serve(db: PGlite, unlock: () => Promise<void>, options: EmbeddedOptions): Database {
  const { log, maintenanceMs = CHECKPOINT_MS, maxWaiting = MAX_WAITING } = options;
  // One statement runs while the others wait.
  const gates = { requests: createGate(1 + maxWaiting), delivery: createGate(1 + maxWaiting) };
  const schedule = createFairScheduler();
  // After a PANIC, such as a failed write to the write-ahead log, any statement, even ROLLBACK, would block the process
  // forever.
  const latch = createFailureLatch('The embedded database has failed. Restart the process');
  const execute: Execute = async <R extends Row>(on: Runner, text: string, parameters?: readonly Parameter[]) => {
    try {
      return await run<R>(on, text, parameters);
    } catch (err) {
      if (!isPanic(err)) throw toDatabaseError(err, POSTGRES);
      log?.error({ err }, 'the embedded database has failed; restart the process');
      return latch.trip(err);
    }
  };
  // A statement outside the open transaction would deadlock with it.
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  let closed: Promise<void> | undefined;

  const exclusive = async <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()?.open) throw new Error('Inside a transaction, statements must run on the transaction object');
    return gates[lane].pass(() => latch.guard(() => schedule(lane, work)));
  };
  const transactor = (lane: Lane): Transactor => ({
    sql: POSTGRES,
    query: (text, parameters) => exclusive(lane, () => execute(db, text, parameters)),
    transaction: (work) => exclusive(lane, () => runTransaction(db, work, inside, execute)),
  });
  const requests = transactor('requests');

  const stopMaintenance = startMaintenance(requests, maintenanceMs, log);
  const shut = async () => {
    await Promise.all([gates.requests.shut(), gates.delivery.shut(), stopMaintenance()]);
    try {
      if (latch.tripped()) return;
      // After a checkpoint, the next start needs no recovery.
      await db.query('CHECKPOINT');
      await db.close();
    } catch (err) {
      log?.error({ err }, 'the embedded database was not shut down cleanly; it recovers on the next start');
    } finally {
      await unlock();
    }
  };
  return {
    kind: 'embedded',
    ...requests,
    delivery: transactor('delivery'),
    failed: latch.failed,
    close: () => (closed ??= shut()),
  };
}

type Lane = 'requests' | 'delivery';

/**
 * Runs one piece of work at a time, and alternates between requests and deliveries if both are waiting. Yields to the
 * event loop before each piece: otherwise a full queue would block the event loop.
 */
function createFairScheduler(): <T>(lane: Lane, work: () => Promise<T>) => Promise<T> {
  const waiting: Record<Lane, (() => Promise<void>)[]> = { requests: [], delivery: [] };
  let running = false;

  const drain = async () => {
    running = true;
    let last: Lane = 'delivery';
    while (waiting.requests.length + waiting.delivery.length > 0) {
      const other: Lane = last === 'requests' ? 'delivery' : 'requests';
      last = waiting[other].length > 0 ? other : last;
      await yieldToEventLoop();
      await waiting[last].shift()!();
    }
    running = false;
  };

  return <T>(lane: Lane, work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting[lane].push(() => work().then(resolve, reject));
      if (!running) void drain();
    });
}

async function runTransaction<T>(
  db: PGlite,
  work: (tx: Queryable) => Promise<T>,
  inside: AsyncLocalStorage<{ open: boolean }>,
  execute: Execute,
): Promise<T> {
  const scope = { open: true };
  try {
    return await db.transaction((tx) =>
      inside.run(scope, () => work({ sql: POSTGRES, query: (text, parameters) => execute(tx, text, parameters) })),
    );
  } catch (error) {
    throw toDatabaseError(error, POSTGRES);
  } finally {
    scope.open = false;
  }
}

async function run<R extends Row>(on: Runner, text: string, parameters: readonly Parameter[] = []): Promise<R[]> {
  return (await on.query<R>(text, [...parameters])).rows;
}

function isPanic(error: unknown): boolean {
  const { severity, name } = error as { severity?: unknown; name?: unknown };
  // WebAssembly throws RuntimeError.
  return severity === 'PANIC' || name === 'RuntimeError';
}
