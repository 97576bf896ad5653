import type { Queryable } from '../database/database.js';
import { ENDPOINT_COLUMNS, JOIN_APP, type EndpointRow } from './endpoints.js';

/** The states that have an index by endpoint. */
export type BacklogState = 'pending' | 'held' | 'failed';

/** The rows in each state. For each state, an index by endpoint contains exactly these rows. */
const ROWS: Readonly<Record<BacklogState, string>> = {
  pending: 'outbox WHERE NOT held',
  held: 'outbox WHERE held',
  failed: `delivery_log WHERE ended = 'failed'`,
};

/** An endpoint with the number of its deliveries in a state. */
export interface Backlog extends EndpointRow {
  readonly deliveries: number;
}

/** Endpoints with deliveries in a state, most deliveries first, and the total number of deliveries. */
export interface Backlogs {
  readonly endpoints: readonly Backlog[];
  readonly deliveries: number;
}

/**
 * Counts all deliveries in a state with an index-only scan, because the endpoints are sorted by their counts. Callers
 * should share the result; see `createCached`.
 */
export async function readBacklogs(database: Queryable, state: BacklogState, limit: number): Promise<Backlogs> {
  const rows = await database.query<Backlog & { all_deliveries: number }>(BACKLOGS[state], [limit]);
  return {
    endpoints: rows.map(({ all_deliveries: _, ...row }) => row),
    deliveries: rows[0]?.all_deliveries ?? 0,
  };
}

const backlogs = (state: BacklogState) => `SELECT ${ENDPOINT_COLUMNS}, counted.deliveries, counted.all_deliveries FROM (
    SELECT endpoint_id, n::float8 AS deliveries, (sum(n) OVER ())::float8 AS all_deliveries FROM (
      SELECT endpoint_id, count(*) AS n FROM ${ROWS[state]} GROUP BY endpoint_id
    ) by_endpoint ORDER BY n DESC, endpoint_id LIMIT $1
  ) counted JOIN endpoints e ON e.id = counted.endpoint_id ${JOIN_APP}
  ORDER BY counted.deliveries DESC, e.id`;

/** The statement for each state. The parameter is the limit. */
export const BACKLOGS: Readonly<Record<BacklogState, string>> = {
  pending: backlogs('pending'),
  held: backlogs('held'),
  failed: backlogs('failed'),
};
