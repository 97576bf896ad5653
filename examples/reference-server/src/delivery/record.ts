import type { Parameter, Queryable, Row, Transactor } from '../database/database.js';
import { againAfterDeadlock } from '../database/unavailable.js';
import type { Attempt } from './attempt.js';
import { nextState } from './schedule.js';
import type { Delivery } from './take.js';

/** How an attempt of a delivery ended. */
export interface Result {
  readonly delivery: Delivery;
  /** Undefined to cancel a delivery that may no longer be sent. */
  readonly attempt: Attempt | undefined;
  /** When the attempt began. */
  readonly at: Date;
}

/**
 * Records how attempts ended, and the next state of each delivery. False, without a change, if another worker has leased
 * the queue since, or if the delivery has changed: it was cancelled, or redelivered by a user.
 *
 * @returns one answer per result, in order
 * @throws DatabaseUnavailable
 */
export async function recordAttempts(
  database: Transactor,
  results: readonly Result[],
  delaysMs: readonly number[],
): Promise<boolean[]> {
  const rows = [...results].sort(inOrder).map((result) => toRow(result, delaysMs));
  const recorded = database.sharded
    ? await againAfterDeadlock(() => database.transaction((tx) => recordInShards(tx, rows)))
    : await database.query<RecordedRow>(RECORD, [JSON.stringify(rows)]);
  const done = new Set(recorded.map((row) => keyOf(row)));
  return results.map(({ delivery }) => done.has(keyOf(delivery)));
}

type Recorded = Pick<Delivery, 'eventId' | 'endpointId' | 'round' | 'fencingToken'>;
type RecordedRow = Row & Recorded;

const keyOf = ({ eventId, endpointId, round, fencingToken }: Recorded) =>
  JSON.stringify([eventId, endpointId, round, fencingToken]);

/** Two statements that lock the same rows in the same order cannot deadlock. */
function inOrder({ delivery: a }: Result, { delivery: b }: Result): number {
  const [left, right] = a.eventId === b.eventId ? [a.endpointId, b.endpointId] : [a.eventId, b.eventId];
  return left < right ? -1 : Number(left > right);
}

type ResultRow = Readonly<Record<string, Parameter>> & { readonly endpoint_id: string; readonly fencing_token: number };

function toRow({ delivery, attempt, at }: Result, delaysMs: readonly number[]): ResultRow {
  const next = attempt ? nextState(delivery.attempt, attempt.delivered, delaysMs) : { state: 'cancelled' };
  return {
    business_id: delivery.businessId,
    event_id: delivery.eventId,
    endpoint_id: delivery.endpointId,
    fencing_token: delivery.fencingToken,
    round: delivery.round,
    before: delivery.attempt - 1,
    attempts: attempt ? delivery.attempt : delivery.attempt - 1,
    state: next.state,
    delay_ms: ('inMs' in next ? next.inMs : undefined) ?? 0,
    at,
    duration_ms: attempt?.durationMs ?? null,
    status: attempt?.status ?? null,
    address: attempt?.address ?? null,
    error_class: attempt?.errorClass ?? null,
    answer: attempt?.answer ?? null,
  };
}

/** Counts a result once, even if the statement is repeated because its first answer was lost. */
const STILL = `d.state = 'pending' AND d.round = k.round AND d.attempts = k.before`;
const KEY = 'd.business_id = k.business_id AND d.event_id = k.event_id AND d.endpoint_id = k.endpoint_id';

function recordWith(from: string, where: string): string {
  return `WITH result AS MATERIALIZED (
       SELECT *, now() + delay_ms * interval '1 millisecond' AS due_at, CASE WHEN state <> 'pending' THEN now() END AS finished_at
       FROM json_to_recordset($1::json) AS r (
         business_id text, event_id text, endpoint_id text, fencing_token integer, round integer, before integer,
         attempts integer, state text, delay_ms float8, at timestamptz, duration_ms integer, status integer, address text,
         error_class text, answer text
       )
     ), done AS (
       UPDATE deliveries d SET attempts = k.attempts, state = k.state, due_at = k.due_at, finished_at = k.finished_at
       FROM ${from} WHERE ${where}
       RETURNING k.*
     ), logged AS (
       INSERT INTO attempts (business_id, event_id, endpoint_id, round, attempt,
         at, duration_ms, status, address, error_class, answer)
       SELECT business_id, event_id, endpoint_id, round, attempts, at, duration_ms, status, address, error_class, answer
       FROM done WHERE duration_ms IS NOT NULL
     )
     SELECT event_id AS "eventId", endpoint_id AS "endpointId", round, fencing_token AS "fencingToken" FROM done`;
}

/** Looks up each row by key: a planner that expects a short backlog would read all of it. */
const RECORD = recordWith(
  `(
    SELECT k.*, d.at_row FROM result k CROSS JOIN LATERAL (
      SELECT 1 FROM endpoint_queues q WHERE q.endpoint_id = k.endpoint_id AND q.fencing_token = k.fencing_token OFFSET 0
    ) leased CROSS JOIN LATERAL (
      SELECT ctid AS at_row, state, round, attempts FROM deliveries d WHERE ${KEY} OFFSET 0 FOR UPDATE
    ) d
    WHERE ${STILL}
  ) k`,
  'd.ctid = k.at_row',
);

const RECORD_IN_SHARDS = recordWith('result k', `${KEY} AND ${STILL}`);

/** Citus cannot join the queues with deliveries. The lock prevents others from leasing a queue until the end. */
async function recordInShards(tx: Queryable, rows: readonly ResultRow[]): Promise<RecordedRow[]> {
  const leased = await tx.query<Row & { endpoint_id: string; fencing_token: number }>(
    `SELECT endpoint_id, fencing_token FROM endpoint_queues WHERE endpoint_id = ANY($1::text[])
     ORDER BY endpoint_id FOR SHARE`,
    [[...new Set(rows.map((row) => row.endpoint_id))]],
  );
  const tokens = new Map(leased.map((row) => [row.endpoint_id, row.fencing_token]));
  const current = rows.filter((row) => tokens.get(row.endpoint_id) === row.fencing_token);
  return current.length === 0 ? [] : tx.query<RecordedRow>(RECORD_IN_SHARDS, [JSON.stringify(current)]);
}
