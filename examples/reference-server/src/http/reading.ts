import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseListQuery, type ListQuery } from 'receipt-rule-packs/cursor';
import type { Authenticate, Caller } from '../credentials/authenticate.js';
import type { Database } from '../database/database.js';
import { noteCaller } from './caller-fields.js';
import { HttpError, unauthorized } from './errors.js';
import { readBearerToken } from './headers.js';
import type { LongBody } from './long-bodies.js';

/** @throws HttpError `unauthorized`, DatabaseUnavailable */
export async function callerOf(authenticate: Authenticate, request: FastifyRequest): Promise<Caller> {
  const caller = await authenticate(readBearerToken(request.raw));
  if (!caller) throw unauthorized();
  if (caller.kind === 'app') noteCaller(request, { app: caller.appId, business: caller.business.id });
  return caller;
}

/** The query parameters of a URL. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1));
}

/**
 * @param nameOf returns the name of a parameter to show in messages
 * @throws HttpError `invalid_parameter`
 */
export function readQuery(parameters: URLSearchParams, nameOf = (field: string) => field): ListQuery {
  const result = parseListQuery(parameters);
  if (result.valid) return result.query;
  const issues = result.issues.map(({ field, code, message }) => ({
    field: nameOf(field),
    code,
    message: nameOf(field) + message.slice(field.length),
  }));
  throw new HttpError('invalid_parameter', issues[0]!.message, { issues });
}

/**
 * The business whose data to list: the caller's own business or, for an owner-wide key, the business that the query
 * names.
 */
export async function businessToList(
  database: Database,
  caller: Caller,
  { businessId }: Pick<ListQuery, 'businessId'>,
): Promise<string> {
  const forbidden = () => new HttpError('forbidden', "businessId is not the credential's business.");
  if (caller.kind === 'app' || caller.businessId !== null) {
    const own = caller.kind === 'app' ? caller.business.id : caller.businessId!;
    if (businessId !== undefined && businessId !== own) throw forbidden();
    return own;
  }
  if (businessId === undefined) {
    const message = 'businessId is required with an owner-wide key.';
    throw new HttpError('invalid_parameter', message, {
      issues: [{ field: 'businessId', code: 'invalid_parameter', message }],
    });
  }
  const owned = 'SELECT 1 AS owned FROM businesses WHERE id = $1 AND owner_id = $2';
  if ((await database.query(owned, [businessId, caller.ownerId])).length === 0) throw forbidden();
  return businessId;
}

/** Sends JSON text byte for byte. */
export function sendJson(reply: FastifyReply, status: number, json: string | Buffer | LongBody): FastifyReply {
  return reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(json);
}
