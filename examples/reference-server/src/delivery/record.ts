import type { Transactor } from '../database/database.js';
import { withPartitions } from '../database/partitions.js';
import type { ResultRow } from '../sql/dialect.js';
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
  const recorded = await withPartitions(database, 'delivery_log', times, () => database.sql.record(database, rows));
  const done = new Set(recorded.map((row) => keyOf(row)));
  return results.map(({ delivery }) => done.has(keyOf(delivery)));
}

type Recorded = Pick<Delivery, 'eventId' | 'endpointId' | 'round' | 'fencingToken'>;

const keyOf = ({ eventId, endpointId, round, fencingToken }: Recorded) =>
  JSON.stringify([eventId, endpointId, round, fencingToken]);

/** Sorts results, because statements that lock the same rows in the same order cannot deadlock. */
function inOrder({ delivery: a }: Result, { delivery: b }: Result): number {
  const [left, right] = a.eventId === b.eventId ? [a.endpointId, b.endpointId] : [a.eventId, b.eventId];
  return left < right ? -1 : Number(left > right);
}

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
