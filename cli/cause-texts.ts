import type { CauseCode } from '../src/diagnose/types.js';

/** The texts that explain a cause code. Like issue codes, cause codes are stable. */
export interface CauseText {
  /** The mistake, as the heading of the cause's page. */
  readonly title: string;
  /** What the repair changes. */
  readonly repair: string;
}

export const CAUSE_TEXTS: Readonly<Record<CauseCode, CauseText>> = {
  country: {
    title: 'A receipt from another country',
    repair: "Validates the document under the other country's law, and removes the `profileId` of any other pack.",
  },
  unknown_field: {
    title: 'A field that is not in the schema',
    repair: 'Removes the field. If it is your own data, the other choice moves it to the same path below `metadata`.',
  },
  field_renamed: {
    title: 'A field under another name',
    repair: 'Moves the value to the missing field.',
  },
  profile_id: {
    title: 'profileId names another pack',
    repair: 'Removes `profileId`.',
  },
  prices_flag: {
    title: 'pricesIncludeTax is wrong',
    repair: 'Inverts `tax.pricesIncludeTax`. No figure changes.',
  },
  minor_units: {
    title: 'Money in kroner or euros, not in minor units',
    repair: 'Multiplies or divides amounts by 100: all amounts, all line amounts, every unit price, or one field.',
  },
  numbers_as_text: {
    title: 'Numbers written as text',
    repair: 'Converts the texts to numbers, and decimal amounts to minor units.',
  },
  rates_as_fractions: {
    title: 'Rates as fractions',
    repair: 'Multiplies every rate below 1 by 100.',
  },
  rate_hundredfold: {
    title: 'Rates in hundredths of a percent',
    repair: 'Divides every rate above 100 by 100.',
  },
  offset_missing: {
    title: 'A time without its offset from UTC',
    repair: "Adds the country's offset on that day. The local time does not change.",
  },
  timestamp_form: {
    title: 'A time in the wrong format',
    repair: 'Writes the same time as RFC 3339.',
  },
  word: {
    title: 'A synonym or misspelling of an allowed value',
    repair: 'Writes the allowed value.',
  },
  tax_of_gross: {
    title: 'Tax computed as if prices did not include it',
    repair:
      "Computes each line's tax as part of its amount. Changes the summary and totals if they matched the old tax.",
  },
  tax_of_net: {
    title: 'Tax computed as if prices included it',
    repair:
      "Computes each line's tax on top of its amount. Changes the summary and totals if they matched the old tax.",
  },
  line_amount: {
    title: 'The amount is not quantity × unitPrice − discount',
    repair: 'Sets the amount to quantity × unitPrice − discount. Changes all figures that matched the old amount.',
  },
  line_input: {
    title: 'Price, quantity or discount does not match the amount',
    repair: 'Changes the unit price, the quantity or the discount to match the amount.',
  },
  line_tax: {
    title: "A line's tax does not follow from its amount and rate",
    repair: "Recomputes the tax from the amount and the rate, or from the summary and the other lines' tax.",
  },
  rate_of_line: {
    title: 'The tax matches another rate',
    repair: "Changes the line's rate, or the rate of every line with the same wrong rate and of their summary entry.",
  },
  category: {
    title: 'The tax category does not match the rate',
    repair: 'Writes a category that the rate allows, or the category in the summary.',
  },
  summary: {
    title: 'The summary does not follow from the lines',
    repair: 'Adds, removes or corrects entries so that each is the sum of its lines.',
  },
  total: {
    title: 'A total is not the sum of its parts',
    repair: 'Writes the sum.',
  },
  rounding: {
    title: 'Cash rounding',
    repair: 'Adds, changes or removes `totals.rounding`, and changes the total accordingly.',
  },
  refund_sign: {
    title: 'Negative figures in a refund',
    repair: 'Makes all negative figures positive.',
  },
  currency_form: {
    title: 'currency is not an ISO 4217 code',
    repair: "Writes the country's currency code.",
  },
  currency: {
    title: "The currency is not the country's",
    repair: "Writes the country's currency code. The amounts do not change, so check them.",
  },
  scheme: {
    title: 'The tax scheme does not belong to the country',
    repair: "Writes the country's tax scheme.",
  },
  type_of_value: {
    title: 'The right value as the wrong JSON type',
    repair: 'Converts the value to the type of the field.',
  },
  last4: {
    title: 'More than the last four digits of the card number',
    repair: 'Keeps the last four digits.',
  },
  default: {
    title: 'A missing field with a known value',
    repair: 'Adds the field with the known value.',
  },
  not_allowed: {
    title: 'A field that is not allowed here',
    repair: 'Removes the field.',
  },
  jurisdiction_tax: {
    title: "A jurisdiction's tax does not match its rate",
    repair: "Computes one jurisdiction's tax from its rate, or from the other jurisdictions' taxes.",
  },
  recompute: {
    title: 'The figures do not follow from the lines',
    repair:
      'Recomputes the taxes, the summary and the totals from quantities, prices and rates. On the command line, this needs `--fix=recompute`.',
  },
  open: {
    title: 'Only the sender knows',
    repair: 'Changes nothing.',
  },
};
