import { checkArgument, mustBe } from '../usage/usage-error.js';
import { isObject } from '../usage/option-tests.js';

/** Serialises a document. @throws UsageError for any other value, or if JSON cannot express the document */
export function bodyOf(document: unknown): string {
  const isIdentified =
    isObject(document) && isObject(document.source) && typeof document.source.externalId === 'string';
  checkArgument(isIdentified, 'document', 'a transaction, with source.externalId', document);
  try {
    return JSON.stringify(document);
  } catch {
    throw mustBe('invalid_argument', 'document', 'a transaction that JSON can express', 'a cycle or a bigint');
  }
}

/**
 * The key for a body: `sha256-` and the SHA-256 hash of the body in hex. A document always has the same key, so the
 * service responds to a retry with 200. A different document with the same identity has a different key, so the service
 * responds with 409, and the client does not consider that document stored.
 */
export async function keyOf(body: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)));
  return `sha256-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** 1 to 255 characters of printable ASCII. HTTP trims white space at either end. */
export const A_KEY = {
  test: (value: unknown): boolean => typeof value === 'string' && /^[!-~](?:[ -~]{0,253}[!-~])?$/.test(value),
  wanted: '1 to 255 characters of printable ASCII, without white space at either end',
};
