import type pg from 'pg';
import type { Dialect } from '../sql/dialect.js';
import { POSTGRES } from '../sql/postgres.js';
import { DatabaseUnavailable, type Database, type Queryable, type Row, type Transactor } from './database.js';
import { createGate } from './gate.js';
import type { DatabaseLog } from './log.js';
import { openPool, type Connections } from './pool.js';
import { againAfterDeadlock, isUnavailable, toDatabaseError } from './unavailable.js';

/** The timeout for getting a connection from the pool when many requests arrive at once. */
const WAIT_MS = 10_000;
const STATEMENT_MS = 10_000;

const POOL_SIZE = 10;
/**
 * Enough for polling, recording results and making deliveries due: each of these tasks runs one statement at a time.
 */
const DELIVERY_POOL_SIZE = 4;
/**
 * Each prepared statement costs memory on every connection; beyond this many different statements, any others run
 * unprepared.
 */
const MAX_PREPARED = 500;
const PREPARABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

export type PostgresOptions = {
  log?: DatabaseLog;
  /**
   * The maximum number of connections for requests, default 10; delivery has up to 4 more. The total for all processes
   * must stay below max_connections.
   */
  poolSize?: number;
  /** Time limit for a statement in milliseconds, default 10,000. */
  statementMs?: number;
  /** Time limit for getting a connection from the pool in milliseconds, default 10,000. */
  waitMs?: number;
  /** See `Queryable`; default POSTGRES. */
  sql?: Dialect;
  /** Seconds after which a connection is replaced, possibly by a connection to another host; default: never. */
  lifetimeS?: number;
};

/**
 * A PostgreSQL server with two connection pools, one for requests and one for delivery. Connects lazily: if the server
 * is unreachable, the first statement fails; once the server is back, statements succeed again at once.
 *
 * @throws Error if `url` cannot be parsed; the message never contains the URL, because it may contain a password
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const {
    log,
    poolSize = POOL_SIZE,
    statementMs = STATEMENT_MS,
    waitMs = WAIT_MS,
    sql = POSTGRES,
    lifetimeS,
  } = options;
  const shared = { log, statementMs, waitMs, sql, lifetimeS };
  const pools = [
    openPool(url, { ...shared, name: 'requests', size: poolSize }),
    openPool(url, { ...shared, name: 'delivery', size: DELIVERY_POOL_SIZE }),
  ] as const;
  const [requests, delivery] = [serve(pools[0], sql), serve(pools[1], sql)];
  let closed: Promise<void> | undefined;
  return {
    kind: 'postgres',
    ...requests,
    delivery,
    pools,
    close: () => (closed ??= Promise.all([requests.close(), delivery.close()]).then(() => undefined)),
  };
}

function serve(connections: Connections, sql: Dialect): Transactor & Pick<Database, 'close'> {
  const nameOf = statementNames();
  const queryable = (client: pg.PoolClient): Queryable => ({
    sql,
    query: (text, parameters) =>
      run(connections, client, { text, name: nameOf(text), values: [...(parameters ?? [])] }, sql),
  });
  // The pool's `end()` would drop statements that are waiting for a connection.
  const gate = createGate();
  const withClient = <T>(work: (client: pg.PoolClient) => Promise<T>) => useClient(connections, sql, work);
  return {
    sql,
    query: (text, parameters) =>
      gate.pass(() => againAfterDeadlock(() => withClient((client) => queryable(client).query(text, parameters)))),
    transaction: (work) =>
      gate.pass(() => withClient((client) => runTransaction(connections, client, queryable(client), work))),
    close: () => gate.shut().then(() => connections.close()),
  };
}

async function useClient<T>(
  connections: Connections,
  sql: Dialect,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connections.connect().catch((error: unknown) => {
    throw toDatabaseError(error, sql);
  });
  let failure: unknown;
  try {
    return await work(client);
  } catch (error) {
    failure = error;
    throw toDatabaseError(error, sql);
  } finally {
    connections.release(client, failure);
  }
}

async function run<R extends Row>(
  connections: Connections,
  client: pg.PoolClient,
  query: pg.QueryConfig,
  sql: Dialect,
): Promise<R[]> {
  try {
    return (await send<R>(connections, client, query)).rows;
  } catch (error) {
    throw toDatabaseError(error, sql);
  }
}

async function send<R extends Row>(
  connections: Connections,
  client: pg.PoolClient,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  const result = await client.query<R>(query);
  if (connections.isLost(client)) throw new DatabaseUnavailable('A database node did not commit the transaction');
  return result;
}

async function runTransaction<T>(
  connections: Connections,
  client: pg.PoolClient,
  inner: Queryable,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  let ended = false;
  const query: Queryable['query'] = async (text, parameters) => {
    if (ended) throw new Error('This transaction has ended');
    return inner.query(text, parameters);
  };
  const { sql } = inner;
  await client.query('BEGIN');
  try {
    const result = await work({ sql, query });
    ended = true;
    // After a failed statement, COMMIT rolls the transaction back without an error, even if `work` ignored the failure.
    const { command } = await send(connections, client, { text: 'COMMIT' });
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because one of its statements failed');
    return result;
  } catch (error) {
    ended = true;
    if (!isUnavailable(error, sql)) await client.query('ROLLBACK');
    throw error;
  }
}

/** The name under which to prepare a statement, once per connection; undefined: do not prepare it. */
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
