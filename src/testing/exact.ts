/**
 * Exact figures for generated documents, computed with BigInt. Shares no code with src/money, so that it finds the bugs
 * there instead of repeating them.
 */
interface Fraction {
  readonly top: bigint;
  /** Positive. */
  readonly bottom: bigint;
}

/** The decimal that `toString` writes for a number, as an exact fraction. */
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
 * A line's amount in minor units, according to the rule `line-amount`: sign(quantity × unitPrice) × (|quantity ×
 * unitPrice| − discount).
 *
 * @param up whether to round a fraction up instead of down
 */
export function lineAmount(quantity: number, unitPrice: number, discount: number, up: boolean): number {
  const { top, bottom } = decimal(quantity);
  const gross = top * BigInt(unitPrice);
  const deducted = BigInt(discount) * bottom;
  const net = { top: gross === 0n ? 0n : gross < 0n ? gross + deducted : gross - deducted, bottom };
  return Number(up ? -below({ top: -net.top, bottom }) : below(net));
}

/**
 * A line's amount according to the rule `line-amount`, rounded to a multiple of `unit` minor units.
 *
 * @param up whether to round up instead of down
 */
export function amountInUnits(
  quantity: number,
  unitPrice: number,
  discount: number,
  up: boolean,
  unit: number,
): number {
  if (unit === 1) return lineAmount(quantity, unitPrice, discount, up);
  const beside = BigInt(lineAmount(quantity, unitPrice, discount, up));
  const bottom = BigInt(unit);
  return Number(up ? -below({ top: -beside, bottom }) : below({ top: beside, bottom })) * unit;
}

/** VAT on an amount. The rate is in percent; the result is a multiple of `unit`, rounded half away from zero. */
export function vatOf(amount: number, rate: number, pricesIncludeTax: boolean, unit = 1): number {
  const { top, bottom } = decimal(rate);
  const whole = (100n * bottom + (pricesIncludeTax ? top : 0n)) * BigInt(unit);
  const scaled = BigInt(Math.abs(amount)) * top;
  const rounded = below({ top: 2n * scaled + whole, bottom: 2n * whole }) * BigInt(unit);
  return amount < 0 ? Number(-rounded) : Number(rounded);
}

/**
 * VAT as in `vatOf`, or moved away from it as far as the tolerance allows.
 *
 * @param direction -1 for less, 1 for more, 0 for the same as `vatOf`
 * @param twice double the tolerance around the exact VAT
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

/** Weights are treated as having at least this many decimals. */
const WEIGHT_DECIMALS = 3n;

/**
 * How far rounding the weight may change a line's amount, in whole minor units:
 * |unitPrice| × 10^−d / 2, where d is the number of decimals, at least 3.
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
