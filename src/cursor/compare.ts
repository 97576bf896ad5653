import { checkArgument } from '../usage/kind.js';
import { parseInstant } from './instant.js';

/** The fields that a list is sorted by. */
export type Ordered = { readonly id: string; readonly timestamp: string };

/**
 * The order of `GET /v1/transactions`, for `Array.prototype.sort`: newest instant first, compared to the microsecond
 * across UTC offsets; equal instants by id in code units, descending. Negative if `a` comes first; 0 only for equal
 * keys.
 *
 * @throws RangeError if a timestamp does not have the form that transactions use, UsageError if `id` or `timestamp` is
 * not a string
 * @see service interface, GET /v1/transactions
 */
export function compareNewestFirst(a: Ordered, b: Ordered): number {
  checkArgument(typeof a?.id === 'string', 'a', AN_ORDERED, a);
  checkArgument(typeof b?.id === 'string', 'b', AN_ORDERED, b);
  // Two numbers instead of one bigint: microseconds exceed 2^53 in the year 2255, and bigints are slow to sort.
  const left = parseInstant(a.timestamp, 'a.timestamp');
  const right = parseInstant(b.timestamp, 'b.timestamp');
  return right.seconds - left.seconds || right.micros - left.micros || compareIds(b.id, a.id);
}

const AN_ORDERED = 'an object with id and timestamp';

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
