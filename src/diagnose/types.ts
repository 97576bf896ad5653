import type { DocumentOptions, Shop } from '../engine/shop.js';
import type { ValidationResult } from '../engine/validate.js';
import type { Severity } from '../issues/issue.js';

/** One operation of a JSON Patch, RFC 6902. `path` is a JSON Pointer; `-` at its end is the end of an array. */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** An issue, by what identifies it in a document. */
export interface IssueRef {
  readonly field: string;
  readonly code: string;
  readonly severity: Severity;
}

/** What went wrong, as a stable code: a code may be retired, but never gets another meaning. */
export type CauseCode =
  /** The receipt is of another country. */
  | 'country'
  /** A field that clients may not send. */
  | 'unknown_field'
  /** A field under another name. */
  | 'field_renamed'
  /** `profileId` of another profile. */
  | 'profile_id'
  /** `tax.pricesIncludeTax` is the wrong way round. */
  | 'prices_flag'
  /** Money in major units, or a hundredfold. */
  | 'minor_units'
  /** Numbers as text. */
  | 'numbers_as_text'
  /** Rates as fractions, 0.25 for 25. */
  | 'rates_as_fractions'
  /** Rates in hundredths of a percent. */
  | 'rate_hundredfold'
  /** A local time without its offset from UTC. */
  | 'offset_missing'
  /** A time in another form. */
  | 'timestamp_form'
  /** A word of the shop's language, or of its till, for a value of the interface. */
  | 'word'
  /** Tax of prices that include it, computed as if they did not. */
  | 'tax_of_gross'
  /** Tax of prices without it, computed as if they included it. */
  | 'tax_of_net'
  /** `amount` is not quantity × unitPrice − discount. */
  | 'line_amount'
  /** Unit price, quantity or discount of a line does not fit its amount. */
  | 'line_input'
  /** The tax of a line does not follow from amount and rate. */
  | 'line_tax'
  /** The rate of a line, or of every line with that rate. */
  | 'rate_of_line'
  /** The tax category does not fit the rate. */
  | 'category'
  /** `tax.summary` does not follow from the lines. */
  | 'summary'
  /** A figure of `totals` is not the sum. */
  | 'total'
  /** Cash rounding. */
  | 'rounding'
  /** Figures of a refund with a minus sign. */
  | 'refund_sign'
  /** `currency` is not an ISO 4217 code. */
  | 'currency_form'
  /** The currency is not that of the country. */
  | 'currency'
  /** The tax scheme is not that of the country. */
  | 'scheme'
  /** The right value in a wrong JSON type. */
  | 'type_of_value'
  /** `payment.last4` is more than the last four digits. */
  | 'last4'
  /** A field is missing whose value follows from the law or the document. */
  | 'default'
  /** A field that may not be sent in this document. */
  | 'not_allowed'
  /** The tax of a jurisdiction. */
  | 'jurisdiction_tax'
  /** Nothing better explains the figures: they are computed again from the lines. */
  | 'recompute'
  /** No repair is known; only the sender knows what is right. */
  | 'open';

/**
 * How sure a cause is. `certain`: no other repair comes near. `likely`: one does, or a word was interpreted. `choose`:
 * somebody has to decide, between `options` if there are any.
 */
export type Confidence = 'certain' | 'likely' | 'choose';

/** One of several repairs that fit about equally well. */
export interface CauseOption {
  readonly title: string;
  readonly changes: readonly Operation[];
  /** ISO 3166-1 alpha-2 code of the country to validate under, if this option is another country. */
  readonly country?: string | undefined;
}

/** One mistake, with the issues that follow from it and the change that repairs it. */
export interface Cause {
  readonly code: CauseCode;
  /** One line that states the mistake. Not stable: never match on it. */
  readonly title: string;
  /** One sentence that states the evidence. Not stable. */
  readonly why: string;
  /** The field that the repair changes, or the first of them: `items[0].taxAmount`. Empty for the document itself. */
  readonly field: string;
  /** How many lines the repair changes. */
  readonly lines: number;
  /** The least difference that repairs it. Apply those of several causes in their order. Empty if no repair is known. */
  readonly changes: readonly Operation[];
  /** Only of `country`: ISO 3166-1 alpha-2 code of the country that fits. */
  readonly country?: string | undefined;
  /** The issues that are gone after the repair. */
  readonly explains: readonly IssueRef[];
  /** The issues that only show after the repair. Later causes explain them. */
  readonly leaves: readonly IssueRef[];
  readonly confidence: Confidence;
  /** Where somebody has to choose: the repairs that fit, the one in `changes` first. */
  readonly options?: readonly CauseOption[] | undefined;
}

/** What is wrong with a document. */
export interface Diagnosis {
  /** In the order in which their changes apply. Empty if the document has no issue. */
  readonly causes: readonly Cause[];
  /** The document after the changes of all causes. Shares what is unchanged with the one that was passed. */
  readonly document: unknown;
  /** The shop that `document` was validated with: another one than was passed if a cause is the country. */
  readonly shop: Shop;
  /** The verdict on `document`. */
  readonly result: ValidationResult;
  /** How many validations it took. */
  readonly validations: number;
  /** Whether it stopped at `maxValidations`. Issues without a cause by then are `open`. */
  readonly stopped: boolean;
}

/** Options of `diagnose`. */
export interface DiagnoseOptions extends Pick<DocumentOptions, 'original'> {
  /** What `shop.validate(document)` returned, to save a validation. Made with the same options, without `maxIssues`. */
  readonly result?: ValidationResult | undefined;
  /** Whether the receipt may be of another country of the registry. Default true. */
  readonly countries?: boolean | undefined;
  /** After how many validations to stop. At least 1. Default 300. */
  readonly maxValidations?: number | undefined;
}
