import { WebhookVerificationError } from './error.js';
import { hexToBytes } from './hex.js';

/** The content of a `Service-Signature` header. */
export type SignatureHeader = {
  /** Unix time in seconds at which the sender signed. */
  readonly timestamp: number;
  /** As received, including case, because the HMAC covers the exact text. */
  readonly nonce: string;
  /** `<t>.<nonce>.`, the signed bytes before the body; `t` as received, including leading zeros. */
  readonly prefix: string;
  /** One to eight HMACs of 32 bytes. */
  readonly signatures: readonly Uint8Array[];
};

/** The maximum number of `v1` values in a header, and therefore of secrets that a signer can use at once. */
export const MAX_SIGNATURES = 8;
const MAX_LENGTH = 4096;

/**
 * Parses `t=<unix_seconds>,nonce=<hex>,v1=<hmac>` by a strict grammar: at most 4,096 visible ASCII characters; parts
 * `key=value`, separated by commas, with neither side empty; exactly one `t` (1–12 digits) and one `nonce` (1–128 hex
 * digits), one to eight `v1` (64 lower-case hex digits); in any order, other keys ignored. Takes linear time.
 *
 * @throws WebhookVerificationError `malformed_signature`
 * @see service interface, Events; decisions.md, Signatures
 */
export function parseSignatureHeader(header: string): SignatureHeader {
  if (header.length > MAX_LENGTH) throw malformed(`at most ${MAX_LENGTH} characters, found ${header.length}`);
  let t: string | undefined;
  let nonce: string | undefined;
  const signatures: Uint8Array[] = [];
  for (let start = 0, end: number; start <= header.length; start = end + 1) {
    end = header.indexOf(',', start);
    if (end < 0) end = header.length;
    const equals = header.indexOf('=', start);
    if (equals <= start || equals >= end - 1) throw malformed('key=value between commas');
    const key = header.slice(start, equals);
    const value = header.slice(equals + 1, end);
    if (key === 't') {
      if (t !== undefined || !/^[0-9]{1,12}$/.test(value)) throw malformed('one t of 1 to 12 digits');
      t = value;
    } else if (key === 'nonce') {
      if (nonce !== undefined || !isNonce(value)) throw malformed('one nonce of 1 to 128 hex digits');
      nonce = value;
    } else if (key === 'v1') {
      if (!/^[0-9a-f]{64}$/.test(value) || signatures.length === MAX_SIGNATURES) {
        throw malformed(`1 to ${MAX_SIGNATURES} v1 of 64 lower-case hex digits`);
      }
      // Reads the header directly: a slice takes twice as long.
      signatures.push(hexToBytes(header, equals + 1, 32));
    } else if (/[^!-~]/.test(key + value)) {
      throw malformed('no spaces, and nothing outside ASCII');
    }
  }
  if (t === undefined || nonce === undefined || signatures.length === 0) throw malformed('t, nonce and v1');
  return { timestamp: Number(t), nonce, prefix: `${t}.${nonce}.`, signatures };
}

/** Whether `text` is a valid nonce: 1 to 128 hex digits of either case. */
export function isNonce(text: string): boolean {
  return /^[0-9A-Fa-f]{1,128}$/.test(text);
}

function malformed(expected: string): WebhookVerificationError {
  return new WebhookVerificationError('malformed_signature', `Service-Signature must have ${expected}`);
}
