import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable } from './database.js';
import { changeShardsInTurn, citusState, distribute, distributeNew } from './distribute.js';
import { ownVersion, readMigrations, type Migration } from './migrations.js';
import { makeAhead } from './partitions.js';
import { requireSupported } from './schema-info.js';
import { isLockTimeout } from './unavailable.js';

/**
 * The key of the advisory lock: an arbitrary number that no other program on the same database uses. Server processes
 * use the lock to wait for each other.
 */
export const MIGRATION_LOCK = 730_411_921;

/** How long a migration waits for a lock, in seconds; later statements queue behind it. */
const LOCK_S = 2;
/** The maximum number of attempts to run a migration. */
const TRIES = 10;
/** Milliseconds between attempts. */
const PAUSE_MS = 1_000;

/**
 * Brings the database up to date: runs the pending instant migrations, in order, in one transaction. Processes that
 * start together wait for each other. On a new database, also runs all other migrations; on Citus, also distributes
 * new tables. Creates the current partitions and those for the next days or years.
 *
 * @param shards see `distribute`
 * @returns the versions applied
 * @throws ServerTooOld, DatabaseUnavailable
 */
export async function migrate(
  database: Database,
  shards?: number,
  migrations: readonly Migration[] = readMigrations(),
): Promise<number[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction((tx) => migrateOnce(tx, migrations, shards));
    } catch (error) {
      if (tries === TRIES || !isLockTimeout(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function migrateOnce(
  tx: Queryable,
  migrations: readonly Migration[],
  shards: number | undefined,
): Promise<number[]> {
  await lock(tx);
  await tx.query('CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, at timestamptz DEFAULT now())');
  await requireSupported(tx, ownVersion(migrations));
  const had = await appliedVersions(tx);
  const isNew = had.size === 0;
  const missing = migrations.filter(({ version, kind }) => !had.has(version) && (isNew || kind === 'instant'));
  await tx.query(`SET LOCAL lock_timeout = '${LOCK_S}s'`);
  if ((await citusState(tx)).distributed) await changeShardsInTurn(tx);
  for (const migration of missing) {
    for (const statement of startStatements(migration)) await tx.query(statement);
    await recordMigration(tx, migration);
  }
  await tx.query('SET LOCAL lock_timeout TO DEFAULT');
  await distributeNew(tx, shards);
  await makeAhead(tx, new Date());
  return missing.map(({ version }) => version);
}

/**
 * The statements of a migration that run when a server starts. On a new database, a backfill has nothing to do, and
 * nothing else waits for a lock, so CONCURRENTLY is not needed.
 */
function startStatements({ kind, statements }: Migration): readonly string[] {
  if (kind === 'backfill') return [];
  return kind === 'concurrent' ? statements.map((text) => text.replace(/ CONCURRENTLY\b/, '')) : statements;
}

/** Records a migration as done. */
export async function recordMigration(tx: Queryable, { version, minServer }: Migration): Promise<void> {
  await tx.query('INSERT INTO migrations (version) VALUES ($1) ON CONFLICT DO NOTHING', [version]);
  // Migration 11 creates the table schema_info.
  if (version < 11) return;
  await tx.query('UPDATE schema_info SET version = greatest(version, $1), min_server = greatest(min_server, $2)', [
    version,
    minServer,
  ]);
}

async function appliedVersions(database: Queryable): Promise<Set<number>> {
  const rows = await database.query<{ version: number }>('SELECT version FROM migrations');
  return new Set(rows.map(({ version }) => version));
}

/** Distributes all tables of an up-to-date database, including their rows; see `distribute`. */
export async function distributeAll(database: Database, shards?: number): Promise<string[]> {
  return database.transaction(async (tx) => {
    await lock(tx);
    return distribute(tx, shards);
  });
}

async function lock(tx: Queryable): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})::text`);
}

/** The pending migrations, in order. Only reads the database. */
export async function missingMigrations(
  database: Queryable,
  migrations: readonly Migration[] = readMigrations(),
): Promise<readonly Migration[]> {
  const [table] = await database.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found");
  const had = table?.found ? await appliedVersions(database) : new Set();
  return migrations.filter(({ version }) => !had.has(version));
}
