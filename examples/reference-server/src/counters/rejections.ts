import type { Queryable, Row } from '../database/database.js';

/** The kinds of reasons for rejections: the rule, code or field of an issue, or the app that sent the request. */
export const REASON_KINDS = ['rule', 'app', 'field', 'code'] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

/** How often requests were rejected for one reason. */
export interface RejectionCount {
  readonly kind: ReasonKind;
  /** The rule's or app's id, the code, or the field without indexes. */
  readonly name: string;
  readonly rejected: number;
  /** How many of these requests were in the second half of the period. */
  readonly later: number;
  /** The first and the last hour with such a request. */
  readonly first: Date;
  readonly last: Date;
}

/** Counts of the requests rejected in a period. */
export interface Rejections {
  readonly rejected: number;
  /** The number of validated requests: rejected, stored, or replayed. */
  readonly written: number;
  /** Most frequent first. A request with several issues counts once for each rule, code and field. */
  readonly reasons: readonly RejectionCount[];
}

const HOUR_MS = 3_600_000;

/**
 * Looks up each hour of each subject by key. Every string from `rejected.` (inclusive) to `rejected/` (exclusive)
 * begins with `rejected.`.
 */
const REJECTIONS = `SELECT substr(c.what, 10) AS reason, sum(c.n)::float8 AS n,
    coalesce(sum(c.n) FILTER (WHERE c.back < $3::integer / 2), 0)::float8 AS later, min(c.hour) AS first, max(c.hour) AS last
  FROM unnest($1::text[]) AS s (subject) CROSS JOIN generate_series(0, $3::integer - 1) AS h (back) CROSS JOIN LATERAL (
    SELECT hour, h.back, what, n FROM counters
    WHERE hour = $2::timestamptz - h.back * interval '1 hour' AND subject = s.subject COLLATE "C"
      AND what > 'rejected.' AND what < 'rejected/' OFFSET 0
  ) c
  GROUP BY 1 ORDER BY n DESC, reason`;

const WRITTEN = `SELECT coalesce(sum(c.n), 0)::float8 AS n
  FROM unnest($1::text[]) AS s (subject) CROSS JOIN generate_series(0, $3::integer - 1) AS h (back) CROSS JOIN LATERAL (
    SELECT n FROM counters
    WHERE hour = $2::timestamptz - h.back * interval '1 hour' AND subject = s.subject COLLATE "C"
      AND what IN ('write.created', 'write.replayed', 'write.validation_failed', 'write.profile_mismatch') OFFSET 0
  ) c`;

/**
 * The reasons why requests were rejected with 422 in the last `hours` hours, including the current hour.
 *
 * @param subjects `all`, `app:ID` or `business:ID`; no request may belong to more than one of the subjects
 * @param now milliseconds since the epoch
 */
export async function readRejections(
  database: Queryable,
  subjects: readonly string[],
  hours: number,
  now: number,
): Promise<Rejections> {
  const parameters = [subjects, hourOf(now), hours];
  const rows = await database.query<Row & { reason: string; n: number; later: number; first: Date; last: Date }>(
    REJECTIONS,
    parameters,
  );
  const [written] = await database.query<Row & { n: number }>(WRITTEN, parameters);
  const reasons = rows.map(({ reason, n, ...times }) => {
    const end = reason.indexOf(':');
    return { kind: reason.slice(0, end) as ReasonKind, name: reason.slice(end + 1), rejected: n, ...times };
  });
  // Each request belongs to one app, so the sum of the apps' counts is the number of requests.
  const rejected = reasons.reduce((sum, { kind, rejected: n }) => (kind === 'app' ? sum + n : sum), 0);
  return { rejected, written: Math.max(written!.n, rejected), reasons };
}

/** The apps and businesses whose requests were rejected for a reason. */
export interface Whose {
  /** Ids, most rejections first. */
  readonly apps: readonly string[];
  readonly businesses: readonly string[];
}

/**
 * The apps and businesses whose requests were rejected for each of these reasons in the last `hours` hours, including
 * the current hour.
 *
 * @param reasons such as `rule:tax-rates`
 * @param now milliseconds since the epoch
 */
export async function readWhose(
  database: Queryable,
  reasons: readonly string[],
  hours: number,
  now: number,
): Promise<ReadonlyMap<string, Whose>> {
  const rows = await database.query<Row & { subject: string; whose: string }>(
    `SELECT s.subject, substr(c.what, 10) AS whose, sum(c.n) AS n
     FROM unnest($1::text[]) AS s (subject) CROSS JOIN generate_series(0, $3::integer - 1) AS h (back) CROSS JOIN LATERAL (
       SELECT what, n FROM counters
       WHERE hour = $2::timestamptz - h.back * interval '1 hour' AND subject = s.subject COLLATE "C"
         AND what > 'rejected.' AND what < 'rejected/' OFFSET 0
     ) c
     GROUP BY 1, 2 ORDER BY n DESC, whose`,
    [reasons, hourOf(now), hours],
  );
  const of = (reason: string, kind: string) =>
    rows
      .filter(({ subject, whose }) => subject === reason && whose.startsWith(kind))
      .map(({ whose }) => whose.slice(kind.length));
  return new Map(reasons.map((reason) => [reason, { apps: of(reason, 'app:'), businesses: of(reason, 'business:') }]));
}

const hourOf = (now: number) => new Date(Math.floor(now / HOUR_MS) * HOUR_MS);
