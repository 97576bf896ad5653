import { ConfigError, type Config } from './config.js';
import type { Database } from './database/database.js';
import { citusState, type CitusState } from './database/distribute.js';
import { distributeAll, migrate, missingMigrations } from './database/migrate.js';
import { onOneConnection, openDatabase } from './database/open.js';
import { checkSecrets, sealAll, secretsOf } from './endpoints/secrets.js';
import { readFixtures } from './fixtures.js';
import { deleteOld } from './retention.js';

/** What the process does; default `serve`. */
export type Command =
  | { readonly name: 'serve' }
  | { readonly name: 'check' }
  | { readonly name: 'distribute' }
  | { readonly name: 'rotate-key' }
  | { readonly name: 'retain'; readonly days: number };

export const USAGE = `Without arguments the server runs until a signal stops it. Other commands:

  --check          checks the configuration, the fixtures and PostgreSQL without changing anything, and exits with
                   0 if all is well, 2 if the configuration is wrong, 1 if the database is unusable
  --retain DAYS    deletes deliveries that ended more than DAYS days ago, with their attempts and events, and exits
  --rotate-key     re-encrypts the endpoint secrets with SECRETS_KEY, including those of SECRETS_KEY_PREVIOUS, and exits
  --distribute     distributes the tables of a Citus database over its worker nodes, with all rows, and exits; stop all servers first`;

const MIN_POSTGRES = 14;

/** The maximum number of days: a century. */
const MAX_DAYS = 36_500;

/** @throws ConfigError with the usage */
export function readCommand(args: readonly string[]): Command {
  const [name, value, ...rest] = args;
  if (name === undefined) return { name: 'serve' };
  if (name === '--check' && value === undefined) return { name: 'check' };
  if (name === '--rotate-key' && value === undefined) return { name: 'rotate-key' };
  if (name === '--distribute' && value === undefined) return { name: 'distribute' };
  if (name === '--retain' && rest.length === 0) {
    const days = Number(value);
    if (/^\d{1,5}$/.test(value ?? '') && days >= 1 && days <= MAX_DAYS) return { name: 'retain', days };
    throw new ConfigError(`--retain must be a whole number of days, 1 to ${MAX_DAYS}, found ${JSON.stringify(value)}`);
  }
  throw new ConfigError(`Unknown arguments ${JSON.stringify(args.join(' '))}.\n\n${USAGE}`);
}

/**
 * Reports what a start would find, without changing anything. Does not open the embedded database, which may be in use.
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
    const missing = await missingMigrations(database);
    if (missing.length === 0) await checkSecrets(database, secretsOf(config));
    return [row!.version, missing, await citusState(database)] as const;
  });
  if (version < MIN_POSTGRES) {
    throw new ConfigError(`DATABASE_URL must name PostgreSQL ${MIN_POSTGRES} or later, found ${version}`);
  }
  const state = missing.length === 0 ? 'up to date' : `migrations ${missing.join(', ')} run at the next start`;
  return [...lines, `Database: PostgreSQL ${version}, ${state}.`, ...(citus.installed ? [sayCitus(citus)] : [])];
}

function sayCitus({ nodes, distributed }: CitusState): string {
  if (nodes === 0) return 'Citus: no worker nodes, so nothing is distributed.';
  const state = distributed ? 'the tables are distributed' : 'the tables are not distributed, see --distribute';
  return `Citus: worker nodes: ${nodes}; ${state}.`;
}

/**
 * Brings the database up to date, and distributes its tables with Citus, with all rows.
 *
 * @returns lines to print
 * @throws ConfigError if there are no worker nodes, DatabaseUnavailable
 */
export async function distribute(config: Config): Promise<string[]> {
  if (config.databaseUrl === undefined) {
    throw new ConfigError('--distribute requires DATABASE_URL, the coordinator of a Citus cluster; found none');
  }
  return onOneConnection(config, async (database) => {
    const { installed, nodes } = await citusState(database);
    if (!installed) throw new ConfigError('--distribute requires the citus extension in the database, found none');
    if (nodes === 0) throw new ConfigError('--distribute requires a worker node (citus_add_node), found none');
    await migrate(database, config.shards);
    const tables = await distributeAll(database, config.shards);
    return [tables.length === 0 ? 'All tables are already distributed.' : `distributed ${tables.join(', ')}`];
  });
}

/**
 * Encrypts the secrets of all endpoints with the current key.
 *
 * @returns lines to print
 * @throws ConfigError without a key, if the keys do not decrypt the stored secrets, or if the database is not up to date;
 *   DatabaseUnavailable
 */
export async function rotateKey(config: Config): Promise<string[]> {
  const secrets = secretsOf(config);
  if (secrets.sealedWith === undefined) throw new ConfigError('--rotate-key requires SECRETS_KEY, found none');
  return using(config, async (database) => {
    await requireMigrated(database);
    await checkSecrets(database, secrets);
    return [`endpoints with newly encrypted secrets: ${await sealAll(database, secrets)}`];
  });
}

/**
 * Deletes data older than a number of days.
 *
 * @returns lines to print
 * @throws ConfigError if the database is not up to date, DatabaseUnavailable
 */
export async function retain(config: Config, days: number): Promise<string[]> {
  return using(config, async (database) => {
    await requireMigrated(database);
    const deleted = await deleteOld(database, days, Date.now());
    return Object.entries(deleted).map(([what, count]) => `deleted ${what}: ${count}`);
  });
}

async function requireMigrated(database: Database): Promise<void> {
  const missing = await missingMigrations(database);
  if (missing.length === 0) return;
  throw new ConfigError(`The database lacks migrations ${missing.join(', ')}. Start the server first`);
}

async function using<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
