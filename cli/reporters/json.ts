import type { Entry, Failure, LocatedCause, LocatedIssue } from '../entry.js';
import type { Reporter } from './reporter.js';

/** Writes one line of JSON for each document and each unusable input (`failure`). */
export function jsonReporter(): Reporter {
  return {
    start: () => '',
    entry: (entry) => `${JSON.stringify(entryObject(entry))}\n`,
    failure: (failure) => `${JSON.stringify(failureObject(failure))}\n`,
    finish: () => '',
  };
}

function entryObject({ source, index, line, column, valid, error, issues, warnings, causes, fixed }: Entry): object {
  return {
    source,
    index,
    line,
    column,
    valid,
    error: error && errorObject(error),
    issues: issues.map(issueObject),
    warnings: warnings.map(issueObject),
    causes: causes?.map(causeObject),
    fixed: fixed?.map(causeObject),
  };
}

/** The same fields as in the service's response, plus the rule's details and the position. */
function issueObject({ field, code, message, rule, found, expected, line, column }: LocatedIssue): object {
  return { field, code, message, rule, found, expected, line, column };
}

/** The cause as the library returns it, with its number and position. */
function causeObject({ number, cause, line, column }: LocatedCause): object {
  return { number, ...cause, line, column };
}

function errorObject({ code, message, line, column }: NonNullable<Entry['error']>): object {
  return { code, message, line, column };
}

function failureObject({ source, place, code, message }: Failure): object {
  return { source, ...place, failure: { code, message } };
}
