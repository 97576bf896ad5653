/** A tax rate and the time and goods it holds for. */
export interface RateWindow {
  /** Percent. */
  readonly rate: number;
  /** First day, YYYY-MM-DD; absent where the rate has no known beginning. */
  readonly from?: string;
  /** Last day, YYYY-MM-DD; absent where no end is known. */
  readonly until?: string;
  /** Class of goods, such as `food`, that the row holds for; absent where it is not bound to one. */
  readonly itemClass?: string;
  /** false where no source for the window was found: it is then never enforced, only warned of. */
  readonly confirmed?: boolean;
}

/** A rate of a pack's own table, with the law or publication it comes from. */
export interface SourcedRate extends RateWindow {
  /** Law or publication, exact enough to look it up. */
  readonly source: string;
}

/** Whether a rate stands in a table, whatever the date. */
export function hasRate(table: readonly RateWindow[], rate: number): boolean {
  for (const row of table) if (row.rate === rate) return true;
  return false;
}

export type WindowVerdict = 'inside' | 'outside' | 'outside-unconfirmed';

/**
 * Judges a rate that stands in the table by its windows.
 * Rows of the item's class decide where the class has rows for this rate, else the rows bound to no class.
 *
 * @param date local date of the sale, YYYY-MM-DD
 */
export function judgeWindow(
  table: readonly RateWindow[],
  rate: number,
  date: string,
  itemClass: string | undefined,
): WindowVerdict {
  const rows = table.filter((row) => row.rate === rate);
  const ofClass = itemClass === undefined ? [] : rows.filter((row) => row.itemClass === itemClass);
  const deciding = ofClass.length > 0 ? ofClass : rows.filter((row) => row.itemClass === undefined);
  if (deciding.some((row) => (row.from ?? '') <= date && (row.until === undefined || date <= row.until)))
    return 'inside';
  return deciding.every((row) => row.confirmed !== false) ? 'outside' : 'outside-unconfirmed';
}
