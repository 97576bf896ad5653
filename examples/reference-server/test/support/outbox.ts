import type { Attempt } from '../../src/delivery/attempt.js';
import type { Database, Queryable, Row } from '../../src/database/database.js';
import { lease } from '../../src/delivery/queues.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { take, type Delivery } from '../../src/delivery/take.js';
import { migrate } from '../../src/database/migrate.js';
import { emit } from '../../src/events/emit.js';
import { envelope } from '../../src/events/envelope.js';
import { EVENT_TYPES } from '../../src/events/event-types.js';
import { loadFixtures } from '../../src/fixtures.js';
import type { Lease } from '../../src/sql/dialect.js';
import type { TestDatabase } from './databases.js';
import { fixtures } from './fixtures.js';

/** An endpoint for a test. By default, it belongs to app_1 and subscribes to transaction.created. */
export type TestEndpoint = {
  id: string;
  appId?: string;
  ownerId?: string;
  events?: readonly string[];
  url?: string;
};

/** Deletes all events with their deliveries and attempts, and makes all queues due. */
export async function emptyOutbox(db: Database): Promise<void> {
  for (const table of ['delivery_log', 'outbox', 'events']) await db.query(`DELETE FROM ${table}`);
  await db.query(`UPDATE endpoint_queues SET look_at = now(), worker = NULL, parked_at = now(), slow = false`);
}

/** Attempts as reported by a sender. */
export const DELIVERED: Attempt = {
  delivered: true,
  status: 200,
  durationMs: 1,
  address: '127.0.0.1',
  errorClass: null,
  answer: '',
};
export const FAILED: Attempt = { ...DELIVERED, delivered: false, status: 500, errorClass: 'http_status' };

/**
 * Opens a database, brings it up to date, and loads the fixtures with the given endpoints.
 *
 * @param offered the event types to which the endpoints can subscribe; default: all
 */
export async function openOutbox(
  database: TestDatabase,
  endpoints: readonly TestEndpoint[],
  offered: readonly string[] = EVENT_TYPES.map(({ type }) => type),
): Promise<Database> {
  const opened = await database.open();
  await migrate(opened);
  await addEndpoints(opened, endpoints, offered);
  return opened;
}

/** Adds endpoints by loading fixtures. */
async function addEndpoints(
  database: Database,
  endpoints: readonly TestEndpoint[],
  offered: readonly string[] = EVENT_TYPES.map(({ type }) => type),
): Promise<void> {
  const full = endpoints.map(({ id, appId, ownerId, events = ['transaction.created'], url }) => ({
    id,
    ...(ownerId === undefined ? { appId: appId ?? 'app_1' } : { ownerId }),
    events,
    url: url ?? 'http://127.0.0.1:9/',
    secret: `whsec_${id}`,
  }));
  await loadFixtures(database, fixtures(full), { offered });
}

/** Stores an event and its deliveries, and returns the event id. */
export async function emitOne(
  database: Queryable,
  type = 'transaction.created',
  businessId = 'biz_1',
): Promise<string> {
  const event = envelope(type, businessId, '{}', new Date());
  await emit(database, event, 0);
  return event.id;
}

/** Ends all leases and makes all queues due for a check. */
export async function endLeases(database: Queryable): Promise<void> {
  await database.query(`UPDATE endpoint_queues SET look_at = now()`);
}

/** Takes the due deliveries, like a worker that has taken over all queues and has no attempts in progress. */
export async function takeAll(database: Database, most = 256, perEndpoint = 8): Promise<Delivery[]> {
  await endLeases(database);
  return takeOf(database, await leaseAll(database), most, perEndpoint);
}

/** Leases all queues that are due. */
export async function leaseAll(database: Queryable, most = 1_000): Promise<Lease[]> {
  return [...(await lease(database, 'test', most, false)), ...(await lease(database, 'test', most, true))];
}

/** Takes the due deliveries in leased queues. */
export function takeOf(
  database: Queryable,
  leases: readonly Lease[],
  most = 256,
  perEndpoint = 8,
): Promise<Delivery[]> {
  const wanted = leases.map(({ endpointId, fencingToken }) => ({
    endpointId,
    fencingToken,
    capacity: perEndpoint,
    underWay: [],
  }));
  return take(database, wanted, most);
}

/** Records an attempt's result, and returns whether the database accepted the result. */
export async function recordOne(
  database: Database,
  delivery: Delivery,
  attempt: Attempt | undefined,
): Promise<boolean> {
  const [taken] = await recordAttempts(database, [{ delivery, attempt, at: new Date() }], DEFAULT_DELAYS_MS);
  return taken!;
}

/** The current time by the database's clock, in milliseconds. */
export async function clockOf(database: Queryable): Promise<number> {
  const [row] = await database.query<Row & { now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  );
  return row!.now;
}

/** Makes all pending deliveries due now, and ends all leases. */
export async function passTime(database: Database): Promise<void> {
  await database.query(`UPDATE outbox SET due_at = now() WHERE NOT held`);
  await endLeases(database);
}

/**
 * The statements that store deliveries in any state, and the last attempt of deliveries that have ended.
 *
 * @param select the SQL for rows with business_id, event_id, endpoint_id, state, attempts, due_at, created_at and
 * finished_at
 */
export function storeDeliveries(select: string): string[] {
  return [
    `INSERT INTO outbox (business_id, event_id, endpoint_id, held, attempts, due_at, created_at)
     SELECT business_id, event_id, endpoint_id, state = 'held', attempts, due_at, created_at FROM (${select}) made
     WHERE state IN ('pending', 'held')`,
    `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, ended, created_at, finished_at)
     SELECT business_id, event_id, endpoint_id, 1, greatest(attempts, 1), coalesce(finished_at, created_at),
       CASE WHEN attempts > 0 THEN 1 END, state, created_at, coalesce(finished_at, created_at)
     FROM (${select}) made WHERE state NOT IN ('pending', 'held')`,
  ];
}

export type DeliveryRow = Row & { endpoint_id: string; state: string; round: number; attempts: number };

/** An event's deliveries, sorted by endpoint. */
export function deliveriesOf(database: Database, eventId: string): Promise<DeliveryRow[]> {
  return database.query<DeliveryRow>(
    'SELECT endpoint_id, state, round, attempts FROM deliveries WHERE event_id = $1 ORDER BY endpoint_id',
    [eventId],
  );
}
