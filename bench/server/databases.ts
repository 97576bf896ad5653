import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../examples/reference-server/src/database/migrate.js';
import { openDatabase, openMigrated } from '../../examples/reference-server/src/database/open.js';
import type { Database } from '../../examples/reference-server/src/database/database.js';
import { createOnCitus, dropOnCitus, SHARDS } from '../../examples/reference-server/test/support/citus.js';
import { startPostgres } from '../../examples/reference-server/test/support/postgres-server.js';

/** A new database with all tables; `env` lets a server process open the same one. */
export interface BenchDatabase {
  readonly name: 'embedded' | 'PostgreSQL' | 'Citus';
  readonly env: Readonly<Record<string, string>>;
  open(): Promise<Database>;
  dispose(): Promise<void>;
}

/** Runs `use` with each database in turn, because the databases share the machine. */
export async function withDatabases(use: (database: BenchDatabase) => Promise<void>): Promise<void> {
  for (const make of [embedded, postgres]) await withDatabase(make, use);
}

/** Like `withDatabases`, but on one database. */
export async function withOne(
  kind: BenchDatabase['name'],
  use: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  await withDatabase({ embedded, PostgreSQL: postgres, Citus: citus }[kind], use);
}

async function withDatabase(
  make: () => Promise<BenchDatabase>,
  use: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  const database = await make();
  try {
    const opened = await database.open();
    await migrate(opened);
    await opened.close();
    await use(database);
  } finally {
    await database.dispose();
  }
}

async function embedded(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'receipt-bench-'));
  return {
    name: 'embedded',
    env: { DATA_DIR: folder },
    open: () => openDatabase({ dataDir: folder }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

async function postgres(): Promise<BenchDatabase> {
  const server = await startPostgres();
  return {
    name: 'PostgreSQL',
    env: { DATABASE_URL: server.url },
    open: () => openDatabase({ databaseUrl: server.url, dataDir: '' }),
    dispose: server.dispose,
  };
}

/** A new database on the cluster whose coordinator TEST_CITUS_URL names. */
async function citus(): Promise<BenchDatabase> {
  const cluster = process.env.TEST_CITUS_URL;
  if (!cluster) throw new Error('TEST_CITUS_URL must name the coordinator of a Citus cluster');
  const name = `b_${randomBytes(6).toString('hex')}`;
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const place = { databaseUrl: url.href, dataDir: '', shards: SHARDS };
  await createOnCitus(cluster, name);
  return {
    name: 'Citus',
    env: { DATABASE_URL: url.href },
    open: () => openMigrated(place),
    dispose: () => dropOnCitus(cluster, name),
  };
}
