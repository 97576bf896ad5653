import type { FastifyReply, FastifyRequest } from 'fastify';
import { addAudit, type Actor } from 'receipt-reference-server/audit/audit.js';
import {
  OPERATOR,
  scopeName,
  scopeOfHash,
  type Scope,
  type TokenScope,
} from 'receipt-reference-server/credentials/scope.js';
import { hashToken } from 'receipt-reference-server/credentials/token.js';
import type { Queryable } from 'receipt-reference-server/database/database.js';
import { BASE } from './paths.js';
import { endSession, hasEnded } from 'receipt-reference-server/credentials/ended-sessions.js';
import { isHttps } from './same-site.js';
import type { AdminSecret } from './admin-secret.js';
import { seal, unseal } from './secrets.js';
import { formToken, newSession, readSession, SESSION_SECONDS, writeSession, type Session } from './session.js';
import type { Flash, RequestContext } from './request-context.js';
import { timesIn } from './view/time.js';

const SESSION_COOKIE = 'dashboard_session';
const FLASH_COOKIE = 'dashboard_flash';

/** The lifetime of a flash message, in seconds. */
const FLASH_SECONDS = 60;

/** The dependencies of the functions in this module. */
export interface AuthContext {
  readonly admin: AdminSecret;
  readonly database: Queryable;
  /** IANA name of the time zone for all times on the pages. */
  readonly timeZone: string;
  /** Parses a Cookie header. */
  readonly parseCookie: (header: string) => Readonly<Record<string, string | undefined>>;
}

const sessions = new WeakMap<FastifyRequest, { session: Session; scope: Scope }>();

/**
 * Returns the scope that the user can access; undefined if the user is not signed in, or if the session's token has
 * been revoked.
 *
 * @throws DatabaseUnavailable
 */
export async function authenticate(auth: AuthContext, request: FastifyRequest): Promise<Scope | undefined> {
  const { admin, database } = auth;
  await admin.refresh();
  const session = readSession(admin.keys, cookieOf(auth, request, SESSION_COOKIE), Date.now());
  if (!session || (await hasEnded(database, session))) return undefined;
  const { credential } = session;
  const scope = credential === undefined ? OPERATOR : await scopeOfHash(database, credential);
  if (scope) sessions.set(request, { session, scope });
  return scope;
}

/** Returns the context that pages get with a request; undefined if the user is not signed in. */
export function readRequest(auth: AuthContext, request: FastifyRequest): RequestContext | undefined {
  const found = sessions.get(request);
  if (!found) return undefined;
  const { session, scope } = found;
  const at = request.url.indexOf('?');
  const times = timesIn(auth.timeZone, Date.now());
  return {
    params: (request.params ?? {}) as Record<string, string>,
    query: new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1)),
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    formToken: formToken(auth.admin.keys, session),
    flash: readFlash(auth, session, request),
    time: times.time,
    times,
    actor: actorOf(session, scope, request),
  };
}

function actorOf({ id }: Session, scope: Scope, { ip }: FastifyRequest): Actor {
  return { scope, session: hashToken(id).slice(0, 8), address: ip };
}

/**
 * Starts a session and sets its cookie.
 *
 * @param token the credential that the user entered; undefined for the admin token
 * @throws DatabaseUnavailable
 */
export async function signIn(
  { admin, database }: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token?: TokenScope,
): Promise<void> {
  const session = newSession(Date.now(), token?.hash);
  const scope = token?.scope ?? OPERATOR;
  const tenant = scope.kind === 'operator' ? undefined : scopeName(scope);
  await addAudit(database, actorOf(session, scope, request), { what: 'signed_in', subject: 'dashboard', tenant });
  reply.setCookie(SESSION_COOKIE, writeSession(admin.keys, session), {
    ...cookieAttributes(request),
    maxAge: SESSION_SECONDS,
  });
}

/** Ends the session and clears its cookies. */
export async function signOut({ database }: AuthContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const found = sessions.get(request);
  if (found) await endSession(database, found.session);
  for (const name of [SESSION_COOKIE, FLASH_COOKIE]) reply.clearCookie(name, cookieAttributes(request));
}

/**
 * Sets a flash message for the next page. The message may contain a credential, so only this session can decrypt it.
 */
export function setFlash({ admin }: AuthContext, request: FastifyRequest, reply: FastifyReply, flash: Flash): void {
  const { id } = sessions.get(request)!.session;
  const until = Date.now() + FLASH_SECONDS * 1000;
  reply.setCookie(FLASH_COOKIE, seal(admin.keys, id, JSON.stringify({ until, flash })), {
    ...cookieAttributes(request),
    maxAge: FLASH_SECONDS,
  });
}

/** Clears the flash message once a page has shown it. */
export function clearFlash(auth: AuthContext, request: FastifyRequest, reply: FastifyReply): void {
  if (cookieOf(auth, request, FLASH_COOKIE) !== undefined) reply.clearCookie(FLASH_COOKIE, cookieAttributes(request));
}

function readFlash(auth: AuthContext, { id }: Session, request: FastifyRequest): Flash | undefined {
  const text = unseal(auth.admin.keys, id, cookieOf(auth, request, FLASH_COOKIE) ?? '');
  if (text === undefined) return undefined;
  const { until, flash } = JSON.parse(text) as { until: number; flash: Flash };
  return until > Date.now() ? flash : undefined;
}

/**
 * Returns a cookie, even if the request was rejected before Fastify parsed its cookies, as happens for unknown pages.
 */
function cookieOf({ parseCookie }: AuthContext, request: FastifyRequest, name: string): string | undefined {
  const read = request.cookies as FastifyRequest['cookies'] | null | undefined;
  return (read ?? parseCookie(request.headers.cookie ?? ''))[name];
}

function cookieAttributes(request: FastifyRequest) {
  return { path: BASE, httpOnly: true, sameSite: 'strict', secure: isHttps(request) } as const;
}
