import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import type { DatabaseLog } from './log.js';
import { openPostgres } from './postgres.js';

/** Opens PostgreSQL where there is a URL, else the embedded database in `dataDir`, which is made where there is none. */
export async function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl?: string; dataDir: string },
  log?: DatabaseLog,
): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, { log }) : openEmbedded(dataDir, { log });
}
