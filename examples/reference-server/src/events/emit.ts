import type { Parameter, Queryable } from '../database/database.js';
import type { Envelope } from './envelope.js';

/**
 * The statements, for a WITH clause, that store an event and a delivery for every endpoint that gets it: those that
 * chose its type and may read its business, an app's while it is granted access and an owner's for the owner's own. If
 * an endpoint is paused, the delivery is held if the pause holds events, else there is none. Nothing is stored if
 * `from`, an earlier statement of the clause, has no row.
 *
 * @param first number of the first of the eight parameters, which `emitParameters` makes
 */
export function emitStatements(first: number, from: string): string {
  const [id, type, businessId, createdAt, body, delayMs, apps, endpoint] = Array.from(
    { length: 8 },
    (_, i) => `$${first + i}`,
  ) as [string, string, string, string, string, string, string, string];
  return `emitted AS (
    ${insertEvent([businessId, id, type, createdAt, body, endpoint])} FROM ${from}
    RETURNING business_id, id
  ), enqueued AS (
    ${insertDeliveries('emitted.business_id', 'emitted.id', delayMs)}
    FROM emitted CROSS JOIN ${recipients({ type, businessId, apps, endpoint })} e
    RETURNING 1
  )`;
}

function insertEvent([businessId, id, type, createdAt, body, endpoint]: readonly string[]): string {
  return `INSERT INTO events (business_id, id, type, created_at, body, test)
    SELECT ${businessId}, ${id}, ${type}, ${createdAt}::timestamptz, ${body}, ${endpoint}::text IS NOT NULL`;
}

function insertDeliveries(businessId: string, id: string, delayMs: string): string {
  const inMs = `${delayMs}::double precision`;
  return `INSERT INTO deliveries (business_id, event_id, endpoint_id, state, ready, due_at)
    SELECT ${businessId}, ${id}, e.id, CASE WHEN e.enabled THEN 'pending' ELSE 'held' END,
      e.enabled AND ${inMs} <= 0, now() + ${inMs} * interval '1 millisecond'`;
}

/** The endpoints that get an event, of parameters. */
function recipients({ type, businessId, apps, endpoint }: Record<'type' | 'businessId' | 'apps' | 'endpoint', string>) {
  const open = '(x.enabled OR x.hold)';
  const chosen = `${endpoint}::text IS NULL AND ${open} AND ${type} = ANY(x.events)`;
  return `(
      SELECT x.id, x.enabled FROM endpoints x WHERE x.id = ${endpoint}::text AND ${open}
      UNION
      SELECT x.id, x.enabled FROM endpoints x WHERE x.app_id = ANY(${apps}::text[]) AND ${chosen}
      UNION
      SELECT x.id, x.enabled FROM authorizations a JOIN endpoints x ON x.app_id = a.app_id
      WHERE ${apps}::text[] IS NULL AND a.business_id = ${businessId} AND a.revoked_at IS NULL AND ${chosen}
      UNION
      SELECT x.id, x.enabled FROM businesses b JOIN endpoints x ON x.owner_id = b.owner_id
      WHERE b.id = ${businessId} AND ${chosen}
    )`;
}

/** The receivers of an event, if they are not all endpoints that may read the business and chose the type. */
export interface Audience {
  /** Endpoints of these apps, even if they may no longer read the business, and those of the owner. */
  readonly apps?: readonly string[];
  /** Only this endpoint, whatever types it chose: a test event. */
  readonly endpoint?: string;
}

/** The parameters of `emitStatements`. */
export function emitParameters(event: Envelope, firstDelayMs: number, audience: Audience = {}): Parameter[] {
  const { id, type, businessId, createdAt, body } = event;
  return [id, type, businessId, createdAt, body, firstDelayMs, audience.apps ?? null, audience.endpoint ?? null];
}

/** Stores an event and its deliveries. To be called in the transaction of the change that the event is about. */
export async function emit(
  tx: Queryable,
  event: Envelope,
  firstDelayMs: number,
  audience: Audience = {},
): Promise<void> {
  if (!tx.sharded) {
    await tx.query(
      `WITH one AS (SELECT 1), ${emitStatements(1, 'one')} SELECT count(*)::integer AS deliveries FROM enqueued`,
      emitParameters(event, firstDelayMs, audience),
    );
    return;
  }
  const { id, type, businessId, createdAt, body } = event;
  const { apps = null, endpoint = null } = audience;
  await tx.query(EVENT_IN_SHARD, [businessId, id, type, createdAt, body, endpoint]);
  await tx.query(DELIVERIES_IN_SHARD, [businessId, id, firstDelayMs, type, apps, endpoint]);
}

/**
 * One by one, since Citus sends the result of one statement of a WITH clause to all nodes for the next one. These
 * statements go only to the node of the business.
 */
const EVENT_IN_SHARD = insertEvent(['$1', '$2', '$3', '$4', '$5', '$6']);
const DELIVERIES_IN_SHARD = `${insertDeliveries('$1', '$2', '$3')}
  FROM ${recipients({ type: '$4', businessId: '$1', apps: '$5', endpoint: '$6' })} e`;
