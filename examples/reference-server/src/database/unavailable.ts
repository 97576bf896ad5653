import type { Dialect } from '../sql/dialect.js';
import { DatabaseUnavailable } from './database.js';

/**
 * The SQLSTATE codes of errors after which the same statement may succeed later, in addition to the classes of the
 * dialect. Source: PostgreSQL's manual, appendix A.
 */
const STATES: ReadonlySet<string> = new Set([
  '25006', // read-only transaction: connected to a standby after a failover
  '25P03', // idle in transaction for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '58030', // I/O error
]);

/**
 * The SQLSTATE classes of errors for data that the database always refuses: data exceptions, constraint violations, and
 * program limits, such as the size of a row.
 */
const DATA_FAULTS = /^(?:22|23|54)/;

/** Whether the database refused a statement because of its data, without any effect. */
export function isDataFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && DATA_FAULTS.test(code);
}

/** The messages of errors from the pg package itself, which have no code. */
const PG_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (?:was closed|has encountered a connection error))/;

/**
 * Whether a warning means that a reported commit may be lost: Citus has lost the node that should have committed the
 * transaction, or an operator cancelled the wait for a synchronous standby, which may then lack the transaction.
 */
export function isLostCommit({ message, routine }: { message?: string; routine?: string }): boolean {
  // PostgreSQL translates its warnings, but not the names of its routines.
  return message?.startsWith('failed to commit transaction on ') === true || routine === 'SyncRepWaitForLSN';
}

/**
 * Whether this error means that the other connections to the host are unusable too, because the host has become
 * read-only (25006) or no longer answers.
 */
export function makesPoolStale(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === '25006' || messageOf(error).startsWith('Query read timeout'));
}

function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

/** Whether a statement gave up waiting for a lock (`lock_timeout`). */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** The error number for ENOSPC in the WebAssembly file system, whose errors have no message. */
const WASI_NOSPC = 51;

/** Whether an error, or one of its causes, says that a disk is full. */
export function isNoSpace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, name, errno, cause } = error as { code?: unknown; name?: unknown; errno?: unknown; cause?: unknown };
  const here = code === 'ENOSPC' || code === '53100' || (name === 'ErrnoError' && errno === WASI_NOSPC);
  return here || isNoSpace(cause);
}

/** The SQLSTATE of an error or its cause. */
export function codeOf(error: unknown): unknown {
  const { cause = error } = error as { cause?: unknown };
  return (cause as { code?: unknown }).code;
}

/** The maximum number of attempts for a statement that deadlocks. */
const DEADLOCK_TRIES = 5;

/** Retries `work` at once if the database cancelled it to end a deadlock; the cancellation rolls back everything. */
export async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === DEADLOCK_TRIES || codeOf(error) !== '40P01') throw error;
    }
  }
}

type Outages = Pick<Dialect, 'outageClasses'>;

/**
 * The error for the caller: DatabaseUnavailable with its cause if the database does not answer, otherwise the error
 * itself.
 */
export function toDatabaseError(error: unknown, sql: Outages): unknown {
  if (error instanceof DatabaseUnavailable || !isUnavailable(error, sql)) return error;
  return new DatabaseUnavailable('The database does not answer', { cause: error });
}

/** Whether an error is DatabaseUnavailable, or must be reported as such. */
export function isUnavailable(error: unknown, { outageClasses }: Outages): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailable) return true;
  const { code, syscall, routine } = error as { code?: unknown; syscall?: unknown; routine?: unknown };
  if (typeof code !== 'string') return PG_MESSAGES.test(error.message);
  // A Node network error: ECONNREFUSED, ECONNRESET, ETIMEDOUT, ENOTFOUND, EAI_AGAIN, EPIPE…; for several addresses, an
  // AggregateError.
  if (syscall !== undefined || error instanceof AggregateError || code === 'EPIPE') return true;
  return outageClasses.has(code.slice(0, 2)) || STATES.has(code) || isStalePlan(code, routine);
}

/**
 * Whether a migration changed the result type of a prepared statement, or a connection pooler lost the statement. A new
 * connection solves both problems.
 */
function isStalePlan(code: unknown, routine: unknown): boolean {
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}
