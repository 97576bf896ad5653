import type { Logger } from 'pino';
import { inBackground, pause, type Background } from './in-background.js';
import type { Database, Queryable, Row } from './database.js';
import { ownVersion, readMigrations } from './migrations.js';

/** A newer server has upgraded the database, so this server must not use the database. */
export class ServerTooOld extends Error {
  override readonly name = 'ServerTooOld';
}

/** The schema version of a database, and which servers may use the database. */
export interface SchemaInfo {
  /** The last migration that has run. */
  readonly version: number;
  /** Servers whose last migration is earlier must not use the database. */
  readonly minServer: number;
}

/** Undefined for a database without migration 11. @throws DatabaseUnavailable */
export async function readSchemaInfo(database: Queryable): Promise<SchemaInfo | undefined> {
  const [table] = await database.query<Row & { found: boolean }>(
    "SELECT to_regclass('schema_info') IS NOT NULL AS found",
  );
  if (!table!.found) return undefined;
  const [row] = await database.query<Row & SchemaInfo>('SELECT version, min_server AS "minServer" FROM schema_info');
  return row;
}

/**
 * Checks that this server is not too old for the database.
 *
 * @param own the number of the server's last migration
 * @throws ServerTooOld, DatabaseUnavailable
 */
export async function requireSupported(database: Queryable, own = ownVersion(readMigrations())): Promise<void> {
  const info = await readSchemaInfo(database);
  if (info === undefined || info.minServer <= own) return;
  throw new ServerTooOld(
    `The database requires migration ${info.minServer}, found a server whose last migration is ${own}: install a newer release`,
  );
}

/** Milliseconds between two checks. */
const WATCH_MS = 5_000;

/** The options for watching the schema. */
export interface WatchOptions {
  readonly database: Pick<Database, 'kind'> & { readonly delivery: Queryable };
  readonly log: Pick<Logger, 'error'>;
  /** Called once, when a newer server has upgraded the database and this server must stop. */
  readonly onOutdated: () => void;
  /** The number of the server's last migration. */
  readonly own?: number;
  /** Milliseconds between checks; default: 5,000. */
  readonly everyMs?: number;
}

/**
 * Checks regularly whether the server has become too old for its database. Does nothing for an embedded database, which
 * no other process can upgrade.
 */
export function watchSchema({
  database,
  log,
  onOutdated,
  own = ownVersion(readMigrations()),
  everyMs = WATCH_MS,
}: WatchOptions): Background {
  return inBackground(async (signal) => {
    while (database.kind !== 'embedded') {
      await pause(everyMs, signal);
      if (signal.aborted) return;
      // Ignores an unreachable database, which /readyz reports.
      const info = await readSchemaInfo(database.delivery).catch(() => undefined);
      if (info === undefined || info.minServer <= own) continue;
      log.error({ own, required: info.minServer }, 'the database requires a newer server: this server is stopping');
      onOutdated();
      return;
    }
  });
}
