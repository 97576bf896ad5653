import { kindOf } from '../usage/kind.js';
import { mustBe } from '../usage/usage-error.js';

/** The body as received: its bytes (a Node `Buffer` is a `Uint8Array`), or its text, which means its UTF-8 bytes. */
export type RawBody = string | Uint8Array;

/** Throws `UsageError` for anything but a raw body, such as one that a framework has parsed. */
export function checkRawBody(body: unknown): asserts body is RawBody {
  if (typeof body === 'string' || isUint8Array(body)) return;
  const wanted = 'the body as received: a string or Uint8Array, never parsed';
  throw mustBe('invalid_argument', 'rawBody', wanted, kindOf(body));
}

// By tag, not by instanceof: test runners and vm contexts pass arrays of another realm.
function isUint8Array(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === 'Uint8Array';
}
