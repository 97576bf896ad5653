import { absolute, decimalOf, powerOfTen } from '../money/decimal.js';
import { show } from '../show.js';

/**
 * Shares an amount in proportion to weights, so that the shares add up to it: each is its exact share rounded down, and
 * what is left goes one by one to those that lost most, the earlier first.
 *
 * @param amount minor units; of a negative amount all shares are negative or 0
 * @param weights 0 or more, not all 0; decimals are taken exactly
 * @returns one share for each weight, minor units
 * @throws TypeError for an amount that is no safe integer, and for no, negative, infinite or all-zero weights
 * @example
 * allocate(1000, [1, 1, 1]); // [334, 333, 333]
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  if (!Number.isSafeInteger(amount)) {
    throw new TypeError(`allocate: amount must be an integer in minor units, found ${show(amount)}`);
  }
  if (!Array.isArray(weights) || weights.length === 0) {
    throw new TypeError(`allocate: weights must be an array of one number or more, found ${show(weights)}`);
  }
  const list: number[] = Array.from(weights);
  const wrong = list.findIndex((weight) => !(Number.isFinite(weight) && weight >= 0));
  if (wrong >= 0) throw new TypeError(`allocate: weights[${wrong}] must be a number of 0 or more, found ${show(list[wrong])}`);
  if (list.every((weight) => weight === 0)) throw new TypeError('allocate: one of the weights must be above 0, found 0 only');
  return shares(amount, list);
}

/** The same of weights that are known to be good. */
export function shares(amount: number, weights: readonly number[]): number[] {
  const whole = integers(weights);
  const magnitudes = largestRemainder(
    absolute(BigInt(amount)),
    whole,
    whole.reduce((sum, weight) => sum + weight, 0n),
  );
  return magnitudes.map((share) => (amount < 0 && share !== 0 ? -share : share));
}

/** Decimals as integers of the smallest decimal place among them. */
function integers(weights: readonly number[]): bigint[] {
  if (weights.every(Number.isSafeInteger)) return weights.map(BigInt);
  const decimals = weights.map(decimalOf);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  return decimals.map((decimal) => decimal.coefficient * powerOfTen(scale - decimal.scale));
}

function largestRemainder(amount: bigint, weights: readonly bigint[], whole: bigint): number[] {
  const parts = weights.map((weight) => amount * weight);
  return withRest(parts, whole, amount);
}

/**
 * Fractions parts[i] / whole rounded to integers that add up to `sum`: all down, and then one up after the other, the
 * largest remainder first, of equal ones the earlier.
 *
 * @param parts 0 or more
 * @param sum from the sum of the fractions rounded down one by one to that sum rounded up
 */
export function withRest(parts: readonly bigint[], whole: bigint, sum: bigint): number[] {
  const floors = parts.map((part) => part / whole);
  let rest = Number(sum - floors.reduce((all, floor) => all + floor, 0n));
  const result = floors.map(Number);
  if (rest === 0) return result;
  const remainders = parts.map((part) => part % whole);
  const order = remainders.map((_, i) => i).sort((a, b) => (remainders[a]! === remainders[b]! ? a - b : remainders[a]! > remainders[b]! ? -1 : 1));
  for (const i of order) {
    if (rest-- === 0) break;
    result[i]!++;
  }
  return result;
}
