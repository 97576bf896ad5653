import { holdsOn } from '../calendar/dates.js';

/** A tax rate, and the time and goods that it applies to. */
export interface RateWindow {
  /** Percent. */
  readonly rate: number;
  /** First day, YYYY-MM-DD; absent if the rate has no known beginning. */
  readonly from?: string | undefined;
  /** Last day, YYYY-MM-DD; absent if no end is known. */
  readonly until?: string | undefined;
  /** Class of goods, such as `food`, that the row applies to; absent if it applies to all. */
  readonly productTaxClass?: string | undefined;
  /** Regime of the businesses that the row holds for, such as `farmer`; absent if it holds for all. */
  readonly regime?: string | undefined;
  /** Codes of the territories that the row holds in; absent if it holds in the whole country. */
  readonly part?: readonly string[] | undefined;
  /** Whether the days are certain enough to refuse a document by them. If not, they only give warnings. */
  readonly enforce: boolean;
}

/**
 * The verdict on the rate of a line by date. `outside`: the rate was not in force, and all its rows are enforced;
 * `outside-unconfirmed`: it was not in force, but some of its rows are not enforced.
 */
export type WindowVerdict = 'inside' | 'outside' | 'outside-unconfirmed';

/**
 * Judges a rate by the rows of a table. If the line's class has rows on the day, the rate must be one of theirs. Else it
 * is judged by its own rows: those of the class if there are any, else those without a class. If there are none, the
 * rate is not judged.
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
  // A business under a regime charges its rate for any class of goods.
  if (ofRate.some((row) => row.regime !== undefined && holdsOn(row, date))) return 'inside';
  if (deciding.length === 0 || deciding.some((row) => row.rate === rate && holdsOn(row, date))) return 'inside';
  return deciding.every(({ enforce }) => enforce) ? 'outside' : 'outside-unconfirmed';
}

/**
 * The rows that are in force on a date: those of the class if it has any on that day, else those without a class, of
 * rates of which the class has no rows.
 */
export function rowsOn<Row extends RateWindow>(table: readonly Row[], date: string, productTaxClass?: string): Row[] {
  const today = ofClassOn(table, date, productTaxClass);
  if (today.length > 0) return today;
  const other = table.filter((row) => row.productTaxClass === productTaxClass && productTaxClass !== undefined);
  return table.filter(
    (row) => row.productTaxClass === undefined && holdsOn(row, date) && !other.some(({ rate }) => rate === row.rate),
  );
}

/** The rows of a class that are in force on a date; none if there is no class. */
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
