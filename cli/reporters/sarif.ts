import { ERROR_CODES } from '../error-codes.js';
import { problemsOf, type Failure, type Problem, type Summary } from '../entry.js';
import { ISSUE_CODES, type CodeMeaning } from '../../src/issues/issue-codes.js';
import type { RulePack } from '../../src/rule/types.js';
import { artifactUri } from './artifact-uri.js';
import type { Reporter } from './reporter.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** SARIF 2.1.0 for code-scanning tools. Writes results as they arrive, within one run. */
export function sarifReporter(version: string, packs: readonly RulePack[]): Reporter {
  const rules = ruleDescriptors(packs);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  let separator = '';
  const result = (problem: Problem, source: string): string => {
    const text = `${separator}\n${JSON.stringify(resultObject(problem, source, indexes.get(problem.code)))}`;
    separator = ',';
    return text;
  };
  return {
    start: () => {
      const driver = { name: 'receipt-rules', version, rules };
      return (
        `{"$schema":${JSON.stringify(SCHEMA)},"version":"2.1.0","runs":[{"tool":${JSON.stringify({ driver })},` +
        `"columnKind":"utf16CodeUnits","results":[`
      );
    },
    entry: (entry) =>
      problemsOf(entry)
        .map((problem) => result(problem, entry.source))
        .join(''),
    failure: () => '',
    finish: (summary) => `\n],"invocations":[${JSON.stringify(invocation(summary))}]}]}\n`,
  };
}

function resultObject(
  { field, code, message, severity, line, column }: Problem,
  source: string,
  ruleIndex?: number,
): object {
  return {
    ruleId: code,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: artifactUri(source) },
          region: { startLine: line, startColumn: column },
        },
        // A name must not be empty, and the document itself has no field.
        ...(field !== '' && { logicalLocations: [{ fullyQualifiedName: field }] }),
      },
    ],
  };
}

/** Lists every code, so that rule indexes are the same on every run. */
function ruleDescriptors(packs: readonly RulePack[]): { readonly id: string; readonly [property: string]: unknown }[] {
  const rules = packs.flatMap((pack) => pack.rules);
  const known: Readonly<Record<string, CodeMeaning | undefined>> = { ...ERROR_CODES, ...ISSUE_CODES };
  const codes = new Set([...Object.keys(known), ...rules.flatMap((rule) => rule.codes)]);
  return [...codes].map((id) => {
    const raising = rules.filter((rule) => rule.codes.includes(id));
    const level = raising.length > 0 && raising.every(({ severity }) => severity === 'warning') ? 'warning' : 'error';
    const { meaning, remedy } = known[id] ?? raising.find(({ meanings }) => meanings !== undefined)!.meanings![id]!;
    return {
      id,
      shortDescription: { text: meaning },
      help: { text: remedy },
      defaultConfiguration: { level },
    };
  });
}

function invocation(summary: Summary): object {
  return {
    executionSuccessful: summary.failures.length === 0,
    exitCode: summary.exitCode,
    toolExecutionNotifications: summary.failures.map(notification),
  };
}

function notification({ source, code, message, place }: Failure): object {
  const region = place && { region: { startLine: place.line, startColumn: place.column } };
  return {
    descriptor: { id: code },
    level: 'error',
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: artifactUri(source) }, ...region } }],
  };
}
