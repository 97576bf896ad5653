/**
 * Exact figures of the documents that are built, in BigInts. It shares no code with src/money, so that a fault there is
 * found and not repeated.
 */
interface Fraction {
  readonly top: bigint;
  /** Positive. */
  readonly bottom: bigint;
}

/** The decimal that a number is written as. */
function decimal(value: number): Fraction {
  const [digits = '0', exponent = '0'] = value.toString().split('e');
  const point = digits.indexOf('.');
  const decimals = point < 0 ? 0 : digits.length - point - 1;
  const shift = BigInt(Number(exponent) - decimals);
  const top = BigInt(digits.replace('.', ''));
  return shift < 0n ? { top, bottom: 10n ** -shift } : { top: top * 10n ** shift, bottom: 1n };
}

function below({ top, bottom }: Fraction): bigint {
  const quotient = top / bottom;
  return top % bottom < 0n ? quotient - 1n : quotient;
}

/**
 * A line's amount by rule A1, sign(quantity × unitPrice) × (|quantity × unitPrice| − discount), in minor units.
 *
 * @param up the integer above instead of the one below, where it is no whole number
 */
export function lineAmount(quantity: number, unitPrice: number, discount: number, up: boolean): number {
  const { top, bottom } = decimal(quantity);
  const gross = top * BigInt(unitPrice);
  const deducted = BigInt(discount) * bottom;
  const net = { top: gross === 0n ? 0n : gross < 0n ? gross + deducted : gross - deducted, bottom };
  return Number(up ? -below({ top: -net.top, bottom }) : below(net));
}

/** VAT of an amount at a rate in percent, half away from zero, in minor units. */
export function vatOf(amount: number, rate: number, pricesIncludeTax: boolean): number {
  const { top, bottom } = decimal(rate);
  const whole = 100n * bottom + (pricesIncludeTax ? top : 0n);
  const scaled = BigInt(Math.abs(amount)) * top;
  const rounded = below({ top: 2n * scaled + whole, bottom: 2n * whole });
  return amount < 0 ? Number(-rounded) : Number(rounded);
}

/** VAT as `vatOf` has it, or the integer next to it where that too is no further than 1 from the exact VAT. */
export function vatBeside(amount: number, rate: number, pricesIncludeTax: boolean, step: -1 | 0 | 1): number {
  const vat = vatOf(amount, rate, pricesIncludeTax);
  const { top, bottom } = decimal(rate);
  const whole = 100n * bottom + (pricesIncludeTax ? top : 0n);
  const off = BigInt(vat + step) * whole - BigInt(amount) * top;
  return off > whole || off < -whole ? vat : vat + step;
}

/** A sum that no double rounds on the way. */
export function sum(values: readonly number[]): number {
  return Number(values.reduce((total, value) => total + BigInt(value), 0n));
}
