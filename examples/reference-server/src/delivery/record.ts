import type { Queryable, Row } from '../database/database.js';
import type { Attempt } from './attempt.js';
import type { Claim } from './claim.js';
import { locked } from './rows.js';
import { nextState } from './schedule.js';

/** How an attempt of a claimed delivery ended. */
export interface Result {
  readonly claim: Claim;
  readonly attempt: Attempt;
  /** When the attempt began. */
  readonly at: Date;
}

/**
 * Records how attempts ended, and the next state of each delivery. False for a claim that is no longer the latest:
 * another worker has claimed the delivery, or it was cancelled, or a user sent it again. Then nothing is changed.
 *
 * @returns one answer for each result, in their order
 * @throws DatabaseUnavailable
 */
export async function recordAttempts(
  database: Queryable,
  results: readonly Result[],
  delaysMs: readonly number[],
): Promise<boolean[]> {
  const { from, where } = locked(database, 'result k', STILL_CLAIMED, 'FOR UPDATE');
  const recorded = await database.query<Row & { event_id: string; endpoint_id: string; fence: number }>(
    `WITH result AS MATERIALIZED (
       SELECT *, now() + delay_ms * interval '1 millisecond' AS due_at, CASE WHEN state <> 'pending' THEN now() END AS finished_at
       FROM json_to_recordset($1::json) AS r (
         business_id text, event_id text, endpoint_id text, fence integer, attempt integer, state text, delay_ms float8,
         at timestamptz, duration_ms integer, status integer, address text, error_class text, answer text
       )
     ), done AS (
       UPDATE deliveries d SET attempts = k.attempt, state = k.state, ready = false,
         due_at = k.due_at, finished_at = k.finished_at
       FROM ${from} WHERE ${where}
       RETURNING d.round, k.*
     ), logged AS (
       INSERT INTO attempts (business_id, event_id, endpoint_id, round, attempt,
         at, duration_ms, status, address, error_class, answer)
       SELECT business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer
       FROM done
     )
     SELECT event_id, endpoint_id, fence FROM done`,
    [JSON.stringify([...results].sort(inOrder).map((result) => toRow(result, delaysMs)))],
  );
  const key = (eventId: string, endpointId: string, fence: number) => `${eventId} ${endpointId} ${fence}`;
  const done = new Set(recorded.map((row) => key(row.event_id, row.endpoint_id, row.fence)));
  return results.map(({ claim }) => done.has(key(claim.eventId, claim.endpointId, claim.fence)));
}

/** If the first answer was lost and the statement is repeated, it counts once. */
const STILL_CLAIMED = `d.state = 'pending' AND d.attempts = k.attempt - 1`;

/** Two statements that lock the same rows in the same order cannot deadlock. */
function inOrder({ claim: a }: Result, { claim: b }: Result): number {
  const [left, right] = a.eventId === b.eventId ? [a.endpointId, b.endpointId] : [a.eventId, b.eventId];
  return left < right ? -1 : Number(left > right);
}

function toRow({ claim, attempt, at }: Result, delaysMs: readonly number[]): object {
  const next = nextState(claim.attempt, attempt.delivered, delaysMs);
  return {
    business_id: claim.businessId,
    event_id: claim.eventId,
    endpoint_id: claim.endpointId,
    fence: claim.fence,
    attempt: claim.attempt,
    state: next.state,
    delay_ms: next.inMs ?? 0,
    at,
    duration_ms: attempt.durationMs,
    status: attempt.status,
    address: attempt.address,
    error_class: attempt.errorClass,
    answer: attempt.answer,
  };
}

/** Ends a delivery that may no longer be sent. */
export async function cancel(database: Queryable, claim: Claim): Promise<void> {
  await database.query(
    `UPDATE deliveries SET state = 'cancelled', finished_at = now()
     WHERE business_id = $1 AND event_id = $2 AND endpoint_id = $3 AND fence = $4 AND state = 'pending'`,
    [claim.businessId, claim.eventId, claim.endpointId, claim.fence],
  );
}
