import type { WebhookEvent } from '../document/written-types.js';
import { A_COUNT, A_FUNCTION, ANYTHING, checkOptions, type OptionTest } from '../usage/option-tests.js';
import { timeOf } from './clock.js';
import { anyPairEqual } from './constant-time.js';
import { WebhookVerificationError } from './error.js';
import { parseEvent } from './event.js';
import { signatureHeaderText, type WebhookHeaders } from './header-value.js';
import { type HmacFactory, platformHmac } from './hmac.js';
import { type NonceStore, recordNonce } from './nonce-store.js';
import { readRawBody, type RawBody } from './raw-body.js';
import { readSecrets } from './secrets.js';
import { parseSignatureHeader } from './signature-header.js';

/** The options of a verifier. */
export type WebhookVerifierOptions = {
  /**
   * The endpoint's signing secret, or several while one is being replaced. A signature with any of them is accepted.
   */
  secrets: string | readonly string[];
  /** How far, in whole seconds, `t` may be in the past or the future; default 300; 0 means the same second. */
  toleranceSeconds?: number | undefined;
  /** With it, a nonce is accepted only once. */
  nonceStore?: NonceStore | undefined;
  /** The clock, in milliseconds since 1970; default `Date.now`. */
  now?: (() => number) | undefined;
};

/** Verifies deliveries. Its only state is the nonce store. */
export type WebhookVerifier = {
  /**
   * Resolves to the event of a delivery that is authentic, in time and (with a nonce store) new.
   *
   * The checks run in this order, and the first to fail decides: the header is present and well-formed; the HMAC matches;
   * `t` is within the tolerance; the payload is an event; the nonce is new. A forger therefore learns nothing about the
   * clock or the nonces, and an unusable payload does not use up a nonce. The types of the envelope's fields are checked;
   * `data` is as the service signed it, and `type` may be newer than this library. The header `Service-Event` is not
   * signed: use `event.type`. A retry has a fresh nonce: deduplicate by `event.eventId`.
   *
   * @param rawBody the bytes as received, or their text; never a body that was parsed and serialised again
   * @throws WebhookVerificationError for anything wrong with the delivery; decide by its `code`
   * @throws UsageError if `rawBody` is not a raw body, or `now()` does not return a time
   * @see service interface, Events
   */
  verify(rawBody: RawBody, headers: WebhookHeaders): Promise<WebhookEvent>;
};

/**
 * Makes a verifier of webhook deliveries.
 *
 * See docs/guides/receive-webhooks.md in the repository.
 *
 * @throws UsageError for a missing or empty secret, one with white space at either end, and wrong or unknown options
 */
export function createWebhookVerifier(options: WebhookVerifierOptions): WebhookVerifier {
  return createVerifierOn(platformHmac, options);
}

/** As `createWebhookVerifier`, on a given HMAC engine. */
export function createVerifierOn(engine: HmacFactory, options: WebhookVerifierOptions): WebhookVerifier {
  const { secrets, tolerance, nonceStore, now } = readOptions(options);
  const hmac = engine(secrets);
  const utf8 = new TextDecoder('utf-8', { fatal: true });

  async function verify(rawBody: RawBody, headers: WebhookHeaders): Promise<WebhookEvent> {
    let body = readRawBody(rawBody);
    const { timestamp, nonce, prefix, signatures } = parseSignatureHeader(signatureHeaderText(headers));
    let digests = hmac.digests(prefix, body);
    if (digests instanceof Promise) {
      // The caller may reuse its buffer while this waits, but the bytes parsed must be the bytes authenticated.
      if (typeof body !== 'string') body = new Uint8Array(body);
      digests = await digests;
    }
    if (!anyPairEqual(digests, signatures, hmac.equal)) {
      throw new WebhookVerificationError('signature_mismatch', 'no v1 matches: other secret, or body not as received');
    }
    checkTime(timestamp, timeOf(now), tolerance);
    const event = parseEvent(body, utf8);
    // A delivery is accepted from t − tolerance to the end of second t + tolerance. Keep its nonce for that long.
    if (nonceStore) await recordNonce(nonceStore, nonce, 2 * tolerance + 1);
    return event;
  }
  return { verify };
}

const OPTIONS = {
  secrets: ANYTHING,
  toleranceSeconds: A_COUNT,
  nonceStore: {
    test: (value) => typeof (value as Partial<NonceStore> | null)?.add === 'function',
    wanted: 'an object with an add method',
  },
  now: A_FUNCTION,
} satisfies Record<keyof WebhookVerifierOptions, OptionTest>;

function readOptions(options: WebhookVerifierOptions) {
  checkOptions(options, OPTIONS);
  const { toleranceSeconds: tolerance = 300, nonceStore, now = Date.now } = options;
  return { secrets: readSecrets(options.secrets), tolerance, nonceStore, now };
}

function checkTime(timestamp: number, nowMs: number, tolerance: number): void {
  const age = Math.floor(nowMs / 1000) - timestamp;
  if (Math.abs(age) <= tolerance) return;
  const found = age > 0 ? `${age} s in the past` : `${-age} s in the future`;
  throw new WebhookVerificationError('timestamp_out_of_tolerance', `t is ${found}, allowed are ${tolerance} s`);
}
