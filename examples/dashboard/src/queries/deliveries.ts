import type { Database, Queryable, Row } from 'receipt-reference-server/database/database.js';

/** A delivery in a list. */
export interface DeliveryRow extends Row {
  readonly business_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly state: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled';
  readonly round: number;
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly finished_at: Date | null;
}

/** Which deliveries a list shows. */
export type DeliveryFilter = 'all' | 'pending' | 'held' | 'failed' | 'delivered' | 'cancelled';

/** Where a page of a list ended: a time in microseconds and an event id. */
export interface DeliveryCursor {
  readonly at: string;
  readonly eventId: string;
}

/**
 * How each list is read: in the order of an index that holds no other rows, so that no page reads more than it shows. For states
 * that have no index of their own, a page looks through SCANNED rows, and the next goes on where it stopped.
 */
const LISTS: Readonly<Record<DeliveryFilter, { where: string; by: string; direction: '<' | '>' }>> = {
  all: { where: 'true', by: 'created_at', direction: '<' },
  delivered: { where: 'true', by: 'created_at', direction: '<' },
  cancelled: { where: 'true', by: 'created_at', direction: '<' },
  pending: { where: "state = 'pending'", by: 'due_at', direction: '>' },
  held: { where: "state = 'held'", by: 'created_at', direction: '>' },
  failed: { where: "state = 'failed'", by: 'finished_at', direction: '<' },
};
const SCANNED = 2_000;

/** A page of an endpoint's deliveries: newest first, the waiting ones by when they are due, the held ones in the order in which they came. */
export async function listDeliveries(
  database: Queryable,
  endpointId: string,
  filter: DeliveryFilter,
  after: DeliveryCursor | undefined,
  limit: number,
): Promise<{ rows: DeliveryRow[]; next: DeliveryCursor | undefined }> {
  const { where, by, direction } = LISTS[filter];
  const order = direction === '<' ? 'DESC' : 'ASC';
  const start = after === undefined ? 'true' : `(d.${by}, d.event_id) ${direction} ($2::timestamptz, $3)`;
  const inOrder = `ORDER BY d.${by} ${order}, d.event_id ${order}`;
  const scan = `FROM deliveries d WHERE d.endpoint_id = $1 AND ${where} AND ${start} ${inOrder}`;
  const cursor = `to_char(d.${by} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS cursor`;
  const parameters = [endpointId, ...(after ? [after.at, after.eventId] : [])];
  const sifted = filter === 'delivered' || filter === 'cancelled';
  const read = await database.query<DeliveryRow & { cursor: string }>(
    `SELECT d.business_id, d.event_id, v.type, d.state, d.round, d.attempts, d.created_at, d.due_at, d.finished_at, ${cursor}
     FROM (SELECT * ${scan} LIMIT ${sifted ? SCANNED : limit + 1}) d
       JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
     ${sifted ? `WHERE d.state = '${filter}'` : ''} ${inOrder} LIMIT ${limit + 1}`,
    parameters,
  );
  const rows = read.slice(0, limit);
  if (read.length > limit) return { rows, next: toCursor(rows.at(-1)) };
  if (!sifted) return { rows, next: undefined };
  const [edge] = await database.query<{ event_id: string; cursor: string }>(
    `SELECT d.event_id, ${cursor} ${scan} OFFSET ${SCANNED - 1} LIMIT 1`,
    parameters,
  );
  return { rows, next: toCursor(edge) };
}

function toCursor(row: { event_id: string; cursor: string } | undefined): DeliveryCursor | undefined {
  return row && { at: row.cursor, eventId: row.event_id };
}

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
    `SELECT d.business_id, d.event_id, v.type, v.body, d.state, d.round, d.attempts, d.created_at, d.due_at, d.finished_at
     FROM deliveries d JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
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
