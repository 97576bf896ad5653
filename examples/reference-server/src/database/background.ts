import type { Logger } from 'pino';
import { inBackground, pause, type Background } from './in-background.js';
import type { Parameter, Queryable, Row, Transactor } from './database.js';
import { begin, end, keep } from './jobs.js';
import { missingMigrations, recordMigration } from './migrate.js';
import type { Alone } from './partitions.js';
import { readMigrations, type Migration } from './migrations.js';

/** Options for background migrations. */
export interface BackgroundOptions {
  readonly database: Transactor;
  readonly alone: Alone;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly migrations?: readonly Migration[];
  /** Milliseconds between checks while another process runs the migrations, and after a failure; default: 5,000. */
  readonly checkMs?: number;
}

const CHECK_MS = 5_000;
/** Seconds until another process takes over a migration whose process has ended. */
const TAKE_OVER_S = 60;
const KEEP_MS = 20_000;

/** The maximum number of rows per batch. */
const MAX_ROWS = 500;
/**
 * The target duration of a batch in milliseconds; short, because other statements wait for the rows that a batch locks.
 */
const BATCH_MS = 100;

/** A backfill's progress, as stored in the state of its job. */
interface Progress {
  /** The last key processed; empty at first. */
  readonly key: readonly string[];
  /** The number of rows processed so far. */
  readonly seen: number;
}

const START: Progress = { key: [], seen: 0 };

const jobOf = ({ version }: Migration) => `migration ${version}`;

/**
 * Runs the pending migrations that need not run before the server starts, one at a time. Only one of the processes that
 * share the database runs migrations at a time. Ends when no migration is pending.
 */
export function startBackground(options: BackgroundOptions): Background {
  const { log, checkMs = CHECK_MS } = options;
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      try {
        await runBackground(options, signal);
        return;
      } catch (err) {
        log.warn({ err }, 'could not run a background migration');
      }
      await pause(checkMs, signal);
    }
  });
}

/**
 * Like `startBackground`, but ends at the first failure. Waits while another process runs the migrations.
 *
 * @throws DatabaseUnavailable
 */
export async function runBackground(
  options: BackgroundOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { database, migrations = readMigrations(), checkMs = CHECK_MS } = options;
  while (!signal.aborted) {
    const [next] = await missingMigrations(database, migrations);
    if (next === undefined) return;
    if (!(await runOne(options, next, signal))) await pause(checkMs, signal);
  }
}

/** Runs a migration, and returns whether this process has completed it. */
async function runOne(options: BackgroundOptions, migration: Migration, signal: AbortSignal): Promise<boolean> {
  const { database, log } = options;
  const job = jobOf(migration);
  const begun = await begin(database, job, TAKE_OVER_S);
  if (begun === undefined) return false;
  try {
    // Another process may have completed the migration in the meantime.
    const pending = await missingMigrations(database, [migration]);
    if (pending.length > 0 && !(await run(options, migration, begun.state, signal))) return false;
    await database.transaction(async (tx) => {
      await recordMigration(tx, migration);
      await tx.query('DELETE FROM jobs WHERE name = $1', [job]);
    });
    log.info({ migration: migration.version }, 'a background migration is complete');
    return true;
  } finally {
    // Lets another process take over at once.
    await end(database, job, 0, false);
  }
}

async function run(
  options: BackgroundOptions,
  migration: Migration,
  state: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (migration.kind === 'backfill') return backfill(options.database, migration, readProgress(state), signal);
  await runConcurrent(options, migration);
  return true;
}

/** Runs a backfill, and stores the last key of each batch with the job. Returns whether the backfill is complete. */
async function backfill(
  database: Queryable,
  migration: Migration,
  from: Progress,
  signal: AbortSignal,
): Promise<boolean> {
  const [select, change] = migration.statements as [string, string];
  let { key, seen } = { ...from, key: from.key.length > 0 ? from.key : firstKey(select) };
  let size = MAX_ROWS;
  while (!signal.aborted) {
    const begunAt = performance.now();
    const rows = await database.query<Row & Record<string, string>>(select, [...key, size]);
    if (rows.length === 0) return true;
    const columns = Object.keys(rows[0]!);
    await database.query(
      change,
      columns.map((column): Parameter => rows.map((row) => row[column]!)),
    );
    const tookMs = performance.now() - begunAt;
    size = tookMs > BATCH_MS ? Math.max(1, Math.floor(size / 2)) : Math.min(MAX_ROWS, size * 2);
    key = columns.slice(0, key.length).map((column) => rows.at(-1)![column]!);
    seen += rows.length;
    await keep(database, jobOf(migration), TAKE_OVER_S, JSON.stringify({ key, seen } satisfies Progress));
    // Leaves half of the time for other statements.
    await pause(tookMs, signal);
  }
  return false;
}

/**
 * A key that sorts before every other key. All parameters are key columns except the last, which is the number of rows.
 */
function firstKey(select: string): string[] {
  const last = Math.max(...[...select.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return Array.from({ length: last - 1 }, () => '');
}

function readProgress(state: string | null): Progress {
  return state === null ? START : (JSON.parse(state) as Progress);
}

/** Runs each statement by itself. If an earlier attempt left an invalid index, drops it and creates it again. */
async function runConcurrent({ database, alone }: BackgroundOptions, migration: Migration): Promise<void> {
  const keeping = setInterval(() => {
    void keep(database, jobOf(migration), TAKE_OVER_S, null).catch(() => undefined);
  }, KEEP_MS);
  try {
    await alone(async (connection) => {
      for (const statement of migration.statements) await makeIndex(connection, statement);
    });
  } finally {
    clearInterval(keeping);
  }
}

async function makeIndex(connection: Queryable, statement: string): Promise<void> {
  const name = /\bCREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/.exec(statement)?.[1];
  if (name !== undefined) {
    const [index] = await connection.query<Row & { valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    );
    if (index?.valid === true) return;
    if (index !== undefined) await connection.query(`DROP INDEX CONCURRENTLY ${name}`);
  }
  await connection.query(statement);
}

/** The number of rows that a backfill still has to process. */
export interface Remaining {
  readonly version: number;
  /** An estimate from the table statistics; at least 1 until the backfill is complete, then 0. */
  readonly rows: number;
}

/** @throws DatabaseUnavailable */
export async function readRemaining(
  database: Queryable,
  migrations: readonly Migration[] = readMigrations(),
): Promise<readonly Remaining[]> {
  const pending = new Set((await missingMigrations(database, migrations)).map(({ version }) => version));
  const remaining: Remaining[] = [];
  for (const migration of migrations.filter(({ kind }) => kind === 'backfill')) {
    const rows = pending.has(migration.version) ? await estimate(database, migration) : 0;
    remaining.push({ version: migration.version, rows });
  }
  return remaining;
}

async function estimate(database: Queryable, migration: Migration): Promise<number> {
  const [job] = await database.query<Row & { state: string | null }>('SELECT state FROM jobs WHERE name = $1', [
    jobOf(migration),
  ]);
  const [table] = await database.query<Row & { rows: number }>(database.sql.estimateRows, [migration.table!]);
  return Math.max(1, table!.rows - readProgress(job?.state ?? null).seen);
}
