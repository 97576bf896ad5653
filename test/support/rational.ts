/**
 * Exact fractions of BigInts: a slow reference, independent of src/money. Denominators are positive. Fractions are not
 * reduced, because they are short-lived.
 */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

export const rational = (n: bigint | number, d: bigint | number = 1n): Rational => {
  const [top, bottom] = [BigInt(n), BigInt(d)];
  return bottom < 0n ? { n: -top, d: -bottom } : { n: top, d: bottom };
};

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** A number's decimal notation, as a fraction. */
export function decimal(value: number): Rational {
  const [, minus, whole, fraction = '', exponent = '+0'] = DECIMAL.exec(value.toString())!;
  const digits = BigInt(`${minus}${whole}${fraction}`);
  const shift = Number(exponent) - fraction.length;
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift));
}

export const plus = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
const over = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
const negated = (a: Rational): Rational => rational(-a.n, a.d);
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};
export const magnitude = (a: Rational): Rational => (a.n < 0n ? negated(a) : a);

/** The largest integer that does not exceed the fraction. */
export function floor({ n, d }: Rational): bigint {
  const quotient = n / d;
  return n % d < 0n ? quotient - 1n : quotient;
}

export const ceiling = (a: Rational): bigint => -floor(negated(a));

/** Rounds halves away from zero. */
export function rounded(a: Rational): bigint {
  const up = floor(plus(magnitude(a), rational(1, 2)));
  return a.n < 0n ? -up : up;
}

/**
 * A line's amount according to the rule `line-amount`: sign(quantity × unitPrice) × (|quantity × unitPrice| −
 * discount).
 */
export function lineAmount(quantity: number, unitPrice: number, discount: number): Rational {
  const product = times(decimal(quantity), rational(unitPrice));
  if (product.n === 0n) return rational(0);
  const net = plus(magnitude(product), rational(-discount));
  return product.n < 0n ? negated(net) : net;
}

/** The VAT on an amount at a rate in percent; undefined if 100 + rate is not positive. */
export function vat(amount: bigint | number, rate: number, pricesIncludeTax: boolean): Rational | undefined {
  const percent = decimal(rate);
  const whole = pricesIncludeTax ? plus(rational(100), percent) : rational(100);
  return whole.n <= 0n ? undefined : over(times(rational(amount), percent), whole);
}
