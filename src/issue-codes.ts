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
    meaning: 'The field may not be written: schema 2.1 does not know it, or the service fills it in.',
    remedy: 'Leave the field out. Put your own data into metadata, and that of a control unit into extensions.',
  },
  duplicate_key: {
    meaning: 'An object of the JSON text has the key more than once. Only validateJson and the service can see that.',
    remedy: 'Write the key once.',
  },
  profile_mismatch: {
    meaning: "profileId differs from the rule pack resolved from the business's country.",
    remedy: 'Leave profileId out; the service resolves it.',
  },
  required: {
    meaning: 'The field is missing: the schema requires it always, or a rule requires it for this document.',
    remedy: 'Send the field.',
  },
  invalid_type: {
    meaning: 'The value has the wrong JSON type.',
    remedy: 'Send the type that the message names. Money is an integer in minor units, never a decimal or a string.',
  },
  invalid_value: {
    meaning: 'The value is not one of the allowed values, or not the one that a rule requires here.',
    remedy: 'Send one of the values that the message names.',
  },
  invalid_format: {
    meaning: 'The text does not have the form of its field, such as a timestamp or an identifier without NUL.',
    remedy: 'Write the text in the form that the message shows.',
  },
  out_of_range: {
    meaning:
      'The number is beyond ±(2^53 − 1), not finite, or below the least that the field may be; or metadata, or a namespace of extensions, is nested over 200 levels.',
    remedy: 'Send a number within the range that the message names.',
  },
  too_short: { meaning: 'A required identifier or name is empty.', remedy: 'Send the identifier or name.' },
  too_few_items: { meaning: 'items is empty.', remedy: 'Send at least one line.' },
  unsupported_tier: {
    meaning: 'documentTier is an invoice tier, which is not accepted.',
    remedy: 'Send receipt, or leave documentTier out.',
  },
  unsupported_country: {
    meaning: "No rule pack exists for the business's country.",
    remedy: 'Send documents of countries that have a rule pack.',
  },
  currency_not_allowed: {
    meaning: "currency is not the rule pack's currency on the document's own date.",
    remedy: 'Send amounts in the currency of the country of sale.',
  },
  invalid_rate: {
    meaning: "A line's taxRate is not in the rate table of the scheme, or, under OSS, of the destination country.",
    remedy: 'Send one of the rates that the message lists.',
  },
  'tax.scheme/scheme_not_allowed': {
    meaning: "tax.scheme is not one of the rule pack, or is OSS for a customer in the vendor's own country.",
    remedy: 'Send the national scheme, or EU_VAT only for distance sales to another country.',
  },
  'customer.country/required': {
    meaning: 'tax.scheme is EU_VAT (OSS) and customer.country is absent.',
    remedy: "Send the customer's country, or the national scheme.",
  },
  'customer.country/invalid_country': {
    meaning: 'tax.scheme is EU_VAT (OSS) and customer.country is not an ISO 3166-1 alpha-2 code in upper case.',
    remedy: 'Send an assigned alpha-2 code such as DE.',
  },
  amount_mismatch: {
    meaning: "A line's amount is not quantity × unitPrice − discount, rounded up or down to a whole number.",
    remedy: 'Send the amount that the message shows, or correct quantity, unitPrice or discount.',
  },
  sum_mismatch: {
    meaning: 'A total differs from the figures it sums up (subtotal, discount, tax, total).',
    remedy: 'Send the sum that the message shows, or correct its figures.',
  },
  summary_missing: {
    meaning: 'A (rate, category) pair of the items has no entry in tax.summary.',
    remedy: 'Add an entry for the pair.',
  },
  summary_unused: {
    meaning: 'An entry of tax.summary has a (rate, category) pair that no item uses.',
    remedy: "Remove the entry, or correct its rate or category, or the item's.",
  },
  summary_duplicate: {
    meaning: 'tax.summary has a second entry for the same (rate, category) pair.',
    remedy: 'Merge the entries into one.',
  },
  invalid_rounding: {
    meaning:
      'The rounding does not lead to a cash-rounding step, is larger than the law allows, or the law has no rounding.',
    remedy: 'Round to the nearest step, and state the signed difference as totals.rounding.',
  },
  not_allowed: {
    meaning:
      'The field may not be sent here: rounding on a tender that the law does not round, or tax.jurisdictions outside the US.',
    remedy: 'Leave the field out.',
  },
  must_be_zero: { meaning: 'The total of a void is not 0.', remedy: 'Send totals.total 0.' },
  tax_amount_deviates: {
    meaning: "A line's taxAmount is further from its amount and rate than rounding can explain.",
    remedy:
      'Compute tax from the line: amount × rate / (100 + rate) where prices include tax, amount × rate / 100 where they do not.',
  },
  summary_deviates: {
    meaning: 'An entry of tax.summary is further from the sum of its lines than rounding per line can explain.',
    remedy: 'Sum the lines of the pair, or correct the lines.',
  },
  category_rate: {
    meaning: 'The category does not fit the rate: S with rate 0, or Z, E, AE or O with another.',
    remedy: 'Send S for taxed lines, and Z, E, AE or O with rate 0.',
  },
  rounding_tie_down: {
    meaning: 'The total was exactly between two steps and was rounded down. The law rounds up.',
    remedy: 'Round ties up.',
  },
  rate_not_in_window: {
    meaning: 'The rate is in the table, but was not valid on the date of the sale.',
    remedy: 'Send the rate that was valid on the local date of the sale.',
  },
  not_oss_territory: {
    meaning: 'tax.scheme is EU_VAT (OSS), but the customer is outside the European Union; no rate table applies.',
    remedy: 'Send the national scheme: an export normally has rate 0.',
  },
  total_is_zero: {
    meaning: 'A refund or credit note has the total 0.',
    remedy: 'State the amount that was given back, positive.',
  },
  settled_void: { meaning: 'A void was sent as settled.', remedy: 'Send settled false with a void.' },
  prices_exclude_tax: {
    meaning: 'tax.pricesIncludeTax is false where receipts show prices with tax.',
    remedy: 'Send true and prices with tax, unless the receipt really showed prices without tax.',
  },
  prices_include_tax: {
    meaning: 'tax.pricesIncludeTax is true where receipts show prices without tax.',
    remedy: 'Send false and prices without tax, unless the receipt really showed prices with tax.',
  },
  last4_without_card: {
    meaning: 'payment.last4 was sent, but the payment was in cash or by transfer.',
    remedy: 'Leave last4 out, or send the method card.',
  },
  amount_deviates: {
    meaning:
      "A weighed line's amount is not quantity × unitPrice − discount, but the rounding of its weight explains the difference.",
    remedy: 'Send the amount of the stated weight, unless the till computed that from a price.',
  },
  rate_unusual: {
    meaning: "A line's taxRate is possible, but probably a mistake: a fraction instead of a percentage, or very high.",
    remedy: 'Send percent: 8.25, not 0.0825.',
  },
  rounding_unusual: {
    meaning: 'totals.rounding is not 0 on a tender on which totals are not normally rounded in the country.',
    remedy: 'Leave the rounding out.',
  },
  rounding_not_nearest: {
    meaning: 'The total was not rounded to the nearest step.',
    remedy: 'Round to the nearest step, unless the receipt really was rounded farther.',
  },
  jurisdictions_deviate: {
    meaning: 'The taxes in tax.jurisdictions are further from totals.tax than rounding can explain.',
    remedy: 'State the tax of every jurisdiction.',
  },
  fiscal_format: {
    meaning: 'A field in a namespace of extensions does not have the form that fiscal devices of the country write.',
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
      'extensions.se.controlCode has neither the form of a control unit (59 characters) nor of a cloud control system (113).',
    remedy: 'Send the value as the device returned it.',
  },
  over_refund: {
    meaning: 'The correction gives back more than is left of the sale: of a line, of a rate, or in all.',
    remedy: 'Give back what refundableBalance says is left, or less.',
  },
  not_refundable: {
    meaning: 'The document to correct is neither a sale nor an exchange, or is not valid.',
    remedy: 'Name the document by which the goods were sold.',
  },
  line_not_found: {
    meaning: 'A correction, or a discount of a draft, names a line that is not there.',
    remedy: 'Name a line by its index in items, and send its name, price and rate as in the sale.',
  },
  rate_differs_from_sale: {
    meaning: 'A line of a correction has another rate or category than the line of the sale.',
    remedy: 'Send the rate of the sale, not that of today.',
  },
  original_mismatch: {
    meaning: 'A correction names another sale, another business or another currency.',
    remedy: 'Send the id, the vendor and the currency of the sale that is corrected.',
  },
  discount_exceeds_amount: {
    meaning: 'A discount of an order is more than the lines that share it add up to.',
    remedy: 'Send a smaller discount, or name other lines.',
  },
  not_computable: {
    meaning: 'A figure cannot be computed: it is beyond ±(2^53 − 1), or nothing says how to share it.',
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
