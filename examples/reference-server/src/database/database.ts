/** A value that both drivers take as a parameter. Timestamps go as text or Date, bigints as text. */
export type Parameter = string | number | boolean | null | Date | readonly string[];

/** One row: text, int4 → number, boolean, timestamptz → Date, text[] → string[]. No statement returns int8 or bytea. */
export type Row = Record<string, unknown>;

/** What runs statements: the database itself, or one transaction on it. */
export interface Queryable {
  /** Whether the tables are spread over several servers by Citus, which refuses some statements: those have a second form. */
  readonly sharded: boolean;
  /**
   * Runs one statement with parameters $1, $2, …
   *
   * @throws DatabaseUnavailable where no answer can be had now; what the statement did is then unknown
   */
  query<R extends Row>(text: string, parameters?: readonly Parameter[]): Promise<R[]>;
}

/** What begins transactions too. */
export interface Transactor extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

/** One PostgreSQL database behind either driver. */
export interface Database extends Transactor {
  /** `embedded` runs inside this process and belongs to it alone; `postgres` is a server shared by any number. */
  readonly kind: 'embedded' | 'postgres';
  /** For deliveries, which must not wait behind requests: connections of their own, or every other turn. */
  readonly delivery: Transactor;
  /** Waits for running statements, then frees everything. */
  close(): Promise<void>;
}

/** The database is away, starting, stopping or overloaded: try again later. Answered with 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}
