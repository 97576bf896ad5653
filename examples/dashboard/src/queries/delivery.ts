import type { Database, Queryable, Row } from 'receipt-reference-server/database/database.js';
import { DELIVERY_COLUMNS, type DeliveryRow } from './deliveries.js';

/** One delivery with its event. */
export interface DeliveryDetail extends DeliveryRow {
  readonly body: string;
}

export async function findDelivery(
  database: Queryable,
  endpointId: string,
  businessId: string,
  eventId: string,
): Promise<DeliveryDetail | undefined> {
  const [row] = await database.query<DeliveryDetail>(
    `SELECT ${DELIVERY_COLUMNS}, v.body
     FROM deliveries d JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
       JOIN businesses b ON b.id = d.business_id
     WHERE d.business_id = $1 AND d.event_id = $2 AND d.endpoint_id = $3`,
    [businessId, eventId, endpointId],
  );
  return row;
}

/** One attempt as the log has it. */
export interface AttemptRow extends Row {
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
 * One delivery and its newest attempts, up to a number, as they were at one moment: between two statements by themselves the last
 * attempt may end, and a page would show it beside a delivery that still waits for it.
 */
export function readDelivery(
  database: Database,
  endpointId: string,
  businessId: string,
  eventId: string,
  most: number,
): Promise<{ delivery: DeliveryDetail; attempts: AttemptRow[] } | undefined> {
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const delivery = await findDelivery(tx, endpointId, businessId, eventId);
    return delivery && { delivery, attempts: await listAttempts(tx, endpointId, businessId, eventId, most) };
  });
}

function listAttempts(
  database: Queryable,
  endpointId: string,
  businessId: string,
  eventId: string,
  limit: number,
): Promise<AttemptRow[]> {
  return database.query<AttemptRow>(
    `SELECT round, attempt, at, duration_ms, status, address, error_class, left(answer, 2000) AS answer FROM attempts
     WHERE business_id = $1 AND event_id = $2 AND endpoint_id = $3 ORDER BY round DESC, attempt DESC LIMIT $4`,
    [businessId, eventId, endpointId, limit],
  );
}
