import { isDate } from '../calendar/dates.js';
import { assertArgument } from '../usage/assert-argument.js';
import { PRODUCT_TAX_CLASSES } from './product-tax-classes.js';
import { ofClassOn, rowsOn } from './rate-window.js';
import type { RateRow } from './types.js';

/** The rates of a class of goods on a day. */
export interface RatesOfDay {
  /** The rows in force, with their sources. */
  readonly rows: readonly RateRow[];
  /** Whether the rows are specific to the requested class, or general. */
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

/** The classes in a table, in the order of its rows. */
export function classesIn(table: readonly RateRow[]): readonly string[] {
  return [...new Set(table.flatMap(({ productTaxClass = [] }) => productTaxClass))];
}
