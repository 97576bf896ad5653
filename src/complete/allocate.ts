import { decimalOf, powerOfTen } from '../money/decimal.js';
import { assertArgument } from '../usage/assert.js';

/**
 * Divides an amount in proportion to weights. Each share is rounded towards zero, and the remaining minor units go to
 * the shares that rounding reduced most, earlier shares first, so that the shares add up to the amount.
 *
 * @param amount minor units; if negative, all shares are negative or 0
 * @param weights numbers of 0 or more, not all 0; decimals are computed exactly
 * @returns one share per weight, in minor units
 * @throws UsageError if the amount is not a safe integer, or the weights are absent, negative, infinite or all 0
 * @example
 * allocate(1000, [1, 1, 1]); // [334, 333, 333]
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  assertArgument(Number.isSafeInteger(amount), 'amount', 'an integer in minor units', amount);
  assertArgument(Array.isArray(weights), 'weights', 'a non-empty array of numbers', weights);
  const list = Array.from(weights);
  const wrong = list.findIndex((weight) => !(Number.isFinite(weight) && weight >= 0));
  assertArgument(wrong < 0, `weights[${wrong}]`, 'a number of 0 or more', list[wrong]);
  const isAbove0 = list.some((weight) => weight > 0);
  assertArgument(isAbove0, 'weights', 'an array with a number above 0', weights);
  return shares(amount, list);
}

/** Like `allocate`, but does not check its arguments. */
export function shares(amount: number, weights: readonly number[]): number[] {
  const size = Math.abs(amount);
  const { floors, remainders } = smallParts(size, weights) ?? exactParts(BigInt(size), weights);
  raiseLargest(floors, remainders, size - floors.reduce((sum, floor) => sum + floor, 0));
  return amount < 0 ? floors.map((share) => -share || 0) : floors;
}

/** Like `shares`, but returns multiples of `unit` if the amount and all weights are multiples of `unit`. */
export function sharesIn(unit: number, amount: number, weights: readonly number[]): number[] {
  const isWhole = unit > 1 && [amount, ...weights].every((figure) => figure % unit === 0);
  return isWhole ? shares(amount / unit, weights).map((share) => share * unit) : shares(amount, weights);
}

interface Parts {
  readonly floors: number[];
  readonly remainders: readonly (number | bigint)[];
}

/** Computes the parts with numbers instead of bigints; undefined if the result would not be exact. */
function smallParts(size: number, weights: readonly number[]): Parts | undefined {
  let sum = 0;
  for (const weight of weights) sum += Number.isSafeInteger(weight) ? weight : NaN;
  if (!Number.isSafeInteger(sum * size)) return undefined;
  const [floors, remainders]: [number[], number[]] = [[], []];
  for (const weight of weights) {
    const part = size * weight;
    const remainder = part % sum;
    floors.push((part - remainder) / sum);
    remainders.push(remainder);
  }
  return { floors, remainders };
}

function exactParts(size: bigint, weights: readonly number[]): Parts {
  const whole = integers(weights);
  const sum = whole.reduce((all, weight) => all + weight, 0n);
  const parts = whole.map((weight) => size * weight);
  return { floors: parts.map((part) => Number(part / sum)), remainders: parts.map((part) => part % sum) };
}

/** Converts decimals to integers, in units of the smallest decimal place. */
function integers(weights: readonly number[]): bigint[] {
  const decimals = weights.map(decimalOf);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  return decimals.map((decimal) => decimal.coefficient * powerOfTen(scale - decimal.scale));
}

/**
 * Adds 1 to each of the `rest` integers with the largest remainders; of equal remainders, the earlier integer comes
 * first.
 */
export function raiseLargest(integers: number[], remainders: readonly (number | bigint)[], rest: number): void {
  if (rest === 0) return;
  const order = integers.map((_, i) => i);
  order.sort((a, b) => (remainders[a]! > remainders[b]! ? -1 : remainders[a]! < remainders[b]! ? 1 : a - b));
  for (let at = 0; at < rest; at++) integers[order[at]!]!++;
}
