import type { Queryable, Row } from '../database/database.js';
import { changeAndWake } from './queues.js';

/** Begins a new round of six attempts. Results of the previous round are then too late. */
const NEW_ROUND = `state = 'pending', round = d.round + 1, attempts = 0, due_at = now(), finished_at = NULL`;

/** Redelivers only events that the endpoint may still read, and revocations, which it always gets. */
const READABLE = `(EXISTS (SELECT FROM readable r WHERE r.endpoint_id = d.endpoint_id AND r.business_id = d.business_id)
  OR EXISTS (SELECT FROM events v WHERE v.business_id = d.business_id AND v.id = d.event_id
    AND v.type = 'authorization.revoked'))`;

/** Rows per statement, to keep statements short. */
const BATCH = 1_000;

/**
 * Redelivers one event to an endpoint, whatever its result; false if there is no such delivery, or if it is still under
 * way or held.
 */
export async function redeliverEvent(
  database: Queryable,
  delivery: { readonly businessId: string; readonly eventId: string; readonly endpointId: string },
): Promise<boolean> {
  const redelivered = await changeAndWake(
    database,
    `UPDATE deliveries d SET ${NEW_ROUND}
     WHERE d.business_id = $1 AND d.event_id = $2 AND d.endpoint_id = $3 AND d.state NOT IN ('pending', 'held')
       AND ${READABLE}
     RETURNING d.endpoint_id`,
    [delivery.businessId, delivery.eventId, delivery.endpointId],
  );
  return redelivered === 1;
}

/** Redelivers everything to an endpoint that failed at or after a time. Returns the number of deliveries. */
export async function redeliverFailedSince(database: Queryable, endpointId: string, since: Date): Promise<number> {
  let redelivered = 0;
  for (;;) {
    const rows = await database.query<Row & { business_id: string; event_id: string }>(
      `SELECT d.business_id, d.event_id FROM deliveries d
       WHERE d.endpoint_id = $1 AND d.state = 'failed' AND d.finished_at >= $2 AND ${READABLE}
       ORDER BY d.finished_at LIMIT ${BATCH}`,
      [endpointId, since],
    );
    const changed = await changeAndWake(
      database,
      `UPDATE deliveries d SET ${NEW_ROUND} FROM unnest($1::text[], $2::text[]) AS k (business_id, event_id)
       WHERE d.business_id = k.business_id AND d.event_id = k.event_id AND d.endpoint_id = $3 AND d.state = 'failed'
       RETURNING d.endpoint_id`,
      [rows.map((row) => row.business_id), rows.map((row) => row.event_id), endpointId],
    );
    redelivered += changed;
    // None changed: another process has redelivered the remaining rows.
    if (changed === 0) return redelivered;
  }
}
