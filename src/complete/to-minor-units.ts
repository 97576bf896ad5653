import { currencyDecimals } from '../money/currency-decimals.js';
import { decimalOf, powerOfTen, type Decimal } from '../money/decimal.js';
import { assertArgument } from '../usage/assert-argument.js';
import { assertOptions, type OptionShape } from '../usage/assert-options.js';
import { roundHalfAwayFromZero } from './exact.js';

const CURRENCY = /^[A-Z]{3}$/;
const AMOUNT = /^[+-]?\d+(?:\.\d+)?$/;
/** Maximum length of decimal text, because matching a repeated pattern can overflow the engine's stack. */
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
 * @throws UsageError if the text is not a decimal of up to 1,000 characters, has too many decimals without `round`, or is
 * beyond ±(2^53 − 1), or if an option is wrong
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
export function decimalOfText(argument: string, value: unknown): Decimal {
  if (typeof value === 'number' && Number.isFinite(value)) return decimalOf(value);
  const isDecimal = typeof value === 'string' && value.length <= MAX_LENGTH && AMOUNT.test(value);
  const wanted = `a number, or decimal text of at most ${MAX_LENGTH} characters such as '12.50' or '0.07'`;
  assertArgument(isDecimal, argument, wanted, value);
  const [whole = '', fraction = ''] = value.split('.');
  return { coefficient: BigInt(whole + fraction), scale: fraction.length };
}
