import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Prefixes of the two kinds of API credentials. Source: service interface, Authentication. */
export const APP_TOKEN_PREFIX = 'svc_';
export const PERSONAL_KEY_PREFIX = 'svck_';

/** The scope that lets an app token write; listing needs no scope. Source: service interface, POST /v1/transactions. */
export const WRITE_SCOPE = 'transactions.write';

/** SHA-256 in hex, the stored form of a token. Tokens are random, so they need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A new token: the prefix, followed by 256 random bits. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Compares two strings in constant time, so that the duration does not reveal how much of a token matched. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

/**
 * The token in an `Authorization` header: `Bearer <token>` (RFC 6750), with the scheme in upper or lower case and the
 * token in visible ASCII; undefined for any other value.
 */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
}
