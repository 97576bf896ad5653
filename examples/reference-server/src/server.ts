import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { ConfigError, type Config } from './config.js';
import { dashboard } from './dashboard/dashboard.js';
import { BASE } from './dashboard/paths.js';
import { openMigrated } from './database/open.js';
import type { Database } from './database/database.js';
import { createSender } from './delivery/send.js';
import { startWorker, type Worker } from './delivery/worker.js';
import type { EndpointRules } from './endpoints/endpoints.js';
import { offeredTypes } from './events/event-types.js';
import { firstRun } from './first-run.js';
import { loadFixtures, readFixtures } from './fixtures.js';
import { createApp } from './http/app.js';
import { docs } from './http/docs.js';
import { operationRoutes } from './http/operations.js';
import { transactionRoutes } from './http/transactions.js';
import { createMetrics } from './metrics.js';

/** Milliseconds that requests under way have to end once the server closes. */
const REQUESTS_MS = 5_000;

/** A server that answers and delivers. */
export interface Server {
  readonly database: Database;
  /** `http://HOST:PORT` */
  readonly address: string;
  /** What to print where the database was empty: how to begin. */
  readonly hint: string | undefined;
  /** Takes no more requests, ends the attempts under way, and frees everything. */
  close(): Promise<void>;
}

/**
 * Opens the database, brings it up to date, loads the fixtures, and starts what the role says.
 *
 * @param drainMs milliseconds for which requests are answered with 503 before connections are closed
 * @throws ConfigError, FixturesError, DatabaseUnavailable
 */
export async function startServer(config: Config, log: Logger, { drainMs = 0 } = {}): Promise<Server> {
  const fixtures = config.fixtures === undefined ? undefined : await readFixtures(config.fixtures);
  const database = await openMigrated(config, log);
  let running: Omit<Server, 'hint'> | undefined;
  try {
    const rules = endpointRules(config);
    if (fixtures) await loadFixtures(database, fixtures, rules);
    running = await run(config, log, database, drainMs);
    // Once it listens: its token is shown once, so a start that fails for its port must not make it.
    const hint = fixtures ? undefined : await firstRun(database, rules);
    return { ...running, hint: hint?.(running.address) };
  } catch (error) {
    await (running ?? database).close();
    throw error;
  }
}

async function run(config: Config, log: Logger, database: Database, drainMs: number): Promise<Omit<Server, 'hint'>> {
  const metrics = createMetrics(database);
  const sender = createSender({ allowLoopback: config.allowLoopbackEndpoints });
  let worker: Worker | undefined;
  const app = createApp({ log, metrics, drainMs });
  operationRoutes(app, database, metrics);
  if (config.role !== 'worker') await addRoutes(app, config, database, () => worker?.wake());
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw new ConfigError(
      `HOST and PORT must be free to listen on, found ${config.host} and ${config.port}: ${(error as Error).message}`,
    );
  });
  // Last, because whoever gets an error from above must find nothing that still runs.
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
  return {
    database,
    address: addressOf(app, config.host),
    close: async () => {
      // What requests still enqueue meanwhile waits in the database for the next start.
      await Promise.all([closeApp(app), worker?.stop()]);
      sender.close();
      await database.close();
    },
  };
}

/** Answers the requests under way; clients that keep the rest of theirs back are hung up on. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const hangUp = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS);
  await app.close();
  clearTimeout(hangUp);
}

async function addRoutes(app: FastifyInstance, config: Config, database: Database, wake: () => void): Promise<void> {
  const registry = createRegistry(packs);
  const firstDelayMs = config.deliveryDelaysMs[0]!;
  transactionRoutes(app, { database, registry, firstDelayMs, onCreated: wake });
  await app.register(docs);
  if (config.adminToken === undefined) return;
  const { adminToken, features } = config;
  const offered = offeredTypes(features);
  const rules = endpointRules(config);
  await app.register(dashboard, { prefix: BASE, adminToken, database, registry, rules, offered, firstDelayMs, wake });
}

function endpointRules({ allowLoopbackEndpoints, features }: Config): EndpointRules {
  return { allowLoopback: allowLoopbackEndpoints, offered: offeredTypes(features).map(({ type }) => type) };
}

function addressOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
