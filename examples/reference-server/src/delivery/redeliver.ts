import type { Queryable } from '../database/database.js';
import { FOUND, foundParameters, taken, type FoundRow } from './rows.js';

/** Begins a new round of six attempts. After that a result of the round before is too late. */
const NEW_ROUND = `state = 'pending', ready = true, round = d.round + 1, attempts = 0, fence = d.fence + 1, due_at = now(), finished_at = NULL`;

/** Only events that the endpoint may still read are sent again, and revocations, which it gets in any case. */
const READABLE = `(EXISTS (SELECT FROM readable r WHERE r.endpoint_id = d.endpoint_id AND r.business_id = d.business_id)
  OR EXISTS (SELECT FROM events v WHERE v.business_id = d.business_id AND v.id = d.event_id
    AND v.type = 'authorization.revoked'))`;

/** Rows per statement, so that no statement takes long. */
const BATCH = 1_000;

/**
 * Sends one event to an endpoint again, whatever its result was; false if there is none, or if it is still under way or
 * held.
 */
export async function redeliverEvent(
  database: Queryable,
  delivery: { readonly businessId: string; readonly eventId: string; readonly endpointId: string },
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE deliveries d SET ${NEW_ROUND}
     WHERE d.business_id = $1 AND d.event_id = $2 AND d.endpoint_id = $3 AND d.state NOT IN ('pending', 'held')
       AND ${READABLE}
     RETURNING 1 AS redelivered`,
    [delivery.businessId, delivery.eventId, delivery.endpointId],
  );
  return rows.length === 1;
}

/** Sends all deliveries to an endpoint again that failed at or after a time. Returns how many. */
export async function redeliverFailedSince(database: Queryable, endpointId: string, since: Date): Promise<number> {
  const { from, where } = taken(database, `d.state = 'failed'`);
  let redelivered = 0;
  for (;;) {
    const rows = await database.query<FoundRow>(
      `SELECT ${FOUND} FROM deliveries d
       WHERE d.endpoint_id = $1 AND d.state = 'failed' AND d.finished_at >= $2 AND ${READABLE}
       ORDER BY d.finished_at LIMIT ${BATCH}`,
      [endpointId, since],
    );
    const changed = await database.query(
      `UPDATE deliveries d SET ${NEW_ROUND} FROM ${from} WHERE ${where}
       RETURNING 1 AS redelivered`,
      foundParameters(rows),
    );
    redelivered += changed.length;
    // None changed: another process is changing the remaining rows.
    if (changed.length === 0) return redelivered;
  }
}
