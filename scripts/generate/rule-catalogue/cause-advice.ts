import type { CauseCode } from '../../../src/diagnose/types.js';

/** What the page of a cause code says besides its title and the automatic repair. */
export interface CauseAdvice {
  /** What the mistake looks like in a document. */
  readonly found: string;
  /** What to change in the program that wrote the document. */
  readonly fix: string;
}

export const CAUSE_ADVICE: Readonly<Record<CauseCode, CauseAdvice>> = {
  country: {
    found:
      "The currency, scheme or rates are not those of the shop's country, and another country's pack reports far fewer issues.",
    fix: 'Pass the country of the sale: `registry.shop({ country })`. If several countries fit, choose one.',
  },
  unknown_field: {
    found: 'Schema 2.1 has no such field, and no field of that object has a similar name.',
    fix: 'Omit the field. Put your own data into `metadata`.',
  },
  field_renamed: {
    found:
      'A field of the object is missing, and an unknown field has a similar name: in different case, at most two letters off, or a common alias such as `qty`.',
    fix: 'Rename the field in your mapper.',
  },
  profile_id: {
    found: "`profileId` is not the id of the pack for the shop's country.",
    fix: 'Omit `profileId`: the service sets it.',
  },
  prices_flag: {
    found: '`tax.pricesIncludeTax` contradicts the tax on the lines, in the summary and in the totals.',
    fix: 'Invert `tax.pricesIncludeTax`: the figures are right.',
  },
  minor_units: {
    found: 'An amount has a fraction, or the figures fit once some of them are multiplied or divided by 100.',
    fix: 'Send integers in minor units: 39.00 kroner is 3900. `toMinorUnits` converts decimal text.',
  },
  numbers_as_text: {
    found: 'Numeric fields contain text that can be read as numbers.',
    fix: 'Send JSON numbers: 3900, not "3900" or "39.00".',
  },
  rates_as_fractions: {
    found: 'Rates are between 0 and 1, and multiplied by 100 they are rates in force on that day.',
    fix: 'Send percent: 25, not 0.25.',
  },
  rate_hundredfold: {
    found: 'A rate is above 100, and the stated tax fits a hundredth of the rate.',
    fix: 'Send percent: 25, not 2500.',
  },
  offset_missing: {
    found:
      "The timestamp is a local time without an offset. The suggestion is the country's offset on that day: both offsets if the clock shows that hour twice, and one for each zone if the country has several.",
    fix: 'Send the offset: `2026-11-21T14:32:10+01:00`. `toLocalTimestamp` creates a timestamp from a date and a time zone.',
  },
  timestamp_form: {
    found:
      'The timestamp is a date in the national format or Unix time, or has a space instead of the T, or an offset without a colon.',
    fix: 'Send ISO 8601 with offset: `2026-11-21T14:32:10+01:00`.',
  },
  word: {
    found: 'The value is a common word for an allowed value, such as `Kontant` for `cash`, or a misspelled one.',
    fix: "Map your till's words to the schema's values.",
  },
  tax_of_gross: {
    found: "Prices include tax, but the lines' tax is amount × rate, as for net prices.",
    fix: 'Tax within a gross amount is amount × rate ÷ (100 + rate). `extractTax` and `complete` compute it.',
  },
  tax_of_net: {
    found: "Prices do not include tax, but the lines' tax is extracted from their amounts, as from gross prices.",
    fix: 'Tax on a net amount is amount × rate ÷ 100. `complete` computes it.',
  },
  line_amount: {
    found:
      "A line's amount does not follow from its quantity, price and discount. With the correct amount, the sums agree.",
    fix: 'Compute the amount from quantity, price and discount, or let `complete` do it.',
  },
  line_input: {
    found: "All sums agree with the line's amount, but quantity × unitPrice − discount is different.",
    fix: 'Correct the wrong figure. If several repairs are possible, only you know which one is correct.',
  },
  line_tax: {
    found: "A line's tax does not follow from its amount and rate, and no other rate in force on that day explains it.",
    fix: "Compute the line's tax from its amount and rate.",
  },
  rate_of_line: {
    found:
      "The stated tax, or the summary, belongs to one of the country's other rates, not to the one that the line states.",
    fix: "Send the rate that was charged. If nothing shows which rate that was, the suggestions are the day's rates with their goods.",
  },
  category: {
    found:
      'A category is missing, or contradicts the rate: above 0 it must be `S`; at 0 it states the reason, `Z`, `E`, `AE` or `O`.',
    fix: 'Send the category that fits the rate. At rate 0, only the seller knows which one fits.',
  },
  summary: {
    found:
      'An entry in `tax.summary` is missing or superfluous, or is not the sum of the lines with its rate and category.',
    fix: 'Send one entry for each pair of rate and category that a line has, or let `complete` write the summary.',
  },
  total: {
    found: 'A figure in `totals` is not the sum of the lines.',
    fix: 'Send the sum. If a cash total was rounded, send the difference as `totals.rounding`.',
  },
  rounding: {
    found:
      'The total is rounded although its tender must not be, or not rounded although the law requires it, or rounded to a different increment.',
    fix: 'Round cash totals as the law in force on that day requires, and send the difference as `totals.rounding`.',
  },
  refund_sign: {
    found: 'A refund or credit note has negative figures. Its type already says which way the money goes.',
    fix: 'Send the figures of a refund as positive numbers.',
  },
  currency_form: {
    found: 'The currency is a symbol or a name, or is in lower case.',
    fix: 'Send the code: `NOK`, not `kr`.',
  },
  currency: {
    found: "The currency is not the country's on that day, and no other country fits better.",
    fix: 'Send the amounts in the currency of the country where the sale took place. Changing only the code does not convert them.',
  },
  scheme: {
    found: "`tax.scheme` is missing, unknown, or another country's.",
    fix: "Send the country's scheme, or `EU_VAT` for a distance sale under the One-Stop-Shop.",
  },
  type_of_value: {
    found: "The value can be converted to the field's type.",
    fix: 'Send the type that the schema requires: `true`, not `"true"`; a discount is `{ "amount": 500 }`, not `500`.',
  },
  last4: {
    found: '`payment.last4` has more than four digits.',
    fix: 'Send the last four digits. Never log or store the whole number.',
  },
  default: {
    found: 'A required field is missing, and the law or the rest of the document determines its value.',
    fix: 'Send the field.',
  },
  not_allowed: {
    found: 'The schema has the field, but it is not allowed in this document or with this rate.',
    fix: 'Omit the field.',
  },
  jurisdiction_tax: {
    found: 'The taxes in `tax.jurisdictions` do not add up, and one of them is not rate × taxed amount.',
    fix: "Compute each state's, county's, city's and district's tax from its own rate.",
  },
  recompute: {
    found: 'No smaller repair explains the figures, so the repair recomputes all of them from the lines.',
    fix: 'Compare each figure with your receipt before you accept them. `complete` computes them from the lines.',
  },
  open: {
    found: "No repair is known, for example for a name, a device's code, or goods without a known rate.",
    fix: 'Send what is missing: it cannot be inferred.',
  },
};
