import { isDate } from '../calendar/dates.js';
import { assertArgument } from '../usage/assert.js';
import { PRODUCT_TAX_CLASSES } from './product-tax-classes.js';
import { rowsOn, ofClassOn } from './rate-window.js';
import type { RateRow, ReceiptLaw } from './types.js';

/**
 * Returns the rates in force on a date, with their sources. With a class of goods, returns that class's rows if it has
 * any on that day, otherwise the rows without a class. Empty for a law with a range instead of a table. Omits the rate
 * 0, which is in every table.
 *
 * @param date local date, YYYY-MM-DD
 * @throws UsageError for an invalid date, and for a value that is not a law
 * @example
 * ratesOn(seReceipt1.law, '2026-05-01', 'food').map(({ rate }) => rate); // [6]
 */
export function ratesOn(law: Pick<ReceiptLaw, 'rates'>, date: string, productTaxClass?: string): RateRow[] {
  const rates = (law as Partial<ReceiptLaw> | null | undefined)?.rates;
  assertArgument(typeof rates === 'object' && rates !== null, 'law', 'a law, such as pack.law', law);
  assertArgument(isDate(date), 'date', 'a day as YYYY-MM-DD', date);
  return isTable(rates) ? rowsOn(rates, date, productTaxClass) : [];
}

/** Whether a law's rates are a table, not a range. */
export function isTable(rates: ReceiptLaw['rates']): rates is readonly RateRow[] {
  return Array.isArray(rates);
}

/** The rates for a class of goods on a day. */
export interface RatesOfDay {
  /** The rows in force, with their sources. */
  readonly rows: readonly RateRow[];
  /** Whether the rows are for the requested class only, or for all goods. */
  readonly by: 'class' | 'general';
}

/** @throws UsageError for an unknown class or an invalid day */
export function ratesFor(table: readonly RateRow[], productTaxClass: string | undefined, date: string): RatesOfDay {
  const known: readonly (string | undefined)[] = [undefined, ...PRODUCT_TAX_CLASSES, ...classesIn(table)];
  assertArgument(known.includes(productTaxClass), 'productTaxClass', 'a class or undefined', productTaxClass);
  assertArgument(isDate(date), 'date', 'a day as YYYY-MM-DD', date);
  const by = ofClassOn(table, date, productTaxClass).length > 0 ? 'class' : 'general';
  return { rows: rowsOn(table, date, productTaxClass), by };
}

/** The classes in a table, in row order. */
export function classesIn(table: readonly RateRow[]): readonly string[] {
  return [...new Set(table.flatMap(({ productTaxClass = [] }) => productTaxClass))];
}
