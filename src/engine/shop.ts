import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isTimestamp } from '../document/structure.generated.js';
import type { LineItem, Transaction } from '../document/types.generated.js';
import type { ObligationState } from '../law/obligations.js';
import type { ProductTaxClass } from '../law/product-tax-classes.js';
import type { Business, RateWindows, RulePack, Severities } from '../rule/types.js';
import type { OptionShape } from '../usage/assert.js';
import { A_COUNT, A_FUNCTION, AN_OBJECT } from '../usage/option-tests.js';
import type { Registry } from './registry.js';
import type { ValidationResult } from './validate.js';

/** How to validate and compute a shop's documents. Set once, so that sales and refunds use the same options. */
export interface ShopOptions {
  /**
   * Whether to check that rates were in force on the date of the sale. `warn` (default) raises warnings. `enforce`
   * raises errors for rates that we verified at their source. `off` skips the check.
   */
  readonly rateWindows?: RateWindows | undefined;
  /**
   * A line's product tax class, such as `food`, for rates that apply only to one class. If the class has rates on the
   * date of the sale, the line must have one of them. An unknown class raises a warning.
   */
  readonly productTaxClass?: ((item: LineItem) => ProductTaxClass | (string & {}) | undefined) | undefined;
  /** The severity of rule issues. `off` omits them. Structural faults remain errors. */
  readonly severities?: Severities | undefined;
  /** The maximum number of issues to return. The error message still counts all of them. Default: no limit. */
  readonly maxIssues?: number | undefined;
  /**
   * How `complete` rounds tax. `line` (default): on each line, so that anyone can recompute it from the receipt.
   * `group`: on the sum of the lines with the same rate, category and sign; each line is then within 1 minor unit of
   * its exact tax.
   */
  readonly taxRounding?: 'line' | 'group' | undefined;
  /**
   * How `complete` rounds cash. `pack` (default): as the law requires, and not at all if the law only permits rounding.
   * `none`: not at all. `nearest`, `down`, `up`: to a multiple of the law's increment, if the law leaves the seller a
   * choice.
   */
  readonly cashRounding?: 'pack' | 'none' | 'nearest' | 'down' | 'up' | undefined;
}

/** Options that can differ from document to document. */
export interface DocumentOptions {
  /**
   * The sale that the document corrects. The rates of the correction must have been in force on the date of that sale;
   * without `original`, their dates are not checked. `createRefund` and similar functions pass it themselves.
   */
  readonly original?: { readonly timestamp: string } | undefined;
  /** Overrides the shop's `maxIssues`. */
  readonly maxIssues?: number | undefined;
}

/**
 * A business with its options, frozen. Created by `registry.shop()`, and passed to the functions of
 * `receipt-rule-packs/complete`.
 */
export interface Shop {
  readonly registry: Registry;
  readonly business: Business;
  readonly options: ShopOptions;
  /** The country's pack; undefined if the registry has none: every call then reports `unsupported_country`. */
  readonly pack: RulePack | undefined;
  /**
   * Reports everything that is wrong with a document. Accepts any value and does not change it.
   *
   * @throws UsageError for an unknown option or an invalid value
   */
  validate(document: unknown, options?: DocumentOptions): ValidationResult;
  /** The same for JSON text or UTF-8 bytes. */
  validateJson(textOrBytes: string | Uint8Array, options?: DocumentOptions): ValidationResult;
  /** A Standard Schema v1 object, for libraries that accept any validator. */
  standardSchema(options?: DocumentOptions): StandardSchemaV1<unknown, Transaction>;
  /**
   * What the receipt must show: every obligation under the country's law, and whether the document meets it. Accepts
   * any value, without validating it.
   */
  obligations(document: unknown): readonly ObligationState[];
}

export const SHOP_OPTIONS = {
  rateWindows: ['off', 'warn', 'enforce'],
  productTaxClass: A_FUNCTION,
  severities: AN_OBJECT,
  maxIssues: A_COUNT,
  taxRounding: ['line', 'group'],
  cashRounding: ['pack', 'none', 'nearest', 'down', 'up'],
} satisfies Record<keyof ShopOptions, OptionShape>;

export const DOCUMENT_OPTIONS = {
  // Allows fields besides `timestamp`, because callers may pass the sale itself.
  original: {
    test: (value: unknown) => {
      const { timestamp } = Object(value) as { timestamp?: unknown };
      return typeof timestamp === 'string' && isTimestamp(timestamp);
    },
    wanted: "the sale, or its timestamp such as { timestamp: '2026-11-21T10:00:00+01:00' }",
  },
  maxIssues: A_COUNT,
} satisfies Record<keyof DocumentOptions, OptionShape>;
