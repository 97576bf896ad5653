import { columns } from '../text/columns.js';
import { assertOptions } from '../usage/assert-options.js';
import type { Cell, Note, NotedRow } from './model.js';
import { DRAW_TEXT_OPTIONS } from './options.js';
import { layoutOf } from './layout.js';
import type { DrawTextOptions } from './types.js';
import { wrap } from './wrap.js';

/** The width of the paper with its edges, and the width that notes need beside it, with the gap. */
const PAPER = 42;
const MARGIN = 30;
const WIDTH = 80;
const MAX_WIDTH = 1_000;
/** The width of an edge and the space beside it. */
const EDGE = 2;
/** Right-to-left letters. Figures between them would change places. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

type Paint = (text: string) => string;

interface Paints {
  readonly strong: Paint;
  readonly quiet: Paint;
  readonly error: Paint;
  readonly warning: Paint;
}

/**
 * Draws a receipt as text for terminals and logs: lines that end in a line feed. Issues are next to their line if there
 * is room, otherwise below it. Unless `colour` is true, no character controls a terminal or changes the writing
 * direction.
 *
 * It never throws for a document. It marks a value that is missing or has the wrong type.
 *
 * @param document a transaction as posted or as stored; any other value is accepted too
 * @throws UsageError for an unknown option or a wrong value
 * @example
 * drawReceiptText(document, { country: 'SE', issues: [...result.issues, ...result.warnings], width: 100 });
 */
export function drawReceiptText(document: unknown, options: DrawTextOptions = {}): string {
  assertOptions('options', options, DRAW_TEXT_OPTIONS);
  const layout = layoutOf(document, options);
  const width = Math.floor(Math.min(options.width ?? WIDTH, MAX_WIDTH));
  const paints = paintsFor(options.colour === true);
  const outer = Math.min(PAPER, width);
  const inner = outer - 2 * EDGE;
  const beside = width - outer >= MARGIN;
  const lines: string[] = [`╭${'─'.repeat(outer - 2)}╮`];
  let waiting: string[] = [];
  const put = (line: string, paint: Paint = same) => {
    const text = `│ ${paint(padded(line, inner))} │`;
    const note = waiting.shift();
    lines.push(note === undefined ? text : `${text}  ${note}`);
  };
  for (const row of layout.rows) {
    if (row.first) put('╌'.repeat(inner), paints.quiet);
    // A note begins beside its line, after all lines of the notes above it.
    if (row.notes.length > 0) {
      while (waiting.length > 0) put('');
      if (beside) waiting = row.notes.flatMap((note) => noteLines(note, width - outer - 2, paints));
    }
    for (const line of rowLines(row, inner)) put(line, paintOf(row, paints));
    if (beside) continue;
    for (const note of row.notes) lines.push(...noteLines(note, width - 2, paints).map((line) => `  ${line}`));
  }
  while (waiting.length > 0) put('');
  return [...lines, `╰${'─'.repeat(outer - 2)}╯`, ''].join('\n');
}

/** The lines of a row: one line if all of it fits. */
function rowLines(row: NotedRow, inner: number): string[] {
  const left = textOf(row.left);
  if (row.look === 'name' || row.look === 'centred' || row.look === 'title') {
    return wrap(row.look === 'title' ? spread(left, inner) : left, inner).map((line) => centred(line, inner));
  }
  const indent = row.look === 'detail' ? '  ' : '';
  const right = row.right === undefined ? '' : textOf([row.right]);

  if (row.middle !== undefined) return tableLines(left, textOf([row.middle]), right, inner);
  const free = inner - indent.length;
  const turns = RIGHT_TO_LEFT.test(left) || RIGHT_TO_LEFT.test(right);
  const above = wrap(left, free).map((line) => indent + line);
  if (right === '') return above;
  const last = above.at(-1)!;
  const fits = columns(last) + 1 + columns(right) <= inner && !turns;
  if (fits)
    return [...above.slice(0, -1), last + right.padStart(right.length + inner - columns(last) - columns(right))];
  if (columns(right) <= inner) return [...above, flushed(right, inner)];
  return [...above, ...wrap(right, inner - 2).map((line) => `  ${line}`)];
}

function tableLines(left: string, middle: string, right: string, inner: number): string[] {
  const wide = Math.max(10, columns(right) + 1);
  const line = `${middle}${' '.repeat(Math.max(1, wide - columns(right)))}${right}`;
  const gap = inner - columns(left) - columns(line);
  if (gap >= 1 && !RIGHT_TO_LEFT.test(left)) return [left + ' '.repeat(gap) + line];
  return [...wrap(left, inner), ...wrap(line, inner).map((part) => flushed(part, inner))];
}

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

/** A title with spaces between its letters, if they fit. */
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
  return look === 'detail' || look === 'quiet' || look === 'field' || look === 'tax-head' ? quiet : same;
}

function paintsFor(colour: boolean): Paints {
  const sgr = (on: number, off: number): Paint => (colour ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : same);
  return { strong: sgr(1, 22), quiet: sgr(2, 22), error: sgr(31, 39), warning: sgr(33, 39) };
}
