import { absolute, powerOfTen } from '../../money/decimal.js';
import { exactTax } from '../../money/tax.js';
import { roundHalfAwayFromZero } from '../exact.js';
import type { LineBalance, Money, RefundLedger } from './ledger.js';

/**
 * Figures of a line or part of it. The quantity is in units of 10^−scale (see `RefundLedger`); the other figures are in
 * minor units.
 */
export interface Figures {
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
}

/**
 * The next share of a line. Shares of any sizes add up to the line: each figure is the rounded figure for all shares so
 * far minus the figure for the earlier shares, and the last share gets the remainder. Figures are multiples of the
 * smallest chargeable amount if the line's figures are.
 *
 * @param quantity the number of units, at most the remaining quantity
 */
export function shareOf(
  balance: LineBalance,
  quantity: bigint,
  { scale, unit, sale: { pricesIncludeTax, isConverted } }: Pick<RefundLedger, 'scale' | 'unit' | 'sale'>,
): Figures {
  const { line, sold, base, returned } = balance;
  // Uses the stated figures, because they might not follow from quantity and price.
  if (quantity === sold.quantity && base === sold) return sold;
  const all = restOf(balance);
  const stated = [sold, base, returned].flatMap((figures) => [figures.amount, figures.discount]);
  const step = stepOf(unit, stated);
  const inSteps = ({ amount, discount }: Figures): Goods => ({ amount: amount / step, discount: discount / step });
  const rest = inSteps(all);
  const whole = powerOfTen(scale);
  const { amount: soldAmount, discount: soldDiscount } = inSteps(sold);
  const gross = soldAmount + soldDiscount;
  const exact = (units: bigint): bigint => (isConverted ? gross * units : absolute(BigInt(line.unitPrice)) * units);
  const divisor = isConverted ? sold.quantity : whole * step;
  const floor = exact(quantity) / divisor;
  const ceiling = floor + (exact(quantity) % divisor === 0n ? 0n : 1n);
  const restGross = rest.amount + rest.discount;
  if (quantity >= all.quantity) {
    const part = clamp(restGross, floor, ceiling);
    const amount = min(rest.amount, part);
    return { quantity, amount: amount * step, discount: (part - amount) * step, tax: all.tax };
  }
  // Rounds in the same direction as the line; otherwise, parts would differ from their exact amounts by more than
  // rounding explains.
  const total = exact(sold.quantity);
  const rounded = roundHalfAwayFromZero(total, divisor);
  const up = gross === rounded ? divisor / 2n : gross > rounded ? divisor - 1n : 0n;
  const upTo = (units: bigint): bigint => (exact(units) + up) / divisor;
  const part = clamp(upTo(sold.quantity - all.quantity + quantity) - (gross - restGross), floor, ceiling);
  const until = returned.quantity + quantity;
  const off = (base.discount / step) * until;
  const isWeighed = sold.quantity % whole !== 0n;
  const discounts = isWeighed ? off / base.quantity : roundHalfAwayFromZero(off, base.quantity);
  // A discount above the price leaves an amount below 0, and so does each share of it.
  const isBelow0 = sold.amount < 0n;
  const least = isBelow0 || part <= rest.amount ? 0n : part - rest.amount;
  const most = isBelow0 ? rest.discount : min(part, rest.discount);
  const discount = clamp(discounts - returned.discount / step, least, most);
  const amount = (part - discount) * step;
  const tax = isBelow0
    ? -taxOf(-amount, negated(sold), negated(all), line.rate, pricesIncludeTax, unit)
    : taxOf(amount, sold, all, line.rate, pricesIncludeTax, unit);
  return { quantity, amount, discount: discount * step, tax };
}

const negated = ({ amount, tax }: Money): Money => ({ amount: -amount, tax: -tax });

type Goods = Pick<Figures, 'amount' | 'discount'>;

/** `unit` if all figures are multiples of it, otherwise 1. */
export const stepOf = (unit: number, figures: readonly bigint[]): bigint => {
  const step = BigInt(unit);
  return figures.every((figure) => figure % step === 0n) ? step : 1n;
};

/**
 * The tax on the next amount: the tax on all amounts so far minus the tax on the earlier ones, so that the sum of the
 * parts never drifts from the tax on the whole.
 *
 * @param unit the smallest chargeable amount, in minor units
 */
export function taxOf(
  amount: bigint,
  sold: Money,
  rest: Money,
  rate: number,
  pricesIncludeTax: boolean,
  unit: number,
): bigint {
  if (amount === rest.amount) return rest.tax;
  if (sold.amount === 0n) return 0n;
  const step = stepOf(unit, [sold.tax, rest.tax]);
  const until = sold.tax * (sold.amount - rest.amount + amount);
  const share = roundHalfAwayFromZero(until, sold.amount * step);
  const { floor, ceiling } = around(amount, rate, pricesIncludeTax, step);
  const tax = clamp(share - (sold.tax - rest.tax) / step, floor, ceiling) * step;
  return rest.tax >= 0n && tax > rest.tax ? rest.tax : tax;
}

/** The exact tax on an amount, rounded down and up to a whole number of steps. */
function around(
  amount: bigint,
  rate: number,
  pricesIncludeTax: boolean,
  step: bigint,
): { readonly floor: bigint; readonly ceiling: bigint } {
  const { part, whole: one } = exactTax(Number(amount), rate, pricesIncludeTax);
  const whole = one * step;
  if (whole <= 0n) return { floor: 0n, ceiling: 0n };
  const floor = part / whole - (part % whole < 0n ? 1n : 0n);
  return { floor, ceiling: floor * whole === part ? floor : floor + 1n };
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export const clamp = (value: bigint, least: bigint, most: bigint): bigint =>
  value < least ? least : value > most ? most : value;

/** The remaining figures of a line, which never change their sign. Nothing remains of goods that were credited in full. */
export function restOf({ sold, base, returned }: LineBalance): Figures {
  const { quantity, discount } = difference(base, returned);
  const above0 = (figure: bigint): bigint => (figure > 0n ? figure : 0n);
  return {
    quantity: base !== sold && base.amount === 0n ? 0n : above0(quantity),
    amount: remaining(base.amount, returned.amount),
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
