import type { TransactionFields } from '../document/types.generated.js';
import type { IssueText } from '../issues/issue.js';
import type { IssueCode } from '../issues/issue-codes.js';
import type { ReceiptLaw } from '../law/types.js';
import type { LineGroups } from '../document/line-groups.js';
import type { Business, RateWindows, ReadPattern } from './types.js';

/** The parts of an issue besides its message. */
export interface IssueDetails {
  /** Index of the element, for a field inside an array. */
  readonly index?: number | undefined;
  /** The value of the field. */
  readonly found?: unknown;
  /** The one right value, or the array of the right values, if the rule knows them. */
  readonly expected?: unknown;
}

/** One run of a pack's rules on one document: what checks read, and where they report. */
export interface RuleContext {
  /**
   * The document. If the reads of a rule have no fault, they have the declared types. Fields with a fault are
   * undefined.
   */
  readonly transaction: TransactionFields;
  /** The business that the document belongs to. */
  readonly business: Business;
  /** The law that the pack was made from; undefined if it was made by `definePack` without one. */
  readonly law: ReceiptLaw | undefined;
  /** Whether rates are checked against their dates. */
  readonly rateWindows: RateWindows;
  /** Local date, YYYY-MM-DD, of the sale that a correction corrects; undefined if the caller does not give it. */
  readonly originalDate: string | undefined;
  /** Whether an element of the rule's `each` array has a structural fault in a field that the rule reads. */
  skips(index: number): boolean;
  /** Goods class of a line, from the caller's `productTaxClass`. */
  classOf(index: number): string | undefined;
  /**
   * Reports a problem.
   *
   * @param pattern the field, `[]` standing for the index: `items[].amount`
   * @param message a sentence that says what was found and what would be right, or a function that makes it. The
   * function is called when the issues of the result are read, if at all: it uses values that the check has read, never
   * the document, which may be another one by then. It does not throw.
   * @param values what the function is called with. A function of the module with values costs less than one that is
   * made for each issue.
   */
  report<Values = undefined>(
    pattern: ReadPattern,
    code: IssueCode | (string & {}),
    message: IssueText<Values>,
    details?: IssueDetails,
    values?: Values,
  ): void;
}

/** What the rules of this library share besides: values that are computed once a document. */
export interface CachingContext extends RuleContext {
  lineGroups(): LineGroups;
  inexactLines(): readonly number[];
}

/** The lines by (rate, category), computed once for all rules. Lines with a fault in either are left out. */
export function lineGroupsOf(context: RuleContext): LineGroups {
  return (context as CachingContext).lineGroups();
}

/**
 * Indices of the lines whose amount is neither quantity × unitPrice − discount nor an integer next to it, computed once
 * for all rules. Lines that the rule skips are left out.
 */
export function inexactLinesOf(context: RuleContext): readonly number[] {
  return (context as CachingContext).inexactLines();
}
