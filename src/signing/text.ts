import { currencyDecimals } from '../money/currency-decimals.js';
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
  throw new TypeError('no text');
}

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** A number or name inside a text. None where it is empty, or would break the text. @param separator of the text */
export function part(value: unknown, separator?: string): string {
  if (typeof value !== 'string' || value === '' || LINE_BREAK.test(value)) none();
  if (separator !== undefined && value.includes(separator)) none();
  return value;
}

/** Parts in one text. */
export const joined = (separator: string, parts: readonly string[]): string =>
  parts.map((one) => part(one, separator)).join(separator);

/** An amount of a document. @param value minor units */
export function minorUnits(value: unknown): bigint {
  return Number.isSafeInteger(value) ? BigInt(value as number) : none();
}

/** An amount with two decimals, the only ones that texts have. */
export function amountText(amount: bigint, point = '.'): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The time of a document on the clock of its own offset, in two digits each but the year. */
export function clock({ timestamp }: UnsignedTransaction): Readonly<Record<'y' | 'm' | 'd' | 'hh' | 'mm' | 'ss', string>> {
  const [, y, m, d, hh, mm, ss = '00'] = TIMESTAMP.exec(timestamp) ?? none();
  return { y: y!, m: m!, d: d!, hh: hh!, mm: mm!, ss };
}

/** `2026-11-21` and `12:00:00`. */
export function dayAndTime(document: UnsignedTransaction): readonly [string, string] {
  const { y, m, d, hh, mm, ss } = clock(document);
  return [`${y}-${m}-${d}`, `${hh}:${mm}:${ss}`];
}

/** What is given back is negative in the texts. A document has its amounts without a minus; an exchange has its own signs. */
export function signOf({ type }: UnsignedTransaction): bigint {
  if (type === 'sale' || type === 'exchange') return 1n;
  return type === 'refund' || type === 'credit_note' || type === 'void' ? -1n : none();
}

/** None for amounts that two decimals do not hold. */
export function hasCents({ currency }: UnsignedTransaction): void {
  if (typeof currency !== 'string' || currencyDecimals(currency) !== 2) none();
}

/**
 * What the lines come to, tax included, without a sign of its own. The total has cash rounding too, and that of a void
 * is 0.
 */
export function grossOf({ tax, totals }: UnsignedTransaction): bigint {
  return minorUnits(totals.subtotal) + (tax.pricesIncludeTax ? 0n : minorUnits(totals.tax));
}

/** The amount of a document with its sign. */
export function signedAmount(document: UnsignedTransaction): bigint {
  hasCents(document);
  return signOf(document) * grossOf(document);
}

/** The lines by rate, tax included, with the sign of the document. */
export function grossByRate(document: UnsignedTransaction): ReadonlyMap<number, bigint> {
  hasCents(document);
  const sums = new Map<number, bigint>();
  for (const { taxRate, amount, taxAmount } of document.items) {
    const gross = minorUnits(amount) + (document.tax.pricesIncludeTax ? 0n : minorUnits(taxAmount));
    sums.set(taxRate, (sums.get(taxRate) ?? 0n) + signOf(document) * gross);
  }
  return sums;
}
