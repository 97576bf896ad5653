import type { FastifyRequest } from 'fastify';

/** The sender of a request, from its credential, for the log. */
export interface CallerFields {
  /** Id of the app; absent for a personal key. */
  readonly app?: string;
  /** Id of the business; absent for an owner-wide key that names no business. */
  readonly business?: string;
}

const known = new WeakMap<FastifyRequest, CallerFields>();

/** Remembers the sender of a request until its line is logged. */
export function noteCaller(request: FastifyRequest, fields: CallerFields): void {
  known.set(request, fields);
}

export function callerFields(request: FastifyRequest): CallerFields | undefined {
  return known.get(request);
}
