import type { Queryable, Transactor } from '../database/database.js';
import { ENABLED, endpointsWith } from './candidates.js';
import { FOUND, foundParameters, inTurn, taken, type FoundRow } from './rows.js';

/** The most rows that one call changes, so that no statement takes long. */
export const MOST_MADE_READY = 1_000;

/** The condition of the index `deliveries_waiting`. */
const WAITING = `d.state = 'pending' AND NOT d.ready`;

/**
 * Makes deliveries ready whose waiting time is over: for the next attempt, or after the end of a lease. Returns how
 * many.
 */
export async function makeDueReady(database: Transactor): Promise<number> {
  const changed = await inTurn(database, async (on) => {
    const rows = await on.query<FoundRow>(
      `SELECT ${FOUND} FROM deliveries d WHERE ${WAITING} AND d.due_at <= now()
       ORDER BY d.due_at LIMIT ${MOST_MADE_READY}`,
    );
    return change(on, rows, 'ready = true', WAITING);
  });
  return changed ?? 0;
}

/** The condition of the index `deliveries_held`. */
const HELD = `state = 'held'`;

/**
 * Makes deliveries ready that were held for endpoints that are now resumed. A worker does it, not the request that
 * resumes: it may take long, and a write at the same moment may still have held its event.
 *
 * @returns how many
 */
export async function releaseHeld(database: Transactor): Promise<number> {
  const changed = await inTurn(database, async (on) => {
    const rows = await on.query<FoundRow>(on.sharded ? RELEASED_IN_SHARDS : RELEASED);
    return change(on, rows, `state = 'pending', ready = true, due_at = now()`, `d.${HELD}`);
  });
  return changed ?? 0;
}

const RELEASED = `WITH RECURSIVE ${endpointsWith(HELD)}
  SELECT ${FOUND} FROM found CROSS JOIN LATERAL ${ENABLED} e CROSS JOIN LATERAL (
      SELECT business_id, event_id, endpoint_id, fence FROM deliveries
      WHERE endpoint_id = e.id AND ${HELD} ORDER BY created_at LIMIT ${MOST_MADE_READY}
    ) d
  LIMIT ${MOST_MADE_READY}`;

/**
 * Citus has no recursive query over shards: this one also reads the held deliveries of endpoints that are still paused,
 * and skips them.
 */
const RELEASED_IN_SHARDS = `SELECT ${FOUND} FROM deliveries d JOIN endpoints e ON e.id = d.endpoint_id
  WHERE d.${HELD} AND e.enabled ORDER BY d.created_at LIMIT ${MOST_MADE_READY}`;

async function change(database: Queryable, rows: readonly FoundRow[], set: string, still: string): Promise<number> {
  if (rows.length === 0) return 0;
  const { from, where } = taken(database, still);
  const changed = await database.query(
    `UPDATE deliveries d SET ${set} FROM ${from} WHERE ${where} RETURNING 1 AS changed`,
    foundParameters(rows),
  );
  return changed.length;
}
