import { toPage, type ListQuery } from 'receipt-rule-packs/cursor';
import type { Queryable, Row } from '../database/database.js';

interface ListRow extends Row {
  id: string;
  body: string;
}

/** The newest page: read in index order. */
export const FIRST_PAGE = `SELECT id, body FROM transactions WHERE business_id = $1
  ORDER BY instant_us DESC, id DESC LIMIT $2`;

/** A page after a cursor: the index is entered at the cursor, so that depth costs nothing. */
export const NEXT_PAGE = `SELECT id, body FROM transactions
  WHERE business_id = $1 AND (instant_us, id) < (
    (SELECT instant_us FROM transactions WHERE business_id = $1 AND id = $3), $3)
  ORDER BY instant_us DESC, id DESC LIMIT $2`;

/** Whether a cursor is one of the business's. */
export const CURSOR = 'SELECT 1 AS known FROM transactions WHERE business_id = $1 AND id = $2';

/**
 * One page of a business's transactions as JSON, every document byte for byte as it is stored; undefined where
 * `startAfter` is none of its ids.
 *
 * @throws DatabaseUnavailable
 * @see service interface, List response envelope
 */
export async function listTransactions(
  database: Queryable,
  businessId: string,
  { limit, startAfter }: ListQuery,
): Promise<string | undefined> {
  const rows =
    startAfter === undefined
      ? await database.query<ListRow>(FIRST_PAGE, [businessId, limit + 1])
      : await database.query<ListRow>(NEXT_PAGE, [businessId, limit + 1, startAfter]);
  if (rows.length === 0 && startAfter !== undefined) {
    const known = await database.query(CURSOR, [businessId, startAfter]);
    if (known.length === 0) return undefined;
  }
  const { data, hasMore, nextCursor } = toPage(rows, limit);
  const documents = data.map(({ body }) => body).join(',');
  return `{"data":[${documents}],"hasMore":${String(hasMore)},"nextCursor":${JSON.stringify(nextCursor)}}`;
}
