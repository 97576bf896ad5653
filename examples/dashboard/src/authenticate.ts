import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from 'receipt-reference-server/database/database.js';
import { BASE } from './paths.js';
import { endSession, hasEnded } from './queries/ended-sessions.js';
import { isHttps } from './same-site.js';
import { seal, unseal, type Keys } from './secrets.js';
import { formToken, newSession, readSession, SESSION_SECONDS, writeSession, type Session } from './session.js';
import type { Flash, RequestContext } from './request-context.js';
import type { Time } from './view/time.js';

const SESSION_COOKIE = 'dashboard_session';
const FLASH_COOKIE = 'dashboard_flash';

/** Lifetime of a flash message in seconds. */
const FLASH_SECONDS = 60;

/** What authentication needs. */
export interface AuthContext {
  readonly keys: Keys;
  readonly database: Queryable;
  readonly time: Time;
  /** Parses the cookies of a header. */
  readonly parseCookie: (header: string) => Readonly<Record<string, string | undefined>>;
}

const sessions = new WeakMap<FastifyRequest, Session>();

/**
 * The session of the user; undefined if the user has not signed in, or has signed out.
 *
 * @throws DatabaseUnavailable
 */
export async function authenticate(auth: AuthContext, request: FastifyRequest): Promise<Session | undefined> {
  const { keys, database } = auth;
  const session = readSession(keys, cookieOf(auth, request, SESSION_COOKIE), Date.now());
  if (!session || (await hasEnded(database, session))) return undefined;
  sessions.set(request, session);
  return session;
}

/** The request as the pages see it; undefined if the user is not signed in. */
export function readRequest(auth: AuthContext, request: FastifyRequest): RequestContext | undefined {
  const { time } = auth;
  const session = sessions.get(request);
  if (!session) return undefined;
  const at = request.url.indexOf('?');
  return {
    params: (request.params ?? {}) as Record<string, string>,
    query: new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1)),
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    formToken: formToken(auth.keys, session),
    flash: readFlash(auth, session, request),
    time,
  };
}

/** Starts a session in the browser. */
export function signIn({ keys }: AuthContext, request: FastifyRequest, reply: FastifyReply): void {
  reply.setCookie(SESSION_COOKIE, writeSession(keys, newSession(Date.now())), {
    ...cookieAttributes(request),
    maxAge: SESSION_SECONDS,
  });
}

/** Ends the session, here and in the browser. */
export async function signOut({ database }: AuthContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = sessions.get(request);
  if (session) await endSession(database, session);
  for (const name of [SESSION_COOKIE, FLASH_COOKIE]) reply.clearCookie(name, cookieAttributes(request));
}

/** Leaves a message for the next page. It may contain a credential, so it is encrypted for this session only. */
export function setFlash({ keys }: AuthContext, request: FastifyRequest, reply: FastifyReply, flash: Flash): void {
  const { id } = sessions.get(request)!;
  const until = Date.now() + FLASH_SECONDS * 1000;
  reply.setCookie(FLASH_COOKIE, seal(keys, id, JSON.stringify({ until, flash })), {
    ...cookieAttributes(request),
    maxAge: FLASH_SECONDS,
  });
}

/** Makes the browser delete a message that has been shown. */
export function clearFlash(auth: AuthContext, request: FastifyRequest, reply: FastifyReply): void {
  if (cookieOf(auth, request, FLASH_COOKIE) !== undefined) reply.clearCookie(FLASH_COOKIE, cookieAttributes(request));
}

function readFlash(auth: AuthContext, { id }: Session, request: FastifyRequest): Flash | undefined {
  const text = unseal(auth.keys, id, cookieOf(auth, request, FLASH_COOKIE) ?? '');
  if (text === undefined) return undefined;
  const { until, flash } = JSON.parse(text) as { until: number; flash: Flash };
  return until > Date.now() ? flash : undefined;
}

/** Reads the cookies of a request that was refused before Fastify parsed them, such as one for an unknown page. */
function cookieOf({ parseCookie }: AuthContext, request: FastifyRequest, name: string): string | undefined {
  const read = request.cookies as FastifyRequest['cookies'] | null | undefined;
  return (read ?? parseCookie(request.headers.cookie ?? ''))[name];
}

function cookieAttributes(request: FastifyRequest) {
  return { path: BASE, httpOnly: true, sameSite: 'strict', secure: isHttps(request) } as const;
}
