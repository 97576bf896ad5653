import type { Queryable, Row, Transactor } from '../database/database.js';
import { insertRows } from '../database/insert-rows.js';
import { changeAndWake, wakeQueues } from './queues.js';

/** Redelivers only events that the endpoint may still read, and revocations, which it always gets. */
const READABLE = `(EXISTS (SELECT FROM readable r WHERE r.endpoint_id = d.endpoint_id AND r.business_id = d.business_id)
  OR EXISTS (SELECT FROM events v WHERE v.business_id = d.business_id AND v.id = d.event_id
    AND v.type = 'authorization.revoked'))`;

/** Rows per statement, to keep statements short. */
const BATCH = 1_000;

interface Delivery {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
}

/**
 * Redelivers one event to an endpoint, whatever its result; false if there is no such delivery, or if it is still under
 * way or held.
 */
export async function redeliverEvent(database: Transactor, delivery: Delivery): Promise<boolean> {
  return (await beginNewRound(database, [delivery], READABLE)) === 1;
}

/** Redelivers everything to an endpoint that failed at or after a time. Returns the number of deliveries. */
export async function redeliverFailedSince(database: Transactor, endpointId: string, since: Date): Promise<number> {
  let redelivered = 0;
  for (;;) {
    const failed = await database.query<Row & { businessId: string; eventId: string }>(
      `SELECT d.business_id AS "businessId", d.event_id AS "eventId" FROM delivery_log d
       WHERE d.endpoint_id = $1 AND d.ended = 'failed' AND d.finished_at >= $2 AND ${READABLE}
       ORDER BY d.finished_at LIMIT ${BATCH}`,
      [endpointId, since],
    );
    const changed = await beginNewRound(
      database,
      failed.map((row) => ({ ...row, endpointId })),
      `d.ended = 'failed'`,
    );
    redelivered += changed;
    // None changed: another process has redelivered the remaining rows.
    if (changed === 0) return redelivered;
  }
}

/**
 * Begins a new round of six attempts of deliveries that have ended. After that a result of the round before is too late.
 * The log keeps the attempts of that round, but not that the delivery has ended with them.
 *
 * @param still a condition on the row of the log with which a delivery has ended
 * @returns how many
 */
async function beginNewRound(database: Transactor, deliveries: readonly Delivery[], still: string): Promise<number> {
  if (deliveries.length === 0) return 0;
  const parameters = [
    deliveries.map(({ businessId }) => businessId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ endpointId }) => endpointId),
  ];
  const reopen = `UPDATE delivery_log d SET ended = NULL, finished_at = NULL
    FROM unnest($1::text[], $2::text[], $3::text[]) AS k (business_id, event_id, endpoint_id)
    WHERE d.business_id = k.business_id AND d.event_id = k.event_id AND d.endpoint_id = k.endpoint_id
      AND d.ended IS NOT NULL AND ${still}
    RETURNING d.business_id, d.event_id, d.endpoint_id, d.round + 1 AS round`;
  if (!database.sharded) {
    return changeAndWake(
      database,
      `INSERT INTO outbox (${COLUMNS}) SELECT business_id, event_id, endpoint_id, round, created_at, now() FROM reopened
       RETURNING endpoint_id`,
      parameters,
      `reopened AS (${reopen}, d.created_at)`,
    );
  }
  const reopened = await database.transaction((tx) => reopenInShards(tx, reopen, parameters));
  await wakeQueues(database, [...new Set(reopened.map((row) => row.endpoint_id))]);
  return reopened.length;
}

const COLUMNS = 'business_id, event_id, endpoint_id, round, created_at, due_at';

interface ReopenedRow extends Row {
  readonly business_id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly round: number;
  readonly created_at: Date;
}

async function reopenInShards(
  tx: Queryable,
  reopen: string,
  parameters: readonly (readonly string[])[],
): Promise<ReopenedRow[]> {
  const rows = await tx.query<ReopenedRow>(`${reopen}, d.created_at`, parameters);
  await insertRows(
    tx,
    `outbox (${COLUMNS})`,
    rows.map((row) => [row.business_id, row.event_id, row.endpoint_id, row.round, row.created_at]),
    { more: ', now()' },
  );
  return rows;
}
