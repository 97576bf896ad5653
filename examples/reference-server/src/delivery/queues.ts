import type { Queryable, Row } from '../database/database.js';
import type { Lease, QueueColumns } from '../sql/dialect.js';
import { among, LEASE_MS, lockStatement, LOOKS_MS, ms } from '../sql/queues.js';

/**
 * Each endpoint has a queue of waiting deliveries. Workers lease queues, not individual deliveries, so that taking a
 * delivery writes nothing, and no two workers send to the same endpoint.
 *
 * A queue is awake (`parked_at` is null) or parked. Workers do not check a parked queue until its next delivery is due,
 * or until it is woken. Storing a delivery wakes a parked queue, but does not update a queue that is awake, because
 * otherwise all writes would wait for the row of a busy queue. A worker that finds no more deliveries parks the queue. A
 * write that found the queue awake might commit after that. Therefore a worker also checks the queue a little later, and
 * once more after every such write must have ended.
 */

/**
 * Leases queues that have work, longest waiting first. Skips queues that another worker is leasing at the same moment.
 *
 * @param worker the name of the process, for people who read the table
 * @param slow whether to lease slow queues or the other queues
 * @throws DatabaseUnavailable
 */
export function lease(database: Queryable, worker: string, most: number, slow: boolean): Promise<Lease[]> {
  return database.sql.lease(database, worker, most, slow);
}

/** The part of a lease that a worker keeps. */
export type Known = Pick<Lease, 'endpointId' | 'fencingToken' | 'parked' | 'slow'>;

/** The parameters $1 to $4 of statements about queues, in the order in which every statement locks queues. */
function columnsOf(queues: readonly Known[]): QueueColumns {
  const sorted = [...queues].sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
  return [
    sorted.map(({ endpointId }) => endpointId),
    sorted.map(({ fencingToken }) => String(fencingToken)),
    sorted.map(({ parked }) => String(parked)),
    sorted.map(({ slow }) => String(slow)),
  ];
}

/**
 * Renews leases. Returns the endpoints of the queues that this process still leases.
 *
 * @throws DatabaseUnavailable
 */
export async function renew(database: Queryable, queues: readonly Known[]): Promise<Set<string>> {
  if (queues.length === 0) return new Set();
  const rows = await database.query<Row & { id: string }>(RENEW, columnsOf(queues));
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
  const rows = await database.sql.release(database, columnsOf(queues));
  return new Set(rows.map(({ id }) => id));
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
  const due = await database.query<Row & { id: string }>(database.sql.dueEndpoints, [ids]);
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

/** A queue that is parked indefinitely or until a later delivery is due, and whose checks after parking are over. */
const LOST = `worker IS NULL AND parked_at < now() - ${ms(LOOKS_MS[1] + 1_000)} AND look_at > now()`;

/** Creates the missing queues of endpoints. Call it after creating endpoints. */
export async function addQueues(database: Queryable, endpointIds: readonly string[]): Promise<void> {
  await database.query(
    `INSERT INTO endpoint_queues (endpoint_id) SELECT id FROM unnest($1::text[]) AS k (id) ORDER BY id
     ON CONFLICT DO NOTHING`,
    [endpointIds],
  );
}
