import { kindOf, mustBe } from '../usage/usage-error.js';

/**
 * The body as received: bytes (a Node `Buffer` is a `Uint8Array`, `arrayBuffer()` returns an `ArrayBuffer`), or text,
 * which is treated as its UTF-8 bytes.
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

/** Collects the chunks of a body, up to a limit. */
export type BodyBytes = {
  /** Keeps a chunk. Returns false once the limit is exceeded, and then discards everything. */
  add(chunk: Uint8Array): boolean;
  /** All chunks, joined. */
  bytes(): Uint8Array;
};

export function bodyBytes(limit: number): BodyBytes {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks = [];
      return length <= limit;
    },
    bytes() {
      const joined = new Uint8Array(length);
      let at = 0;
      for (const chunk of chunks) {
        joined.set(chunk, at);
        at += chunk.length;
      }
      return joined;
    },
  };
}

/** Whether the Content-Length header already shows that a body is too long. */
export const saysTooLong = (contentLength: string | null | undefined, limit: number): boolean =>
  Number(contentLength ?? 0) > limit;

/** Whether UTF-8 can encode `text`: it must not contain a lone surrogate. */
export function isWellFormed(text: string): boolean {
  // Neither the ES2022 typings nor older browsers have `isWellFormed`. On Latin-1 text it costs nothing.
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native ? native.call(text) : !/\p{Cs}/u.test(text);
}
