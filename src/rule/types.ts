import type { FieldPattern } from '../document/structure.generated.js';
import type { DocumentTier } from '../document/stored.js';
import type { Transaction, TransactionFields } from '../document/types.generated.js';
import type { Issue, Severity } from '../issues/issue.js';
import type { CodeMeaning, IssueCode } from '../issues/issue-codes.js';
import type { ProductTaxClass } from '../law/product-tax-classes.js';
import type { ReceiptLaw } from '../law/types.js';
import type { RuleContext } from './rule-context.js';

/** What rules need to know about the business that a document belongs to. Other fields are ignored. */
export interface Business<Country extends string = string> {
  /** ISO 3166-1 alpha-2 code. */
  readonly country: Country;
  /** Whether the business has several locations. Default false. */
  readonly multiLocation?: boolean | undefined;
  /** The part of the country where the business is, if that part has its own rates: `AT-JUM`, `PT-20`. */
  readonly territory?: string | undefined;
  /**
   * The tax regimes of the business, such as `farmer`. Absent: unknown, so rules do not check whether regime rates
   * apply.
   */
  readonly regimes?: readonly string[] | undefined;
  /**
   * Which duties the business has, by their names in the law: `{ tse: false }`. For a duty that is not set here, the
   * default in the law applies.
   */
  readonly duties?: Readonly<Record<string, boolean>> | undefined;
  /**
   * The VAT number of the business, with or without the country prefix. Rules compare it with the number that a fiscal
   * device signed.
   */
  readonly vatNumber?: string | undefined;
}

/** Whether to check that rates were in force on the date of the sale: not at all, with warnings, or with errors. */
export type RateWindows = 'off' | 'warn' | 'enforce';

/** The severity of issues, by code or by rule id. The id overrides the code. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** Options that change how rules check a document. */
export interface RuleOptions {
  /** Default `warn`. */
  readonly rateWindows?: RateWindows | undefined;
  /**
   * The product tax class of a line, such as `food`, for rates that apply only to one class. If the class has rates on
   * the date of the sale, the line must have one of them. An unknown class raises a warning.
   */
  readonly productTaxClass?:
    | ((item: Transaction['items'][number]) => ProductTaxClass | (string & {}) | undefined)
    | undefined;
  /**
   * The sale that the document corrects. The correction's rates must have been in force on the date of that sale.
   * Without `original`, no rule checks whether they were.
   */
  readonly original?: { readonly timestamp: string } | undefined;
  /** The severity of rule issues. `off` omits them. Structural faults remain errors. */
  readonly severities?: Severities | undefined;
}

/** The business and the options in one object: the data that a pack's rules read in addition to the document. */
export interface CheckOptions extends Business, RuleOptions {}

/** A field that a rule depends on: one of schema 2.1, or one inside `extensions`. */
export type ReadPattern = FieldPattern | `extensions.${string}`;

/** Arrays with elements that a rule may check one by one. */
export type EachArray = 'items' | 'tax.summary';

/** What a rule's codes mean. A custom code needs a meaning and a remedy. */
export type RuleMeanings =
  | { readonly codes: readonly IssueCode[]; readonly meanings?: undefined }
  | {
      /** What each custom code means, and how to fix the document; `explain` returns both. */
      readonly meanings: Readonly<Record<string, CodeMeaning>>;
    };

/** A rule: data and one small function, its check. */
export type Rule = RuleParts & RuleMeanings;

/** The parts of a rule, except the meanings of its custom codes. */
export interface RuleParts {
  /** Unique within the pack, in kebab-case. */
  readonly id: string;
  /** The severity of all issues that the rule reports. */
  readonly severity: Severity;
  /** Every code that the rule may raise. */
  readonly codes: readonly (IssueCode | (string & {}))[];
  /**
   * What the rule requires, in one sentence. Required in custom rules; `explain` has the summaries of the library's
   * rules.
   */
  readonly summary?: string | undefined;
  /** The law, or the section of the service interface, that the rule comes from. */
  readonly source: string;
  /**
   * The fields that the rule depends on. The runner skips the rule if one of them, or a parent of one, has a structural
   * fault.
   */
  readonly reads: readonly ReadPattern[];
  /** Fields that only messages read. The rule runs despite a fault in such a field; the field is then undefined. */
  readonly optionalReads?: readonly ReadPattern[] | undefined;
  /**
   * Set if the rule checks the elements of this array one by one. The runner then skips only the elements with a fault,
   * and the check must call `context.skips(index)`.
   */
  readonly each?: EachArray | undefined;
  /** Set if the rule applies only to documents with these schemes. */
  readonly schemes?: readonly Transaction['tax']['scheme'][] | undefined;
  /** Set if the rule runs only with `rateWindows` `warn` or `enforce`. */
  readonly dated?: boolean | undefined;
  /** Reports every problem through `context.report`, and has no other effects. */
  readonly check: (context: RuleContext) => void;
}

/**
 * The input of `definePack`: the data and rules of one country and tier. `Country` is the literal type of the country,
 * if known at compile time.
 */
export interface PackDefinition<Country extends string = string> {
  /** Profile id, such as `se-receipt-1`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: Country;
  readonly documentTier: DocumentTier;
  /** ISO 4217 code of the country's currency today; former currencies are in the law. */
  readonly currency: string;
  /** The valid values of tax.scheme under the pack. */
  readonly schemes: readonly Transaction['tax']['scheme'][];
  /** The law from which the pack was created, if any. */
  readonly law?: ReceiptLaw | undefined;
  /** In any order: results list issues in schema order. */
  readonly rules: readonly Rule[];
}

/** The rules of one country and tier. */
export interface RulePack<Country extends string = string> extends PackDefinition<Country> {
  /** Runs only the rules, on a structurally valid document. Returns errors and warnings, in document order. */
  readonly check: (transaction: TransactionFields, options: CheckOptions) => Issue[];
}

/** A pack created from a law. */
export interface LawPack<Country extends string = string> extends RulePack<Country> {
  readonly law: ReceiptLaw;
}
