import { createHmac } from 'node:crypto';
import type { WebhookVerificationErrorCode } from '../webhook/error.js';

/** A genuine delivery, from which the variants are made. */
export interface Delivery {
  readonly parts: SignatureParts;
  /** The event as JSON text. */
  readonly body: string;
  /** When the delivery arrives, in seconds since 1970. */
  readonly arrival: number;
  readonly toleranceSeconds: number;
  /** Selects positions and values. */
  readonly pick: number;
}

/** How the request differs from the genuine delivery. */
export interface Sent {
  readonly body?: string | Uint8Array;
  /** The signature header; null to omit it. */
  readonly signature?: string | null;
  readonly headerName?: string;
  readonly arrival?: number;
  /** Whether the receiver has already accepted the nonce. */
  readonly seen?: boolean;
  /** The receiver's secrets in addition to the sender's. */
  readonly otherSecrets?: readonly string[];
}

/**
 * The result that a receiver must produce: `ok`, or an error code. Excludes `nonce_store_failed`, which does not depend
 * on the delivery.
 */
export type WebhookOutcome = 'ok' | Exclude<WebhookVerificationErrorCode, 'nonce_store_failed'>;

/** A kind of genuine or forged delivery. */
export interface Variant {
  readonly name: string;
  readonly expected: WebhookOutcome;
  readonly send: (delivery: Delivery) => Sent;
}

const variant = (name: string, expected: WebhookOutcome, send: Variant['send']): Variant => ({ name, expected, send });
const header = ({ parts, body }: Delivery, change: Partial<SignatureParts> = {}) =>
  signatureOf({ ...parts, ...change }, body);
const signed = (body: string | Uint8Array, { parts }: Delivery): Sent => ({
  body,
  signature: signatureOf(parts, body),
});
const digest = (hex: string) => hex.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
const at = <T>(list: readonly T[], pick: number): T => list[pick % list.length]!;

/** The body with another value in one envelope field. */
function withField({ body, pick }: Delivery, value: unknown, instead?: unknown): string {
  const event = JSON.parse(body) as Record<string, unknown>;
  const field = at(Object.keys(event), pick);
  return JSON.stringify({ ...event, [field]: event[field] === value ? instead : value });
}

const GOOD: readonly Variant[] = [
  variant('a plain delivery', 'ok', () => ({})),
  variant('several signatures, one of which matches', 'ok', (d) => ({
    signature: header(d, { secrets: ['old', ...d.parts.secrets] }),
  })),
  variant('a receiver with several secrets', 'ok', () => ({ otherSecrets: ['old', 'next'] })),
  variant('another spelling of the header', 'ok', ({ pick }) => ({
    headerName: at(['service-signature', 'SERVICE-SIGNATURE'], pick),
  })),
  variant('parts in another order', 'ok', (d) => ({ signature: header(d).split(',').reverse().join() })),
  variant('unknown parts', 'ok', (d) => ({ signature: `v0=x,${header(d)},v2=a=b` })),
  variant('a time with leading zeros', 'ok', (d) => ({ signature: header(d, { t: d.parts.t.padStart(12, '0') }) })),
  variant('exactly as late as the tolerance allows', 'ok', (d) => ({
    arrival: Number(d.parts.t) + d.toleranceSeconds,
  })),
  variant('exactly as early as the tolerance allows', 'ok', (d) => ({
    arrival: Number(d.parts.t) - d.toleranceSeconds,
  })),
  variant('bytes instead of text', 'ok', ({ body }) => ({ body: new TextEncoder().encode(body) })),
  variant('a byte order mark', 'ok', (d) => signed(`\ufeff${d.body}`, d)),
  variant('unknown fields of the envelope', 'ok', (d) =>
    signed(JSON.stringify({ ...(JSON.parse(d.body) as object), more: 1 }), d),
  ),
];

const FORGED: readonly Variant[] = [
  variant('another secret', 'signature_mismatch', (d) => ({
    signature: header(d, { secrets: d.parts.secrets.map((one) => `${one}x`) }),
  })),
  variant('a body with an extra space', 'signature_mismatch', ({ body }) => ({ body: `${body} ` })),
  variant('a re-serialised body', 'signature_mismatch', ({ body }) => ({
    body: JSON.stringify(JSON.parse(body), null, 2),
  })),
  variant('a changed field in the body', 'signature_mismatch', (d) => ({
    body: withField(d, 'forged', 'forged again'),
  })),
  variant('another nonce', 'signature_mismatch', (d) => ({ signature: header(d).replace('nonce=', 'nonce=0') })),
  variant('another time', 'signature_mismatch', (d) => ({
    signature: header(d).replace(/^t=\d+/, `t=${Number(d.parts.t) + 1}`),
  })),
  variant('a changed HMAC digit', 'signature_mismatch', (d) => ({ signature: digest(header(d)) })),
];

const MALFORMED: readonly Variant[] = [
  variant('no header', 'missing_signature', () => ({ signature: null })),
  variant('an empty header', 'missing_signature', () => ({ signature: '' })),
  ...['t', 'nonce', 'v1'].flatMap((key) => [
    variant(`no ${key}`, 'malformed_signature', (d) => ({ signature: without(header(d), key) })),
    variant(`an empty ${key}`, 'malformed_signature', (d) => ({ signature: `${without(header(d), key)},${key}=` })),
  ]),
  variant('t twice', 'malformed_signature', (d) => ({ signature: `${header(d)},t=${d.parts.t}` })),
  variant('a time that is not a number', 'malformed_signature', (d) => ({
    signature: header(d, { t: at(['-1', '1e9', '0x5', '1.0'], d.pick) }),
  })),
  variant('an upper-case HMAC', 'malformed_signature', (d) => ({
    signature: header(d).replace(/v1=.*$/, (mac) => `v1=A${mac.slice(4)}`),
  })),
  variant('a truncated HMAC', 'malformed_signature', (d) => ({ signature: header(d).slice(0, -1) })),
  variant('a space after the comma', 'malformed_signature', (d) => ({ signature: header(d).replace(',', ', ') })),
  variant('nine signatures', 'malformed_signature', (d) => ({
    signature: header(d, { secrets: Array<string>(9).fill('old') }),
  })),
  variant('a header of over 4,096 characters', 'malformed_signature', (d) => ({
    signature: `${header(d)},x=${'y'.repeat(4096)}`,
  })),
];

const LATE: readonly Variant[] = [
  variant('too late', 'timestamp_out_of_tolerance', (d) => ({
    arrival: Number(d.parts.t) + d.toleranceSeconds + 1 + d.pick,
  })),
  variant('too early', 'timestamp_out_of_tolerance', (d) => ({
    arrival: Number(d.parts.t) - d.toleranceSeconds - 1 - d.pick,
  })),
  variant('a replay', 'nonce_reused', () => ({ seen: true })),
];

const UNUSABLE: readonly Variant[] = [
  variant('a signed body that is not JSON', 'invalid_payload', (d) =>
    signed(at(['', '{', 'null', '[]', '5', '"x"'], d.pick), d),
  ),
  variant('a signed body that is not UTF-8', 'invalid_payload', (d) => signed(Uint8Array.of(0x7b, 0xff, 0x7d), d)),
  variant('a signed body with a field of the wrong type', 'invalid_payload', (d) => signed(withField(d, 5), d)),
  variant('a signed body without a field', 'invalid_payload', (d) => signed(withField(d, undefined), d)),
];

const without = (text: string, key: string): string =>
  text
    .split(',')
    .filter((part) => !part.startsWith(`${key}=`))
    .join();

/** All kinds of deliveries, genuine ones first. */
export const VARIANTS: readonly Variant[] = [...GOOD, ...FORGED, ...MALFORMED, ...LATE, ...UNUSABLE];

/** All results that a delivery can have. */
export const OUTCOMES: readonly WebhookOutcome[] = [...new Set(VARIANTS.map(({ expected }) => expected))];

/** The parts of a `Service-Signature` header. */
interface SignatureParts {
  /** Unix seconds as text. */
  readonly t: string;
  /** Hex digits. */
  readonly nonce: string;
  /** One HMAC each. */
  readonly secrets: readonly string[];
}

/** Builds the header value `t=…,nonce=…,v1=…` for a body. Shares no code with `receipt-rule-packs/webhook`. */
export function signatureOf({ t, nonce, secrets }: SignatureParts, body: string | Uint8Array): string {
  const macs = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${t}.${nonce}.`).update(body).digest('hex'),
  );
  return [`t=${t}`, `nonce=${nonce}`, ...macs.map((mac) => `v1=${mac}`)].join();
}
