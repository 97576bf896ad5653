/** The meaning of a code. */
export interface CodeMeaning {
  /** When the code is raised. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
}

/**
 * Every code that this library raises, with how to fix the document. New codes are added here. A code may be retired,
 * but it never gets another meaning. Codes with a slash are spelled by the service's interface; codes of our own are
 * bare.
 */
export const REMEDIES = {
  unknown_field: 'Omit the field. Your own data goes into metadata.',
  duplicate_key: 'Send the key once.',
  profile_mismatch: 'Omit profileId.',
  required: 'Send the field.',
  invalid_type: 'Send the type in the message.',
  invalid_value: 'Send a value from the message.',
  invalid_format: 'Send the text as in the message.',
  out_of_range: 'Send a number within the range.',
  too_short: 'Send the identifier or name.',
  too_few_items: 'Send at least one line.',
  unsupported_tier: 'Send receipt, or omit documentTier.',
  unsupported_country: 'Register the pack of that country.',
  currency_not_allowed: 'Send the currency of the country of sale.',
  invalid_rate: 'Send a rate from the message. If the line is an average over several rates, send one line per rate.',
  'tax.scheme/scheme_not_allowed': 'Send the national scheme, or EU_VAT for sales to another country.',
  'customer.country/required': "Send the customer's country, or the national scheme.",
  'customer.country/invalid_country': 'Send an assigned code such as DE.',
  amount_mismatch: 'Send the amount in the message, or correct its factors.',
  sum_mismatch: 'Send the sum in the message, or correct its figures.',
  summary_missing: 'Add an entry for the pair.',
  summary_unused: 'Remove the entry, or correct it.',
  summary_duplicate: 'Merge the entries.',
  invalid_rounding: 'Round to the nearest increment; totals.rounding is the signed difference.',
  not_allowed: 'Omit the field.',
  must_be_zero: 'Send totals.total 0.',
  tax_amount_deviates: 'Compute the tax of amount and rate.',
  summary_deviates: 'Send the sum of the lines, or correct the lines.',
  category_rate: 'Send S for taxed lines; Z, E, AE or O at rate 0.',
  rounding_tie_down: 'Round ties up.',
  rate_not_in_window: 'Send a rate from the message.',
  product_tax_class_unknown: 'Send a class of the vocabulary, or none.',
  rate_of_territory: 'Send a rate of the country, or name the territory.',
  rate_of_regime: 'Send a rate of the country, or name the regime.',
  rate_unknown: 'Look the rate up in the law of that time.',
  not_oss_territory: 'Send the national scheme.',
  total_is_zero: 'Send the amount given back, positive.',
  settled_void: 'Send settled false.',
  prices_exclude_tax: 'Send what the receipt shows.',
  prices_include_tax: 'Send what the receipt shows.',
  last4_without_card: 'Omit last4, or send the method card.',
  amount_deviates: 'Send the amount in the message, unless the weight was computed from a price.',
  rate_unusual: 'Send percent: 8.25, not 0.0825.',
  rounding_unusual: 'Omit the rounding.',
  rounding_not_nearest: 'Round to the nearest increment.',
  jurisdictions_deviate: 'Send the tax of every jurisdiction.',
  fiscal_format: 'Send the value as the device returned it.',
  fiscal_checksum: 'Send the value as the device returned it.',
  fiscal_figures_deviate: 'Send the value as the device returned it.',
  control_code_format: 'Send the value as the device returned it.',
  over_refund: 'Give back at most what refundableBalance returns.',
  not_refundable: 'Name the document by which the goods were sold.',
  line_not_found: 'Name a line by its index in items.',
  rate_differs_from_sale: 'Send the rate of the sale.',
  original_mismatch: 'Send the id, vendor and currency of the sale.',
  discount_exceeds_amount: 'Send a smaller discount, or name other lines.',
  not_computable: 'Send smaller figures, or the figure itself.',
};

/** A code of this library. Packs from elsewhere may raise codes of their own. */
export type IssueCode = keyof typeof REMEDIES;

/**
 * When a code is raised that is not one of rules alone: codes of structure, of the choice of a pack, and of drafts and
 * corrections. `explain` has these.
 */
export const STAGE_MEANINGS = {
  unknown_field: 'Schema 2.1 does not have the field, or the service fills it in.',
  duplicate_key: 'An object has the key more than once.',
  profile_mismatch: "profileId is not the rule pack of the business's country.",
  required: 'The field is missing, and is required.',
  invalid_type: 'The value has the wrong JSON type.',
  invalid_value: 'The value is not one of those allowed or required.',
  invalid_format: 'The text does not have the form of its field.',
  out_of_range: 'The number is too small or too large, or free-form data is nested over 200 levels.',
  too_short: 'A required identifier or name is empty.',
  too_few_items: 'items is empty.',
  unsupported_country: "The registry has no rule pack for the business's country.",
  over_refund: 'The correction gives back more than is left of the sale.',
  not_refundable: 'The document is neither a sale nor an exchange, or is not valid.',
  line_not_found: 'A line is named that is not there.',
  rate_differs_from_sale: 'A line has another rate or category than the line of the sale.',
  original_mismatch: 'A correction names another sale, business or currency.',
  discount_exceeds_amount: 'A discount is more than the lines that share it.',
  not_computable: 'A figure is beyond ±(2^53 − 1), or nothing says how to share it.',
} satisfies Readonly<Partial<Record<IssueCode, string>>>;

/** When a code of rules is raised. Bundles leave this out: there `explain` tells it by the summaries of the rules. */
const RULE_MEANINGS: Readonly<Record<Exclude<IssueCode, keyof typeof STAGE_MEANINGS>, string>> = {
  unsupported_tier: 'documentTier is an invoice tier; only receipts are accepted.',
  currency_not_allowed: "currency is not the rule pack's currency on the document's own date.",
  invalid_rate: "taxRate is not in the rate table of the scheme or, under OSS, of the customer's country.",
  'tax.scheme/scheme_not_allowed':
    "tax.scheme is not one of the rule pack, or is EU_VAT for a customer in the business's own country.",
  'customer.country/required': 'tax.scheme is EU_VAT (OSS) and customer.country is missing.',
  'customer.country/invalid_country':
    'tax.scheme is EU_VAT (OSS) and customer.country is not an upper-case ISO 3166-1 alpha-2 code.',
  amount_mismatch: 'A line amount is not quantity × unitPrice − discount, rounded up or down to an integer.',
  sum_mismatch: 'A total is not the sum of its figures.',
  summary_missing: 'A (rate, category) pair of the items has no entry in tax.summary.',
  summary_unused: 'An entry of tax.summary has a (rate, category) pair that no item has.',
  summary_duplicate: 'tax.summary has a second entry for a (rate, category) pair.',
  invalid_rounding:
    'The rounded total is not a multiple of the increment, or the rounding is larger than the law allows.',
  not_allowed: 'The field is not allowed here, such as rounding on a tender that the law does not round.',
  must_be_zero: 'The total of a void is not 0.',
  tax_amount_deviates: "A line's taxAmount is further from amount and rate than rounding can explain.",
  summary_deviates: 'An entry of tax.summary is further from its lines than rounding can explain.',
  category_rate: 'The category does not fit the rate: S at rate 0, or Z, E, AE or O at another.',
  rounding_tie_down: 'A total exactly between two increments was rounded down; the law rounds up.',
  rate_not_in_window: 'The rate is in the table, but was not in force on the date of the sale for these goods.',
  product_tax_class_unknown: 'The product tax class that the caller gives for the line is not known.',
  rate_of_territory:
    'The rate holds in a part of the country alone, and the business is not there; or the part has no such rate.',
  rate_of_regime: 'The rate is that of a regime, such as that of farmers, and the business is under others.',
  rate_unknown: 'The document is older than the rate table, which does not have the rate.',
  not_oss_territory:
    'tax.scheme is EU_VAT (OSS), but the customer is outside the European Union; no rate table applies.',
  total_is_zero: 'The total of a refund or credit note is 0.',
  settled_void: 'A void is settled.',
  prices_exclude_tax: 'tax.pricesIncludeTax is false where receipts show prices with tax.',
  prices_include_tax: 'tax.pricesIncludeTax is true where receipts show prices without tax.',
  last4_without_card: 'payment.last4 is there, but the payment was in cash or by transfer.',
  amount_deviates:
    "A weighed line's amount is not quantity × unitPrice − discount, but the rounding of its weight explains the difference.",
  rate_unusual: 'taxRate is possible but probably wrong: a fraction instead of a percentage, or very high.',
  rounding_unusual: 'totals.rounding is not 0 on a tender whose totals are not normally rounded in the country.',
  rounding_not_nearest: 'The total was not rounded to the nearest increment.',
  jurisdictions_deviate: 'The sum of tax.jurisdictions is further from totals.tax than rounding can explain.',
  fiscal_format: 'A field of extensions does not have the form that fiscal devices of the country write.',
  fiscal_checksum: 'A checksum in a field of a fiscal device does not fit the rest of the field.',
  fiscal_figures_deviate: 'Amounts or rates in a field of a fiscal device differ from those of the document.',
  control_code_format:
    'extensions.se.controlCode has the form of neither a control unit (59 characters) nor a cloud control system (113).',
};

/**
 * Every code that this library raises, with its texts.
 *
 * See docs/codes.md in the repository.
 */
export const ISSUE_CODES = /* @__PURE__ */ withTexts();

function withTexts(): Readonly<Record<IssueCode, CodeMeaning>> {
  const meanings: Readonly<Record<string, string>> = { ...STAGE_MEANINGS, ...RULE_MEANINGS };
  const texts = Object.entries(REMEDIES).map(([code, remedy]) => [code, { meaning: meanings[code]!, remedy }]);
  return Object.fromEntries(texts) as Readonly<Record<IssueCode, CodeMeaning>>;
}

/** Whether a text is a code of this library. */
export function isIssueCode(text: string): text is IssueCode {
  return Object.hasOwn(REMEDIES, text);
}
