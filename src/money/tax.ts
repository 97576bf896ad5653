import { absolute, decimalOf, powerOfTen } from './decimal.js';

/** Rates of up to four decimals are compared as integers, in ten-thousandths of a percent. */
const UNIT = 10_000;
/** Up to these limits, (amount or tax) × (100 + rate) × 10,000 and the tolerance stay below 2^53. */
const SAFE_AMOUNT = 2 ** 31;
const MAX_RATE = 100 * UNIT;

/**
 * A rate from 0 to 100 % with up to four decimals, in ten-thousandths of a percent. NaN for any other rate, because
 * that is faster than undefined.
 */
function unitsOf(rate: number): number {
  const units = Math.round(rate * UNIT);
  return units / UNIT === rate && units >= 0 && units <= MAX_RATE ? units : NaN;
}

/**
 * Whether a stated tax differs too much from the tax on an amount: amount × rate / (100 + rate) if prices include tax,
 * otherwise amount × rate / 100. Exact. If prices include tax, always false for rates of −100 % and below.
 *
 * @param amount minor units
 * @param rate percent
 * @param taxAmount stated tax, minor units
 * @param twice double the tolerance, minor units
 */
export function taxDeviates(
  amount: number,
  rate: number,
  taxAmount: number,
  pricesIncludeTax: boolean,
  twice: number,
): boolean {
  const units = unitsOf(rate);
  if (!Number.isNaN(units) && Math.abs(amount) < SAFE_AMOUNT && Math.abs(taxAmount) < SAFE_AMOUNT && twice <= UNIT) {
    const whole = MAX_RATE + (pricesIncludeTax ? units : 0);
    return 2 * Math.abs(taxAmount * whole - amount * units) > twice * whole;
  }
  const { part, whole } = exactTax(amount, rate, pricesIncludeTax);
  return whole > 0n && 2n * absolute(BigInt(taxAmount) * whole - part) > BigInt(twice) * whole;
}

/**
 * The tax on an amount in minor units, with halves rounded away from zero. If prices include tax, 0 for rates of −100 %
 * and below.
 */
export function roundedTax(amount: number, rate: number, pricesIncludeTax: boolean): number | bigint {
  const units = unitsOf(rate);
  if (!Number.isNaN(units) && Math.abs(amount) < SAFE_AMOUNT) {
    const whole = MAX_RATE + (pricesIncludeTax ? units : 0);
    const part = Math.abs(amount) * units;
    const rest = part % whole;
    const magnitude = (part - rest) / whole + (2 * rest >= whole ? 1 : 0);
    return amount < 0 && magnitude !== 0 ? -magnitude : magnitude;
  }
  const { part, whole } = exactTax(amount, rate, pricesIncludeTax);
  if (whole <= 0n) return 0n;
  const magnitude = (2n * absolute(part) + whole) / (2n * whole);
  return part < 0n ? -magnitude : magnitude;
}

/** The tax as part / whole; `whole` is 0 or less if prices include tax and the rate is −100 % or below. */
export function exactTax(amount: number, rate: number, pricesIncludeTax: boolean): { part: bigint; whole: bigint } {
  const { coefficient, scale } = decimalOf(rate);
  const whole = 100n * powerOfTen(scale) + (pricesIncludeTax ? coefficient : 0n);
  return { part: BigInt(amount) * coefficient, whole };
}

/**
 * The tax on an amount in minor units, with halves rounded away from zero: amount × rate / (100 + rate) if prices
 * include tax, otherwise amount × rate / 100. If prices include tax, 0 for rates of −100 % and below. Exact. Undefined
 * beyond ±(2^53 − 1).
 *
 * @param amount minor units
 * @param rate percent
 */
export function roundedLineTax(amount: number, rate: number, pricesIncludeTax: boolean): number | undefined {
  const tax = Number(roundedTax(amount, rate, pricesIncludeTax));
  return Number.isSafeInteger(tax) ? tax : undefined;
}

/** The tax on an amount of 0 or more as part / whole; undefined if plain numbers would not be exact. */
export function taxInUnits(
  amount: number,
  rate: number,
  pricesIncludeTax: boolean,
): { readonly part: number; readonly whole: number } | undefined {
  const units = unitsOf(rate);
  if (Number.isNaN(units) || amount >= SAFE_AMOUNT) return undefined;
  return { part: amount * units, whole: MAX_RATE + (pricesIncludeTax ? units : 0) };
}
