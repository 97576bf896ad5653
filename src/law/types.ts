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
  /** The territory that the code selects. */
  readonly territory?: string | undefined;
}

/** A part of a country whose tax no pack covers. */
export interface OutsideArea {
  readonly code: string;
  /** The rates of that part's tax, percent. */
  readonly rates?: readonly number[] | undefined;
  /** Why no pack checks receipts from there, as a clause. */
  readonly reason: string;
}

/**
 * The first and last day on which something is in force, inclusive. Rules compare them with the document's local date.
 */
export interface Dated {
  /** First day, YYYY-MM-DD; absent if not known. */
  readonly from?: string | undefined;
  /** Last day, YYYY-MM-DD; absent if not known. */
  readonly until?: string | undefined;
}

/** A document that contains a part of the law, or reports on it. Has at least one of `url`, `title` and `note`. */
export interface Reference {
  /** Absolute http or https URL. */
  readonly url?: string | undefined;
  /** The law or publication, and who reports on it. */
  readonly title?: string | undefined;
  /** What the document says, or does not say. */
  readonly note?: string | undefined;
  /** The day on which we read it, YYYY-MM-DD; absent if not known. */
  readonly checkedOn?: string | undefined;
}

/** The source of a part of the law. */
export interface Cited {
  /** The law or publication, at most 60 characters. */
  readonly citation: string;
  /** Where to read it. In the pack's JSON files and on its page, but not in the bundle. */
  readonly references?: readonly Reference[] | undefined;
}

/**
 * How we know what a row says. `read`: from the act or the authority's page; `quoted`: another publication cites the
 * act by number; `secondary`: another publication reports it; `contradicted`: other publications disagree; `general
 * knowledge`; or `not found`.
 */
export type Evidence = 'read' | 'quoted' | 'secondary' | 'contradicted' | 'general knowledge' | 'not found';

/**
 * The place in an act that supports a row, and how we know this. Kept in the pack's JSON files and shown on its page,
 * but left out of the bundle.
 */
export interface Located {
  /** The act, as cited in the country. */
  readonly act?: string | undefined;
  /** The article, section or paragraph of the act. */
  readonly article?: string | undefined;
  /** Absolute http or https URL. */
  readonly url?: string | undefined;
  /** How we know the row's values. */
  readonly evidence?: Evidence | undefined;
  /** How `article` is known. */
  readonly articleEvidence?: Evidence | undefined;
  /** The day on which we read the source, YYYY-MM-DD. */
  readonly readOn?: string | undefined;
}

/** The source of an obligation or a limit, and how we know it. The bundle contains only `citation`. */
export interface Evidenced extends Omit<Located, 'act'> {
  /** The act; absent if we found none. */
  readonly citation?: string | undefined;
  /** Remarks on the row, including what we do not know. */
  readonly note?: string | undefined;
}

/** A currency in which shops issue, or used to issue, receipts. */
export interface LawCurrency extends Dated {
  /** ISO 4217 code. */
  readonly code: string;
  /**
   * The smallest amount that can be charged, in minor units: 100 if receipts are in whole units of the currency.
   * Default 1.
   */
  readonly unit?: number | undefined;
  /** The currency that replaced this one. */
  readonly successor?: CurrencySuccessor | undefined;
}

/** A currency that replaced another one, at a fixed rate. */
export interface CurrencySuccessor {
  /** ISO 4217 code. */
  readonly code: string;
  /** Units of the old currency for one unit of the new. */
  readonly perUnit: number;
  /** The last day on which both currencies were legal tender, YYYY-MM-DD. */
  readonly bothUntil: string;
}

/** A tax rate, with the dates and goods that it applies to, and its source. */
export interface RateRow extends RateWindow, Cited, Located {
  /** What the rate applies to. Kept in the pack's JSON files and shown on its page, but left out of the bundle. */
  readonly note?: string | undefined;
}

/** The rates in a country without a table: every rate between these limits is valid. */
export interface RateRange extends Cited {
  /** Lowest rate, percent. */
  readonly min: number;
  /** Highest rate, percent. */
  readonly max: number;
  /** The limits of usual rates, percent. A rate above 0 outside them raises a warning. */
  readonly usual: readonly [number, number];
}

/** The tax on domestic sales. */
export interface LawTax extends Cited {
  /**
   * Scheme for domestic sales: one of the seven in schema 2.1, or a custom one that begins with the country code, such
   * as `CH_MWST`. Matches `^[A-Z]{2}_[A-Z][A-Z_]*$`.
   */
  readonly scheme: Scheme;
  /** The local name of the tax: `Moms`, `VAT`, `sales tax`. */
  readonly name: string;
  /** Whether prices on receipts include the tax. A document that states the opposite gets a warning. */
  readonly pricesIncludeTax: boolean;
  /**
   * How far a line's tax may differ from the tax on its amount at its rate without a warning. A number is in minor
   * units; default 1. An entry in tax.summary may differ by (lines + 1) × that number; by default (lines + 1) / 2.
   * `perJurisdiction`: half a minor unit for each entry in tax.jurisdictions, at least 1, and 2 if there are no
   * entries.
   */
  readonly lineTolerance?: number | 'perJurisdiction' | undefined;
}

/**
 * Whether totals paid with one kind of tender are rounded. `required`: the seller must round them; `allowed`: may round
 * them; `unusual`: may round them, with a warning; `not_allowed`: must not round them.
 */
export type RoundingDuty = 'required' | 'allowed' | 'unusual' | 'not_allowed';

/** The cash rounding rules in a period. */
export interface CashRounding extends Dated, Cited, Located {
  /** Totals are rounded to multiples of this amount, minor units. */
  readonly increment: number;
  /** How to round a total exactly between two multiples: `away_from_zero`, or to `either` multiple. */
  readonly halfway: 'away_from_zero' | 'either';
  readonly cash: RoundingDuty;
  /** Card, mobile and transfer. */
  readonly electronic: RoundingDuty;
  /** The rule for bank transfers, if it differs. */
  readonly transfer?: RoundingDuty | undefined;
  /**
   * Other tenders, and split payments. `cash_part`: only the part paid in cash is rounded, so the total need not be a
   * multiple.
   */
  readonly other: RoundingDuty | 'cash_part';
  /** Largest rounding, minor units; default: half the increment. */
  readonly maxRounding?: number | undefined;
  /**
   * Totals of at most `upTo` minor units before rounding may stay unrounded or, if `mayBecome` is set, be rounded to it
   * instead.
   */
  readonly smallTotals?: { readonly upTo: number; readonly mayBecome?: number | undefined } | undefined;
  /** Whether buyer and seller may agree not to round a cash total. An unrounded total gets a warning. */
  readonly unlessAgreed?: boolean | undefined;
  /**
   * Replaces `required` if the customer is a business: customer.orgNumber or customer.vatNumber is set. Absent: the law
   * treats businesses like consumers.
   */
  readonly business?: Exclude<RoundingDuty, 'required'> | undefined;
  /**
   * The values of `channel` that the row applies to; null is a document without a channel. On other channels rounding
   * is optional, except on `ecommerce`, where it is not allowed. Absent: all.
   */
  readonly channels?: readonly (string | null)[] | undefined;
}

/** A field in a namespace of `extensions`. */
export interface ExtensionField extends Cited {
  readonly name: string;
  /** `integer`: an integer; `counter`: an integer of 0 or more, or a string of digits and letters. */
  readonly type: 'string' | 'integer' | 'counter';
  /** Describes the field in messages: `the control unit's serial number`. */
  readonly description: string;
  /** Whether a document without the field is refused. Only in a required namespace. */
  readonly required?: boolean | undefined;
  /** A regular expression with the u flag, which the value, converted to a string, must match. */
  readonly pattern?: string | undefined;
  /** The code of the warning for a value that does not match; default `fiscal_format`. */
  readonly warningCode?: string | undefined;
  /** A value that matches. */
  readonly example: string | number;
}

/** A namespace of `extensions`. */
export interface ExtensionNamespace extends Cited {
  readonly namespace: string;
  /** Describes the namespace's content in messages. */
  readonly description: string;
  /** Whether a document without the namespace is refused. If not, faults in the namespace's fields are warnings. */
  readonly required?: boolean | undefined;
  readonly fields: readonly ExtensionField[];
}

/** What a receipt must show. */
export interface Obligation extends Dated, Evidenced {
  /** Unique within the law, in kebab-case. */
  readonly id: string;
  /** Describes in messages what the receipt must show: `the QR code`. */
  readonly description: string;
  /** The code of the issue if the document does not meet the obligation. */
  readonly code: 'fiscal_missing' | 'invoice_needed' | 'required';
  /**
   * Sets of field paths. The document must have all fields of at least one set. Empty if the schema has no field for
   * it.
   */
  readonly anyOf: readonly (readonly string[])[];
  /** The tenders that the obligation applies to; absent: all. */
  readonly tenders?: readonly Payment['method'][] | undefined;
  /** The values of `channel` that the obligation applies to; null is a document without a channel. Absent: all. */
  readonly channels?: readonly (string | null)[] | undefined;
  /** The key in a business's `duties` that says whether the obligation applies. */
  readonly duty?: string | undefined;
  /** Whether the obligation applies to a business that does not set the duty. Default true. */
  readonly assumed?: boolean | undefined;
  /** The obligation does not apply if the field matches the pattern, a regular expression with the u flag. */
  readonly unless?: { readonly field: string; readonly pattern: string } | undefined;
  /** The obligation applies only to documents with the field at this path. */
  readonly when?: { readonly present: string } | undefined;
  /** The trade that the obligation applies to, in words; rules do not read it. */
  readonly trade?: string | undefined;
  /**
   * `warning`: a document that does not meet the obligation gets a warning; `rule`: another rule checks it; `listed`:
   * no rule checks it.
   */
  readonly level: 'warning' | 'listed' | 'rule';
}

/** The legal limit on a cash payment. */
export interface CashLimit extends Dated, Evidenced {
  /** Minor units of `currency`. */
  readonly limit: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** `above`: amounts above the limit are forbidden; `at_or_above`: so is the limit itself. */
  readonly forbids: 'above' | 'at_or_above';
  /** To whom the limit applies; rules do not read it. */
  readonly who?: string | undefined;
  /** `warning`: a payment over the limit gets a warning; `listed`: no rule checks the limit. */
  readonly level: 'warning' | 'listed';
}

/** Cash rounding in one state, if it is stricter than in the rest of the country. */
export interface StateRounding extends Evidenced {
  /** Postal code of the state, such as `AL`. A business's `territory` contains it: `US-AL`. */
  readonly code: string;
  /** The name of the state: `Alabama`. */
  readonly name: string;
  /** First day, YYYY-MM-DD; absent if not known, and then no rule checks the row. */
  readonly from?: string | undefined;
  /** Largest rounding up, minor units. */
  readonly maxUp: number;
  /** Largest rounding down, minor units. If it differs from `maxUp`, rules check only sales. */
  readonly maxDown: number;
  /** Whether only cash is rounded, never card, mobile or transfer payments. */
  readonly cashOnly?: boolean | undefined;
  /** `rule`: the row replaces the country's rules; `listed`: no rule checks it. */
  readonly level: 'rule' | 'listed';
}

/** The labels that a country's receipts print for document types, totals and tenders. */
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

/** The name of a country, from CLDR. Messages use the English name. */
export interface CountryName {
  /** In English: `Sweden`. */
  readonly en: string;
  /** In the local language: `Sverige`. With several local languages, in the most widely used one. */
  readonly local: string;
}

/** The types of transactions that correct a sale. */
export type CorrectionType = CorrectionTransaction['type'];

/** One country's law on receipts and on the tax that they show. `defineReceiptPack` creates a rule pack from it. */
export interface ReceiptLaw {
  /** Profile id, such as `se-receipt-1`. */
  readonly id: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  readonly name: CountryName;
  /**
   * What the law covers, in one sentence. Kept in the pack's JSON files and shown on its page, but left out of the
   * bundle.
   */
  readonly description?: string | undefined;
  /**
   * IANA time zone, such as `Europe/Stockholm`. In a country with several time zones, the zone in which the tax
   * authority is based. It is a default for callers that write local times; rules do not read it.
   */
  readonly timeZone: string;
  /**
   * Time zones of the rest of the country, which `diagnose` tries for a timestamp without a valid offset. In the United
   * States, it takes the zone from the state.
   */
  readonly otherTimeZones?: readonly string[] | undefined;
  readonly documentTier: 'receipt';
  /**
   * Day on which the law was last reviewed, YYYY-MM-DD. Documents dated a year later or more get the warning
   * `pack_stale`. Absent: no such warning.
   */
  readonly reviewed?: string | undefined;
  /**
   * Day of the first known change that the rows cannot express and that would make a verdict wrong, YYYY-MM-DD.
   * Documents dated that day or later get `pack_stale`. Absent if no such change is known.
   */
  readonly nextKnownChange?: string | undefined;
  /** In chronological order; the last one is the country's currency today. */
  readonly currencies: readonly LawCurrency[];
  readonly tax: LawTax;
  /** The rate table, which implicitly includes the rate 0, or a range. */
  readonly rates: readonly RateRow[] | RateRange;
  /**
   * Sales to consumers in other countries under EU_VAT. `none`: not under this pack; `oss`: through the One Stop Shop,
   * at the rates of the destination; `union`: EU_VAT is also the domestic scheme, and rates of another member state are
   * valid if channel is ecommerce and customer.country is that state.
   */
  readonly distanceSales: 'none' | 'oss' | 'union';
  /**
   * The first day from which the table is complete, YYYY-MM-DD. On earlier days, a rate missing from the table raises a
   * warning. Absent if not known.
   */
  readonly ratesSince?: string | undefined;
  /** Parts of the country with their own rates. Rows refer to these parts in `part`. */
  readonly territories?: readonly Territory[] | undefined;
  /** Codes that businesses may use for the country or a part of it. */
  readonly aliases?: readonly CountryAlias[] | undefined;
  /** Parts of the country whose tax no pack covers. */
  readonly outside?: readonly OutsideArea[] | undefined;
  /** In chronological order; empty if totals are never rounded. */
  readonly cashRounding: readonly CashRounding[];
  /** Cash rounding by state; absent if the states have no separate laws. */
  readonly stateRounding?: readonly StateRounding[] | undefined;
  /** Whether tax.jurisdictions may be sent. */
  readonly taxJurisdictions: boolean;
  readonly extensions: readonly ExtensionNamespace[];
  /** What a receipt must show; absent if not known. */
  readonly obligations?: readonly Obligation[] | undefined;
  /** Limits on cash payments; absent if none are known. */
  readonly cashLimits?: readonly CashLimit[] | undefined;
  /** The types of corrections under the law; absent: all. The pack's page shows them; rules do not read them. */
  readonly corrections?: readonly CorrectionType[] | undefined;
  /** Built-in packs do not set this field: their labels are in `receipt-rule-packs/draw`. */
  readonly labels?: LawLabels | undefined;
  /** The ids of shared rules that do not apply under the law, each with the reason. */
  readonly disabledRules?: Readonly<Record<string, string>> | undefined;
}
