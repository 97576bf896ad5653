import type { Entry, LocatedIssue, Summary } from '../entry.js';
import { printable } from '../printable.js';
import type { Reporter } from './reporter.js';

type Paint = (text: string) => string;

/** The report for people: what is invalid or has warnings, and a last line with the counts. */
export function textReporter(colour: boolean): Reporter {
  const paint = (code: number): Paint => (colour ? (text) => `\u001b[${code}m${text}\u001b[0m` : String);
  const [bold, red, green, yellow, dim] = [paint(1), paint(31), paint(32), paint(33), paint(2)];

  const issueLine = ({ line, column, severity, field, code, message }: LocatedIssue): string => {
    const mark = severity === 'error' ? red('error  ') : yellow('warning');
    const where = oneLine(field === '' ? '(document)' : field);
    return `  ${dim(`${line}:${column}`)}  ${mark}  ${bold(where)}  ${oneLine(code)}  ${dim(oneLine(message))}\n`;
  };
  const entryText = (entry: Entry): string => {
    const { source, error, issues, warnings } = entry;
    if (error === undefined && warnings.length === 0) return '';
    const { line, column } = error ?? entry;
    const verdict = error === undefined ? green('valid') : `${red(oneLine(error.code))}: ${oneLine(error.message)}`;
    const header = `${bold(`${oneLine(source)}:${line}:${column}`)}: ${verdict}\n`;
    return header + issues.map(issueLine).join('') + warnings.map(issueLine).join('');
  };
  return {
    start: () => '',
    entry: entryText,
    // Failures stand on stderr already.
    failure: () => '',
    finish: (summary) =>
      (summary.invalid > 0 || summary.failures.length > 0 ? red : green)(summaryLine(summary)) + '\n',
  };
}

function summaryLine({ valid, invalid, warnings, failures }: Summary): string {
  const counts = `${valid} valid, ${invalid} invalid, ${counted(warnings, 'warning')}`;
  const unusable = failures.length === 0 ? '' : `; ${counted(failures.length, 'input')} could not be used`;
  return `${counted(valid + invalid, 'document')}: ${counts}${unusable}`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n');
}
