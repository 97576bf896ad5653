import type { Parameter, Queryable, Row } from '../database/database.js';
import { LINE } from '../sql/deliveries.js';

/** How a delivery failed. Deliveries with equal values count as having the same cause. */
export interface FailureCause {
  readonly status: number | null;
  readonly errorClass: string | null;
  /** The first line of the response, up to 80 characters; empty without a response. */
  readonly line: string;
}

/** The deliveries to an endpoint that failed in the same way. */
export interface FailureGroup extends FailureCause {
  /** The number of deliveries that the server has given up on. */
  readonly givenUp: number;
  /** The number of deliveries that will be attempted again. */
  readonly retrying: number;
  /** The earliest and the latest start of the last attempts at these deliveries. */
  readonly first: Date;
  readonly last: Date;
}

/**
 * Groups an endpoint's deliveries that the server has given up on or is still retrying, by how their last attempt
 * failed.
 */
export function readFailureGroups(database: Queryable, endpointId: string): Promise<FailureGroup[]> {
  return database.query<Row & FailureGroup>(database.sql.failureGroups, [endpointId]);
}

/**
 * The SQL condition that is true if the attempt in a row of `delivery_log d` failed for this cause.
 *
 * @param parameter adds a value, and returns its placeholder
 */
export function failedBy(cause: FailureCause, parameter: (value: Parameter) => string): string {
  return `d.status IS NOT DISTINCT FROM ${parameter(cause.status)}::integer
    AND d.error_class IS NOT DISTINCT FROM ${parameter(cause.errorClass)}::text AND ${LINE} = ${parameter(cause.line)}`;
}

/** An endpoint's deliveries that have not succeeded. */
export interface Undelivered {
  /** Deliveries to be sent, excluding deliveries held for a paused endpoint. */
  readonly waiting: number;
  /** When the earliest waiting delivery is due; can be in the past. */
  readonly oldestDue: Date | null;
  /** Deliveries held until the endpoint is resumed. */
  readonly held: number;
  /** Deliveries that will not be sent unless they are replayed. */
  readonly givenUp: number;
  /** When the server last gave up on a delivery. */
  readonly lastGivenUp: Date | null;
}

const UNDELIVERED = `SELECT endpoint_id AS "endpointId", sum(waiting)::float8 AS waiting, min(due_at) AS "oldestDue",
    sum(held)::float8 AS held, sum(given_up)::float8 AS "givenUp", max(finished_at) AS "lastGivenUp"
  FROM (
    SELECT endpoint_id, count(*) AS waiting, min(due_at) AS due_at, 0 AS held, 0 AS given_up, NULL::timestamptz AS finished_at
    FROM outbox WHERE endpoint_id = ANY($1::text[]) AND NOT held GROUP BY endpoint_id
    UNION ALL
    SELECT endpoint_id, 0, NULL, count(*), 0, NULL FROM outbox
    WHERE endpoint_id = ANY($1::text[]) AND held GROUP BY endpoint_id
    UNION ALL
    SELECT endpoint_id, 0, NULL, 0, count(*), max(finished_at) FROM delivery_log
    WHERE endpoint_id = ANY($1::text[]) AND ended = 'failed' GROUP BY endpoint_id
  ) counted GROUP BY endpoint_id`;

const NOTHING: Undelivered = { waiting: 0, oldestDue: null, held: 0, givenUp: 0, lastGivenUp: null };

/** Counts, exactly and from indexes, the deliveries to each of these endpoints that have not succeeded. */
export async function readUndelivered(
  database: Queryable,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, Undelivered>> {
  const rows = await database.query<Row & Undelivered & { endpointId: string }>(UNDELIVERED, [endpointIds]);
  const found = new Map(rows.map(({ endpointId, ...counts }): [string, Undelivered] => [endpointId, counts]));
  return new Map(endpointIds.map((id) => [id, found.get(id) ?? NOTHING]));
}

/** The newest attempt at a delivery. */
export interface LastAttempt {
  readonly businessId: string;
  readonly eventId: string;
  readonly status: number | null;
  readonly errorClass: string | null;
}

/** The newest attempt at each of these deliveries to an endpoint, if any. */
export function readLastAttempts(
  database: Queryable,
  endpointId: string,
  deliveries: readonly { readonly business_id: string; readonly event_id: string }[],
): Promise<LastAttempt[]> {
  return database.query<Row & LastAttempt>(
    `SELECT DISTINCT ON (a.business_id, a.event_id) a.business_id AS "businessId", a.event_id AS "eventId", a.status,
       a.error_class AS "errorClass"
     FROM unnest($2::text[], $3::text[]) AS k (business_id, event_id)
       JOIN attempts a ON a.business_id = k.business_id AND a.event_id = k.event_id AND a.endpoint_id = $1
     ORDER BY a.business_id, a.event_id, a.round DESC, a.attempt DESC`,
    [endpointId, deliveries.map((row) => row.business_id), deliveries.map((row) => row.event_id)],
  );
}

/** Counts of replayed deliveries that have not succeeded. */
export interface Replayed {
  /** Deliveries that the server will still attempt. */
  readonly waiting: number;
  /** Deliveries that the server has given up on again. */
  readonly givenUp: number;
  /** Deliveries that ended because the endpoint may no longer receive them. */
  readonly cancelled: number;
}

/**
 * Counts the replayed deliveries to an endpoint that have not succeeded.
 *
 * @param since when the deliveries were replayed
 */
export async function readReplayed(database: Queryable, endpointId: string, since: Date): Promise<Replayed> {
  const [row] = await database.query<Row & Replayed>(
    `SELECT (SELECT count(*)::float8 FROM outbox WHERE endpoint_id = $1 AND NOT held AND round > 1) AS waiting,
       (SELECT count(*)::float8 FROM delivery_log
        WHERE endpoint_id = $1 AND ended = 'failed' AND finished_at >= $2 AND round > 1) AS "givenUp",
       -- Reads only the partitions from that day on, because a replayed delivery cannot end before it is replayed.
       (SELECT count(*)::float8 FROM delivery_log
        WHERE endpoint_id = $1 AND ended = 'cancelled' AND at >= $2 AND round > 1) AS cancelled`,
    [endpointId, since],
  );
  return row!;
}
