import type { Queryable } from '../database.js';
import type { DatabaseLog } from '../log.js';

const HOUR_MS = 3_600_000;

/**
 * Does what background processes do in a PostgreSQL server, which the embedded one lacks: checkpoints, which keep the log
 * short, and vacuum, which removes dead rows and refreshes statistics. Runs one short statement at a time: a vacuum of
 * everything at once would block the process for too long.
 *
 * @param everyMs between checkpoints; vacuums tables once an hour
 * @returns a function that stops it, and resolves once its work has ended
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

/** The quoted names of all tables of this server. */
async function tables(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
