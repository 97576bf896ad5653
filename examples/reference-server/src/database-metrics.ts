import { Gauge, Histogram, type Registry } from 'prom-client';
import { createCached } from './cached.js';
import { DatabaseUnavailable, type Database, type Pool, type Row } from './database/database.js';

/** How long to reuse the ages read from the database, in milliseconds. */
const AGES_MS = 10_000;

/**
 * The age, in transaction ids or MultiXact ids, at which ids would wrap around; PostgreSQL refuses writes shortly
 * before. Source: PostgreSQL manual, 25.1.5.
 */
const IDS = 2 ** 31;

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const STATES = ['used', 'idle', 'waiting'] as const;

/**
 * Registers the database metrics: connections, and ages whose growth shows that PostgreSQL will become slow or refuse
 * writes.
 */
export function registerDatabaseMetrics(register: Registry, database: Database): void {
  const registers = [register];
  const { pools = [] } = database;
  new Gauge({
    name: 'receipts_pool_connections',
    help: 'PostgreSQL connections in use and idle, and statements waiting for a connection.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const pool of pools) setStates(this, pool);
    },
  });
  const waits = new Histogram({
    name: 'receipts_pool_wait_seconds',
    help: 'How long statements waited for a connection.',
    labelNames: ['pool'],
    buckets: SECONDS,
    registers,
  });
  for (const pool of pools) pool.onWait((seconds) => waits.observe({ pool: pool.name }, seconds));

  const ages = createCached(() => readAges(database), AGES_MS);
  new Gauge({
    name: 'receipts_database_oldest_transaction_seconds',
    help: 'Age of the oldest open transaction that the database role can see; a role with pg_read_all_stats sees all transactions.',
    registers,
    async collect() {
      this.set((await ages()).oldest);
    },
  });
  new Gauge({
    name: 'receipts_database_multixact_ratio',
    help: 'MultiXact ids assigned since the oldest one in use, as a fraction of the ids that PostgreSQL can distinguish.',
    registers,
    async collect() {
      this.set((await ages()).multixacts / IDS);
    },
  });
}

function setStates(gauge: Gauge<'pool' | 'state'>, pool: Pool): void {
  const state = pool.state();
  for (const name of STATES) gauge.set({ pool: pool.name, state: name }, state[name]);
}

interface Ages extends Row {
  readonly oldest: number;
  readonly multixacts: number;
}

/** Reads the ages; they are NaN while the database is unreachable. */
async function readAges(database: Database): Promise<Ages> {
  try {
    return (await database.query<Ages>(AGES))[0]!;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return { oldest: NaN, multixacts: NaN };
  }
}

const AGES = `SELECT (SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::float8 FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend') AS oldest,
  (SELECT max(mxid_age(datminmxid))::float8 FROM pg_database) AS multixacts`;
