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
  /** Whether the days are certain enough to refuse a document by them. If not, they only give warnings. */
  readonly enforce: boolean;
}

/**
 * The verdict on the rate of a line by date. `outside`: the rate was not in force, and all its rows are enforced;
 * `outside-unconfirmed`: it was not in force, but some of its rows are not enforced.
 */
export type WindowVerdict = 'inside' | 'outside' | 'outside-unconfirmed';

/**
 * Judges a rate by the rows of a table: those of the line's class if there are any for this rate, else those without a
 * class. If there are no rows, the rate is not judged.
 *
 * @param date local date, YYYY-MM-DD
 */
export function judgeWindow(
  table: readonly RateWindow[],
  rate: number,
  date: string,
  productTaxClass: string | undefined,
): WindowVerdict {
  const deciding = ofClassOrNone(
    table.filter((row) => row.rate === rate),
    productTaxClass,
  );
  if (deciding.length === 0 || deciding.some((row) => holdsOn(row, date))) return 'inside';
  return deciding.every(({ enforce }) => enforce) ? 'outside' : 'outside-unconfirmed';
}

/** The rows that are in force on a date: those of the class if the table has any, else those without a class. */
export function rowsOn<Row extends RateWindow>(table: readonly Row[], date: string, productTaxClass?: string): Row[] {
  return ofClassOrNone(table, productTaxClass).filter((row) => holdsOn(row, date));
}

function ofClassOrNone<Row extends RateWindow>(
  rows: readonly Row[],
  productTaxClass: string | undefined,
): readonly Row[] {
  const ofClass = productTaxClass === undefined ? [] : rows.filter((row) => row.productTaxClass === productTaxClass);
  return ofClass.length > 0 ? ofClass : rows.filter((row) => row.productTaxClass === undefined);
}
