import type { UnsignedTransaction } from '../document/written-types.js';

/**
 * Functions that create the parts of the strings to sign or print. They throw if a part cannot be created, and `orNone`
 * then returns undefined for the whole string: a document may contain anything, and no string is better than a wrong
 * one.
 */

/** The result of `make`; undefined if it throws. */
export function orNone<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Throws because a string cannot be created. `orNone` catches the error and drops the reason. */
export function none(): never {
  throw new TypeError();
}

/** A number or name inside a string. Throws if it contains the separator or a line break. */
export const part = (value: string, separator = '\n'): string =>
  /^.+$/.test(value) && !value.includes(separator) ? value : none();

/** An amount of a document, in minor units. */
export const minorUnits = (value: number): bigint => (Number.isSafeInteger(value) ? BigInt(value) : none());

/** An amount with two decimals, the format that all the strings use. */
export const amountText = (amount: bigint, point = '.'): string =>
  (amount < 0n ? '-' : '') +
  String(amount < 0n ? -amount : amount)
    .padStart(3, '0')
    .replace(/..$/, `${point}$&`);

/** The strings state refunds as negative amounts. Documents do not, except in the lines and totals of an exchange. */
export const signOf = ({ type }: UnsignedTransaction): bigint => (type === 'sale' || type === 'exchange' ? 1n : -1n);

/** The amount including tax, even if prices exclude it. */
const withTax = ({ tax }: UnsignedTransaction, amount: number, taxAmount: number): bigint =>
  minorUnits(amount) + (tax.pricesIncludeTax ? 0n : minorUnits(taxAmount));

/**
 * The sum of the lines including tax, without sign. Differs from the total, which includes cash rounding, and is 0 for
 * a void.
 */
export const grossOf = (document: UnsignedTransaction): bigint =>
  withTax(document, document.totals.subtotal, document.totals.tax);

export const signedAmount = (document: UnsignedTransaction): bigint => signOf(document) * grossOf(document);

/** Adds up the amounts for each key. */
export function sumsOf<Key>(amounts: Iterable<readonly [Key, bigint]>): Map<Key, bigint> {
  const sums = new Map<Key, bigint>();
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0n) + amount);
  return sums;
}

/** The rate and amount of each line, including tax, in minor units, with the sign of the document. */
export const grossOfLines = (document: UnsignedTransaction): (readonly [number, bigint])[] =>
  document.items.map(({ taxRate, amount, taxAmount }) => [
    taxRate,
    signOf(document) * withTax(document, amount, taxAmount),
  ]);
