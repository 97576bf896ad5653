import { randomBytes } from 'node:crypto';
import { equalInConstantTime } from 'receipt-reference-server/credentials/token.js';
import { mac, type Keys } from './secrets.js';

/**
 * The session of a signed-in user. The session is stored in a cookie with a MAC, which any process with the same admin
 * token can verify. The database stores only sessions that ended early.
 */
export interface Session {
  readonly id: string;
  /** In Unix seconds. */
  readonly expiresAt: number;
  /** The hash of the personal key or management token that the user signed in with; undefined for the admin token. */
  readonly credential?: string | undefined;
}

/** The lifetime of a session, in seconds. */
export const SESSION_SECONDS = 12 * 3600;

/** Creates a session. @param now Unix time in milliseconds @param credential see `Session` */
export function newSession(now: number, credential?: string): Session {
  const expiresAt = Math.floor(now / 1000) + SESSION_SECONDS;
  return { id: randomBytes(16).toString('base64url'), expiresAt, ...(credential !== undefined && { credential }) };
}

/** Serialises the session for a cookie. */
export function writeSession(keys: Keys, { id, expiresAt, credential }: Session): string {
  const text = [id, expiresAt, credential].filter((part) => part !== undefined).join('.');
  return `${text}.${mac(keys, 'session', text)}`;
}

/**
 * Parses and verifies a session cookie. Returns undefined if it was not written with these keys or has expired.
 *
 * @param now Unix time in milliseconds
 */
export function readSession(keys: Keys, cookie: string | undefined, now: number): Session | undefined {
  const [, text, id, expiresAt, credential, given] =
    /^(([\w-]{22})\.(\d{1,12})(?:\.([0-9a-f]{64}))?)\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (text === undefined || !equalInConstantTime(given!, mac(keys, 'session', text))) return undefined;
  if (Number(expiresAt) <= now / 1000) return undefined;
  return { id: id!, expiresAt: Number(expiresAt), ...(credential !== undefined && { credential }) };
}

/** Returns the session's CSRF token, which every form contains. Other sites can neither read nor compute it. */
export function formToken(keys: Keys, session: Session): string {
  return mac(keys, 'form', session.id);
}
