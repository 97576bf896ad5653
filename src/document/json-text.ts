import { show } from '../show.js';
import { jsonFault } from './json-fault.js';

/** A parsed document with its text, or why the text is not one. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Reads JSON from text or UTF-8 bytes. A leading byte order mark is skipped. Never throws. */
export function readJson(input: unknown): JsonReading {
  if (typeof input === 'string') return parse(input.charCodeAt(0) === 0xfeff ? input.slice(1) : input);
  if (isBytes(input)) {
    const text = decode(input);
    if (text !== undefined) return parse(text);
    return {
      ok: false,
      message: `The document is not UTF-8: byte ${firstInvalidByte(input)}, counted from 0, begins no valid sequence.`,
    };
  }
  const remedy = typeof input === 'object' ? remedyFor(input) : '';
  return { ok: false, message: `The document must be JSON text or UTF-8 bytes, but found ${show(input)}${remedy}.` };
}

function remedyFor(input: object | null): string {
  if (input === null) return '';
  return tagOf(input).endsWith('Buffer]') ? ': wrap it in a Uint8Array' : ': for a parsed document use validate';
}

function tagOf(value: object): string {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return ''; // a revoked proxy
  }
}

/** By its tag, since bytes may come from another realm, such as that of a test runner. */
function isBytes(input: unknown): input is Uint8Array {
  return ArrayBuffer.isView(input) && tagOf(input) === '[object Uint8Array]';
}

function parse(text: string): JsonReading {
  try {
    return { ok: true, value: JSON.parse(text) as unknown, text };
  } catch {
    const { offset, found } = jsonFault(text);
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    return {
      ok: false,
      message: `The document is not JSON: unexpected ${found} at line ${line}, column ${column} (offset ${offset}).`,
    };
  }
}

/** Undefined if the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Offset of the first byte that is not part of a valid UTF-8 sequence. A decoder in stream mode accepts every valid
 * prefix, and up to three bytes of a sequence before it can know that the sequence is invalid. So the search goes back
 * from there to the last complete sequence.
 */
function firstInvalidByte(bytes: Uint8Array): number {
  let sound = 0;
  for (let end = bytes.length; end - sound > 1;) {
    const middle = (sound + end) >>> 1;
    if (isUtf8(bytes.subarray(0, middle), true)) sound = middle;
    else end = middle;
  }
  while (!isUtf8(bytes.subarray(0, sound), false)) sound--;
  return sound;
}

function isUtf8(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}
