import type { Database } from './database.js';
import { openEmbedded } from './embedded/embedded.js';
import type { DatabaseLog } from './log.js';
import { migrate } from './migrate.js';
import { openPostgres } from './postgres.js';

/** A migration, or waiting for the process that runs it, takes as long as it takes: an hour, in milliseconds. */
const MIGRATION_MS = 3_600_000;

/** Where the database is. */
export interface Place {
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** See `PostgresOptions`. */
  readonly poolSize?: number;
}

/** Opens PostgreSQL where there is a URL, else the embedded database in `dataDir`, which is made where there is none. */
export async function openDatabase({ databaseUrl, dataDir, poolSize }: Place, log?: DatabaseLog): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, { log, poolSize }) : openEmbedded(dataDir, { log });
}

/** Opens the database as `openDatabase` does, and brings it up to date. */
export async function openMigrated(place: Place, log?: DatabaseLog): Promise<Database> {
  const { databaseUrl } = place;
  if (databaseUrl) await closing(openPostgres(databaseUrl, { log, poolSize: 1, statementMs: MIGRATION_MS }), migrate);
  const database = await openDatabase(place, log);
  try {
    if (!databaseUrl) await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function closing(database: Database, work: (database: Database) => Promise<unknown>): Promise<void> {
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
