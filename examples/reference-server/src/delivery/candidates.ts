import type { Queryable } from '../database/database.js';
import { FOUND, type FoundRow } from './rows.js';
import type { Capacity } from './slots.js';

/** A delivery that may be claimed. */
export interface Candidate extends FoundRow {
  /** Whether the last attempt at its endpoint, of any process, ran into the deadline. */
  readonly slow: boolean;
}

/**
 * The endpoints that have rows in a partial index that begins with the endpoint, as `found (endpoint_id)`: one look into the index for
 * each, so that the length of a backlog costs nothing.
 *
 * @param where the condition of the index
 */
export function endpointsWith(where: string): string {
  return `found AS (
    (SELECT endpoint_id FROM deliveries WHERE ${where} ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id FROM found CROSS JOIN LATERAL (
      SELECT endpoint_id FROM deliveries WHERE ${where} AND endpoint_id > found.endpoint_id ORDER BY endpoint_id LIMIT 1
    ) next
  )`;
}

/** The endpoint of a row of `found` unless it is paused, by its key: a planner that expects many rows would read all endpoints. */
export const ENABLED = '(SELECT id, last_error_class FROM endpoints WHERE id = found.endpoint_id AND enabled OFFSET 0)';

/** The condition of the index `deliveries_ready`. */
export const READY = `state = 'pending' AND ready`;

/**
 * Deliveries that are ready, no more for each endpoint than it has slots: those first of whose endpoint the fewest are under way, among
 * these those of endpoints that are not slow, then the longest due. So the backlog of one endpoint hides nobody else's.
 *
 * @throws DatabaseUnavailable
 */
export function readCandidates(database: Queryable, { total, unknown, known }: Capacity): Promise<Candidate[]> {
  return database.query<Candidate>(
    `WITH RECURSIVE ${endpointsWith(READY)}, open AS (
       SELECT e.id, coalesce(known.under_way, 0) AS under_way,
         coalesce(known.slow, e.last_error_class = 'timeout', false) AS slow,
         least($1::integer, coalesce(known.capacity,
           CASE WHEN e.last_error_class = 'timeout' THEN least($2::integer, 1) ELSE $2::integer END)) AS capacity
       FROM found CROSS JOIN LATERAL ${ENABLED} e
         LEFT JOIN unnest($3::text[], $4::integer[], $5::integer[], $6::boolean[]) AS known (id, capacity, under_way, slow)
           ON known.id = e.id
     )
     SELECT ${FOUND}, open.slow
     FROM open CROSS JOIN LATERAL (
       SELECT business_id, event_id, endpoint_id, fence, due_at FROM deliveries
       WHERE endpoint_id = open.id AND ${READY} ORDER BY due_at LIMIT open.capacity
     ) d
     ORDER BY open.under_way + row_number() OVER (PARTITION BY open.id ORDER BY d.due_at), open.slow, d.due_at
     LIMIT $1::integer`,
    [
      total,
      unknown,
      known.map(({ endpointId }) => endpointId),
      known.map(({ capacity }) => String(capacity)),
      known.map(({ underWay }) => String(underWay)),
      known.map(({ slow }) => String(slow)),
    ],
  );
}
