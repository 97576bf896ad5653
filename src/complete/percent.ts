import { decimalText } from '../money/decimal.js';
import { decimalOfText } from './minor-units.js';

/**
 * Converts a fraction to a percentage, by its digits: many systems write a rate as 0.07, where receipts have 7.
 *
 * @param fraction decimal text with a point, `'0.07'`, or a number
 * @throws TypeError for another form of text
 * @example
 * percent('0.07'); // 7
 */
export function percent(fraction: string | number): number {
  const { coefficient, scale } = decimalOfText('percent: fraction', fraction);
  return Number(decimalText({ coefficient: coefficient * 100n, scale }));
}
