import fc from 'fast-check';
import { show } from '../text/show.js';
import { assertOptions, type OptionShape } from '../usage/assert.js';
import { UsageError } from '../usage/usage-error.js';
import { arbitrary, among } from './option-shapes.js';
import { valuesOf, type OneOrMore } from './options.js';
import { textsOf } from './text.js';
import {
  signatureOf,
  OUTCOMES,
  VARIANTS,
  type Delivery,
  type Sent,
  type Variant,
  type WebhookOutcome,
} from './webhook-variants.js';

/** A delivery as an endpoint receives it, and the expected result of verifying it. */
export interface WebhookExchange {
  /** Describes how the delivery differs from an ordinary genuine one. */
  readonly variant: string;
  /** The receiver's signing secrets. */
  readonly secrets: readonly string[];
  /** As received: text or bytes. */
  readonly body: string | Uint8Array;
  /** `Service-Signature` (absent in some forgeries), `Service-Event` and `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds: number;
  /** Nonces that the receiver has already accepted. */
  readonly seenNonces: readonly string[];
  /** `ok` or an error code. */
  readonly expected: WebhookOutcome;
}

/** Fixed values for parts of the delivery that are otherwise generated. */
export interface WebhookExchangeOptions {
  /** The expected result. */
  readonly expected?: OneOrMore<WebhookOutcome> | undefined;
  /** The event's `type`, which is also sent as a header: printable characters up to U+00FF. */
  readonly event?: string | undefined;
  /** The endpoint's signing secret. */
  readonly secret?: string | undefined;
  /** Whole seconds, default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The event's `data`: a value that serializes to a JSON object. */
  readonly data?: fc.Arbitrary<Readonly<Record<string, unknown>>> | undefined;
}

/** A century in seconds, so that the receiver's clock in milliseconds stays a safe integer. */
const MAX_LENGTH = 3_155_760_000;
const OPTIONS = {
  expected: among(OUTCOMES),
  event: {
    wanted: 'non-empty printable text up to U+00FF',
    test: (value) => typeof value === 'string' && /^[\u0020-\u007e\u00a0-\u00ff]+$/.test(value),
  },
  secret: {
    wanted: 'non-empty text without lone surrogates, and without leading or trailing white space',
    test: (value) => typeof value === 'string' && isSecret(value),
  },
  toleranceSeconds: {
    wanted: `a whole number from 0 to ${MAX_LENGTH}`,
    test: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LENGTH,
  },
  data: arbitrary('objects'),
} satisfies Record<keyof WebhookExchangeOptions, OptionShape>;

function isSecret(text: string): boolean {
  return text !== '' && text === text.trim() && !/\p{Surrogate}/u.test(text);
}

const EVENTS = [
  'transaction.created',
  'authorization.granted',
  'authorization.revoked',
  'source.connected',
  'source.disconnected',
];

const { named } = textsOf(false);
const secrets = named('whsec_test').filter(isSecret);

function deliveries({ event, secret, toleranceSeconds = 300, data }: WebhookExchangeOptions): fc.Arbitrary<Delivery> {
  const type = event === undefined ? fc.constantFrom(...EVENTS) : fc.constant(event);
  return fc
    .record({
      envelope: fc.record({
        eventId: named('evt_1'),
        schemaVersion: fc.constant('2.1'),
        type,
        businessId: named('biz_1'),
        createdAt: fc.constant('2026-11-21T09:00:00Z'),
        data: (data ?? fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })).map(
          asData,
        ),
      }),
      secret: secret === undefined ? secrets : fc.constant(secret),
      t: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
      nonce: fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 1, maxLength: 127 }),
      delay: fc.integer({ min: 0, max: Math.min(toleranceSeconds, 60) }),
      pick: fc.nat({ max: 9999 }),
    })
    .map(({ envelope, secret, t, nonce, delay, pick }) => ({
      parts: { t: String(t), nonce, secrets: [secret] },
      body: JSON.stringify(envelope),
      arrival: t + delay,
      toleranceSeconds,
      pick,
    }));
}

/**
 * Converts generated data to a JSON object.
 *
 * @throws UsageError if the data is not an object
 */
function asData(drawn: unknown): unknown {
  const text = JSON.stringify(drawn) as string | undefined;
  if (text?.startsWith('{') === true) return JSON.parse(text);
  const message = `options.data must generate objects, but ${show(drawn)} serializes to ${text ?? 'nothing'}`;
  throw new UsageError('invalid_option', 'options.data', message);
}

function exchange(delivery: Delivery, { name, expected, send }: Variant): WebhookExchange {
  const { parts, toleranceSeconds } = delivery;
  const sent: Sent = send(delivery);
  const {
    body = delivery.body,
    arrival = delivery.arrival,
    headerName = 'Service-Signature',
    otherSecrets = [],
  } = sent;
  const signature = sent.signature === undefined ? signatureOf(parts, delivery.body) : sent.signature;
  const { type } = JSON.parse(delivery.body) as { type: string };
  return {
    variant: name,
    secrets: [...otherSecrets, ...parts.secrets],
    body,
    headers: {
      ...(signature === null ? {} : { [headerName]: signature }),
      'Service-Event': type,
      'Content-Type': 'application/json',
    },
    now: arrival * 1000,
    toleranceSeconds,
    seenNonces: sent.seen === true ? [parts.nonce] : [],
    expected,
  };
}

/**
 * Generates signed requests, genuine and forged, each with the result that a receiver must produce, for testing
 * endpoints in any language or framework. Uses separate signing code, based on `node:crypto`. Requests shrink to an
 * event without data, forged in the same way.
 *
 * @throws UsageError for unknown or invalid options; while generating, if `data` does not serialize to a JSON object
 */
export function webhookExchange(options: WebhookExchangeOptions = {}): fc.Arbitrary<WebhookExchange> {
  assertOptions('options', options, OPTIONS);
  const outcomes = valuesOf(options.expected);
  const drawn = deliveries(options);
  const variants = VARIANTS.filter(({ expected }) => outcomes?.includes(expected) !== false);
  return fc.oneof(...variants.map((variant) => drawn.map((delivery) => exchange(delivery, variant))));
}
