/** The meaning of a code. */
export interface CodeMeaning {
  /** When the code is raised. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
}

/**
 * Every code that this library raises. New codes are added here. A code may be retired, but it never gets another
 * meaning. Codes with a slash are spelled by the service's interface; codes of our own are bare.
 *
 * See docs/codes.md in the repository.
 */
export const ISSUE_CODES = /* @__PURE__ */ define({
  unknown_field: {
    meaning: 'Schema 2.1 does not have the field, or the service fills it in.',
    remedy: 'Omit the field. Your own data goes into metadata.',
  },
  duplicate_key: {
    meaning: 'An object of the JSON text has the key more than once.',
    remedy: 'Send the key once.',
  },
  profile_mismatch: { meaning: "profileId is not the rule pack of the business's country.", remedy: 'Omit profileId.' },
  required: { meaning: 'The field is missing, and the schema or a rule requires it.', remedy: 'Send the field.' },
  invalid_type: {
    meaning: 'The value has the wrong JSON type.',
    remedy: 'Send the type in the message. Money is an integer in minor units.',
  },
  invalid_value: {
    meaning: 'The value is not one of those allowed, or not the one that a rule requires.',
    remedy: 'Send a value from the message.',
  },
  invalid_format: {
    meaning: 'The text does not have the form of its field.',
    remedy: 'Send the text as in the message.',
  },
  out_of_range: {
    meaning: 'The number is too small, beyond ±(2^53 − 1) or not finite, or free-form data is nested over 200 levels.',
    remedy: 'Send a number within the range.',
  },
  too_short: { meaning: 'A required identifier or name is empty.', remedy: 'Send the identifier or name.' },
  too_few_items: { meaning: 'items is empty.', remedy: 'Send at least one line.' },
  unsupported_tier: {
    meaning: 'documentTier is an invoice tier; only receipts are accepted.',
    remedy: 'Send receipt, or omit documentTier.',
  },
  unsupported_country: {
    meaning: "The registry has no rule pack for the business's country.",
    remedy: 'Register the pack of that country.',
  },
  currency_not_allowed: {
    meaning: "currency is not the rule pack's currency on the document's own date.",
    remedy: 'Send amounts in the currency of the country of sale.',
  },
  invalid_rate: {
    meaning: "taxRate is not in the rate table of the scheme or, under OSS, of the customer's country.",
    remedy: 'Send a rate from the message.',
  },
  'tax.scheme/scheme_not_allowed': {
    meaning: "tax.scheme is not one of the rule pack, or is EU_VAT for a customer in the business's own country.",
    remedy: 'Send the national scheme; EU_VAT only for distance sales to another country.',
  },
  'customer.country/required': {
    meaning: 'tax.scheme is EU_VAT (OSS) and customer.country is missing.',
    remedy: "Send the customer's country, or the national scheme.",
  },
  'customer.country/invalid_country': {
    meaning: 'tax.scheme is EU_VAT (OSS) and customer.country is not an upper-case ISO 3166-1 alpha-2 code.',
    remedy: 'Send an assigned code such as DE.',
  },
  amount_mismatch: {
    meaning: 'A line amount is not quantity × unitPrice − discount, rounded up or down to an integer.',
    remedy: 'Send the amount in the message, or correct quantity, unitPrice or discount.',
  },
  sum_mismatch: {
    meaning: 'A total is not the sum of its figures.',
    remedy: 'Send the sum in the message, or correct the figures.',
  },
  summary_missing: {
    meaning: 'A (rate, category) pair of the items has no entry in tax.summary.',
    remedy: 'Add an entry for the pair.',
  },
  summary_unused: {
    meaning: 'An entry of tax.summary has a (rate, category) pair that no item has.',
    remedy: 'Remove the entry, or correct its rate or category.',
  },
  summary_duplicate: {
    meaning: 'tax.summary has a second entry for a (rate, category) pair.',
    remedy: 'Merge the entries.',
  },
  invalid_rounding: {
    meaning: 'The rounded total is not a multiple of the increment, or the rounding is larger than the law allows.',
    remedy: 'Round to the nearest increment, and send the signed difference as totals.rounding.',
  },
  not_allowed: {
    meaning: 'The field is not allowed here, such as rounding on a tender that the law does not round.',
    remedy: 'Omit the field.',
  },
  must_be_zero: { meaning: 'The total of a void is not 0.', remedy: 'Send totals.total 0.' },
  tax_amount_deviates: {
    meaning: "A line's taxAmount is further from amount and rate than rounding can explain.",
    remedy: 'Compute the tax of amount and rate.',
  },
  summary_deviates: {
    meaning: 'An entry of tax.summary is further from its lines than rounding can explain.',
    remedy: 'Send the sum of the lines of the pair, or correct the lines.',
  },
  category_rate: {
    meaning: 'The category does not fit the rate: S at rate 0, or Z, E, AE or O at another.',
    remedy: 'Send S for taxed lines; Z, E, AE or O at rate 0.',
  },
  rounding_tie_down: {
    meaning: 'A total exactly between two increments was rounded down; the law rounds up.',
    remedy: 'Round ties up.',
  },
  rate_not_in_window: {
    meaning: 'The rate is in the table, but was not in force on the date of the sale.',
    remedy: 'Send the rate in force on the local date of the sale.',
  },
  not_oss_territory: {
    meaning: 'tax.scheme is EU_VAT (OSS), but the customer is outside the European Union; no rate table applies.',
    remedy: 'Send the national scheme: an export normally has rate 0.',
  },
  total_is_zero: {
    meaning: 'The total of a refund or credit note is 0.',
    remedy: 'Send the amount given back, positive.',
  },
  settled_void: { meaning: 'A void is settled.', remedy: 'Send settled false.' },
  prices_exclude_tax: {
    meaning: 'tax.pricesIncludeTax is false where receipts show prices with tax.',
    remedy: 'Send true and prices with tax, unless the receipt shows prices without tax.',
  },
  prices_include_tax: {
    meaning: 'tax.pricesIncludeTax is true where receipts show prices without tax.',
    remedy: 'Send false and prices without tax, unless the receipt shows prices with tax.',
  },
  last4_without_card: {
    meaning: 'payment.last4 is there, but the payment was in cash or by transfer.',
    remedy: 'Omit last4, or send the method card.',
  },
  amount_deviates: {
    meaning:
      "A weighed line's amount is not quantity × unitPrice − discount, but the rounding of its weight explains the difference.",
    remedy: 'Send the amount of the stated weight, unless the weight was computed from a price.',
  },
  rate_unusual: {
    meaning: 'taxRate is possible but probably wrong: a fraction instead of a percentage, or very high.',
    remedy: 'Send percent: 8.25, not 0.0825.',
  },
  rounding_unusual: {
    meaning: 'totals.rounding is not 0 on a tender whose totals are not normally rounded in the country.',
    remedy: 'Omit the rounding.',
  },
  rounding_not_nearest: {
    meaning: 'The total was not rounded to the nearest increment.',
    remedy: 'Round to the nearest increment, unless the receipt was rounded further.',
  },
  rounding_not_applied: {
    meaning: 'A total in cash was not rounded, which the law lets buyer and seller agree on.',
    remedy: 'Round to the nearest increment, unless that was agreed.',
  },
  jurisdictions_deviate: {
    meaning: 'The sum of tax.jurisdictions is further from totals.tax than rounding can explain.',
    remedy: 'Send the tax of every jurisdiction.',
  },
  fiscal_format: {
    meaning: 'A field of extensions does not have the form that fiscal devices of the country write.',
    remedy: 'Send the value as the device returned it.',
  },
  fiscal_checksum: {
    meaning: 'A checksum in a field of a fiscal device does not fit the rest of the field.',
    remedy: 'Send the value as the device returned it.',
  },
  fiscal_figures_deviate: {
    meaning: 'Amounts or rates in a field of a fiscal device differ from those of the document.',
    remedy: 'Send the value as the device returned it.',
  },
  control_code_format: {
    meaning:
      'extensions.se.controlCode has the form of neither a control unit (59 characters) nor a cloud control system (113).',
    remedy: 'Send the value as the device returned it.',
  },
  fiscal_missing: {
    meaning: 'The receipt lacks what the law of the day wants on it, such as data of a fiscal device.',
    remedy: 'Send the field, or name the duty as false in business.duties if the business does not have it.',
  },
  invoice_needed: {
    meaning: 'The buyer needs an invoice: a receipt with this field is none any more.',
    remedy: 'Issue an invoice, or omit the field.',
  },
  cash_limit: {
    meaning: 'The total is more than the law of the day lets buyers pay in cash.',
    remedy: 'Take another tender, unless the limit does not bind the buyer: business.duties { cashLimit: false }.',
  },
  over_refund: {
    meaning: 'The correction gives back more than is left of the sale: of a line, of a rate, or in all.',
    remedy: 'Give back at most what refundableBalance returns.',
  },
  not_refundable: {
    meaning: 'The document to correct is neither a sale nor an exchange, or is not valid.',
    remedy: 'Name the document by which the goods were sold.',
  },
  line_not_found: {
    meaning: 'A correction, or a discount of a draft, names a line that is not there.',
    remedy: 'Name a line by its index in items.',
  },
  rate_differs_from_sale: {
    meaning: 'A line of a correction has another rate or category than the line of the sale.',
    remedy: 'Send the rate of the sale, not that of today.',
  },
  original_mismatch: {
    meaning: 'A correction names another sale, business or currency.',
    remedy: 'Send the id, vendor and currency of the sale.',
  },
  discount_exceeds_amount: {
    meaning: 'A discount of the order is more than the lines that share it.',
    remedy: 'Send a smaller discount, or name other lines.',
  },
  not_computable: {
    meaning: 'A figure is beyond ±(2^53 − 1), or nothing says how to share it.',
    remedy: 'Send smaller figures, or the figure itself.',
  },
});

/** A code of this library. Packs from elsewhere may raise codes of their own. */
export type IssueCode = keyof typeof ISSUE_CODES;

/** Keeps the texts out of the types: the codes are part of the interface, the texts are not. */
function define<Codes extends Record<string, CodeMeaning>>(
  codes: Codes,
): { readonly [Code in keyof Codes]: CodeMeaning } {
  return codes;
}

/** Whether a text is a code of this library. */
export function isIssueCode(text: string): text is IssueCode {
  return Object.hasOwn(ISSUE_CODES, text);
}
