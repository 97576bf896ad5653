import { counted, inOrder, problemsOf, type Entry, type Problem, type Summary } from '../entry.js';
import { excerpt } from '../excerpt.js';
import { oneLine } from '../../src/text/printable.js';
import { issuePrinter, remedyPrinter, type Styles } from '../report-lines.mjs';
import type { Reporter } from './reporter.js';

/** The settings of a report for people. */
export interface TextOptions {
  readonly style: Styles;
  /** Maximum width in columns. */
  readonly width: number;
  /** The remedy of a code; undefined for an unknown code. */
  readonly remedyOf: (code: string) => string | undefined;
}

/**
 * The report for people: documents that are invalid or have warnings, with their problems in the order of the document,
 * and a last line with the counts.
 */
export function textReporter({ style, width, remedyOf }: TextOptions): Reporter {
  const issueLines = issuePrinter({ style, width, remedyLines: remedyPrinter({ style, width, remedyOf }) });
  const problemLines = ({ field, code, message, severity, line, offset }: Problem, text: string): string[] => {
    const [shownField, shownMessage] = [oneLine(field), oneLine(message)];
    const issue = {
      severity,
      code: oneLine(code),
      message: shownMessage.includes(shownField) ? shownMessage : `${shownField}: ${shownMessage}`,
    };
    return issueLines(issue, (columns) => (text === '' ? [] : placeLines(text, line, offset, columns)));
  };
  const placeLines = (text: string, line: number, offset: number, columns: number): string[] => {
    const number = `${line} `;
    const [shown, carets] = excerpt(text, offset, Math.max(20, columns - number.length - 2));
    return [style.dim(`${number}│ ${shown}`), `${style.dim(`${' '.repeat(number.length)}│ `)}${style.bold(carets)}`];
  };
  return {
    start: () => '',
    entry: (entry) => {
      if (entry.error === undefined && entry.warningCount === 0) return '';
      const problems = inOrder(problemsOf(entry));
      return [headLine(entry, style), ...problems.flatMap((problem) => problemLines(problem, entry.text)), ''].join(
        '\n',
      );
    },
    // Failures already went to stderr.
    failure: () => '',
    finish: (summary) => `${lastLine(summary, style)}\n`,
  };
}

/** The verdict on a document, and its place. */
export function headLine(entry: Entry, style: Styles): string {
  const { source, line, column, error, warningCount } = entry;
  const where = style.bold(`${oneLine(source)}:${line}:${column}`);
  if (error !== undefined) return `${style.red('✗')} ${where}  ${headline(entry)}`;
  return `${style.green('✓')} ${where}  valid${warningCount === 0 ? '' : `, ${counted(warningCount, 'warning')}`}`;
}

/** The part of the error that the issues below do not repeat. */
function headline({ error, issues, warningCount }: Entry): string {
  if (issues.length === 0) return 'not valid';
  const also = warningCount === 0 ? '' : ` ${counted(warningCount, 'warning')}.`;
  return oneLine(error!.message) + also;
}

/** The counts of a run, for people. */
export function lastLine({ valid, invalid, warnings, failures, exitCode }: Summary, style: Styles): string {
  const counts = `${valid} valid, ${invalid} invalid, ${counted(warnings, 'warning')}`;
  const unusable = failures.length === 0 ? '' : `; ${counted(failures.length, 'input')} unusable`;
  return (exitCode === 0 ? style.green : style.red)(`${counted(valid + invalid, 'document')}: ${counts}${unusable}`);
}
