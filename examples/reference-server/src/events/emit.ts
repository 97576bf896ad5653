import type { Parameter, Queryable, Row } from '../database/database.js';
import { insertRows } from '../database/insert-rows.js';
import { wakeQueues, wakeStatement } from '../delivery/queues.js';
import type { Envelope } from './envelope.js';

/**
 * The statements, for a WITH clause, that store an event and a delivery for every endpoint that gets it: those that chose
 * its type and may read its business. An app may while it has access, an owner may read its own businesses. If an
 * endpoint is paused, its delivery is held if the pause holds events, and not created otherwise. Stores nothing if
 * `from`, an earlier statement of the clause, has no row.
 *
 * @param first number of the first of the eight parameters from `emitParameters`
 */
export function emitStatements(first: number, from: string): string {
  const [id, type, businessId, createdAt, body, delayMs, apps, endpoint] = Array.from(
    { length: 8 },
    (_, i) => `$${first + i}`,
  ) as [string, string, string, string, string, string, string, string];
  return `emitted AS (
    INSERT INTO events (${EVENT_COLUMNS})
    SELECT ${businessId}, ${id}, ${type}, ${createdAt}::timestamptz, ${body}, ${endpoint}::text IS NOT NULL FROM ${from}
    RETURNING business_id, id
  ), enqueued AS (
    ${insertDeliveries('emitted.business_id', 'emitted.id', delayMs)}
    FROM emitted CROSS JOIN ${recipients({ type, businessId, apps, endpoint })} e
    RETURNING endpoint_id, held
  ), ${wakeEnqueued(delayMs)}`;
}

/**
 * As `emitStatements`, for any number of events of one type. `from`, an earlier statement of the clause, has the columns of
 * EVENT_COLUMNS except `type` and `test`.
 *
 * @param type as SQL
 * @param delayMs as SQL
 */
export function emitAllStatements(from: string, type: string, delayMs: string): string {
  const everybody = { type, businessId: 'b.business_id', apps: 'NULL', endpoint: 'NULL' };
  return `emitted AS (
    INSERT INTO events (${EVENT_COLUMNS})
    SELECT business_id, id, ${type}, created_at, body, false FROM ${from}
  ), recipients AS MATERIALIZED (
    SELECT b.business_id, x.id, x.enabled
    FROM (SELECT DISTINCT business_id FROM ${from}) b CROSS JOIN LATERAL ${recipients(everybody)} x
  ), enqueued AS (
    ${insertDeliveries('v.business_id', 'v.id', delayMs)}
    FROM ${from} v JOIN recipients e ON e.business_id = v.business_id
    RETURNING endpoint_id, held
  ), ${wakeEnqueued(delayMs)}`;
}

const EVENT_COLUMNS = 'business_id, id, type, created_at, body, test';
const OUTBOX_COLUMNS = 'business_id, event_id, endpoint_id, held, due_at';

function insertDeliveries(businessId: string, id: string, delayMs: string): string {
  const inMs = `${delayMs}::double precision`;
  return `INSERT INTO outbox (${OUTBOX_COLUMNS})
    SELECT ${businessId}, ${id}, e.id, NOT e.enabled,
      now() + ${inMs} * interval '1 millisecond'`;
}

/** Held deliveries need no wake-up. */
function wakeEnqueued(delayMs: string): string {
  return `due AS (SELECT endpoint_id FROM enqueued WHERE NOT held), ${wakeStatement('due', delayMs)}`;
}

/**
 * The endpoints that get an event, as SQL. Looks up those of each app, and of the owner, by that key: `OFFSET 0` keeps the
 * planner from reading all endpoints, which it does where the average app has many.
 */
function recipients({ type, businessId, apps, endpoint }: Record<'type' | 'businessId' | 'apps' | 'endpoint', string>) {
  const open = '(enabled OR hold)';
  const all = `${endpoint}::text IS NULL`;
  const of = (key: string) =>
    `(SELECT id, enabled FROM endpoints WHERE ${key} AND ${open} AND ${type} = ANY(events) OFFSET 0)`;
  return `(
      SELECT id, enabled FROM endpoints WHERE id = ${endpoint}::text AND ${open}
      UNION ALL
      SELECT x.id, x.enabled FROM (
        SELECT unnest(${apps}::text[]) AS app_id
        UNION
        SELECT app_id FROM authorizations
        WHERE ${apps}::text[] IS NULL AND business_id = ${businessId} AND revoked_at IS NULL AND ${all}
      ) a CROSS JOIN LATERAL ${of('app_id = a.app_id')} x
      UNION ALL
      SELECT x.id, x.enabled FROM businesses own CROSS JOIN LATERAL ${of('owner_id = own.owner_id')} x
      WHERE own.id = ${businessId} AND ${all}
    )`;
}

/** Restricts or extends the receivers of an event. */
export interface Audience {
  /** Only endpoints of these apps, even if they may no longer read the business, and of the owner. */
  readonly apps?: readonly string[];
  /** Only this endpoint, whatever its types: for a test event. */
  readonly endpoint?: string;
}

/** The parameters of `emitStatements`. */
export function emitParameters(event: Envelope, firstDelayMs: number, audience: Audience = {}): Parameter[] {
  const { id, type, businessId, createdAt, body } = event;
  return [id, type, businessId, createdAt, body, firstDelayMs, audience.apps ?? null, audience.endpoint ?? null];
}

/** Stores an event and its deliveries. Call it in the transaction of the change that the event reports. */
export async function emit(
  tx: Queryable,
  event: Envelope,
  firstDelayMs: number,
  audience: Audience = {},
): Promise<void> {
  if (tx.sharded) return wakeQueues(tx, await emitInShards(tx, [event], firstDelayMs, audience), firstDelayMs);
  await tx.query(
    `WITH one AS (SELECT 1), ${emitStatements(1, 'one')} SELECT count(*)::integer AS deliveries FROM enqueued`,
    emitParameters(event, firstDelayMs, audience),
  );
}

/**
 * Stores events of one type and their deliveries in separate statements, because Citus would send the result of each
 * statement of a WITH clause to all nodes. Rows of VALUES go only to the nodes of their businesses.
 *
 * @returns the endpoints whose queues to wake
 */
export async function emitInShards(
  tx: Queryable,
  events: readonly Envelope[],
  firstDelayMs: number,
  { apps, endpoint }: Audience = {},
): Promise<string[]> {
  if (events.length === 0) return [];
  await insertRows(
    tx,
    `events (${EVENT_COLUMNS})`,
    events.map(({ businessId, id, type, createdAt, body }) => [
      businessId,
      id,
      type,
      createdAt,
      body,
      endpoint !== undefined,
    ]),
  );
  const receivers = await tx.query<Row & { business_id: string; id: string; enabled: boolean }>(RECIPIENTS, [
    [...new Set(events.map(({ businessId }) => businessId))],
    events[0]!.type,
    apps ?? null,
    endpoint ?? null,
  ]);
  const deliveries = events.flatMap(({ businessId, id }) =>
    receivers
      .filter((receiver) => receiver.business_id === businessId)
      .map((to) => [businessId, id, to.id, !to.enabled]),
  );
  await insertRows(tx, `outbox (${OUTBOX_COLUMNS})`, deliveries, {
    more: `, now() + ${firstDelayMs} * interval '1 millisecond'`,
  });
  return [...new Set(receivers.filter(({ enabled }) => enabled).map(({ id }) => id))];
}

/** Only reads tables that every node has, so Citus runs it like PostgreSQL. */
const RECIPIENTS = `SELECT b.business_id, x.id, x.enabled FROM unnest($1::text[]) AS b (business_id)
  CROSS JOIN LATERAL ${recipients({ type: '$2', businessId: 'b.business_id', apps: '$3', endpoint: '$4' })} x`;
