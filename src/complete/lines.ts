import type { LineItem } from '../document/types.generated.js';
import { absolute, decimalOf, powerOfTen } from '../money/decimal.js';
import {
  exactLineAmount,
  isLineAmount,
  isWeighedAmount,
  isWholeAmount,
  roundedLineAmount,
} from '../money/line-amount.js';
import { roundTo, toSafeInteger } from './exact.js';
import {
  FILLED,
  fieldsOf,
  figure,
  finite,
  type Fields,
  type Line,
  type CompletionContext,
} from './completion-context.js';

export const CATEGORIES: readonly unknown[] = ['S', 'Z', 'E', 'AE', 'O'] satisfies LineItem['taxCategory'][];

/** Placeholder for an element of `items` that is not an object. */
const NO_LINE: Line = {
  item: {},
  rate: undefined,
  category: undefined,
  discount: undefined,
  reasons: undefined,
  amount: undefined,
  taxAmount: undefined,
  hasAmount: true,
  hasTax: true,
  filled: 0,
  draftIndex: 0,
  key: undefined,
  taxes: undefined,
};

/**
 * Fills in the defaults of each line, its discount in minor units, and its amount before order discounts.
 *
 * @param recompute whether to recompute an amount that does not follow from the rest of the line
 * @param dropTax whether to recompute taxes
 */
export function readLines(context: CompletionContext, recompute: boolean, dropTax: boolean): void {
  const { items } = context.root;
  if (!Array.isArray(items)) return;
  for (let i = 0; i < items.length; i++) {
    const item = fieldsOf(items[i]);
    context.lines.push(
      item === undefined ? { ...NO_LINE, draftIndex: i } : readLine(context, i, item, recompute, dropTax),
    );
  }
}

function readLine(context: CompletionContext, i: number, item: Fields, recompute: boolean, dropTax: boolean): Line {
  let filled = 0;
  if (item.quantity === undefined) {
    item.quantity = 1;
    filled = FILLED.quantity;
  }
  const rate = finite(item.taxRate);
  const taxes = context.origins?.[i]!.taxes;
  if (rate !== undefined && taxes === undefined && Math.round(rate * 10_000) / 10_000 !== rate) {
    const problem = `is ${rate}, with more than 4 decimals. If it is a sum, send taxes`;
    context.warn(['items', i, 'taxRate'], 'rate_unusual', problem, rate);
  }
  if (item.taxCategory === undefined && rate !== undefined && rate > 0) {
    item.taxCategory = 'S';
    filled |= FILLED.taxCategory;
  }
  const category = CATEGORIES.includes(item.taxCategory) ? (item.taxCategory as LineItem['taxCategory']) : undefined;
  if (dropTax) item.taxAmount = undefined;
  const quantity = finite(item.quantity);
  const unitPrice = figure(item.unitPrice);
  const isSound = quantity !== undefined && unitPrice !== undefined;
  let discount: number | undefined = 0;
  if (item.discount !== undefined) {
    if (fieldsOf(item.discount)?.percent !== undefined) filled |= FILLED.discount;
    discount = isSound
      ? lineDiscount(context, ['items', i], item, () => absoluteGross(quantity, unitPrice))
      : undefined;
  }
  if (
    recompute &&
    isSound &&
    discount !== undefined &&
    isRefused(context.unit, quantity, unitPrice, discount, item.amount)
  ) {
    item.amount = undefined;
  }
  const { amount: given, taxAmount } = item;
  const amount =
    given !== undefined
      ? figure(given)
      : isSound && discount !== undefined
        ? context.checked(amountIn(context.unit, quantity, unitPrice, discount), ['items', i, 'amount'])
        : undefined;
  return {
    item,
    rate,
    category,
    discount,
    reasons: undefined,
    amount,
    taxAmount: figure(taxAmount),
    hasAmount: given !== undefined,
    hasTax: taxAmount !== undefined,
    filled,
    draftIndex: context.origins === undefined ? i : context.origins[i]!.index,
    key: context.origins?.[i]!.key,
    taxes,
  };
}

/** The amount of a line, to the nearest multiple of `unit`; undefined beyond ±(2^53 − 1). */
function amountIn(unit: number, quantity: number, unitPrice: number, discount: number): number | undefined {
  if (unit === 1) return roundedLineAmount(quantity, unitPrice, discount);
  const { coefficient, scale } = exactLineAmount(quantity, unitPrice, discount);
  return toSafeInteger(roundTo(unit, coefficient, powerOfTen(scale)));
}

/** Whether the rule `line-amount` refuses the amount. */
function isRefused(unit: number, quantity: number, unitPrice: number, discount: number, stated: unknown): boolean {
  const amount = figure(stated);
  if (amount === undefined) return true;
  const tests = unit === 1 ? [isLineAmount, isWeighedAmount] : [isLineAmount, isWeighedAmount, isWholeAmount];
  return !tests.some((test) => test(quantity, unitPrice, discount, amount, unit));
}

/**
 * Reads a line's discount in minor units; undefined if invalid. Replaces a percentage with an amount that does not
 * exceed the line's amount.
 *
 * @param grossOf a function that computes the line's amount before the discount; called only for a percentage
 */
export function lineDiscount(
  context: CompletionContext,
  path: readonly (string | number)[],
  item: Fields,
  grossOf: () => Fraction,
): number | undefined {
  const discount = fieldsOf(item.discount);
  if (discount === undefined) return undefined;
  const { percent, ...rest } = discount;
  if (percent === undefined) return figureAbove0(discount.amount);
  item.discount = rest;
  const rate = checkPercent(context, [...path, 'discount'], discount);
  if (rate === undefined) return undefined;
  const gross = grossOf();
  const exact = percentOf(gross, rate, context.unit);
  const most = gross.part / gross.whole;
  const amount = context.checked(toSafeInteger(exact > most ? most : exact), [...path, 'discount', 'amount']);
  if (amount === undefined) return undefined;
  if (amount === 0) item.discount = undefined;
  else item.discount = { ...rest, amount };
  return amount;
}

export const figureAbove0 = (value: unknown): number | undefined => {
  const found = figure(value);
  return found !== undefined && found > 0 ? found : undefined;
};

/** Reads the percentage of a discount or charge. Reports an invalid percentage and returns undefined. */
export function checkPercent(
  context: CompletionContext,
  path: readonly (string | number)[],
  { percent, amount }: Fields,
): number | undefined {
  const at = [...path, 'percent'];
  if (amount !== undefined) {
    context.reportBoth(at, 'amount', percent);
    return undefined;
  }
  const rate = finite(percent);
  if (rate !== undefined && rate > 0 && rate <= 100) return rate;
  const code = typeof percent === 'number' ? 'out_of_range' : 'invalid_type';
  context.reportType(at, code, 'a number above 0 and at most 100 (10 is 10 %)', percent);
  return undefined;
}

interface Fraction {
  readonly part: bigint;
  readonly whole: bigint;
}

function absoluteGross(quantity: number, unitPrice: number): Fraction {
  const { coefficient, scale } = decimalOf(quantity);
  return { part: absolute(coefficient * BigInt(unitPrice)), whole: powerOfTen(scale) };
}

/** A percentage of an amount, to the nearest multiple of `unit`. */
export function percentOf({ part, whole }: Fraction, percent: number, unit: number): bigint {
  const { coefficient, scale } = decimalOf(percent);
  return roundTo(unit, part * coefficient, whole * powerOfTen(scale) * 100n);
}
