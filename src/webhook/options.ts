import { mustBe, kindOf } from '../usage/usage-error.js';
import { isWellFormed } from './body.js';

/**
 * A copy of the signing secrets, so that later changes to the caller's array have no effect. The key is the UTF-8 bytes
 * of the whole secret, including any prefix.
 *
 * @throws UsageError for a missing or empty secret, or a secret with leading or trailing white space or a lone
 *   surrogate
 */
export function readSecrets(secrets: unknown): readonly string[] {
  if (!Array.isArray(secrets)) return [readSecret(OPTION, secrets)];
  if (secrets.length === 0) throw wrong(OPTION, A_TEXT, 'an empty array');
  return Array.from(secrets, (secret, i) => readSecret(`${OPTION}[${i}]`, secret));
}

const OPTION = 'options.secrets';
const A_TEXT = 'a string';

function readSecret(argument: string, secret: unknown): string {
  // Shows only the type of a value that is not a string, because even such a value may be a secret.
  if (typeof secret !== 'string') throw wrong(argument, A_TEXT, typeof secret);
  if (secret === '') throw wrong(argument, A_TEXT, 'an empty one');
  // White space often comes from a file or form. The sender signs without it, so no signature would match.
  if (secret !== secret.trim()) throw wrong(argument, 'trimmed', 'white space');
  if (!isWellFormed(secret)) throw wrong(argument, 'valid Unicode', 'a lone surrogate');
  return secret;
}

/** Describes the value without showing it. */
const wrong = (argument: string, wanted: string, found: string) => mustBe('invalid_option', argument, wanted, found);

/** The time of a clock in milliseconds. @throws UsageError `invalid_option` for a clock that does not return a time */
export function timeOf(now: () => number): number {
  const time = now();
  if (Number.isFinite(time)) return time;
  throw mustBe('invalid_option', 'options.now', 'a clock in milliseconds', kindOf(time));
}
