import type { Queryable, Row } from '../database/database.js';
import type { Scope } from '../credentials/scope.js';
import { eventKey, findEvent, findEvents } from '../events/stored-envelope.js';
import { DELIVERY_COLUMNS, ENDED, STATE_COLUMNS, WAITING } from '../sql/deliveries.js';
import { ID } from './id.js';
import { endpointsOf } from './endpoints.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** A delivery, without its event. */
export interface StoredDelivery extends Row {
  readonly business_id: string;
  readonly business_name: string;
  /** The business's country. */
  readonly country: string;
  readonly event_id: string;
  readonly state: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled';
  readonly round: number;
  /** The number of attempts in this round that have ended. */
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly finished_at: Date | null;
}

/** A delivery in a list. */
export interface DeliveryRow extends StoredDelivery {
  readonly type: string;
  /** Whether a user sent the event as a test, with sample data. */
  readonly test: boolean;
}

/** Which deliveries to list. */
export type DeliveryFilter = 'all' | 'pending' | 'queued' | 'failed' | 'delivered' | 'cancelled';

/** The rows of each list, before the conditions that select a page. */
const ROWS = {
  pending: `${WAITING} NOT held`,
  held: `${WAITING} held`,
  ended: `${ENDED} ended IS NOT NULL`,
  failed: `${ENDED} ended = 'failed'`,
};

/**
 * How to read each list: in the order of an index that contains only the list's rows, so that a page does not read more
 * rows than it shows. For states without such an index, a page scans up to SCANNED rows, and the next page continues
 * from there.
 */
const LISTS: Readonly<
  Record<DeliveryFilter, { of: readonly (keyof typeof ROWS)[]; by: string; order: 'ASC' | 'DESC' }>
> = {
  all: { of: ['pending', 'held', 'ended'], by: 'created_at', order: 'DESC' },
  delivered: { of: ['ended'], by: 'created_at', order: 'DESC' },
  cancelled: { of: ['ended'], by: 'created_at', order: 'DESC' },
  pending: { of: ['pending'], by: 'due_at', order: 'ASC' },
  queued: { of: ['held'], by: 'created_at', order: 'ASC' },
  failed: { of: ['failed'], by: 'finished_at', order: 'DESC' },
};
const SCANNED = 2_000;

/** The maximum size of an event that a list reads, in bytes, so that a page cannot exhaust memory. */
const MAX_BYTES = 65_536;

/** A delivery in a list, with its event. */
export interface ListedDelivery extends DeliveryRow {
  /** Null if the event is too large for a list. */
  readonly body: string | null;
}

interface Cursored extends StoredDelivery {
  readonly cursor: string;
}

/** Adds the event to each delivery. Omits deliveries whose event has been deleted. */
async function withEvents(database: Queryable, rows: readonly StoredDelivery[]): Promise<ListedDelivery[]> {
  const keyOf = (row: StoredDelivery) => ({ businessId: row.business_id, eventId: row.event_id });
  const events = await findEvents(database, rows.map(keyOf), MAX_BYTES);
  return rows.flatMap((row) => {
    const event = events.get(eventKey(keyOf(row)));
    return event === undefined ? [] : { ...row, type: event.type, test: event.test, body: event.body };
  });
}

/**
 * A page of an endpoint's deliveries: newest first, but waiting deliveries by due time, and queued deliveries in order
 * of arrival.
 */
export async function listDeliveries(
  database: Queryable,
  endpointId: string,
  filter: DeliveryFilter,
  step: PageStep,
  limit: number,
): Promise<Paged<ListedDelivery>> {
  const { of, by, order: usual } = LISTS[filter];
  const { compare, order } = reading(step, usual);
  const [at, eventId] = step ? split(step.from) : [];
  const start = step === undefined ? 'true' : `(d.${by}, d.event_id) ${compare} ($2::timestamptz, $3 COLLATE "C")`;
  const inOrder = `ORDER BY d.${by} ${order}, d.event_id ${order}`;
  // Reads each table separately: for a query on the view, which combines the tables, Citus would send every row to the
  // coordinator.
  const scan = (bounds: string) =>
    of.map(
      (rows) =>
        `(SELECT ${STATE_COLUMNS} FROM (${ROWS[rows]} AND d.endpoint_id = $1 AND ${start} ${inOrder} ${bounds}) d)`,
    );
  const cursor = `to_char(d.${by} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS cursor`;
  const parameters = [endpointId, ...(step ? [at!, eventId!] : [])];
  const sifted = filter === 'delivered' || filter === 'cancelled';
  const most = sifted ? SCANNED : limit + 1;
  const read = await database.query<Cursored>(
    `SELECT ${DELIVERY_COLUMNS}, ${cursor}
     FROM (SELECT * FROM (${scan(`LIMIT ${most}`).join(' UNION ALL ')}) d ${inOrder} LIMIT ${most}) d
       JOIN businesses b ON b.id = d.business_id
     ${sifted ? `WHERE d.state = '${filter}'` : ''} ${inOrder} LIMIT ${limit + 1}`,
    parameters,
  );
  const paged = toPaged(read, limit, step, toCursor);
  const page = { ...paged, rows: await withEvents(database, paged.rows) };
  if (!sifted || read.length > limit) return page;
  // The scanned rows did not fill the page, so more may follow.
  const [edge] = await database.query<{ event_id: string; cursor: string }>(
    `SELECT d.event_id, ${cursor} FROM ${scan(`OFFSET ${SCANNED - 1} LIMIT 1`).join('')} d`,
    parameters,
  );
  const beyond = edge && toCursor(edge);
  if (step?.to === 'previous') return { ...page, previous: beyond, next: page.next ?? step.from };
  return { ...page, previous: page.previous ?? step?.from, next: beyond };
}

const toCursor = ({ cursor, event_id: id }: Pick<Cursored, 'cursor' | 'event_id'>) => `${cursor}~${id}`;

function split(cursor: string): [at: string, eventId: string] {
  const end = cursor.indexOf('~');
  return [cursor.slice(0, end), cursor.slice(end + 1)];
}

/** Whether a string is a cursor for a list of deliveries. */
export function isDeliveryCursor(text: string): boolean {
  const [at, eventId] = split(text);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at) && !Number.isNaN(Date.parse(at)) && ID.test(eventId);
}

/** Finds deliveries to an endpoint by their keys, and returns them in the order of the keys. */
export async function listDeliveriesByKey(
  database: Queryable,
  endpointId: string,
  keys: readonly { readonly businessId: string; readonly eventId: string }[],
): Promise<ListedDelivery[]> {
  const rows = await database.query<StoredDelivery>(database.sql.deliveriesByKey, [
    endpointId,
    keys.map(({ businessId }) => businessId),
    keys.map(({ eventId }) => eventId),
  ]);
  const byKey = new Map((await withEvents(database, rows)).map((row) => [`${row.business_id} ${row.event_id}`, row]));
  return keys.flatMap(({ businessId, eventId }) => byKey.get(`${businessId} ${eventId}`) ?? []);
}

/** A delivery of an event, together with its endpoint. */
export interface EventDelivery extends DeliveryRow {
  readonly endpoint_id: string;
  readonly url: string;
}

/** An event's deliveries to the endpoints in a scope, up to a limit. */
export async function listDeliveriesOf(
  database: Queryable,
  scope: Scope,
  businessId: string,
  eventId: string,
  limit: number,
): Promise<EventDelivery[]> {
  const event = await findEvent(database, businessId, eventId);
  if (!event) return [];
  const parameters: (string | number)[] = [businessId, eventId, limit];
  const owned = endpointsOf(scope, (value) => `$${parameters.push(value)}`);
  const rows = await database.query<EventDelivery>(
    `SELECT ${DELIVERY_COLUMNS}, d.endpoint_id, e.url
     FROM (${[`${WAITING} true`, ROWS.ended].map(firstOfEvent).join(' UNION ALL ')}) d
       JOIN businesses b ON b.id = d.business_id JOIN endpoints e ON e.id = d.endpoint_id
     WHERE ${owned} ORDER BY d.endpoint_id LIMIT $3`,
    parameters,
  );
  return rows.map((row) => ({ ...row, type: event.type, test: event.test }));
}

/** Reads one table in the order of its key: with several tables, PostgreSQL would read and sort all their rows. */
const firstOfEvent = (rows: string) =>
  `(SELECT ${STATE_COLUMNS} FROM (${rows} AND d.business_id = $1 AND d.event_id = $2 ORDER BY d.endpoint_id LIMIT $3) d)`;
