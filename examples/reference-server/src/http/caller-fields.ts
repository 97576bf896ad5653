import type { FastifyRequest } from 'fastify';

/** The sender of a request, as the log shows it; derived from the credential. */
export interface CallerFields {
  /** The app id; absent for a personal key. */
  readonly app?: string;
  /** The business id; absent if a request with an owner-wide key names no business. */
  readonly business?: string;
}

const known = new WeakMap<FastifyRequest, CallerFields>();

/** Remembers the sender of a request until the log line for the request is written. */
export function noteCaller(request: FastifyRequest, fields: CallerFields): void {
  known.set(request, fields);
}

export function callerFields(request: FastifyRequest): CallerFields | undefined {
  return known.get(request);
}
