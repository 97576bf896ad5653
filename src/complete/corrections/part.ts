import { absolute, powerOfTen } from '../../money/decimal.js';
import { exactTax } from '../../money/tax.js';
import { roundHalfAwayFromZero } from '../exact.js';
import type { ParsedLine } from './document.js';
import type { LineBalance } from './ledger.js';

/** Figures of a returned share, in minor units, with the sign of the sale's line. */
export interface Share {
  readonly amount: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
}

/**
 * The next share of a line, so that all shares add up to the line in any order. Each figure is the rounded figure of
 * all shares up to this one, minus the figures of the earlier shares. The last share gets the remainder.
 *
 * @param quantity units of 10^−scale of the balance; for a line with a fractional quantity, the whole line or all that
 * is left
 */
export function shareOf(balance: LineBalance, line: ParsedLine, quantity: bigint, pricesIncludeTax: boolean): Share {
  const { sold, returned, sign } = balance;
  const until = returned.quantity + quantity;
  if (until >= sold.quantity) {
    return {
      amount: sold.amount - returned.amount,
      discount: sold.discount - returned.discount,
      tax: sold.tax - returned.tax,
    };
  }
  if (balance.scale > 0)
    return { amount: BigInt(line.amount), discount: BigInt(line.discount), tax: BigInt(line.taxAmount) };
  const direction = BigInt(sign);
  const gross = until * absolute(BigInt(line.unitPrice)) - (direction * returned.amount + returned.discount);
  const discount = clamp(
    roundHalfAwayFromZero(sold.discount * until, sold.quantity) - returned.discount,
    0n,
    sold.discount - returned.discount,
  );
  const amount = direction * (gross - discount);
  return { amount, discount, tax: taxOf(balance, line, amount, pricesIncludeTax) };
}

function taxOf(
  { sold, returned }: LineBalance,
  { rate }: ParsedLine,
  amount: bigint,
  pricesIncludeTax: boolean,
): bigint {
  if (sold.amount === 0n) return 0n;
  const direction = sold.amount < 0n ? -1n : 1n;
  const tax =
    roundHalfAwayFromZero(direction * sold.tax * (returned.amount + amount), direction * sold.amount) - returned.tax;
  const [floor, ceiling] = taxBounds(amount, rate, pricesIncludeTax);
  return clamp(tax, floor, ceiling);
}

/** The integers on either side of the exact tax of an amount, or the exact tax twice. */
export function taxBounds(amount: bigint, rate: number, pricesIncludeTax: boolean): readonly [bigint, bigint] {
  const { part, whole } = exactTax(Number(amount), rate, pricesIncludeTax);
  if (whole <= 0n) return [0n, 0n];
  const floor = part / whole - (part % whole < 0n ? 1n : 0n);
  return [floor, part % whole === 0n ? floor : floor + 1n];
}

export const clamp = (value: bigint, min: bigint, max: bigint): bigint =>
  value < min ? min : value > max ? max : value;

/** A quantity of a balance as a number. */
export function quantityOf({ scale }: LineBalance, units: bigint): number {
  const whole = powerOfTen(scale);
  if (scale === 0) return Number(units);
  const digits = units.toString().padStart(scale + 1, '0');
  return units % whole === 0n ? Number(units / whole) : Number(`${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}
