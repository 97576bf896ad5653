import { absolute } from '../money/decimal.js';

/** Rounds a fraction to the nearest integer, ties away from zero. `whole` must be above 0. */
export function roundHalfAwayFromZero(part: bigint, whole: bigint): bigint {
  const rounded = (2n * absolute(part) + whole) / (2n * whole);
  return part < 0n ? -rounded : rounded;
}

/** Rounds a fraction to the nearest multiple of a unit, ties away from zero. `whole` must be above 0. */
export function roundTo(unit: number, part: bigint, whole: bigint): bigint {
  return roundHalfAwayFromZero(part, whole * BigInt(unit)) * BigInt(unit);
}

/** Converts a figure to a number; undefined beyond ±(2^53 − 1), the schema's limit. */
export function toSafeInteger(value: bigint | number): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

export const isFigure = (value: unknown): value is number => Number.isSafeInteger(value);

export const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** The sum of safe integers; undefined if one of them is undefined, or if the sum is not a safe integer. */
export function sumOf(figures: Iterable<number | undefined>): number | undefined {
  let sum: number | bigint = 0;
  for (const figure of figures) {
    if (figure === undefined) return undefined;
    const next: number = Number(sum) + figure;
    sum = typeof sum === 'number' && Number.isSafeInteger(next) ? next : BigInt(sum) + BigInt(figure);
  }
  return toSafeInteger(sum);
}
