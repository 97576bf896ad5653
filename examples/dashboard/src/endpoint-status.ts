import type { Queryable } from 'receipt-reference-server/database/database.js';
import { readUndelivered, type Undelivered } from 'receipt-reference-server/delivery/failures.js';
import { healthOf, type Health } from './health.js';
import { readActivity, type Activity } from 'receipt-reference-server/read-model/counters.js';
import type { EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';

/** An endpoint with its health, and the data from which its health is computed. */
export interface EndpointStatus {
  readonly endpoint: EndpointRow;
  readonly activity: Activity;
  readonly undelivered: Undelivered;
  readonly health: Health;
}

/** @param now Unix time in milliseconds */
export async function readStatuses(
  database: Queryable,
  endpoints: readonly EndpointRow[],
  now: number,
): Promise<EndpointStatus[]> {
  const activities = await readActivity(
    database,
    endpoints.map(({ id }) => `endpoint:${id}`),
    now,
  );
  const all = await readUndelivered(
    database,
    endpoints.map(({ id }) => id),
  );
  return endpoints.map((endpoint) => {
    const activity = activities.get(`endpoint:${endpoint.id}`)!;
    const undelivered = all.get(endpoint.id)!;
    return { endpoint, activity, undelivered, health: healthOf(endpoint, activity, undelivered, now) };
  });
}

/**
 * Returns the longest overdue delivery to any of these endpoints; undefined if no delivery is overdue.
 *
 * @param now Unix time in milliseconds
 * @param idleSince considers only endpoints to which no attempt has been made since this Unix time
 */
export function longestDue(
  statuses: readonly Pick<EndpointStatus, 'endpoint' | 'undelivered'>[],
  now: number,
  idleSince = Infinity,
): { readonly due_at: Date; readonly url: string } | undefined {
  return statuses
    .flatMap(({ endpoint: { url, enabled, last_attempt_at: last }, undelivered: { oldestDue } }) => {
      const idle = last === null || last.getTime() < idleSince;
      return enabled && idle && oldestDue !== null && oldestDue.getTime() <= now ? [{ due_at: oldestDue, url }] : [];
    })
    .sort((a, b) => a.due_at.getTime() - b.due_at.getTime())[0];
}
