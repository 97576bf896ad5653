import { holdsOn } from './dates.js';

/** A tax rate and the time and goods it holds for. */
export interface RateWindow {
  /** Percent. */
  readonly rate: number;
  /** First day, YYYY-MM-DD; absent where the rate has no known beginning. */
  readonly from?: string | undefined;
  /** Last day, YYYY-MM-DD; absent where no end is known. */
  readonly until?: string | undefined;
  /** Class of goods, such as `food`, that the row holds for; absent where it is not bound to one. */
  readonly itemClass?: string | undefined;
  /** Whether the days are certain enough to refuse a document by them; where they are not, they are warned of alone. */
  readonly enforce: boolean;
}

/**
 * What the days of a rate say of a line. `outside`: the rate did not hold, by rows that are all enforced;
 * `outside-unconfirmed`: it did not hold by rows of which some are not.
 */
export type WindowVerdict = 'inside' | 'outside' | 'outside-unconfirmed';

/**
 * Judges a rate by the rows of a table: those of the line's class where it has any for this rate, else those of no class.
 * Where there are none the rate is not judged.
 *
 * @param date local date, YYYY-MM-DD
 */
export function judgeWindow(
  table: readonly RateWindow[],
  rate: number,
  date: string,
  itemClass: string | undefined,
): WindowVerdict {
  const deciding = ofClassOrNone(
    table.filter((row) => row.rate === rate),
    itemClass,
  );
  if (deciding.length === 0 || deciding.some((row) => holdsOn(row, date))) return 'inside';
  return deciding.every(({ enforce }) => enforce) ? 'outside' : 'outside-unconfirmed';
}

/** The rows that hold on a date: of a class those of the class where the table has any, else those of no class. */
export function rowsOn<Row extends RateWindow>(table: readonly Row[], date: string, itemClass?: string): Row[] {
  return ofClassOrNone(table, itemClass).filter((row) => holdsOn(row, date));
}

function ofClassOrNone<Row extends RateWindow>(rows: readonly Row[], itemClass: string | undefined): readonly Row[] {
  const ofClass = itemClass === undefined ? [] : rows.filter((row) => row.itemClass === itemClass);
  return ofClass.length > 0 ? ofClass : rows.filter((row) => row.itemClass === undefined);
}
