import {
  addDecimals,
  currencyDecimals,
  decimalOf,
  decimalText,
  isDecimalText,
  powerOfTen,
  type Decimal,
} from '../money/decimal.js';
import { roundedLineTax } from '../money/tax.js';
import { assertArgument, assertOptions, type OptionShape } from '../usage/assert.js';
import { isNumber, roundHalfAwayFromZero } from './exact.js';

const CURRENCY = /^[A-Z]{3}$/;
/** The maximum length of decimal text. */
const MAX_LENGTH = 1_000;

/** How `toMinorUnits` rounds. */
export interface MinorUnitsOptions {
  /** `half-away` rounds to the nearest minor unit, halves away from zero. By default, extra decimals cause an error. */
  readonly round?: 'half-away' | undefined;
}

const OPTIONS = { round: ['half-away'] } satisfies Record<keyof MinorUnitsOptions, OptionShape>;

/**
 * Converts an amount of money to an integer in minor units, without floating-point errors. Without `round`, no digits
 * are lost.
 *
 * @param amount decimal text with a point, such as `'12.50'`, or a number
 * @param currency ISO 4217 code
 * @param options `round` for tills that compute in floating point
 * @throws UsageError if the text is not a decimal of up to 1,000 characters, has too many decimals without `round`, or
 * is beyond ±(2^53 − 1) minor units, or if an option is wrong
 * @example
 * toMinorUnits('12.50', 'SEK'); // 1250
 * toMinorUnits(0.1 + 0.2, 'EUR', { round: 'half-away' }); // 30
 */
export function toMinorUnits(amount: string | number, currency: string, options: MinorUnitsOptions = {}): number {
  const isCurrency = typeof currency === 'string' && CURRENCY.test(currency);
  assertArgument(isCurrency, 'currency', "an ISO 4217 code such as 'SEK'", currency);
  const { coefficient, scale } = decimalOfText('amount', amount);
  const places = currencyDecimals(currency);
  const parts = coefficient * powerOfTen(places);
  const whole = powerOfTen(scale);
  assertOptions('options', options, OPTIONS);
  const isExact = options.round !== undefined || parts % whole === 0n;
  assertArgument(isExact, 'amount', `an amount with at most ${places} decimals in ${currency}`, amount);
  const minor = Number(roundHalfAwayFromZero(parts, whole));
  assertArgument(Number.isSafeInteger(minor), 'amount', 'within ±(2^53 − 1) minor units', amount);
  return minor;
}

/** Reads a decimal exactly as written. */
function decimalOfText(argument: string, value: unknown): Decimal {
  const wanted = `a number, or decimal text of at most ${MAX_LENGTH} characters such as '12.50' or '0.07'`;
  assertArgument(isNumber(value) || isDecimalText(value, MAX_LENGTH), argument, wanted, value);
  return decimalOf(value);
}

/**
 * Converts a fraction to a percentage exactly: many systems write a rate as 0.07, but receipts use 7. Adds up several
 * fractions, such as the taxes on one line.
 *
 * @param fractions decimal text with a point, such as `'0.07'`, or numbers; 0 or more
 * @returns percent
 * @throws UsageError if a string is not a decimal, or the sum is below 0, or 1 or more, which suggests percentages
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
