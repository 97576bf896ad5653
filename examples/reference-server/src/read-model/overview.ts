import type { Queryable, Row } from '../database/database.js';

/** The maximum number of rows to count, because a count must not read a whole table. */
export const MAX_COUNTED = 10_000;

/** Row counts that rarely change; a count above MAX_COUNTED means "more than MAX_COUNTED". */
export interface Counts extends Row {
  readonly businesses: number;
  readonly apps: number;
  /** Whether any transaction is stored. */
  readonly started: boolean;
  /** All endpoints. */
  readonly endpoints: number;
  readonly failing: number;
  readonly paused: number;
  /** The number of endpoints that are not paused and to which no attempt has been made. */
  readonly unused: number;
}

/**
 * Counts rows of each kind up to MAX_COUNTED + 1. Reads the rows in index order, to skip all other rows and dead rows.
 */
export async function readCounts(database: Queryable): Promise<Counts> {
  const upTo = (rows: string) =>
    `(SELECT count(*)::integer FROM (SELECT 1 FROM ${rows} LIMIT ${MAX_COUNTED + 1}) counted)`;
  const [row] = await database.query<Counts>(
    `SELECT ${upTo('businesses ORDER BY id')} AS businesses, ${upTo('apps ORDER BY id')} AS apps,
       (SELECT count(*) FROM (SELECT 1 FROM transactions ORDER BY business_id, id LIMIT 1) first) > 0 AS started,
       ${upTo('endpoints ORDER BY id')} AS endpoints,
       ${upTo('endpoints WHERE enabled AND failing_since IS NOT NULL ORDER BY failing_since')} AS failing,
       ${upTo('endpoints WHERE NOT enabled ORDER BY id')} AS paused,
       ${upTo('endpoints WHERE enabled AND last_attempt_at IS NULL ORDER BY id')} AS unused`,
  );
  return row!;
}

/** The longest overdue delivery. */
export interface OldestDue extends Row {
  readonly business_id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly due_at: Date;
}

/**
 * The longest overdue delivery to an endpoint that is not paused; undefined if no delivery is overdue.
 *
 * @param idleSince considers only endpoints to which no attempt has been made since this time. A delivery to any other
 *   endpoint is overdue because the endpoint is slow, not because no worker is running.
 */
export async function readOldestDue(database: Queryable, idleSince?: Date): Promise<OldestDue | undefined> {
  const [row] = await database.query<OldestDue>(database.sql.oldestDue, [idleSince ?? null]);
  return row;
}
