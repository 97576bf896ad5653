import { walkJson } from './walk-json.js';

/** Where a text stops being JSON, and what follows there. */
export interface JsonFault {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  readonly found: string;
}

/**
 * Finds the first place where a text that JSON.parse refused is not JSON. Engines word their messages differently, and
 * some do not give the position.
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
