import type { Queryable } from '../database/database.js';
import { ENABLED, endpointsWith } from './candidates.js';
import { FOUND, foundParameters, SAME_ROW, taken, type FoundRow } from './rows.js';

/** Rows that one call changes at most, so that no statement is long. */
export const MOST_MADE_READY = 1_000;

/** The condition of the index `deliveries_waiting`. */
const WAITING = `d.state = 'pending' AND NOT d.ready`;

/** Makes ready what has waited for its time: for the next attempt, or for the end of a lease. How much that was. */
export async function makeDueReady(database: Queryable): Promise<number> {
  const rows = await database.query<FoundRow>(
    `SELECT ${FOUND} FROM deliveries d WHERE ${WAITING} AND d.due_at <= now()
     ORDER BY d.due_at LIMIT ${MOST_MADE_READY}`,
  );
  return change(database, rows, 'ready = true', WAITING);
}

/** The condition of the index `deliveries_held`. */
const HELD = `state = 'held'`;

/**
 * Makes ready what was held for endpoints that have been resumed. A worker does it, not the resuming itself: that may be a long work, and a
 * write at the same moment may still have held its event.
 *
 * @returns how much that was
 */
export async function releaseHeld(database: Queryable): Promise<number> {
  const rows = await database.query<FoundRow>(
    `WITH RECURSIVE ${endpointsWith(HELD)}
     SELECT ${FOUND} FROM found CROSS JOIN LATERAL ${ENABLED} e CROSS JOIN LATERAL (
         SELECT business_id, event_id, endpoint_id, fence FROM deliveries
         WHERE endpoint_id = e.id AND ${HELD} ORDER BY created_at LIMIT ${MOST_MADE_READY}
       ) d
     LIMIT ${MOST_MADE_READY}`,
  );
  return change(database, rows, `state = 'pending', ready = true, due_at = now()`, `d.${HELD}`);
}

async function change(database: Queryable, rows: readonly FoundRow[], set: string, still: string): Promise<number> {
  if (rows.length === 0) return 0;
  const changed = await database.query(
    `UPDATE deliveries d SET ${set} FROM ${taken(still)} t WHERE ${SAME_ROW} RETURNING 1 AS changed`,
    foundParameters(rows),
  );
  return changed.length;
}
