import { WebhookVerificationError } from './error.js';

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
 * digits), one to eight `v1` (64 lower-case hex digits); in any order. Ignores parts with other keys. Takes linear
 * time.
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

/**
 * Where to find the signature: in the headers of the request, as fetch `Headers` or as a plain object such as Node's,
 * with names in any case; or in the text of the signature header (`undefined` or `null` if absent).
 */
export type WebhookHeaders =
  | {
      /** The text of a header; null if it is absent. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | string
  | readonly string[]
  | null
  | undefined;

const NAME = 'service-signature';

/**
 * The text of the only signature header.
 *
 * @throws WebhookVerificationError `missing_signature`: absent or empty. `malformed_signature`: several headers, or one
 * that is not text
 */
export function signatureHeaderText(headers: WebhookHeaders): string {
  const [text, ...others] = signatureHeaders(headers);
  if (text === undefined || (text === '' && others.length === 0)) {
    throw new WebhookVerificationError('missing_signature', 'the Service-Signature header is absent or empty');
  }
  if (others.length > 0 || typeof text !== 'string') {
    throw new WebhookVerificationError('malformed_signature', 'expected one Service-Signature header, as text');
  }
  return text;
}

/** All signature headers of a request. Input from outside need not have the declared types. */
function signatureHeaders(headers: unknown): unknown[] {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return present(headers);
  if (hasGet(headers)) return present(headers.get(NAME));
  const found: unknown[] = [];
  for (const name of Object.keys(headers)) {
    if (name.length === NAME.length && name.toLowerCase() === NAME) {
      for (const one of present((headers as Readonly<Record<string, unknown>>)[name])) found.push(one);
    }
  }
  return found;
}

function hasGet(headers: object): headers is { get(name: string): unknown } {
  return 'get' in headers && typeof headers.get === 'function';
}

function present(value: unknown): unknown[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((entry) => entry !== undefined && entry !== null);
}

/** Reads `length` bytes from the lower-case hex digits of `text` at `start`. The caller has checked the digits. */
function hexToBytes(text: string, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, at = start; i < length; i++, at += 2) {
    bytes[i] = digit(text.charCodeAt(at)) * 16 + digit(text.charCodeAt(at + 1));
  }
  return bytes;
}

/** Lower-case hex digits, two per byte. */
export function bytesToHex(bytes: Uint8Array): string {
  const digits = '0123456789abcdef';
  let hex = '';
  for (const byte of bytes) hex += digits[byte >> 4]! + digits[byte & 15]!;
  return hex;
}

/**
 * In ASCII, the low four bits of 0–9 are the value, and the low four bits of a–f are the value minus 9. Only letters
 * have bit 6 set.
 */
function digit(code: number): number {
  return (code & 15) + (code >> 6) * 9;
}
