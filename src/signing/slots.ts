import type { Transaction } from '../document/types.generated.js';

/** Amounts by rate in percent, for single lines or summed over lines. */
type Amounts = Iterable<readonly [number, bigint]>;

/**
 * Adds up amounts in the five fields that both the German and the Austrian string have. Undefined if there is no field
 * for a rate.
 * @param placeOf a function that returns the index of a rate's field; negative for none
 */
function inPlaces(amounts: Amounts, placeOf: (rate: number) => number): readonly bigint[] | undefined {
  const sums = [0n, 0n, 0n, 0n, 0n];
  for (const [rate, amount] of amounts) {
    const place = placeOf(rate);
    if (place < 0) return undefined;
    sums[place]! += amount;
  }
  return sums;
}

/** Former flat rates for farmers under § 24 Abs. 1 Nr. 3 UStG. */
export const FORMER_FARMERS_RATES: readonly number[] = [10.7, 9.5, 9, 8.4];

/**
 * General, reduced, farmers under § 24 Abs. 1 Nr. 3 UStG, farmers under Nr. 1, none. In the second half of 2020 the
 * first two were 16 and 5 %.
 */
const GERMAN_RATES: readonly (readonly number[])[] = [[19, 16], [7, 5], [...FORMER_FARMERS_RATES, 7.8], [5.5], [0]];

/** The five amounts of processData (DSFinV-K). */
export const germanSlots = (amounts: Amounts): readonly bigint[] | undefined =>
  inPlaces(amounts, (rate) => GERMAN_RATES.findIndex((rates) => rates.includes(rate)));

/** Normal, reduced 1, reduced 2, none; the fifth field is for all other rates. */
const AUSTRIAN_RATES: readonly number[] = [20, 10, 13, 0];

/**
 * The five amounts of the RKSV: Betrag-Satz-Normal, Ermaessigt-1, Ermaessigt-2, Null, Besonders. The last is for 19 %,
 * for 5 % in the second half of 2020 and in 2021, and for 4.9 % from 2026-07-01.
 *
 * @param day the date of the document, YYYY-MM-DD. A refund may have a rate that is no longer in force
 */
export function austrianSlots(amounts: Amounts, day: string, type: Transaction['type']): readonly bigint[] | undefined {
  const hasFive = day >= '2020-07-01' && (type !== 'sale' || day <= '2021-12-31');
  const special = [19, ...(hasFive ? [5] : []), ...(day >= '2026-07-01' ? [4.9] : [])];
  return inPlaces(amounts, (rate) => (special.includes(rate) ? 4 : AUSTRIAN_RATES.indexOf(rate)));
}
