import type { Queryable, Row } from 'receipt-reference-server/database/database.js';
import { ID } from '../form.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** A delivery in a list. */
export interface DeliveryRow extends Row {
  readonly business_id: string;
  readonly business_name: string;
  readonly event_id: string;
  readonly type: string;
  /** Whether a user sent it as a test, with sample data. */
  readonly test: boolean;
  readonly state: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled';
  readonly round: number;
  /** The number of attempts of this round that have ended. */
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly finished_at: Date | null;
}

/** The columns of a DeliveryRow, of `deliveries d`, `events v` and `businesses b`. */
export const DELIVERY_COLUMNS = `d.business_id, b.name AS business_name, d.event_id, v.type, v.test, d.state, d.round,
  d.attempts, d.created_at, d.due_at, d.finished_at`;

/** The deliveries that a list shows. */
export type DeliveryFilter = 'all' | 'pending' | 'queued' | 'failed' | 'delivered' | 'cancelled';

/**
 * How to read each list: in the order of an index that has no other rows, so that no page reads more rows than it shows.
 * For states without such an index, a page reads SCANNED rows, and the next page continues from there.
 */
const LISTS: Readonly<Record<DeliveryFilter, { where: string; by: string; order: 'ASC' | 'DESC' }>> = {
  all: { where: 'true', by: 'created_at', order: 'DESC' },
  delivered: { where: 'ended', by: 'created_at', order: 'DESC' },
  cancelled: { where: 'ended', by: 'created_at', order: 'DESC' },
  pending: { where: "NOT ended AND state = 'pending'", by: 'due_at', order: 'ASC' },
  queued: { where: "NOT ended AND state = 'held'", by: 'created_at', order: 'ASC' },
  failed: { where: "ended AND state = 'failed'", by: 'finished_at', order: 'DESC' },
};
const SCANNED = 2_000;

type Listed = DeliveryRow & { readonly cursor: string };

/**
 * A page of an endpoint's deliveries: newest first, waiting ones by due time, queued ones in order of arrival.
 */
export async function listDeliveries(
  database: Queryable,
  endpointId: string,
  filter: DeliveryFilter,
  step: PageStep,
  limit: number,
): Promise<Paged<DeliveryRow>> {
  const { where, by, order: usual } = LISTS[filter];
  const { compare, order } = reading(step, usual);
  const [at, eventId] = step ? split(step.from) : [];
  const start = step === undefined ? 'true' : `(d.${by}, d.event_id) ${compare} ($2::timestamptz, $3 COLLATE "C")`;
  const inOrder = `ORDER BY d.${by} ${order}, d.event_id ${order}`;
  const scan = `FROM deliveries d WHERE d.endpoint_id = $1 AND ${where} AND ${start} ${inOrder}`;
  const cursor = `to_char(d.${by} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS cursor`;
  const parameters = [endpointId, ...(step ? [at!, eventId!] : [])];
  const sifted = filter === 'delivered' || filter === 'cancelled';
  const read = await database.query<Listed>(
    `SELECT ${DELIVERY_COLUMNS}, ${cursor}
     FROM (SELECT * ${scan} LIMIT ${sifted ? SCANNED : limit + 1}) d
       JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
       JOIN businesses b ON b.id = d.business_id
     ${sifted ? `WHERE d.state = '${filter}'` : ''} ${inOrder} LIMIT ${limit + 1}`,
    parameters,
  );
  const page = toPaged(read, limit, step, toCursor);
  if (!sifted || read.length > limit) return page;
  // The scanned rows held less than a page, so more may follow.
  const [edge] = await database.query<{ event_id: string; cursor: string }>(
    `SELECT d.event_id, ${cursor} ${scan} OFFSET ${SCANNED - 1} LIMIT 1`,
    parameters,
  );
  const beyond = edge && toCursor(edge);
  if (step?.to === 'previous') return { ...page, previous: beyond, next: page.next ?? step.from };
  return { ...page, previous: page.previous ?? step?.from, next: beyond };
}

const toCursor = ({ cursor, event_id: id }: Pick<Listed, 'cursor' | 'event_id'>) => `${cursor}~${id}`;

function split(cursor: string): [at: string, eventId: string] {
  const end = cursor.indexOf('~');
  return [cursor.slice(0, end), cursor.slice(end + 1)];
}

/** Whether a text is a cursor of a list. */
export function isDeliveryCursor(text: string): boolean {
  const [at, eventId] = split(text);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at) && !Number.isNaN(Date.parse(at)) && ID.test(eventId);
}

/** A delivery of an event, with its endpoint. */
export interface EventDelivery extends DeliveryRow {
  readonly endpoint_id: string;
  readonly url: string;
}

/** The deliveries of an event, up to a limit. */
export function listDeliveriesOf(
  database: Queryable,
  businessId: string,
  eventId: string,
  limit: number,
): Promise<EventDelivery[]> {
  return database.query<EventDelivery>(
    `SELECT ${DELIVERY_COLUMNS}, d.endpoint_id, e.url
     FROM (${[WAITING, 'deliveries WHERE ended AND'].map(firstOfEvent).join(' UNION ALL ')}) d
       JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
       JOIN businesses b ON b.id = d.business_id JOIN endpoints e ON e.id = d.endpoint_id
     ORDER BY d.endpoint_id LIMIT $3`,
    [businessId, eventId, limit],
  );
}

/** Paused or not: of the view, which has both apart, PostgreSQL would read one for rows of the other. */
const WAITING = `(
    SELECT *, CASE WHEN held THEN 'held' ELSE 'pending' END AS state, NULL::timestamptz AS finished_at FROM outbox
  ) waiting WHERE`;

/** Reads one table in the order of its key: PostgreSQL would read all rows of several tables, and sort them. */
const firstOfEvent = (rows: string) =>
  `(SELECT business_id, event_id, endpoint_id, state, round, attempts, due_at, created_at, finished_at FROM ${rows}
     business_id = $1 AND event_id = $2 ORDER BY endpoint_id LIMIT $3)`;
