import { roundedLineTax } from '../money/line-tax.js';
import { assertArgument } from '../usage/assert-argument.js';

/**
 * Computes the tax included in an amount, to the nearest minor unit, ties away from zero.
 *
 * @param grossAmount minor units, with tax
 * @param rate percent
 * @throws UsageError if the amount is not a safe integer, or the rate is not a number of at least 0
 * @example
 * extractTax(12500, 25); // 2500
 */
export function extractTax(grossAmount: number, rate: number): number {
  assertArgument(Number.isSafeInteger(grossAmount), 'grossAmount', 'an integer in minor units', grossAmount);
  assertArgument(Number.isFinite(rate) && rate >= 0, 'rate', 'a percentage of 0 or more', rate);
  return roundedLineTax(grossAmount, rate, true)!;
}
