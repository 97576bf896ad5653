import { checkArgument } from '../usage/kind.js';
import { isObject } from '../usage/option-tests.js';
import { mustBe } from '../usage/usage-error.js';

/** Serialises a document. @throws UsageError for what is not an object that JSON can express */
export function bodyOf(document: unknown): string {
  checkArgument(isObject(document), 'document', 'a transaction', document);
  try {
    return JSON.stringify(document);
  } catch {
    throw mustBe('invalid_argument', 'document', 'a transaction that JSON can express', 'a cycle or a bigint');
  }
}

/**
 * The key of a body: `sha256-` and its SHA-256 in hex. The same document has the same key, so a repeat is answered with
 * 200; another document of the same identity has another key, so it is answered with 409, never taken for stored.
 */
export async function keyOf(body: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)));
  return `sha256-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Printable ASCII, 1 to 255; HTTP would cut white space at either end. */
export const A_KEY = {
  test: (value: unknown): boolean => typeof value === 'string' && /^[!-~](?:[ -~]{0,253}[!-~])?$/.test(value),
  wanted: '1 to 255 characters of printable ASCII, without white space at either end',
};
