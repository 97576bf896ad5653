import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { LineItem, Transaction } from '../document/types.generated.js';
import type { CodeExplanation } from './explain.js';
import type { Issue } from '../issues/issue.js';
import type { Business, RateWindows, RulePack, Severities } from '../rule/types.js';
import type { ObligationState } from '../law/obligations.js';
import type { Registry } from './registry.js';
import type { ValidationResult } from './validate.js';

/** How the documents of a shop are judged and computed: bound once, the same for its sales and its refunds. */
export interface ShopOptions {
  /**
   * Whether rates are held to the dates on which they were in force. `warn` (default): with warnings. `enforce`: with
   * errors, for rates whose row was read at its source. `off`: not at all.
   */
  readonly rateWindows?: RateWindows | undefined;
  /** Product tax class of a line, such as `food`, for rates that apply to one class only. */
  readonly productTaxClass?: ((item: LineItem) => string | undefined) | undefined;
  /** The severity of issues of rules. `off` leaves them out. Faults of structure stay errors. */
  readonly severities?: Severities | undefined;
  /** At most this many issues are returned. The error message still says how many there are. No limit by default. */
  readonly maxIssues?: number | undefined;
  /**
   * How `complete` rounds tax. `line` (default): on each line, so that everybody can compute it again from the receipt.
   * `group`: on the sum of the lines that share rate, category and sign; each is then within 1 minor unit of its own
   * exact tax.
   */
  readonly taxRounding?: 'line' | 'group' | undefined;
  /**
   * How `complete` rounds cash. `pack` (default): as the law demands, and not at all if it only permits rounding.
   * `none`: not at all. `nearest`, `down`, `up`: to the increment of the law, only where it leaves that to the seller.
   */
  readonly cashRounding?: 'pack' | 'none' | 'nearest' | 'down' | 'up' | undefined;
}

/** What differs from document to document. */
export interface DocumentOptions {
  /**
   * The sale that a correction corrects. The rates of the correction are held to the date of that sale. Without it they
   * are not held to a date. `createRefund` and its like give it themselves.
   */
  readonly original?: { readonly timestamp: string } | undefined;
  /** In place of the shop's. */
  readonly maxIssues?: number | undefined;
}

/**
 * A business with its options, bound and frozen. `registry.shop()` makes one. The functions of
 * `receipt-rule-packs/complete` take it.
 */
export interface Shop {
  readonly registry: Registry;
  readonly business: Business;
  readonly options: ShopOptions;
  /** The pack of the country; undefined where the registry has none: every call then answers `unsupported_country`. */
  readonly pack: RulePack | undefined;
  /**
   * Reports everything that is wrong with a document. Any value may be passed; it is not changed.
   *
   * @throws UsageError for an option that is unknown or has a wrong value
   */
  validate(document: unknown, options?: DocumentOptions): ValidationResult;
  /** The same from JSON text or UTF-8 bytes. */
  validateJson(textOrBytes: string | Uint8Array, options?: DocumentOptions): ValidationResult;
  /** A Standard Schema v1 object, for libraries that accept any validator. */
  standardSchema(options?: DocumentOptions): StandardSchemaV1<unknown, Transaction>;
  /**
   * What the receipt must carry: every obligation of the law of the country, and whether a document of the business
   * meets it. Any value may be passed. Nothing is validated.
   */
  obligations(document: unknown): readonly ObligationState[];
  /** As `registry.explain`, under the pack of the country. */
  explain(codeOrIssue: string | Issue): CodeExplanation | undefined;
}
