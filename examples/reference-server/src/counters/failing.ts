import type { Queryable, Row } from '../database/database.js';

/** The attempts to deliver to an endpoint in one hour. */
export interface FailingShare {
  readonly endpointId: string;
  readonly failed: number;
  readonly attempts: number;
}

/**
 * Every string from `endpoint:` (inclusive) to `endpoint;` (exclusive) begins with `endpoint:`, because the semicolon
 * follows the colon in ASCII. Likewise, every string from `attempt.` to `attempt/` begins with `attempt.`.
 */
const SHARES = `SELECT substr(subject, 10) AS "endpointId", failed::float8 AS failed, attempts::float8 AS attempts FROM (
    SELECT subject, sum(n) FILTER (WHERE what <> 'attempt.delivered') AS failed, sum(n) AS attempts
    FROM counters WHERE hour = ANY($1::timestamptz[]) AND subject > 'endpoint:' AND subject < 'endpoint;'
      AND what > 'attempt.' AND what < 'attempt/'
    GROUP BY hour, subject
  ) shares
  WHERE attempts >= $2 AND failed > $3 * attempts ORDER BY failed DESC, subject LIMIT $4`;

/**
 * The endpoints for which more than the given share of attempts failed in any of these hours, most failures first; an
 * endpoint appears once for each such hour. The query reads the counters of all endpoints for these hours, so callers
 * should share the result; see `createCached`.
 *
 * @param hours the start of each hour
 */
export function readFailingShares(
  database: Queryable,
  hours: readonly Date[],
  { attempts, share, limit }: { readonly attempts: number; readonly share: number; readonly limit: number },
): Promise<FailingShare[]> {
  const beginnings = hours.map((hour) => hour.toISOString());
  return database.query<Row & FailingShare>(SHARES, [beginnings, attempts, share, limit]);
}
