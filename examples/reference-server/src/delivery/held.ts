import type { Queryable, Row } from '../database/database.js';

/**
 * Makes the held deliveries of endpoints due, except for paused endpoints. Workers do this, not the request that
 * resumes an endpoint, because releasing deliveries can take a long time, and because a concurrent write can still add
 * held deliveries.
 *
 * @returns the number of released deliveries, at most MAX_RELEASED
 * @throws DatabaseUnavailable
 */
export async function releaseHeld(database: Queryable, endpointIds: readonly string[]): Promise<number> {
  const rows = await database.query<Row & { business_id: string; event_id: string; endpoint_id: string }>(
    database.sql.heldDeliveries,
    [endpointIds],
  );
  if (rows.length === 0) return 0;
  const changed = await database.query(RELEASE, [
    rows.map((row) => row.business_id),
    rows.map((row) => row.event_id),
    rows.map((row) => row.endpoint_id),
  ]);
  return changed.length;
}

const RELEASE = `UPDATE outbox d SET held = false, due_at = now()
  FROM unnest($1::text[], $2::text[], $3::text[]) AS k (business_id, event_id, endpoint_id)
  WHERE d.business_id = k.business_id AND d.event_id = k.event_id AND d.endpoint_id = k.endpoint_id AND d.held
  RETURNING 1 AS changed`;
