import type { Parameter, Queryable } from '../database/database.js';
import { FOUND, type FoundRow } from './rows.js';
import type { Capacity } from './slots.js';

/** A delivery that may be claimed. */
export interface Candidate extends FoundRow {
  /** Whether the last attempt at its endpoint, of any process, reached the deadline. */
  readonly slow: boolean;
}

/**
 * The endpoints that have rows in a partial index that begins with the endpoint, as `found (endpoint_id)`. It needs one
 * index lookup for each endpoint, so that a long backlog costs nothing.
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

/**
 * The endpoint of a row of `found`, unless it is paused. It is looked up by its key: a planner that expects many rows
 * would read all endpoints.
 */
export const ENABLED = '(SELECT id, last_error_class FROM endpoints WHERE id = found.endpoint_id AND enabled OFFSET 0)';

/** The condition of the index `deliveries_ready`. */
export const READY = `state = 'pending' AND ready`;

/**
 * Ready deliveries, for each endpoint at most as many as it has slots. The order is: endpoints with the fewest attempts
 * under way, then endpoints that are not slow, then the deliveries that have been due longest. So the backlog of one
 * endpoint does not hide other deliveries.
 *
 * @throws DatabaseUnavailable
 */
export function readCandidates(database: Queryable, capacity: Capacity): Promise<Candidate[]> {
  return database.sharded
    ? readInShards(database, capacity)
    : database.query<Candidate>(CANDIDATES, parameters(capacity));
}

function parameters({ total, unknown, known }: Capacity): Parameter[] {
  return [
    total,
    unknown,
    known.map(({ endpointId }) => endpointId),
    known.map(({ capacity }) => String(capacity)),
    known.map(({ underWay }) => String(underWay)),
    known.map(({ slow }) => String(slow)),
  ];
}

/** The parameters for what the process knows about endpoints. */
const KNOWN =
  'unnest($3::text[], $4::integer[], $5::integer[], $6::boolean[]) AS known (id, capacity, under_way, slow)';

const CANDIDATES = `WITH RECURSIVE ${endpointsWith(READY)}, open AS (
    SELECT e.id, coalesce(known.under_way, 0) AS under_way,
      coalesce(known.slow, e.last_error_class = 'timeout', false) AS slow,
      least($1::integer, coalesce(known.capacity,
        CASE WHEN e.last_error_class = 'timeout' THEN least($2::integer, 1) ELSE $2::integer END)) AS capacity
    FROM found CROSS JOIN LATERAL ${ENABLED} e LEFT JOIN ${KNOWN} ON known.id = e.id
  )
  SELECT ${FOUND}, open.slow
  FROM open CROSS JOIN LATERAL (
    SELECT business_id, event_id, endpoint_id, fence, due_at FROM deliveries
    WHERE endpoint_id = open.id AND ${READY} ORDER BY due_at LIMIT open.capacity
  ) d
  ORDER BY open.under_way + row_number() OVER (PARTITION BY open.id ORDER BY d.due_at), open.slow, d.due_at
  LIMIT $1::integer`;

/**
 * Citus has no recursive query over shards, and no limit of rows for each endpoint there. So this sorts the deliveries
 * that have been due longest. If that may hide an endpoint, one delivery of each hidden endpoint is added.
 */
async function readInShards(database: Queryable, capacity: Capacity): Promise<Candidate[]> {
  const oldest = await database.query<Candidate>(OLDEST, parameters(capacity));
  const heads = oldest.length < capacity.total ? [] : await database.query<Candidate>(HEADS, parameters(capacity));
  const seen = new Set(oldest.map(({ endpointId }) => endpointId));
  const known = new Map(capacity.known.map((endpoint) => [endpoint.endpointId, endpoint]));
  const counts = new Map<string, number>();
  return [...oldest, ...heads.filter(({ endpointId }) => !seen.has(endpointId))]
    .map((row) => {
      const count = (counts.get(row.endpointId) ?? 0) + 1;
      counts.set(row.endpointId, count);
      const unknown = { capacity: row.slow ? Math.min(capacity.unknown, 1) : capacity.unknown, underWay: 0 };
      const { capacity: free, underWay } = known.get(row.endpointId) ?? unknown;
      return { row, fits: count <= free, place: underWay + count };
    })
    .filter(({ fits }) => fits)
    .sort((a, b) => a.place - b.place || Number(a.row.slow) - Number(b.row.slow))
    .map(({ row }) => row)
    .slice(0, capacity.total);
}

const OPEN_IN_SHARDS = `deliveries d JOIN endpoints e ON e.id = d.endpoint_id LEFT JOIN ${KNOWN} ON known.id = d.endpoint_id
  WHERE d.state = 'pending' AND d.ready AND e.enabled AND coalesce(known.capacity, $2::integer) > 0`;
const SLOW_IN_SHARDS = `coalesce(known.slow, e.last_error_class = 'timeout', false)`;

const OLDEST = `SELECT ${FOUND}, ${SLOW_IN_SHARDS} AS slow FROM ${OPEN_IN_SHARDS}
  ORDER BY coalesce(known.under_way, 0), slow, d.due_at LIMIT $1::integer`;

/** The oldest event of each endpoint, which is one row however many are due at one moment. No event id has a space. */
const HEADS = `SELECT substr(oldest, length(split_part(oldest, ' ', 1) || split_part(oldest, ' ', 2)) + 3) AS "businessId",
    split_part(oldest, ' ', 1) AS "eventId", "endpointId", split_part(oldest, ' ', 2)::integer AS fence, slow
  FROM (
    SELECT d.endpoint_id AS "endpointId", min(d.event_id || ' ' || d.fence || ' ' || d.business_id) AS oldest,
      ${SLOW_IN_SHARDS} AS slow, coalesce(known.under_way, 0) AS under_way
    FROM ${OPEN_IN_SHARDS} GROUP BY 1, 3, 4
  ) heads
  ORDER BY under_way, slow, oldest LIMIT $1::integer`;
