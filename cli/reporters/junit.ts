import {
  counted,
  inOrder,
  type Entry,
  type Failure,
  type LocatedCause,
  type LocatedIssue,
  type Summary,
} from '../entry.js';
import type { FailOn } from '../exit-code.js';
import { changeText } from './cause-lines.js';
import type { Reporter } from './reporter.js';
import { attributes, xmlText } from './xml.js';

/**
 * The reporter buffers a suite up to this many cases, or this much text, because the counts of a suite precede its
 * cases.
 */
const MAX_CASES = 1000;
const MAX_LENGTH = 1 << 20;

/**
 * JUnit XML for CI systems, with one test case per document. Splits long sources into suites of at most 1,000
 * documents.
 *
 * @param failOn if `warning`, documents with warnings are failed tests
 */
export function junitReporter(failOn: FailOn): Reporter {
  let suite = new Suite('', 1);
  const add = (source: string, kind: CaseKind, text: string): string => {
    let written = '';
    if (suite.source !== source || suite.full) {
      written = suite.text();
      suite = new Suite(source, suite.source === source ? suite.part + 1 : 1);
    }
    suite.add(kind, text);
    return written;
  };
  return {
    start: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="receipt-rules">\n',
    entry: (entry) => {
      const fails = !entry.valid || (failOn === 'warning' && entry.warningCount > 0);
      return add(entry.source, fails ? 'failure' : 'pass', documentCase(entry, fails));
    },
    failure: (failure) => add(failure.source, 'error', failureCase(failure)),
    finish: (_summary: Summary) => `${suite.text()}</testsuites>\n`,
  };
}

type CaseKind = 'pass' | 'failure' | 'error';

class Suite {
  private cases = '';
  private readonly counts = { pass: 0, failure: 0, error: 0 };

  constructor(
    readonly source: string,
    readonly part: number,
  ) {}

  get full(): boolean {
    return this.tests >= MAX_CASES || this.cases.length >= MAX_LENGTH;
  }

  add(kind: CaseKind, text: string): void {
    this.counts[kind]++;
    this.cases += text;
  }

  text(): string {
    if (this.tests === 0) return '';
    const name = this.part === 1 ? this.source : `${this.source} (part ${this.part})`;
    const { failure: failures, error: errors } = this.counts;
    return `<testsuite${attributes({ name, tests: this.tests, failures, errors, skipped: 0 })}>\n${this.cases}</testsuite>\n`;
  }

  private get tests(): number {
    return this.counts.pass + this.counts.failure + this.counts.error;
  }
}

function documentCase(entry: Entry, fails: boolean): string {
  const { source, index, line, error, issues, warnings, causes = [] } = entry;
  const open = `<testcase${attributes({ classname: source, name: `document ${index + 1}`, file: source, line })}`;
  if (error === undefined && !fails && warnings.length === 0) return `${open}/>\n`;
  const { code, message } = error ?? warnings[0] ?? { code: 'warning', message: 'The document has warnings.' };
  const warningLines = inOrder(warnings).map(issueLine).join('\n');
  let lines = inOrder(issues).map(issueLine).join('\n');
  if (issues.length === 0)
    lines = error === undefined ? warningLines : `${error.line}:${error.column} ${error.message}`;
  const causeTexts = inOrder(causes).flatMap(causeLines);
  const withCauses = (text: string): string => [...(text === '' ? [] : [text]), ...causeTexts].join('\n');
  const failure = fails ? `<failure${attributes({ type: code, message })}>${xmlText(withCauses(lines))}</failure>` : '';
  const said = fails ? warningLines : withCauses(warningLines);
  const output = said === '' ? '' : `<system-out>${xmlText(said)}</system-out>`;
  return `${open}>${failure}${output}</testcase>\n`;
}

function failureCase({ source, code, message, place }: Failure): string {
  const name = place === undefined ? 'input' : `input at ${place.line}:${place.column}`;
  const open = `<testcase${attributes({ classname: source, name, file: source, line: place?.line })}>`;
  return `${open}<error${attributes({ type: code, message })}/></testcase>\n`;
}

function causeLines({ number, line, column, cause, changes }: LocatedCause): string[] {
  const { code, title, confidence, explains } = cause;
  const head = `${line}:${column} cause ${number} ${code}: ${title} (${confidence}, ${counted(explains.length, 'problem')})`;
  return [head, ...changes.map((change) => `  ${changeText(change)}`)];
}

function issueLine({ line, column, severity, field, code, message }: LocatedIssue): string {
  return `${line}:${column} ${severity} ${field === '' ? '(document)' : field} ${code}: ${message}`;
}
