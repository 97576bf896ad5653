import { readdirSync, readFileSync } from 'node:fs';
import type { Database, Queryable } from './database.js';
import { distribute, distributeNew } from './distribute.js';

/**
 * An arbitrary number that no other program uses for a lock on the same database. The server's processes wait for each
 * other on it.
 */
export const MIGRATION_LOCK = 730_411_921;

/** A folder of files `NNN-topic.sql`; statements end with a semicolon at the end of a line. */
const MIGRATIONS = new URL('migrations/', import.meta.url);

/**
 * Brings the database up to date: runs every pending migration, in order, in one transaction. Processes that start
 * together wait for each other. On Citus, also distributes new tables.
 *
 * @param shards see `distribute`
 * @returns the versions applied
 */
export async function migrate(database: Database, shards?: number): Promise<number[]> {
  return database.transaction(async (tx) => {
    await lock(tx);
    await tx.query('CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, at timestamptz DEFAULT now())');
    const had = new Set(
      (await tx.query<{ version: number }>('SELECT version FROM migrations')).map((row) => row.version),
    );
    const missing = readMigrations().filter(({ version }) => !had.has(version));
    for (const { version, statements } of missing) {
      for (const statement of statements) await tx.query(statement);
      await tx.query('INSERT INTO migrations (version) VALUES ($1)', [version]);
    }
    await distributeNew(tx, shards);
    return missing.map(({ version }) => version);
  });
}

/** Distributes a database that is up to date, with all its rows; see `distribute`. */
export async function distributeAll(database: Database, shards?: number): Promise<string[]> {
  return database.transaction(async (tx) => {
    await lock(tx);
    return distribute(tx, shards);
  });
}

async function lock(tx: Queryable): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})::text`);
}

/** The versions of pending migrations. Only reads the database. */
export async function missingMigrations(database: Queryable): Promise<number[]> {
  const [table] = await database.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found");
  const had = table?.found ? await database.query<{ version: number }>('SELECT version FROM migrations') : [];
  return readMigrations()
    .map(({ version }) => version)
    .filter((version) => !had.some((row) => row.version === version));
}

function readMigrations(): { version: number; statements: string[] }[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      version: Number.parseInt(name, 10),
      statements: readFileSync(new URL(name, MIGRATIONS), 'utf8')
        .split(/;$/m)
        .filter((statement) => statement.trim() !== ''),
    }));
}
