import { kindOf } from '../usage/kind.js';
import { mustBe } from '../usage/usage-error.js';

/**
 * The body as received: bytes (a Node `Buffer` is a `Uint8Array`, `arrayBuffer()` returns an `ArrayBuffer`), or text,
 * which stands for its UTF-8 bytes.
 */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The text or a view of the bytes. @throws UsageError for anything else, such as a body that a framework has parsed */
export function readRawBody(body: unknown): string | Uint8Array {
  if (typeof body === 'string') return body;
  // Checks the tag, not `instanceof`: test runners and vm contexts pass arrays from another realm.
  const tag = Object.prototype.toString.call(body);
  if (tag === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  if (ArrayBuffer.isView(body) && tag === '[object Uint8Array]') return body as Uint8Array;
  throw mustBe('invalid_argument', 'rawBody', 'the bytes or text as received, never parsed', kindOf(body));
}
