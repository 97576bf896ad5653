import { describe } from './options.js';
import { isWellFormed } from './well-formed.js';

/**
 * A copy of the signing secrets, so that later changes to the caller's array have no effect. The key is the UTF-8 bytes
 * of the whole secret, any prefix included.
 *
 * @throws TypeError for no secret at all, an empty one, one with white space at its ends, or one without UTF-8 form
 */
export function readSecrets(secrets: unknown): readonly string[] {
  if (secrets === undefined || secrets === null)
    throw new TypeError('secrets is missing: a string, or an array of them');
  const list: readonly unknown[] = Array.isArray(secrets) ? Array.from(secrets) : [secrets];
  if (list.length === 0) throw new TypeError('secrets must hold at least one secret, found an empty array');
  return list.map(readSecret);
}

function readSecret(secret: unknown): string {
  if (typeof secret !== 'string') throw new TypeError(`a secret must be a string, found ${describe(secret)}`);
  if (secret === '') throw new TypeError('a secret must not be empty');
  // White space often comes from a file or a form. The other side signs without it, and no delivery would match.
  if (secret !== secret.trim()) throw new TypeError('a secret must not begin or end with white space: trim it');
  if (!isWellFormed(secret)) throw new TypeError('a secret must be valid Unicode, found a lone surrogate');
  return secret;
}
