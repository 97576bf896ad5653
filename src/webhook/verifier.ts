import type { WebhookEvent } from '../document/written-types.js';
import { A_COUNT, A_FUNCTION, ANYTHING, checkOptions, type OptionTest } from '../usage/option-tests.js';
import { timeOf, readSecrets } from './options.js';
import { anyPairEqual, type HmacFactory, platformHmac } from './hmac.js';
import { WebhookVerificationError } from './error.js';
import { parseEvent } from './event.js';
import { signatureHeaderText, type WebhookHeaders, parseSignatureHeader } from './signature-header.js';
import { type NonceStore, recordNonce } from './nonce-store.js';
import { readRawBody, type RawBody } from './body.js';

/** The options of a verifier. */
export type WebhookVerifierOptions = {
  /** The signing secret of the endpoint, or several during a rotation. Accepts a signature with any of them. */
  secrets: string | readonly string[];
  /**
   * The maximum number of whole seconds that `t` may be in the past or the future; default 300. With 0, it must be the
   * same second.
   */
  toleranceSeconds?: number | undefined;
  /** If set, each nonce is accepted only once. */
  nonceStore?: NonceStore | undefined;
  /** The clock, in milliseconds since 1970; default `Date.now`. */
  now?: (() => number) | undefined;
};

/** Verifies deliveries. Keeps no state except the nonce store. */
export type WebhookVerifier = {
  /**
   * Resolves to the event of a delivery that is authentic, within the tolerance and (with a nonce store) new.
   *
   * The checks run in this order, and the first failure decides: the header is present and well-formed; the HMAC
   * matches; `t` is within the tolerance; the payload is an event; the nonce is new. A forger therefore learns nothing
   * about the clock or the nonces, and an invalid payload does not consume a nonce. Checks the types of the envelope's
   * fields, but not `data`, which the service signed; `type` may be newer than this library. The header `Service-Event`
   * is not signed: use `event.type`. A retry has a fresh nonce: deduplicate by `event.eventId`.
   *
   * @param rawBody the bytes as received, or their text; never a body that was parsed and reserialised
   * @throws WebhookVerificationError for an invalid delivery; its `code` states the reason
   * @throws UsageError if `rawBody` is neither bytes nor text, or `now()` does not return a time
   * @see service interface, Events
   */
  verify(rawBody: RawBody, headers: WebhookHeaders): Promise<WebhookEvent>;
};

/**
 * Creates a verifier for webhook deliveries.
 *
 * See docs/guides/receive-webhooks.md in the repository.
 *
 * @throws UsageError for a missing or empty secret, a secret with leading or trailing white space, and invalid or
 *   unknown options
 */
export function createWebhookVerifier(options: WebhookVerifierOptions): WebhookVerifier {
  return createVerifierOn(platformHmac, options);
}

/** Like `createWebhookVerifier`, with a given HMAC engine. */
export function createVerifierOn(engine: HmacFactory, options: WebhookVerifierOptions): WebhookVerifier {
  const { secrets, tolerance, nonceStore, now } = readOptions(options);
  const hmac = engine(secrets);
  const utf8 = new TextDecoder('utf-8', { fatal: true });

  async function verify(rawBody: RawBody, headers: WebhookHeaders): Promise<WebhookEvent> {
    let body = readRawBody(rawBody);
    const { timestamp, nonce, prefix, signatures } = parseSignatureHeader(signatureHeaderText(headers));
    let digests = hmac.digests(prefix, body);
    if (digests instanceof Promise) {
      // Copies the body, because the caller may reuse its buffer while this waits, and the parsed bytes must be the
      // authenticated ones.
      if (typeof body !== 'string') body = new Uint8Array(body);
      digests = await digests;
    }
    if (!anyPairEqual(digests, signatures, hmac.equal)) {
      throw new WebhookVerificationError('signature_mismatch', 'no v1 matches: wrong secret or altered body');
    }
    checkTime(timestamp, timeOf(now), tolerance);
    const event = parseEvent(body, utf8);
    // A delivery is valid from t − tolerance to the end of second t + tolerance. Stores its nonce for that long.
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
  throw new WebhookVerificationError('timestamp_out_of_tolerance', `t is ${found}, tolerance ${tolerance} s`);
}
