import { assertArgument } from '../usage/assert.js';
import type { IssueCode } from './issue-codes.js';

/**
 * `error`: the document is not valid. `warning`: the document is valid but probably wrong; never part of a 422 body.
 */
export type Severity = 'error' | 'warning';

/** The message of an issue, or a function that builds it from values when the caller reads the issues. */
export type IssueText<Values = undefined> = string | ((values: Values) => string);

/** One problem in a document. On the wire it is `{field, code, message}`. */
export interface Issue {
  /** Path as text: `items[0].taxRate`; the empty string is the document itself. */
  readonly field: string;
  /** The same path, one element per step. */
  readonly path: readonly (string | number)[];
  /** A stable code, which `explain(shop, code)` explains. */
  readonly code: IssueCode | (string & {});
  /** A sentence with the value found and what is valid. Not stable: never match on it. */
  readonly message: string;
  readonly severity: Severity;
  /** The id of the rule that raised the issue, for `explain(shop, issue)`; absent for structural faults. */
  readonly rule?: string | undefined;
  /** The value of the field; absent if the field has none. */
  readonly found?: unknown;
  /** The valid value, or the array of valid values, if the rule knows them. */
  readonly expected?: unknown;
  /** Only for `differs_from_source`: the first cause that explains the whole difference. */
  readonly cause?: DifferenceCause | undefined;
}

/** Why a figure differs from what the source charged. */
export type DifferenceCause =
  /** The source has a line that the draft does not have. */
  | 'line_missing'
  /** A line has a different amount. */
  | 'line_amount'
  /** A line has a different tax. */
  | 'line_tax'
  /** The draft has a line that the source does not have. */
  | 'line_extra'
  /** The source rounds tax differently. */
  | 'tax_rounding'
  /** `pricesIncludeTax` is the wrong way round. */
  | 'prices_include_tax'
  /** The source rounds the total to a multiple of a different amount, or not at all. */
  | 'cash_rounding'
  /** The difference is one line's amount. */
  | 'one_line'
  /** The difference is one line's discount, or the sum of all discounts. */
  | 'discount'
  /** The difference is the tip or a charge. */
  | 'tip_or_charge'
  /** A line has a different rate. */
  | 'rate'
  | 'unknown';

/** Messages by field, as form libraries expect them. */
export interface FlattenedIssues {
  /** Messages about the whole document. */
  readonly formErrors: string[];
  /** Messages by field, such as `items[0].taxRate`; an object without a prototype. */
  readonly fieldErrors: Record<string, string[]>;
}

/**
 * Groups the messages of issues by field, in issue order.
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
