import fc from 'fast-check';
import { valuesOf, type OneOrMore } from './options.js';
import { named } from './text.js';
import { signatureOf } from './webhook-signature.js';
import { VARIANTS, type Delivery, type Sent, type Variant, type WebhookOutcome } from './webhook-variants.js';

/** A delivery as it reaches an endpoint, and what the endpoint must say of it. */
export interface WebhookExchange {
  /** What is special about the delivery, in words. */
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
  /** Nonces that the receiver has accepted already. */
  readonly seenNonces: readonly string[];
  /** `ok`, or the code of the error. */
  readonly expected: WebhookOutcome;
}

/** Parts that are held fast. */
export interface WebhookExchangeOptions {
  /** What the endpoint must say. */
  readonly expected?: OneOrMore<WebhookOutcome>;
  /** `type` of the event. */
  readonly event?: string;
  /** The endpoint's signing secret. */
  readonly secret?: string;
  /** Seconds, default 300. */
  readonly toleranceSeconds?: number;
  /** `data` of the event. */
  readonly data?: fc.Arbitrary<object>;
}

const OPTIONS: readonly (keyof WebhookExchangeOptions)[] = ['expected', 'event', 'secret', 'toleranceSeconds', 'data'];
const EVENTS = [
  'transaction.created',
  'authorization.granted',
  'authorization.revoked',
  'source.connected',
  'source.disconnected',
];

const secrets = named('whsec_test').filter((secret) => !/\p{Surrogate}/u.test(secret));

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
        data: data ?? fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
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
 * Signed requests, good and forged, each with what a receiver must say of it: for tests of an endpoint in any language
 * or framework. They are signed by code of their own on `node:crypto`. They shrink to a plain delivery of an event
 * without data, within one kind of forgery.
 *
 * @throws TypeError for unknown options
 */
export function webhookExchange(options: WebhookExchangeOptions = {}): fc.Arbitrary<WebhookExchange> {
  for (const name of Object.keys(options)) {
    if (!(OPTIONS as readonly string[]).includes(name))
      throw new TypeError(`unknown option ${name}: the options are ${OPTIONS.join(', ')}`);
  }
  const outcomes = valuesOf(options.expected);
  const variants = VARIANTS.filter(({ expected }) => outcomes?.includes(expected) !== false);
  if (variants.length === 0) throw new TypeError(`no delivery is expected to be ${outcomes?.join(', ') ?? ''}`);
  return fc
    .tuple(deliveries(options), fc.constantFrom(...variants))
    .map(([delivery, variant]) => exchange(delivery, variant));
}
