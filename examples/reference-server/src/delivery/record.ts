import type { Database, Row } from '../database/database.js';
import type { Attempt } from './attempt.js';
import type { Claim } from './claim.js';
import { nextState } from './schedule.js';

/** How an attempt of a claimed delivery ended. */
export interface Result {
  readonly claim: Claim;
  readonly attempt: Attempt;
  /** When the attempt began. */
  readonly at: Date;
}

/**
 * Records how attempts ended, and what comes next of each. False for a claim that is no longer the latest: another
 * worker has taken the delivery over, or it was cancelled or redelivered by hand; then nothing of it is changed.
 *
 * @returns one answer for each result, in their order
 * @throws DatabaseUnavailable
 */
export async function recordAttempts(
  database: Database,
  results: readonly Result[],
  delaysMs: readonly number[],
): Promise<boolean[]> {
  const recorded = await database.query<Row & { event_id: string; endpoint_id: string; fence: number }>(
    `WITH result AS (
       SELECT * FROM json_to_recordset($1::json) AS r (
         business_id text, event_id text, endpoint_id text, fence integer, attempt integer, state text, delay_ms float8,
         at timestamptz, duration_ms integer, status integer, address text, error_class text, answer text
       )
     ), done AS (
       UPDATE deliveries d SET attempts = r.attempt, state = r.state,
         due_at = now() + r.delay_ms * interval '1 millisecond',
         finished_at = CASE WHEN r.state <> 'pending' THEN now() END
       FROM result r
       WHERE d.business_id = r.business_id AND d.event_id = r.event_id AND d.endpoint_id = r.endpoint_id
         AND d.fence = r.fence AND d.state = 'pending'
         AND d.attempts = r.attempt - 1 -- a repeated statement whose first answer was lost counts once
       RETURNING d.round, r.*
     ), logged AS (
       INSERT INTO attempts (business_id, event_id, endpoint_id, round, attempt,
         at, duration_ms, status, address, error_class, answer)
       SELECT business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer
       FROM done
     )
     SELECT event_id, endpoint_id, fence FROM done`,
    [JSON.stringify(results.map((result) => toRow(result, delaysMs)))],
  );
  const key = (eventId: string, endpointId: string, fence: number) => `${eventId} ${endpointId} ${fence}`;
  const done = new Set(recorded.map((row) => key(row.event_id, row.endpoint_id, row.fence)));
  return results.map(({ claim }) => done.has(key(claim.eventId, claim.endpointId, claim.fence)));
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
export async function cancel(database: Database, claim: Claim): Promise<void> {
  await database.query(
    `UPDATE deliveries SET state = 'cancelled', finished_at = now()
     WHERE business_id = $1 AND event_id = $2 AND endpoint_id = $3 AND fence = $4 AND state = 'pending'`,
    [claim.businessId, claim.eventId, claim.endpointId, claim.fence],
  );
}
