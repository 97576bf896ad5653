import type { Scheme } from '../document/scheme.js';
import type { Payment } from '../document/types.generated.js';
import type { CorrectionTransaction } from '../document/written-types.js';
import type { RateWindow } from './rate-window.js';

/** A part of a country with its own rates. */
export interface Territory extends Cited {
  /** The code that a business passes: `AT-JUM`. */
  readonly code: string;
  /** The name of the territory. */
  readonly name: string;
  /** All rates above 0 in force there, percent; absent if the list is not exhaustive. */
  readonly rates?: readonly number[] | undefined;
}

/** A code that businesses may use for a country or a part of it, such as `EL` or `RE`. */
export interface CountryAlias {
  readonly code: string;
  /** The territory that it stands for. */
  readonly territory?: string | undefined;
}

/** A part of a country whose tax no pack covers. */
export interface OutsideArea {
  readonly code: string;
  /** Rates of its tax, percent. */
  readonly rates?: readonly number[] | undefined;
  /** Why its receipts are not checked, as a clause. */
  readonly reason: string;
}

/** The first and last day on which something is in force, both included, as local dates of the document. */
export interface Dated {
  /** First day, YYYY-MM-DD; absent if no beginning is known. */
  readonly from?: string | undefined;
  /** Last day, YYYY-MM-DD; absent if no end is known. */
  readonly until?: string | undefined;
}

/** A place where a part of the law can be read. It has at least one of `url`, `title` and `note`. */
export interface Reference {
  /** Absolute http or https URL. */
  readonly url?: string | undefined;
  /** The law or publication, and who reports it. */
  readonly title?: string | undefined;
  /** What is said there, or what was not found. */
  readonly note?: string | undefined;
  /** Day on which it was read, YYYY-MM-DD; absent if that is not known. */
  readonly checkedOn?: string | undefined;
}

/** Where a part of the law is written. */
export interface Cited {
  /** The law or publication, at most 60 characters. */
  readonly citation: string;
  /** Where to read it. They are in the folder of a pack and on its page, not in the bundle. */
  readonly references?: readonly Reference[] | undefined;
}

/**
 * How a row was found: `read` in the act or on a page of the authority; `quoted`: another text cites it by number;
 * `secondary`: another text reports it; `contradicted`: other texts disagree; `general knowledge`; or `not found`.
 */
export type Evidence = 'read' | 'quoted' | 'secondary' | 'contradicted' | 'general knowledge' | 'not found';

/** The place of a row in an act, and how that is known. In the folder of a pack and on its page, not in the bundle. */
export interface Located {
  /** The act, as it is cited in the country. */
  readonly act?: string | undefined;
  /** The place in the act. */
  readonly article?: string | undefined;
  /** Absolute http or https URL. */
  readonly url?: string | undefined;
  /** How the values of the row were found. */
  readonly evidence?: Evidence | undefined;
  /** How the place in the act was found. */
  readonly articleEvidence?: Evidence | undefined;
  /** Day on which it was read, YYYY-MM-DD. */
  readonly readOn?: string | undefined;
}

/** Where a row of obligations or limits is written, and how that is known. The bundle has `citation` alone. */
export interface Evidenced extends Omit<Located, 'act'> {
  /** The act; absent if none was found. */
  readonly citation?: string | undefined;
  /** What else is known, or not known, of the row. */
  readonly note?: string | undefined;
}

/** A currency that receipts were or are issued in. */
export interface LawCurrency extends Dated {
  /** ISO 4217 code. */
  readonly code: string;
  /** The currency that replaced it. */
  readonly successor?: CurrencySuccessor | undefined;
}

/** The currency that replaced another, at a rate for good. */
export interface CurrencySuccessor {
  /** ISO 4217 code. */
  readonly code: string;
  /** Units of the old currency for one of the new. */
  readonly perUnit: number;
  /** Last day on which both were money, YYYY-MM-DD. */
  readonly bothUntil: string;
}

/** A tax rate, the days and goods that it applies to, and its source. */
export interface RateRow extends RateWindow, Cited, Located {
  /** What the rate is for. It is in the folder of a pack and on its page, not in the bundle. */
  readonly note?: string | undefined;
}

/** The rates of a country that has no table: every rate between these limits is valid. */
export interface RateRange extends Cited {
  /** Lowest rate, percent. */
  readonly min: number;
  /** Highest rate, percent. */
  readonly max: number;
  /** A rate above 0 that is outside these two limits, in percent, gives a warning. */
  readonly usual: readonly [number, number];
}

/** How the tax on domestic sales is charged. */
export interface LawTax extends Cited {
  /**
   * Scheme for domestic sales: one of the seven of schema 2.1, or a custom one that begins with the country:
   * `CH_MWST`. Its form is `^[A-Z]{2}_[A-Z][A-Z_]*$`.
   */
  readonly scheme: Scheme;
  /** What the country calls the tax: `Moms`, `VAT`, `sales tax`. */
  readonly name: string;
  /** Whether receipts show prices that include the tax. Documents that do it the other way get a warning. */
  readonly pricesIncludeTax: boolean;
  /**
   * How far a line's tax may be from the tax of its amount and rate without a warning. A number is minor units; absent:
   * 1. An entry of tax.summary may then be off by (lines + 1) × that; absent: (lines + 1) / 2. `perJurisdiction`: half
   * a minor unit for each entry of tax.jurisdictions, at least 1, and 2 if there is none.
   */
  readonly lineTolerance?: number | 'perJurisdiction' | undefined;
}

/**
 * The duty to round on one kind of tender. `required`: the total is rounded; `allowed`: it may be; `unusual`: it may be,
 * with a warning; `not_allowed`: it is not.
 */
export type RoundingDuty = 'required' | 'allowed' | 'unusual' | 'not_allowed';

/** The rules of cash rounding for some time. */
export interface CashRounding extends Dated, Cited, Located {
  /** Totals are rounded to multiples of this, minor units. */
  readonly increment: number;
  /** For a total exactly between two multiples: `away_from_zero`, or `either` of them. */
  readonly halfway: 'away_from_zero' | 'either';
  readonly cash: RoundingDuty;
  /** Card, mobile and transfer. */
  readonly electronic: RoundingDuty;
  /** Bank transfers, where the law has another duty for them. */
  readonly transfer?: RoundingDuty | undefined;
  /** Other tenders, and mixed ones. `cash_part`: the part that is paid in cash is rounded, so that the total need not be. */
  readonly other: RoundingDuty | 'cash_part';
  /** Largest rounding, minor units; half an increment where absent. */
  readonly maxRounding?: number | undefined;
  /**
   * Totals, before rounding, of at most `upTo` minor units may stay as they are, or become `mayBecome` if that is given.
   */
  readonly smallTotals?: { readonly upTo: number; readonly mayBecome?: number | undefined } | undefined;
  /** Whether buyer and seller may agree not to round a cash total. If it is not rounded, it gets a warning. */
  readonly unlessAgreed?: boolean | undefined;
  /**
   * Replaces `required` if the customer is a business, with customer.orgNumber or customer.vatNumber. Absent: the same
   * duty.
   */
  readonly business?: Exclude<RoundingDuty, 'required'> | undefined;
  /**
   * The values of `channel` that the row applies to; null is a document without one. On other channels rounding is
   * optional, except on `ecommerce`, where it is not allowed. Absent: all.
   */
  readonly channels?: readonly (string | null)[] | undefined;
}

/** A field in a namespace of `extensions`. */
export interface ExtensionField extends Cited {
  readonly name: string;
  /** `integer`: an integer; `counter`: an integer of 0 or more, or digits and letters as text. */
  readonly type: 'string' | 'integer' | 'counter';
  /** What the field is, for messages: `the serial number of the control unit`. */
  readonly description: string;
  /** Whether a document without the field is refused. Only in a namespace that is required. */
  readonly required?: boolean | undefined;
  /** Regular expression, with the flag u, that the value as text must match. */
  readonly pattern?: string | undefined;
  /** The code of the warning for a value of another form; absent: `fiscal_format`. */
  readonly warningCode?: string | undefined;
  /** A value of the right form. */
  readonly example: string | number;
}

/** A namespace of `extensions`. */
export interface ExtensionNamespace extends Cited {
  readonly namespace: string;
  /** What the namespace holds, for messages. */
  readonly description: string;
  /** Whether a document without the namespace is refused. If not, faults in the fields are warnings. */
  readonly required?: boolean | undefined;
  readonly fields: readonly ExtensionField[];
}

/** What a receipt must show. */
export interface Obligation extends Dated, Evidenced {
  /** Unique within the law, in kebab-case. */
  readonly id: string;
  /** What the receipt must show, for messages: `the QR code`. */
  readonly description: string;
  /** The code of the issue if it is missing. */
  readonly code: 'fiscal_missing' | 'invoice_needed' | 'required';
  /** Sets of field paths, at least one of which must be complete. Empty if documents have no field for it. */
  readonly anyOf: readonly (readonly string[])[];
  /** The tenders that it is for; absent: all. */
  readonly tenders?: readonly Payment['method'][] | undefined;
  /** The values of `channel` that it is for; null is a document without one. Absent: all. */
  readonly channels?: readonly (string | null)[] | undefined;
  /** The key in a business's `duties` that says whether the obligation applies. */
  readonly duty?: string | undefined;
  /** Whether it applies to a business that does not set the duty. Default true. */
  readonly assumed?: boolean | undefined;
  /** Does not apply to documents in which the field matches the pattern, a regular expression with the flag u. */
  readonly unless?: { readonly field: string; readonly pattern: string } | undefined;
  /** Applies only to documents that have the field at this path. */
  readonly when?: { readonly present: string } | undefined;
  /** The trade that it is for, in words: no rule reads it. */
  readonly trade?: string | undefined;
  /** `warning`: a document without it gets a warning; `rule`: another rule requires it; `listed`: not checked. */
  readonly level: 'warning' | 'listed' | 'rule';
}

/** The largest amount that may be paid in cash. */
export interface CashLimit extends Dated, Evidenced {
  /** Minor units of `currency`. */
  readonly limit: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** `above`: amounts above the limit are forbidden; `at_or_above`: the limit itself is, too. */
  readonly forbids: 'above' | 'at_or_above';
  /** Whom it binds, in words: no rule reads it. */
  readonly who?: string | undefined;
  /** `warning`: a payment beyond it gets a warning; `listed`: not checked. */
  readonly level: 'warning' | 'listed';
}

/** How cash is rounded in a state of the country, where that is narrower than in the country. */
export interface StateRounding extends Evidenced {
  /** Postal code, such as `AL`. A business names the state in `territory`: `US-AL`. */
  readonly code: string;
  /** The name of the state: `Alabama`. */
  readonly name: string;
  /** First day, YYYY-MM-DD; absent if it is not known. Then nothing is checked. */
  readonly from?: string | undefined;
  /** Largest rounding up, minor units. */
  readonly maxUp: number;
  /** Largest rounding down, minor units. If it differs from `maxUp`, only sales are checked. */
  readonly maxDown: number;
  /** Whether card, mobile and transfer are never rounded. */
  readonly cashOnly?: boolean | undefined;
  /** `rule`: it decides instead of the country's; `listed`: not checked. */
  readonly level: 'rule' | 'listed';
}

/** The words that receipts of a country print for document types, totals and tenders. */
export interface LawLabels {
  /** BCP 47 tag of the language. */
  readonly language: string;
  readonly receipt: string;
  readonly refund: string;
  readonly creditNote: string;
  readonly exchange: string;
  readonly void: string;
  readonly subtotal: string;
  readonly discount: string;
  readonly rounding: string;
  readonly total: string;
  readonly tax: string;
  readonly net: string;
  readonly cash: string;
  readonly card: string;
  readonly mobile: string;
  readonly transfer: string;
  readonly other: string;
  readonly number: string;
}

/** The name of a country, as CLDR has it. Messages name it in English. */
export interface CountryName {
  /** In English: `Sweden`. */
  readonly en: string;
  /** In the country's own language: `Sverige`. Where it has several, in the one that most people use. */
  readonly local: string;
}

/** The types of transactions that correct a sale. */
export type CorrectionType = CorrectionTransaction['type'];

/**
 * The tax and receipt law of one country, as far as it applies to receipts. `defineReceiptPack` makes a rule pack from it.
 */
export interface ReceiptLaw {
  /** Profile id, such as `se-receipt-1`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  readonly name: CountryName;
  /** One sentence: what the law covers. It is in the folder of a pack and on its page, not in the bundle. */
  readonly description?: string | undefined;
  /**
   * IANA time zone, such as `Europe/Stockholm`. In a country with several zones it is that of the seat of the tax
   * authority. It is a default for those who write local times: no rule reads it.
   */
  readonly timeZone: string;
  readonly documentTier: 'receipt';
  /**
   * Day on which the law was last reviewed, YYYY-MM-DD. Documents dated a year later, or after that, get the warning
   * `pack_stale`. Absent: they do not.
   */
  readonly reviewed?: string | undefined;
  /**
   * Day of the first known change that the law cannot hold in its rows, and that would make a verdict wrong, YYYY-MM-DD.
   * Documents of that day, or a later one, get `pack_stale`. Absent if no such change is known.
   */
  readonly nextKnownChange?: string | undefined;
  /** In order of time; the last one is the currency of today. */
  readonly currencies: readonly LawCurrency[];
  readonly tax: LawTax;
  /** The rate table, which always includes rate 0 implicitly, or a range. */
  readonly rates: readonly RateRow[] | RateRange;
  /**
   * Sales to consumers in other countries under EU_VAT. `none`: not under this pack; `oss`: by the One-Stop-Shop, with
   * the rates of the destination; `union`: EU_VAT is the scheme at home, and rates of another member state are
   * valid too if channel is ecommerce and customer.country is that state.
   */
  readonly distanceSales: 'none' | 'oss' | 'union';
  /**
   * First day from which the table is complete, YYYY-MM-DD. Before it, a rate missing from the table gives a warning.
   * Absent if that is not known.
   */
  readonly ratesSince?: string | undefined;
  /** Parts of the country with their own rates, which rows name in `part`. */
  readonly territories?: readonly Territory[] | undefined;
  /** Codes that businesses may use for the country or a part of it. */
  readonly aliases?: readonly CountryAlias[] | undefined;
  /** Parts of the country whose tax no pack covers. */
  readonly outside?: readonly OutsideArea[] | undefined;
  /** In order of time; empty if totals are never rounded. */
  readonly cashRounding: readonly CashRounding[];
  /** Cash rounding by state; absent if no state has a law of its own. */
  readonly stateRounding?: readonly StateRounding[] | undefined;
  /** Whether tax.jurisdictions may be sent. */
  readonly taxJurisdictions: boolean;
  readonly extensions: readonly ExtensionNamespace[];
  /** What a receipt must carry; absent: nothing is known. */
  readonly obligations?: readonly Obligation[] | undefined;
  /** Limits of payments in cash; absent: none is known. */
  readonly cashLimits?: readonly CashLimit[] | undefined;
  /** The types of corrections that the law knows; absent: all. It is stated on the page of a pack: no rule reads it. */
  readonly corrections?: readonly CorrectionType[] | undefined;
  /** Absent from the built-in packs, whose labels are part of `receipt-rule-packs/draw`. */
  readonly labels?: LawLabels | undefined;
  /** Ids of shared rules that the pack leaves out, each with the reason. */
  readonly disabledRules?: Readonly<Record<string, string>> | undefined;
}
