import type { Queryable } from '../database/database.js';

/** Parts of the statements about queues; see delivery/queues.ts. */

/** How long a lease is valid without renewal, in milliseconds: longer than the deadline of an attempt. */
export const LEASE_MS = 20_000;

/**
 * Milliseconds after parking at which to check a queue again. By the first check, nearly every write has committed; by
 * the last check, every write has, because a statement takes at most 10 s.
 */
export const LOOKS_MS = [1_000, 12_000] as const;

export const ms = (value: number) => `${value} * interval '1 millisecond'`;

/**
 * A condition that selects the rows `q` whose endpoints an earlier statement in the WITH clause returned. With this
 * condition, PostgreSQL looks up the rows by key. With a plain join, PostgreSQL would read all queues if the planner
 * expected the table to be small or the result to be large.
 */
export const among = (from: string) => `q.endpoint_id = ANY(ARRAY(SELECT endpoint_id FROM ${from}))`;

/**
 * Leases up to $2 queues for the worker $1, slow or other queues ($3). Reads in index order, so that the planner uses
 * the index regardless of the backlog size that it expects.
 *
 * @param held SQL for whether the queue `q` has held deliveries although its endpoint is not paused
 */
export const leaseStatement = (held: string) => `WITH mine AS MATERIALIZED (
    SELECT endpoint_id FROM endpoint_queues WHERE slow = $3::boolean AND look_at <= now()
    ORDER BY look_at LIMIT $2::integer FOR UPDATE SKIP LOCKED
  )
  UPDATE endpoint_queues q SET fencing_token = q.fencing_token + 1, worker = $1, look_at = now() + ${ms(LEASE_MS)}
  WHERE ${among('mine')}
  RETURNING q.endpoint_id AS "endpointId", q.fencing_token AS "fencingToken", q.parked_at IS NOT NULL AS parked, q.slow,
    ${held} AS held`;

/** The queues in the parameters $1 to $4, in the order in which every statement locks queues. */
const KNOWN = `unnest($1::text[], $2::integer[], $3::boolean[], $4::boolean[])
  WITH ORDINALITY AS k (endpoint_id, fencing_token, parked, slow, place)`;

/** A statement for a WITH clause that locks the queues of KNOWN by key, always in the same order. */
export const lockStatement = (still: string) => `locked AS MATERIALIZED (
    SELECT k.endpoint_id, k.slow FROM (SELECT * FROM ${KNOWN} ORDER BY place) k CROSS JOIN LATERAL (
      SELECT parked_at FROM endpoint_queues q
      WHERE q.endpoint_id = k.endpoint_id AND q.fencing_token = k.fencing_token ${still} OFFSET 0 FOR UPDATE
    ) q
  )`;

const PARKED_AT = 'coalesce(q.parked_at, now())';

/**
 * Releases the queues of KNOWN.
 *
 * @param next joins each queue `k` with `next.due_at`, when the endpoint's next delivery is due; null if the endpoint
 *   is paused or has no deliveries
 */
export const releaseStatement = (next: string) => `WITH ${lockStatement('AND (q.parked_at IS NOT NULL) = k.parked')}
  UPDATE endpoint_queues q
  SET worker = NULL, slow = k.slow, parked_at = ${PARKED_AT}, look_at = least(CASE WHEN next.due_at > now() THEN next.due_at WHEN next.due_at <= now() THEN now() END, CASE
    ${LOOKS_MS.map((look) => `WHEN now() < ${PARKED_AT} + ${ms(look)} THEN ${PARKED_AT} + ${ms(look)}`).join(' ')}
    ELSE 'infinity' END)
  FROM locked k ${next}
  WHERE q.endpoint_id = k.endpoint_id AND ${among('locked')} RETURNING q.endpoint_id AS id`;

/**
 * A statement for a WITH clause that wakes the queues of deliveries.
 *
 * @param from an earlier statement in the clause, which returns the endpoints as `endpoint_id`
 * @param delayMs milliseconds until the deliveries are due, as SQL
 */
export function wakeStatement(from: string, delayMs: string): string {
  return `woken AS (
    UPDATE endpoint_queues q SET parked_at = NULL, look_at = CASE WHEN q.worker IS NULL
      THEN least(q.look_at, now() + ${delayMs}::double precision * interval '1 millisecond') ELSE q.look_at END
    WHERE q.endpoint_id = ANY(ARRAY(
      SELECT w.endpoint_id FROM (SELECT DISTINCT endpoint_id FROM ${from} ORDER BY endpoint_id) w CROSS JOIN LATERAL (
        SELECT 1 FROM endpoint_queues p WHERE p.endpoint_id = w.endpoint_id AND p.parked_at IS NOT NULL OFFSET 0 FOR UPDATE
      ) parked
    )) RETURNING 1
  )`;
}

/** Wakes the queues of endpoints. Call it after storing deliveries for the endpoints or making deliveries due. */
export async function wakeQueues(database: Queryable, endpointIds: readonly string[], delayMs = 0): Promise<void> {
  if (endpointIds.length === 0) return;
  await database.query(
    `WITH stored AS (SELECT endpoint_id FROM unnest($1::text[]) AS s (endpoint_id)), ${wakeStatement('stored', '$2')}
     SELECT count(*)::integer AS woken FROM woken`,
    [endpointIds, delayMs],
  );
}
