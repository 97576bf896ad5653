import { LATENCIES_MS } from '../counters/counted.js';
import type { Queryable, Row } from '../database/database.js';

/** The counts for one hour. */
export interface Hour {
  readonly start: Date;
  /** Attempts by result. */
  readonly delivered: number;
  readonly failed: number;
  /** See `Activity`. */
  readonly p95Ms: number | undefined;
  readonly created: number;
  readonly rejected: number;
}

/** The counts for a subject in this hour and the 23 hours before it. */
export interface Activity {
  /** Oldest first. */
  readonly hours: readonly Hour[];
  /** The sums over all hours. */
  readonly delivered: number;
  readonly failed: number;
  /**
   * The 95th percentile of the time from write to delivery, in milliseconds: the upper bound of a bucket, or Infinity;
   * undefined if there was no delivery.
   */
  readonly p95Ms: number | undefined;
  /** The numbers of deliveries that the server gave up on, and of transactions stored and rejected with 422. */
  readonly givenUp: number;
  readonly created: number;
  readonly rejected: number;
}

interface CounterRow extends Row {
  readonly subject: string;
  readonly hour: number;
  readonly what: string;
  readonly n: number;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Looks up each hour of each subject by key, and reads no other counters for these hours. */
export const ACTIVITY = `SELECT s.subject, h.hour::integer AS hour, c.what, c.n::float8 AS n
  FROM unnest($1::text[]) AS s (subject) CROSS JOIN generate_series(0, ${HOURS - 1}) AS h (hour)
  CROSS JOIN LATERAL (
    SELECT what, n FROM counters
    WHERE hour = $2::timestamptz + h.hour * interval '1 hour' AND subject = s.subject COLLATE "C" OFFSET 0
  ) c`;

/**
 * Reads the counters for subjects, such as `all` and `endpoint:ID`; returns the counts keyed by subject.
 *
 * @param now milliseconds
 */
export async function readActivity(
  database: Queryable,
  subjects: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Activity>> {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const rows = await database.query<CounterRow>(ACTIVITY, [subjects, new Date(first)]);
  return new Map(
    subjects.map((subject) => [
      subject,
      toActivity(
        rows.filter((row) => row.subject === subject),
        first,
      ),
    ]),
  );
}

/**
 * Adds up the counters of several subjects: the attempts for some subjects, such as `endpoint:ID`, and the writes for
 * other subjects, such as `app:ID`.
 *
 * @param now milliseconds
 */
export async function readSummedActivity(
  database: Queryable,
  of: { readonly attempts: readonly string[]; readonly writes: readonly string[] },
  now: number,
): Promise<Activity> {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const read = (subjects: readonly string[]) => database.query<CounterRow>(ACTIVITY, [subjects, new Date(first)]);
  const attempts = await read(of.attempts);
  const writes = (await read(of.writes)).filter(({ what }) => what.startsWith('write.'));
  return toActivity([...attempts, ...writes], first);
}

function toActivity(rows: readonly CounterRow[], first: number): Activity {
  const sum = (these: readonly CounterRow[], is: (what: string) => boolean) =>
    these.reduce((total, { what, n }) => (is(what) ? total + n : total), 0);
  const delivered = (what: string) => what === 'attempt.delivered';
  const failed = (what: string) => what.startsWith('attempt.') && !delivered(what);
  const figures = (these: readonly CounterRow[]) => ({
    delivered: sum(these, delivered),
    failed: sum(these, failed),
    p95Ms: percentile95(
      LATENCIES_MS.map((ms) => sum(these, (what) => what === `delay.${ms === Infinity ? 'more' : ms}`)),
    ),
    created: sum(these, (what) => what === 'write.created'),
    rejected: sum(these, (what) => REJECTED.has(what)),
  });
  const hours = Array.from({ length: HOURS }, (_, hour) => ({
    start: new Date(first + hour * HOUR_MS),
    ...figures(rows.filter((row) => row.hour === hour)),
  }));
  return { hours, ...figures(rows), givenUp: sum(rows, (what) => what === 'given_up') };
}

/** The counters for 422 responses. */
const REJECTED: ReadonlySet<string> = new Set(['write.validation_failed', 'write.profile_mismatch']);

/** @param classes the number of attempts in each bucket */
function percentile95(classes: readonly number[]): number | undefined {
  const all = classes.reduce((sum, n) => sum + n, 0);
  let within = 0;
  return LATENCIES_MS.find((_, i) => {
    within += classes[i]!;
    return all > 0 && within >= 0.95 * all;
  });
}
