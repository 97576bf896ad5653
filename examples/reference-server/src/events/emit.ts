import type { Parameter, Queryable } from '../database/database.js';
import type { Envelope } from './envelope.js';

/**
 * The statements, for a WITH clause, that store an event and a delivery for every endpoint that gets it: those that
 * chose its type and may read its business, an app's while it is granted access and an owner's for the owner's own. Nothing is
 * stored where `from`, an earlier statement of the clause, has no row.
 *
 * @param first number of the first of the eight parameters, which `emitParameters` makes
 */
export function emitStatements(first: number, from: string): string {
  const [id, type, businessId, createdAt, body, delayMs, apps, endpoint] = Array.from(
    { length: 8 },
    (_, i) => `$${first + i}`,
  );
  const chosen = `${endpoint}::text IS NULL AND x.enabled AND ${type} = ANY(x.events)`;
  return `emitted AS (
    INSERT INTO events (business_id, id, type, created_at, body)
    SELECT ${businessId}, ${id}, ${type}, ${createdAt}::timestamptz, ${body} FROM ${from}
    RETURNING business_id, id, type
  ), enqueued AS (
    INSERT INTO deliveries (business_id, event_id, endpoint_id, due_at)
    SELECT emitted.business_id, emitted.id, e.id, now() + ${delayMs}::double precision * interval '1 millisecond'
    FROM emitted CROSS JOIN (
      SELECT x.id FROM endpoints x WHERE x.id = ${endpoint}::text AND x.enabled
      UNION
      SELECT x.id FROM endpoints x WHERE x.app_id = ANY(${apps}::text[]) AND ${chosen}
      UNION
      SELECT x.id FROM authorizations a JOIN endpoints x ON x.app_id = a.app_id
      WHERE ${apps}::text[] IS NULL AND a.business_id = ${businessId} AND a.revoked_at IS NULL AND ${chosen}
      UNION
      SELECT x.id FROM businesses b JOIN endpoints x ON x.owner_id = b.owner_id
      WHERE b.id = ${businessId} AND ${chosen}
    ) e
    RETURNING 1
  )`;
}

/** Who gets an event, where it is not everybody who may read the business and chose the type. */
export interface Audience {
  /** Endpoints of these apps, whether they may still read the business or not, and the owner's. */
  readonly apps?: readonly string[];
  /** This endpoint and no other, whatever it chose. */
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
