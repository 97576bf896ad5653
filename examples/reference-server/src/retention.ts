import type { Logger } from 'pino';
import { inBackground, pause, type Background } from './database/in-background.js';
import type { Parameter, Queryable, Row, Transactor } from './database/database.js';
import { begin, end, readSuccess } from './database/jobs.js';
import { dayOf, dropPartitions, firstId, makeAhead, type Alone } from './database/partitions.js';
import { deleteRejected, RETENTION_DAYS } from './transactions/rejected-requests.js';

/**
 * The maximum number of rows per statement. Each statement then takes only milliseconds, so it does not delay requests.
 */
const BATCH = 1_000;

const DAY_MS = 86_400_000;

/** The number of dropped partitions (one per table and day), and the numbers of deleted rows. */
export interface Deleted {
  readonly partitions: number;
  readonly deliveries: number;
  readonly attempts: number;
  readonly events: number;
  readonly rejectedRequests: number;
  readonly sessions: number;
  readonly counters: number;
}

/**
 * Deletes data that is more than `days` days old: attempts and rejected requests (by dropping the partitions for those
 * days, or row by row for rows that predate partitioning), events without deliveries, and counters. Also deletes
 * expired sessions. Keeps documents, because the law decides how long to keep them. Works in batches, so that it can
 * run while the server is up, stop at any time, and run again.
 *
 * @param now milliseconds since the epoch
 * @throws DatabaseUnavailable
 */
export async function deleteOld(database: Transactor, alone: Alone, days: number, now: number): Promise<Deleted> {
  const total = { ...NOTHING };
  for (const table of RETAINED) {
    const deleted = await DELETE_FROM[table]({ database, alone, before: firstKept(days, now), now });
    for (const [what, count] of Object.entries(deleted)) total[what as keyof Deleted] += count;
  }
  return total;
}

/**
 * The tables from which old rows are deleted, in this order, because an event is kept while the delivery log refers to
 * it.
 */
export const RETAINED = ['delivery_log', 'refused_writes', 'events', 'ended_sessions', 'counters'] as const;
export type RetainedTable = (typeof RETAINED)[number];

const NOTHING: Deleted = {
  partitions: 0,
  deliveries: 0,
  attempts: 0,
  events: 0,
  rejectedRequests: 0,
  sessions: 0,
  counters: 0,
};

/** The start of the first day from which all data is kept. */
function firstKept(days: number, now: number): Date {
  return new Date(dayOf(new Date(now - days * DAY_MS)));
}

interface Deletion {
  readonly database: Transactor;
  readonly alone: Alone;
  readonly before: Date;
  /** Milliseconds. */
  readonly now: number;
}

const DELETE_FROM: Readonly<Record<RetainedTable, (deletion: Deletion) => Promise<Partial<Deleted>>>> = {
  delivery_log: async ({ database, alone, before }) => ({
    partitions: await dropPartitions(database, alone, 'delivery_log', before.getTime()),
    ...(await deleteLog(database, before)),
  }),
  refused_writes: async ({ database, alone, before }) => ({
    partitions: await dropPartitions(database, alone, 'refused_writes', before.getTime()),
    rejectedRequests: await deleteRejected(database, before),
  }),
  events: async ({ database, before }) => {
    let events = 0;
    for await (const business of businesses(database)) events += await deleteEvents(database, business, before);
    return { events };
  },
  ended_sessions: async ({ database, now }) => ({ sessions: await deleteSessions(database, new Date(now)) }),
  counters: async ({ database, before }) => ({ counters: await deleteCounters(database, before) }),
};

/**
 * Creates the partitions for the coming days, and deletes rejected requests older than RETENTION_DAYS, regardless of
 * RETAIN_DAYS.
 *
 * @param now milliseconds since the epoch
 * @throws DatabaseUnavailable
 */
async function tendPartitions(database: Transactor, alone: Alone, now: number): Promise<void> {
  await database.transaction((tx) => makeAhead(tx, new Date(now)));
  const day = dayOf(new Date(now - RETENTION_DAYS * DAY_MS));
  await dropPartitions(database, alone, 'refused_writes', day);
  await deleteRejected(database, new Date(day));
}

/** Finds rows of the delivery log, oldest first, with the index delivery_log_by_time. */
export const OLD_LOG = `SELECT business_id, event_id, endpoint_id, round, attempt FROM delivery_log
  WHERE at < $1 ORDER BY at LIMIT ${BATCH}`;

async function deleteLog(database: Queryable, before: Date): Promise<Pick<Deleted, 'deliveries' | 'attempts'>> {
  const total = { deliveries: 0, attempts: 0 };
  for (;;) {
    const old = await database.query<
      Row & { business_id: string; event_id: string; endpoint_id: string; round: number; attempt: number }
    >(OLD_LOG, [before]);
    const gone = await database.query<Row & { ended: boolean; attempted: boolean }>(DELETE_LOG, [
      old.map((row) => row.business_id),
      old.map((row) => row.event_id),
      old.map((row) => row.endpoint_id),
      old.map((row) => String(row.round)),
      old.map((row) => String(row.attempt)),
    ]);
    total.deliveries += gone.filter(({ ended }) => ended).length;
    total.attempts += gone.filter(({ attempted }) => attempted).length;
    if (old.length < BATCH) return total;
  }
}

/** Deletes delivery log rows of several businesses by their keys. */
const DELETE_LOG = `DELETE FROM delivery_log d
  USING unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[]) AS old (business_id, event_id, endpoint_id, round, attempt)
  WHERE d.business_id = old.business_id AND d.event_id = old.event_id AND d.endpoint_id = old.endpoint_id
    AND d.round = old.round AND d.attempt = old.attempt
  RETURNING d.ended IS NOT NULL AS ended, d.duration_ms IS NOT NULL AS attempted`;

/** Deletes a business's old events, which are a range of the primary key, because event ids sort by time. */
async function deleteEvents(database: Queryable, businessId: string, before: Date): Promise<number> {
  const end = firstId('evt', before.getTime());
  let deleted = 0;
  for (let after = ''; ;) {
    const [batch] = await database.query<Row & { last: string | null; seen: number; deleted: number }>(
      `WITH old AS MATERIALIZED (
         SELECT id FROM events WHERE business_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${BATCH}
       ), gone AS (
         DELETE FROM events e USING old WHERE e.business_id = $1 AND e.id = old.id
           AND NOT EXISTS (SELECT FROM outbox d WHERE d.business_id = $1 AND d.event_id = old.id)
           AND NOT EXISTS (SELECT FROM delivery_log d WHERE d.business_id = $1 AND d.event_id = old.id) RETURNING 1
       )
       SELECT (SELECT max(id) FROM old) AS last, (SELECT count(*)::integer FROM old) AS seen,
         (SELECT count(*)::integer FROM gone) AS deleted`,
      [businessId, after, end],
    );
    deleted += batch!.deleted;
    if (batch!.seen < BATCH) return deleted;
    after = batch!.last!;
  }
}

async function deleteSessions(database: Queryable, now: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const gone = await database.query(
      `DELETE FROM ended_sessions WHERE id_hash IN (
         SELECT id_hash FROM ended_sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT ${BATCH}) RETURNING 1 AS gone`,
      [now],
    );
    deleted += gone.length;
    if (gone.length < BATCH) return deleted;
  }
}

/** Deletes old counters, and the records of processes that have not written counters since. */
async function deleteCounters(database: Queryable, before: Date): Promise<number> {
  await database.query('DELETE FROM counter_writers WHERE at < $1', [before]);
  for (let deleted = 0; ;) {
    const gone = await database.query(
      `DELETE FROM counters WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM counters WHERE hour < $1 ORDER BY hour LIMIT ${BATCH})) RETURNING 1 AS gone`,
      [before],
    );
    deleted += gone.length;
    if (gone.length < BATCH) return deleted;
  }
}

/** All business ids, read in batches. */
async function* businesses(database: Queryable): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await database.query<Row & { id: string }>(
      `SELECT id FROM businesses WHERE id > $1 COLLATE "C" ORDER BY id LIMIT ${BATCH}`,
      [after],
    );
    for (const { id } of rows) yield id;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

/** Seconds until another process takes over a run that has not ended. */
const TAKE_OVER_S = 3_600;
/** Seconds until the next run after a failure. */
const AFTER_FAILURE_S = 600;

/** A recurring task. */
interface Job {
  readonly name: string;
  /** Seconds between two runs. */
  readonly everyS: number;
  readonly run: () => Promise<void>;
}

/** Milliseconds between checks whether a run is due. */
const CHECK_MS = 60_000;

/** Options for background deletion. */
export interface RetentionOptions {
  readonly database: Transactor;
  readonly alone: Alone;
  /** See `deleteOld`; 0: never. */
  readonly days: number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /**
   * Called for each table with the time of the last successful deletion, in seconds since the epoch; before the first
   * success, called with the time when deletion was first due.
   */
  readonly onSuccess: (table: RetainedTable, seconds: number) => void;
  /** Milliseconds between checks whether a run is due; default: one minute. */
  readonly checkMs?: number;
}

/**
 * Deletes old data once a day, and creates partitions once an hour. Only one of the processes that share the database
 * does this work at a time.
 */
export function startRetention(options: RetentionOptions): Background {
  return inBackground((signal) => runJobs(options, signal));
}

async function runJobs(
  { database, alone, days, log, onSuccess, checkMs = CHECK_MS }: RetentionOptions,
  signal: AbortSignal,
): Promise<void> {
  const slowly: Transactor = {
    sql: database.sql,
    query: async <R extends Row>(text: string, parameters: readonly Parameter[] = []) => {
      signal.throwIfAborted();
      const begun = performance.now();
      const rows = await database.query<R>(text, parameters);
      // Uses the database for at most half of the time.
      await pause(performance.now() - begun, signal);
      return rows;
    },
    transaction: async (work) => {
      signal.throwIfAborted();
      return database.transaction(work);
    },
  };
  const deletionFrom = (table: RetainedTable): Job => ({
    name: `retention of ${table}`,
    everyS: 86_400,
    run: async () => {
      const now = Date.now();
      const deleted = await DELETE_FROM[table]({ database: slowly, alone, before: firstKept(days, now), now });
      if (Object.values(deleted).some((count) => count > 0)) log.info({ table, ...deleted }, 'old data deleted');
    },
  });
  const partitions: Job = {
    name: 'partitions',
    everyS: 3_600,
    run: () => tendPartitions(slowly, alone, Date.now()),
  };

  const runOnce = async ({ name, everyS, run }: Job) => {
    if ((await begin(database, name, TAKE_OVER_S)) === undefined) return;
    try {
      await run();
      await end(database, name, everyS, true);
    } catch (err) {
      // The next run continues where this run ended.
      await end(database, name, signal.aborted ? 0 : AFTER_FAILURE_S, false);
      if (!signal.aborted) throw err;
    }
  };
  const attempt = (work: () => Promise<void>, table?: RetainedTable) =>
    work().catch((err: unknown) => log.warn({ err, table }, 'could not delete old data'));
  while (!signal.aborted) {
    await attempt(() => runOnce(partitions));
    for (const table of days > 0 ? RETAINED : []) {
      if (signal.aborted) break;
      const deletion = deletionFrom(table);
      await attempt(async () => {
        await runOnce(deletion);
        onSuccess(table, await readSuccess(database, deletion.name));
      }, table);
    }
    await pause(checkMs, signal);
  }
}
