import { addDecimals, decimalText, powerOfTen } from '../money/decimal.js';
import { assertArgument } from '../usage/assert-argument.js';
import { decimalOfText } from './to-minor-units.js';

/**
 * Converts a fraction to a percentage exactly: many systems write a rate as 0.07, but receipts use 7. Adds up several
 * fractions, such as the taxes on one line.
 *
 * @param fractions decimal text with a point, such as `'0.07'`, or numbers; 0 or more
 * @returns percent
 * @throws UsageError if a text is not a decimal, or the sum is 1 or more, which suggests a percentage
 * @example
 * toPercent('0.07', '0.0125'); // 8.25
 */
export function toPercent(...fractions: readonly [string | number, ...(string | number)[]]): number {
  assertArgument(fractions.length > 0, 'fractions', 'at least one fraction', undefined);
  const sum = fractions.map((fraction, i) => decimalOfText(`fractions[${i}]`, fraction)).reduce(addDecimals);
  const isFraction = sum.coefficient >= 0n && sum.coefficient < powerOfTen(sum.scale);
  const wanted = 'fractions of 0 or more whose sum is below 1 (7 is a percentage)';
  assertArgument(isFraction, 'fractions', wanted, fractions.length === 1 ? fractions[0] : fractions);
  return Number(decimalText({ coefficient: sum.coefficient * 100n, scale: sum.scale }));
}
