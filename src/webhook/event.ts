import type { WebhookEvent } from '../document/written-types.js';
import { kindOf } from '../usage/usage-error.js';
import { isObject } from '../usage/option-tests.js';
import { WebhookVerificationError } from './error.js';
import { isWellFormed } from './body.js';

/** The part of `TextDecoder` used here. */
type Utf8Decoder = { decode(bytes: Uint8Array): string };

const STRINGS = ['eventId', 'schemaVersion', 'type', 'businessId', 'createdAt'] as const;

/**
 * Parses the event of an authentic body. Skips one leading byte order mark. Checks the types of the envelope's fields,
 * but neither the value of `type` nor the content of `data`.
 *
 * @param utf8 a fatal decoder, which throws for bytes that are not UTF-8 instead of replacing them
 * @throws WebhookVerificationError `invalid_payload`
 */
export function parseEvent(body: string | Uint8Array, utf8: Utf8Decoder): WebhookEvent {
  const value = parseJson(body, utf8);
  if (!isObject(value)) throw invalid(`must be a JSON object, found ${kindOf(value)}`);
  for (const name of STRINGS) {
    if (typeof value[name] !== 'string') throw invalid(`must have ${name} as a string, found ${kindOf(value[name])}`);
  }
  if (!isObject(value.data)) throw invalid(`must have data as an object, found ${kindOf(value.data)}`);
  // Trusts the rest, because the service signed it.
  return value as unknown as WebhookEvent;
}

function parseJson(body: string | Uint8Array, utf8: Utf8Decoder): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? checkText(body) : utf8.decode(body));
  } catch (cause) {
    throw invalid('must be JSON in UTF-8', cause);
  }
}

/** Text with a lone surrogate cannot come from bytes, and its HMAC would equal the HMAC of a different text. */
function checkText(text: string): string {
  if (!isWellFormed(text)) throw new TypeError('lone surrogate');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function invalid(fault: string, cause?: unknown): WebhookVerificationError {
  return new WebhookVerificationError('invalid_payload', `the signed payload ${fault}`, { cause });
}
