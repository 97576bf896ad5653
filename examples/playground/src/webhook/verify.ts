import { createWebhookVerifier, WebhookVerificationError } from 'receipt-rule-packs/webhook';

/** The verifier's default tolerance, in seconds. */
const TOLERANCE = 300;

export interface Outcome {
  readonly valid: boolean;
  /** The code of the `WebhookVerificationError`, or `wrong use` if the library rejects an option; empty if valid. */
  readonly code: string;
  readonly message: string;
}

/** @param seconds the receiver's current time, in Unix seconds */
export async function verify(body: string, secret: string, header: string, seconds: number): Promise<Outcome> {
  try {
    const now = () => seconds * 1000;
    const verifier = createWebhookVerifier({ secrets: secret, toleranceSeconds: TOLERANCE, now });
    const { type, eventId } = await verifier.verify(body, header);
    return { valid: true, code: '', message: `${type}, ${eventId}` };
  } catch (error) {
    const code = error instanceof WebhookVerificationError ? error.code : 'wrong use';
    return { valid: false, code, message: error instanceof Error ? error.message : String(error) };
  }
}

/** A field of the header, and whether it is valid. */
export interface Part {
  readonly name: 't' | 'nonce' | 'v1';
  readonly value: string;
  readonly fits: boolean;
  readonly told: string;
}

/** Returns the value of a field in the header, or an empty string if the header has no such field. */
export const fieldOf = (header: string, name: string): string =>
  new RegExp(`(?:^|,)${name}=([^,]*)`).exec(header)?.[1] ?? '';

/** Checks each field of the header separately, because a delivery can be too late but have a valid signature. */
export async function partsOf(body: string, secret: string, header: string, seconds: number): Promise<Part[]> {
  const [t, nonce, v1] = (['t', 'nonce', 'v1'] as const).map((name) => fieldOf(header, name)) as [
    string,
    string,
    string,
  ];
  const isTime = /^\d{1,12}$/.test(t);
  const isNonce = /^[\dA-Fa-f]{1,128}$/.test(nonce);
  const { code } = await verify(body, secret, header, Number(t));
  const isSigned = v1 !== '' && !['signature_mismatch', 'malformed_signature', 'wrong use'].includes(code);
  return [
    {
      name: 't',
      value: t,
      fits: isTime && Math.abs(Math.floor(seconds) - Number(t)) <= TOLERANCE,
      told: isTime ? timeText(Number(t), seconds) : 'must be Unix seconds, 1 to 12 digits',
    },
    {
      name: 'nonce',
      value: nonce,
      fits: isNonce,
      told: isNonce ? 'unique per attempt' : 'must be 1 to 128 hex digits',
    },
    {
      name: 'v1',
      value: v1,
      fits: isSigned,
      told: isSigned ? 'matches secret, time, nonce and body' : 'does not match secret, time, nonce and body',
    },
  ];
}

/** States the local time when the delivery was signed, and its difference from the receiver's clock. */
function timeText(t: number, seconds: number): string {
  const age = Math.floor(seconds) - t;
  const signed = `signed ${new Date(t * 1000).toLocaleString('sv-SE')}`;
  if (Number.isNaN(age)) return signed;
  const away = `${Math.floor(Math.abs(age) / 60)}:${String(Math.abs(age) % 60).padStart(2, '0')} min`;
  if (Math.abs(age) <= TOLERANCE) return `${signed}, ${away} ${age < 0 ? 'ahead' : 'ago'}: in time`;
  return `${signed}, ${away} ${age < 0 ? 'ahead' : 'late'}: rejected beyond ${TOLERANCE / 60} min`;
}

/** The first byte that differs between two strings, counted from 1, and the changed range in UTF-16 code units. */
export interface Difference {
  readonly byte: number;
  readonly from: number;
  readonly to: number;
}

/** @returns undefined if the strings are identical */
export function differenceOf(signed: string, body: string): Difference | undefined {
  if (signed === body) return undefined;
  const most = Math.min(signed.length, body.length);
  let from = 0;
  while (from < most && signed[from] === body[from]) from++;
  let same = 0;
  while (same < most - from && signed[signed.length - 1 - same] === body[body.length - 1 - same]) same++;
  // If text was only removed, mark the character after the removed text.
  const to = Math.max(body.length - same, Math.min(from + 1, body.length));
  return { byte: firstByte(signed, body), from, to };
}

function firstByte(signed: string, body: string): number {
  const [a, b] = [new TextEncoder().encode(signed), new TextEncoder().encode(body)];
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  return at + 1;
}

/** Converts Unix seconds to the value of an `<input type="datetime-local">`. `fromLocal` does the reverse. */
export function toLocal(seconds: number): string {
  const date = new Date(seconds * 1000);
  return new Date(seconds * 1000 - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

export const fromLocal = (text: string): number => Math.floor(new Date(text).getTime() / 1000);
