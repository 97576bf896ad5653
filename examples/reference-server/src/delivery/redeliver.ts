import type { Parameter, Queryable, Row, Transactor } from '../database/database.js';
import { insertRows } from '../database/insert-rows.js';
import { againAfterDeadlock } from '../database/unavailable.js';
import { wakeQueues } from '../sql/queues.js';
import { failedBy, type FailureCause } from './failures.js';

/** Limits redelivery to events that the endpoint may still read, and to revocations, which an endpoint always gets. */
const READABLE = `(EXISTS (SELECT FROM readable r WHERE r.endpoint_id = d.endpoint_id AND r.business_id = d.business_id)
  OR EXISTS (SELECT FROM events v WHERE v.business_id = d.business_id AND v.id = d.event_id
    AND v.type = 'authorization.revoked'))`;

/** Rows per statement, to keep statements short. */
const BATCH = 1_000;

interface Delivery {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
}

/**
 * Redelivers one event to an endpoint, whether or not it was delivered before. Returns false if there is no such
 * delivery, or if the delivery is still in progress or held.
 */
export async function redeliverEvent(database: Transactor, delivery: Delivery): Promise<boolean> {
  return (await beginNewRound(database, [delivery], READABLE)) === 1;
}

/** Selects deliveries to an endpoint that the server has given up on. */
export interface FailedDeliveries {
  readonly endpointId: string;
  /** Only deliveries that the server gave up on at or after this time. */
  readonly since: Date;
  /** Only deliveries whose last attempt failed in this way. */
  readonly cause?: FailureCause | undefined;
}

/** The failed deliveries that can be replayed. */
export interface FailedPreview {
  readonly count: number;
  /** When the server gave up on the first and on the last of these deliveries; null if there are none. */
  readonly first: Date | null;
  readonly last: Date | null;
}

/** Counts the failed deliveries that a replay would send. */
export async function previewFailed(database: Queryable, failed: FailedDeliveries): Promise<FailedPreview> {
  const { where, parameters } = conditionOf(failed);
  const [row] = await database.query<Row & FailedPreview>(
    `SELECT count(*)::float8 AS count, min(finished_at) AS first, max(finished_at) AS last
     FROM delivery_log d WHERE ${where}`,
    parameters,
  );
  return row!;
}

/** The keys of the failed deliveries that a replay would send, newest first, up to a limit. */
export function listFailed(
  database: Queryable,
  failed: FailedDeliveries,
  limit: number,
): Promise<{ businessId: string; eventId: string }[]> {
  const { where, parameters } = conditionOf(failed);
  return database.query<Row & { businessId: string; eventId: string }>(
    `SELECT d.business_id AS "businessId", d.event_id AS "eventId" FROM delivery_log d WHERE ${where}
     ORDER BY d.finished_at DESC, d.event_id DESC LIMIT ${Math.trunc(limit)}`,
    parameters,
  );
}

/** Replays failed deliveries, and returns their number. */
export async function redeliverFailed(database: Transactor, failed: FailedDeliveries): Promise<number> {
  const { where, parameters } = conditionOf(failed);
  let redelivered = 0;
  for (;;) {
    const found = await database.query<Row & { businessId: string; eventId: string }>(
      `SELECT d.business_id AS "businessId", d.event_id AS "eventId" FROM delivery_log d
       WHERE ${where} ORDER BY d.finished_at LIMIT ${BATCH}`,
      parameters,
    );
    const changed = await beginNewRound(
      database,
      found.map((row) => ({ ...row, endpointId: failed.endpointId })),
      `d.ended = 'failed'`,
    );
    redelivered += changed;
    // No row changed: another process has redelivered the remaining deliveries.
    if (changed === 0) return redelivered;
  }
}

function conditionOf({ endpointId, since, cause }: FailedDeliveries): { where: string; parameters: Parameter[] } {
  const parameters: Parameter[] = [endpointId, since];
  const parameter = (value: Parameter) => `$${parameters.push(value)}`;
  const conditions = ["d.endpoint_id = $1 AND d.ended = 'failed' AND d.finished_at >= $2", READABLE];
  if (cause !== undefined) conditions.push(failedBy(cause, parameter));
  return { where: conditions.join(' AND '), parameters };
}

/**
 * Begins a new round of six attempts for deliveries that have ended. From then on, results from the previous round are
 * too late. The log keeps the previous round's attempts, but no longer marks the delivery as ended.
 *
 * @param still an SQL condition on the log row that ended the delivery
 * @returns the number of deliveries
 */
async function beginNewRound(database: Transactor, deliveries: readonly Delivery[], still: string): Promise<number> {
  if (deliveries.length === 0) return 0;
  return againAfterDeadlock(() => database.transaction((tx) => reopen(tx, deliveries, still)));
}

async function reopen(tx: Queryable, deliveries: readonly Delivery[], still: string): Promise<number> {
  const reopened = await tx.query<ReopenedRow>(
    `WITH reopened AS (
       UPDATE delivery_log d SET ended = NULL, finished_at = NULL
       FROM unnest($1::text[], $2::text[], $3::text[]) AS k (business_id, event_id, endpoint_id)
       WHERE d.business_id = k.business_id AND d.event_id = k.event_id AND d.endpoint_id = k.endpoint_id
         AND d.ended IS NOT NULL AND ${still}
       RETURNING d.business_id, d.event_id, d.endpoint_id, d.round + 1 AS round, d.created_at
     )
     -- As text, because a Date would lose the microseconds; Citus refuses the conversion in RETURNING.
     SELECT business_id, event_id, endpoint_id, round, created_at::text FROM reopened`,
    [
      deliveries.map(({ businessId }) => businessId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ endpointId }) => endpointId),
    ],
  );
  await insertRows(
    tx,
    'outbox (business_id, event_id, endpoint_id, round, created_at, due_at)',
    reopened.map((row) => [row.business_id, row.event_id, row.endpoint_id, row.round, row.created_at]),
    { more: ', now()' },
  );
  await wakeQueues(tx, [...new Set(reopened.map((row) => row.endpoint_id))]);
  return reopened.length;
}

interface ReopenedRow extends Row {
  readonly business_id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly round: number;
  readonly created_at: string;
}
