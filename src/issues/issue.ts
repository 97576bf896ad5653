import type { IssueCode } from './issue-codes.js';

/**
 * `error`: the document is not valid. `warning`: the document is valid but probably wrong; never part of a 422 body.
 */
export type Severity = 'error' | 'warning';

/** The message of an issue, or a function that makes it from values when the caller reads the issues. */
export type IssueText<Values = undefined> = string | ((values: Values) => string);

/** One problem in a document. On the wire it is `{field, code, message}`. */
export interface Issue {
  /** Path as text: `items[0].taxRate`; the empty string is the document itself. */
  readonly field: string;
  /** The same path, one element per step. */
  readonly path: readonly (string | number)[];
  /** Stable code; see `explain(shop, code)`. */
  readonly code: IssueCode | (string & {});
  /** A sentence that states the value found and what is valid. Not stable: never match on it. */
  readonly message: string;
  readonly severity: Severity;
  /** Id of the rule that found it, for `explain(shop, issue)`; absent for faults of structure. */
  readonly rule?: string | undefined;
  /** The value of the field; absent if the field has none. */
  readonly found?: unknown;
  /** The valid value, or the array of valid values, if the rule knows them. */
  readonly expected?: unknown;
}
