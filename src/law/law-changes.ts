import { isDate } from '../calendar/dates.js';
import { assertArgument } from '../usage/assert.js';
import { isTable } from './rates-on.js';
import type { CashLimit, Dated, RateRow, ReceiptLaw } from './types.js';

/** A change in a law: the first or the last day on which one of its rows, such as a rate, is in force. */
export interface LawChange {
  /** The first or the last day of the row, YYYY-MM-DD. */
  readonly day: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** The part of the law that contains the row. */
  readonly part: 'rates' | 'cashRounding' | 'currencies' | 'obligations' | 'cashLimits';
  readonly change: 'begins' | 'ends';
  /** What the row says: `6 % for food`, `a code from the fiscal device`, `a cash limit of 3000.00 EUR`. */
  readonly what: string;
  /** The row's citation; empty for a currency. */
  readonly source: string;
}

/**
 * The rows of laws that begin or end between two days, inclusive, sorted by day and country.
 *
 * @param countries ISO 3166-1 alpha-2 codes; default: all
 * @throws UsageError for an invalid date, dates in the wrong order, or a country without a pack
 * @example
 * lawChanges(packs, '2026-01-01', '2026-12-31', ['SE']);
 */
export function lawChanges(
  packs: readonly { readonly law?: ReceiptLaw | undefined }[],
  from: string,
  to: string,
  countries?: readonly string[],
): LawChange[] {
  assertArgument(Array.isArray(packs), 'packs', 'an array of rule packs', packs);
  assertArgument(isDate(from), 'from', 'a day as YYYY-MM-DD', from);
  assertArgument(isDate(to) && to >= from, 'to', `a day as YYYY-MM-DD, not before ${from}`, to);
  assertArgument(countries === undefined || Array.isArray(countries), 'countries', 'an array of countries', countries);
  const laws = (packs as readonly { readonly law?: ReceiptLaw | undefined }[]).flatMap(({ law }) =>
    law === undefined ? [] : [law],
  );
  for (const country of (countries ?? []) as readonly string[]) {
    const known = laws.map((law) => law.country);
    assertArgument(known.includes(country), 'countries', `among ${known.join(', ')}`, country);
  }
  return laws
    .filter(({ country }) => countries?.includes(country) !== false)
    .flatMap((law) => changesOf(law))
    .filter(({ day }) => from <= day && day <= to)
    .sort((a, b) => compare(a.day, b.day) || compare(a.country, b.country));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function changesOf(law: ReceiptLaw): LawChange[] {
  const { country, rates, cashRounding, currencies, obligations = [], cashLimits = [] } = law;
  const ends = (part: LawChange['part'], row: Dated, what: string, source: string): LawChange[] => [
    ...(row.from === undefined ? [] : [{ day: row.from, country, part, change: 'begins' as const, what, source }]),
    ...(row.until === undefined ? [] : [{ day: row.until, country, part, change: 'ends' as const, what, source }]),
  ];
  return [
    ...(isTable(rates) ? rates.flatMap((row) => ends('rates', row, rateText(row), row.citation)) : []),
    ...cashRounding.flatMap((row) =>
      ends('cashRounding', row, `totals rounded to multiples of ${row.increment}`, row.citation),
    ),
    ...currencies.flatMap((row) => ends('currencies', row, row.code, '')),
    ...obligations.flatMap((row) => ends('obligations', row, row.description, row.citation ?? '')),
    ...cashLimits.flatMap((row) => ends('cashLimits', row, limitText(row), row.citation ?? '')),
  ];
}

/** Formats the limit in major units. All currencies in the packs have two decimals. */
function limitText({ limit, currency }: CashLimit): string {
  return `a cash limit of ${(limit / 100).toFixed(2)} ${currency}`;
}

function rateText({ rate, productTaxClass, regime, part }: RateRow): string {
  const goods = productTaxClass === undefined ? '' : ` for ${productTaxClass}`;
  const who = regime === undefined ? '' : ` of the regime ${regime}`;
  return `${rate} %${goods}${who}${part === undefined ? '' : ` in ${part.join(', ')}`}`;
}

/**
 * The first day, YYYY-MM-DD, on which a law may be out of date: a year after its review, or the day of a change that
 * its rows cannot express. May be a day that does not exist, such as 2029-02-29, because dates are only compared as
 * strings. Undefined if the law states neither.
 */
export function staleFrom({ reviewed, nextKnownChange }: ReceiptLaw): string | undefined {
  const year = reviewed && `${Number(reviewed.slice(0, 4)) + 1}${reviewed.slice(4)}`;
  return year === undefined || (nextKnownChange !== undefined && nextKnownChange < year) ? nextKnownChange : year;
}
