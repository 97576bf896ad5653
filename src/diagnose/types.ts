import type { DocumentOptions, Shop } from '../engine/shop.js';
import type { ValidationResult } from '../engine/validate.js';
import type { Severity } from '../issues/issue.js';

/** One operation of a JSON Patch, RFC 6902. `path` is a JSON Pointer; a final `-` appends to an array. */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** The fields that identify an issue within a document. */
export interface IssueRef {
  readonly field: string;
  readonly code: string;
  readonly severity: Severity;
}

/** A stable code for the mistake: a code can be retired, but its meaning never changes. */
export type CauseCode =
  /** The receipt is from another country. */
  | 'country'
  /** Clients must not send this field. */
  | 'unknown_field'
  /** The field has the wrong name. */
  | 'field_renamed'
  /** `profileId` is not the profile of the shop's country. */
  | 'profile_id'
  /** `tax.pricesIncludeTax` is inverted. */
  | 'prices_flag'
  /** Money in major units, or 100 times too large. */
  | 'minor_units'
  /** Numbers as text. */
  | 'numbers_as_text'
  /** Rates as fractions, 0.25 for 25. */
  | 'rates_as_fractions'
  /** Rates in hundredths of a percent. */
  | 'rate_hundredfold'
  /** A local time without its offset from UTC. */
  | 'offset_missing'
  /** A time in another format. */
  | 'timestamp_form'
  /** A word from the shop's language or till in place of an API value. */
  | 'word'
  /** Prices include tax, but the tax was computed as if they did not. */
  | 'tax_of_gross'
  /** Prices exclude tax, but the tax was computed as if they included it. */
  | 'tax_of_net'
  /** `amount` is not quantity × unitPrice − discount. */
  | 'line_amount'
  /** A line's unit price, quantity or discount does not match its amount. */
  | 'line_input'
  /** A line's tax does not follow from its amount and rate. */
  | 'line_tax'
  /** The rate of one line, or of every line with that rate, is wrong. */
  | 'rate_of_line'
  /** The tax category does not match the rate. */
  | 'category'
  /** `tax.summary` does not follow from the lines. */
  | 'summary'
  /** A figure in `totals` is not the sum of its parts. */
  | 'total'
  /** Cash rounding. */
  | 'rounding'
  /** A refund states negative figures. */
  | 'refund_sign'
  /** `currency` is not an ISO 4217 code. */
  | 'currency_form'
  /** The currency is not the country's. */
  | 'currency'
  /** The tax scheme is not the country's. */
  | 'scheme'
  /** The right value with the wrong JSON type. */
  | 'type_of_value'
  /** `payment.last4` has more than four digits. */
  | 'last4'
  /** A missing field can be derived from the law or the document. */
  | 'default'
  /** This document must not have the field. */
  | 'not_allowed'
  /** A jurisdiction's tax is wrong. */
  | 'jurisdiction_tax'
  /** No single mistake explains the figures, so they are recomputed from the lines. */
  | 'recompute'
  /** No repair is known; only the sender knows what is right. */
  | 'open';

/**
 * How certain a cause is. `certain`: no other repair fits nearly as well. `likely`: another repair fits nearly as well,
 * or the repair interprets a word. `choose`: a person has to decide, among the `options` if there are any.
 */
export type Confidence = 'certain' | 'likely' | 'choose';

/** One of several repairs that fit about equally well. */
export interface CauseOption {
  readonly title: string;
  readonly changes: readonly Operation[];
  /** ISO 3166-1 alpha-2 code of the country to validate under, if the option changes the country. */
  readonly country?: string | undefined;
}

/** One mistake, with the issues that follow from it and the change that repairs it. */
export interface Cause {
  readonly code: CauseCode;
  /** One line that states the mistake. The text can change, so do not match on it. */
  readonly title: string;
  /** One sentence that states the evidence. Not stable. */
  readonly why: string;
  /** The first field that the repair changes, such as `items[0].taxAmount`. Empty for the document itself. */
  readonly field: string;
  /** The number of lines that the repair changes. */
  readonly lines: number;
  /**
   * The smallest change that repairs the mistake. Apply the changes of several causes in order. Empty if no repair is
   * known.
   */
  readonly changes: readonly Operation[];
  /** Only for the code `country`: ISO 3166-1 alpha-2 code of the country that fits. */
  readonly country?: string | undefined;
  /** The issues that the repair resolves. */
  readonly explains: readonly IssueRef[];
  /** The issues that appear only after the repair. Later causes explain them. */
  readonly leaves: readonly IssueRef[];
  readonly confidence: Confidence;
  /**
   * The repairs that fit, if a person has to choose; the first is the one in `changes`. A cause `unknown_field` with
   * confidence `certain` also has options, if the field can move to `metadata`.
   */
  readonly options?: readonly CauseOption[] | undefined;
}

/** The mistakes in a document. */
export interface Diagnosis {
  /** In the order in which to apply their changes. Empty if the document has no issues. */
  readonly causes: readonly Cause[];
  /** The document after the changes of all causes. Unchanged parts are shared with the input. */
  readonly document: unknown;
  /** The shop that validated `document`; differs from the shop passed in if the receipt is from another country. */
  readonly shop: Shop;
  /** The verdict on `document`. */
  readonly result: ValidationResult;
  /** How many validations were run. */
  readonly validations: number;
  /** Whether the search stopped at `maxValidations`. The remaining issues then become causes with the code `open`. */
  readonly stopped: boolean;
}

/** Options of `diagnose`. */
export interface DiagnoseOptions extends Pick<DocumentOptions, 'original'> {
  /**
   * The result of `shop.validate(document)`, to save a validation. The document must have been validated with the same
   * options, without `maxIssues`.
   */
  readonly result?: ValidationResult | undefined;
  /** Whether to consider the other countries in the registry. Default true. */
  readonly countries?: boolean | undefined;
  /** The maximum number of validations. At least 1. Default 300. */
  readonly maxValidations?: number | undefined;
}
