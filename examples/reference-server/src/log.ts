import pino, { type Logger } from 'pino';

/**
 * JSON lines on standard error. Every logged field is deliberate: routes, statuses, ids and error classes; never headers
 * other than X-Request-Id, tokens, secrets, queries, or any part of a document.
 */
export function createLog(level: string): Logger {
  const serializers = { err: describeError };
  const base = { pid: process.pid };
  return pino({ level, base, serializers, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** Drops the statements, parameters and rows of database errors. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack } = error;
  const { code } = error as { code?: unknown };
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name, message, ...(typeof code === 'string' && { code }), ...(cause && { cause }), stack };
}
