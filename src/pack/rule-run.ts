import type { TransactionFields } from '../document/types.generated.js';
import type { IssueCode } from '../issue-codes.js';
import type { LineGroups } from '../tax/line-groups.js';
import type { RateWindows, ReadPattern } from './types.js';

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
export interface RuleRun {
  /**
   * The document. If the reads of a rule have no fault, they have the declared types. Fields with a fault are
   * undefined.
   */
  readonly transaction: TransactionFields;
  /** Country of the business, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Whether the business has several locations. */
  readonly multiLocation: boolean;
  /** Whether rates are checked against their dates. */
  readonly rateWindows: RateWindows;
  /** Local date, YYYY-MM-DD, of the sale that a correction corrects; undefined if the caller does not give it. */
  readonly originalDate: string | undefined;
  /** Whether an element of the rule's `each` array has a structural fault in a field that the rule reads. */
  skips(index: number): boolean;
  /** Product tax class of a line, from the caller's `productTaxClass`. */
  classOf(index: number): string | undefined;
  /** The lines by (rate, category), computed once for all rules. Lines with a fault in either are left out. */
  lineGroups(): LineGroups;
  /**
   * Indices of the lines whose amount is neither quantity × unitPrice − discount nor an integer next to it, computed
   * once for all rules. Lines that the rule skips are left out.
   */
  inexactLines(): readonly number[];
  /**
   * Reports a problem.
   *
   * @param pattern the field, `[]` standing for the index: `items[].amount`
   * @param message a sentence that says what was found and what would be right
   */
  report(pattern: ReadPattern, code: IssueCode | (string & {}), message: string, details?: IssueDetails): void;
}
