/**
 * Which page of a list to read: the page after (`next`) or before (`previous`) a cursor; undefined for the first page.
 */
export type PageStep = { readonly to: 'next' | 'previous'; readonly from: string } | undefined;

/** A page with the cursors of the adjacent pages; a cursor is undefined if there is no such page. */
export interface Paged<R> {
  readonly rows: readonly R[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The parts of a statement that depend on the step: how to compare keys with the cursor, and how to sort the rows. */
export function reading(step: PageStep, order: 'ASC' | 'DESC' = 'ASC'): { compare: '<' | '>'; order: 'ASC' | 'DESC' } {
  const forward = step?.to !== 'previous';
  const ascending = (order === 'ASC') === forward;
  return ascending ? { compare: '>', order: 'ASC' } : { compare: '<', order: 'DESC' };
}

/**
 * Makes a page of rows.
 *
 * @param read the rows in the order given by `reading`, including one row beyond `limit` if there are more rows
 * @param cursorOf returns the cursor for a row
 */
export function toPaged<R>(read: readonly R[], limit: number, step: PageStep, cursorOf: (row: R) => string): Paged<R> {
  const shown = read.slice(0, limit);
  const more = read.length > limit;
  const backward = step?.to === 'previous';
  const rows = backward ? shown.reverse() : shown;
  const [first, last] = [rows[0], rows.at(-1)];
  const [before, after] = backward ? [more, true] : [step !== undefined, more];
  return {
    rows,
    previous: before && first !== undefined ? cursorOf(first) : undefined,
    next: after && last !== undefined ? cursorOf(last) : undefined,
  };
}
