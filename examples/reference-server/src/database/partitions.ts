import type { Queryable, Row, Transactor } from './database.js';
import { codeOf } from './unavailable.js';

/** The tables partitioned by the UTC day of their column `at`. */
export const BY_DAY = ['delivery_log', 'refused_writes'] as const;
export type TableByDay = (typeof BY_DAY)[number];

/** How many days ahead to create partitions. */
const DAYS_AHEAD = 3;

const DAY_MS = 86_400_000;

/** The key of the advisory lock for processes that create partitions; an arbitrary number, like MIGRATION_LOCK. */
const PARTITION_LOCK = 730_411_922;

/** Seconds to wait for a table lock; later statements queue behind it. */
const LOCK_S = 2;

/** Runs `work` on a connection whose statements may take up to an hour. */
export type Alone = <T>(work: (database: Queryable) => Promise<T>) => Promise<T>;

/** One partition: rows from `fromMs` (inclusive) to `toMs` (exclusive), in milliseconds. */
interface Partition extends Row {
  readonly name: string;
  /** −Infinity for the partition with rows from before the table was partitioned. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether an attempt to detach this partition was interrupted. */
  readonly detaching: boolean;
}

/** The start of the UTC day that contains an instant, in milliseconds. */
export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS) * DAY_MS;
}

/** Today and the days for which to create partitions in advance. */
function nextDays(now: Date): Date[] {
  return Array.from({ length: 1 + DAYS_AHEAD }, (_, i) => new Date(now.getTime() + i * DAY_MS));
}

/** Creates the partitions of all tables for today and the next three days. @throws DatabaseUnavailable */
export async function makeAhead(tx: Queryable, now: Date): Promise<void> {
  for (const table of BY_DAY) await makePartitions(tx, table, nextDays(now));
}

/**
 * Runs a write; if a partition is missing, creates it and runs the write again.
 *
 * @param days the times of the rows to write
 * @throws DatabaseUnavailable
 */
export async function withPartitions<T>(
  database: Transactor,
  table: TableByDay,
  days: readonly Date[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isPartitionMissing(error)) throw error;
    await database.transaction((tx) => makePartitions(tx, table, days));
    return write();
  }
}

/**
 * Whether a partition is missing. PostgreSQL reports a missing partition as a violated CHECK constraint, and the
 * server's writes cannot violate any other CHECK constraint of these tables. Citus reports an internal error if it is
 * copying the rows.
 */
function isPartitionMissing(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  return codeOf(error) === '23514' || (cause as Error).message.startsWith('no partition of relation ');
}

/**
 * Creates the missing partitions for the given days, in the open transaction. Attaching an empty table does not block
 * reads and writes, unlike CREATE TABLE … PARTITION OF.
 */
export async function makePartitions(tx: Queryable, table: TableByDay, days: readonly Date[]): Promise<void> {
  const has = async () => {
    const partitions = await readPartitions(tx, table);
    return (day: number) => partitions.some(({ fromMs, toMs }) => fromMs <= day && day < toMs);
  };
  const wanted = [...new Set(days.map(dayOf))];
  if (wanted.every(await has())) return;
  await tx.query(`SELECT pg_advisory_xact_lock(${PARTITION_LOCK})::text`);
  await tx.query(`SET LOCAL lock_timeout = '${LOCK_S}s'`);
  const made = await has();
  for (const day of wanted.filter((one) => !made(one))) {
    const name = nameOf(table, day);
    await tx.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
    await tx.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${sqlDay(day)}') TO ('${sqlDay(day + DAY_MS)}')`,
    );
  }
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const sqlDay = (ms: number) => `${isoDay(ms)} 00:00:00+00`;
const nameOf = (table: TableByDay, day: number) => `${table}_${isoDay(day).replaceAll('-', '')}`;

/** The partitions of a table, oldest first. */
async function readPartitions(database: Queryable, table: TableByDay): Promise<Partition[]> {
  return database.query<Partition>(
    `SELECT name, coalesce(extract(epoch FROM begins), '-infinity')::float8 * 1000 AS "fromMs",
       extract(epoch FROM ends)::float8 * 1000 AS "toMs", detaching
     FROM (
       SELECT c.relname::text AS name, i.inhdetachpending AS detaching,
         substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \\(''(.+?)''\\)')::timestamptz AS begins,
         substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''(.+?)''\\)')::timestamptz AS ends
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1)
     ) p ORDER BY "toMs"`,
    [table],
  );
}

/**
 * Drops the partitions that end before a day. Without Citus, detaches each partition first, without taking a lock that
 * blocks other statements.
 *
 * @returns the number of dropped partitions
 * @throws DatabaseUnavailable
 */
export async function dropPartitions(
  database: Transactor,
  alone: Alone,
  table: TableByDay,
  before: number,
): Promise<number> {
  const old = (await readPartitions(database, table)).filter(({ toMs }) => toMs <= before);
  for (const { name, detaching } of old) {
    // Citus has no DETACH … CONCURRENTLY.
    if (!database.sharded) {
      const how = detaching ? 'FINALIZE' : 'CONCURRENTLY';
      await alone((connection) => connection.query(`ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`));
    }
    await dropTable(database, name);
  }
  // Partitions that a process has detached but could not drop.
  const left = await database.query<Row & { name: string }>(
    `SELECT relname::text AS name FROM pg_class c
     WHERE relkind = 'r' AND relname ~ ('^' || $1 || '_(before|[0-9]{8})$') AND pg_table_is_visible(oid)
       AND NOT relispartition`,
    [table],
  );
  for (const { name } of left) await dropTable(database, name);
  return old.length + left.length;
}

async function dropTable(database: Transactor, name: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '${LOCK_S}s'`);
    await tx.query(`DROP TABLE IF EXISTS ${name}`);
  });
}

/** For each table, the number of coming days that have a partition. @throws DatabaseUnavailable */
export async function countAhead(
  database: Queryable,
  now: Date,
): Promise<readonly { readonly table: TableByDay; readonly days: number }[]> {
  const counts: { table: TableByDay; days: number }[] = [];
  for (const table of BY_DAY) {
    const partitions = await readPartitions(database, table);
    counts.push({ table, days: partitions.filter(({ fromMs }) => fromMs > now.getTime()).length });
  }
  return counts;
}
