import { open } from 'node:fs/promises';
import { ConfigError, type Config } from './config.js';
import { runBackground, type BackgroundOptions } from './database/background.js';
import type { Database } from './database/database.js';
import { citusState, type CitusState } from './database/distribute.js';
import { distributeAll, migrate, missingMigrations } from './database/migrate.js';
import type { Migration } from './database/migrations.js';
import { aloneOn, onOneConnection, openDatabase, openMigrated } from './database/open.js';
import { requireSupported } from './database/schema-info.js';
import { checkSecrets, sealAll, secretsOf } from './endpoints/secrets.js';
import { erase, type Erasable } from './erase.js';
import { raiseFeedEpoch } from './events/feed.js';
import { readFixtures } from './fixtures.js';
import { deleteOld } from './retention.js';
import { deleteYear } from './transactions/delete-year.js';
import { exportDocuments } from './transactions/export.js';
import { verifyDocuments } from './transactions/verify.js';

/** A server command; `serve` is the default. */
export type Command =
  | { readonly name: 'serve' | 'check' | 'upgrade' | 'distribute' | 'rotate-key' | 'verify' | 'new-feed-epoch' }
  | { readonly name: 'retain'; readonly days: number }
  | { readonly name: 'export'; readonly businessId?: string }
  | { readonly name: 'delete-year'; readonly year: number; readonly path: string }
  | { readonly name: 'erase'; readonly tenant: Erasable };

export const USAGE = `Commands:

  serve              runs the server until a signal stops it; the default
  check              checks the configuration, the fixtures and PostgreSQL without changing anything, and exits with
                     0 if all is well, 2 if the configuration is wrong, 1 if the database is unusable
  upgrade            runs all migrations, including those that a worker would run in the background, and exits when they are done
  retain DAYS        deletes attempts, ended deliveries, rejected requests and non-document events that are more than DAYS days old
  verify             compares each document with its digest, lists the documents that differ, and exits with 1 if there are any
  export [BUSINESS]  writes all documents, or those of a business, to standard output as NDJSON
  delete-year YEAR FILE  writes all documents stored in a year that has ended to a new file, as NDJSON, and then deletes them
  erase TENANT       deletes all data of business:ID, owner:ID or app:ID except the audit log
  new-feed-epoch     keeps cursors of the event feed valid; run it after each restore, before any server starts
  rotate-key         re-encrypts all endpoint secrets with SECRETS_KEY, including those encrypted with SECRETS_KEY_PREVIOUS
  distribute         distributes the tables of a Citus database and all their rows over its worker nodes; stop all servers first`;

const MIN_POSTGRES = 14;

/** The maximum number of days for `retain`: a century. */
const MAX_DAYS = 36_500;

/** The first year that ids can represent, because they contain the milliseconds since 1970. */
const FIRST_YEAR = 1970;

const PLAIN = ['serve', 'check', 'upgrade', 'distribute', 'rotate-key', 'verify', 'new-feed-epoch'] as const;

/** @throws ConfigError with the usage */
export function readCommand(args: readonly string[]): Command {
  const [name = 'serve', value, ...rest] = args;
  const plain = PLAIN.find((one) => one === name);
  if (plain !== undefined && value === undefined) return { name: plain };
  if (name === 'export' && value !== '' && rest.length === 0) {
    return value === undefined ? { name } : { name, businessId: value };
  }
  if (name === 'delete-year') return { name, ...readYear(value, rest) };
  if (name === 'erase' && rest.length === 0) return { name, tenant: readTenant(value) };
  if (name === 'retain' && rest.length === 0) {
    const days = Number(value);
    if (/^\d{1,5}$/.test(value ?? '') && days >= 1 && days <= MAX_DAYS) return { name, days };
    throw new ConfigError(
      `retain requires a whole number of days from 1 to ${MAX_DAYS}, found ${JSON.stringify(value)}`,
    );
  }
  throw new ConfigError(`Unknown arguments ${JSON.stringify(args.join(' '))}.\n\n${USAGE}`);
}

/** @throws ConfigError */
function readYear(text = '', [path = '', ...rest]: readonly string[]): { year: number; path: string } {
  const current = new Date().getUTCFullYear();
  const year = Number(text);
  if (!/^\d{4}$/.test(text) || year < FIRST_YEAR || year >= current) {
    throw new ConfigError(
      `delete-year requires a year from ${FIRST_YEAR} to ${current - 1}, found ${JSON.stringify(text)}`,
    );
  }
  if (path === '' || rest.length > 0) {
    throw new ConfigError(
      `delete-year requires a year and the path of a new file, found ${JSON.stringify([path, ...rest])}`,
    );
  }
  return { year, path };
}

/** @throws ConfigError */
function readTenant(text = ''): Erasable {
  const [, kind, id] = /^(business|owner|app):(.+)$/s.exec(text) ?? [];
  if (kind === undefined) {
    throw new ConfigError(`erase requires business:ID, owner:ID or app:ID, found ${JSON.stringify(text)}`);
  }
  return { kind: kind as Erasable['kind'], id: id! };
}

/**
 * Checks the configuration and the database just as the server does when it starts, without changing anything. Does not
 * open the embedded database, which may be in use.
 *
 * @returns lines to print
 * @throws ConfigError, FixturesError, DatabaseUnavailable
 */
export async function check(config: Config): Promise<string[]> {
  const lines = ['The configuration is valid.'];
  if (config.fixtures !== undefined) {
    const { businesses = [], apps = [], endpoints = [] } = await readFixtures(config.fixtures);
    const counts = [`${businesses.length} businesses`, `${apps.length} apps`, `${endpoints.length} endpoints`];
    lines.push(`Fixtures: ${counts.join(', ')}.`);
  }
  if (config.databaseUrl === undefined) return [...lines, `Database: embedded, in ${config.dataDir}.`];
  const [version, missing, citus] = await using(config, async (database) => {
    const [row] = await database.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::integer / 10000 AS version",
    );
    await requireSupported(database);
    const missing = await missingMigrations(database);
    if (atStart(missing).length === 0) await checkSecrets(database, secretsOf(config));
    return [row!.version, missing, await citusState(database)] as const;
  });
  if (version < MIN_POSTGRES) {
    throw new ConfigError(`DATABASE_URL must name PostgreSQL ${MIN_POSTGRES} or later, found ${version}`);
  }
  return [
    ...lines,
    `Database: PostgreSQL ${version}, ${describePending(missing)}.`,
    ...(citus.installed ? [sayCitus(citus)] : []),
  ];
}

function atStart(missing: readonly Migration[]): readonly Migration[] {
  return missing.filter(({ kind }) => kind === 'instant');
}

const versionsOf = (migrations: readonly Migration[]) => migrations.map(({ version }) => version).join(', ');

function describePending(missing: readonly Migration[]): string {
  const first = atStart(missing);
  const later = missing.filter((migration) => !first.includes(migration));
  const parts = [
    first.length === 0 ? 'up to date' : `migrations ${versionsOf(first)} run at the next start`,
    ...(later.length === 0 ? [] : [`a worker runs migrations ${versionsOf(later)} in the background`]),
  ];
  return parts.join('; ');
}

function sayCitus({ nodes, distributed }: CitusState): string {
  if (nodes === 0) return 'Citus: no worker nodes, so nothing is distributed.';
  const state = distributed
    ? 'the tables are distributed'
    : 'the tables are not distributed; run the command distribute';
  return `Citus: worker nodes: ${nodes}; ${state}.`;
}

/**
 * Runs all pending migrations, including background migrations, to completion. If it fails, another call continues
 * where it stopped.
 *
 * @returns lines to print
 * @throws ServerTooOld, DatabaseUnavailable
 */
export async function upgrade(config: Config, log: BackgroundOptions['log']): Promise<string[]> {
  const database = await openMigrated(config);
  try {
    await runBackground({ database, alone: aloneOn(config, database), log });
    return ['The database is up to date.'];
  } finally {
    await database.close();
  }
}

/**
 * Brings the database up to date, and distributes its tables and all their rows with Citus.
 *
 * @returns lines to print
 * @throws ConfigError if there are no worker nodes, DatabaseUnavailable
 */
export async function distribute(config: Config): Promise<string[]> {
  if (config.databaseUrl === undefined) {
    throw new ConfigError('distribute requires DATABASE_URL, the coordinator of a Citus cluster; found none');
  }
  return onOneConnection(config, async (database) => {
    const { installed, nodes } = await citusState(database);
    if (!installed) throw new ConfigError('distribute requires the citus extension in the database, found none');
    if (nodes === 0) throw new ConfigError('distribute requires a worker node (citus_add_node), found none');
    await migrate(database, config.shards);
    const tables = await distributeAll(database, config.shards);
    return [tables.length === 0 ? 'All tables are already distributed.' : `distributed ${tables.join(', ')}`];
  });
}

/**
 * Encrypts the secrets of all endpoints with the current key.
 *
 * @returns lines to print
 * @throws ConfigError if there is no key, if the keys do not decrypt the stored secrets, or if the database is not up
 * to date; DatabaseUnavailable
 */
export async function rotateKey(config: Config): Promise<string[]> {
  const secrets = secretsOf(config);
  if (secrets.sealedWith === undefined) throw new ConfigError('rotate-key requires SECRETS_KEY, found none');
  return using(config, async (database) => {
    await requireMigrated(database);
    await checkSecrets(database, secrets);
    return [`endpoints with newly encrypted secrets: ${await sealAll(database, secrets)}`];
  });
}

/**
 * Begins a new epoch of the event feed; see `raiseFeedEpoch`.
 *
 * @returns lines to print
 * @throws ConfigError if the database is not up to date, DatabaseUnavailable
 */
export async function newFeedEpoch(config: Config): Promise<string[]> {
  return using(config, async (database) => {
    await requireMigrated(database);
    return [`feed epoch: ${await raiseFeedEpoch(database)}`];
  });
}

/**
 * Deletes data that is more than `days` days old.
 *
 * @returns lines to print
 * @throws ConfigError if the database is not up to date, DatabaseUnavailable
 */
export async function retain(config: Config, days: number): Promise<string[]> {
  return using(config, async (database) => {
    await requireMigrated(database);
    const deleted = await deleteOld(database, aloneOn(config, database), days, Date.now());
    return Object.entries(deleted).map(([what, count]) => `deleted ${what}: ${count}`);
  });
}

/**
 * Compares every document with its digest; see `verifyDocuments`.
 *
 * @param print called with a line for each document that differs or is unreadable, as soon as it is found
 * @returns the last lines to print, and whether all documents are unchanged
 * @throws ConfigError if the database is not up to date, DatabaseUnavailable
 */
export async function verify(
  config: Config,
  print: (line: string) => void,
): Promise<{ readonly lines: string[]; readonly ok: boolean }> {
  return using(config, async (database) => {
    await requireMigrated(database);
    const { documents, faults, withoutDigest } = await verifyDocuments(database, ({ business_id, id, fault }) =>
      print(`${fault} ${business_id} ${id}`),
    );
    const lines = [`documents: ${documents}`, `changed or unreadable: ${faults}`, `without a digest: ${withoutDigest}`];
    return { lines, ok: faults === 0 };
  });
}

/**
 * Writes documents as NDJSON; see `exportDocuments`.
 *
 * @param write writes a line; its promise resolves when it can accept the next line
 * @throws ConfigError if the database is not up to date or has no such business, DatabaseUnavailable
 */
export async function exportAll(
  config: Config,
  businessId: string | undefined,
  write: (line: string) => Promise<void>,
): Promise<void> {
  await using(config, async (database) => {
    await requireMigrated(database);
    if (businessId !== undefined) await requireBusiness(database, businessId);
    for await (const line of exportDocuments(database, businessId)) await write(line);
  });
}

/**
 * Exports a year's documents to a new file, and then deletes them; see `deleteYear`.
 *
 * @returns lines to print
 * @throws ConfigError if the file cannot be created, or if the database is not up to date; NotExported,
 * DatabaseUnavailable
 */
export async function deleteDocuments(config: Config, year: number, path: string): Promise<string[]> {
  return using(config, async (database) => {
    await requireMigrated(database);
    const file = await open(path, 'wx').catch((error: unknown) => {
      throw new ConfigError(`delete-year requires the path of a file that it can create: ${(error as Error).message}`);
    });
    try {
      const deleted = await deleteYear(database, year, {
        write: (line) => file.appendFile(`${line}\n`),
        keep: () => file.sync(),
        alone: aloneOn(config, database),
      });
      const count = [...deleted.values()].reduce((sum, number) => sum + number, 0);
      return [`deleted documents: ${count}`, `businesses: ${deleted.size}`];
    } finally {
      await file.close();
    }
  });
}

/**
 * Deletes all of a tenant's data; see `erase`.
 *
 * @param waitMs see `erase`
 * @returns lines to print
 * @throws ConfigError if there is no such tenant, or if the database is not up to date; DatabaseUnavailable
 */
export async function eraseTenant(config: Config, tenant: Erasable, waitMs?: number): Promise<string[]> {
  return using(config, async (database) => {
    await requireMigrated(database);
    const erased = await erase(database, aloneOn(config, database), tenant, waitMs);
    if (erased === undefined) {
      throw new ConfigError(`erase requires an existing tenant, found no ${tenant.kind} ${tenant.id}`);
    }
    return Object.entries(erased).map(([table, count]) => `deleted rows of ${table}: ${count}`);
  });
}

async function requireBusiness(database: Database, id: string): Promise<void> {
  if ((await database.query('SELECT 1 AS found FROM businesses WHERE id = $1', [id])).length > 0) return;
  throw new ConfigError(`export requires the id of an existing business, found ${JSON.stringify(id)}`);
}

async function requireMigrated(database: Database): Promise<void> {
  await requireSupported(database);
  const missing = atStart(await missingMigrations(database));
  if (missing.length === 0) return;
  throw new ConfigError(`The database lacks migrations ${versionsOf(missing)}. Start the server first: it runs them`);
}

async function using<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
