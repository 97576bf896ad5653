import type { RateWindow } from '../law/rate-window.js';
import { edgesOf, isWithin, type Days } from './days.js';

/** Rate tables, one of which must contain the rate. */
export type Tables = readonly (readonly RateWindow[])[];

/**
 * `holds`: the rate was in force. `unconfirmed`: it was not, but some of its rows are unconfirmed. `outside`: it was
 * not, and all its rows are confirmed.
 */
export type RateVerdict = 'holds' | 'unconfirmed' | 'outside';

/**
 * Whether a rate was in force on a day, in any table that contains it. Shares no code with the rules, so that it finds
 * faults in them instead of repeating them.
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
  // Businesses under a special regime charge its rate on goods of any class.
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

/** The days within a period on which verdicts change, and the days next to them. */
export function edgesOfTables(tables: Tables, within: Days): readonly string[] {
  const all = known.get(tables) ?? edgesOf(tables.flat());
  known.set(tables, all);
  return all.filter((day) => isWithin(within, day));
}

/** The product tax classes in the tables, plus undefined for no class. */
export function classesOf(tables: Tables): readonly (string | undefined)[] {
  return [...new Set([undefined, ...tables.flatMap((table) => table.map(({ productTaxClass }) => productTaxClass))])];
}
