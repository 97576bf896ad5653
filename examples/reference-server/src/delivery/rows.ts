import type { Parameter, Queryable, Row, Transactor } from '../database/database.js';
import { againAfterDeadlock } from '../database/unavailable.js';

/**
 * A row of `deliveries` as a statement has found it. The next statement takes it only if nobody has claimed it since.
 */
export interface FoundRow extends Row {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly fence: number;
}

/** The columns of a FoundRow, of `deliveries d`. */
export const FOUND = `d.business_id AS "businessId", d.event_id AS "eventId", d.endpoint_id AS "endpointId", d.fence`;

/** The first four parameters of a statement with `taken`. */
export function foundParameters(rows: readonly FoundRow[]): Parameter[] {
  return [
    rows.map(({ businessId }) => businessId),
    rows.map(({ eventId }) => eventId),
    rows.map(({ endpointId }) => endpointId),
    rows.map(({ fence }) => String(fence)),
  ];
}

/** The first four parameters of a statement as rows `k`. */
const FOUND_BEFORE =
  'unnest($1::text[], $2::text[], $3::text[], $4::integer[]) AS k (business_id, event_id, endpoint_id, fence)';

/** The FROM clause of an UPDATE of `deliveries d`, with rows `k`, and the condition that joins the two. */
export interface Taken {
  readonly from: string;
  readonly where: string;
}

const KEY = 'd.business_id = k.business_id AND d.event_id = k.event_id AND d.endpoint_id = k.endpoint_id';

/**
 * Rows by their keys, if they have not changed since they were found. Each is looked up by its key: `OFFSET 0` forces
 * that, since a planner that believes a backlog is short would read all of it. A row that was changed before it was
 * locked is left out.
 *
 * Citus finds rows in all shards, but cannot lock the rows that it finds. There the UPDATE itself waits for a process
 * that is changing a row.
 *
 * @param keys rows `k` with the key and the fence
 * @param still a condition on `deliveries d` that must still be true
 * @param lock whether to wait for a process that is changing a row, or to skip the row
 */
export function locked(
  { sharded }: Pick<Queryable, 'sharded'>,
  keys: string,
  still: string,
  lock: 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED',
): Taken {
  if (sharded) return { from: keys, where: `${KEY} AND d.fence = k.fence AND ${still}` };
  const from = `(
    SELECT k.*, d.at_row FROM ${keys} CROSS JOIN LATERAL (
      SELECT ctid AS at_row, fence, state, ready, attempts FROM deliveries
      WHERE business_id = k.business_id AND event_id = k.event_id AND endpoint_id = k.endpoint_id
      OFFSET 0 ${lock}
    ) d
    WHERE d.fence = k.fence AND ${still}
  ) k`;
  return { from, where: 'd.ctid = k.at_row' };
}

/** The rows found before, without those that another process is changing now. */
export function taken(database: Pick<Queryable, 'sharded'>, still: string): Taken {
  return locked(database, FOUND_BEFORE, still, 'FOR UPDATE SKIP LOCKED');
}

/** Any number that no other program uses as a lock on the same database. */
const TURN_LOCK = 730_411_922;

/**
 * Finds rows and takes them. On Citus only one worker does so at a time, since workers cannot skip locked rows there:
 * they would wait for each other, and sometimes deadlock.
 *
 * @param work may run again if it was cancelled to end a deadlock
 * @returns undefined if it is another worker's turn
 */
export async function inTurn<T>(database: Transactor, work: (on: Queryable) => Promise<T>): Promise<T | undefined> {
  if (!database.sharded) return work(database);
  return againAfterDeadlock(() =>
    database.transaction(async (tx) => {
      const [row] = await tx.query<{ mine: boolean }>(`SELECT pg_try_advisory_xact_lock(${TURN_LOCK}) AS mine`);
      return row!.mine ? work(tx) : undefined;
    }),
  );
}
