import type { Queryable, Row } from '../database/database.js';
import { foundParameters, taken, type FoundRow } from './rows.js';

/** A delivery that this process has leased, with all data for an attempt. */
export interface Claim {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Number of the attempt to make, 1 to 6. */
  readonly attempt: number;
  /** A result must have this number to be accepted: a later claim has a higher one. */
  readonly fence: number;
  readonly url: string;
  /** The secret to sign with, and during a rotation also the one before. */
  readonly secrets: readonly string[];
  readonly eventType: string;
  /** The envelope. */
  readonly body: string;
  /** Whether it may still be sent to the endpoint: after a revocation an app only gets the revocation itself. */
  readonly allowed: boolean;
}

/**
 * Milliseconds for which a claim is valid: longer than the deadline of an attempt, and so short that another worker
 * claims the delivery of a killed one within 30 s.
 */
export const LEASE_MS = 20_000;

type ClaimRow = Row &
  Omit<Claim, 'secrets'> & { secret: string; previous_secret: string | null; previous_until: Date | null };

/**
 * Claims rows that were found ready, each by one worker only: rows that another has claimed meanwhile, or is claiming,
 * are left out. A claimed row is not ready. It is due again when its lease ends.
 *
 * @throws DatabaseUnavailable
 */
export async function claim(database: Queryable, rows: readonly FoundRow[]): Promise<Claim[]> {
  const { from, where } = taken(database, `d.state = 'pending' AND d.ready`);
  const claimed = await database.query<ClaimRow>(
    `UPDATE deliveries d SET fence = d.fence + 1, ready = false, due_at = now() + $5::integer * interval '1 millisecond'
     FROM (SELECT k.*, EXISTS (
         SELECT FROM readable r WHERE r.endpoint_id = k.endpoint_id AND r.business_id = k.business_id
       ) AS readable FROM ${from}) k
       JOIN endpoints e ON e.id = k.endpoint_id
       JOIN events v ON v.business_id = k.business_id AND v.id = k.event_id
     WHERE ${where}
     RETURNING d.business_id AS "businessId", d.event_id AS "eventId", d.endpoint_id AS "endpointId",
       d.attempts + 1 AS attempt, d.fence, e.url, v.type AS "eventType", v.body,
       e.secret, e.previous_secret, e.previous_until,
       v.type = 'authorization.revoked' OR k.readable AS allowed`,
    [...foundParameters(rows), LEASE_MS],
  );
  const now = new Date();
  return claimed.map(({ secret, previous_secret: previous, previous_until: until, ...rest }) => ({
    ...rest,
    secrets: previous !== null && until !== null && until > now ? [secret, previous] : [secret],
  }));
}
