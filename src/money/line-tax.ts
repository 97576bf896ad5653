import { absolute } from './decimal.js';
import { exactTax } from './tax.js';

/** Rates of up to four decimals are computed as integers, in ten-thousandths of a percent. */
const UNIT = 10_000;
const HIGHEST_RATE = 100 * UNIT;
/** Up to this amount, amount × rate stays below 2^53, so that no step rounds. */
const SAFE_AMOUNT = 2 ** 31;

/**
 * The tax of an amount in minor units, half away from zero: amount × rate / (100 + rate) where prices include tax, amount ×
 * rate / 100 where they do not; 0 for rates of −100 % and below. Exact. Undefined beyond ±(2^53 − 1).
 *
 * @param amount minor units
 * @param rate percent
 */
export function roundedLineTax(amount: number, rate: number, pricesIncludeTax: boolean): number | undefined {
  const small = taxInUnits(Math.abs(amount), rate, pricesIncludeTax);
  if (small === undefined) {
    const { part, whole } = exactTax(amount, rate, pricesIncludeTax);
    if (whole <= 0n) return 0;
    const rounded = Number((2n * absolute(part) + whole) / (2n * whole));
    if (!Number.isSafeInteger(rounded)) return undefined;
    return part < 0n && rounded !== 0 ? -rounded : rounded;
  }
  const { part, whole } = small;
  const rest = part % whole;
  const rounded = (part - rest) / whole + (2 * rest < whole ? 0 : 1);
  return amount < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The tax of an amount of 0 or more as part / whole in numbers; undefined where they would not be exact. */
export function taxInUnits(
  amount: number,
  rate: number,
  pricesIncludeTax: boolean,
): { readonly part: number; readonly whole: number } | undefined {
  const units = Math.round(rate * UNIT);
  if (units / UNIT !== rate || units < 0 || units > HIGHEST_RATE || amount >= SAFE_AMOUNT) return undefined;
  return { part: amount * units, whole: HIGHEST_RATE + (pricesIncludeTax ? units : 0) };
}
