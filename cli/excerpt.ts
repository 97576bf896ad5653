import { columns } from '../src/text/columns.js';
import { oneLine } from '../src/text/printable.js';

const ELLIPSIS = '…';
const TOKEN = /^(?:"(?:[^"\\]|\\.)*"?|[^\s,\]}]+)/u;
/** Most lines match this, and it is fast. */
const ASCII = /^[ -~]*$/;

/**
 * The part of a document's line around an offset, and a line of carets below the value that begins there. Reads only the
 * text that it shows, however long the line is.
 *
 * @param width maximum width in columns
 */
export function excerpt(text: string, offset: number, width: number): [line: string, carets: string] {
  const before = text.slice(Math.max(0, offset - width), offset);
  const after = text.slice(offset, offset + width + 1);
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1).trimStart();
  const lineEnd = after.search(/[\r\n]/);
  const left = fitted(oneLine(lineBefore), Math.floor(width / 3), 'end');
  const leftColumns = columns(left);
  const right = fitted(oneLine(lineEnd < 0 ? after : after.slice(0, lineEnd)), width - leftColumns, 'begin');
  const token = TOKEN.exec(right)?.[0] ?? '';
  return [left + right, ' '.repeat(leftColumns) + '^'.repeat(Math.max(1, columns(token)))];
}

/** As much of the beginning or end of the text as fits. */
function fitted(text: string, width: number, kept: 'begin' | 'end'): string {
  if (columns(text) <= width) return text;
  if (ASCII.test(text))
    return kept === 'begin' ? text.slice(0, width - 1) + ELLIPSIS : ELLIPSIS + text.slice(1 - width);
  const characters = kept === 'begin' ? [...text] : [...text].reverse();
  let remaining = width - 1;
  const shown = characters.filter((character) => (remaining -= columns(character)) >= 0);
  return kept === 'begin' ? shown.join('') + ELLIPSIS : ELLIPSIS + shown.reverse().join('');
}
