import { PRODUCT_TAX_CLASSES } from './product-tax-classes.js';
import type { RateRow } from './types.js';

/**
 * Parses the rows of a rate table from the short form that the generator writes: `rate/from/until`, with `?` if a row
 * is not enforced, and `#i` if the citation changes to the one with index `i`. A heading `c~regime@part,part:` applies
 * to the rows after it: the class with index `c` (base 36), a regime, and parts of the country, each optional. A bare
 * year or month means its first day in `from` and its last day in `until`. Two-digit years from 70 are 19xx.
 */
export function rateRows(text: string, citations: readonly string[] = ['']): RateRow[] {
  const rows: RateRow[] = [];
  let limits: Partial<RateRow> = {};
  let [citation] = citations as readonly [string];
  for (const token of text.split(' ')) {
    const heading = /^(\w?)(?:~(\w+))?(?:@(.+))?:$/.exec(token);
    if (heading !== null) {
      const [, index, regime, part] = heading;
      limits = {
        ...(index && { productTaxClass: PRODUCT_TAX_CLASSES[parseInt(index, 36)] }),
        ...(regime && { regime }),
        ...(part && { part: part.split(',') }),
      };
      continue;
    }
    const [row, cited] = token.split('#');
    if (cited) citation = citations[Number(cited)]!;
    const [rate, from, until] = row!.replace('?', '').split('/');
    rows.push({
      rate: Number(rate),
      ...limits,
      ...(from && { from: `${century(from)}-01-01`.slice(0, 10) }),
      ...(until && { until: lastDay(century(until)) }),
      enforce: !row!.endsWith('?'),
      citation,
    });
  }
  return rows;
}

const century = (day: string): string => (day < '7' ? '20' : '19') + day;

/** The last day of a year or month, or the day itself: `2026-06-30` for `2026-06`. */
export function lastDay(text: string): string {
  if (text.length > 7) return text;
  const day = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5) || 12), 0));
  return day.toISOString().slice(0, 10);
}
