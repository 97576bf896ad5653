import type { FieldPattern } from '../document/structure.generated.js';
import type { Transaction, TransactionFields } from '../document/types.generated.js';
import type { Issue, Severity } from '../issue.js';
import type { IssueCode } from '../issue-codes.js';
import type { ReceiptLaw } from '../law/types.js';
import type { RuleRun } from './rule-run.js';

/** A tier that packs are made for; the invoice tiers are reserved. */
export type DocumentTier = 'receipt';

/** The business that a document belongs to, as far as rules need it. Further fields are ignored. */
export interface Business {
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** Whether the business has several locations. Default false. */
  readonly multiLocation?: boolean | undefined;
}

/** Whether rates are held against the dates they are in force: not at all, as warnings, as issues. */
export type RateWindows = 'off' | 'warn' | 'enforce';

/** What findings count as, by the code of the library or the id of the rule; the id goes before the code. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** What the caller chooses for rules that can be run in more than one way. */
export interface RuleOptions {
  /** Default `off`. */
  readonly rateWindows?: RateWindows | undefined;
  /** Goods class of a line, such as `food`, for windows that hold for one class only. */
  readonly itemClass?: ((item: Transaction['items'][number]) => string | undefined) | undefined;
  /** The sale that a correction corrects: its rates are held against the date of that sale, and judged by no date without it. */
  readonly original?: { readonly timestamp: string } | undefined;
  /** What findings of rules count as. `off` leaves them out; faults of structure stay errors. */
  readonly severities?: Severities | undefined;
}

/** What a pack's rules are told beside the document. */
export interface RuleContext extends Business, RuleOptions {}

/** A field that a rule depends on: one of schema 2.1, or one inside `extensions`. */
export type ReadPattern = FieldPattern | `extensions.${string}`;

/** Arrays whose elements a rule may judge one by one. */
export type EachArray = 'items' | 'tax.summary';

/** A rule is a row; its check is a small function of the document. */
export interface Rule {
  /** Unique within the pack, in kebab-case. */
  readonly id: string;
  /** Severity of all that the rule raises. */
  readonly severity: Severity;
  /** Every code that the rule may raise. */
  readonly codes: readonly (IssueCode | (string & {}))[];
  /** What the rule demands, in one sentence. */
  readonly summary: string;
  /** Law or section of the interface that the rule comes from. */
  readonly source: string;
  /** Fields that the rule depends on. A structural fault in one of them, or above it, silences the rule. */
  readonly reads: readonly ReadPattern[];
  /** Fields that only messages read: a fault in them does not silence the rule, and they are undefined then. */
  readonly mentions?: readonly ReadPattern[] | undefined;
  /**
   * Set where the rule judges the elements of this array one by one: a fault in an element then silences the rule for
   * that element alone, and the check asks `run.skips(index)`.
   */
  readonly each?: EachArray | undefined;
  /** Set where the rule concerns documents of these schemes only. */
  readonly schemes?: readonly Transaction['tax']['scheme'][] | undefined;
  /** Set where the rule is run only when rates are held against their dates, `warn` or `enforce`. */
  readonly windows?: boolean | undefined;
  /** Reports every problem through `run.report`. Pure otherwise. */
  readonly check: (run: RuleRun) => void;
}

/** What `definePack` takes: the data and rules of one country and tier. */
export interface PackDefinition {
  /** Profile id, such as `se-receipt-1`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  readonly documentTier: DocumentTier;
  /** ISO 4217 code of the currency of today. */
  readonly currency: string;
  /** Values of tax.scheme that may be used under the pack. */
  readonly schemes: readonly Transaction['tax']['scheme'][];
  /** The law that the pack was made from, if it was. */
  readonly law?: ReceiptLaw | undefined;
  /** In any order: issues are reported in the order of the schema's fields. */
  readonly rules: readonly Rule[];
}

/** The rules of one country and tier. */
export interface RulePack extends PackDefinition {
  /** Runs the rules alone on a structurally valid document: errors and warnings, in document order. */
  readonly check: (transaction: TransactionFields, context: RuleContext) => Issue[];
}

/** A pack that was made from a law. */
export interface LawPack extends RulePack {
  readonly law: ReceiptLaw;
}
