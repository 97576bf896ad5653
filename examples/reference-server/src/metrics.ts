import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isIssueCode } from 'receipt-rule-packs';
import { DatabaseUnavailable, type Database, type Row } from './database/database.js';
import { countUnencrypted } from './endpoints/secrets.js';

/** The metrics of the process, for Prometheus. */
export interface Metrics {
  /** `seconds` from the first byte of the request to the last byte of the response. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** A write answered with 4xx. `code` is the error's, from errors.ts or the library; `issue` that of its first issue, if any. */
  countRejectedRequest(code: string, issue?: string): void;
  /** How a request was admitted: at once, after waiting, not because its caller had too many, or not for lack of memory. */
  countAdmission(result: 'served' | 'waited' | 'limited' | 'budget'): void;
  /** A statement that stores documents. @param waitedMs how long its first document waited, in milliseconds */
  observeGroup(documents: number, waitedMs: number): void;
  /** `errorClass` is null if the endpoint answered 2xx. */
  observeAttempt(errorClass: string | null, seconds: number): void;
  /** A statement of a worker. @param name `lease`, `take`, `done`, `release` or `sweep` */
  observeQueueStatement(name: string, seconds: number): void;
  /** The queues that the worker has leased. */
  setLeased(queues: number): void;
  /** Queues woken by a sweep. */
  countWokenBySweep(queues: number): void;
  /** A result discarded because its lease had ended. */
  countLateResult(): void;
  /** When old data was last deleted, in seconds since the epoch; see `startRetention`. */
  setRetained(seconds: number): void;
  /**
   * The metrics in the exposition format. The outbox gauges are at most a second old; NaN while the database is unreachable.
   */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Milliseconds for which to reuse the outbox gauges, so that scrapes do not load the database. */
const OUTBOX_MS = 1_000;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics in a separate registry. */
export function createMetrics(database: Database): Metrics {
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
    help: 'Rejected requests: POST /v1/transactions answered with 4xx, by error code and code of the first issue.',
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
    help: 'Requests by admission: served at once, waited first, limited for their caller, or refused for lack of memory.',
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
    help: 'INSERTs by how long their first document waited, in seconds.',
    buckets: SECONDS,
    registers,
  });
  const attempts = new Counter({
    name: 'receipts_delivery_attempts_total',
    help: 'Delivery attempts by error class; delivered if the endpoint responded 2xx.',
    labelNames: ['class'],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: 'receipts_delivery_attempt_duration_seconds',
    help: 'Delivery attempts.',
    buckets: SECONDS,
    registers,
  });
  const queueStatements = new Histogram({
    name: 'receipts_queue_statement_seconds',
    help: 'Statements of a worker that lease queues, take deliveries, record results, and release queues.',
    labelNames: ['statement'],
    buckets: SECONDS,
    registers,
  });
  const leased = new Gauge({ name: 'receipts_queue_leased', help: 'Queues that this process has leased.', registers });
  const wokenBySweep = new Counter({
    name: 'receipts_queue_woken_by_sweep_total',
    help: 'Queues with a due delivery that nobody would have looked at; 0 unless a wake-up was lost, which can happen on Citus.',
    registers,
  });
  const late = new Counter({
    name: 'receipts_delivery_late_results_total',
    help: 'Results discarded because another worker had taken the delivery over, or a user had redelivered it.',
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const pending = gauge(
    'receipts_outbox_pending_deliveries',
    `Deliveries still pending; at most ${MAX_COUNTED} are counted.`,
  );
  const lag = gauge(
    'receipts_outbox_lag_seconds',
    'Age of the oldest due delivery, at the head of a queue, without an attempt.',
  );
  const oldestDue = gauge('receipts_delivery_oldest_due_seconds', 'How long the most overdue delivery has been due.');
  const retained = gauge(
    'receipts_retention_last_success_timestamp_seconds',
    'When old data was last deleted, by any worker; before the first time, when that was first due; 0 if this process never deletes.',
  );
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

  let outbox: Promise<OutboxRow> | undefined;
  let readAt = -Infinity;
  const recentOutbox = () => {
    if (outbox === undefined || performance.now() - readAt >= OUTBOX_MS) {
      readAt = performance.now();
      outbox = readOutbox(database).catch(unknownWhileAway);
    }
    return outbox;
  };

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
    observeQueueStatement: (statement, seconds) => queueStatements.observe({ statement }, seconds),
    setLeased: (queues) => leased.set(queues),
    countWokenBySweep: (queues) => wokenBySweep.inc(queues),
    countLateResult: () => late.inc(),
    setRetained: (seconds) => retained.set(seconds),
    render: async () => {
      const waiting = await recentOutbox();
      pending.set(waiting.pending);
      lag.set(waiting.lag);
      oldestDue.set(waiting.overdue);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Milliseconds for which to reuse the count of unencrypted secrets, which reads all endpoints. */
const UNENCRYPTED_MS = 60_000;

function unknownCount(error: unknown): number {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  return NaN;
}

/** Packs may declare further codes, which must not add labels without end. */
const known = (issue: string) => (isIssueCode(issue) ? issue : 'other');

interface OutboxRow extends Row {
  pending: number;
  lag: number;
  overdue: number;
}

/** Keeps the process's own counters available while the database is unreachable. */
function unknownWhileAway(error: unknown): OutboxRow {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  return { pending: NaN, lag: NaN, overdue: NaN };
}

/** The most deliveries to count: a scrape must not read a whole outbox. */
const MAX_COUNTED = 100_000;

/**
 * Reads the first delivery of each endpoint's queue, which is the oldest there. Citus cannot join such reads across shards,
 * so there it reads all due deliveries. Skips paused endpoints, because they wait on purpose.
 */
async function readOutbox(database: Database): Promise<OutboxRow> {
  const due = `NOT held AND due_at <= now()`;
  const heads = database.sharded
    ? `JOIN outbox head ON head.endpoint_id = e.id AND ${due}`
    : `CROSS JOIN LATERAL (
         SELECT due_at, created_at, attempts FROM outbox WHERE endpoint_id = e.id AND ${due} ORDER BY due_at LIMIT 1
       ) head`;
  const [row] = await database.query<OutboxRow>(
    `WITH counted AS (
       SELECT count(*)::integer AS pending FROM (
         SELECT 1 FROM outbox WHERE NOT held LIMIT ${MAX_COUNTED}
       ) waiting
     ), oldest AS (
       SELECT min(head.created_at) FILTER (WHERE head.attempts = 0) AS created_at, min(head.due_at) AS due_at
       FROM endpoints e ${heads} WHERE e.enabled
     )
     SELECT pending, coalesce(extract(epoch FROM now() - oldest.created_at), 0)::float8 AS lag,
       coalesce(extract(epoch FROM now() - oldest.due_at), 0)::float8 AS overdue
     FROM counted CROSS JOIN oldest`,
  );
  return row!;
}
