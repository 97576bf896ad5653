import type { Queryable } from '../database/database.js';
import { readEnvelope } from '../events/stored-envelope.js';
import type { DueDelivery, Wanted } from '../sql/dialect.js';

/** A due delivery from a leased queue, with all data for an attempt. */
export interface Delivery extends DueDelivery {
  /** The token of the lease: a result counts only if its token is that of the latest lease. */
  readonly fencingToken: number;
  /** The secret to sign with and, during a rotation, also the previous secret. */
  readonly secrets: readonly string[];
  /** The envelope; null if the document cannot be read. */
  readonly body: string | null;
}

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
  const rows = await database.sql.take(database, open, most);
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
