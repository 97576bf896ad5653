import { isDate } from '../tax/dates.js';
import { rowsOn } from '../tax/rate-window.js';
import { show } from '../show.js';
import type { RateRow, ReceiptLaw } from './types.js';

/**
 * The rates that held on a date, with their sources: of a class of goods the rows of that class where the law has any,
 * else the rows of no class. Empty for a law that has a range instead of a table. The rate 0, which stands in every
 * table, is not among them.
 *
 * @param date local date, YYYY-MM-DD
 * @throws TypeError for another date
 * @example
 * ratesOn(seReceipt1.law, '2026-05-01', 'food').map(({ rate }) => rate); // [6]
 */
export function ratesOn({ rates }: Pick<ReceiptLaw, 'rates'>, date: string, itemClass?: string): RateRow[] {
  if (!isDate(date)) throw new TypeError(`ratesOn: date must be a day as YYYY-MM-DD, found ${show(date)}`);
  return isTable(rates) ? rowsOn(rates, date, itemClass) : [];
}

/** Whether the rates of a law are a table, and not a range. */
export function isTable(rates: ReceiptLaw['rates']): rates is readonly RateRow[] {
  return Array.isArray(rates);
}
