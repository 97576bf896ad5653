import type { Queryable } from '../database/database.js';
import { findEvent } from '../events/stored-envelope.js';
import { DELIVERY_COLUMNS } from '../sql/deliveries.js';
import type { DeliveryRow, StoredDelivery } from './deliveries.js';

/** One delivery with its event. */
export interface DeliveryDetail extends DeliveryRow {
  readonly body: string;
}

const BY_KEY = `FROM deliveries d JOIN businesses b ON b.id = d.business_id
  WHERE d.business_id = $1 AND d.event_id = $2 AND d.endpoint_id = $3`;

export async function findDelivery(
  database: Queryable,
  endpointId: string,
  businessId: string,
  eventId: string,
): Promise<DeliveryDetail | undefined> {
  const rows = await database.query<StoredDelivery>(`SELECT ${DELIVERY_COLUMNS} ${BY_KEY}`, [
    businessId,
    eventId,
    endpointId,
  ]);
  return rows[0] && withEvent(database, rows[0]);
}

/**
 * A delivery with its event; undefined if the event has been deleted. Events never change, so a separate statement can
 * read the event.
 */
async function withEvent(database: Queryable, delivery: StoredDelivery): Promise<DeliveryDetail | undefined> {
  const event = await findEvent(database, delivery.business_id, delivery.event_id);
  return event && { ...delivery, type: event.type, test: event.test, body: event.body };
}

/** One attempt in the log. */
export interface AttemptRow {
  readonly round: number;
  readonly attempt: number;
  readonly at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly address: string | null;
  readonly error_class: string | null;
  readonly answer: string | null;
}

/**
 * One delivery and its newest attempts, up to a limit, from a single snapshot. If two statements were used, an attempt
 * could end between them, and the page would show the attempt next to a delivery that is still waiting for it.
 */
export async function readDelivery(
  database: Queryable,
  endpointId: string,
  businessId: string,
  eventId: string,
  most: number,
): Promise<{ delivery: DeliveryDetail; attempts: AttemptRow[] } | undefined> {
  const rows = await database.query<StoredDelivery & { log: string }>(
    `SELECT ${DELIVERY_COLUMNS}, (
       SELECT coalesce(json_agg(a ORDER BY a.round DESC, a.attempt DESC), '[]')::text FROM (
         SELECT round, attempt, at, duration_ms, status, address, error_class, left(answer, 4096) AS answer FROM attempts
         WHERE business_id = $1 AND event_id = $2 AND endpoint_id = $3 ORDER BY round DESC, attempt DESC LIMIT $4
       ) a
     ) AS log
     ${BY_KEY}`,
    [businessId, eventId, endpointId, most],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { log, ...stored } = row;
  const delivery = await withEvent(database, stored);
  if (!delivery) return undefined;
  const attempts = JSON.parse(log) as (Omit<AttemptRow, 'at'> & { at: string })[];
  return {
    delivery,
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) })),
  };
}
