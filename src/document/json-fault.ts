import { walkJson } from './walk-json.js';

/** The position at which a text stops being valid JSON, and the character or end found there. */
export interface JsonFault {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  readonly found: string;
}

/**
 * Finds the first position at which a text that JSON.parse rejected is not valid JSON. The messages of engines differ,
 * and some omit the position.
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
