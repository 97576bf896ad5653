import { currencyDecimals } from '../money/currency-decimals.js';
import { decimalOf, powerOfTen, type Decimal } from '../money/decimal.js';
import { assertArgument } from '../usage/assert-argument.js';

const CURRENCY = /^[A-Z]{3}$/;
const AMOUNT = /^[+-]?\d+(?:\.\d+)?$/;
/** The longest decimal that is read: matching a repeating pattern can overflow the engine's stack. */
const MAX_LENGTH = 1_000;

/**
 * Converts an amount of money to an integer in minor units, by its digits, without rounding.
 *
 * @param amount decimal text with a point, `'12.50'`, or a number
 * @param currency ISO 4217 code
 * @throws UsageError for text of another form or over 1,000 characters, for more decimals than the currency has, and beyond ±(2^53 − 1)
 * @example
 * toMinorUnits('12.50', 'SEK'); // 1250
 */
export function toMinorUnits(amount: string | number, currency: string): number {
  const isCurrency = typeof currency === 'string' && CURRENCY.test(currency);
  assertArgument(isCurrency, 'currency', "an ISO 4217 code such as 'SEK'", currency);
  const { coefficient, scale } = decimalOfText('amount', amount);
  const places = currencyDecimals(currency);
  const parts = coefficient * powerOfTen(places);
  const whole = powerOfTen(scale);
  assertArgument(parts % whole === 0n, 'amount', `an amount with at most ${places} decimals in ${currency}`, amount);
  const minor = Number(parts / whole);
  assertArgument(Number.isSafeInteger(minor), 'amount', 'within ±(2^53 − 1) minor units', amount);
  return minor;
}

/** Reads a decimal exactly as written. */
export function decimalOfText(argument: string, value: unknown): Decimal {
  if (typeof value === 'number' && Number.isFinite(value)) return decimalOf(value);
  const isDecimal = typeof value === 'string' && value.length <= MAX_LENGTH && AMOUNT.test(value);
  const wanted = `a number, or decimal text of at most ${MAX_LENGTH} characters such as '12.50' or '0.07'`;
  assertArgument(isDecimal, argument, wanted, value);
  const [whole = '', fraction = ''] = value.split('.');
  return { coefficient: BigInt(whole + fraction), scale: fraction.length };
}
