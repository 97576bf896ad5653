import { MAX_RATE, roundedTax, SAFE_AMOUNT, unitsOf } from './tax.js';

/**
 * The tax of an amount in minor units, halves rounded away from zero: amount × rate / (100 + rate) if prices
 * include tax, otherwise amount × rate / 100. If prices include tax, 0 for rates of −100 % and below. Exact.
 * Undefined beyond ±(2^53 − 1).
 *
 * @param amount minor units
 * @param rate percent
 */
export function roundedLineTax(amount: number, rate: number, pricesIncludeTax: boolean): number | undefined {
  const tax = Number(roundedTax(amount, rate, pricesIncludeTax));
  return Number.isSafeInteger(tax) ? tax : undefined;
}

/** The tax of an amount of 0 or more as part / whole; undefined if plain numbers would not be exact. */
export function taxInUnits(
  amount: number,
  rate: number,
  pricesIncludeTax: boolean,
): { readonly part: number; readonly whole: number } | undefined {
  const units = unitsOf(rate);
  if (Number.isNaN(units) || amount >= SAFE_AMOUNT) return undefined;
  return { part: amount * units, whole: MAX_RATE + (pricesIncludeTax ? units : 0) };
}
