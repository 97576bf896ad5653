import { columns } from '../text/printable.js';
import { assertOptions } from '../usage/assert.js';
import { layoutOf } from './layout.js';
import type { Cell, Note, NotedRow, NotedSection } from './model.js';
import { DRAW_TEXT_OPTIONS, type DrawTextOptions } from './options.js';

/** The width of the receipt with its frame, and the width needed for notes beside it, including the gap. */
const PAPER = 42;
const MARGIN = 30;
const WIDTH = 80;
const MAX_WIDTH = 1_000;
/** Width of the frame on one side, and the space beside it. */
const EDGE = 2;
/** Right-to-left letters, between which terminals would reorder figures. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

type Paint = (text: string) => string;

interface Paints {
  readonly strong: Paint;
  readonly quiet: Paint;
  readonly error: Paint;
  readonly warning: Paint;
}

/**
 * Draws a receipt as text for terminals and logs. Each line ends with a line feed. Prints issues beside the line that
 * they concern if there is room, otherwise below the line. Unless `colour` is true, the text contains no characters
 * that control a terminal or change the writing direction.
 *
 * Never throws because of the document. Marks values that are missing or have the wrong type.
 *
 * @param document a transaction as posted or as stored; any other value is also accepted
 * @throws UsageError if an option is unknown or has a wrong value
 * @example
 * drawReceiptText(document, { country: 'SE', issues: [...result.issues, ...result.warnings], width: 100 });
 */
export function drawReceiptText(document: unknown, options: DrawTextOptions = {}): string {
  assertOptions('options', options, DRAW_TEXT_OPTIONS);
  const layout = layoutOf(document, options, false);
  const width = Math.floor(Math.min(options.width ?? WIDTH, MAX_WIDTH));
  const paints = paintsFor(options.colour === true);
  const plain: Paint = options.ascii === true ? asciiText : same;
  const [corner, side, bar, dash, base] = options.ascii === true ? ASCII_FRAME : FRAME;
  const outer = Math.min(PAPER, width);
  const inner = outer - 2 * EDGE;
  const beside = width - outer >= MARGIN;
  const lines: string[] = [frame(corner, bar, outer)];
  let waiting: string[] = [];
  const put = (line: string, paint: Paint = same) => {
    const text = `${side} ${paint(padded(line, inner))} ${side}`;
    const note = waiting.shift();
    lines.push(note === undefined ? text : `${text}  ${note}`);
  };
  const marks = layout.sections.flatMap(({ rows }) => rows.map(({ mark }) => columns(plain(mark?.text ?? ''))));
  const widestMark = Math.max(...marks);
  for (const section of layout.sections) {
    if (section.ruled) put(dash.repeat(inner), paints.quiet);
    const grid = gridOf(section, widestMark, plain);
    for (const row of section.rows) {
      // A note starts beside its row, but below the notes of the rows above.
      const notes = row.notes.map((note): Note => ({
        ...note,
        message: plain(note.message),
        field: plain(note.field),
        code: plain(note.code),
      }));
      if (notes.length > 0) {
        while (waiting.length > 0) put('');
        if (beside) waiting = notes.flatMap((note) => noteLines(note, width - outer - 2, paints));
      }
      for (const line of rowLines(row, inner, grid, plain)) put(line, paintOf(row, paints));
      if (beside) continue;
      for (const note of notes) lines.push(...noteLines(note, width - 2, paints).map((line) => `  ${line}`));
    }
  }
  while (waiting.length > 0) put('');
  return [...lines, frame(base, bar, outer), ''].join('\n');
}

const FRAME = ['╭╮', '│', '─', '╌', '╰╯'] as const;
const ASCII_FRAME = ['++', '|', '-', '-', '++'] as const;

const frame = ([left, right]: string, bar: string, outer: number): string => `${left}${bar.repeat(outer - 2)}${right}`;

/** The columns of a section. */
interface Grid {
  /** Width of each column, starting from the right. */
  readonly widths: readonly number[];
  /** Width of the marks after the amounts, including a space. */
  readonly mark: number;
}

const MARKED: ReadonlySet<string> = new Set(['items', 'totals', 'tender', 'taxes']);

/** Aligns the amounts within a table, and across all sections in which a letter follows the amount. */
function gridOf({ name, rows }: NotedSection, mark: number, plain: Paint): Grid {
  const widths: number[] = [];
  for (const { right = [] } of rows)
    for (const [i, cells] of [...right].reverse().entries())
      widths[i] = Math.max(widths[i] ?? 0, columns(plain(textOf(cells))));
  const isTable = rows.some(({ right = [] }) => right.length > 2);
  return { widths, mark: mark > 0 && MARKED.has(name) && !isTable ? 1 + mark : 0 };
}

/** The lines of a row: a single line if everything fits. */
function rowLines(row: NotedRow, inner: number, { widths, mark }: Grid, plain: Paint): string[] {
  const left = plain(textOf(row.left));
  const { look, right = [], struck } = row;
  if (look === 'name' || look === 'centred' || look === 'title') {
    return wrap(look === 'title' ? spread(left, inner) : left, inner).map((line) => centred(line, inner));
  }
  const indent = look === 'detail' || look === 'discount' ? '  ' : '';
  const above = wrap(left, inner - indent.length).map((line) => indent + line);
  // Text cannot be struck through, so a void has no amounts.
  const texts = struck === true ? [] : right.map((cells) => plain(textOf(cells)));
  if (texts.every((text) => text === '')) return above;
  const amounts = texts.map((text, i) => flushed(text, i === 0 ? 0 : (widths[right.length - 1 - i] ?? 0))).join(' ');
  const end = mark === 0 ? '' : (row.mark === undefined ? '' : ` ${plain(row.mark.text)}`).padEnd(mark);
  const all = amounts + end;
  const last = above.at(-1)!;
  const turns = RIGHT_TO_LEFT.test(left) || texts.some((text) => RIGHT_TO_LEFT.test(text));
  if (columns(last) + 1 + columns(all) <= inner && !turns)
    return [...above.slice(0, -1), last + flushed(all, inner - columns(last))];
  const start = left === '' ? [] : above;
  if (columns(all) <= inner) return [...start, flushed(all, inner)];
  return [
    ...start,
    ...(texts.length > 1
      ? texts.map((text) => flushed(text, inner))
      : wrap(texts[0]!, inner - 2).map((line) => `  ${line}`)),
  ].flatMap((line) => wrapLine(line, inner));
}

/** Wraps a line if it is still too long. */
const wrapLine = (line: string, inner: number): string[] => (columns(line) <= inner ? [line] : wrap(line, inner));

const textOf = (cells: readonly Cell[]): string =>
  cells
    .map(({ text }) => text)
    .join('')
    .replace(/[\u00a0\u202f]/g, ' ');

function noteLines({ number, severity, field, code, message }: Note, width: number, paints: Paints): string[] {
  const head = `[${number}] `;
  const where = message.includes(field) ? '' : `${field}: `;
  const kind = severity === 'warning' ? 'warning ' : '';
  const lines = wrap(`${kind}${code} ${where}${message}`, Math.max(10, width - head.length));
  const paint = severity === 'error' ? paints.error : paints.warning;
  return lines.map((line, i) => (i === 0 ? paint(head) + line : ' '.repeat(head.length) + line));
}

/** Puts spaces between the letters of a title if they fit. */
function spread(title: string, inner: number): string {
  const wide = [...title].join(' ');
  return columns(wide) <= inner ? wide : title;
}

const flushed = (line: string, inner: number): string => ' '.repeat(Math.max(0, inner - columns(line))) + line;
const centred = (line: string, inner: number): string => ' '.repeat(Math.max(0, (inner - columns(line)) >> 1)) + line;
const padded = (line: string, inner: number): string => line + ' '.repeat(Math.max(0, inner - columns(line)));
const same: Paint = (text) => text;

function paintOf({ look }: NotedRow, { strong, quiet }: Paints): Paint {
  if (look === 'name' || look === 'title' || look === 'total') return strong;
  return QUIET.has(look) ? quiet : same;
}

const QUIET: ReadonlySet<string> = new Set(['detail', 'discount', 'quiet', 'field', 'head']);

function paintsFor(colour: boolean): Paints {
  const sgr = (on: number, off: number): Paint => (colour ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : same);
  return { strong: sgr(1, 22), quiet: sgr(2, 22), error: sgr(31, 39), warning: sgr(33, 39) };
}

/** Breaks text at spaces, or inside words longer than a line. @param width the width in columns */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columns(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = chopped(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)!;
  }
  return [...lines, line];
}

function chopped(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const character of word) {
    const more = columns(character);
    if (taken + more > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += character;
    taken += more;
  }
  return [...pieces, piece];
}

/** ASCII replacements for characters other than accented letters. */
const ASCII: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '−': '-',
  '–': '-',
  '—': '-',
  '×': 'x',
  '·': '-',
  '•': '*',
  '…': '...',
  '←': '<-',
  '€': 'EUR',
  '£': 'GBP',
  '’': "'",
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  º: 'o',
  '°': 'o',
};

/** Converts text to ASCII: removes accents, and writes `?` for characters without a replacement. */
export function asciiText(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => {
    const known = ASCII[character];
    if (known !== undefined) return known;
    const plain = character.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
    return plain !== '' || /\p{M}/u.test(character) ? plain : '?';
  });
}
