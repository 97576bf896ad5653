import { absolute, powerOfTen } from '../../money/decimal.js';
import { exactTax } from '../../money/tax.js';
import { roundHalfAwayFromZero } from '../exact.js';
import type { LineBalance, Money, RefundLedger } from './ledger.js';

/** Figures of a line or of a part of it: units of 10^−scale of the ledger, and minor units. */
export interface Figures {
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
}

/**
 * The next share of a line, so that all shares add up to the line in any order. Each figure is the rounded figure of
 * all shares up to this one, minus the figures of the earlier shares. The last share gets the remainder.
 *
 * @param quantity units, at most what is left
 */
export function shareOf(
  balance: LineBalance,
  quantity: bigint,
  { scale, sale: { pricesIncludeTax, isConverted } }: Pick<RefundLedger, 'scale' | 'sale'>,
): Figures {
  const { line, sold, base, returned } = balance;
  const rest = restOf(balance);
  // As sold: what the sale states need not follow from its quantity and price.
  if (quantity === sold.quantity && base === sold && returned.quantity === 0n) return sold;
  const whole = powerOfTen(scale);
  const gross = sold.amount + sold.discount;
  const exact = (units: bigint): bigint => (isConverted ? gross * units : absolute(BigInt(line.unitPrice)) * units);
  const divisor = isConverted ? sold.quantity : whole;
  const floor = exact(quantity) / divisor;
  const ceiling = floor + (exact(quantity) % divisor === 0n ? 0n : 1n);
  const restGross = rest.amount + rest.discount;
  if (quantity >= rest.quantity) {
    const all = clamp(restGross, floor, ceiling);
    const amount = min(rest.amount, all);
    return { quantity, amount, discount: all - amount, tax: rest.tax };
  }
  // Rounded like the line, or the parts would differ from their own exact amounts by more than rounding.
  const total = exact(sold.quantity);
  const rounded = roundHalfAwayFromZero(total, divisor);
  const up = gross === rounded ? divisor / 2n : gross > rounded ? divisor - 1n : 0n;
  const upTo = (units: bigint): bigint => (exact(units) + up) / divisor;
  const part = clamp(upTo(sold.quantity - rest.quantity + quantity) - (gross - restGross), floor, ceiling);
  const until = returned.quantity + quantity;
  const isWeighed = sold.quantity % whole !== 0n;
  const discounts = isWeighed
    ? (base.discount * until) / base.quantity
    : roundHalfAwayFromZero(base.discount * until, base.quantity);
  const least = part > rest.amount ? part - rest.amount : 0n;
  const discount = clamp(discounts - returned.discount, least, min(part, rest.discount));
  const amount = part - discount;
  return { quantity, amount, discount, tax: taxOf(amount, sold, rest, line.rate, pricesIncludeTax) };
}

/**
 * The tax of the next amount: what is left less the share of what is left then, so that no chain of parts drifts away
 * from the tax of the whole.
 */
export function taxOf(amount: bigint, sold: Money, rest: Money, rate: number, pricesIncludeTax: boolean): bigint {
  if (amount === rest.amount) return rest.tax;
  if (sold.amount === 0n) return 0n;
  const then = absolute(sold.tax) * (rest.amount - amount);
  // Ties go to this part.
  const share = (2n * then + sold.amount - 1n) / (2n * sold.amount);
  const left = exactPart(rest.amount - amount, rate, pricesIncludeTax);
  const kept = clamp(sold.tax < 0n ? -share : share, left.floor, left.ceiling);
  const { floor, ceiling } = exactPart(amount, rate, pricesIncludeTax);
  const tax = clamp(rest.tax - kept, floor, ceiling);
  return rest.tax >= 0n && tax > rest.tax ? rest.tax : tax;
}

/** The exact tax of an amount: the integers on either side, or twice the exact tax; and what rounding down cuts off. */
export function exactPart(
  amount: bigint,
  rate: number,
  pricesIncludeTax: boolean,
): { readonly floor: bigint; readonly ceiling: bigint; readonly rest: bigint } {
  const { part, whole } = exactTax(Number(amount), rate, pricesIncludeTax);
  if (whole <= 0n) return { floor: 0n, ceiling: 0n, rest: 0n };
  const floor = part / whole - (part % whole < 0n ? 1n : 0n);
  const rest = part - floor * whole;
  return { floor, ceiling: rest === 0n ? floor : floor + 1n, rest };
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export const clamp = (value: bigint, least: bigint, most: bigint): bigint =>
  value < least ? least : value > most ? most : value;

/** What is left of a line; never below 0. Nothing is left of goods whose whole amount was credited. */
export function restOf({ sold, base, returned }: LineBalance): Figures {
  const { quantity, amount, discount } = difference(base, returned);
  const above0 = (figure: bigint): bigint => (figure > 0n ? figure : 0n);
  return {
    quantity: base !== sold && base.amount === 0n ? 0n : above0(quantity),
    amount: above0(amount),
    discount: above0(discount),
    tax: remaining(base.tax, returned.tax),
  };
}

export const difference = (a: Figures, b: Figures): Figures => ({
  quantity: a.quantity - b.quantity,
  amount: a.amount - b.amount,
  discount: a.discount - b.discount,
  tax: a.tax - b.tax,
});

/** The remaining part of a figure. Never changes its sign. */
export function remaining(sold: bigint, returned: bigint): bigint {
  const rest = sold - returned;
  return sold < 0n ? (rest < 0n ? rest : 0n) : rest > 0n ? rest : 0n;
}
