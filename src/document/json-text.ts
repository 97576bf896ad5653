import { show } from '../text/show.js';
import { walkJson } from './walk-json.js';

/** A parsed document with its text, or the reason why the text is not JSON. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Parses JSON text or UTF-8 bytes, and skips a leading byte order mark. Never throws. */
export function readJson(input: unknown): JsonReading {
  if (typeof input === 'string') return parse(input.charCodeAt(0) === 0xfeff ? input.slice(1) : input);
  if (isBytes(input)) {
    const text = decode(input);
    if (text !== undefined) return parse(text);
    return {
      ok: false,
      message: `The document is not UTF-8: byte ${firstInvalidByte(input)}, counted from 0, is invalid.`,
    };
  }
  const remedy = typeof input === 'object' ? remedyFor(input) : '';
  return { ok: false, message: `The document must be JSON text or UTF-8 bytes, found ${show(input)}${remedy}.` };
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

/**
 * Checks `Symbol.toStringTag` instead of the class, because bytes may come from another realm, for example in a test
 * runner.
 */
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

/** The offset of the first byte that is not part of a valid UTF-8 sequence, which decoders replace with U+FFFD. */
function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  for (const character of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) {
    const isWritten = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
    if (character === '\ufffd' && !isWritten) break;
    const code = character.codePointAt(0)!;
    at += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return at;
}

/** The position at which text stops being valid JSON, and what is there: a character, or the end of the text. */
export interface JsonFault {
  /** The offset in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly found: string;
}

/**
 * Finds the first position at which text that JSON.parse rejected is not valid JSON. The messages of JavaScript engines
 * differ, and some omit the position.
 */
export function jsonFault(text: string): JsonFault {
  const offset = walkJson(text);
  return { offset, found: offset >= text.length ? 'end of text' : describe(text.codePointAt(offset)!) };
}

function describe(codePoint: number): string {
  const printable =
    codePoint > 0x20 && !(codePoint >= 0x7f && codePoint <= 0x9f) && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return printable ? String.fromCodePoint(codePoint) : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
