import { drawReceiptText } from '../../src/draw/index.js';
import { oneLine } from '../../src/text/printable.js';
import { counted, inOrder, type LocatedCause, type LocatedIssue } from '../entry.js';
import { remedyPrinter, wrap } from '../report-lines.mjs';
import { valueText } from '../value-text.js';
import { changeText } from './cause-lines.js';
import type { Reporter } from './reporter.js';
import { headLine, lastLine, textReporter, type TextOptions } from './text.js';

/** Options for a report of drawn receipts. */
export interface DrawingOptions extends TextOptions {
  readonly colour: boolean;
  /** Whether to draw all notes, however long the receipt becomes. */
  readonly isWhole: boolean;
  /** Whether to draw in ASCII only. */
  readonly ascii: boolean;
  /** Returns the current document's country, which determines the labels. */
  readonly country: () => string;
  /** Returns the current document. */
  readonly document: () => unknown;
}

/** Minimum width. On narrower terminals, lines wrap. */
const MIN_WIDTH = 24;

/** Width of the receipt, and the minimum terminal width for notes beside the receipt instead of below their lines. */
const PAPER = 42;
const BESIDE = 72;
/** Maximum number of lines per note. */
const MAX_LINES = 3;

/** A note in the margin. */
interface Note {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

const noteOf = ({ field, code, message, severity }: LocatedIssue): Note => ({ field, code, message, severity });

function noteOfCause({ cause, changes }: LocatedCause): Note {
  const { code, title, field, explains } = cause;
  const [first, ...more] = changes;
  const change =
    first === undefined ? '' : `: ${changeText(first)}${more.length > 0 ? `, and ${more.length} more` : ''}`;
  const isWarning = explains.length > 0 && explains.every(({ severity }) => severity === 'warning');
  const message = oneLine(title).replace(/\.$/, '') + change;
  return { field: first?.field ?? field, code, message, severity: isWarning ? 'warning' : 'error' };
}

/**
 * Draws as many notes as fit, and as much of each note as fits, without making the receipt more than a third longer.
 */
function withNotes(draw: (notes: readonly Note[]) => string, notes: readonly Note[], width: number) {
  const most = Math.floor((4 * lengthOf(draw([]))) / 3);
  const space = (width < BESIDE ? width : width - PAPER) - 2 - `[${notes.length}] `.length;
  for (let lines = MAX_LINES; lines > 0; lines--) {
    const drawing = draw(notes.map((note) => shortened(note, lines, space)));
    if (lengthOf(drawing) <= most) return { drawing, left: [] };
  }
  let count = notes.length - 1;
  const drawn = (): string => draw(notes.slice(0, count).map((note) => shortened(note, 1, space)));
  let drawing = drawn();
  while (count > 0 && lengthOf(drawing) > most) {
    count--;
    drawing = drawn();
  }
  const more = `… and ${counted(notes.length - count, 'more note')}: see receipt-rules validate`;
  return { drawing, left: wrap(more, width - 2).map((line) => `  ${line}`) };
}

const lengthOf = (drawing: string): number => drawing.split('\n').length - 1;

/** Cuts a note to a number of lines in the margin, after adding the field to the message. */
function shortened({ message, field, ...note }: Note, lines: number, space: number): Note {
  const kind = note.severity === 'warning' ? 'warning ' : '';
  const head = `${kind}${note.code} `;
  const whole = message.includes(field) ? message : `${field}: ${message}`;
  const wrapped = wrap(head + whole, space);
  if (wrapped.length <= lines) return { ...note, field, message: whole };
  const cut = wrapped.slice(0, lines).join(' ').slice(head.length);
  return { ...note, field, message: `${cut.slice(0, Math.max(0, cut.length - 2))}…` };
}

/**
 * Draws every document as a receipt, with its causes beside the lines that they concern. Without causes, shows issues
 * and warnings, and each remedy once.
 */
export function drawingReporter({ colour, ascii, isWhole, country, document, ...forPeople }: DrawingOptions): Reporter {
  const { style, width } = forPeople;
  const columns = Math.max(width, MIN_WIDTH);
  const remedyLines = remedyPrinter(forPeople);
  const notDrawn = textReporter(forPeople);
  return {
    start: () => '',
    entry: (entry) => {
      const { error, issues, warnings } = entry;
      // Text that is not JSON has an error, but no document to draw.
      if (error?.code === 'invalid_json' && issues.length === 0) return `${notDrawn.entry(entry)}\n`;
      const found = inOrder([...issues, ...warnings]);
      const { causes } = entry;
      const notes = causes === undefined ? found.map(noteOf) : inOrder(causes).map(noteOfCause);
      const draw = (shown: readonly Note[]): string =>
        drawReceiptText(document(), { country: country(), issues: shown, width: columns, colour, ascii });
      const { drawing, left } = isWhole ? { drawing: draw(notes), left: [] } : withNotes(draw, notes, columns);
      const remedies =
        causes === undefined
          ? found.flatMap(({ code, expected }) => remedyLines(code, `  ${oneLine(code)}`, valueText(expected)))
          : [];
      return [
        headLine(entry, style, columns),
        drawing + [...left, ...remedies].map((line) => `${line}\n`).join(''),
        '',
      ].join('\n');
    },
    // Failures are already on stderr.
    failure: () => '',
    finish: (summary) => `${lastLine(summary, style, columns)}\n`,
  };
}
