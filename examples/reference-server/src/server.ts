import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRegistry, type Registry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { ConfigError, type Config } from './config.js';
import { openMigrated } from './database/open.js';
import type { Database } from './database/database.js';
import { createSender } from './delivery/send.js';
import { startWorker, type Worker } from './delivery/worker.js';
import type { EndpointRules } from './endpoints/endpoints.js';
import { offeredTypes, type EventType } from './events/event-types.js';
import { firstRun } from './first-run.js';
import { loadFixtures, readFixtures } from './fixtures.js';
import { createApp } from './http/app.js';
import { docs, type Link } from './http/docs.js';
import { operationRoutes } from './http/operations.js';
import { transactionRoutes, type TransactionRoutes } from './http/transactions.js';
import { createMetrics } from './metrics.js';
import { createRefusedWriteLog, type RefusedWriteLog } from './transactions/refused-writes.js';

/** Milliseconds that requests under way have to end after the server begins to close. */
const REQUESTS_MS = 5_000;

/** A server that answers and delivers. */
export interface Server {
  readonly database: Database;
  /** `http://HOST:PORT` */
  readonly address: string;
  /** What to print if the database was empty: how to begin. */
  readonly hint: string | undefined;
  /** The lines of the add-on to print at start. */
  readonly note: string | undefined;
  /** Accepts no more requests, ends the attempts under way, and frees everything. */
  close(): Promise<void>;
}

/** The parts of the server that an add-on uses. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly registry: Registry;
  /** The settings by which endpoints are checked. */
  readonly rules: EndpointRules;
  /** The event types that may be chosen, with their texts. */
  readonly offered: readonly EventType[];
  /** Milliseconds before the first delivery attempt of an event. */
  readonly firstDelayMs: number;
  /** Called after a delivery was stored, so that it need not wait for the next poll. */
  readonly wake: () => void;
}

/** What an add-on adds to the server. */
export interface Added {
  /** Makes the lines to print at start, from the address. */
  readonly note: (address: string) => string;
  /** Its pages to which the page of the interface has links. */
  readonly links?: readonly Link[];
}

/** Routes besides those of the service, such as those of a dashboard. They are added unless the process is a worker. */
export type AddOn = (app: FastifyInstance, parts: Parts) => Promise<Added>;

/** Options of a start besides the configuration. */
export interface StartOptions {
  /** Milliseconds for which requests are answered with 503 before connections are closed; default 0. */
  readonly drainMs?: number;
  readonly addOn?: AddOn;
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
    if (fixtures) await loadFixtures(database, fixtures, rules);
    running = await run(config, log, database, options);
    // After it listens: the token is shown only once, so a start that fails because of its port must not make it.
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
  { drainMs = 0, addOn }: StartOptions,
): Promise<Omit<Server, 'hint'>> {
  const metrics = createMetrics(database);
  const sender = createSender({ allowLoopback: config.allowLoopbackEndpoints });
  let worker: Worker | undefined;
  const app = createApp({ log, metrics, drainMs });
  operationRoutes(app, database, metrics);
  const wake = () => worker?.wake();
  const refused = config.role === 'worker' ? undefined : refusedWriteLog(config, database, log);
  const note =
    refused && (await addRoutes(app, partsOf(config, database, wake), { metrics, onRefused: refused.note }, addOn));
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw new ConfigError(
      `HOST and PORT must be free to listen on, found ${config.host} and ${config.port}: ${(error as Error).message}`,
    );
  });
  // Last: if one of the steps above fails, nothing may still run.
  if (config.role !== 'api') {
    worker = startWorker({
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
    note: note?.(address),
    close: async () => {
      // Deliveries that requests still store meanwhile wait in the database for the next start.
      await Promise.all([closeApp(app), worker?.stop()]);
      await refused?.close();
      sender.close();
      await database.close();
    },
  };
}

/** Answers the requests under way. If a client does not send the rest of its request, the connection is closed. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const hangUp = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS);
  await app.close();
  clearTimeout(hangUp);
}

function refusedWriteLog({ refusedWrites }: Config, database: Database, log: Logger): RefusedWriteLog {
  return createRefusedWriteLog(database, refusedWrites, (err) => log.error({ err }, 'refused writes'));
}

async function addRoutes(
  app: FastifyInstance,
  parts: Parts,
  refusals: Pick<TransactionRoutes, 'metrics' | 'onRefused'>,
  addOn?: AddOn,
): Promise<Added['note'] | undefined> {
  const { database, registry, firstDelayMs, wake } = parts;
  const { groupMax } = parts.config;
  transactionRoutes(app, { database, registry, firstDelayMs, groupMax, onCreated: wake, ...refusals });
  const added = await addOn?.(app, parts);
  await app.register(docs, { links: added?.links ?? [] });
  return added?.note;
}

function partsOf(config: Config, database: Database, wake: () => void): Parts {
  const registry = createRegistry(packs);
  const offered = offeredTypes(config.features);
  const firstDelayMs = config.deliveryDelaysMs[0]!;
  return { config, database, registry, rules: endpointRules(config), offered, firstDelayMs, wake };
}

function endpointRules({ allowLoopbackEndpoints, features }: Config): EndpointRules {
  return { allowLoopback: allowLoopbackEndpoints, offered: offeredTypes(features).map(({ type }) => type) };
}

function addressOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
