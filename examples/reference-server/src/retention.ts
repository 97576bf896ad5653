import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Parameter, Queryable, Row } from './database/database.js';

/** The most rows per statement. Each statement takes milliseconds, so that requests go on. */
const BATCH = 1_000;

const DAY_MS = 86_400_000;

/** The numbers of deleted rows. */
export interface Deleted {
  readonly deliveries: number;
  readonly attempts: number;
  readonly events: number;
  readonly rejectedRequests: number;
  readonly sessions: number;
}

/**
 * Deletes data that is no longer needed: attempts that began more than a number of days ago, and each delivery with its
 * last attempt; events of that age without deliveries; rejected requests of that age; expired sessions. Keeps documents,
 * whose retention is a legal matter. Works in batches, so that it can run while the server is up, stop at any time, and
 * run again.
 *
 * @param now milliseconds
 * @throws DatabaseUnavailable
 */
export async function deleteOld(database: Queryable, days: number, now: number): Promise<Deleted> {
  const before = new Date(now - days * DAY_MS);
  const finished = await deleteLog(database, before);
  let [events, rejectedRequests] = [0, 0];
  for await (const business of businesses(database)) {
    events += await deleteEvents(database, business, before);
    rejectedRequests += await deleteRefused(database, business, before);
  }
  return { ...finished, events, rejectedRequests, sessions: await deleteSessions(database, new Date(now)) };
}

/** Finds rows of the log by the index delivery_log_by_time, oldest first. */
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

/** Deletes by key, for several businesses. */
const DELETE_LOG = `DELETE FROM delivery_log d
  USING unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[]) AS old (business_id, event_id, endpoint_id, round, attempt)
  WHERE d.business_id = old.business_id AND d.event_id = old.event_id AND d.endpoint_id = old.endpoint_id
    AND d.round = old.round AND d.attempt = old.attempt
  RETURNING d.ended IS NOT NULL AS ended, d.duration_ms IS NOT NULL AS attempted`;

/** Ids of events are ordered by time within a business, so events of an age are a range of the key. */
async function deleteEvents(database: Queryable, businessId: string, before: Date): Promise<number> {
  const end = firstEventId(before);
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

/** The smallest event id of an instant: a UUIDv7 begins with the milliseconds (RFC 9562, 5.7). */
function firstEventId(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `evt_${hex.slice(0, 8)}-${hex.slice(8)}-`;
}

async function deleteRefused(database: Queryable, businessId: string, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const gone = await database.query(
      `DELETE FROM refused_writes WHERE business_id = $1 AND id IN (
         SELECT id FROM refused_writes WHERE business_id = $1 AND at < $2 ORDER BY id LIMIT ${BATCH}) RETURNING 1 AS gone`,
      [businessId, before],
    );
    deleted += gone.length;
    if (gone.length < BATCH) return deleted;
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

/** The ids of all businesses. */
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

/** Deletion in the background. */
export interface Retention {
  readonly stop: () => Promise<void>;
}

const NAME = 'retention';
/** Seconds between two runs, until another process takes over a run that has not ended, and after a failure. */
const EVERY_S = 86_400;
const TAKE_OVER_S = 3_600;
const AFTER_FAILURE_S = 600;
/** Milliseconds between checks whether a run is due. */
const CHECK_MS = 60_000;

/** What deletion in the background needs. */
export interface RetentionOptions {
  readonly database: Queryable;
  /** See `deleteOld`; 0: never. */
  readonly days: number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Takes when everything old was last deleted, in seconds since the epoch; before the first time, when it was first due. */
  readonly onSuccess: (seconds: number) => void;
  /** Milliseconds between checks whether a run is due; default: one minute. */
  readonly checkMs?: number;
}

/** Deletes what is older than a number of days, once a day, in one process of all that share the database. */
export function startRetention({ database, days, log, onSuccess, checkMs = CHECK_MS }: RetentionOptions): Retention {
  const controller = new AbortController();
  const { signal } = controller;
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const slowly: Queryable = {
    sharded: database.sharded,
    query: async <R extends Row>(text: string, parameters: readonly Parameter[] = []) => {
      signal.throwIfAborted();
      const begun = performance.now();
      const rows = await database.query<R>(text, parameters);
      // Leaves half of the time to others.
      await wait(performance.now() - begun);
      return rows;
    },
  };
  const run = async () => {
    try {
      const deleted = await deleteOld(slowly, days, Date.now());
      await end(database, EVERY_S, true);
      if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'old data deleted');
    } catch (err) {
      // Whoever runs next continues.
      await end(database, signal.aborted ? 0 : AFTER_FAILURE_S, false);
      if (!signal.aborted) throw err;
    }
  };
  const work = async () => {
    while (!signal.aborted && days > 0) {
      try {
        if (await begin(database)) await run();
        onSuccess(await readSuccess(database));
      } catch (err) {
        log.warn({ err }, 'could not delete old data');
      }
      await wait(checkMs);
    }
  };
  const working = work();
  return {
    stop: async () => {
      controller.abort();
      await working;
    },
  };
}

/** Whether this process is to do a run: one is due, and no other process has begun it. */
async function begin(database: Queryable): Promise<boolean> {
  const begun = await database.query(
    `INSERT INTO jobs AS j (name, due_at) VALUES ($1, now() + $2 * interval '1 second')
     ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at WHERE j.due_at <= now() RETURNING 1 AS begun`,
    [NAME, TAKE_OVER_S],
  );
  return begun.length === 1;
}

async function end(database: Queryable, nextInS: number, succeeded: boolean): Promise<void> {
  await database.query(
    `UPDATE jobs SET due_at = now() + $2 * interval '1 second',
       succeeded_at = CASE WHEN $3::boolean THEN now() ELSE succeeded_at END WHERE name = $1`,
    [NAME, nextInS, succeeded],
  );
}

async function readSuccess(database: Queryable): Promise<number> {
  const [row] = await database.query<Row & { at: number }>(
    'SELECT extract(epoch FROM succeeded_at)::float8 AS at FROM jobs WHERE name = $1',
    [NAME],
  );
  return row!.at;
}
