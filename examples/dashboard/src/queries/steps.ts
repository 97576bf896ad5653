import { ID } from '../form.js';

/** Where a page of a list begins: after or before the row of a cursor; undefined for the first page. */
export type PageStep = { readonly to: 'next' | 'previous'; readonly from: string } | undefined;

/** A page with the cursors of the adjacent pages, undefined if absent. */
export interface Paged<R> {
  readonly rows: readonly R[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/**
 * The parts of a statement that depend on the step: how keys compare with the cursor, and in which order to read rows.
 */
export function reading(step: PageStep, order: 'ASC' | 'DESC' = 'ASC'): { compare: '<' | '>'; order: 'ASC' | 'DESC' } {
  const forward = step?.to !== 'previous';
  const ascending = (order === 'ASC') === forward;
  return ascending ? { compare: '>', order: 'ASC' } : { compare: '<', order: 'DESC' };
}

/**
 * Makes a page from rows in the order of `reading`, one more than it shows.
 *
 * @param cursorOf makes the cursor of a row
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

/** The step of the parameters `after` and `before` of a link; undefined if it is not a cursor of this list. */
export function stepOf(
  query: URLSearchParams,
  isCursor: (text: string) => boolean = (text) => ID.test(text),
): PageStep {
  const [after, before] = [query.get('after') ?? '', query.get('before') ?? ''];
  if (isCursor(after)) return { to: 'next', from: after };
  return isCursor(before) ? { to: 'previous', from: before } : undefined;
}
