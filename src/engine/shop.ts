import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { LineItem, Transaction } from '../document/types.generated.js';
import type { ProductTaxClass } from '../law/product-tax-classes.js';
import type { Business, RateWindows, RulePack, Severities } from '../rule/types.js';
import type { ObligationState } from '../law/obligations.js';
import type { Registry } from './registry.js';
import type { ValidationResult } from './validate.js';

/** How to validate and compute the documents of a shop: bound once, the same for sales and refunds. */
export interface ShopOptions {
  /**
   * Whether to check that rates were in force on their date. `warn` (default): with warnings. `enforce`: with errors, for
   * rates whose row was read at its source. `off`: not at all.
   */
  readonly rateWindows?: RateWindows | undefined;
  /**
   * Product tax class of a line, such as `food`, for rates that apply to one class only. A class that has rows on the day
   * must have one of their rates. An unknown class gives a warning.
   */
  readonly productTaxClass?: ((item: LineItem) => ProductTaxClass | (string & {}) | undefined) | undefined;
  /** The severity of rule issues. `off` omits them. Faults of structure stay errors. */
  readonly severities?: Severities | undefined;
  /** The most issues to return. The error message still counts all. Default: no limit. */
  readonly maxIssues?: number | undefined;
  /**
   * How `complete` rounds tax. `line` (default): on each line, so that anyone can recompute it from the receipt. `group`:
   * on the sum of the lines that share rate, category and sign; each line is then within 1 minor unit of its exact tax.
   */
  readonly taxRounding?: 'line' | 'group' | undefined;
  /**
   * How `complete` rounds cash. `pack` (default): as the law requires, and not at all if it only permits rounding.
   * `none`: not at all. `nearest`, `down`, `up`: to the increment of the law, only where the law leaves the seller a choice.
   */
  readonly cashRounding?: 'pack' | 'none' | 'nearest' | 'down' | 'up' | undefined;
}

/** What differs from document to document. */
export interface DocumentOptions {
  /**
   * The sale that a correction corrects. The rates of the correction are checked against the date of that sale; without
   * it, against no date. `createRefund` and its siblings pass it themselves.
   */
  readonly original?: { readonly timestamp: string } | undefined;
  /** Overrides the shop's. */
  readonly maxIssues?: number | undefined;
}

/**
 * A business with its options, bound and frozen, made by `registry.shop()`. The functions of
 * `receipt-rule-packs/complete` take it.
 */
export interface Shop {
  readonly registry: Registry;
  readonly business: Business;
  readonly options: ShopOptions;
  /** The pack of the country; undefined if the registry has none: every call then reports `unsupported_country`. */
  readonly pack: RulePack | undefined;
  /**
   * Reports everything that is wrong with a document. Accepts any value and does not change it.
   *
   * @throws UsageError for an unknown option or a wrong value
   */
  validate(document: unknown, options?: DocumentOptions): ValidationResult;
  /** The same for JSON text or UTF-8 bytes. */
  validateJson(textOrBytes: string | Uint8Array, options?: DocumentOptions): ValidationResult;
  /** A Standard Schema v1 object, for libraries that accept any validator. */
  standardSchema(options?: DocumentOptions): StandardSchemaV1<unknown, Transaction>;
  /**
   * What the receipt must show: every obligation of the law of the country, and whether a document meets it. Accepts any
   * value and validates nothing.
   */
  obligations(document: unknown): readonly ObligationState[];
}
