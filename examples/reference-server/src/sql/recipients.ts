import type { Parameter, Queryable, Row } from '../database/database.js';
import { insertRows } from '../database/insert-rows.js';

/** Restricts the recipients of an event. */
export interface Recipients {
  /** Only the owner's endpoints and the endpoints of these apps, even if the apps may no longer read the business. */
  readonly apps?: readonly string[] | undefined;
  /** Only these endpoints, whatever event types they subscribe to. */
  readonly endpoints?: readonly string[] | undefined;
}

/**
 * The endpoints that get an event, as SQL: those that subscribe to its type and may read its business. An app may read a
 * business while it has access to that business; an owner may read its own businesses. A paused endpoint gets the event
 * only if the pause holds events. All parameters are SQL expressions.
 *
 * Looks up the endpoints of each app and of the owner by key: `OFFSET 0` prevents the planner from reading all
 * endpoints, as it would if the average app had many endpoints.
 */
export function recipients({
  type,
  businessId,
  apps,
  endpoints,
}: Record<'type' | 'businessId' | 'apps' | 'endpoints', string>): string {
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

export const OUTBOX_COLUMNS = 'business_id, event_id, endpoint_id, held, traceparent, due_at';

/** The identity of an event, and the trace of the write. */
interface NewEvent {
  readonly businessId: string;
  readonly id: string;
  readonly traceparent: string | null;
}

/**
 * Stores the deliveries for events of one type. Uses two statements, because Citus would send the result of each
 * statement in a WITH clause to all nodes, whereas it sends rows in VALUES only to the nodes that store their
 * businesses.
 *
 * @returns the endpoints whose queues to wake: queues need no wake-up for held deliveries
 */
export async function enqueue(
  tx: Queryable,
  type: string,
  events: readonly NewEvent[],
  firstDelayMs: number,
  { apps, endpoints }: Recipients = {},
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
      .map((to): Parameter[] => [businessId, id, to.id, !to.enabled, traceparent]),
  );
  await insertRows(tx, `outbox (${OUTBOX_COLUMNS})`, deliveries, {
    more: `, now() + ${firstDelayMs} * interval '1 millisecond'`,
  });
  return [...new Set(receivers.filter(({ enabled }) => enabled).map(({ id }) => id))];
}

/** Reads only tables that Citus copies to every node, so that Citus runs the query as PostgreSQL does. */
const RECIPIENTS = `SELECT b.business_id, x.id, x.enabled FROM unnest($1::text[]) AS b (business_id)
  CROSS JOIN LATERAL ${recipients({ type: '$2', businessId: 'b.business_id', apps: '$3', endpoints: '$4' })} x`;
