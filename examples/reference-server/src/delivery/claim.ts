import type { Database, Row } from '../database/database.js';

/** A delivery that this process has the lease of, and all that an attempt needs. */
export interface Claim {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Number of the attempt to make, 1 to 6. */
  readonly attempt: number;
  /** What a result must name to be taken: a later claim has a higher one. */
  readonly fence: number;
  readonly url: string;
  /** The secret to sign by, and during a rotation also the one before. */
  readonly secrets: readonly string[];
  readonly eventType: string;
  /** The envelope. */
  readonly body: string;
  /** Whether the endpoint may still be sent it: after a revoke an app gets the revocation alone. */
  readonly allowed: boolean;
}

/**
 * Milliseconds for which a claim holds: longer than the deadline of an attempt, and short enough that the delivery of
 * a killed worker is taken up within 30 s.
 */
export const LEASE_MS = 20_000;

/** How much may be claimed. */
export interface Room {
  /** Deliveries in all. */
  readonly total: number;
  /** Deliveries of an endpoint that `left` does not name. */
  readonly perEndpoint: number;
  /** Deliveries of the endpoints that have less room than that. */
  readonly left: ReadonlyMap<string, number>;
}

/**
 * Takes due deliveries, those first of whose endpoint the fewest are under way, then the longest due. Every endpoint is asked for its
 * own, so that the backlog of one hides nobody else's. Rows that another worker is taking are passed over. A claim moves `due_at` to
 * the end of its lease: what is not finished by then is due again.
 *
 * @throws DatabaseUnavailable
 */
export async function claimDue(database: Database, { total, perEndpoint, left }: Room): Promise<Claim[]> {
  return database.query<Row & Claim>(
    `WITH RECURSIVE waiting AS ( -- the longest due delivery of each endpoint, by one look into the index for each
       (SELECT endpoint_id, due_at FROM deliveries WHERE state = 'pending' ORDER BY endpoint_id, due_at LIMIT 1)
       UNION ALL
       SELECT next.endpoint_id, next.due_at FROM waiting CROSS JOIN LATERAL (
         SELECT endpoint_id, due_at FROM deliveries
         WHERE state = 'pending' AND endpoint_id > waiting.endpoint_id ORDER BY endpoint_id, due_at LIMIT 1
       ) next
     ), ready AS (
       SELECT e.id, coalesce(known.room::integer, $2::integer) AS room
       FROM waiting JOIN endpoints e ON e.id = waiting.endpoint_id AND e.enabled
         LEFT JOIN unnest($3::text[], $4::text[]) AS known (id, room) ON known.id = e.id
       WHERE waiting.due_at <= now()
       ORDER BY room DESC, waiting.due_at LIMIT $1::integer
     ), due AS MATERIALIZED ( -- a plan that ran it twice would take more than the limit
       SELECT d.business_id, d.event_id, d.endpoint_id
       FROM ready CROSS JOIN LATERAL (
         SELECT business_id, event_id, endpoint_id, due_at FROM deliveries
         WHERE endpoint_id = ready.id AND state = 'pending' AND due_at <= now()
         ORDER BY due_at LIMIT ready.room FOR UPDATE SKIP LOCKED
       ) d
       ORDER BY row_number() OVER (PARTITION BY ready.id ORDER BY d.due_at) - ready.room, d.due_at
       LIMIT $1::integer
     )
     UPDATE deliveries d SET fence = d.fence + 1, due_at = now() + $5::integer * interval '1 millisecond'
     FROM due JOIN endpoints e ON e.id = due.endpoint_id
       JOIN events v ON v.business_id = due.business_id AND v.id = due.event_id
     WHERE d.business_id = due.business_id AND d.event_id = due.event_id AND d.endpoint_id = due.endpoint_id
     RETURNING d.business_id AS "businessId", d.event_id AS "eventId", d.endpoint_id AS "endpointId",
       d.attempts + 1 AS attempt, d.fence, e.url, v.type AS "eventType", v.body,
       array_remove(ARRAY[e.secret, CASE WHEN e.previous_until > now() THEN e.previous_secret END], NULL) AS secrets,
       v.type = 'authorization.revoked' OR EXISTS (
         SELECT FROM readable r WHERE r.endpoint_id = d.endpoint_id AND r.business_id = d.business_id
       ) AS allowed`,
    [total, perEndpoint, [...left.keys()], [...left.values()].map(String), LEASE_MS],
  );
}
