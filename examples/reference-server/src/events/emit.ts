import type { Parameter, Queryable } from '../database/database.js';
import type { Envelope } from './envelope.js';

/**
 * The statements, for a WITH clause, that store an event and a delivery for every endpoint that gets it: those that
 * chose its type and may read its business, an app's while it is granted access and an owner's for the owner's own. For an endpoint that is
 * paused it is held where that endpoint holds, else it is not for it. Nothing is stored where `from`, an earlier statement of the clause, has no row.
 *
 * @param first number of the first of the eight parameters, which `emitParameters` makes
 */
export function emitStatements(first: number, from: string): string {
  const [id, type, businessId, createdAt, body, delayMs, apps, endpoint] = Array.from(
    { length: 8 },
    (_, i) => `$${first + i}`,
  );
  const open = '(x.enabled OR x.hold)';
  const chosen = `${endpoint}::text IS NULL AND ${open} AND ${type} = ANY(x.events)`;
  const inMs = `${delayMs}::double precision`;
  return `emitted AS (
    INSERT INTO events (business_id, id, type, created_at, body, test)
    SELECT ${businessId}, ${id}, ${type}, ${createdAt}::timestamptz, ${body}, ${endpoint}::text IS NOT NULL FROM ${from}
    RETURNING business_id, id, type
  ), enqueued AS (
    INSERT INTO deliveries (business_id, event_id, endpoint_id, state, ready, due_at)
    SELECT emitted.business_id, emitted.id, e.id, CASE WHEN e.enabled THEN 'pending' ELSE 'held' END,
      e.enabled AND ${inMs} <= 0, now() + ${inMs} * interval '1 millisecond'
    FROM emitted CROSS JOIN (
      SELECT x.id, x.enabled FROM endpoints x WHERE x.id = ${endpoint}::text AND ${open}
      UNION
      SELECT x.id, x.enabled FROM endpoints x WHERE x.app_id = ANY(${apps}::text[]) AND ${chosen}
      UNION
      SELECT x.id, x.enabled FROM authorizations a JOIN endpoints x ON x.app_id = a.app_id
      WHERE ${apps}::text[] IS NULL AND a.business_id = ${businessId} AND a.revoked_at IS NULL AND ${chosen}
      UNION
      SELECT x.id, x.enabled FROM businesses b JOIN endpoints x ON x.owner_id = b.owner_id
      WHERE b.id = ${businessId} AND ${chosen}
    ) e
    RETURNING 1
  )`;
}

/** Who gets an event, where it is not everybody who may read the business and chose the type. */
export interface Audience {
  /** Endpoints of these apps, whether they may still read the business or not, and the owner's. */
  readonly apps?: readonly string[];
  /** This endpoint and no other, whatever it chose: a test event. */
  readonly endpoint?: string;
}

/** The parameters of `emitStatements`. */
export function emitParameters(event: Envelope, firstDelayMs: number, audience: Audience = {}): Parameter[] {
  const { id, type, businessId, createdAt, body } = event;
  return [id, type, businessId, createdAt, body, firstDelayMs, audience.apps ?? null, audience.endpoint ?? null];
}

/** Stores an event and its deliveries. To be called in the transaction that makes what the event tells. */
export async function emit(tx: Queryable, event: Envelope, firstDelayMs: number, audience?: Audience): Promise<void> {
  await tx.query(
    `WITH one AS (SELECT 1), ${emitStatements(1, 'one')} SELECT count(*)::integer AS deliveries FROM enqueued`,
    emitParameters(event, firstDelayMs, audience),
  );
}
