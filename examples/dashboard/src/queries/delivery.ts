import type { Queryable } from 'receipt-reference-server/database/database.js';
import { DELIVERY_COLUMNS, type DeliveryRow } from './deliveries.js';

/** One delivery with its event. */
export interface DeliveryDetail extends DeliveryRow {
  readonly body: string;
}

const COLUMNS = `${DELIVERY_COLUMNS}, v.body`;
const BY_KEY = `FROM deliveries d JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
    JOIN businesses b ON b.id = d.business_id
  WHERE d.business_id = $1 AND d.event_id = $2 AND d.endpoint_id = $3`;

export async function findDelivery(
  database: Queryable,
  endpointId: string,
  businessId: string,
  eventId: string,
): Promise<DeliveryDetail | undefined> {
  const [row] = await database.query<DeliveryDetail>(`SELECT ${COLUMNS} ${BY_KEY}`, [businessId, eventId, endpointId]);
  return row;
}

/** One attempt from the log. */
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
 * One delivery and its newest attempts, up to a limit, from a single snapshot. Between two statements an attempt could
 * end, and the page would show it next to a delivery that still waits for it.
 */
export async function readDelivery(
  database: Queryable,
  endpointId: string,
  businessId: string,
  eventId: string,
  most: number,
): Promise<{ delivery: DeliveryDetail; attempts: AttemptRow[] } | undefined> {
  const [row] = await database.query<DeliveryDetail & { log: string }>(
    `SELECT ${COLUMNS}, (
       SELECT coalesce(json_agg(a ORDER BY a.round DESC, a.attempt DESC), '[]')::text FROM (
         SELECT round, attempt, at, duration_ms, status, address, error_class, left(answer, 2000) AS answer FROM attempts
         WHERE business_id = $1 AND event_id = $2 AND endpoint_id = $3 ORDER BY round DESC, attempt DESC LIMIT $4
       ) a
     ) AS log
     ${BY_KEY}`,
    [businessId, eventId, endpointId, most],
  );
  if (!row) return undefined;
  const { log, ...delivery } = row;
  const attempts = JSON.parse(log) as (Omit<AttemptRow, 'at'> & { at: string })[];
  return { delivery, attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) })) };
}
