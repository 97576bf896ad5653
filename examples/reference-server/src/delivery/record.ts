import type { Parameter, Queryable, Row, Transactor } from '../database/database.js';
import { insertRows } from '../database/insert-rows.js';
import { withPartitions } from '../database/partitions.js';
import { againAfterDeadlock } from '../database/unavailable.js';
import { cutAnswer } from './answer-text.js';
import type { Attempt } from './attempt.js';
import { nextState } from './schedule.js';
import type { Delivery } from './take.js';

/**
 * How many bytes of a response to store: more for the first failure and the last, which reveal most about the cause.
 */
const ANSWER_BYTES = 1_024;
const FAILURE_BYTES = 4_096;

/** How an attempt at a delivery ended. */
export interface Result {
  readonly delivery: Delivery;
  /** Undefined: cancels the delivery, which may no longer be sent. */
  readonly attempt: Attempt | undefined;
  /** When the attempt began. */
  readonly at: Date;
}

/**
 * Records the results of attempts, and the next state of each delivery.
 *
 * @returns for each result, in order, whether it was recorded; false if another worker has since leased the queue, or
 * if the delivery was cancelled or manually redelivered
 * @throws DatabaseUnavailable
 */
export async function recordAttempts(
  database: Transactor,
  results: readonly Result[],
  delaysMs: readonly number[],
): Promise<boolean[]> {
  const rows = [...results].sort(inOrder).map((result) => toRow(result, delaysMs));
  const times = results.map(({ at }) => at);
  const recorded = await withPartitions(database, 'delivery_log', times, () =>
    database.sharded
      ? againAfterDeadlock(() => database.transaction((tx) => recordInShards(tx, rows)))
      : database.query<RecordedRow>(RECORD, [JSON.stringify(rows)]),
  );
  const done = new Set(recorded.map((row) => keyOf(row)));
  return results.map(({ delivery }) => done.has(keyOf(delivery)));
}

type Recorded = Pick<Delivery, 'eventId' | 'endpointId' | 'round' | 'fencingToken'>;
type RecordedRow = Row & Recorded;

const keyOf = ({ eventId, endpointId, round, fencingToken }: Recorded) =>
  JSON.stringify([eventId, endpointId, round, fencingToken]);

/** Sorts results, because statements that lock the same rows in the same order cannot deadlock. */
function inOrder({ delivery: a }: Result, { delivery: b }: Result): number {
  const [left, right] = a.eventId === b.eventId ? [a.endpointId, b.endpointId] : [a.eventId, b.eventId];
  return left < right ? -1 : Number(left > right);
}

type ResultRow = Readonly<Record<string, Parameter>> & { readonly endpoint_id: string; readonly fencing_token: number };

function toRow({ delivery, attempt, at }: Result, delaysMs: readonly number[]): ResultRow {
  const { answer = null, delivered = false } = attempt ?? {};
  const next = attempt ? nextState(delivery.attempt, attempt.delivered, delaysMs) : { state: 'cancelled' };
  const telling = !delivered && (delivery.attempt === 1 || next.state === 'failed');
  return {
    business_id: delivery.businessId,
    event_id: delivery.eventId,
    endpoint_id: delivery.endpointId,
    fencing_token: delivery.fencingToken,
    round: delivery.round,
    attempt: delivery.attempt,
    ended: next.state === 'pending' ? null : next.state,
    delay_ms: ('inMs' in next ? next.inMs : undefined) ?? 0,
    at,
    duration_ms: attempt?.durationMs ?? null,
    status: attempt?.status ?? null,
    address: attempt?.address ?? null,
    error_class: attempt?.errorClass ?? null,
    answer: answer === null ? null : cutAnswer(answer, telling ? FAILURE_BYTES : ANSWER_BYTES),
  };
}

const KEY = 'o.business_id = k.business_id AND o.event_id = k.event_id AND o.endpoint_id = k.endpoint_id';
/** Counts a result once, even if the statement is repeated because its first response was lost. */
const STILL = 'NOT o.held AND o.round = k.round AND o.attempts = k.attempt - 1';

const RESULT = `result AS MATERIALIZED (
    SELECT *, now() + delay_ms * interval '1 millisecond' AS due_at FROM json_to_recordset($1::json) AS r (
      business_id text, event_id text, endpoint_id text, fencing_token integer, round integer, attempt integer, ended text,
      delay_ms float8, at timestamptz, duration_ms integer, status integer, address text, error_class text, answer text
    )
  )`;
const LOG_COLUMNS = `business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer,
  ended, created_at, finished_at`;
const RECORDED = `event_id AS "eventId", endpoint_id AS "endpointId", round, fencing_token AS "fencingToken"`;

/**
 * Looks up each row by key; otherwise, PostgreSQL would read the whole backlog if the planner expected it to be short.
 */
const RECORD = `WITH ${RESULT}, found AS MATERIALIZED (
    SELECT k.*, o.at_row, o.created_at FROM result k CROSS JOIN LATERAL (
      SELECT 1 FROM endpoint_queues q WHERE q.endpoint_id = k.endpoint_id AND q.fencing_token = k.fencing_token OFFSET 0
    ) leased CROSS JOIN LATERAL (
      SELECT ctid AS at_row, held, round, attempts, created_at FROM outbox o WHERE ${KEY} OFFSET 0 FOR UPDATE
    ) o
    WHERE ${STILL}
  ), gone AS (
    DELETE FROM outbox o USING found k WHERE o.ctid = k.at_row AND k.ended IS NOT NULL RETURNING k.*
  ), retried AS (
    UPDATE outbox o SET attempts = k.attempt, due_at = k.due_at FROM found k
    WHERE o.ctid = k.at_row AND k.ended IS NULL RETURNING k.*
  ), done AS (SELECT * FROM gone UNION ALL SELECT * FROM retried), logged AS (
    INSERT INTO delivery_log (${LOG_COLUMNS})
    SELECT business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer,
      ended, CASE WHEN ended IS NOT NULL THEN created_at END, CASE WHEN ended IS NOT NULL THEN now() END
    FROM done
  )
  SELECT ${RECORDED} FROM done`;

const END_IN_SHARDS = `WITH ${RESULT} DELETE FROM outbox o USING result k WHERE ${KEY} AND ${STILL}
  RETURNING k.event_id AS "eventId", k.endpoint_id AS "endpointId", k.round, k.fencing_token AS "fencingToken",
    o.created_at AS "createdAt"`;

const RETRY_IN_SHARDS = `WITH ${RESULT} UPDATE outbox o SET attempts = k.attempt, due_at = k.due_at
  FROM result k WHERE ${KEY} AND ${STILL}
  RETURNING k.event_id AS "eventId", k.endpoint_id AS "endpointId", k.round, k.fencing_token AS "fencingToken",
    NULL::timestamptz AS "createdAt"`;

/**
 * Citus cannot join queues with deliveries. The lock prevents other workers from leasing a queue until the transaction
 * ends.
 */
async function recordInShards(tx: Queryable, rows: readonly ResultRow[]): Promise<RecordedRow[]> {
  const leased = await tx.query<Row & { endpoint_id: string; fencing_token: number }>(
    `SELECT endpoint_id, fencing_token FROM endpoint_queues WHERE endpoint_id = ANY($1::text[])
     ORDER BY endpoint_id FOR SHARE`,
    [[...new Set(rows.map((row) => row.endpoint_id))]],
  );
  const tokens = new Map(leased.map((row) => [row.endpoint_id, row.fencing_token]));
  const current = rows.filter((row) => tokens.get(row.endpoint_id) === row.fencing_token);
  const run = (text: string, some: readonly ResultRow[]) =>
    some.length === 0 ? [] : tx.query<RecordedRow & { createdAt: Date | null }>(text, [JSON.stringify(some)]);
  const done = [
    ...(await run(
      END_IN_SHARDS,
      current.filter(({ ended }) => ended !== null),
    )),
    ...(await run(
      RETRY_IN_SHARDS,
      current.filter(({ ended }) => ended === null),
    )),
  ];
  const createdAt = new Map(done.map((row) => [keyOf(row), row.createdAt]));
  const now = new Date();
  const logged = current.flatMap((row) => {
    const created = createdAt.get(keyOf(recordedOf(row)));
    if (created === undefined) return [];
    const end = row.ended === null ? null : now;
    return [
      [
        ...[row.business_id, row.event_id, row.endpoint_id, row.round, row.attempt, row.at, row.duration_ms],
        ...[row.status, row.address, row.error_class, row.answer, row.ended, created, end],
      ],
    ];
  });
  await insertRows(tx, `delivery_log (${LOG_COLUMNS})`, logged as Parameter[][]);
  return done;
}

const recordedOf = ({ event_id: eventId, endpoint_id: endpointId, round, fencing_token: fencingToken }: ResultRow) =>
  ({ eventId, endpointId, round, fencingToken }) as Recorded;
