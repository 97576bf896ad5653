import { holdsOn } from '../calendar/dates.js';

/** A tax rate, with the dates and goods that it applies to. */
export interface RateWindow {
  /** Percent. */
  readonly rate: number;
  /** First day, YYYY-MM-DD; absent if not known. */
  readonly from?: string | undefined;
  /** Last day, YYYY-MM-DD; absent if not known. */
  readonly until?: string | undefined;
  /** Product tax class that the row applies to, such as `food`; absent if it applies to all goods. */
  readonly productTaxClass?: string | undefined;
  /** Tax regime of the businesses that the row applies to, such as `farmer`; absent if it applies to all. */
  readonly regime?: string | undefined;
  /** Codes of the territories in which the row applies; absent if it applies in the whole country. */
  readonly part?: readonly string[] | undefined;
  /** Whether the dates are reliable enough to refuse a document. If not, they raise only warnings. */
  readonly enforce: boolean;
}

/**
 * Whether a line's rate was in force. `outside`: it was not, and all its rows are enforced; `outside-unconfirmed`: it
 * was not, but some of its rows are not enforced.
 */
export type WindowVerdict = 'inside' | 'outside' | 'outside-unconfirmed';

/**
 * Checks whether a rate was in force on a day. If the line's class has rows on that day, the rate must be in one of
 * them. Otherwise, the rows with this rate decide: those for the class if there are any, else those without a class. If
 * there are no such rows, the rate is not checked.
 *
 * @param date local date, YYYY-MM-DD
 */
export function judgeWindow(
  table: readonly RateWindow[],
  rate: number,
  date: string,
  productTaxClass: string | undefined,
): WindowVerdict {
  const today = ofClassOn(table, date, productTaxClass);
  const ofRate = table.filter((row) => row.rate === rate);
  const deciding = today.length > 0 ? today : ofClassOrNone(ofRate, productTaxClass);
  // A business under a regime charges the regime's rate for any class of goods.
  if (ofRate.some((row) => row.regime !== undefined && holdsOn(row, date))) return 'inside';
  if (deciding.length === 0 || deciding.some((row) => row.rate === rate && holdsOn(row, date))) return 'inside';
  return deciding.every(({ enforce }) => enforce) ? 'outside' : 'outside-unconfirmed';
}

/**
 * The rows in force on a date: the class's rows if it has any on that day, otherwise the rows without a class, except
 * rates that have rows for the class.
 */
export function rowsOn<Row extends RateWindow>(table: readonly Row[], date: string, productTaxClass?: string): Row[] {
  const today = ofClassOn(table, date, productTaxClass);
  if (today.length > 0) return today;
  const other = table.filter((row) => row.productTaxClass === productTaxClass && productTaxClass !== undefined);
  return table.filter(
    (row) => row.productTaxClass === undefined && holdsOn(row, date) && !other.some(({ rate }) => rate === row.rate),
  );
}

/** The rows of a class that are in force on a date; empty without a class. */
export function ofClassOn<Row extends RateWindow>(
  rows: readonly Row[],
  date: string,
  productTaxClass: string | undefined,
): Row[] {
  if (productTaxClass === undefined) return [];
  return rows.filter((row) => row.productTaxClass === productTaxClass && holdsOn(row, date));
}

function ofClassOrNone<Row extends RateWindow>(
  rows: readonly Row[],
  productTaxClass: string | undefined,
): readonly Row[] {
  const ofClass = productTaxClass === undefined ? [] : rows.filter((row) => row.productTaxClass === productTaxClass);
  return ofClass.length > 0 ? ofClass : rows.filter((row) => row.productTaxClass === undefined);
}

/** A rate table, with its name for messages. */
export interface RateTable {
  readonly rows: readonly RateWindow[];
  /** The distinct rates in the rows, and 0, which is in every table. */
  readonly rates: readonly number[];
  /** The name of the table, for messages. */
  readonly name: string;
}

export function rateTable(name: string, rows: readonly RateWindow[]): RateTable {
  return { rows, name, rates: [...new Set([...rows.map(({ rate }) => rate), 0])] };
}
