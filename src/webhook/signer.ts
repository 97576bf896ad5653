import { kindOf, mustBe } from '../usage/usage-error.js';
import { ANYTHING, checkOptions, type OptionTest } from '../usage/option-tests.js';
import { bytesToHex, isNonce, MAX_SIGNATURES } from './signature-header.js';
import { type HmacFactory, platformHmac } from './hmac.js';
import { readRawBody, type RawBody } from './body.js';
import { readSecrets } from './options.js';

/** The options of a signer. */
export type WebhookSignerOptions = {
  /**
   * The signing secret of the endpoint, or up to eight during a rotation. Each secret adds one `v1` to the header, in
   * order.
   */
  secrets: string | readonly string[];
};

/** The values of one delivery attempt. */
export type WebhookSignOptions = {
  /** The event type, such as `transaction.created`; any text that fits in a header. */
  event: string;
  /** Unix time in seconds, 0 to 999,999,999,999; default: now. */
  timestamp?: number | undefined;
  /** 1 to 128 hex digits, fresh for each attempt; default 32 random digits. */
  nonce?: string | undefined;
};

/** The headers of one delivery attempt. */
export type SignedHeaders = {
  'Service-Signature': string;
  'Service-Event': string;
  'Content-Type': 'application/json';
};

/** Signs deliveries. Keeps no state except its secrets. */
export type WebhookSigner = {
  /**
   * Resolves to the headers to send with `rawBody`. `v1` is the HMAC-SHA256 of `<t>.<nonce>.<rawBody>`, so send exactly
   * these bytes. The headers include Content-Type: do not add another one, because HTTP clients would send both.
   *
   * @throws UsageError if `rawBody` is neither bytes nor text, or an option is invalid or unknown
   * @see service interface, Events
   */
  sign(rawBody: RawBody, options: WebhookSignOptions): Promise<SignedHeaders>;
};

const MAX_TIMESTAMP = 999_999_999_999;

const SIGNER_OPTIONS = { secrets: ANYTHING } satisfies Record<keyof WebhookSignerOptions, OptionTest>;

const SIGN_OPTIONS = {
  event: ANYTHING,
  timestamp: {
    test: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TIMESTAMP,
    wanted: 'whole Unix seconds of up to 12 digits',
  },
  nonce: { test: (value) => typeof value === 'string' && isNonce(value), wanted: '1 to 128 hex digits' },
} satisfies Record<keyof WebhookSignOptions, OptionTest>;

/**
 * Creates a signer for webhook deliveries.
 *
 * @throws UsageError for a missing or empty secret, a secret with leading or trailing white space, more than eight
 *   secrets, or unknown options
 */
export function createWebhookSigner(options: WebhookSignerOptions): WebhookSigner {
  return createSignerOn(platformHmac, options);
}

/** Like `createWebhookSigner`, with a given HMAC engine. */
export function createSignerOn(engine: HmacFactory, options: WebhookSignerOptions): WebhookSigner {
  checkOptions(options, SIGNER_OPTIONS);
  const secrets = readSecrets(options.secrets);
  if (secrets.length > MAX_SIGNATURES) {
    const wanted = `at most ${MAX_SIGNATURES} secrets, as many as fit one header`;
    throw mustBe('invalid_option', 'options.secrets', wanted, String(secrets.length));
  }
  const hmac = engine(secrets);

  async function sign(rawBody: RawBody, signOptions: WebhookSignOptions): Promise<SignedHeaders> {
    const body = readRawBody(rawBody);
    checkOptions(signOptions, SIGN_OPTIONS);
    const { event, timestamp = Math.floor(Date.now() / 1000), nonce = randomNonce() } = signOptions;
    checkEvent(event);
    const digests = await hmac.digests(`${timestamp}.${nonce}.`, body);
    const signatures = digests.map((digest) => `v1=${bytesToHex(digest)}`);
    return {
      'Service-Signature': [`t=${timestamp}`, `nonce=${nonce}`, ...signatures].join(','),
      'Service-Event': event,
      'Content-Type': 'application/json',
    };
  }
  return { sign };
}

/** CR and LF would end the header, and characters above U+00FF cannot be sent in headers. */
export const NOT_IN_HEADERS = /[^\u0020-\u007e\u00a0-\u00ff]/;

function checkEvent(event: unknown): void {
  const wrong = (wanted: string, found: string) => mustBe('invalid_option', 'options.event', wanted, found);
  const aType = 'the type of the event, such as transaction.created';
  if (typeof event !== 'string') throw wrong(aType, kindOf(event));
  if (event === '') throw wrong(aType, 'an empty string');
  if (NOT_IN_HEADERS.test(event)) {
    throw wrong('of printable characters up to U+00FF, because it is sent as a header', 'others');
  }
}

function randomNonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}
