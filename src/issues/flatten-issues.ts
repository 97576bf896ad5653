import type { Issue } from './issue.js';
import { assertArgument } from '../usage/assert-argument.js';

/** Messages by field, as form libraries expect them. */
export interface FlattenedIssues {
  /** Messages about the whole document. */
  readonly formErrors: string[];
  /** Messages by field, such as `items[0].taxRate`; an object without prototype. */
  readonly fieldErrors: Record<string, string[]>;
}

/**
 * Groups the messages of issues by field, in the order of the issues.
 *
 * @throws UsageError for a value that is not an array of issues
 */
export function flattenIssues(issues: readonly Pick<Issue, 'field' | 'message'>[]): FlattenedIssues {
  checkIssues(issues);
  const formErrors: string[] = [];
  const fieldErrors = Object.create(null) as Record<string, string[]>;
  for (const { field, message } of issues) {
    if (field === '') formErrors.push(message);
    else (fieldErrors[field] ??= []).push(message);
  }
  return { formErrors, fieldErrors };
}

/**
 * Formats issues as readable text: a mark, the message and the field. Empty if there are no issues.
 *
 * @throws UsageError for a value that is not an array of issues
 * @example
 * console.error(prettifyIssues([...result.issues, ...result.warnings]));
 * // ✖ items[1].amount is 1705, but 1 × 6990 is 6990
 * //   → at items[1].amount (amount_mismatch)
 */
export function prettifyIssues(issues: readonly Issue[]): string {
  checkIssues(issues);
  return issues
    .map(({ severity, message, field, code }) => {
      const at = field === '' ? 'the document' : field;
      return `${severity === 'error' ? '✖' : '⚠'} ${message}\n  → at ${at} (${code})`;
    })
    .join('\n');
}

function checkIssues(issues: unknown): void {
  const areIssues = Array.isArray(issues) && issues.every((issue) => typeof issue === 'object' && issue !== null);
  assertArgument(areIssues, 'issues', 'an array of issues', issues);
}
