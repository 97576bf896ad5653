import { CREATED_AT, ENVELOPE, TYPE } from './documents.js';

/** Parts of the statements about deliveries. */

/** The maximum number of held deliveries per statement that releases them, to keep the statement short. */
export const MAX_RELEASED = 1_000;

/** The maximum number of deliveries to group: the newest failed deliveries, and the oldest waiting ones. */
export const MAX_GROUPED = 10_000;

/** The columns of a `DueRow`, from a delivery `d` and its endpoint `e`; and from its event. */
export const DUE_COLUMNS = `d.business_id AS "businessId", d.event_id AS "eventId", d.endpoint_id AS "endpointId", d.round,
  d.attempts + 1 AS attempt, d.traceparent, e.url, e.secret, e.previous_secret, e.previous_until`;
export const EVENT_COLUMNS = `${TYPE} AS "eventType", ${CREATED_AT} AS "createdAt", ${ENVELOPE} AS envelope`;

/**
 * Whether the endpoint of `k` may read the business of `k`. With scalar subqueries, the planner does not build a table
 * of everything that all endpoints may read, as it does for EXISTS on the view `readable`.
 */
export const READABLE = `coalesce((
    SELECT CASE WHEN x.app_id IS NULL
      THEN (SELECT true FROM businesses b WHERE b.id = k.business_id AND b.owner_id = x.owner_id)
      ELSE (
        SELECT true FROM authorizations a
        WHERE a.business_id = k.business_id AND a.app_id = x.app_id AND a.revoked_at IS NULL LIMIT 1
      ) END
    FROM endpoints x WHERE x.id = k.endpoint_id
  ), false)`;

/** A statement for a WITH clause with the results of attempts: $1 is JSON. */
export const RESULT = `result AS MATERIALIZED (
    SELECT *, now() + delay_ms * interval '1 millisecond' AS due_at FROM json_to_recordset($1::json) AS r (
      business_id text, event_id text, endpoint_id text, fencing_token integer, round integer, attempt integer, ended text,
      delay_ms float8, at timestamptz, duration_ms integer, status integer, address text, error_class text, answer text
    )
  )`;

/** The delivery `o` of a result `k`, and whether the result still counts, even if the statement is repeated. */
export const KEY = 'o.business_id = k.business_id AND o.event_id = k.event_id AND o.endpoint_id = k.endpoint_id';
export const STILL = 'NOT o.held AND o.round = k.round AND o.attempts = k.attempt - 1';

export const LOG_COLUMNS = `business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer,
  ended, created_at, finished_at`;

/**
 * Writes the health of endpoints.
 *
 * @param only an SQL condition on the endpoint `e`
 */
export const healthStatement = (only: string) => `WITH seen AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS s (
      id text, at timestamptz, business_id text, status integer, error_class text, failures integer, since timestamptz, succeeded boolean
    )
  )
  UPDATE endpoints e SET last_attempt_at = s.at, last_business_id = s.business_id, last_status = s.status, last_error_class = s.error_class,
    failing_since = CASE WHEN s.error_class IS NULL THEN NULL
      WHEN s.succeeded THEN s.since ELSE coalesce(e.failing_since, s.since) END,
    failing_attempts = CASE WHEN s.error_class IS NULL THEN 0
      WHEN s.succeeded THEN s.failures ELSE e.failing_attempts + s.failures END
  FROM seen s WHERE e.id = s.id AND ${only}`;

/** The first line of the response in a row `d` of `delivery_log`, as in `FailureCause`. */
export const LINE = `left(btrim(split_part(translate(coalesce(d.answer, ''), E'\\r', E'\\n'), E'\\n', 1)), 80)`;

/**
 * Groups an endpoint's deliveries that have failed or are waiting by how their last attempt failed.
 *
 * @param last joins each waiting delivery `o` with its last attempt `d` in `delivery_log`
 */
export const failureGroups = (
  last: string,
) => `SELECT status, error_class AS "errorClass", line, sum(given_up)::integer AS "givenUp",
    sum(1 - given_up)::integer AS retrying, min(at) AS first, max(at) AS last
  FROM (
    SELECT status, error_class, ${LINE} AS line, 1 AS given_up, at FROM (
      SELECT status, error_class, answer, at FROM delivery_log
      WHERE endpoint_id = $1 AND ended = 'failed' ORDER BY finished_at DESC LIMIT ${MAX_GROUPED}
    ) d
    UNION ALL
    SELECT d.status, d.error_class, ${LINE}, 0, d.at FROM (
      SELECT business_id, event_id, endpoint_id, round, attempts FROM outbox
      WHERE endpoint_id = $1 AND NOT held ORDER BY created_at LIMIT ${MAX_GROUPED}
    ) o ${last}
    WHERE o.attempts > 0 AND d.error_class IS NOT NULL
  ) failed
  GROUP BY 1, 2, 3 ORDER BY 4 DESC, 5 DESC, 7 DESC, 3 LIMIT 50`;

/** SQL for a time as seconds since the epoch. */
export const EPOCH = (time: string) => `extract(epoch FROM ${time})::float8`;

/** The tables of waiting, held and ended deliveries `d`, which the view `deliveries` combines. */
export const WAITING = `SELECT *, CASE WHEN held THEN 'held' ELSE 'pending' END AS state, NULL::timestamptz AS finished_at FROM outbox d
  WHERE`;
export const ENDED = `SELECT business_id, event_id, endpoint_id, ended AS state, round, created_at, finished_at, finished_at AS due_at,
    attempt - CASE WHEN duration_ms IS NULL THEN 1 ELSE 0 END AS attempts
  FROM delivery_log d WHERE`;

/** The columns that both tables have. */
export const STATE_COLUMNS =
  'business_id, event_id, endpoint_id, state, round, attempts, due_at, created_at, finished_at';

/** The columns for a `StoredDelivery`, from `deliveries d` and `businesses b`. */
export const DELIVERY_COLUMNS = `d.business_id, b.name AS business_name, b.country, d.event_id, d.state, d.round,
  d.attempts, d.created_at, d.due_at, d.finished_at`;
