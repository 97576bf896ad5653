import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from 'receipt-reference-server/database/database.js';
import { BASE } from './paths.js';
import { endSession, hasEnded } from './queries/ended-sessions.js';
import { isHttps } from './same-site.js';
import { seal, unseal, type Keys } from './secrets.js';
import { formToken, newSession, readSession, SESSION_SECONDS, writeSession, type Session } from './session.js';
import type { Flash, Visit } from './visit.js';
import type { Time } from './view/time.js';

const SESSION_COOKIE = 'dashboard_session';
const FLASH_COOKIE = 'dashboard_flash';

/** Lifetime of a flash message in seconds. */
const FLASH_SECONDS = 60;

/** What it takes to identify a visitor. */
export interface Door {
  readonly keys: Keys;
  readonly database: Queryable;
  readonly time: Time;
  /** Parses the cookies of a header. */
  readonly parseCookie: (header: string) => Readonly<Record<string, string | undefined>>;
}

const sessions = new WeakMap<FastifyRequest, Session>();

/**
 * Identifies the visitor; undefined if the visitor has not signed in, or has signed out.
 *
 * @throws DatabaseUnavailable
 */
export async function identify(door: Door, request: FastifyRequest): Promise<Session | undefined> {
  const { keys, database } = door;
  const session = readSession(keys, cookieOf(door, request, SESSION_COOKIE), Date.now());
  if (!session || (await hasEnded(database, session))) return undefined;
  sessions.set(request, session);
  return session;
}

/** The request as the pages see it; undefined if the visitor is not identified. */
export function readVisit(door: Door, request: FastifyRequest): Visit | undefined {
  const { time } = door;
  const session = sessions.get(request);
  if (!session) return undefined;
  const at = request.url.indexOf('?');
  return {
    params: (request.params ?? {}) as Record<string, string>,
    query: new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1)),
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    formToken: formToken(door.keys, session),
    flash: readFlash(door, session, request),
    time,
  };
}

/** Starts a session in the browser. */
export function signIn({ keys }: Door, request: FastifyRequest, reply: FastifyReply): void {
  reply.setCookie(SESSION_COOKIE, writeSession(keys, newSession(Date.now())), {
    ...attributes(request),
    maxAge: SESSION_SECONDS,
  });
}

/** Ends the session, here and in the browser. */
export async function signOut({ database }: Door, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = sessions.get(request);
  if (session) await endSession(database, session);
  for (const name of [SESSION_COOKIE, FLASH_COOKIE]) reply.clearCookie(name, attributes(request));
}

/** Leaves a message for the next page. It may contain a credential, so it is encrypted for this session only. */
export function leaveFlash({ keys }: Door, request: FastifyRequest, reply: FastifyReply, flash: Flash): void {
  const { id } = sessions.get(request)!;
  const until = Date.now() + FLASH_SECONDS * 1000;
  reply.setCookie(FLASH_COOKIE, seal(keys, id, JSON.stringify({ until, flash })), {
    ...attributes(request),
    maxAge: FLASH_SECONDS,
  });
}

/** Makes the browser delete a message that has been shown. */
export function dropFlash(door: Door, request: FastifyRequest, reply: FastifyReply): void {
  if (cookieOf(door, request, FLASH_COOKIE) !== undefined) reply.clearCookie(FLASH_COOKIE, attributes(request));
}

function readFlash(door: Door, { id }: Session, request: FastifyRequest): Flash | undefined {
  const text = unseal(door.keys, id, cookieOf(door, request, FLASH_COOKIE) ?? '');
  if (text === undefined) return undefined;
  const { until, flash } = JSON.parse(text) as { until: number; flash: Flash };
  return until > Date.now() ? flash : undefined;
}

/** Reads the cookies of a request that was refused before Fastify parsed them, such as one for an unknown page. */
function cookieOf({ parseCookie }: Door, request: FastifyRequest, name: string): string | undefined {
  const read = request.cookies as FastifyRequest['cookies'] | null | undefined;
  return (read ?? parseCookie(request.headers.cookie ?? ''))[name];
}

function attributes(request: FastifyRequest) {
  return { path: BASE, httpOnly: true, sameSite: 'strict', secure: isHttps(request) } as const;
}
