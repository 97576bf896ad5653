import { checkArgument } from '../usage/kind.js';

/** One page of a list, in the shape of the response. */
export type Page<Row> = {
  /** At most `limit` elements, newest first. */
  data: Row[];
  /** False at the end. */
  hasMore: boolean;
  /** The id of the last element, to pass as `startAfter` for the next page; null at the end. */
  nextCursor: string | null;
};

/**
 * Creates a page from rows fetched in list order. Fetch one row more than `limit`: it shows that there is a next page,
 * and is omitted. `rows` is not changed.
 *
 * @param limit rows per page, 1 or more
 * @throws UsageError if the limit is not a whole number above 0, if the rows are not an array, or if the last row has
 * no id
 * @see service interface, List response envelope
 */
export function toPage<Row extends { readonly id: string }>(rows: readonly Row[], limit: number): Page<Row> {
  const given: unknown = rows;
  checkArgument(Array.isArray(given), 'rows', 'an array', given);
  checkArgument(Number.isSafeInteger(limit) && limit >= 1, 'limit', 'an integer of 1 or more', limit);
  const data = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { data, hasMore, nextCursor: hasMore ? idOf(data, limit - 1) : null };
}

function idOf(rows: readonly { readonly id: string }[], last: number): string {
  const id: unknown = rows[last]?.id;
  const isCursor = typeof id === 'string' && id !== '';
  checkArgument(isCursor, `rows[${last}].id`, 'a non-empty string, because it is the cursor', id);
  return id;
}
