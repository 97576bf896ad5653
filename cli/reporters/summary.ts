import { problemsOf, type Entry, type Problem, type Summary } from '../entry.js';
import { oneLine } from '../../src/text/printable.js';
import { hanging } from '../report-lines.mjs';
import type { Reporter } from './reporter.js';
import { lastLine, type TextOptions } from './text.js';

/** The number of times a code was raised, and the first position. */
interface Row {
  readonly first: { readonly source: string; readonly index: number; readonly problem: Problem };
  count: number;
}

/** Reporter for `--summary`, which lists codes instead of documents. Stores only one row per code. */
function summaryReporter(finish: (rows: readonly Row[], summary: Summary) => string): Reporter {
  const rows = new Map<string, Row>();
  return {
    start: () => '',
    entry: (entry) => {
      for (const problem of problemsOf(entry)) count(rows, entry, problem);
      return '';
    },
    failure: () => '',
    finish: (summary) => finish([...rows.values()].sort(byWeight), summary),
  };
}

function count(rows: Map<string, Row>, { source, index }: Entry, problem: Problem): void {
  const key = `${problem.severity} ${problem.code}`;
  const row = rows.get(key);
  if (row === undefined) rows.set(key, { first: { source, index, problem }, count: 1 });
  else row.count++;
}

/** Sorts errors first, and then by count, largest first. */
function byWeight(a: Row, b: Row): number {
  const [first, second] = [a.first.problem.severity, b.first.problem.severity];
  return first === second ? b.count - a.count : first === 'error' ? -1 : 1;
}

/** Counts per code, as human-readable text. */
export function textSummaryReporter({ style, width, remedyOf }: TextOptions): Reporter {
  return summaryReporter((rows, summary) => {
    const digits = Math.max(0, ...rows.map((row) => String(row.count).length));
    const codeWidth = Math.max(0, ...rows.map(({ first }) => oneLine(first.problem.code).length));
    const lines = rows.flatMap(({ first: { source, problem }, count }) => {
      const { severity, code, field, line, column } = problem;
      const paint = severity === 'error' ? style.red : style.yellow;
      const begin = `${String(count).padStart(digits)} `;
      const end = `${' '.repeat(8 - severity.length)}${oneLine(code).padEnd(codeWidth)}  `;
      const indent = begin.length + severity.length + end.length;
      const place = `first at ${oneLine(source)}:${line}:${column}${field === '' ? '' : ` ${oneLine(field)}`}`;
      const remedy = remedyOf(code);
      const [shown, ...more] = [place, ...(remedy === undefined ? [] : [`→ ${remedy}`])].flatMap((text, i) =>
        hanging('', text, indent, width).map((each) => (i === 0 ? each : style.cyan(each))),
      );
      const head = begin + paint(severity) + end;
      const fits = shown!.startsWith(' '.repeat(indent));
      return fits ? [head + shown!.slice(indent), ...more] : [head.trimEnd(), shown!, ...more];
    });
    return [...lines, lastLine(summary, style, width), ''].join('\n');
  });
}

/** Counts per code, as one JSON object. */
export function jsonSummaryReporter(): Reporter {
  return summaryReporter((rows, { valid, invalid, warnings, failures }) => {
    const codes = rows.map(({ first: { source, index, problem }, count }) => {
      const { code, severity, line, column, field } = problem;
      return { code, severity, count, first: { source, index, line, column, field } };
    });
    const unusable = failures.map(({ source, place, code, message }) => ({ source, ...place, code, message }));
    const summary = { documents: valid + invalid, valid, invalid, warnings, codes, failures: unusable };
    return `${JSON.stringify(summary)}\n`;
  });
}

/** `--quiet`: writes nothing. */
export function noReporter(): Reporter {
  const nothing = () => '';
  return { start: nothing, entry: nothing, failure: nothing, finish: nothing };
}
