import { isDate } from '../calendar/dates.js';
import type { Issue } from '../issues/issue.js';
import { isTable } from '../law/rates-on.js';
import type { RateRow } from '../law/types.js';
import { isRefusedRate, type LawOfDay } from './repairs.js';

/** The maximum number of goods to list for a rate. */
const MOST_GOODS = 3;

/** `21 Nov 2026`, `1 Jul – 31 Dec 2020` */
function daysText(from: string, until = from): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  return format.formatRange(new Date(from), new Date(until));
}

/** ` (food)`: the goods with a rate on the day, if the law lists them. */
export function goodsOf({ rows, ratesToday }: LawOfDay, rate: number): string {
  const own = rows.filter((row) => row.rate === rate);
  const names = [...new Set(own.flatMap((row) => row.productTaxClass ?? row.regime ?? row.part ?? []))];
  if (names.length === 0) return rate > 0 && rate === Math.max(...ratesToday) ? ' (general)' : '';
  const shown = names.slice(0, MOST_GOODS).map((name) => name.replaceAll('_', ' '));
  return ` (${[...shown, ...(names.length > MOST_GOODS ? ['…'] : [])].join(', ')})`;
}

/**
 * Describes a rejected rate: the rates of the day, and when the rate was in force in earlier years. Empty if no issue
 * rejects a rate, or if the expected rates are those of another country or day.
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
      ? `${rate} is not a rate of ${name}. On ${date}: ${expected.map((one) => one + goodsOf(today, one)).join(', ')}.`
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
