import { ERROR_CODES } from '../error-codes.js';
import { problemsOf, type Entry, type Failure, type LocatedCause, type Problem, type Summary } from '../entry.js';
import { ISSUE_CODES, type CodeMeaning } from '../../src/issues/issue-codes.js';
import type { RulePack } from '../../src/rule/types.js';
import { artifactUri } from './artifact-uri.js';
import { textPlaces } from '../text-places.js';
import type { Reporter } from './reporter.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** SARIF 2.1.0 for code-scanning tools. Writes results as they arrive, within one run. */
export function sarifReporter(version: string, packs: readonly RulePack[]): Reporter {
  const rules = ruleDescriptors(packs);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  let separator = '';
  const result = (problem: Problem, entry: Entry): string => {
    const { source, causes } = entry;
    const cause = causes?.find((one) => explains(one, problem));
    const object = {
      ...resultObject(problem, source, indexes.get(problem.code)),
      ...(cause !== undefined && { fixes: fixes(cause, entry), properties: { cause: causeProperties(cause) } }),
    };
    const text = `${separator}\n${JSON.stringify(object)}`;
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
        .map((problem) => result(problem, entry))
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
        // The name must not be empty, but problems with the whole document have no field.
        ...(field !== '' && { logicalLocations: [{ fullyQualifiedName: field }] }),
      },
    ],
  };
}

const explains = ({ cause }: LocatedCause, { field, code, severity }: Problem): boolean =>
  cause.explains.some((issue) => issue.field === field && issue.code === code && issue.severity === severity);

const causeProperties = ({ number, cause: { code, title, why, confidence } }: LocatedCause): object => ({
  number,
  code,
  title,
  why,
  confidence,
});

/** The fixes for a cause. If there are several, the user has to choose one. */
function fixes({ cause, editsFor }: LocatedCause, { source, text, line, column }: Entry): object[] {
  const places = textPlaces(text, { line, column });
  const { title, changes, options = [{ title, changes }] } = cause;
  return options.flatMap((option) => {
    const edits = editsFor(option.changes) ?? [];
    if (edits.length === 0) return [];
    const replacements = edits.map(({ offset, end, text: inserted }) => {
      const [from, to] = [places(offset), places(end)];
      const deletedRegion = { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
      return { deletedRegion, insertedContent: { text: inserted } };
    });
    return [
      {
        description: { text: option.title },
        artifactChanges: [{ artifactLocation: { uri: artifactUri(source) }, replacements }],
      },
    ];
  });
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
