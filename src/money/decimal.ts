/** An exact decimal: coefficient × 10^−scale. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly scale: number;
}

const TEXT = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Whether a value is a string that contains a decimal number, with a point before the decimals.
 *
 * @param most the maximum number of characters; matching a repeated pattern in long text can overflow the engine's
 * stack
 */
export const isDecimalText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && TEXT.test(value);

/**
 * Reads decimal text, or a number in the decimal form in which it was written: the shortest form that parses to the
 * same number.
 */
export function decimalOf(value: number | string): Decimal {
  const [mantissa, exponent] = String(value).split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const scale = fraction.length - Number(exponent ?? 0);
  const coefficient = BigInt(whole + fraction);
  return scale >= 0 ? { coefficient, scale } : { coefficient: coefficient * 10n ** BigInt(-scale), scale: 0 };
}

/** A decimal as text, without trailing zeros. */
export function decimalText({ coefficient, scale }: Decimal): string {
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : withoutTrailingZeros(digits.slice(-scale));
  const whole = scale === 0 ? digits : digits.slice(0, -scale);
  return `${coefficient < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** The exact sum of two decimals. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const at = (one: Decimal): bigint => one.coefficient * powerOfTen(scale - one.scale);
  return { coefficient: at(a) + at(b), scale };
}

/** The exact sum of numbers as they were written. */
export const sumAsWritten = (numbers: readonly number[]): number =>
  Number(decimalText(numbers.map(decimalOf).reduce(addDecimals, { coefficient: 0n, scale: 0 })));

/** The exact product of two decimals. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  coefficient: a.coefficient * b.coefficient,
  scale: a.scale + b.scale,
});

/** 10^scale. */
export function powerOfTen(scale: number): bigint {
  return 10n ** BigInt(scale);
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The currencies with no, three and four decimals (ISO 4217). All others have two. */
const DECIMALS: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** How many decimals a currency has. @param currency a three-letter code */
export function currencyDecimals(currency: string): number {
  return DECIMALS.find(([, codes]) => codes.includes(currency))?.[0] ?? 2;
}
