import { isDate } from '../calendar/dates.js';
import type { Issue } from '../issues/issue.js';
import { isTable } from '../law/rates-on.js';
import type { RateRow } from '../law/types.js';
import { isRefusedRate, type LawOfDay } from './repairs.js';
import type { CauseCode } from './types.js';

/** The evidence for a cause, in one sentence. */
const WHY: Readonly<Record<CauseCode, string>> = {
  country: 'The currency, scheme or rates are those of that country.',
  unknown_field: 'The schema has no such field. Your own data goes into metadata.',
  field_renamed: 'A similar field is missing.',
  profile_id: 'The business determines the profile.',
  prices_flag: 'Taxes and sums match the opposite value.',
  minor_units: 'The figures match if multiplied or divided by 100.',
  numbers_as_text: 'JSON numbers have no quotation marks.',
  rates_as_fractions: 'Rates are in percent: 25, not 0.25.',
  rate_hundredfold: 'The tax matches a hundredth of the rate.',
  offset_missing: 'A local time without an offset is ambiguous.',
  timestamp_form: 'Timestamps follow RFC 3339.',
  word: 'The values are English words in lower case.',
  tax_of_gross: 'The tax is amount × rate ÷ 100.',
  tax_of_net: 'The tax is amount × rate ÷ (100 + rate).',
  line_amount: 'The sums match quantity, unit price and discount.',
  line_input: 'The totals match the amount.',
  line_tax: 'Amount and rate give a different tax.',
  rate_of_line: 'The tax or the summary matches a different rate.',
  category: 'Rates above 0 have category S; rate 0 has another.',
  summary: 'Each rate and category has one entry, the sum of its lines.',
  total: 'The parts add up to a different figure.',
  rounding: 'The law determines the rounding.',
  refund_sign: 'Figures of a refund are positive.',
  currency_form: 'ISO 4217 codes have three capital letters.',
  currency: 'The law allows no other currency. Amounts do not change.',
  scheme: 'The country determines the scheme.',
  type_of_value: 'The value is right, but its JSON type or form is not.',
  last4: 'Only the last four digits may be sent.',
  default: 'The law or other fields determine it.',
  not_allowed: 'The field has no meaning in this document.',
  jurisdiction_tax: 'The taxes of all jurisdictions add up to totals.tax.',
  recompute: 'No single mistake explains the figures.',
  open: 'Only the sender knows what is right.',
};

export const whyOf = (code: CauseCode): string => WHY[code];

/** The maximum number of goods to list for a rate. */
const MOST_GOODS = 3;

/** Created once, because that takes longer than a validation. */
let format: Intl.DateTimeFormat | undefined;

/** `21 Nov 2026`, `1 Jul – 31 Dec 2020` */
function daysText(from: string, until?: string): string {
  format ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  // Formatting a range takes longer than a validation.
  return until === undefined ? format.format(new Date(from)) : format.formatRange(new Date(from), new Date(until));
}

/**
 * What a rate applies to on that day, such as ` (food)`, or ` (general)` for the highest rate; empty if the law does
 * not say.
 */
export function goodsText({ rows, ratesToday }: LawOfDay, rate: number): string {
  const own = rows.filter((row) => row.rate === rate);
  const names = [...new Set(own.flatMap((row) => row.productTaxClass ?? row.regime ?? row.part ?? []))];
  if (names.length === 0) return rate > 0 && rate === Math.max(...ratesToday) ? ' (general)' : '';
  const shown = names.slice(0, MOST_GOODS).map((name) => name.replaceAll('_', ' '));
  return ` (${[...shown, ...(names.length > MOST_GOODS ? ['…'] : [])].join(', ')})`;
}

/**
 * Describes a rejected rate: which rates are in force on the day, and when the rejected rate was in force earlier.
 * Empty if no issue rejects a rate, or if the expected rates are those of another country or day.
 *
 * @param isTitle whether this replaces the title, because no other title is more specific
 */
export function wordsOfRefusal(
  issues: readonly Issue[],
  today: LawOfDay,
  isTitle: boolean | undefined,
): { readonly title?: string; readonly why?: string } {
  const { law, day, ratesToday } = today;
  const issue = issues.find(({ code }) => isRefusedRate(code));
  if (issue === undefined || law === undefined || !isDate(day)) return {};
  const [rate, expected] = [Number(issue.found), issue.expected as readonly number[] | undefined];
  if (expected?.every((one) => one === 0 || ratesToday.includes(one)) !== true) return {};
  const [name, date] = [law.name.en, daysText(day)];
  const title =
    issue.code === 'invalid_rate'
      ? `${rate} is not a rate of ${name}. On ${date}: ${expected.map((one) => one + goodsText(today, one)).join(', ')}.`
      : `${rate} % was not in force in ${name} on ${date}. In force: ${expected.map((one) => `${one} %`).join(', ')}.`;
  const past = isTable(law.rates) ? law.rates.filter((row) => row.rate === rate && row.until! < day) : [];
  const times = [...new Set(past.map(timesOf))].join('; ');
  if (!isTitle) return { why: `${title} ${times}`.trim() };
  return times === '' ? { title } : { title, why: times };
}

/** `16 %: 1 Jul – 31 Dec 2020, § 28 Abs. 1 UStG` */
function timesOf({ rate, from, until, citation }: RateRow): string {
  const days = from === undefined ? `until ${daysText(until!)}` : daysText(from, until);
  return `${rate} %: ${days}, ${citation}`;
}
