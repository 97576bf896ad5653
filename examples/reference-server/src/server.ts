import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRegistry, type Registry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { ConfigError, type Config } from './config.js';
import { openMigrated } from './database/open.js';
import type { Database, Queryable } from './database/database.js';
import { openPostgres } from './database/postgres.js';
import { createSender } from './delivery/send.js';
import { startWorker, type Worker } from './delivery/worker.js';
import type { EndpointRules } from './endpoints/endpoints.js';
import { checkSecrets, countUnencrypted, secretsOf, startSealing, type Sealing } from './endpoints/secrets.js';
import { offeredTypes, type EventType } from './events/event-types.js';
import { firstRun } from './first-run.js';
import { loadFixtures, readFixtures } from './fixtures.js';
import { createApp } from './http/app.js';
import { docs, type Link } from './http/docs.js';
import { operationRoutes } from './http/operations.js';
import { createReadiness, type Readiness } from './http/readiness.js';
import { transactionRoutes, type TransactionRoutes } from './http/transactions.js';
import { createLargeValidator } from './validation/large-validator.js';
import { createMetrics, type Metrics } from './metrics.js';
import { startRetention, type Retention } from './retention.js';
import { createRejectedRequestLog, type RejectedRequestLog } from './transactions/rejected-requests.js';

/** Milliseconds for requests under way to end after the server begins to close. */
const REQUESTS_MS = 5_000;

/** A running server. */
export interface Server {
  readonly database: Database;
  /** `http://HOST:PORT` */
  readonly address: string;
  /** The address of METRICS_PORT; undefined if not set. */
  readonly metricsAddress: string | undefined;
  /** Getting-started lines to print if the database was empty. */
  readonly hint: string | undefined;
  /** Lines of the plugin to print at start. */
  readonly startLines: string | undefined;
  /** Serves for the configured delay, then accepts no requests, finishes the attempts under way, and frees everything. */
  close(): Promise<void>;
}

/** The parts of the server available to a plugin. */
export interface PluginContext {
  readonly config: Config;
  readonly database: Database;
  readonly registry: Registry;
  /** The settings for checking endpoints. */
  readonly rules: EndpointRules;
  /** The available event types, with their descriptions. */
  readonly offered: readonly EventType[];
  /** Milliseconds before the first delivery attempt of an event. */
  readonly firstDelayMs: number;
  /** Called after a delivery was stored, so that it does not wait for the next poll. */
  readonly wake: () => void;
}

export interface PluginResult {
  /** Makes the lines to print at start, from the address. */
  readonly startLines: (address: string) => string;
  /** Pages to link from the API documentation. */
  readonly links?: readonly Link[];
}

/** Further routes, such as those of a dashboard. Not added to a worker. */
export type Plugin = (app: FastifyInstance, context: PluginContext) => Promise<PluginResult>;

/** Start options in addition to the configuration. */
export interface StartOptions {
  /** How long open connections may send a last request after the port has closed, in milliseconds; default 0. */
  readonly lingerMs?: number;
  readonly plugin?: Plugin;
}

/**
 * Opens the database, brings it up to date, loads the fixtures, and starts the parts of the role.
 *
 * @throws ConfigError, FixturesError, DatabaseUnavailable
 */
export async function startServer(config: Config, log: Logger, options: StartOptions = {}): Promise<Server> {
  const fixtures = config.fixtures === undefined ? undefined : await readFixtures(config.fixtures);
  const database = await openMigrated(config, log);
  let running: Omit<Server, 'hint'> | undefined;
  try {
    const rules = endpointRules(config);
    const secrets = secretsOf(config);
    await checkSecrets(database, secrets);
    if (fixtures) await loadFixtures(database, fixtures, rules);
    if (secrets.sealedWith === undefined && (await countUnencrypted(database)) > 0) {
      log.warn('SECRETS_KEY is not set: endpoint secrets are stored unencrypted');
    }
    running = await run(config, log, database, options);
    // After listening: the token is shown only once, so a start that fails for its port must not create it.
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
  const metrics = createMetrics(database);
  const sender = createSender({ allowLoopback: config.allowLoopbackEndpoints });
  let worker: Worker | undefined;
  let sealing: Sealing | undefined;
  let retention: Retention | undefined;
  const probe = openProbe(config, database);
  const readiness = createReadiness(probe);
  const { credentialUnderWay: underWay, credentialWaiting: waiting, memoryBudgetMb: memoryMb } = config;
  const app = createApp({ log, metrics, lingerMs, underWay, waiting, memoryMb });
  const largeValidator = createLargeValidator();
  operationRoutes(app, { readiness, metrics, scrapers: config.metricsPort === undefined ? 'loopback' : 'none' });
  const wake = () => worker?.wake();
  const rejectedRequests = config.role === 'worker' ? undefined : rejectedRequestLog(config, database, log);
  const startLines =
    rejectedRequests &&
    (await addRoutes(
      app,
      pluginContext(config, database, wake),
      { metrics, largeValidator, onRefused: rejectedRequests.add },
      plugin,
    ));
  await listen(app, 'PORT', config.host, config.port);
  const operations = await serveOperations(config, log, { readiness, metrics }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  // Last, because nothing may keep running if one of the steps above fails.
  if (config.role !== 'api') {
    const secrets = secretsOf(config);
    sealing = startSealing(database, secrets, log);
    retention = startRetention({
      database: database.delivery,
      days: config.retainDays,
      log,
      onSuccess: (seconds) => metrics.setRetained(seconds),
    });
    worker = startWorker({
      secrets,
      database: database.delivery,
      sender,
      metrics,
      log,
      delaysMs: config.deliveryDelaysMs,
      endpointSlots: config.endpointSlots,
    });
  }
  const address = addressOf(app, config.host);
  return {
    database,
    address,
    metricsAddress: operations && addressOf(operations, config.host),
    startLines: startLines?.(address),
    close: async () => {
      readiness.end();
      await sleep(config.shutdownDelayMs);
      // Deliveries stored from now on wait in the database for the next start.
      await Promise.all([closeApp(app), worker?.stop(), sealing?.stop(), retention?.stop()]);
      await rejectedRequests?.close();
      sender.close();
      await Promise.all([operations?.close(), probe.close(), largeValidator.close()]);
      await database.close();
    },
  };
}

/** Time limit of the probe in milliseconds. */
const PROBE_MS = 2_000;

/** A separate connection, or the delivery lane of the embedded database: /readyz must not wait behind requests. */
function openProbe({ databaseUrl }: Config, { delivery }: Database): Queryable & Pick<Database, 'close'> {
  if (databaseUrl === undefined) return { ...delivery, close: async () => undefined };
  return openPostgres(databaseUrl, { poolSize: 1, statementMs: PROBE_MS, waitMs: PROBE_MS });
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

/** @param name the variable that sets the port @throws ConfigError */
async function listen(app: FastifyInstance, name: string, host: string, port: number): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw new ConfigError(
      `HOST and ${name} must be a free address, found ${host} and ${port}: ${(error as Error).message}`,
    );
  });
}

/** Answers the requests under way. Closes the connection of a client that does not complete its request. */
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
  own: Pick<TransactionRoutes, 'metrics' | 'largeValidator' | 'onRefused'>,
  plugin?: Plugin,
): Promise<PluginResult['startLines'] | undefined> {
  const { database, registry, firstDelayMs, wake } = context;
  const { groupMax } = context.config;
  transactionRoutes(app, { database, registry, firstDelayMs, groupMax, onCreated: wake, ...own });
  const result = await plugin?.(app, context);
  await app.register(docs, { links: result?.links ?? [] });
  return result?.startLines;
}

function pluginContext(config: Config, database: Database, wake: () => void): PluginContext {
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
