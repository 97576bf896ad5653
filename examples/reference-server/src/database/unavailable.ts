import { DatabaseUnavailable } from './database.js';

/**
 * The SQLSTATEs after which the same statement may succeed later, as whole classes and as single codes. Source:
 * PostgreSQL's manual, appendix A.
 */
const CLASSES: ReadonlySet<string> = new Set([
  '08', // connection exception
  '53', // insufficient resources: connections, memory, disk
  '57', // operator intervention: shutdown, crash, starting up, statement timeout
]);
const STATES: ReadonlySet<string> = new Set([
  '25006', // read-only transaction: connected to a standby after a failover
  '25P03', // idle in transaction for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '58030', // I/O error
]);

/**
 * The SQLSTATE classes with which the database refuses the data of a statement, and always will: data exceptions,
 * constraints, and program limits, such as the size of a row.
 */
const DATA_FAULTS = /^(?:22|23|54)/;

/** Whether the database refused a statement for its data, and did nothing. */
export function isDataFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && DATA_FAULTS.test(code);
}

/** Errors of pg itself, which have no code. */
const PG_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (?:was closed|has encountered a connection error))/;

/**
 * What Citus reports, with varying texts, when one of its servers is killed: for a statement that cannot be ended there
 * (XX, internal error), and for the last message of that server (58, system error). Without Citus these are faults.
 */
const SHARDED_CLASSES: ReadonlySet<string> = new Set(['XX', '58']);

/**
 * Whether a warning says that a statement reported as done was not: Citus has lost the server that should have committed
 * it.
 */
export function isLostCommit(warning: string | undefined): boolean {
  return warning?.startsWith('failed to commit transaction on ') === true;
}

/** How often to try a statement that deadlocks every time. */
const DEADLOCK_TRIES = 5;

/** Retries `work` at once if it was cancelled to end a deadlock, which undoes it completely. */
export async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      if (tries === DEADLOCK_TRIES || (cause as { code?: unknown }).code !== '40P01') throw error;
    }
  }
}

/**
 * The error for the caller: DatabaseUnavailable with its cause if the database does not answer, otherwise the error
 * itself.
 *
 * @param sharded whether Citus distributes the database
 */
export function toDatabaseError(error: unknown, sharded = false): unknown {
  if (error instanceof DatabaseUnavailable || !isUnavailable(error, sharded)) return error;
  return new DatabaseUnavailable('The database gives no answer', { cause: error });
}

/** Whether an error is, or becomes, DatabaseUnavailable. */
export function isUnavailable(error: unknown, sharded = false): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailable) return true;
  const { code, syscall, routine } = error as { code?: unknown; syscall?: unknown; routine?: unknown };
  if (typeof code !== 'string') return PG_MESSAGES.test(error.message);
  // A network error of Node: ECONNREFUSED, ECONNRESET, ETIMEDOUT, ENOTFOUND, EAI_AGAIN, EPIPE…; for several addresses, an AggregateError.
  if (syscall !== undefined || error instanceof AggregateError || code === 'EPIPE') return true;
  if (sharded && SHARDED_CLASSES.has(code.slice(0, 2))) return true;
  return CLASSES.has(code.slice(0, 2)) || STATES.has(code) || isStalePlan(code, routine);
}

/**
 * A migration changed the result of a prepared statement, or a pooler forgot the statement. A new connection works.
 */
function isStalePlan(code: unknown, routine: unknown): boolean {
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}
