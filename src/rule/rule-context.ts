import type { TransactionFields } from '../document/types.generated.js';
import type { IssueText } from '../issues/issue.js';
import type { IssueCode } from '../issues/issue-codes.js';
import type { ReceiptLaw } from '../law/types.js';
import type { LineGroups } from '../document/line-groups.js';
import type { Business, RateWindows, ReadPattern } from './types.js';

/** The parts of an issue except its message. */
export interface IssueDetails {
  /** Index of the element, for a field inside an array. */
  readonly index?: number | undefined;
  /** The value of the field. */
  readonly found?: unknown;
  /** The valid value, or the array of valid values, if the rule knows them. */
  readonly expected?: unknown;
}

/** One run of a pack's rules on one document: the data for their checks, and the method that reports issues. */
export interface RuleContext {
  /**
   * The document. The fields that the rule reads have their declared types; any other field is undefined if it has a
   * fault.
   */
  readonly transaction: TransactionFields;
  /** The business that the document belongs to. */
  readonly business: Business;
  /** The law that the pack was created from; undefined if `definePack` created the pack without one. */
  readonly law: ReceiptLaw | undefined;
  /** Whether to check that rates were in force on the date of the sale. */
  readonly rateWindows: RateWindows;
  /** Local date, YYYY-MM-DD, of the sale that the document corrects; undefined if the caller does not pass the sale. */
  readonly originalDate: string | undefined;
  /** Whether an element of the rule's `each` array has a structural fault in a field that the rule reads. */
  skips(index: number): boolean;
  /** A line's product tax class, from the caller's `productTaxClass`. */
  classOf(index: number): string | undefined;
  /**
   * Reports a problem.
   *
   * @param pattern the field, with `[]` instead of the index: `items[].amount`
   * @param message a sentence that says what was found and what would be valid, or a function that returns one. The
   * function is called only when the caller reads the result's issues. It must use only `values`, because the document
   * may have changed by then, and must not throw.
   * @param values the argument of the function. A module-level function that takes `values` is cheaper than
   * creating a closure per issue.
   */
  report<Values = undefined>(
    pattern: ReadPattern,
    code: IssueCode | (string & {}),
    message: IssueText<Values>,
    details?: IssueDetails,
    values?: Values,
  ): void;
}

/** A context that also caches values computed once per document, for the rules of this library. */
export interface CachingContext extends RuleContext {
  lineGroups(): LineGroups;
  inexactLines(): readonly number[];
}

/** The lines by (rate, category), computed once for all rules. Omits lines with a fault in either field. */
export function lineGroupsOf(context: RuleContext): LineGroups {
  return (context as CachingContext).lineGroups();
}

/**
 * Indices of the lines with an amount that is neither quantity × unitPrice − discount nor an integer next to it,
 * computed once for all rules. Omits lines that the rule skips.
 */
export function inexactLinesOf(context: RuleContext): readonly number[] {
  return (context as CachingContext).inexactLines();
}
