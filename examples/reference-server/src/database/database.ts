/** A parameter that both drivers accept. Pass timestamps as text or Date, bigints as text. */
export type Parameter = string | number | boolean | null | Date | readonly (string | null)[];

/** One row: text, int4 → number, boolean, timestamptz → Date, text[] → string[]. No statement returns int8 or bytea. */
export type Row = Record<string, unknown>;

/** Runs statements: the database itself, or one transaction on it. */
export interface Queryable {
  /**
   * Whether Citus distributes the tables over several servers. Statements that Citus refuses have a second form.
   */
  readonly sharded: boolean;
  /**
   * Runs one statement with parameters $1, $2, …
   *
   * @throws DatabaseUnavailable if the database does not answer; the effect of the statement is then unknown
   */
  query<R extends Row>(text: string, parameters?: readonly Parameter[]): Promise<R[]>;
}

/** Can also begin transactions. */
export interface Transactor extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

/** A PostgreSQL database, through either driver. */
export interface Database extends Transactor {
  /** `embedded` runs inside this process and belongs to it alone; `postgres` is a server shared by any number. */
  readonly kind: 'embedded' | 'postgres';
  /** For deliveries, which must not queue behind requests: separate connections, or every other turn. */
  readonly delivery: Transactor;
  /** Waits for running statements, then frees everything. */
  close(): Promise<void>;
}

/** The database is unreachable, starting, stopping or overloaded: try again later. The response is 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}
