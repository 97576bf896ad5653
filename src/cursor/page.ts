import { checkArgument } from '../usage/usage-error.js';
import { parseInstant } from './instant.js';

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
 * and is not part of this one. `rows` is not changed.
 *
 * @param limit the number of rows per page, 1 or more
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

/** The fields that a list is sorted by. */
export type Ordered = { readonly id: string; readonly timestamp: string };

/**
 * The order of `GET /v1/transactions`, for `Array.prototype.sort`: newest instant first, compared to the microsecond
 * across UTC offsets; equal instants by id, compared in code units, descending. Negative if `a` comes first; 0 only for
 * equal keys.
 *
 * @throws RangeError if a timestamp does not have the form that transactions use, UsageError if `id` or `timestamp` is
 * not a string
 * @see service interface, GET /v1/transactions
 */
export function compareNewestFirst(a: Ordered, b: Ordered): number {
  checkArgument(typeof a?.id === 'string', 'a', AN_ORDERED, a);
  checkArgument(typeof b?.id === 'string', 'b', AN_ORDERED, b);
  // Compares two numbers instead of one bigint: microseconds exceed 2^53 from the year 2255 on, and bigints are slow to
  // sort.
  const left = parseInstant(a.timestamp, 'a.timestamp');
  const right = parseInstant(b.timestamp, 'b.timestamp');
  return right.seconds - left.seconds || right.micros - left.micros || compareIds(b.id, a.id);
}

const AN_ORDERED = 'an object with id and timestamp';

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
