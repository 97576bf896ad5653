import type { FieldPattern } from '../document/structure.generated.js';
import type { DocumentTier } from '../document/tier.js';
import type { Transaction, TransactionFields } from '../document/types.generated.js';
import type { Issue, Severity } from '../issues/issue.js';
import type { CodeMeaning, IssueCode } from '../issues/issue-codes.js';
import type { ProductTaxClass } from '../law/product-tax-classes.js';
import type { ReceiptLaw } from '../law/types.js';
import type { RuleContext } from './rule-context.js';

/** The business that a document belongs to: the fields that rules need. Further fields are ignored. */
export interface Business<Country extends string = string> {
  /** ISO 3166-1 alpha-2 code. */
  readonly country: Country;
  /** Whether the business has several locations. Default false. */
  readonly multiLocation?: boolean | undefined;
  /** The part of the country that the business is in, where that has rates of its own: `AT-JUM`, `PT-20`. */
  readonly territory?: string | undefined;
  /** The regimes that it is taxed under, such as `farmer`. Absent: that is not known, and no rate of a regime is judged. */
  readonly regimes?: readonly string[] | undefined;
  /** Which duties the business has, by their names in the law: `{ tse: false }`. Others are as the law assumes. */
  readonly duties?: Readonly<Record<string, boolean>> | undefined;
}

/** Whether rates are checked against the dates on which they are in force: not at all, with warnings, with errors. */
export type RateWindows = 'off' | 'warn' | 'enforce';

/** The severity of issues, by the code of the library or the id of the rule. The id comes before the code. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** Options for rules that can be run in more than one way. */
export interface RuleOptions {
  /** Default `warn`. */
  readonly rateWindows?: RateWindows | undefined;
  /**
   * Product tax class of a line, such as `food`, for rates that apply to one class only. A class of which the law has rows
   * on the day must have one of their rates. One that is not known gives a warning.
   */
  readonly productTaxClass?:
    ((item: Transaction['items'][number]) => ProductTaxClass | (string & {}) | undefined) | undefined;
  /**
   * The sale that a correction corrects. The rates of the correction are checked against the date of that sale. Without
   * it they are not checked by date.
   */
  readonly original?: { readonly timestamp: string } | undefined;
  /** The severity of issues of rules. `off` leaves them out. Faults of structure stay errors. */
  readonly severities?: Severities | undefined;
}

/** The input of a pack's rules besides the document: the business and the options, in one object. */
export interface CheckOptions extends Business, RuleOptions {}

/** A field that a rule depends on: one of schema 2.1, or one inside `extensions`. */
export type ReadPattern = FieldPattern | `extensions.${string}`;

/** Arrays whose elements a rule may judge one by one. */
export type EachArray = 'items' | 'tax.summary';

/** What the codes of a rule mean. Codes that this library does not have need a meaning and a remedy. */
export type RuleMeanings =
  | { readonly codes: readonly IssueCode[]; readonly meanings?: undefined }
  | {
      /** By code, what a code of your own means and how to fix the document, for `registry.explain`. */
      readonly meanings: Readonly<Record<string, CodeMeaning>>;
    };

/** A rule is data with one small function, its check. */
export type Rule = RuleParts & RuleMeanings;

/** What a rule is besides the meanings of its own codes. */
export interface RuleParts {
  /** Unique within the pack, in kebab-case. */
  readonly id: string;
  /** Severity of all issues of the rule. */
  readonly severity: Severity;
  /** Every code that the rule may raise. */
  readonly codes: readonly (IssueCode | (string & {}))[];
  /** The requirement of the rule, in one sentence. Your own rules must have it; `explain` has that of the library's. */
  readonly summary?: string | undefined;
  /** Law or section of the interface that the rule comes from. */
  readonly source: string;
  /** Fields that the rule depends on. A structural fault in one of them, or above it, silences the rule. */
  readonly reads: readonly ReadPattern[];
  /** Fields that only messages read. A fault in them does not silence the rule, and they are undefined then. */
  readonly optionalReads?: readonly ReadPattern[] | undefined;
  /**
   * Set if the rule judges the elements of this array one by one. A fault in an element then silences the rule for that
   * element only, and the check must call `context.skips(index)`.
   */
  readonly each?: EachArray | undefined;
  /** Set if the rule applies to documents of these schemes only. */
  readonly schemes?: readonly Transaction['tax']['scheme'][] | undefined;
  /** Set if the rule is run only when rates are checked against their dates, with `warn` or `enforce`. */
  readonly dated?: boolean | undefined;
  /** Reports every problem through `context.report`. It has no other effect. */
  readonly check: (context: RuleContext) => void;
}

/**
 * The input of `definePack`: the data and rules of one country and tier. `Country` is the country as a literal where it
 * is known at compile time.
 */
export interface PackDefinition<Country extends string = string> {
  /** Profile id, such as `se-receipt-1`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: Country;
  readonly documentTier: DocumentTier;
  /** ISO 4217 code of the currency of today. */
  readonly currency: string;
  /** Values of tax.scheme that may be used under the pack. */
  readonly schemes: readonly Transaction['tax']['scheme'][];
  /** The law that the pack was made from, if there is one. */
  readonly law?: ReceiptLaw | undefined;
  /** In any order: issues are reported in the order of the schema's fields. */
  readonly rules: readonly Rule[];
}

/** The rules of one country and tier. */
export interface RulePack<Country extends string = string> extends PackDefinition<Country> {
  /** Runs only the rules, on a structurally valid document. Returns errors and warnings, in document order. */
  readonly check: (transaction: TransactionFields, options: CheckOptions) => Issue[];
}

/** A pack that was made from a law. */
export interface LawPack<Country extends string = string> extends RulePack<Country> {
  readonly law: ReceiptLaw;
}
