import { absolute, decimalOf, powerOfTen } from './decimal.js';

/** Rates of up to two decimals are judged as integers of hundredths of a percent. */
const CENTI = 100;
/** Up to this, (amount or VAT) × (100 + rate) × 100 stays below 2^53 for rates up to 100 %. */
const SAFE_AMOUNT = 2 ** 38;

/**
 * Whether a stated VAT is more than 1 minor unit away from the VAT of an amount: amount × rate / (100 + rate) where
 * prices include tax, amount × rate / 100 where they do not. Exact. Rates of −100 % and below have no VAT to compare.
 *
 * @param amount minor units
 * @param rate percent
 * @param taxAmount stated VAT, minor units
 */
export function vatDeviates(amount: number, rate: number, taxAmount: number, pricesIncludeTax: boolean): boolean {
  const centi = Math.round(rate * CENTI);
  if (
    centi / CENTI === rate &&
    centi >= 0 &&
    centi <= 100 * CENTI &&
    Math.abs(amount) < SAFE_AMOUNT &&
    Math.abs(taxAmount) < SAFE_AMOUNT
  ) {
    const whole = 100 * CENTI + (pricesIncludeTax ? centi : 0);
    return Math.abs(taxAmount * whole - amount * centi) > whole;
  }
  const { coefficient, scale } = decimalOf(rate);
  const whole = 100n * powerOfTen(scale) + (pricesIncludeTax ? coefficient : 0n);
  if (whole <= 0n) return false;
  return absolute(BigInt(taxAmount) * whole - BigInt(amount) * coefficient) > whole;
}
