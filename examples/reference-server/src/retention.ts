import type { Queryable, Row } from './database/database.js';

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
 * Deletes data that is no longer needed: deliveries that ended more than a number of days ago, with their attempts; events
 * of that age without deliveries; rejected requests of that age; expired sessions. Keeps documents, whose retention is a
 * legal matter. Works in batches, so that it can run while the server is up, stop at any time, and run again.
 *
 * @param now milliseconds
 * @throws DatabaseUnavailable
 */
export async function deleteOld(database: Queryable, days: number, now: number): Promise<Deleted> {
  const before = new Date(now - days * DAY_MS);
  const finished = await deleteDeliveries(database, before);
  let [events, rejectedRequests] = [0, 0];
  for await (const business of businesses(database)) {
    events += await deleteEvents(database, business, before);
    rejectedRequests += await deleteRefused(database, business, before);
  }
  return { ...finished, events, rejectedRequests, sessions: await deleteSessions(database, new Date(now)) };
}

/** Finds finished deliveries in the index deliveries_finished, oldest first. */
export const FINISHED = `SELECT business_id, event_id, endpoint_id FROM deliveries
  WHERE finished_at < $1 ORDER BY finished_at LIMIT ${BATCH}`;

/**
 * A delivery that is redelivered meanwhile is no longer finished, and stays. It may lose the attempts of earlier rounds.
 */
async function deleteDeliveries(database: Queryable, before: Date): Promise<Pick<Deleted, 'deliveries' | 'attempts'>> {
  const total = { deliveries: 0, attempts: 0 };
  for (;;) {
    const old = await database.query<Row & { business_id: string; event_id: string; endpoint_id: string }>(FINISHED, [
      before,
    ]);
    const columns = [
      old.map((row) => row.business_id),
      old.map((row) => row.event_id),
      old.map((row) => row.endpoint_id),
    ];
    const [batch] = await database.query<Row & { deliveries: number; attempts: number }>(DELETE_DELIVERIES, [
      ...columns,
      before,
    ]);
    total.deliveries += batch!.deliveries;
    total.attempts += batch!.attempts;
    if (old.length < BATCH) return total;
  }
}

/** Deletes by key, for several businesses. */
const DELETE_DELIVERIES = `WITH attempts_gone AS (
    DELETE FROM attempts a USING unnest($1::text[], $2::text[], $3::text[]) AS old (business_id, event_id, endpoint_id)
    WHERE a.business_id = old.business_id AND a.event_id = old.event_id AND a.endpoint_id = old.endpoint_id RETURNING 1
  ), gone AS (
    DELETE FROM deliveries d USING unnest($1::text[], $2::text[], $3::text[]) AS old (business_id, event_id, endpoint_id)
    WHERE d.business_id = old.business_id AND d.event_id = old.event_id AND d.endpoint_id = old.endpoint_id
      AND d.finished_at < $4 RETURNING 1
  )
  SELECT (SELECT count(*)::integer FROM gone) AS deliveries, (SELECT count(*)::integer FROM attempts_gone) AS attempts`;

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
           AND NOT EXISTS (SELECT FROM deliveries d WHERE d.business_id = $1 AND d.event_id = old.id) RETURNING 1
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
