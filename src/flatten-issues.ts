import type { Issue } from './issue.js';

/** Messages by field, as forms need them. */
export interface FlattenedIssues {
  /** Messages about the document as a whole. */
  readonly formErrors: string[];
  /** Messages by field, such as `items[0].taxRate`; an object without prototype. */
  readonly fieldErrors: Record<string, string[]>;
}

/** Groups the messages of issues by field, in the order of the issues. */
export function flattenIssues(issues: readonly Pick<Issue, 'field' | 'message'>[]): FlattenedIssues {
  const formErrors: string[] = [];
  const fieldErrors = Object.create(null) as Record<string, string[]>;
  for (const { field, message } of issues) {
    if (field === '') formErrors.push(message);
    else (fieldErrors[field] ??= []).push(message);
  }
  return { formErrors, fieldErrors };
}

/**
 * Writes issues as text for people: a mark, the message, and the place. Empty if there are none.
 *
 * @example
 * console.error(prettifyIssues([...result.issues, ...result.warnings]));
 * // ✖ items[1].amount is 1705, but 1 × 6990 is 6990
 * //   → at items[1].amount (amount_mismatch)
 */
export function prettifyIssues(issues: readonly Issue[]): string {
  return issues
    .map(({ severity, message, field, code }) => {
      const at = field === '' ? 'the document' : field;
      return `${severity === 'error' ? '✖' : '⚠'} ${message}\n  → at ${at} (${code})`;
    })
    .join('\n');
}
