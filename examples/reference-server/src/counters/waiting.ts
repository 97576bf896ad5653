import type { Logger } from 'pino';
import type { Database, Queryable, Row } from '../database/database.js';
import { repeatInBackground, type Background } from '../database/in-background.js';
import { begin, keep } from '../database/jobs.js';

/**
 * Counts the waiting deliveries from time to time, in one process at a time, and stores the result, so that a scrape of
 * the metrics costs the same however many deliveries wait.
 */
const JOB = 'count waiting deliveries';

/** The minimum and the maximum time between two counts, in seconds. */
const LEAST_S = 2;
const MOST_S = 60;

/** The time until the next count, as a multiple of the time taken: at most a twentieth of the time is spent on counts. */
const FACTOR = 20;

/** A count older than this many seconds is not used, because apparently no process is counting. */
const UNKNOWN_S = 5 * MOST_S;

/** The waiting deliveries, and times in seconds since the epoch. */
interface Counted {
  readonly pending: number;
  /** When the oldest due delivery without an attempt was created; null: there is none. */
  readonly createdAt: number | null;
  /** When the most overdue delivery became due; null: there is none. */
  readonly dueAt: number | null;
  /** When the deliveries were counted. */
  readonly at: number;
}

/** The waiting deliveries, and ages in seconds; NaN if unknown. */
export interface Waiting {
  readonly pending: number;
  readonly lag: number;
  readonly overdue: number;
}

export const UNKNOWN: Waiting = { pending: NaN, lag: NaN, overdue: NaN };

/** Reads the last count. @throws DatabaseUnavailable */
export async function readWaiting(database: Queryable): Promise<Waiting> {
  const [row] = await database.query<Row & { state: string | null; now: number }>(
    'SELECT state, extract(epoch FROM now())::float8 AS now FROM jobs WHERE name = $1',
    [JOB],
  );
  if (typeof row?.state !== 'string') return UNKNOWN;
  const { pending, createdAt, dueAt, at } = JSON.parse(row.state) as Counted;
  if (row.now - at > UNKNOWN_S) return UNKNOWN;
  return { pending, lag: row.now - (createdAt ?? row.now), overdue: row.now - (dueAt ?? row.now) };
}

/**
 * Counts the waiting deliveries, unless another process has counted them recently.
 *
 * @returns seconds until the next count
 * @throws DatabaseUnavailable
 */
export async function countWaiting(database: Queryable): Promise<number> {
  // If counting takes longer, another process may count too, which does no harm.
  if ((await begin(database, JOB, LEAST_S)) === undefined) return LEAST_S;
  const begunAt = performance.now();
  const [counted] = await database.query<Row & Counted>(database.sql.countWaiting);
  const tookS = (performance.now() - begunAt) / 1000;
  const nextInS = Math.min(MOST_S, Math.max(LEAST_S, FACTOR * tookS));
  await keep(database, JOB, nextInS, JSON.stringify(counted));
  return nextInS;
}

/** Until stopped, keeps counting the waiting deliveries. */
export function startCountingWaiting(database: Pick<Database, 'delivery'>, log: Pick<Logger, 'warn'>): Background {
  return repeatInBackground(
    async () => 1000 * (await countWaiting(database.delivery)),
    (err) => {
      log.warn({ err }, 'could not count the waiting deliveries');
      return 1000 * LEAST_S;
    },
  );
}
