import { mustBe } from '../usage/usage-error.js';
import { isWellFormed } from './well-formed.js';

/**
 * A copy of the signing secrets, so that later changes to the caller's array have no effect. The key is the UTF-8 bytes
 * of the whole secret, any prefix included.
 *
 * @throws UsageError for no secret, an empty one, one with leading or trailing white space, or one that UTF-8 cannot encode
 */
export function readSecrets(secrets: unknown): readonly string[] {
  if (!Array.isArray(secrets)) return [readSecret(OPTION, secrets)];
  if (secrets.length === 0) throw wrong(OPTION, A_TEXT, 'an empty array');
  return Array.from(secrets, (secret, i) => readSecret(`${OPTION}[${i}]`, secret));
}

const OPTION = 'options.secrets';
const A_TEXT = 'a string';

function readSecret(argument: string, secret: unknown): string {
  // Names only the type of a value that is not a string: it may still be a secret.
  if (typeof secret !== 'string') throw wrong(argument, A_TEXT, typeof secret);
  if (secret === '') throw wrong(argument, A_TEXT, 'an empty one');
  // White space often comes from a file or a form. The sender signs without it, and no delivery would match.
  if (secret !== secret.trim()) throw wrong(argument, 'trimmed', 'white space');
  if (!isWellFormed(secret)) throw wrong(argument, 'valid Unicode', 'a lone surrogate');
  return secret;
}

/** Describes the value, never shows it. */
const wrong = (argument: string, wanted: string, found: string) => mustBe('invalid_option', argument, wanted, found);
