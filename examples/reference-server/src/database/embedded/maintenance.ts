import type { Queryable } from '../database.js';
import type { DatabaseLog } from '../log.js';

const HOUR_MS = 3_600_000;

/**
 * Replaces the background processes of a PostgreSQL server: checkpoints keep the write-ahead log short, and vacuum
 * removes dead rows and refreshes statistics. Runs one short statement at a time, because vacuuming the whole
 * database at once would block the process for too long.
 *
 * @param everyMs milliseconds between checkpoints; tables are vacuumed once an hour
 * @returns a function that stops the maintenance, and resolves once no maintenance statement is running
 */
export function startMaintenance(database: Queryable, everyMs: number, log?: DatabaseLog): () => Promise<void> {
  let vacuumed = performance.now();
  let stopped = false;
  let running: Promise<void> | undefined;

  const attempt = async (statement: string) => {
    if (!stopped) await database.query(statement);
  };
  const round = async () => {
    await attempt('CHECKPOINT');
    if (performance.now() - vacuumed < HOUR_MS) return;
    vacuumed = performance.now();
    for (const table of await tables(database)) await attempt(`VACUUM (ANALYZE) ${table}`);
  };
  const timer = setInterval(() => {
    running ??= round()
      .catch((err: unknown) => log?.error({ err }, 'database maintenance failed'))
      .finally(() => (running = undefined));
  }, everyMs).unref();

  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

/** The quoted names of all tables in this database, with each partitioned table replaced by its partitions. */
async function tables(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
