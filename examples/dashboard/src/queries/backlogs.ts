import type { Queryable } from 'receipt-reference-server/database/database.js';
import { ENDPOINT_COLUMNS, type EndpointRow } from './endpoints.js';
import { MAX_COUNTED } from './overview.js';

/** The states that have an index by endpoint. */
export type BacklogState = 'pending' | 'held' | 'failed';

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
        SELECT endpoint_id FROM deliveries WHERE state = '${state}' ORDER BY endpoint_id LIMIT ${MAX_COUNTED}
      ) looked_at GROUP BY endpoint_id ORDER BY 2 DESC, 1 LIMIT $1
    ) counted JOIN endpoints e ON e.id = counted.endpoint_id LEFT JOIN apps ON apps.id = e.app_id
    ORDER BY counted.deliveries DESC, e.id`;
}

/** Endpoints with deliveries in a state, those with the most first. */
export function listBacklogs(database: Queryable, state: BacklogState, limit: number): Promise<Backlog[]> {
  return database.query<Backlog>(backlogs(state), [limit]);
}
