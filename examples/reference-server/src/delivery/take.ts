import type { Queryable, Row } from '../database/database.js';
import {
  CREATED_AT,
  ENVELOPE,
  FOUND,
  JOIN_EVENTS,
  readEnvelope,
  TYPE,
  type StoredEnvelope,
} from '../events/stored-envelope.js';

/** A due delivery from a leased queue, with all data for an attempt. */
export interface Delivery {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Increases with every manual redelivery. */
  readonly round: number;
  /** Number of the attempt to make, 1 to 6. */
  readonly attempt: number;
  /** The token of the lease: a result counts only if its token is that of the latest lease. */
  readonly fencingToken: number;
  readonly url: string;
  /** The secret to sign with and, during a rotation, also the previous secret. */
  readonly secrets: readonly string[];
  readonly eventType: string;
  /** When the event was created. */
  readonly createdAt: Date;
  /** The envelope; null if the document cannot be read. */
  readonly body: string | null;
  /** The trace of the write; null if the write was not traced. */
  readonly traceparent: string | null;
  /**
   * Whether the event may still be sent to the endpoint: after a revocation, an app gets only the revocation itself.
   */
  readonly allowed: boolean;
}

export interface Wanted {
  readonly endpointId: string;
  readonly fencingToken: number;
  /** The maximum number of deliveries to take. */
  readonly capacity: number;
  /** The events in progress, which must not be taken again. */
  readonly underWay: readonly string[];
}

interface Secrets {
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: Date | null;
}
type UncheckedRow = Row & Omit<Delivery, 'secrets' | 'fencingToken' | 'allowed' | 'body'> & StoredEnvelope & Secrets;
type DueRow = UncheckedRow & Pick<Delivery, 'allowed'>;

/**
 * Takes the due deliveries of each queue, longest overdue first. Writes nothing: the lease of a queue covers its
 * deliveries. Skips deliveries to paused endpoints.
 *
 * @param most the maximum number of deliveries from all queues; queues with the fewest attempts in progress come first
 * @throws DatabaseUnavailable
 */
export async function take(database: Queryable, wanted: readonly Wanted[], most: number): Promise<Delivery[]> {
  const open = wanted.filter(({ capacity }) => capacity > 0);
  if (open.length === 0 || most <= 0) return [];
  const rows = database.sharded
    ? await takeInShards(database, open, most)
    : await database.query<DueRow>(TAKE, [
        open.map(({ endpointId }) => endpointId),
        open.map(({ capacity }) => String(capacity)),
        open.map(({ underWay }) => String(underWay.length)),
        // Event ids contain no space.
        open.map(({ underWay }) => underWay.join(' ')),
        most,
      ]);
  const tokens = new Map(open.map(({ endpointId, fencingToken }) => [endpointId, fencingToken]));
  const now = new Date();
  return Promise.all(
    rows.map(async ({ secret, previous_secret: previous, previous_until: until, envelope, ...row }) => ({
      ...row,
      // One damaged document must not block all others.
      body: await readEnvelope({ ...row, envelope }).catch(() => null),
      fencingToken: tokens.get(row.endpointId)!,
      secrets: previous !== null && until !== null && until > now ? [secret, previous] : [secret],
    })),
  );
}

const COLUMNS = `d.business_id AS "businessId", d.event_id AS "eventId", d.endpoint_id AS "endpointId", d.round,
  d.attempts + 1 AS attempt, d.traceparent, e.url, e.secret, e.previous_secret, e.previous_until`;
const EVENT = `${TYPE} AS "eventType", ${CREATED_AT} AS "createdAt", ${ENVELOPE} AS envelope`;

/**
 * Whether the endpoint of `k` may read the business of `k`. With scalar subqueries, the planner does not build a table
 * of everything that all endpoints may read, as it does for EXISTS on the view `readable`.
 */
const READABLE = `coalesce((
    SELECT CASE WHEN x.app_id IS NULL
      THEN (SELECT true FROM businesses b WHERE b.id = k.business_id AND b.owner_id = x.owner_id)
      ELSE (
        SELECT true FROM authorizations a
        WHERE a.business_id = k.business_id AND a.app_id = x.app_id AND a.revoked_at IS NULL LIMIT 1
      ) END
    FROM endpoints x WHERE x.id = k.endpoint_id
  ), false)`;

/**
 * Written so that PostgreSQL looks up queues, deliveries and events by key or in index order, regardless of the
 * planner's estimates.
 */
const TAKE = `WITH chosen AS MATERIALIZED (
    SELECT k.*, ${READABLE} AS readable FROM (
      SELECT d.*, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.due_at) + q.under_way AS place
      FROM unnest($1::text[], $2::integer[], $3::integer[], $4::text[]) AS q (endpoint_id, capacity, under_way, events)
      CROSS JOIN LATERAL (SELECT id FROM endpoints WHERE id = q.endpoint_id AND enabled OFFSET 0) e
      CROSS JOIN LATERAL (
        SELECT business_id, event_id, endpoint_id, round, attempts, due_at, traceparent FROM outbox
        WHERE endpoint_id = e.id AND NOT held AND due_at <= now()
          AND NOT event_id = ANY(string_to_array(q.events, ' '))
        ORDER BY due_at LIMIT least(q.capacity, $5::integer)
      ) d
      ORDER BY place, d.due_at LIMIT $5::integer
    ) k
  )
  SELECT ${COLUMNS}, n.*, n."eventType" = 'authorization.revoked' OR d.readable AS allowed
  FROM chosen d
  CROSS JOIN LATERAL (
    SELECT ${EVENT} FROM (SELECT d.business_id, d.event_id) d ${JOIN_EVENTS} WHERE ${FOUND} OFFSET 0
  ) n
  CROSS JOIN LATERAL (
    SELECT url, secret, previous_secret, previous_until FROM endpoints WHERE id = d.endpoint_id OFFSET 0
  ) e
  ORDER BY d.place, d.due_at`;

/**
 * The maximum number of statements on Citus to find queues whose deliveries are hidden behind another queue's backlog.
 * Queues not found wait for the next poll.
 */
const MAX_ROUNDS = 8;

/**
 * Citus cannot limit the rows per queue. Therefore this function reads the longest overdue deliveries, and then reads
 * again without the queues already seen, until no more queues can be hidden.
 */
async function takeInShards(database: Queryable, wanted: readonly Wanted[], most: number): Promise<DueRow[]> {
  const found: { row: UncheckedRow; place: number }[] = [];
  let open = wanted;
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    const rows = await database.query<UncheckedRow>(TAKE_IN_SHARDS, [
      open.map(({ endpointId }) => endpointId),
      open.flatMap(({ endpointId, underWay }) => underWay.map((eventId) => `${endpointId} ${eventId}`)),
      most,
    ]);
    const queues = new Map(open.map((queue) => [queue.endpointId, queue]));
    const counts = new Map<string, number>();
    for (const row of rows) {
      const { capacity, underWay } = queues.get(row.endpointId)!;
      const count = (counts.get(row.endpointId) ?? 0) + 1;
      counts.set(row.endpointId, count);
      if (count <= capacity) found.push({ row, place: underWay.length + count });
    }
    if (rows.length < most) break;
    open = open.filter(({ endpointId }) => !counts.has(endpointId));
  }
  const taken = found
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ row }) => row);
  if (taken.length === 0) return [];
  const pairs = await database.query<Row & { endpoint_id: string; business_id: string }>(
    `SELECT DISTINCT k.endpoint_id, k.business_id FROM unnest($1::text[], $2::text[]) AS k (endpoint_id, business_id)
     WHERE ${READABLE}`,
    [taken.map(({ endpointId }) => endpointId), taken.map(({ businessId }) => businessId)],
  );
  const readable = new Set(pairs.map((pair) => JSON.stringify([pair.endpoint_id, pair.business_id])));
  return taken.map((row) => ({
    ...row,
    allowed:
      row.eventType === 'authorization.revoked' || readable.has(JSON.stringify([row.endpointId, row.businessId])),
  }));
}

const TAKE_IN_SHARDS = `SELECT ${COLUMNS}, ${EVENT}
  FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id ${JOIN_EVENTS}
  WHERE ${FOUND} AND d.endpoint_id = ANY($1::text[]) AND e.enabled AND NOT d.held AND d.due_at <= now()
    AND NOT (d.endpoint_id || ' ' || d.event_id) = ANY($2::text[])
  ORDER BY d.due_at LIMIT $3::integer`;
