import type { Queryable, Row } from '../database/database.js';

/** The maximum number of rows per call, to keep each statement short. */
export const MAX_RELEASED = 1_000;

/**
 * Makes the held deliveries of endpoints due, except for paused endpoints. Workers do this, not the request that
 * resumes an endpoint, because releasing deliveries can take a long time, and because a concurrent write can still add
 * held deliveries.
 *
 * @returns the number of released deliveries
 * @throws DatabaseUnavailable
 */
export async function releaseHeld(database: Queryable, endpointIds: readonly string[]): Promise<number> {
  const rows = await database.query<Row & { business_id: string; event_id: string; endpoint_id: string }>(
    database.sharded ? HELD_IN_SHARDS : HELD,
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

const HELD = `SELECT d.* FROM unnest($1::text[]) AS k (id)
  CROSS JOIN LATERAL (SELECT id FROM endpoints WHERE id = k.id AND enabled OFFSET 0) e
  CROSS JOIN LATERAL (
    SELECT business_id, event_id, endpoint_id FROM outbox
    WHERE endpoint_id = e.id AND held ORDER BY created_at LIMIT ${MAX_RELEASED}
  ) d
  LIMIT ${MAX_RELEASED}`;

const HELD_IN_SHARDS = `SELECT d.business_id, d.event_id, d.endpoint_id
  FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
  WHERE d.held AND e.enabled AND d.endpoint_id = ANY($1::text[])
  ORDER BY d.created_at LIMIT ${MAX_RELEASED}`;

const RELEASE = `UPDATE outbox d SET held = false, due_at = now()
  FROM unnest($1::text[], $2::text[], $3::text[]) AS k (business_id, event_id, endpoint_id)
  WHERE d.business_id = k.business_id AND d.event_id = k.event_id AND d.endpoint_id = k.endpoint_id AND d.held
  RETURNING 1 AS changed`;
