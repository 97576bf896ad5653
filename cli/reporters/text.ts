import { counted, inOrder, problemsOf, type Entry, type LocatedCause, type Problem, type Summary } from '../entry.js';
import { excerpt } from '../excerpt.js';
import { maskedText } from '../masked-text.js';
import { oneLine } from '../../src/text/printable.js';
import { valueText } from '../value-text.js';
import { issuePrinter, remedyPrinter, wrap, type Styles } from '../report-lines.mjs';
import { causePrinter, Fixable } from './cause-lines.js';
import type { Reporter } from './reporter.js';

/** Options for a human-readable report. */
export interface TextOptions {
  readonly style: Styles;
  /** Maximum width in columns. */
  readonly width: number;
  /** Returns the remedy for a code; undefined if the code is unknown. */
  readonly remedyOf: (code: string) => string | undefined;
}

/**
 * A human-readable report: documents that are invalid or have warnings, with their problems in document order, and the
 * counts in the last line.
 */
export function textReporter({ style, width, remedyOf }: TextOptions): Reporter {
  const issueLines = issuePrinter({ style, width, remedyLines: remedyPrinter({ style, width, remedyOf }) });
  const fixable = new Fixable();
  const problemLines = (
    { field, code, message, severity, line, offset, expected }: Problem,
    text: string,
  ): string[] => {
    const [shownField, shownMessage] = [oneLine(field), oneLine(message)];
    const issue = {
      severity,
      code: oneLine(code),
      message: shownMessage.includes(shownField) ? shownMessage : `${shownField}: ${shownMessage}`,
    };
    const place = (columns: number) => (text === '' ? [] : placeLines(text, line, offset, columns));
    return issueLines(issue, place, valueText(expected));
  };
  const placeLines = (text: string, line: number, offset: number, columns: number): string[] => {
    const number = `${line} `;
    const [shown, carets] = excerpt(text, offset, Math.max(20, columns - number.length - 2));
    return [style.dim(`${number}│ ${shown}`), `${style.dim(`${' '.repeat(number.length)}│ `)}${style.bold(carets)}`];
  };
  const causeLines = causePrinter({ style, width, placeLines });
  const linesOf = (causes: readonly LocatedCause[], text: string) => causes.flatMap((cause) => causeLines(cause, text));
  return {
    start: () => '',
    entry: (entry) => {
      const fixed = entry.fixed === undefined ? [] : [fixedLine(entry, style), ...linesOf(entry.fixed, '')];
      if (entry.error === undefined && entry.warningCount === 0) return fixed.map((line) => `${line}\n`).join('');
      if (entry.causes !== undefined && entry.causes.length > 0) {
        fixable.add(entry.causes);
        const lines = linesOf(inOrder(entry.causes), maskedText(entry.text));
        return [...fixed, headLine(entry, style, width), ...lines, ''].join('\n');
      }
      const text = maskedText(entry.text);
      return [
        ...fixed,
        headLine(entry, style, width),
        ...problemsOf(entry).flatMap((problem) => problemLines(problem, text)),
        '',
      ].join('\n');
    },
    // Failures are already on stderr.
    failure: () => '',
    finish: (summary) => [lastLine(summary, style, width), ...fixable.lines(width), ''].join('\n'),
  };
}

/**
 * The first line about a document: its position, and whether it is valid. In a narrow terminal, the verdict is below
 * the position.
 */
export function headLine(entry: Entry, style: Styles, width: number): string {
  const { source, line, column, error, warningCount, causes } = entry;
  const where = `${oneLine(source)}:${line}:${column}`;
  const warned = warningCount === 0 ? '' : `, ${counted(warningCount, 'warning')}`;
  const caused = causes === undefined ? '' : `, ${counted(causes.length, 'cause')}`;
  const verdict = error === undefined ? `valid${warned}${caused}` : headline(entry);
  const head = `${error === undefined ? style.green('✓') : style.red('✗')} ${style.bold(where)}`;
  if (where.length + verdict.length + 4 <= width) return `${head}  ${verdict}`;
  return [head, ...wrap(verdict, width - 2).map((text) => `  ${text}`)].join('\n');
}

function fixedLine({ source, line, column, fixed }: Entry, style: Styles): string {
  return `${style.green('✓')} ${style.bold(`${oneLine(source)}:${line}:${column}`)}  fixed ${counted(fixed!.length, 'cause')}`;
}

/** Summarises the error without repeating the issues below it. */
function headline({ error, issues, warningCount, causes }: Entry): string {
  if (causes !== undefined)
    return `${counted(issues.length + warningCount, 'problem')}, ${counted(causes.length, 'cause')}`;
  if (issues.length === 0) return 'not valid';
  const also = warningCount === 0 ? '' : ` ${counted(warningCount, 'warning')}.`;
  return oneLine(error!.message) + also;
}

/** The last line of a human-readable report, with the counts. */
export function lastLine(summary: Summary, style: Styles, width: number): string {
  const { valid, invalid, warnings, failures, exitCode } = summary;
  const counts = `${valid} valid, ${invalid} invalid, ${counted(warnings, 'warning')}`;
  const unusable = failures.length === 0 ? '' : `; ${counted(failures.length, 'input')} unusable`;
  const paint = exitCode === 0 ? style.green : style.red;
  return wrap(`${counted(valid + invalid, 'document')}: ${counts}${unusable}`, width)
    .map(paint)
    .join('\n');
}
