import { columns, oneLine } from '../src/text/printable.js';

const ELLIPSIS = '…';
const TOKEN = /^(?:"(?:[^"\\]|\\.)*"?|[^\s,\]}]+)/u;
/** Matches an object key up to its value, if the value is a string, a number or a literal. */
const KEY = /^"(?:[^"\\]|\\.)*"[ \t]*:[ \t]*(?=[^\s{[])/u;
/** Most lines match this, and take a fast path. */
const ASCII = /^[ -~]*$/;

/**
 * Returns the part of a document's line around an offset, and a line of carets to print below it. If a key begins at
 * the offset, the carets mark the key's value, unless the value is an object or an array. Reads only the text that it
 * shows, however long the line.
 *
 * @param width the maximum width in columns
 */
export function excerpt(text: string, offset: number, width: number): [line: string, carets: string] {
  const begin = valueOffset(text, offset, width);
  const before = text.slice(Math.max(0, begin - width), begin);
  const after = text.slice(begin, begin + width + 1);
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1).trimStart();
  const lineEnd = after.search(/[\r\n]/);
  const left = fitted(oneLine(lineBefore), Math.floor(width / 2), 'end');
  const leftColumns = columns(left);
  const right = fitted(oneLine(lineEnd < 0 ? after : after.slice(0, lineEnd)), width - leftColumns, 'begin');
  const token = TOKEN.exec(right)?.[0] ?? '';
  return [left + right, ' '.repeat(leftColumns) + '^'.repeat(Math.max(1, columns(token)))];
}

/** The offset of a key's value; for an array element, the offset itself. */
function valueOffset(text: string, offset: number, width: number): number {
  const [key] = KEY.exec(text.slice(offset, offset + width)) ?? [''];
  return offset + key.length;
}

/** Keeps as much of the beginning or end of the text as fits. */
function fitted(text: string, width: number, kept: 'begin' | 'end'): string {
  if (columns(text) <= width) return text;
  if (ASCII.test(text))
    return kept === 'begin' ? text.slice(0, width - 1) + ELLIPSIS : ELLIPSIS + text.slice(1 - width);
  const characters = kept === 'begin' ? [...text] : [...text].reverse();
  let remaining = width - 1;
  const shown = characters.filter((character) => (remaining -= columns(character)) >= 0);
  return kept === 'begin' ? shown.join('') + ELLIPSIS : ELLIPSIS + shown.reverse().join('');
}
