import type { Queryable } from 'receipt-reference-server/database/database.js';
import { ENDPOINT_COLUMNS, type EndpointRow } from './endpoints.js';
import { MAX_COUNTED } from './overview.js';

/** The states that have an index by endpoint. */
export type BacklogState = 'pending' | 'held' | 'failed';

/** The rows of each state, in the order of the one index to read: other indexes also begin with the endpoint. */
const ROWS: Readonly<Record<BacklogState, string>> = {
  pending: 'outbox WHERE NOT held ORDER BY endpoint_id, due_at',
  held: 'outbox WHERE held ORDER BY endpoint_id, created_at',
  failed: `delivery_log WHERE ended = 'failed' ORDER BY endpoint_id, finished_at`,
};

/** An endpoint with the count of its deliveries in a state, up to a limit. */
export interface Backlog extends EndpointRow {
  readonly deliveries: number;
}

/**
 * The statement that counts deliveries in a state by endpoint, in the order of the index of that state. Its parameter is
 * the limit.
 */
export function backlogs(state: BacklogState): string {
  return `SELECT ${ENDPOINT_COLUMNS}, counted.deliveries FROM (
      SELECT endpoint_id, count(*)::integer AS deliveries FROM (
        SELECT endpoint_id FROM ${ROWS[state]} LIMIT ${MAX_COUNTED}
      ) looked_at GROUP BY endpoint_id ORDER BY 2 DESC, 1 LIMIT $1
    ) counted JOIN endpoints e ON e.id = counted.endpoint_id LEFT JOIN apps ON apps.id = e.app_id
    ORDER BY counted.deliveries DESC, e.id`;
}

/** Endpoints with deliveries in a state, those with the most first. */
export function listBacklogs(database: Queryable, state: BacklogState, limit: number): Promise<Backlog[]> {
  return database.query<Backlog>(backlogs(state), [limit]);
}
