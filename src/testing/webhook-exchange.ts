import fc from 'fast-check';
import { show } from '../text/show.js';
import { assertOptions } from '../usage/assert-options.js';
import type { OptionShape } from '../usage/assert-options.js';
import { UsageError } from '../usage/usage-error.js';
import { arbitrary, among } from './option-shapes.js';
import { valuesOf, type OneOrMore } from './options.js';
import { textsOf } from './text.js';
import { signatureOf } from './webhook-signature.js';
import { OUTCOMES, VARIANTS, type Delivery, type Sent, type Variant, type WebhookOutcome } from './webhook-variants.js';

/** A delivery as it reaches an endpoint, and the expected result of its verification. */
export interface WebhookExchange {
  /** The variant of the delivery, in words. */
  readonly variant: string;
  /** The signing secrets of the receiver. */
  readonly secrets: readonly string[];
  /** As received: text, or bytes. */
  readonly body: string | Uint8Array;
  /** `Service-Signature` (absent in some forgeries), `Service-Event` and `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds: number;
  /** Nonces that the receiver has already accepted. */
  readonly seenNonces: readonly string[];
  /** `ok`, or the code of the error. */
  readonly expected: WebhookOutcome;
}

/** Parts to fix instead of drawing. */
export interface WebhookExchangeOptions {
  /** The expected result. */
  readonly expected?: OneOrMore<WebhookOutcome> | undefined;
  /** `type` of the event, which is a header too: printable, up to U+00FF. */
  readonly event?: string | undefined;
  /** The endpoint's signing secret. */
  readonly secret?: string | undefined;
  /** Whole seconds, default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** `data` of the event: a value that JSON writes as an object. */
  readonly data?: fc.Arbitrary<Readonly<Record<string, unknown>>> | undefined;
}

/** A century, so that the receiver's clock stays a safe integer of milliseconds. */
const MAX_LENGTH = 3_155_760_000;
const OPTIONS = {
  expected: among(OUTCOMES),
  event: {
    wanted: 'a non-empty printable text up to U+00FF',
    test: (value) => typeof value === 'string' && /^[\u0020-\u007e\u00a0-\u00ff]+$/.test(value),
  },
  secret: {
    wanted: 'a non-empty text without lone surrogates, and without leading or trailing white space',
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
 * The JSON object of drawn data.
 *
 * @throws UsageError if the data is not an object
 */
function asData(drawn: unknown): unknown {
  const text = JSON.stringify(drawn) as string | undefined;
  if (text?.startsWith('{') === true) return JSON.parse(text);
  const message = `options.data must draw objects, but JSON writes ${show(drawn)} as ${text ?? 'nothing'}`;
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
 * Signed requests, genuine and forged, each with the result expected of a receiver: for tests of an endpoint in any
 * language or framework. Signs them with separate code on `node:crypto`. They shrink to a delivery of an event without
 * data, forged in the same way.
 *
 * @throws UsageError for unknown options and wrong values; while drawing, for `data` that is not an object in JSON
 */
export function webhookExchange(options: WebhookExchangeOptions = {}): fc.Arbitrary<WebhookExchange> {
  assertOptions('options', options, OPTIONS);
  const outcomes = valuesOf(options.expected);
  const drawn = deliveries(options);
  const variants = VARIANTS.filter(({ expected }) => outcomes?.includes(expected) !== false);
  return fc.oneof(...variants.map((variant) => drawn.map((delivery) => exchange(delivery, variant))));
}
