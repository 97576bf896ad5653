import { decimalOf, powerOfTen } from '../money/decimal.js';
import { assertArgument } from '../usage/assert-argument.js';

/**
 * Shares an amount in proportion to weights, so that the shares add up to it. Rounds each share down, then gives the
 * remaining minor units one by one to the shares that lost most to rounding, earlier shares first.
 *
 * @param amount minor units; if negative, all shares are negative or 0
 * @param weights 0 or more, not all 0; decimals are exact
 * @returns one share per weight, minor units
 * @throws UsageError for an amount that is not a safe integer, and for weights that are absent, negative, infinite or all
 * 0
 * @example
 * allocate(1000, [1, 1, 1]); // [334, 333, 333]
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  assertArgument(Number.isSafeInteger(amount), 'amount', 'an integer in minor units', amount);
  assertArgument(Array.isArray(weights), 'weights', 'an array of one number or more', weights);
  const list = Array.from(weights);
  const wrong = list.findIndex((weight) => !(Number.isFinite(weight) && weight >= 0));
  assertArgument(wrong < 0, `weights[${wrong}]`, 'a number of 0 or more', list[wrong]);
  const isAbove0 = list.some((weight) => weight > 0);
  assertArgument(isAbove0, 'weights', 'an array with a number above 0', weights);
  return shares(amount, list);
}

/** As `allocate`, for checked weights. */
export function shares(amount: number, weights: readonly number[]): number[] {
  const size = Math.abs(amount);
  const { floors, remainders } = smallParts(size, weights) ?? exactParts(BigInt(size), weights);
  raiseLargest(floors, remainders, size - floors.reduce((sum, floor) => sum + floor, 0));
  return amount < 0 ? floors.map((share) => -share || 0) : floors;
}

interface Parts {
  readonly floors: number[];
  readonly remainders: readonly (number | bigint)[];
}

/** The parts in numbers; undefined if those are not exact. */
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

/** Decimals as integers, in units of their smallest decimal place. */
function integers(weights: readonly number[]): bigint[] {
  const decimals = weights.map(decimalOf);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  return decimals.map((decimal) => decimal.coefficient * powerOfTen(scale - decimal.scale));
}

/**
 * Adds 1 to `rest` of the integers: those with the largest remainders, and among equal ones the earlier first.
 */
export function raiseLargest(integers: number[], remainders: readonly (number | bigint)[], rest: number): void {
  if (rest === 0) return;
  const order = integers.map((_, i) => i);
  order.sort((a, b) => (remainders[a]! > remainders[b]! ? -1 : remainders[a]! < remainders[b]! ? 1 : a - b));
  for (let at = 0; at < rest; at++) integers[order[at]!]!++;
}
