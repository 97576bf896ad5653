import { counted, inOrder, problemsOf, type Entry, type LocatedCause, type Problem, type Summary } from '../entry.js';
import { excerpt } from '../excerpt.js';
import { maskedText } from '../masked-text.js';
import { oneLine } from '../../src/text/printable.js';
import { valueText } from '../value-text.js';
import { issuePrinter, remedyPrinter, type Styles } from '../report-lines.mjs';
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
        return [...fixed, headLine(entry, style), ...lines, ''].join('\n');
      }
      const text = maskedText(entry.text);
      return [
        ...fixed,
        headLine(entry, style),
        ...problemsOf(entry).flatMap((problem) => problemLines(problem, text)),
        '',
      ].join('\n');
    },
    // Failures are already on stderr.
    failure: () => '',
    finish: (summary) => [lastLine(summary, style), ...fixable.lines(width), ''].join('\n'),
  };
}

/** The first line about a document: its position, and whether it is valid. */
export function headLine(entry: Entry, style: Styles): string {
  const { source, line, column, error, warningCount, causes } = entry;
  const where = style.bold(`${oneLine(source)}:${line}:${column}`);
  if (error !== undefined) return `${style.red('✗')} ${where}  ${headline(entry)}`;
  const warned = warningCount === 0 ? '' : `, ${counted(warningCount, 'warning')}`;
  const caused = causes === undefined ? '' : `, ${counted(causes.length, 'cause')}`;
  return `${style.green('✓')} ${where}  valid${warned}${caused}`;
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
export function lastLine({ valid, invalid, warnings, failures, exitCode }: Summary, style: Styles): string {
  const counts = `${valid} valid, ${invalid} invalid, ${counted(warnings, 'warning')}`;
  const unusable = failures.length === 0 ? '' : `; ${counted(failures.length, 'input')} unusable`;
  return (exitCode === 0 ? style.green : style.red)(`${counted(valid + invalid, 'document')}: ${counts}${unusable}`);
}
