import type { Queryable } from '../database/database.js';
import { wakeQueues } from '../sql/queues.js';
import { enqueue, type Recipients } from '../sql/recipients.js';
import { currentTraceparent } from '../tracing.js';
import type { Envelope } from './envelope.js';

/** The recipients of an event, and whether it is a test event. */
export interface Audience extends Recipients {
  /** Whether this is a test event, which a user sends to one endpoint; default false. */
  readonly test?: boolean;
}

/**
 * Stores an event and its deliveries: one for each endpoint that subscribes to the event type and may read the business.
 * For a paused endpoint, holds the delivery if the pause holds events; otherwise creates no delivery. Call it in the
 * transaction that makes the change that the event reports.
 */
export async function emit(
  tx: Queryable,
  { businessId, id, type, createdAt, body }: Envelope,
  firstDelayMs: number,
  { test = false, ...recipients }: Audience = {},
): Promise<void> {
  await tx.query(
    `INSERT INTO events (business_id, id, type, created_at, body, test) VALUES ($1, $2, $3, $4::timestamptz, $5, $6)`,
    [businessId, id, type, createdAt, body, test],
  );
  const event = { businessId, id, traceparent: currentTraceparent() };
  await wakeQueues(tx, await enqueue(tx, type, [event], firstDelayMs, recipients), firstDelayMs);
}
