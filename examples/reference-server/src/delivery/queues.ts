import type { Parameter, Queryable, Row } from '../database/database.js';

/**
 * Each endpoint has a queue of waiting deliveries. Workers lease queues, not individual deliveries, so that taking a
 * delivery writes nothing, and no two workers send to the same endpoint.
 *
 * A queue is awake (`parked_at` is null) or parked. Storing a delivery wakes a parked queue, but does not update a
 * queue that is awake, because otherwise all writes would wait for the row of a busy queue. A worker that finds no more
 * deliveries parks the queue. A write that found the queue awake might commit after that. Therefore a worker checks the
 * queue again a little later, and once more after every such write must have ended.
 */

/** How long a lease is valid without renewal, in milliseconds: longer than the deadline of an attempt. */
export const LEASE_MS = 20_000;

/**
 * Milliseconds after parking at which to check a queue again. By the first check, nearly every write has committed; by
 * the last check, every write has, because a statement takes at most 10 s.
 */
const LOOKS_MS = [1_000, 12_000] as const;

/** A queue that this process has leased. */
export interface Lease extends Row {
  readonly endpointId: string;
  /** Increases with every lease of the queue. A result counts only if its token is that of the latest lease. */
  readonly fencingToken: number;
  /** Whether the queue was parked when it was leased. */
  readonly parked: boolean;
  /** Whether the last attempt at this endpoint, by any process, reached the deadline. */
  readonly slow: boolean;
  /** Whether the queue has held deliveries although the endpoint is no longer paused. */
  readonly held: boolean;
}

const ms = (value: number) => `${value} * interval '1 millisecond'`;

/**
 * Leases queues that have work, longest waiting first. Skips queues that another worker is leasing at the same moment.
 *
 * @param worker the name of the process, for people who read the table
 * @param slow whether to lease slow queues or the other queues
 * @throws DatabaseUnavailable
 */
export async function lease(database: Queryable, worker: string, most: number, slow: boolean): Promise<Lease[]> {
  const leased = await database.query<Lease>(database.sharded ? LEASE_IN_SHARDS : LEASE, [worker, most, slow]);
  if (!database.sharded || leased.length === 0) return leased;
  const held = await database.query<Row & { id: string }>(
    `SELECT DISTINCT d.endpoint_id AS id FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
     WHERE d.held AND e.enabled AND d.endpoint_id = ANY($1::text[])`,
    [leased.map(({ endpointId }) => endpointId)],
  );
  const ids = new Set(held.map(({ id }) => id));
  return leased.map((one) => ({ ...one, held: ids.has(one.endpointId) }));
}

/**
 * A condition that selects the rows `q` whose endpoints an earlier statement in the WITH clause returned. With this
 * condition, PostgreSQL looks up the rows by key. With a plain join, PostgreSQL would read all queues if the planner
 * expected the table to be small or the result to be large.
 */
const among = (from: string) => `q.endpoint_id = ANY(ARRAY(SELECT endpoint_id FROM ${from}))`;

const leaseWith = (held: string) => `WITH mine AS MATERIALIZED (
    SELECT endpoint_id FROM endpoint_queues WHERE slow = $3::boolean AND look_at <= now()
    ORDER BY look_at LIMIT $2::integer FOR UPDATE SKIP LOCKED
  )
  UPDATE endpoint_queues q SET fencing_token = q.fencing_token + 1, worker = $1, look_at = now() + ${ms(LEASE_MS)}
  WHERE ${among('mine')}
  RETURNING q.endpoint_id AS "endpointId", q.fencing_token AS "fencingToken", q.parked_at IS NOT NULL AS parked, q.slow,
    ${held} AS held`;

/** Reads in index order, so that the planner uses the index regardless of the backlog size that it expects. */
const LEASE = leaseWith(`coalesce((
    SELECT (SELECT true FROM outbox d WHERE d.endpoint_id = e.id AND d.held ORDER BY created_at LIMIT 1)
    FROM endpoints e WHERE e.id = q.endpoint_id AND e.enabled
  ), false)`);
const LEASE_IN_SHARDS = leaseWith('false');

/** The part of a lease that a worker keeps. */
export type Known = Pick<Lease, 'endpointId' | 'fencingToken' | 'parked' | 'slow'>;

/** Queues as parameters $1 to $4, in the order in which every statement locks queues. */
function parametersOf(queues: readonly Known[]) {
  const sorted = [...queues].sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
  return [
    sorted.map(({ endpointId }) => endpointId),
    sorted.map(({ fencingToken }) => String(fencingToken)),
    sorted.map(({ parked }) => String(parked)),
    sorted.map(({ slow }) => String(slow)),
  ] as const;
}

const KNOWN = `unnest($1::text[], $2::integer[], $3::boolean[], $4::boolean[])
  WITH ORDINALITY AS k (endpoint_id, fencing_token, parked, slow, place)`;

/** A statement for a WITH clause that locks queues by key, always in the same order. */
const lockStatement = (still: string) => `locked AS MATERIALIZED (
    SELECT k.endpoint_id, k.slow FROM (SELECT * FROM ${KNOWN} ORDER BY place) k CROSS JOIN LATERAL (
      SELECT parked_at FROM endpoint_queues q
      WHERE q.endpoint_id = k.endpoint_id AND q.fencing_token = k.fencing_token ${still} OFFSET 0 FOR UPDATE
    ) q
  )`;

/**
 * Renews leases. Returns the endpoints of the queues that this process still leases.
 *
 * @throws DatabaseUnavailable
 */
export async function renew(database: Queryable, queues: readonly Known[]): Promise<Set<string>> {
  if (queues.length === 0) return new Set();
  const rows = await database.query<Row & { id: string }>(RENEW, [...parametersOf(queues)]);
  return new Set(rows.map(({ id }) => id));
}

const RENEW = `WITH ${lockStatement('')}
  UPDATE endpoint_queues q SET look_at = now() + ${ms(LEASE_MS)}, slow = k.slow
  FROM locked k WHERE q.endpoint_id = k.endpoint_id AND ${among('locked')} RETURNING q.endpoint_id AS id`;

/**
 * Releases queues and parks them until their next delivery is due. Keeps a queue that has been woken since it was
 * leased, because the queue may have a delivery that this statement cannot see yet.
 *
 * @returns the endpoints of the released queues
 * @throws DatabaseUnavailable
 */
export async function release(database: Queryable, queues: readonly Known[]): Promise<Set<string>> {
  if (queues.length === 0) return new Set();
  const parameters = parametersOf(queues);
  const rows = database.sharded
    ? await database.query<Row & { id: string }>(RELEASE_IN_SHARDS, [
        ...parameters,
        ...(await nextInShards(database, parameters[0])),
      ])
    : await database.query<Row & { id: string }>(RELEASE, [...parameters]);
  return new Set(rows.map(({ id }) => id));
}

const PARKED_AT = 'coalesce(q.parked_at, now())';

const releaseWith = (next: string) => `WITH ${lockStatement('AND (q.parked_at IS NOT NULL) = k.parked')}
  UPDATE endpoint_queues q
  SET worker = NULL, slow = k.slow, parked_at = ${PARKED_AT}, look_at = least(CASE WHEN next.due_at > now() THEN next.due_at WHEN next.due_at <= now() THEN now() END, CASE
    ${LOOKS_MS.map((look) => `WHEN now() < ${PARKED_AT} + ${ms(look)} THEN ${PARKED_AT} + ${ms(look)}`).join(' ')}
    ELSE 'infinity' END)
  FROM locked k ${next}
  WHERE q.endpoint_id = k.endpoint_id AND ${among('locked')} RETURNING q.endpoint_id AS id`;

/** When an endpoint's next delivery is due; null if the endpoint is paused or has no deliveries. */
const NEXT = `SELECT CASE WHEN e.enabled THEN (
    SELECT due_at FROM outbox d WHERE d.endpoint_id = e.id AND NOT d.held ORDER BY due_at LIMIT 1
  ) END AS due_at FROM endpoints e`;

const RELEASE = releaseWith(`LEFT JOIN LATERAL (${NEXT} WHERE e.id = k.endpoint_id OFFSET 0) next ON true`);

const RELEASE_IN_SHARDS = releaseWith(
  `LEFT JOIN unnest($5::text[], $6::timestamptz[]) AS next (endpoint_id, due_at) ON next.endpoint_id = k.endpoint_id`,
);

/**
 * Citus cannot join the queues with deliveries. A later check finds deliveries that are stored after this statement.
 */
async function nextInShards(database: Queryable, endpointIds: readonly string[]) {
  const rows = await database.query<Row & { id: string; due_at: string }>(
    `SELECT d.endpoint_id AS id, min(d.due_at)::text AS due_at FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
     WHERE NOT d.held AND e.enabled AND d.endpoint_id = ANY($1::text[]) GROUP BY d.endpoint_id`,
    [endpointIds],
  );
  return [rows.map(({ id }) => id), rows.map((row) => row.due_at)] as const;
}

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

/**
 * Changes rows and wakes the queues of their endpoints: atomically, or in two steps on Citus.
 *
 * @param change a statement that returns `endpoint_id`
 * @param before a statement that precedes `change` in the WITH clause; not on Citus
 * @returns the number of changed rows
 */
export async function changeAndWake(
  database: Queryable,
  change: string,
  parameters: readonly Parameter[],
  before?: string,
): Promise<number> {
  if (!database.sharded) {
    const [row] = await database.query<Row & { changed: number }>(
      `WITH ${before === undefined ? '' : `${before}, `}changed AS (${change}), ${wakeStatement('changed', '0')} SELECT count(*)::integer AS changed FROM changed`,
      parameters,
    );
    return row!.changed;
  }
  const rows = await database.query<Row & { endpoint_id: string }>(change, parameters);
  await wakeQueues(database, [...new Set(rows.map((row) => row.endpoint_id))]);
  return rows.length;
}

/** The maximum number of endpoints per sweep. */
const SWEPT = 512;

/**
 * Finds endpoints with a due delivery whose queue no worker would check, and wakes those queues. This happens only if a
 * wake-up was lost, which is possible only on Citus. Also creates missing queues.
 *
 * @param after the endpoint id after which to begin
 * @returns the id after which the next sweep begins, and the number of woken queues
 * @throws DatabaseUnavailable
 */
export async function sweep(database: Queryable, after: string): Promise<{ next: string; woken: number }> {
  const endpoints = await database.query<Row & { id: string }>(
    `SELECT id FROM endpoints WHERE id > $1 COLLATE "C" ORDER BY id LIMIT ${SWEPT}`,
    [after],
  );
  const ids = endpoints.map(({ id }) => id);
  await addQueues(database, ids);
  const due = await database.query<Row & { id: string }>(database.sharded ? DUE_IN_SHARDS : DUE, [ids]);
  const woken = await database.query(
    `UPDATE endpoint_queues SET parked_at = NULL, look_at = now()
     WHERE endpoint_id = ANY(ARRAY(
       SELECT endpoint_id FROM endpoint_queues WHERE endpoint_id = ANY($1::text[]) AND parked_at IS NOT NULL
         AND ${LOST} ORDER BY endpoint_id FOR UPDATE
     )) RETURNING 1 AS woken`,
    [due.map(({ id }) => id)],
  );
  return { next: ids.length < SWEPT ? '' : ids.at(-1)!, woken: woken.length };
}

const OVERDUE = `NOT d.held AND d.due_at < now()`;

/** A queue that is parked indefinitely or until a later delivery is due, and whose checks after parking are over. */
const LOST = `worker IS NULL AND parked_at < now() - ${ms(LOOKS_MS[1] + 1_000)} AND look_at > now()`;

const DUE = `SELECT e.id FROM unnest($1::text[]) AS k (id) CROSS JOIN LATERAL (
    SELECT id FROM endpoints e WHERE e.id = k.id AND e.enabled
      AND (SELECT true FROM outbox d WHERE d.endpoint_id = e.id AND ${OVERDUE} ORDER BY due_at LIMIT 1) OFFSET 0
  ) e`;

const DUE_IN_SHARDS = `SELECT DISTINCT d.endpoint_id AS id FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
  WHERE d.endpoint_id = ANY($1::text[]) AND e.enabled AND ${OVERDUE}`;

/** Creates the missing queues of endpoints. Call it after creating endpoints. */
export async function addQueues(database: Queryable, endpointIds: readonly string[]): Promise<void> {
  await database.query(
    `INSERT INTO endpoint_queues (endpoint_id) SELECT id FROM unnest($1::text[]) AS k (id) ORDER BY id
     ON CONFLICT DO NOTHING`,
    [endpointIds],
  );
}
