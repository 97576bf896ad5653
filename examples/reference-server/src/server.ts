import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRegistry, type Registry } from 'receipt-rule-packs';
import { ConfigError, type Config } from './config.js';
import { createCounters } from './counters/counters.js';
import { startCountingWaiting } from './counters/waiting.js';
import { openMigrated, openProbe } from './database/open.js';
import { watchSchema } from './database/schema-info.js';
import type { Database } from './database/database.js';
import type { Worker } from './delivery/worker.js';
import type { EndpointRules } from './endpoints/endpoints.js';
import { checkSecrets, countUnencrypted, secretsOf } from './endpoints/secrets.js';
import { offeredTypes, OPERATIONAL_FEATURE, type EventType } from './events/event-types.js';
import { FEED_FEATURE } from './events/feed.js';
import { firstRun } from './first-run.js';
import { loadFixtures, readFixtures } from './fixtures.js';
import { createApp } from './http/app.js';
import { docs, type Link } from './http/docs.js';
import { operationRoutes } from './http/operations.js';
import { createReadiness, type Readiness } from './http/readiness.js';
import { transactionRoutes, type TransactionRoutes } from './http/transactions.js';
import { createLargeValidator } from './validation/large-validator.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createRejectedRequestLog, type RejectedRequestLog } from './transactions/rejected-requests.js';
import { startWork } from './work.js';

/** The time limit for requests in progress when the server is closing, in milliseconds. */
const REQUESTS_MS = 5_000;

/** A running server. */
export interface Server {
  readonly database: Database;
  /** `http://HOST:PORT` */
  readonly address: string;
  /** The address of METRICS_PORT; undefined if not set. */
  readonly metricsAddress: string | undefined;
  /** The lines to print at the first run; otherwise undefined. */
  readonly hint: string | undefined;
  /** The plugin's lines to print at startup. */
  readonly startLines: string | undefined;
  /**
   * Keeps serving for the shutdown delay, then stops accepting requests, finishes the requests and attempts in
   * progress, and releases all resources.
   */
  close(): Promise<void>;
}

/** The parts of the server available to a plugin. */
export interface PluginContext {
  readonly config: Config;
  readonly database: Database;
  readonly registry: Registry;
  /** The rules that endpoints must meet. */
  readonly rules: EndpointRules;
  /** The available event types, with their descriptions. */
  readonly offered: readonly EventType[];
  /** Milliseconds before the first delivery attempt of an event. */
  readonly firstDelayMs: number;
  /** Call it after storing a delivery, so that the delivery does not wait for the next poll. */
  readonly wake: () => void;
}

export interface PluginResult {
  /** Returns the lines to print at startup. */
  readonly startLines: (address: string) => string;
  /** Pages to which the API documentation links. */
  readonly links?: readonly Link[];
}

/** Adds routes, such as those of a dashboard. Not called in a process with the role `worker`. */
export type Plugin = (app: FastifyInstance, context: PluginContext) => Promise<PluginResult>;

/** Startup options in addition to the configuration. */
export interface StartOptions {
  /**
   * How long clients may still send a last request on open connections after the port has closed, in milliseconds;
   * default 0.
   */
  readonly lingerMs?: number;
  readonly plugin?: Plugin;
}

/** The interval of a timer that only keeps the event loop alive, in milliseconds. */
const AWAKE_MS = 1_000;

/**
 * Opens the database, brings it up to date, loads the fixtures, and starts the parts that the configured role requires.
 *
 * @throws ConfigError, FixturesError, DatabaseUnavailable
 */
export async function startServer(config: Config, log: Logger, options: StartOptions = {}): Promise<Server> {
  // Whenever nothing keeps the event loop alive, Node.js waits for the compiler of the embedded database's WebAssembly: a
  // quarter of a second.
  const awake = setInterval(() => undefined, AWAKE_MS);
  try {
    return await startAwake(config, log, options);
  } finally {
    clearInterval(awake);
  }
}

async function startAwake(config: Config, log: Logger, options: StartOptions): Promise<Server> {
  const fixtures = config.fixtures === undefined ? undefined : await readFixtures(config.fixtures);
  const database = await openMigrated(config, log);
  let running: Omit<Server, 'hint'> | undefined;
  try {
    if (!database.sql.ordersTransactions && config.features.includes(FEED_FEATURE)) {
      throw new ConfigError(
        `FEATURES must not contain ${FEED_FEATURE} if Citus distributes the tables, found ${FEED_FEATURE}`,
      );
    }
    const rules = endpointRules(config);
    const secrets = secretsOf(config);
    await checkSecrets(database, secrets);
    if (fixtures) await loadFixtures(database, fixtures, rules);
    if (secrets.sealedWith === undefined && (await countUnencrypted(database)) > 0) {
      log.warn('SECRETS_KEY is not set: endpoint secrets are stored unencrypted');
    }
    running = await run(config, log, database, options);
    // This follows listening, because the token is shown only once: a startup that fails because the port is in use
    // must not create a token.
    const hint = fixtures ? undefined : await firstRun(database, rules);
    return { ...running, hint: hint?.(running.address) };
  } catch (error) {
    await (running ?? database).close();
    throw error;
  }
}

async function run(
  config: Config,
  log: Logger,
  database: Database,
  { lingerMs = 0, plugin }: StartOptions,
): Promise<Omit<Server, 'hint'>> {
  const counters = createCounters(database.delivery, (err) => log.error({ err }, 'counters'));
  const metrics = createMetrics(database, counters);
  let work: Worker | undefined;
  const probe = openProbe(config, database);
  const readiness = createReadiness(probe);
  const { credentialUnderWay: underWay, credentialWaiting: waiting, memoryBudgetMb: memoryMb } = config;
  const app = createApp({
    log,
    metrics,
    lingerMs,
    underWay,
    waiting,
    memoryMb,
  });
  const largeValidator = createLargeValidator();
  operationRoutes(app, { readiness, metrics, scrapers: config.metricsPort === undefined ? 'loopback' : 'none' });
  const wake = () => work?.wake();
  const rejectedRequests = config.role === 'worker' ? undefined : rejectedRequestLog(config, database, log);
  const startLines =
    rejectedRequests &&
    (await addRoutes(
      app,
      await pluginContext(config, database, wake),
      { metrics, largeValidator, counters, onRefused: rejectedRequests.add },
      plugin,
    ));
  await listen(app, 'PORT', config.host, config.port);
  const operations = await serveOperations(config, log, { readiness, metrics }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  // This comes last, because the work must not keep running if one of the steps above fails.
  if (config.role !== 'api') {
    const { allowLoopbackEndpoints: allowLoopback, deliveryDelaysMs: delaysMs, endpointSlots, retainDays } = config;
    const { traceEndpoints, autoPauseDays, features } = config;
    const settings = { place: config, secrets: secretsOf(config), allowLoopback, delaysMs, endpointSlots, retainDays };
    work = startWork({ ...settings, traceEndpoints, autoPauseDays, features, database, metrics, counters, log });
  }
  const counting = startCountingWaiting(database, log);
  const watch = watchSchema({
    database,
    log,
    onOutdated: () => {
      readiness.end('outdated');
      void work?.stop();
    },
  });
  const address = addressOf(app, config.host);
  return {
    database,
    address,
    metricsAddress: operations && addressOf(operations, config.host),
    startLines: startLines?.(address),
    close: async () => {
      readiness.end('closing');
      await sleep(config.shutdownDelayMs);
      // Deliveries stored from now on stay in the database until the next start.
      await Promise.all([closeApp(app), work?.stop(), watch.stop(), counting.stop()]);
      await rejectedRequests?.close();
      await counters.close();
      await Promise.all([operations?.close(), probe.close(), largeValidator.close()]);
      await database.close();
    },
  };
}

/** Serves the operator routes on a separate port, if configured. */
async function serveOperations(
  { host, metricsPort }: Config,
  log: Logger,
  { readiness, metrics }: { readonly readiness: Readiness; readonly metrics: Metrics },
): Promise<FastifyInstance | undefined> {
  if (metricsPort === undefined) return undefined;
  const app = createApp({ log, metrics });
  operationRoutes(app, { readiness, metrics, scrapers: 'all' });
  await listen(app, 'METRICS_PORT', host, metricsPort);
  return app;
}

/** @param name the variable that sets the port, for the error message @throws ConfigError if the address is not free */
async function listen(app: FastifyInstance, name: string, host: string, port: number): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw new ConfigError(
      `HOST and ${name} must form an available address, found ${host} and ${port}: ${(error as Error).message}`,
    );
  });
}

/** Finishes the requests in progress. Closes the connections of clients that do not complete their requests in time. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const hangUp = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS);
  await app.close();
  clearTimeout(hangUp);
}

function rejectedRequestLog({ rejectedRequests }: Config, database: Database, log: Logger): RejectedRequestLog {
  return createRejectedRequestLog(database, rejectedRequests, (err) => log.error({ err }, 'rejected requests'));
}

async function addRoutes(
  app: FastifyInstance,
  context: PluginContext,
  own: Pick<TransactionRoutes, 'metrics' | 'largeValidator' | 'counters' | 'onRefused'>,
  plugin?: Plugin,
): Promise<PluginResult['startLines'] | undefined> {
  const { database, registry, firstDelayMs, wake } = context;
  const { groupMax, features, traceEndpoints } = context.config;
  const feed = features.includes(FEED_FEATURE);
  const operationalEvents = features.includes(OPERATIONAL_FEATURE);
  const routes = { database, registry, firstDelayMs, groupMax, feed, onCreated: wake, ...own };
  await app.register(transactionRoutes, { ...routes, prefix: '/v1' });
  const result = await plugin?.(app, context);
  await app.register(docs, { links: result?.links ?? [], feed, operationalEvents, traceEndpoints });
  return result?.startLines;
}

async function pluginContext(config: Config, database: Database, wake: () => void): Promise<PluginContext> {
  // Workers and commands validate nothing, so they do not load the packs.
  const { packs } = await import('receipt-rule-packs/packs');
  const registry = createRegistry(packs);
  const offered = offeredTypes(config.features);
  const firstDelayMs = config.deliveryDelaysMs[0]!;
  return { config, database, registry, rules: endpointRules(config), offered, firstDelayMs, wake };
}

function endpointRules(config: Config): EndpointRules {
  return {
    allowLoopback: config.allowLoopbackEndpoints,
    offered: offeredTypes(config.features).map(({ type }) => type),
    secrets: secretsOf(config),
  };
}

function addressOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
