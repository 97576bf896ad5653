import type { RateWindow } from '../law/rate-window.js';
import { edgesOf, isWithin, type Days } from './days.js';

/** Rate tables of which one must have the rate. */
export type Tables = readonly (readonly RateWindow[])[];

/**
 * The verdict by date: the rate was in force; or it was not, and some of its rows are unconfirmed; or it was not, and
 * all are confirmed.
 */
export type RateVerdict = 'holds' | 'unconfirmed' | 'outside';

/**
 * The verdict on a rate on a day, by the tables that have it: `outside` only if none had it in force. Shares no code
 * with the rules, so that it finds faults there instead of repeating them.
 */
export function verdictOn(tables: Tables, rate: number, day: string, productTaxClass: string | undefined): RateVerdict {
  if (rate === 0) return 'holds';
  const verdicts = tables
    .filter((table) => table.some((row) => row.rate === rate))
    .map((table) => verdictOfTable(table, rate, day, productTaxClass));
  if (verdicts.length === 0 || verdicts.includes('holds')) return 'holds';
  return verdicts.includes('unconfirmed') ? 'unconfirmed' : 'outside';
}

function verdictOfTable(
  table: readonly RateWindow[],
  rate: number,
  day: string,
  productTaxClass: string | undefined,
): RateVerdict {
  const rows = table.filter((row) => row.rate === rate);
  // Businesses under a regime charge its rate for goods of any class.
  if (rows.some((row) => row.regime !== undefined && isWithin(row, day))) return 'holds';
  const goods = productTaxClass === undefined ? [] : table.filter((row) => row.productTaxClass === productTaxClass);
  const today = goods.filter((row) => isWithin(row, day));
  if (today.length > 0 && !today.some((row) => row.rate === rate))
    return today.some(({ enforce }) => !enforce) ? 'unconfirmed' : 'outside';
  const own = rows.filter((row) => row.productTaxClass === productTaxClass);
  const deciding = own.length > 0 ? own : rows.filter((row) => row.productTaxClass === undefined);
  if (deciding.length === 0 || deciding.some((row) => isWithin(row, day))) return 'holds';
  return deciding.some(({ enforce }) => !enforce) ? 'unconfirmed' : 'outside';
}

const known = new WeakMap<Tables, readonly string[]>();

/** The days of a period on which verdicts change, and the adjacent days. */
export function edgesOfTables(tables: Tables, within: Days): readonly string[] {
  const all = known.get(tables) ?? edgesOf(tables.flat());
  known.set(tables, all);
  return all.filter((day) => isWithin(within, day));
}

/** The product tax classes in tables, and undefined for none. */
export function classesOf(tables: Tables): readonly (string | undefined)[] {
  return [...new Set([undefined, ...tables.flatMap((table) => table.map(({ productTaxClass }) => productTaxClass))])];
}
