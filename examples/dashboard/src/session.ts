import { randomBytes } from 'node:crypto';
import { equalInConstantTime } from 'receipt-reference-server/credentials/token.js';
import { mac, type Keys } from './secrets.js';

/**
 * The session of a signed-in user. Any process with the same admin token recognises it by its MAC. The database stores
 * only sessions that ended early.
 */
export interface Session {
  readonly id: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** Seconds after which the user must sign in again. */
export const SESSION_SECONDS = 12 * 3600;

/** Makes a session. @param now milliseconds */
export function newSession(now: number): Session {
  return { id: randomBytes(16).toString('base64url'), expiresAt: Math.floor(now / 1000) + SESSION_SECONDS };
}

/** Serialises the session for a cookie. */
export function writeSession(keys: Keys, { id, expiresAt }: Session): string {
  const text = `${id}.${expiresAt}`;
  return `${text}.${mac(keys, 'session', text)}`;
}

/** Parses the session from a cookie; undefined if it was not written with these keys, or has expired. @param now milliseconds */
export function readSession(keys: Keys, cookie: string | undefined, now: number): Session | undefined {
  const [, text, id, expiresAt, given] = /^(([\w-]{22})\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (text === undefined || !equalInConstantTime(given!, mac(keys, 'session', text))) return undefined;
  return Number(expiresAt) > now / 1000 ? { id: id!, expiresAt: Number(expiresAt) } : undefined;
}

/** The token in every form of a session. Another site can neither read nor make it. */
export function formToken(keys: Keys, session: Session): string {
  return mac(keys, 'form', session.id);
}
