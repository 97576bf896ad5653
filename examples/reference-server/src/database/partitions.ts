import type { Queryable, Row, Transactor } from './database.js';
import { codeOf } from './unavailable.js';

/** The tables partitioned by the UTC day of their column `at`. */
export const BY_DAY = ['delivery_log', 'refused_writes'] as const;
export type TableByDay = (typeof BY_DAY)[number];

/** All partitioned tables. `transactions` is partitioned by the UTC year of its ids, which contain the time. */
const PARTITIONED = [...BY_DAY, 'transactions'] as const;
export type PartitionedTable = (typeof PARTITIONED)[number];

/** How many days or years ahead to create partitions. */
const AHEAD = 3;

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

/** How a table is partitioned. */
interface Period {
  /** The start of the period that contains an instant; both in milliseconds. */
  readonly startOf: (ms: number) => number;
  /** The start of a later period. */
  readonly later: (start: number, periods: number) => number;
  /** A partition's bound, in the same form as the column that partitions the table. */
  readonly bound: (start: number) => string;
  /** SQL for the milliseconds of such a bound. */
  readonly sqlMs: (bound: string) => string;
  /** The end of a partition's name. */
  readonly suffix: (start: number) => string;
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const yearOf = (ms: number) => new Date(ms).getUTCFullYear();

const DAY: Period = {
  startOf: (ms) => dayOf(new Date(ms)),
  later: (start, periods) => start + periods * DAY_MS,
  bound: (start) => `${isoDay(start)} 00:00:00+00`,
  sqlMs: (bound) => `extract(epoch FROM ${bound}::timestamptz)::float8 * 1000`,
  suffix: (start) => isoDay(start).replaceAll('-', ''),
};
const YEAR: Period = {
  startOf: (ms) => Date.UTC(yearOf(ms), 0),
  later: (start, periods) => Date.UTC(yearOf(start) + periods, 0),
  bound: (start) => firstId('txn', start),
  sqlMs: (bound) => `('x' || lpad(replace(substr(${bound}, 5, 13), '-', ''), 16, '0'))::bit(64)::bigint::float8`,
  suffix: (start) => String(yearOf(start)),
};
const periodOf = (table: PartitionedTable) => (table === 'transactions' ? YEAR : DAY);

/**
 * The lower bound for the ids of documents or events stored at or after an instant, in milliseconds: a UUIDv7 begins
 * with the milliseconds since the epoch (RFC 9562, 5.7).
 */
export function firstId(prefix: 'txn' | 'evt', ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${prefix}_${hex.slice(0, 8)}-${hex.slice(8)}-`;
}

/** The instant in a document's id. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(4, 17).replace('-', ''), 16));
}

/**
 * Creates the partitions of all tables for the current day or year and the next three. Leaves a table that is not
 * partitioned yet unchanged.
 *
 * @throws DatabaseUnavailable
 */
export async function makeAhead(tx: Queryable, now: Date): Promise<void> {
  for (const table of await partitionedTables(tx)) {
    const { startOf, later } = periodOf(table);
    const start = startOf(now.getTime());
    await makePartitions(
      tx,
      table,
      Array.from({ length: 1 + AHEAD }, (_, i) => new Date(later(start, i))),
    );
  }
}

/** In a database that is being upgraded, a table may not be partitioned yet. */
async function partitionedTables(database: Queryable): Promise<PartitionedTable[]> {
  const rows = await database.query<Row & { name: PartitionedTable }>(
    "SELECT name FROM unnest($1::text[]) AS t (name) JOIN pg_class c ON c.oid = to_regclass(name) WHERE c.relkind = 'p'",
    [PARTITIONED],
  );
  return rows.map(({ name }) => name);
}

/**
 * Runs a write; if a partition is missing, creates it and runs the write again.
 *
 * @param times the times of the rows to write
 * @throws DatabaseUnavailable
 */
export async function withPartitions<T>(
  database: Transactor,
  table: PartitionedTable,
  times: readonly Date[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isPartitionMissing(error)) throw error;
    await database.transaction((tx) => makePartitions(tx, table, times));
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
 * Creates the missing partitions for the given times, in the open transaction. Attaching an empty table does not block
 * reads and writes, unlike CREATE TABLE … PARTITION OF.
 */
export async function makePartitions(tx: Queryable, table: PartitionedTable, times: readonly Date[]): Promise<void> {
  const { startOf, later, bound, suffix } = periodOf(table);
  const has = async () => {
    const partitions = await readPartitions(tx, table);
    return (start: number) => partitions.some(({ fromMs, toMs }) => fromMs <= start && start < toMs);
  };
  const wanted = [...new Set(times.map((time) => startOf(time.getTime())))];
  if (wanted.every(await has())) return;
  await tx.query(`SELECT pg_advisory_xact_lock(${PARTITION_LOCK})::text`);
  await tx.query(`SET LOCAL lock_timeout = '${LOCK_S}s'`);
  const made = await has();
  for (const start of wanted.filter((one) => !made(one))) {
    const name = `${table}_${suffix(start)}`;
    await tx.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
    await tx.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${bound(start)}') TO ('${bound(later(start, 1))}')`,
    );
  }
}

/** The partitions of a table, oldest first. */
async function readPartitions(database: Queryable, table: PartitionedTable): Promise<Partition[]> {
  const { sqlMs } = periodOf(table);
  return database.query<Partition>(
    `SELECT name, coalesce(${sqlMs('begins')}, '-infinity') AS "fromMs", ${sqlMs('ends')} AS "toMs", detaching
     FROM (
       SELECT c.relname::text AS name, i.inhdetachpending AS detaching,
         substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \\(''(.+?)''\\)') AS begins,
         substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''(.+?)''\\)') AS ends
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1)
     ) p ORDER BY "toMs"`,
    [table],
  );
}

/**
 * Drops the partitions that end before a day. If the database can, detaches each partition first, without taking a lock
 * that blocks other statements.
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
  for (const partition of old) await dropPartition(database, alone, table, partition);
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

/**
 * Drops the partition that contains only one year's documents (UTC). Does nothing if there is no such partition: older
 * documents are in the partition from before the table was partitioned.
 *
 * @throws DatabaseUnavailable
 */
export async function dropYear(database: Transactor, alone: Alone, year: number): Promise<void> {
  const partitions = await readPartitions(database, 'transactions');
  const partition = partitions.find(({ fromMs }) => fromMs === Date.UTC(year, 0));
  if (partition !== undefined) await dropPartition(database, alone, 'transactions', partition);
  // An earlier run may have detached the partition without dropping it.
  else await dropTable(database, `transactions_${year}`);
}

async function dropPartition(
  database: Transactor,
  alone: Alone,
  table: PartitionedTable,
  { name, detaching }: Partition,
): Promise<void> {
  const detach = database.sql.detachPartition?.(table, name, detaching);
  if (detach !== undefined) await alone((connection) => connection.query(detach));
  await dropTable(database, name);
}

async function dropTable(database: Transactor, name: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '${LOCK_S}s'`);
    await tx.query(`DROP TABLE IF EXISTS ${name}`);
  });
}

/** For each partitioned table, the number of coming days or years that have a partition. @throws DatabaseUnavailable */
export async function countAhead(
  database: Queryable,
  now: Date,
): Promise<readonly { readonly table: PartitionedTable; readonly periods: number }[]> {
  const counts: { table: PartitionedTable; periods: number }[] = [];
  for (const table of await partitionedTables(database)) {
    const partitions = await readPartitions(database, table);
    counts.push({ table, periods: partitions.filter(({ fromMs }) => fromMs > now.getTime()).length });
  }
  return counts;
}
