import type { Dialect } from '../sql/dialect.js';

/** A parameter that both drivers accept. Pass timestamps as text or Date, bigints as text. */
export type Parameter = string | number | boolean | null | Date | readonly (string | null)[];

/** One row: text, int4 → number, boolean, timestamptz → Date, text[] → string[]. Do not select int8 or bytea. */
export type Row = Record<string, unknown>;

/** Runs statements, either directly on the database or in one transaction. */
export interface Queryable {
  /** The statements that differ between plain PostgreSQL and Citus, which distributes tables over several servers. */
  readonly sql: Dialect;
  /**
   * Runs one statement with parameters $1, $2, …
   *
   * @throws DatabaseUnavailable if the database does not answer; the effect of the statement is then unknown
   */
  query<R extends Row>(text: string, parameters?: readonly Parameter[]): Promise<R[]>;
}

/** Can also begin transactions. */
export interface Transactor extends Queryable {
  /** Runs `work` in one transaction, which is committed when `work` resolves and rolled back when `work` rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

/** Lets work that would begin a transaction join an open transaction. */
export function within(tx: Queryable): Pick<Transactor, 'transaction'> {
  return { transaction: (work) => work(tx) };
}

/** A pool of connections that statements share. */
export interface Pool {
  readonly name: 'requests' | 'delivery';
  /** The numbers of connections in use and idle, and of statements waiting for a connection. */
  state(): { readonly used: number; readonly idle: number; readonly waiting: number };
  /**
   * Calls `listener` whenever a connection is acquired. @param listener gets the time spent waiting for the connection
   */
  onWait(listener: (seconds: number) => void): void;
}

/** A PostgreSQL database, accessed through either driver. */
export interface Database extends Transactor {
  /** `embedded` runs in this process and serves no other; `postgres` is a server that any number of processes share. */
  readonly kind: 'embedded' | 'postgres';
  /**
   * For deliveries, which must not queue behind requests: uses separate connections or, if embedded, every other turn.
   */
  readonly delivery: Transactor;
  /** The connection pools; undefined if the database is embedded. */
  readonly pools?: readonly Pool[];
  /**
   * Resolves to the reason once the database has failed for good and only a new process can reopen it. Undefined for
   * `postgres`, which can recover.
   */
  readonly failed?: Promise<DatabaseUnavailable>;
  /** Waits for running statements, then releases all resources. */
  close(): Promise<void>;
}

/** The database is unreachable, starting, stopping or overloaded: try again later. The response is 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}
