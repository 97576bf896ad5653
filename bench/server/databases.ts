import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../examples/reference-server/src/database/migrate.js';
import { openDatabase } from '../../examples/reference-server/src/database/open.js';
import type { Database } from '../../examples/reference-server/src/database/database.js';
import { startPostgres } from '../../examples/reference-server/test/support/postgres-server.js';

/** A new database with all tables; `env` lets a server process open the same one. */
export interface BenchDatabase {
  readonly name: 'embedded' | 'PostgreSQL';
  readonly env: Readonly<Record<string, string>>;
  open(): Promise<Database>;
  dispose(): Promise<void>;
}

/** One by one, because they share the machine. */
export async function withDatabases(use: (database: BenchDatabase) => Promise<void>): Promise<void> {
  for (const make of [embedded, postgres]) {
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
