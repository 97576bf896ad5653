const WIDTH = 120;

/** Matches a word that would start a list, heading or quotation at the beginning of a line. */
const MARKUP = /^(?:[-+*>|]|#+|\d+[.)])$/;

/** Wraps a paragraph or list item, without breaking code or links. */
export function wrap(text: string, first = '', rest = first.replaceAll(/./g, ' ')): string {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of unbroken(text)) {
    if (!empty && line.length + 1 + word.length > WIDTH && !MARKUP.test(word)) {
      lines.push(line);
      line = rest;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].join('\n');
}

/** Splits text into words. Words between backticks or brackets count as one, and so do the words in a tag. */
function unbroken(text: string): string[] {
  const words: string[] = [];
  let open = '';
  for (const word of text.split(' ')) {
    open = open === '' ? word : `${open} ${word}`;
    if (open.endsWith('<a') || count(open, '`') % 2 === 1 || count(open, '[') > count(open, ']')) continue;
    words.push(open);
    open = '';
  }
  return open === '' ? words : [...words, open];
}

const count = (text: string, character: string): number => text.split(character).length - 1;

/** Escapes plain text for Markdown. An underscore within a word is not markup. */
export function escape(text: string): string {
  return text.replaceAll(/[\\`*<]|\b_|_\b/g, '\\$&');
}

/** Formats text as inline code. */
export const code = (text: string): string => `\`${text}\``;

/** Formats strings as inline code, joined into a list within a sentence. */
export const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

/** A block of preformatted text. */
export const block = (lines: readonly string[]): string => ['```text', ...lines, '```'].join('\n');

/** A heading's anchor, as Git hosts derive it from the text. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Entries of a list. */
export const list = (entries: readonly string[]): string => entries.map((entry) => wrap(entry, '- ')).join('\n');

/** A table with one line per row, however long. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** A page of paragraphs. */
export const page = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;

/** A date that does not break across lines. */
export const day = (date: string): string => `<time>${date}</time>`;

/** Text in which dates do not break across lines. */
export const withDays = (text: string): string => escape(text).replaceAll(/(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g, day);
