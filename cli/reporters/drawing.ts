import { drawReceiptText } from '../../src/draw/index.js';
import { oneLine } from '../../src/text/printable.js';
import { remedyPrinter } from '../report-lines.mjs';
import type { Reporter } from './reporter.js';
import { headLine, lastLine, textReporter, type TextOptions } from './text.js';

/** The settings of a report of drawings. */
export interface DrawingOptions extends TextOptions {
  readonly colour: boolean;
  /** The country that decides the labels. */
  readonly country: string;
  /** The document of an entry. */
  readonly document: () => unknown;
}

/** On a narrower terminal, lines wrap. */
const MIN_WIDTH = 24;

/** Draws every document as a receipt, with its issues and warnings beside their line, and each remedy once. */
export function drawingReporter({ colour, country, document, ...forPeople }: DrawingOptions): Reporter {
  const { style, width } = forPeople;
  const remedyLines = remedyPrinter(forPeople);
  const notDrawn = textReporter(forPeople);
  return {
    start: () => '',
    entry: (entry) => {
      const { error, issues, warnings } = entry;
      // Text that is not JSON has an error, but no document to draw.
      if (error?.code === 'invalid_json' && issues.length === 0) return `${notDrawn.entry(entry)}\n`;
      const found = [...issues, ...warnings];
      const drawing = drawReceiptText(document(), {
        country,
        issues: found,
        width: Math.max(width, MIN_WIDTH),
        colour,
      });
      const remedies = found.flatMap(({ code }) => remedyLines(code, `  ${oneLine(code)}`));
      return [headLine(entry, style), drawing + remedies.map((line) => `${line}\n`).join(''), ''].join('\n');
    },
    // Failures already went to stderr.
    failure: () => '',
    finish: (summary) => `${lastLine(summary, style)}\n`,
  };
}
