import pino, { type Logger } from 'pino';

/**
 * Logs JSON lines to standard error. Logs only selected fields: routes, statuses, ids and error classes; never a token,
 * a secret, a query, any part of a document, or any header except X-Request-Id.
 */
export function createLog(level: string): Logger {
  const serializers = { err: describeError };
  const base = { pid: process.pid };
  return pino({ level, base, serializers, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** Describes an error for the log. Omits the statements, parameters and rows in database errors. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack } = error;
  const { code } = error as { code?: unknown };
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name, message, ...(typeof code === 'string' && { code }), ...(cause && { cause }), stack };
}
