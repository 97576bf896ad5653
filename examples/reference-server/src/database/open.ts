import { CITUS } from '../sql/citus.js';
import { POSTGRES } from '../sql/postgres.js';
import type { Database, Queryable } from './database.js';
import { citusState } from './distribute.js';
import { openEmbedded } from './embedded/embedded.js';
import type { DatabaseLog } from './log.js';
import { migrate } from './migrate.js';
import type { Alone } from './partitions.js';
import { openPostgres } from './postgres.js';

/** The time limit for a migration, or for waiting until another process has run it: an hour, in milliseconds. */
const MIGRATION_MS = 3_600_000;

/** The time limit for a readiness probe, in milliseconds. */
const PROBE_MS = 2_000;
/**
 * Seconds after which the probe reconnects. Because it only reads, the probe would not notice that a host has become
 * read-only.
 */
const PROBE_LIFETIME_S = 5;

/** Where the database is. */
export interface Place {
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** See `PostgresOptions`. */
  readonly poolSize?: number;
  /** See `migrate`. */
  readonly shards?: number;
}

/**
 * Opens PostgreSQL if the configuration has a URL; otherwise opens the embedded database in `dataDir`, and creates the
 * database if it does not exist.
 *
 * @throws DatabaseUnavailable
 */
export async function openDatabase(place: Place, log?: DatabaseLog): Promise<Database> {
  const { databaseUrl, dataDir, poolSize } = place;
  if (!databaseUrl) return openEmbedded(dataDir, { log });
  const { distributed } = await onOneConnection(place, citusState, log);
  return openPostgres(databaseUrl, { log, poolSize, sql: distributed ? CITUS : POSTGRES });
}

/** Like `openDatabase`, but also brings the database up to date. */
export async function openMigrated(place: Place, log?: DatabaseLog): Promise<Database> {
  if (place.databaseUrl) await onOneConnection(place, (database) => migrate(database, place.shards), log);
  const database = await openDatabase(place, log);
  try {
    if (!place.databaseUrl) await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Runs `work` on a separate PostgreSQL connection, on which a statement may take as long as a migration.
 */
export async function onOneConnection<T>(
  { databaseUrl = '' }: Place,
  work: (database: Database) => Promise<T>,
  log?: DatabaseLog,
): Promise<T> {
  const database = openPostgres(databaseUrl, { log, poolSize: 1, statementMs: MIGRATION_MS });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The connection for long statements: a separate connection, or the embedded database itself. */
export function aloneOn(place: Place, database: Database, log?: DatabaseLog): Alone {
  return (work) => (place.databaseUrl ? onOneConnection(place, work, log) : work(database));
}

/**
 * Opens a separate connection, or uses the embedded database's queue for deliveries, so that /readyz does not queue
 * behind requests.
 */
export function openProbe({ databaseUrl }: Place, { delivery }: Database): Queryable & Pick<Database, 'close'> {
  if (!databaseUrl) return { ...delivery, close: async () => undefined };
  return openPostgres(databaseUrl, {
    poolSize: 1,
    statementMs: PROBE_MS,
    waitMs: PROBE_MS,
    lifetimeS: PROBE_LIFETIME_S,
  });
}
