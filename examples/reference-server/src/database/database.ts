/** A value that both drivers accept as a parameter. Timestamps are passed as text or Date, bigints as text. */
export type Parameter = string | number | boolean | null | Date | readonly (string | null)[];

/** One row: text, int4 → number, boolean, timestamptz → Date, text[] → string[]. No statement returns int8 or bytea. */
export type Row = Record<string, unknown>;

/** Runs statements: the database itself, or one transaction on it. */
export interface Queryable {
  /**
   * Whether Citus distributes the tables over several servers. It refuses some statements, which have a second form.
   */
  readonly sharded: boolean;
  /**
   * Runs one statement with parameters $1, $2, …
   *
   * @throws DatabaseUnavailable if the database does not answer now; it is then unknown what the statement did
   */
  query<R extends Row>(text: string, parameters?: readonly Parameter[]): Promise<R[]>;
}

/** Can also begin transactions. */
export interface Transactor extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

/** A PostgreSQL database, with either driver. */
export interface Database extends Transactor {
  /** `embedded` runs inside this process and belongs to it alone; `postgres` is a server shared by any number. */
  readonly kind: 'embedded' | 'postgres';
  /** For deliveries, which must not wait behind requests: separate connections, or every other turn. */
  readonly delivery: Transactor;
  /** Waits for running statements, then frees everything. */
  close(): Promise<void>;
}

/** The database cannot be reached, starts, stops or is overloaded: try again later. The answer is 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}
