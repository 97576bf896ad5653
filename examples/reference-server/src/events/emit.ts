import type { Parameter, Queryable, Row } from '../database/database.js';
import { insertRows } from '../database/insert-rows.js';
import { wakeQueues, wakeStatement } from '../delivery/queues.js';
import { currentTraceparent } from '../tracing.js';
import { DOCUMENT_EVENT, type Envelope } from './envelope.js';

/**
 * Statements for a WITH clause that store an event and its deliveries: one for each endpoint that subscribes to the
 * event type and may read the business. An app may read a business while it has access to that business; an owner may
 * read its own businesses. For a paused endpoint, holds the delivery if the pause holds events; otherwise creates no
 * delivery. Stores nothing if `from`, an earlier statement in the clause, returns no row.
 *
 * @param first the number of the first parameter; `emitParameters` returns the ten parameters
 */
function emitStatements(first: number, from: string): string {
  const [id, type, businessId, createdAt, body, delayMs, apps, endpoints, test, traceparent] = Array.from(
    { length: 10 },
    (_, i) => `$${first + i}`,
  ) as [string, string, string, string, string, string, string, string, string, string];
  return `emitted AS (
    INSERT INTO events (${EVENT_COLUMNS})
    SELECT ${businessId}, ${id}, ${type}, ${createdAt}::timestamptz, ${body}, ${test}::boolean FROM ${from}
    RETURNING business_id, id
  ), enqueued AS (
    ${insertDeliveries('emitted.business_id', 'emitted.id', `${traceparent}::text`, delayMs)}
    FROM emitted CROSS JOIN ${recipients({ type, businessId, apps, endpoints })} e
    RETURNING endpoint_id, held
  ), ${wakeEnqueued(delayMs)}`;
}

/**
 * Statements for a WITH clause that store deliveries for the events of stored documents: `from`, an earlier statement
 * in the clause, returns the columns business_id, event_id and traceparent.
 *
 * @param delayMs milliseconds until the deliveries are due, as SQL
 */
export function enqueueStatements(from: string, delayMs: string): string {
  const type = `'${DOCUMENT_EVENT}'`;
  const everybody = { type, businessId: 'b.business_id', apps: 'NULL', endpoints: 'NULL' };
  return `recipients AS MATERIALIZED (
    SELECT b.business_id, x.id, x.enabled
    FROM (SELECT DISTINCT business_id FROM ${from}) b CROSS JOIN LATERAL ${recipients(everybody)} x
  ), enqueued AS (
    ${insertDeliveries('v.business_id', 'v.event_id', 'v.traceparent', delayMs)}
    FROM ${from} v JOIN recipients e ON e.business_id = v.business_id
    RETURNING endpoint_id, held
  ), ${wakeEnqueued(delayMs)}`;
}

const EVENT_COLUMNS = 'business_id, id, type, created_at, body, test';
const OUTBOX_COLUMNS = 'business_id, event_id, endpoint_id, held, traceparent, due_at';

function insertDeliveries(businessId: string, id: string, traceparent: string, delayMs: string): string {
  const inMs = `${delayMs}::double precision`;
  return `INSERT INTO outbox (${OUTBOX_COLUMNS})
    SELECT ${businessId}, ${id}, e.id, NOT e.enabled, ${traceparent},
      now() + ${inMs} * interval '1 millisecond'`;
}

/** The statements that wake the queues. Queues need no wake-up for held deliveries. */
function wakeEnqueued(delayMs: string): string {
  return `due AS (SELECT endpoint_id FROM enqueued WHERE NOT held), ${wakeStatement('due', delayMs)}`;
}

/**
 * The endpoints that get an event, as SQL. Looks up the endpoints of each app and of the owner by key: `OFFSET 0`
 * prevents the planner from reading all endpoints, as it would if the average app had many endpoints.
 */
function recipients({
  type,
  businessId,
  apps,
  endpoints,
}: Record<'type' | 'businessId' | 'apps' | 'endpoints', string>) {
  const open = '(enabled OR hold)';
  const all = `${endpoints}::text[] IS NULL`;
  const of = (key: string) =>
    `(SELECT id, enabled FROM endpoints WHERE ${key} AND ${open} AND ${type} = ANY(events) OFFSET 0)`;
  return `(
      SELECT id, enabled FROM endpoints WHERE id = ANY(${endpoints}::text[]) AND ${open}
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

/** Restricts or extends the recipients of an event. */
export interface Audience {
  /** Only the owner's endpoints and the endpoints of these apps, even if the apps may no longer read the business. */
  readonly apps?: readonly string[];
  /** Only these endpoints, whatever event types they subscribe to. */
  readonly endpoints?: readonly string[];
  /** Whether this is a test event, which a user sends to one endpoint; default false. */
  readonly test?: boolean;
}

/** The parameters of `emitStatements`. */
function emitParameters(event: Envelope, firstDelayMs: number, audience: Audience): Parameter[] {
  const { id, type, businessId, createdAt, body } = event;
  const { apps = null, endpoints = null, test = false } = audience;
  return [id, type, businessId, createdAt, body, firstDelayMs, apps, endpoints, test, currentTraceparent()];
}

/** Stores an event and its deliveries. Call it in the transaction that makes the change that the event reports. */
export async function emit(
  tx: Queryable,
  event: Envelope,
  firstDelayMs: number,
  audience: Audience = {},
): Promise<void> {
  if (tx.sharded) return wakeQueues(tx, await emitInShards(tx, event, firstDelayMs, audience), firstDelayMs);
  await tx.query(
    `WITH one AS (SELECT 1), ${emitStatements(1, 'one')} SELECT count(*)::integer AS deliveries FROM enqueued`,
    emitParameters(event, firstDelayMs, audience),
  );
}

/**
 * Stores an event and its deliveries in separate statements, because Citus would send the result of each statement in a
 * WITH clause to all nodes, whereas it sends rows in VALUES only to the nodes that store their businesses.
 *
 * @returns the endpoints whose queues to wake
 */
async function emitInShards(
  tx: Queryable,
  { businessId, id, type, createdAt, body }: Envelope,
  firstDelayMs: number,
  audience: Audience,
): Promise<string[]> {
  const row = [businessId, id, type, createdAt, body, audience.test ?? false];
  await insertRows(tx, `events (${EVENT_COLUMNS})`, [row]);
  return enqueueInShards(tx, type, [{ businessId, id, traceparent: currentTraceparent() }], firstDelayMs, audience);
}

/**
 * Stores the deliveries for events of one type.
 *
 * @returns the endpoints whose queues to wake
 */
export async function enqueueInShards(
  tx: Queryable,
  type: string,
  events: readonly (Pick<Envelope, 'businessId' | 'id'> & { readonly traceparent: string | null })[],
  firstDelayMs: number,
  { apps, endpoints }: Audience = {},
): Promise<string[]> {
  if (events.length === 0) return [];
  const receivers = await tx.query<Row & { business_id: string; id: string; enabled: boolean }>(RECIPIENTS, [
    [...new Set(events.map(({ businessId }) => businessId))],
    type,
    apps ?? null,
    endpoints ?? null,
  ]);
  const deliveries = events.flatMap(({ businessId, id, traceparent }) =>
    receivers
      .filter((receiver) => receiver.business_id === businessId)
      .map((to) => [businessId, id, to.id, !to.enabled, traceparent]),
  );
  await insertRows(tx, `outbox (${OUTBOX_COLUMNS})`, deliveries, {
    more: `, now() + ${firstDelayMs} * interval '1 millisecond'`,
  });
  return [...new Set(receivers.filter(({ enabled }) => enabled).map(({ id }) => id))];
}

/** Reads only tables that are copied to every node, so Citus can run the query as plain PostgreSQL does. */
const RECIPIENTS = `SELECT b.business_id, x.id, x.enabled FROM unnest($1::text[]) AS b (business_id)
  CROSS JOIN LATERAL ${recipients({ type: '$2', businessId: 'b.business_id', apps: '$3', endpoints: '$4' })} x`;
