import type { FastifyInstance } from 'fastify';
import { createRegistry, type RulePack } from 'receipt-rule-packs';
import { packs as builtIn } from 'receipt-rule-packs/packs';
import { createCounters, type Counters } from './counters/counters.js';
import { startCountingWaiting } from './counters/waiting.js';
import type { Database } from './database/database.js';
import { openProbe, type Place } from './database/open.js';
import { watchSchema } from './database/schema-info.js';
import { DEFAULT_DELAYS_MS } from './delivery/schedule.js';
import type { Worker } from './delivery/worker.js';
import { checkSecrets, PLAIN_SECRETS, type Secrets } from './endpoints/secrets.js';
import type { RejectedRequestMode } from './config.js';
import { admitRequests, sendError, type Admission } from './http/app.js';
import { operationRoutes, type Scrapers } from './http/operations.js';
import { createReadiness } from './http/readiness.js';
import { transactionRoutes, type TransactionRoutes } from './http/transactions.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createRejectedRequestLog } from './transactions/rejected-requests.js';
import { createLargeValidator, type LargeValidator } from './validation/large-validator.js';
import { validateLarge } from './validation/validate-large.js';
import { startWork } from './work.js';
import type { Background } from './database/in-background.js';

const BUILT_IN: ReadonlySet<RulePack> = new Set(builtIn);

/** The database opened by `openMigrated`. The caller must close the database after the application. */
interface WithDatabase {
  readonly database: Database;
  /** The process metrics, shared by the plugins; default: a new registry. */
  readonly metrics?: Metrics;
}

export interface ReceiptServerOptions
  extends WithDatabase, Partial<Omit<Admission, 'metrics'>>, Pick<TransactionRoutes, 'groupMax' | 'feed'> {
  /**
   * The rule packs with which to validate documents. The event loop always validates documents for packs that are not
   * built in, even documents over 64 KiB.
   */
  readonly packs: readonly RulePack[];
  /** Milliseconds before the first delivery attempt of an event; default 0. */
  readonly firstDelayMs?: number;
  /** How much of each rejected request to keep; default `issues`. */
  readonly rejectedRequests?: RejectedRequestMode;
  /** Called after a document has been stored. A worker looks for new deliveries every 250 ms anyway. */
  readonly onCreated?: () => void;
}

/**
 * Mounts `/v1` in a Fastify 5 application. The plugin's request admission, body reading and error responses apply only
 * below `/v1`. Connections keep the application's timeouts.
 */
export async function receiptServer(app: FastifyInstance, options: ReceiptServerOptions): Promise<void> {
  const { database, packs, firstDelayMs = DEFAULT_DELAYS_MS[0]!, rejectedRequests = 'issues', ...rest } = options;
  const registry = createRegistry(packs);
  const counters = countersOf(app, database);
  const metrics = options.metrics ?? createMetrics(database, counters);
  const largeValidator = packs.every((pack) => BUILT_IN.has(pack))
    ? createLargeValidator()
    : onEventLoop((request) => validateLarge(registry, request));
  const rejected = createRejectedRequestLog(database, rejectedRequests, (err) =>
    app.log.error({ err }, 'rejected requests'),
  );
  app.addHook('onClose', async () => {
    await Promise.all([largeValidator.close(), rejected.close()]);
  });
  const { onCreated = () => undefined, groupMax, feed } = rest;
  const routes = { database, registry, firstDelayMs, groupMax, feed, counters, metrics, largeValidator, onCreated };
  await app.register(
    async (scope) => {
      admitRequests(scope, { ...rest, metrics });
      await scope.register(transactionRoutes, { ...routes, onRefused: rejected.add });
    },
    { prefix: '/v1' },
  );
}

export interface ReceiptDeliveryOptions extends WithDatabase {
  /**
   * The location of the database, as passed to `openMigrated`; needed because long statements use a separate
   * connection.
   */
  readonly place: Place;
  /** Allows endpoints on this machine, for tests; default false. */
  readonly allowLoopbackEndpoints?: boolean;
  /** Sends the header `traceparent` to endpoints if an OpenTelemetry SDK traces the writes; default false. */
  readonly traceEndpoints?: boolean;
  /** Milliseconds before each of the six attempts; default: see `DEFAULT_DELAYS_MS`. */
  readonly delaysMs?: readonly number[];
  /** The maximum number of concurrent attempts per endpoint; default 128. */
  readonly endpointSlots?: number;
  /** The keys that encrypt endpoint secrets; default: secrets are stored unencrypted. */
  readonly secrets?: Secrets;
  /** Days after which to delete ended deliveries and other old data; 0: never. Default 90. */
  readonly retainDays?: number;
  /**
   * The number of days with nothing but failures after which to pause an endpoint and hold its events. Default 0:
   * never.
   */
  readonly autoPauseDays?: number;
  /** The enabled features, such as `operational-events`; default: none. */
  readonly features?: readonly string[];
}

/**
 * Delivers events to endpoints, encrypts secrets, pauses endpoints whose attempts all fail, deletes old rows and
 * finishes upgrades while the application runs. Any number of processes may do this at once. Ends when a newer server
 * has upgraded the database and this server must stop.
 *
 * @throws ConfigError if `secrets` cannot decrypt the stored secrets
 */
export async function receiptDelivery(app: FastifyInstance, options: ReceiptDeliveryOptions): Promise<void> {
  const { database, place, secrets = PLAIN_SECRETS, retainDays = 90, traceEndpoints = false } = options;
  const { autoPauseDays = 0, features = [] } = options;
  const { allowLoopbackEndpoints: allowLoopback = false, delaysMs = DEFAULT_DELAYS_MS, endpointSlots = 128 } = options;
  await checkSecrets(database, secrets);
  const counters = countersOf(app, database);
  const metrics = options.metrics ?? createMetrics(database, counters);
  const { log } = app;
  const settings = { database, place, secrets, allowLoopback, traceEndpoints, delaysMs, endpointSlots, retainDays };
  let work: Worker | undefined;
  let watch: Background | undefined;
  app.addHook('onReady', async () => {
    work = startWork({ ...settings, autoPauseDays, features, metrics, counters, log });
    watch = watchSchema({ database, log, onOutdated: () => void work?.stop() });
  });
  app.addHook('onClose', async () => {
    await Promise.all([work?.stop(), watch?.stop()]);
  });
}

export interface ReceiptOperationsOptions extends WithDatabase {
  /**
   * The location of the database, as passed to `openMigrated`; needed because `/readyz` uses a separate connection, so
   * that it does not queue behind requests or deliveries.
   */
  readonly place: Place;
  /** Who may read `/metrics`; default: clients on this machine. */
  readonly scrapers?: Scrapers;
}

/** `/healthz`, `/readyz` and `/metrics`. */
export async function receiptOperations(app: FastifyInstance, options: ReceiptOperationsOptions): Promise<void> {
  const { database, place, metrics = createMetrics(database), scrapers = 'loopback' } = options;
  const probe = openProbe(place, database);
  const readiness = createReadiness(probe);
  const watch = watchSchema({ database, log: app.log, onOutdated: () => readiness.end('outdated') });
  const counting = startCountingWaiting(database, app.log);
  app.addHook('preClose', async () => readiness.end('closing'));
  app.addHook('onClose', async () => {
    await Promise.all([watch.stop(), counting.stop(), probe.close()]);
  });
  await app.register(async (scope) => {
    scope.setErrorHandler(sendError);
    operationRoutes(scope, { readiness, metrics, scrapers });
  });
}

/** Creates counters that are also written when the application closes. */
function countersOf(app: FastifyInstance, database: Database): Counters {
  const counters = createCounters(database.delivery, (err) => app.log.error({ err }, 'counters'));
  app.addHook('onClose', () => counters.close());
  return counters;
}

function onEventLoop(
  validate: (request: Parameters<LargeValidator['validate']>[1]) => ReturnType<typeof validateLarge>,
): LargeValidator {
  return { validate: async (_caller, request) => validate(request), close: async () => undefined };
}
