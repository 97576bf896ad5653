/**
 * Exact figures of the generated documents, in BigInts. Shares no code with src/money, so that it finds faults there
 * instead of repeating them.
 */
interface Fraction {
  readonly top: bigint;
  /** Positive. */
  readonly bottom: bigint;
}

/** The decimal as which a number is written. */
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
 * @param up whether to take the integer above a fraction, not the one below
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

/**
 * VAT as in `vatOf`, or as far from it as the tolerance allows.
 *
 * @param direction -1 below, 1 above, 0 as in `vatOf`
 * @param twice twice the tolerance from the exact VAT
 */
export function vatBeside(
  amount: number,
  rate: number,
  pricesIncludeTax: boolean,
  direction: -1 | 0 | 1,
  twice: number,
): number {
  const vat = vatOf(amount, rate, pricesIncludeTax);
  const { top, bottom } = decimal(rate);
  const whole = 100n * bottom + (pricesIncludeTax ? top : 0n);
  const stated = vat + direction * Math.floor(twice / 2);
  const off = 2n * (BigInt(stated) * whole - BigInt(amount) * top);
  const allowed = BigInt(twice) * whole;
  return off > allowed || off < -allowed ? vat : stated;
}

/** Weights count at least this many decimals. */
const WEIGHT_DECIMALS = 3n;

/**
 * How far the rounding of a weight may move the amount of its line, in whole minor units:
 * |unitPrice| × 10^−d / 2, for d decimals and at least 3.
 */
export function weightSlack(quantity: number, unitPrice: number): number {
  let { bottom } = decimal(quantity);
  if (bottom < 10n ** WEIGHT_DECIMALS) bottom = 10n ** WEIGHT_DECIMALS;
  return Number(BigInt(Math.abs(unitPrice)) / (2n * bottom));
}

/** A sum without intermediate rounding. */
export function sum(values: readonly number[]): number {
  return Number(values.reduce((total, value) => total + BigInt(value), 0n));
}
