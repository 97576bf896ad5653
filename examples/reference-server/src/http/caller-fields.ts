import type { FastifyRequest } from 'fastify';

/** Who sent a request, as far as its credential says: for the log. */
export interface CallerFields {
  /** Id of the app; absent for a personal key. */
  readonly app?: string;
  /** Id of the business; absent for an owner-wide key that names none. */
  readonly business?: string;
}

const known = new WeakMap<FastifyRequest, CallerFields>();

/** Remembers who sent a request, until its line is logged. */
export function noteCaller(request: FastifyRequest, fields: CallerFields): void {
  known.set(request, fields);
}

export function callerFields(request: FastifyRequest): CallerFields | undefined {
  return known.get(request);
}
