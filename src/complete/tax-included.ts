import { roundedLineTax } from '../money/line-tax.js';
import { misuse } from './misuse.js';

/**
 * Computes the tax that is contained in an amount, to the nearest minor unit, ties away from zero.
 *
 * @param amount minor units, with tax
 * @param rate percent
 * @throws TypeError for an amount that is not a safe integer, and for a rate that is not a number of 0 or more
 * @example
 * taxIncluded(12500, 25); // 2500
 */
export function taxIncluded(amount: number, rate: number): number {
  if (!Number.isSafeInteger(amount)) {
    misuse('taxIncluded: amount', 'an integer in minor units', amount);
  }
  if (!Number.isFinite(rate) || rate < 0) {
    misuse('taxIncluded: rate', 'a percentage of 0 or more', rate);
  }
  return roundedLineTax(amount, rate, true)!;
}
