import pg from 'pg';
import type { Dialect } from '../sql/dialect.js';
import { DatabaseUnavailable, type Pool } from './database.js';
import { readHosts, SUITS } from './hosts.js';
import type { DatabaseLog } from './log.js';
import { isLostCommit, isUnavailable, makesPoolStale } from './unavailable.js';

/** The timeout for a new connection in milliseconds; short, to detect an unreachable host quickly. */
const CONNECT_MS = 2_000;
/**
 * The client's time limit for a statement is the server's limit times this factor. The client's limit takes effect only
 * if the server has stopped answering.
 */
const SILENCE_FACTOR = 1.2;
/** Milliseconds after which PostgreSQL ends an idle transaction, so that a hung process does not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;

export interface PoolOptions {
  readonly name: Pool['name'];
  readonly log?: DatabaseLog;
  readonly size: number;
  /** The time limit for a statement, in milliseconds. */
  readonly statementMs: number;
  /** The time limit for getting a connection, in milliseconds. */
  readonly waitMs: number;
  /** See `Queryable`. */
  readonly sql: Dialect;
  /** Seconds after which an idle connection is replaced; 0: never. */
  readonly lifetimeS?: number;
}

/** Connections to one of the hosts in a URL. */
export interface Connections extends Pool {
  /**
   * Lends a connection. If a host is unreachable or does not match `target_session_attrs`, tries the next host, until
   * every host has been tried once.
   *
   * @throws the error from the last host
   */
  connect(): Promise<pg.PoolClient>;
  /** Returns a connection to the pool. @param error the error with which the use of the connection ended, if any */
  release(client: pg.PoolClient, error?: unknown): void;
  /** Whether a commit that the server confirmed on this connection did not happen or may be lost. */
  isLost(client: pg.PoolClient): boolean;
  close(): Promise<void>;
}

/** @throws Error if `url` cannot be parsed; the message never contains the URL, because it may contain a password */
export function openPool(url: string, options: PoolOptions): Connections {
  const { name, log, size, statementMs, waitMs, sql, lifetimeS = 0 } = options;
  const { urls, session } = readHosts(url);
  checkUrls(urls);
  let host = 0;
  // Connections of an earlier generation are closed instead of reused.
  let generation = 0;
  const onWait: ((seconds: number) => void)[] = [];
  const lost = new WeakSet<pg.ClientBase>();
  const suitable = new WeakSet<pg.ClientBase>();

  class HostClient extends pg.Client {
    readonly hostIndex = host;
    readonly generation = generation;

    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: urls[host], connectionTimeoutMillis: CONNECT_MS });
    }
  }
  const pool = new pg.Pool({
    application_name: 'receipt-reference-server',
    options: '-c TimeZone=UTC -c client_min_messages=warning',
    max: size,
    Client: HostClient,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementMs,
    query_timeout: statementMs * SILENCE_FACTOR,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    maxLifetimeSeconds: lifetimeS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Without a listener, Node would end the process. If a connection breaks while in use, its statement rejects.
  pool.on('error', (err) => log?.warn({ err }, 'an idle database connection broke'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.on('notice', (notice) => isLostCommit(notice) && lost.add(client));
  });

  /** Moves on to the next host, unless another caller has already done so. */
  const moveOn = (from: number) => {
    if (host === from) host = (from + 1) % urls.length;
  };
  const isStale = (client: pg.ClientBase) => (client as unknown as HostClient).generation !== generation;
  /** Gets a connection of the current generation. */
  const take = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (!isStale(client)) return client;
      client.release(true);
    }
  };
  const suits = async (client: pg.PoolClient): Promise<boolean> => {
    if (session === 'any' || suitable.has(client)) return true;
    const { rows } = await client.query<{ suits: boolean }>(SUITS[session]);
    if (rows[0]!.suits) suitable.add(client);
    return rows[0]!.suits;
  };
  const takeSuitable = async (): Promise<pg.PoolClient> => {
    const client = await take();
    try {
      if (await suits(client)) return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release(true);
    throw new DatabaseUnavailable(`No database host is ${session}`);
  };
  const connect = async (): Promise<pg.PoolClient> => {
    const since = performance.now();
    for (let tries = 1; ; tries += 1) {
      const tried = host;
      try {
        const client = await takeSuitable();
        for (const listener of onWait) listener((performance.now() - since) / 1000);
        return client;
      } catch (error) {
        const isHosts = isUnavailable(error, sql) && !isPoolBusy(error);
        if (isHosts) moveOn(tried);
        if (!isHosts || tries >= urls.length) throw error;
      }
    }
  };
  return {
    name,
    state: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    onWait: (listener) => void onWait.push(listener),
    connect,
    release: (client, error) => {
      if (makesPoolStale(error) && !isStale(client)) {
        log?.warn(
          { err: error },
          'closing all connections to a database that does not accept writes or does not answer',
        );
        generation += 1;
        moveOn((client as unknown as HostClient).hostIndex);
      }
      // Closes a broken connection, because no more responses would be read. The server rolls back the open
      // transaction.
      client.release(isUnavailable(error, sql) || isStale(client));
    },
    isLost: (client) => lost.has(client),
    close: () => pool.end(),
  };
}

/** Whether the timeout passed because all connections were in use, which is not the host's fault. */
function isPoolBusy(error: unknown): boolean {
  return (error as Error).message === 'timeout exceeded when trying to connect';
}

function checkUrls(urls: readonly string[]): void {
  try {
    for (const connectionString of urls) new pg.Client({ connectionString });
  } catch {
    throw new Error('The database URL must be like postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  }
}
