import type { Parameter, Row } from '../database/database.js';

/** A row of `deliveries` as a statement has found it: the next one takes it only while nobody has claimed it since. */
export interface FoundRow extends Row {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly fence: number;
}

/** The columns of a FoundRow, of `deliveries d`. */
export const FOUND = `d.business_id AS "businessId", d.event_id AS "eventId", d.endpoint_id AS "endpointId", d.fence`;

/** The first four parameters of a statement with `taken`. */
export function foundParameters(rows: readonly FoundRow[]): Parameter[] {
  return [
    rows.map(({ businessId }) => businessId),
    rows.map(({ eventId }) => eventId),
    rows.map(({ endpointId }) => endpointId),
    rows.map(({ fence }) => String(fence)),
  ];
}

/** The first four parameters of a statement as rows `k`. */
const FOUND_BEFORE =
  'unnest($1::text[], $2::text[], $3::text[], $4::integer[]) AS k (business_id, event_id, endpoint_id, fence)';

/**
 * Rows by their keys, locked, for the FROM clause of an UPDATE: those that are as they were found. Each is looked up by its key: left to
 * choose, a planner that takes a backlog for short reads all of it. `OFFSET 0` leaves it no choice.
 *
 * Rows are found by one statement and changed by another, because a sharded database finds rows in all shards, but cannot lock what it finds.
 *
 * @param keys rows `k` with the key and the fence
 * @param still what must still hold of `deliveries d`
 * @param lock whether to wait for who is changing a row, or to leave it to them
 */
export function locked(keys: string, still: string, lock: 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED'): string {
  return `(
    SELECT k.*, d.at_row FROM ${keys} CROSS JOIN LATERAL (
      SELECT ctid AS at_row, fence, state, ready, attempts FROM deliveries
      WHERE business_id = k.business_id AND event_id = k.event_id AND endpoint_id = k.endpoint_id
      OFFSET 0 ${lock}
    ) d
    WHERE d.fence = k.fence AND ${still}
  )`;
}

/** The rows found before, less those that somebody else is changing now. */
export function taken(still: string): string {
  return locked(FOUND_BEFORE, still, 'FOR UPDATE SKIP LOCKED');
}

/** Joins `deliveries d` with `locked(…) t`. A row that was changed between being seen and being locked is left out. */
export const SAME_ROW = 'd.ctid = t.at_row';
