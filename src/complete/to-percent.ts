import { decimalText, powerOfTen, type Decimal } from '../money/decimal.js';
import { assertArgument } from '../usage/assert-argument.js';
import { decimalOfText } from './to-minor-units.js';

/**
 * Converts a fraction to a percentage, by its digits: many systems write a rate as 0.07, where receipts have 7. Adds
 * several fractions exactly, such as the taxes of one line.
 *
 * @param fractions decimal text with a point, `'0.07'`, or numbers; 0 or more
 * @returns percent
 * @throws UsageError for text of another form, and for a sum of 1 or more: 7 already is a percentage
 * @example
 * toPercent('0.07', '0.0125'); // 8.25
 */
export function toPercent(...fractions: readonly [string | number, ...(string | number)[]]): number {
  assertArgument(fractions.length > 0, 'fractions', 'one fraction or more', undefined);
  const sum = fractions.map((fraction, i) => decimalOfText(`fractions[${i}]`, fraction)).reduce(add);
  const isFraction = sum.coefficient >= 0n && sum.coefficient < powerOfTen(sum.scale);
  const wanted = 'fractions of 0 or more whose sum is below 1 (7 already is a percentage)';
  assertArgument(isFraction, 'fractions', wanted, fractions.length === 1 ? fractions[0] : fractions);
  return Number(decimalText({ coefficient: sum.coefficient * 100n, scale: sum.scale }));
}

function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const coefficient = a.coefficient * powerOfTen(scale - a.scale) + b.coefficient * powerOfTen(scale - b.scale);
  return { coefficient, scale };
}
