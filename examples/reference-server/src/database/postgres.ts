import pg from 'pg';
import { DatabaseUnavailable, type Database, type Queryable, type Row, type Transactor } from './database.js';
import { createGate } from './gate.js';
import type { DatabaseLog } from './log.js';
import { againAfterDeadlock, isLostCommit, isUnavailable, toDatabaseError } from './unavailable.js';

/** The time-out for a new connection, short so that an unreachable database shows soon. */
const CONNECT_MS = 2_000;
/** The time-out for a connection from the pool, when many requests arrive at once. */
const WAIT_MS = 10_000;
const STATEMENT_MS = 10_000;
/** The client waits longer than the server by this factor. Only a server that no longer answers reaches the limit. */
const SILENCE_FACTOR = 1.2;
/** A process that stopped in the middle of a transaction must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;

const POOL_SIZE = 10;
/** For polls, results, and making deliveries due, each with one statement at a time. */
const DELIVERY_POOL_SIZE = 4;
/** Each prepared statement costs memory on every connection; beyond this many texts, statements run unprepared. */
const MAX_PREPARED = 500;
const PREPARABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

export type PostgresOptions = {
  log?: DatabaseLog;
  /** The most connections for requests, default 10; delivery has up to 4 more. All processes together must stay under max_connections. */
  poolSize?: number;
  /** Time limit of a statement in milliseconds, default 10,000. */
  statementMs?: number;
  /** Time limit for getting a connection from the pool in milliseconds, default 10,000. */
  waitMs?: number;
  /** See `Queryable`; default false. */
  sharded?: boolean;
};

/**
 * A PostgreSQL server with two connection pools, for requests and for delivery. Connects lazily: if the server is
 * unreachable, the first statement fails, and a server that comes back is used at once.
 *
 * @throws Error if `url` cannot be parsed; its message never contains the URL, which may have a password
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
  // Without a listener Node would end the process. If a connection in use breaks, its statement rejects.
  pool.on('error', (err) => log?.warn({ err }, 'an idle database connection broke'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.on('notice', ({ message }) => isLostCommit(message) && lost.add(client));
  });
  const nameOf = statementNames();
  const queryable = (client: pg.PoolClient): Queryable => ({
    sharded,
    query: (text, parameters) => run(client, { text, name: nameOf(text), values: [...(parameters ?? [])] }, sharded),
  });
  // The pool's own end() would drop the statements that wait for a connection.
  const gate = createGate();
  return {
    sharded,
    query: (text, parameters) =>
      gate.pass(() =>
        againAfterDeadlock(() => withClient(pool, sharded, (client) => queryable(client).query(text, parameters))),
      ),
    transaction: (work) =>
      gate.pass(() => withClient(pool, sharded, (client) => runTransaction(client, queryable(client), work))),
    close: () => gate.shut().then(() => pool.end()),
  };
}

class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/** Connections that reported a commit that did not happen. */
const lost = new WeakSet<pg.ClientBase>();

async function withClient<T>(pool: pg.Pool, sharded: boolean, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toDatabaseError(error, sharded);
  });
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    // Nobody reads further answers of this connection. The server rolls back its open transaction.
    broken = isUnavailable(error, sharded);
    throw toDatabaseError(error, sharded);
  } finally {
    client.release(broken);
  }
}

async function run<R extends Row>(client: pg.PoolClient, query: pg.QueryConfig, sharded: boolean): Promise<R[]> {
  try {
    return (await send<R>(client, query)).rows;
  } catch (error) {
    throw toDatabaseError(error, sharded);
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
    // After a failed statement, even if `work` ignored the error, COMMIT rolls back and reports success.
    const { command } = await send(client, { text: 'COMMIT' });
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because one of its statements failed');
    return result;
  } catch (error) {
    ended = true;
    if (!isUnavailable(error, sharded)) await client.query('ROLLBACK');
    throw error;
  }
}

/** The names of statements to prepare once per connection; undefined: not prepared. */
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
    throw new Error('The database URL must be like postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  }
}
