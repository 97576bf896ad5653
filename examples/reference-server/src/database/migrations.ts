import { readdirSync, readFileSync } from 'node:fs';

/**
 * How a migration runs:
 *
 * - `instant`: runs when a server starts. It waits at most two seconds for a lock, and is then retried.
 * - `concurrent`: run by a worker, each statement by itself. It creates and drops indexes with CONCURRENTLY, or reads a
 *   whole table without blocking other statements. Each statement must be safe to run again.
 * - `backfill`: run by a worker, in batches. Its first statement returns the rows after the key $1, $2, …, in key
 *   order, with the key columns first; the last parameter limits their number. Its second statement gets these rows,
 *   each column as an array.
 *
 * Servers are running during migrations of the last two kinds, so every statement of a server must work both before and
 * after such a migration.
 */
export type MigrationClass = 'instant' | 'concurrent' | 'backfill';

/** One file `NNN-topic.sql`. Each statement ends with a semicolon and an empty line. */
export interface Migration {
  readonly version: number;
  /** From a line `-- concurrent`, or `-- backfill TABLE`; default: `instant`. */
  readonly kind: MigrationClass;
  /** The table that a backfill changes. */
  readonly table: string | undefined;
  /**
   * From a line `-- min_server N`: servers whose last migration is earlier than N must not use the changed database. 0:
   * all servers may use it.
   */
  readonly minServer: number;
  readonly statements: readonly string[];
}

const FOLDER = new URL('migrations/', import.meta.url);

/** Reads all migrations, in order. */
export function readMigrations(folder = FOLDER): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => parseMigration(Number.parseInt(name, 10), readFileSync(new URL(name, folder), 'utf8')));
}

export function parseMigration(version: number, text: string): Migration {
  const table = /^-- backfill (\w+)$/m.exec(text)?.[1];
  const kind = /^-- concurrent$/m.test(text) ? 'concurrent' : 'instant';
  return {
    version,
    kind: table === undefined ? kind : 'backfill',
    table,
    minServer: Number(/^-- min_server (\d+)$/m.exec(text)?.[1] ?? 0),
    statements: text.split(/;\n(?:\n|$)/).filter((statement) => statement.trim() !== ''),
  };
}

/** The number of the last migration, which is the schema version that this server knows. */
export function ownVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}
