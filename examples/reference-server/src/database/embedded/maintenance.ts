import type { Queryable } from '../database.js';
import type { DatabaseLog } from '../log.js';

const HOUR_MS = 3_600_000;

/**
 * Does the work of the background processes of a PostgreSQL server, which the embedded one does not have: checkpoints,
 * which keep the log short, and vacuum, without which dead rows and old statistics collect. It runs one short statement
 * at a time: a vacuum of everything at once would block the process for too long.
 *
 * @param everyMs between checkpoints; tables are vacuumed once an hour
 * @returns a function that stops it, and resolves when none of its work runs any more
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
      .catch((err: unknown) => log?.error({ err }, 'maintenance of the database failed'))
      .finally(() => (running = undefined));
  }, everyMs).unref();

  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

/** The quoted names of all tables of this server. */
async function tables(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
