import { createRequire } from 'node:module';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isIssueCode } from 'receipt-rule-packs';
import { createCached } from './cached.js';
import { registerDatabaseMetrics } from './database-metrics.js';
import { readRemaining, type Remaining } from './database/background.js';
import { countAhead } from './database/partitions.js';
import { DatabaseUnavailable, type Database } from './database/database.js';
import { readSchemaInfo } from './database/schema-info.js';
import type { Counters } from './counters/counters.js';
import { readWaiting, UNKNOWN, type Waiting } from './counters/waiting.js';
import { countUnencrypted } from './endpoints/secrets.js';
import type { RetainedTable } from './retention.js';

/** The process metrics, for Prometheus. */
export interface Metrics {
  /**
   * Records a request. `seconds` is the time from the first byte of the request to the last byte of the response.
   */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /**
   * Counts a write rejected with 4xx. `code` is the error code, from errors.ts or the library; `issue` is the code of
   * the first issue, if any.
   */
  countRejectedRequest(code: string, issue?: string): void;
  /**
   * Counts a request: admitted at once, admitted after waiting, limited because its caller had too many requests, timed
   * out while waiting, or refused for lack of memory.
   */
  countAdmission(result: 'served' | 'waited' | 'limited' | 'timeout' | 'budget'): void;
  /** Records a statement that stores documents. @param waitedMs how long the first document waited, in milliseconds */
  observeGroup(documents: number, waitedMs: number): void;
  /** Records an attempt. `errorClass` is null if the endpoint responded with 2xx. */
  observeAttempt(errorClass: string | null, seconds: number): void;
  /** Records a delivery. @param attempt 1 to 6 @param seconds since the event */
  observeDelivered(attempt: number, seconds: number): void;
  /** Records that bytes of the memory budget were reserved or, if negative, released. */
  addMemory(kind: 'bodies' | 'answers', bytes: number): void;
  /** Records a worker's statement. @param name `lease`, `take`, `done`, `release` or `sweep` */
  observeQueueStatement(name: string, seconds: number): void;
  /** Sets the number of queues that the worker has leased. */
  setLeased(queues: number): void;
  /** Counts queues woken by a sweep. */
  countWokenBySweep(queues: number): void;
  /** Counts a result discarded because its lease had ended, or because a user had redelivered the event. */
  countLateResult(): void;
  /** Sets when old rows of a table were last deleted, in seconds since the epoch; see `startRetention`. */
  setRetained(table: RetainedTable, seconds: number): void;
  /**
   * The metrics in the exposition format, at most a second old. The outbox gauges may be older, by up to 20 times the
   * time taken to count; they are NaN while the database is unreachable.
   */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** How long to reuse the text, in milliseconds, so that any number of scrapers costs the database no more than one. */
const RENDERED_MS = 1_000;

/**
 * The buckets cover the objective for first attempts, 5 s, and retries, which follow up to 12 h after the previous
 * attempt.
 */
const UNTIL_DELIVERED = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];

const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { version: string };

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates metrics in a separate registry.
 *
 * @param counters the process's counters; default: none
 */
export function createMetrics(database: Database, counters?: Pick<Counters, 'unsaved'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const ingests = new Counter({
    name: 'receipts_ingest_requests_total',
    help: 'POST /v1/transactions by response status.',
    labelNames: ['status'],
    registers,
  });
  const refusals = new Counter({
    name: 'receipts_ingest_refused_total',
    help: 'Rejected requests: POST /v1/transactions with a 4xx response, by error code and code of the first issue.',
    labelNames: ['code', 'issue'],
    registers,
  });
  const requests = new Histogram({
    name: 'receipts_http_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const admissions = new Counter({
    name: 'receipts_admission_total',
    help: 'Requests by admission: served at once, served after waiting, refused because of the limit per caller, refused after too long a wait, or refused for lack of memory.',
    labelNames: ['result'],
    registers,
  });
  const groupRows = new Histogram({
    name: 'receipts_group_rows',
    help: 'Documents per INSERT.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const groupWait = new Histogram({
    name: 'receipts_group_wait_seconds',
    help: 'How long the first document of each INSERT waited, in seconds.',
    buckets: SECONDS,
    registers,
  });
  const attempts = new Counter({
    name: 'receipts_delivery_attempts_total',
    help: 'Delivery attempts by error class; delivered if the endpoint responded with 2xx.',
    labelNames: ['class'],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: 'receipts_delivery_attempt_duration_seconds',
    help: 'Duration of delivery attempts.',
    buckets: SECONDS,
    registers,
  });
  const delivered = new Histogram({
    name: 'receipts_event_to_delivered_seconds',
    help: 'Time from an event to its delivery, by attempt number; includes events held for a paused endpoint, but not manual redeliveries.',
    labelNames: ['attempt'],
    buckets: UNTIL_DELIVERED,
    registers,
  });
  const memory = new Gauge({
    name: 'receipts_memory_budget_bytes',
    help: 'Reserved bytes of the memory budget, for bodies being received or validated and for unsent responses.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ['bodies', 'answers']) memory.set({ kind }, 0);
  new Gauge({
    name: 'receipts_build_info',
    help: 'Always 1; the labels contain the versions of the server and Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1);
  registerDatabaseMetrics(registry, database);
  const queueStatements = new Histogram({
    name: 'receipts_queue_statement_seconds',
    help: 'Worker statements that lease queues, take deliveries, record results, and release queues.',
    labelNames: ['statement'],
    buckets: SECONDS,
    registers,
  });
  const leased = new Gauge({ name: 'receipts_queue_leased', help: 'Queues that this process has leased.', registers });
  const wokenBySweep = new Counter({
    name: 'receipts_queue_woken_by_sweep_total',
    help: 'Queues with a due delivery that no worker would have checked; 0 unless a wake-up was lost, which can happen on Citus.',
    registers,
  });
  const late = new Counter({
    name: 'receipts_delivery_late_results_total',
    help: 'Results discarded because another worker had taken over the delivery, or because a user had redelivered the event.',
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const pending = gauge(
    'receipts_outbox_pending_deliveries',
    'Deliveries still pending; counted every 2 s, or less often if counting takes long.',
  );
  const lag = gauge(
    'receipts_outbox_lag_seconds',
    'Age of the oldest due delivery that is at the head of its queue and has had no attempt.',
  );
  const oldestDue = gauge('receipts_delivery_oldest_due_seconds', 'How long the most overdue delivery has been due.');
  const retained = new Gauge({
    name: 'receipts_retention_last_success_timestamp_seconds',
    help: 'When any worker last deleted old rows of the table; before the first deletion, when deletion was first due. Absent if this process deletes nothing.',
    labelNames: ['table'],
    registers,
  });
  new Gauge({
    name: 'receipts_counters_unsaved',
    help: 'Counted occurrences that are not yet in the database; counts are written every 10 s.',
    registers,
    collect() {
      this.set(counters?.unsaved() ?? 0);
    },
  });
  let countedAt = -Infinity;
  new Gauge({
    name: 'receipts_secrets_unencrypted',
    help: 'Endpoints whose secret is stored unencrypted; read once a minute.',
    registers,
    async collect() {
      if (performance.now() - countedAt < UNENCRYPTED_MS) return;
      this.set(await countUnencrypted(database).catch(unknownCount));
      countedAt = performance.now();
    },
  });

  const recentSchema = createCached(() => readSchema(database), SCHEMA_MS);
  new Gauge({
    name: 'receipts_schema_version',
    help: 'The last migration that has run on the database; read every 10 s.',
    registers,
    async collect() {
      this.set((await recentSchema()).version);
    },
  });
  new Gauge({
    name: 'receipts_backfill_remaining_rows',
    help: 'Estimated rows that a background migration has yet to process, by migration number; at least 1 until the migration is complete, then 0.',
    labelNames: ['step'],
    registers,
    async collect() {
      for (const { version, rows } of (await recentSchema()).remaining) this.set({ step: String(version) }, rows);
    },
  });

  new Gauge({
    name: 'receipts_partitions_ahead',
    help: 'Days after today, or years after this year for transactions, for which the table has a partition.',
    labelNames: ['table'],
    registers,
    async collect() {
      for (const { table, periods } of (await recentSchema()).ahead) this.set({ table }, periods);
    },
  });

  return {
    observeRequest: (method, route, status, seconds) => {
      requests.observe({ method, route, status }, seconds);
      if (method === 'POST' && route === '/v1/transactions') ingests.inc({ status });
    },
    countRejectedRequest: (code, issue) => refusals.inc({ code, issue: issue === undefined ? 'none' : known(issue) }),
    countAdmission: (result) => admissions.inc({ result }),
    observeGroup: (documents, waitedMs) => {
      groupRows.observe(documents);
      groupWait.observe(waitedMs / 1000);
    },
    observeAttempt: (errorClass, seconds) => {
      attempts.inc({ class: errorClass ?? 'delivered' });
      attemptSeconds.observe(seconds);
    },
    observeDelivered: (attempt, seconds) => delivered.observe({ attempt: String(attempt) }, seconds),
    addMemory: (kind, bytes) => memory.inc({ kind }, bytes),
    observeQueueStatement: (statement, seconds) => queueStatements.observe({ statement }, seconds),
    setLeased: (queues) => leased.set(queues),
    countWokenBySweep: (queues) => wokenBySweep.inc(queues),
    countLateResult: () => late.inc(),
    setRetained: (table, seconds) => retained.set({ table }, seconds),
    render: createCached(
      async () => {
        const waiting = await readWaiting(database).catch(unknownWhileAway);
        pending.set(waiting.pending);
        lag.set(waiting.lag);
        oldestDue.set(waiting.overdue);
        return { contentType: registry.contentType, text: await registry.metrics() };
      },
      RENDERED_MS,
      0,
    ),
  };
}

/** How long to reuse the count of unencrypted secrets, in milliseconds; counting reads all endpoints. */
const UNENCRYPTED_MS = 60_000;

/** How long to reuse the schema state, in milliseconds. */
const SCHEMA_MS = 10_000;

interface Schema {
  readonly version: number;
  readonly remaining: readonly Remaining[];
  readonly ahead: Awaited<ReturnType<typeof countAhead>>;
}

/** While the database is unreachable, the version is NaN, and the other metrics keep their values. */
async function readSchema(database: Database): Promise<Schema> {
  try {
    const info = await readSchemaInfo(database);
    const ahead = info === undefined ? [] : await countAhead(database, new Date());
    return { version: info?.version ?? 0, remaining: await readRemaining(database), ahead };
  } catch (error) {
    return { version: unknownCount(error), remaining: [], ahead: [] };
  }
}

function unknownCount(error: unknown): number {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  return NaN;
}

/** Packs can declare other codes, which would create an unlimited number of labels. */
const known = (issue: string) => (isIssueCode(issue) ? issue : 'other');

/** Returns NaN while the database is unreachable, so that the process's own counters remain available. */
function unknownWhileAway(error: unknown): Waiting {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  return UNKNOWN;
}
