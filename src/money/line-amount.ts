import { absolute, decimalOf, decimalText, powerOfTen, type Decimal } from './decimal.js';

/** Quantities of up to three decimals are computed as integers, in thousandths. */
const MILLI = 1000;
/** Below this, a count of thousandths has at most 15 digits, so that each double corresponds to exactly one decimal. */
const SAFE_MILLI = 1e15;
/** Below these limits, products and differences of thousandths stay below 2^53, so that every step is exact. */
const SAFE_GROSS = 2 ** 51;
const SAFE_MINOR = 2 ** 41;

/**
 * Whether `amount` is the line amount sign(quantity × unitPrice) × (|quantity × unitPrice| − discount). If that is not
 * a whole number of minor units, `amount` may be either of the two nearest integers. Exact for every finite
 * quantity.
 *
 * @param unitPrice minor units
 * @param discount minor units, positive, 0 for none
 */
export function isLineAmount(quantity: number, unitPrice: number, discount: number, amount: number): boolean {
  const milli = milliLineAmount(quantity, unitPrice, discount);
  if (!Number.isNaN(milli) && Math.abs(amount) < SAFE_MINOR) return Math.abs(amount * MILLI - milli) < MILLI;
  const exact = exactLineAmount(quantity, unitPrice, discount);
  const unit = powerOfTen(exact.scale);
  return absolute(BigInt(amount) * unit - exact.coefficient) < unit;
}

/**
 * The line amount as in `isLineAmount`, rounded to the nearest integer, halves away from zero; undefined beyond ±(2^53
 * − 1).
 *
 * @param unitPrice minor units
 * @param discount minor units, 0 for none
 */
export function roundedLineAmount(quantity: number, unitPrice: number, discount: number): number | undefined {
  const milli = milliLineAmount(quantity, unitPrice, discount);
  if (!Number.isNaN(milli)) {
    const rest = Math.abs(milli) % MILLI;
    const rounded = (Math.abs(milli) - rest) / MILLI + (2 * rest < MILLI ? 0 : 1);
    return milli < 0 && rounded !== 0 ? -rounded : rounded;
  }
  const { coefficient, scale } = exactLineAmount(quantity, unitPrice, discount);
  const unit = powerOfTen(scale);
  const rounded = Number((2n * absolute(coefficient) + unit) / (2n * unit));
  if (!Number.isSafeInteger(rounded)) return undefined;
  return coefficient < 0n && rounded !== 0 ? -rounded : rounded;
}

/**
 * Whether `amount` is one of the two multiples of the currency unit nearest to the line amount, one on either side.
 * Exact.
 *
 * @param unit minor units
 */
export function isWholeAmount(
  quantity: number,
  unitPrice: number,
  discount: number,
  amount: number,
  unit: number,
): boolean {
  if (amount % unit !== 0) return false;
  const { coefficient, scale } = exactLineAmount(quantity, unitPrice, discount);
  const minor = powerOfTen(scale);
  return absolute(BigInt(amount) * minor - coefficient) < BigInt(unit) * minor;
}

/** Weights are treated as having at least this many decimals, because JSON numbers lose trailing zeros. */
const MIN_DECIMALS = 3;

/**
 * Whether a rounded weight explains the difference between `amount` and the line amount: the quantity is not a whole
 * number, has d decimals (at least 3), and the difference is at most |unitPrice| × 10^−d / 2 + 1/2. Exact.
 */
export function isWeighedAmount(quantity: number, unitPrice: number, discount: number, amount: number): boolean {
  if (Number.isInteger(quantity)) return false;
  // Uses doubles if they are exact: with BigInt alone, ten lines with twenty issues take 1.7 times as long.
  const milli = milliLineAmount(quantity, unitPrice, discount);
  if (!Number.isNaN(milli) && Math.abs(amount) < SAFE_MINOR && Math.abs(unitPrice) < SAFE_MINOR) {
    return 2 * Math.abs(amount * MILLI - milli) <= Math.abs(unitPrice) + MILLI;
  }
  const { coefficient, scale } = exactLineAmount(quantity, unitPrice, discount);
  const decimals = powerOfTen(Math.max(scale, MIN_DECIMALS));
  const off = absolute(BigInt(amount) * powerOfTen(scale) - coefficient) * (decimals / powerOfTen(scale));
  return 2n * off <= absolute(BigInt(unitPrice)) + decimals;
}

/** The valid integer amounts of a line: one, or the two on either side of a fraction; empty beyond ±(2^53 − 1). */
export function neighbours(quantity: number, unitPrice: number, discount: number): number[] {
  const milli = milliLineAmount(quantity, unitPrice, discount);
  if (!Number.isNaN(milli)) {
    const floor = Math.floor(milli / MILLI);
    return floor * MILLI === milli ? [floor] : [floor, floor + 1];
  }
  const { coefficient, scale } = exactLineAmount(quantity, unitPrice, discount);
  const unit = powerOfTen(scale);
  const floor = coefficient / unit - (coefficient % unit < 0n ? 1n : 0n);
  const both = coefficient % unit === 0n ? [floor] : [floor, floor + 1n];
  return both.map(Number).filter(Number.isSafeInteger);
}

/** The exact line amount in minor units, as text. */
export function lineAmountText(quantity: number, unitPrice: number, discount: number): string {
  const milli = milliLineAmount(quantity, unitPrice, discount);
  if (Math.abs(milli) < SAFE_MILLI) return String(milli / MILLI);
  return decimalText(exactLineAmount(quantity, unitPrice, discount));
}

/**
 * The line amount in thousandths of a minor unit; NaN if doubles may not be exact at each step. NaN instead of
 * undefined, so that the result is always a number, which JavaScript engines need not allocate on the heap.
 */
function milliLineAmount(quantity: number, unitPrice: number, discount: number): number {
  const milli = Math.round(quantity * MILLI);
  if (milli / MILLI !== quantity) return NaN;
  const gross = milli * unitPrice;
  if (Math.abs(gross) >= SAFE_GROSS || discount >= SAFE_MINOR) return NaN;
  const net = Math.abs(gross) - discount * MILLI;
  return gross === 0 ? 0 : gross < 0 ? -net : net;
}

/** The line amount in minor units. */
export function exactLineAmount(quantity: number, unitPrice: number, discount: number): Decimal {
  const { coefficient, scale } = decimalOf(quantity);
  const gross = coefficient * BigInt(unitPrice);
  const net = absolute(gross) - BigInt(discount) * powerOfTen(scale);
  return { coefficient: gross === 0n ? 0n : gross < 0n ? -net : net, scale };
}
