import pg from 'pg';
import { DatabaseUnavailable, type Database, type Queryable, type Row, type Transactor } from './database.js';
import { createGate } from './gate.js';
import type { DatabaseLog } from './log.js';
import { againAfterDeadlock, isLostCommit, isUnavailable, toDatabaseError } from './unavailable.js';

/** Making a connection: a database that is away must show soon. */
const CONNECT_MS = 2_000;
/** Waiting for one of the pool, while many requests come at once. */
const WAIT_MS = 10_000;
const STATEMENT_MS = 10_000;
/** By how much the client waits longer than the server does: only a server that has fallen silent gets there. */
const SILENCE_FACTOR = 1.2;
/** A process that was halted in the middle of a transaction must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;

const POOL_SIZE = 10;
/** For polling, results, and what is made ready, each one statement at a time. */
const DELIVERY_POOL_SIZE = 4;
/** Each prepared statement costs memory on every connection; more different texts than this run unprepared. */
const MAX_PREPARED = 500;
const PREPARABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

export type PostgresOptions = {
  log?: DatabaseLog;
  /** The most connections for requests, 10 by default; delivery has up to 4 of its own. All processes together must stay under max_connections. */
  poolSize?: number;
  /** Milliseconds that one statement may take, 10,000 by default. */
  statementMs?: number;
  /** Milliseconds that one may wait for a connection of the pool, 10,000 by default. */
  waitMs?: number;
  /** See `Queryable`, false by default. */
  sharded?: boolean;
};

/**
 * A PostgreSQL server behind two pools of connections, for requests and for delivery, each connection made when it is needed: an absent server shows at the first
 * statement, and one that comes back is used at once.
 *
 * @throws Error where `url` cannot be read; it does not repeat the URL, which may hold a password
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  checkUrl(url);
  const requests = openPool(url, options.poolSize ?? POOL_SIZE, options);
  const delivery = openPool(url, DELIVERY_POOL_SIZE, options);
  let closed: Promise<void> | undefined;
  return {
    kind: 'postgres',
    ...requests,
    delivery,
    close: () => (closed ??= Promise.all([requests.close(), delivery.close()]).then(() => undefined)),
  };
}

function openPool(url: string, size: number, options: PostgresOptions): Transactor & Pick<Database, 'close'> {
  const { log, statementMs = STATEMENT_MS, waitMs = WAIT_MS, sharded = false } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'receipt-reference-server',
    options: '-c TimeZone=UTC -c client_min_messages=warning',
    max: size,
    Client: QuickClient,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementMs,
    query_timeout: statementMs * SILENCE_FACTOR,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Where nobody listens, Node ends the process. A connection that breaks in use is told of by the statement's rejection.
  pool.on('error', (err) => log?.warn({ err }, 'an idle database connection broke'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.on('notice', ({ message }) => isLostCommit(message) && lost.add(client));
  });
  const nameOf = statementNames();
  const queryable = (client: pg.PoolClient): Queryable => ({
    sharded,
    query: (text, parameters) => run(client, { text, name: nameOf(text), values: [...(parameters ?? [])] }),
  });
  // The pool's own end would forget the statements that wait for a connection.
  const gate = createGate();
  return {
    sharded,
    query: (text, parameters) =>
      gate.pass(() =>
        againAfterDeadlock(() => withClient(pool, (client) => queryable(client).query(text, parameters))),
      ),
    transaction: (work) =>
      gate.pass(() => withClient(pool, (client) => runTransaction(client, queryable(client), work))),
    close: () => gate.shut().then(() => pool.end()),
  };
}

class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/** Connections on which something that was reported as committed was not. */
const lost = new WeakSet<pg.ClientBase>();

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toDatabaseError(error);
  });
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    // Nobody will read what this connection may still answer; the server rolls back what was open on it.
    broken = isUnavailable(error);
    throw toDatabaseError(error);
  } finally {
    client.release(broken);
  }
}

async function run<R extends Row>(client: pg.PoolClient, query: pg.QueryConfig): Promise<R[]> {
  try {
    return (await send<R>(client, query)).rows;
  } catch (error) {
    throw toDatabaseError(error);
  }
}

async function send<R extends Row>(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
  const result = await client.query<R>(query);
  if (lost.has(client)) throw new DatabaseUnavailable('A server of the database did not commit');
  return result;
}

async function runTransaction<T>(
  client: pg.PoolClient,
  inner: Queryable,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  let ended = false;
  const query: Queryable['query'] = async (text, parameters) => {
    if (ended) throw new Error('This transaction has ended');
    return inner.query(text, parameters);
  };
  const { sharded } = inner;
  await client.query('BEGIN');
  try {
    const result = await work({ sharded, query });
    ended = true;
    // After a statement that failed, even one whose error `work` took for harmless, COMMIT rolls back and succeeds.
    const { command } = await send(client, { text: 'COMMIT' });
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
    return result;
  } catch (error) {
    ended = true;
    if (!isUnavailable(error)) await client.query('ROLLBACK');
    throw error;
  }
}

/** Names the texts that are prepared once per connection; undefined: not prepared. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED || !PREPARABLE.test(text)) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

function checkUrl(url: string): void {
  try {
    new pg.Client({ connectionString: url });
  } catch {
    throw new Error('The URL of the database cannot be read: postgres://USER:PASSWORD@HOST:PORT/DATABASE is expected');
  }
}
