import type { Transaction } from 'receipt-rule-packs';

/**
 * The quantities and amounts in a sale and its corrections, by line, computed only from the rules. Tracks which line
 * each step corrects, instead of inferring the line from documents. Independent of src/.
 */
export interface Figures {
  /** Thousandths. */
  readonly quantity: bigint;
  /** Minor units, like the other amounts. */
  readonly amount: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
}

/** The expected line in a correction. */
export interface Expected extends Figures {
  readonly unitPrice: bigint;
  /** How far the tax may differ; 0 if the rules define it exactly. */
  readonly slack: bigint;
  /** How far amount and discount may differ. */
  readonly loose: bigint;
  readonly rate: number;
  readonly sign: 1 | -1;
}

/** A line of the sale. The figures are positive even if the line is a return. */
export interface Held {
  readonly index: number;
  readonly key: string | undefined;
  readonly rate: number;
  readonly isOut: boolean;
  readonly sign: 1 | -1;
  readonly unitPrice: bigint;
  readonly sold: Figures;
  /** The line's balance after the last credit. */
  base: Figures;
  /** The amount refunded since then. */
  back: Figures;
  /**
   * The number of credits that reduced this line. The rules do not define how a credit's tax is split between lines.
   */
  credits: bigint;
  /** Whether a document without keys could also refer to a different line. */
  readonly isAlike: boolean;
}

export const NOTHING: Figures = { quantity: 0n, amount: 0n, discount: 0n, tax: 0n };
export const plus = (a: Figures, b: Figures): Figures => ({
  quantity: a.quantity + b.quantity,
  amount: a.amount + b.amount,
  discount: a.discount + b.discount,
  tax: a.tax + b.tax,
});
export const minus = (a: Figures, b: Figures): Figures => ({
  quantity: a.quantity - b.quantity,
  amount: a.amount - b.amount,
  discount: a.discount - b.discount,
  tax: a.tax - b.tax,
});
export const size = (figure: bigint): bigint => (figure < 0n ? -figure : figure);
export const sum = (figures: readonly bigint[]): bigint => figures.reduce((all, one) => all + one, 0n);
export const thousandths = (quantity: number): bigint => BigInt(Math.round(quantity * 1000));
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Rounds halves away from zero; both arguments are 0 or more. */
export const rounded = (part: bigint, whole: bigint): bigint => (2n * part + whole) / (2n * whole);

export const leftOf = ({ base, back }: Held): Figures => minus(base, back);
const within = (figure: bigint, lowest: bigint, highest: bigint): bigint =>
  figure < lowest ? lowest : figure > highest ? highest : figure;

/**
 * The tax of the next amount: the tax of all amounts so far, minus the tax of the earlier amounts, but always one of
 * the two integers around the amount's own exact tax.
 */
export function nextTax(
  amount: bigint,
  sold: Pick<Figures, 'amount' | 'tax'>,
  back: Pick<Figures, 'amount' | 'tax'>,
  rate: number,
  including: boolean,
): bigint {
  if (amount === sold.amount - back.amount) return sold.tax - back.tax;
  const [part, whole] = [amount * BigInt(rate), including ? 100n + BigInt(rate) : 100n];
  const floor = part / whole;
  const tax = rounded(sold.tax * (back.amount + amount), sold.amount) - back.tax;
  return within(tax, floor, part % whole === 0n ? floor : floor + 1n);
}

/** The figures for the next part of a line. */
export function nextPart(held: Held, quantity: bigint, including: boolean): Figures {
  const { base, back, sold, unitPrice, rate } = held;
  const left = leftOf(held);
  if (quantity === left.quantity) return left;
  const before = sold.quantity - left.quantity;
  const gross = sold.amount + sold.discount;
  const earlier = gross - left.amount - left.discount;
  const part = rounded((before + quantity) * unitPrice, 1000n) - earlier;
  const off = base.discount * (back.quantity + quantity);
  const discounts = sold.quantity % 1000n === 0n ? rounded(off, base.quantity) : off / base.quantity;
  // Never returns more than the remaining balance.
  const lowest = part > left.amount ? part - left.amount : 0n;
  const discount = within(discounts - back.discount, lowest, least(part, left.discount));
  const amount = part - discount;
  const tax = base.amount === 0n ? 0n : nextTax(amount, base, back, rate, including);
  return { quantity, amount, discount, tax };
}

/**
 * Splits an amount in proportion to weights: rounds down, then adds 1 to the shares that lost the most, earlier shares
 * first.
 */
export function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights);
  const shares = weights.map((weight) => (amount * weight) / all);
  const lost = weights.map((weight, i) => ({ i, lost: (amount * weight) % all }));
  lost.sort((a, b) => (a.lost === b.lost ? a.i - b.i : a.lost > b.lost ? -1 : 1));
  for (const { i } of lost.slice(0, Number(amount - sum(shares)))) shares[i]!++;
  return shares;
}

/** The lines of a sale. */
export function heldOf({ items, metadata }: Transaction): Held[] {
  const { lines } = (metadata?.receiptExtra ?? {}) as { lines?: readonly ({ key: string } | null)[] };
  const goodsOf = ({ name, unitPrice, taxRate, quantity, unit }: Transaction['items'][number]): string =>
    [name, unitPrice, taxRate, quantity < 0, unit].join();
  return items.map((item, index) => {
    const sign = item.quantity < 0 ? -1 : 1;
    const sold: Figures = {
      quantity: size(thousandths(item.quantity)),
      amount: BigInt(sign * item.amount),
      discount: BigInt(item.discount?.amount ?? 0),
      tax: BigInt(sign * item.taxAmount),
    };
    const key = lines?.[index]?.key;
    return {
      index,
      key,
      rate: item.taxRate,
      isOut: item.taxCategory === 'O',
      sign,
      unitPrice: BigInt(item.unitPrice),
      sold,
      base: sold,
      back: NOTHING,
      credits: 0n,
      isAlike: key === undefined && items.filter((other) => goodsOf(other) === goodsOf(item)).length > 1,
    };
  });
}
