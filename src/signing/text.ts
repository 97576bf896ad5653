import type { UnsignedTransaction } from '../complete/types.js';

/**
 * The parts that texts are made of. A part that cannot be made throws, `orNone` answers for the whole text: a document
 * may hold anything, and no text is better than a wrong one.
 */

/** What `make` gives, and undefined where it throws. */
export function orNone<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Ends a text that cannot be made. `orNone` takes it, and nobody reads the reason. */
export function none(): never {
  throw new TypeError();
}

/** A number or name inside a text. None for one that holds the separator or a line break: it would be another text. */
export const part = (value: string, separator = '\n'): string =>
  /^.+$/.test(value) && !value.includes(separator) ? value : none();

/** An amount of a document, in minor units. */
export const minorUnits = (value: number): bigint => (Number.isSafeInteger(value) ? BigInt(value) : none());

/** An amount with two decimals, the only ones that texts have. */
export const amountText = (amount: bigint, point = '.'): string =>
  (amount < 0n ? '-' : '') +
  String(amount < 0n ? -amount : amount)
    .padStart(3, '0')
    .replace(/..$/, `${point}$&`);

/**
 * What is given back is negative in the texts. A document has its amounts without a minus; an exchange has signs of its
 * own.
 */
export const signOf = ({ type }: UnsignedTransaction): bigint => (type === 'sale' || type === 'exchange' ? 1n : -1n);

/** An amount that the prices include or not, with its tax. */
const withTax = ({ tax }: UnsignedTransaction, amount: number, taxAmount: number): bigint =>
  minorUnits(amount) + (tax.pricesIncludeTax ? 0n : minorUnits(taxAmount));

/**
 * What the lines come to, tax included, without a sign of its own. The total has cash rounding too, and that of a void
 * is 0.
 */
export const grossOf = (document: UnsignedTransaction): bigint =>
  withTax(document, document.totals.subtotal, document.totals.tax);

/** The same with the sign of the document. */
export const signedAmount = (document: UnsignedTransaction): bigint => signOf(document) * grossOf(document);

/** The lines, tax included, with the sign of the document: rate and minor units. */
export const grossOfLines = (document: UnsignedTransaction): (readonly [number, bigint])[] =>
  document.items.map(({ taxRate, amount, taxAmount }) => [
    taxRate,
    signOf(document) * withTax(document, amount, taxAmount),
  ]);
