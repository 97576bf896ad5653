import { toPage, type ListQuery, type Page } from 'receipt-rule-packs/cursor';
import type { Queryable, Row } from '../database/database.js';

/** Bytes after which a page ends, whatever its limit, so that large documents do not fill the memory. */
export const PAGE_BYTES = 8 * 1_048_576;

/** A row of a page, without its body if that would make the page too large. */
interface PageRow extends Row {
  readonly id: string;
  readonly body: string | null;
}

/** The first page, read in index order. */
export const FIRST_PAGE = withinBytes('business_id = $1');

/** A page after a cursor. Enters the index at the cursor, so that depth costs nothing. */
export const NEXT_PAGE = withinBytes(`business_id = $1 AND (instant_us, id) < (
    (SELECT instant_us FROM transactions WHERE business_id = $1 AND id = $3), $3)`);

/**
 * PostgreSQL knows a body's length without reading it. Always includes the first document, so that every list can be read
 * to its end.
 */
function withinBytes(condition: string): string {
  const newestFirst = 'ORDER BY instant_us DESC, id DESC';
  return `SELECT id, CASE WHEN bytes <= ${PAGE_BYTES} OR bytes = octet_length(body) THEN body END AS body
    FROM (SELECT id, body, sum(octet_length(body)) OVER (${newestFirst} ROWS UNBOUNDED PRECEDING) AS bytes
          FROM transactions WHERE ${condition} ${newestFirst} LIMIT $2) page`;
}

/** Whether a cursor belongs to the business. */
export const CURSOR = 'SELECT 1 AS known FROM transactions WHERE business_id = $1 AND id = $2';

/** Documents of a business as they are stored, newest first: up to `limit`, or up to PAGE_BYTES of them. */
export async function readPage(
  database: Queryable,
  businessId: string,
  { limit, startAfter }: Pick<ListQuery, 'limit' | 'startAfter'>,
): Promise<Page<{ id: string; body: string }>> {
  const rows =
    startAfter === undefined
      ? await database.query<PageRow>(FIRST_PAGE, [businessId, limit + 1])
      : await database.query<PageRow>(NEXT_PAGE, [businessId, limit + 1, startAfter]);
  const fitting = rows.findIndex(({ body }) => body === null);
  const { data, ...rest } = toPage(rows, fitting === -1 ? limit : Math.min(fitting, limit));
  return { ...rest, data: data.map(({ id, body }) => ({ id, body: body! })) };
}

/** The parts of a page: the text before its documents, the documents as stored, and the text after them. */
export interface WrittenPage {
  readonly head: string;
  readonly entries: readonly { readonly id: string; readonly body: string }[];
  readonly end: string;
}

/**
 * One page of a business's transactions; undefined if `startAfter` is not one of its ids.
 *
 * @throws DatabaseUnavailable
 * @see service interface, List response envelope
 */
export async function listTransactions(
  database: Queryable,
  businessId: string,
  query: Pick<ListQuery, 'limit' | 'startAfter'>,
): Promise<WrittenPage | undefined> {
  const { data, hasMore, nextCursor } = await readPage(database, businessId, query);
  if (data.length === 0 && query.startAfter !== undefined) {
    const known = await database.query(CURSOR, [businessId, query.startAfter]);
    if (known.length === 0) return undefined;
  }
  const end = `],"hasMore":${String(hasMore)},"nextCursor":${JSON.stringify(nextCursor)}}`;
  return { head: '{"data":[', entries: data, end };
}

/** Re-reads a document of a page. Documents never change. */
export async function readStored(database: Queryable, businessId: string, id: string): Promise<string> {
  const [row] = await database.query<Row & { body: string }>(
    'SELECT body FROM transactions WHERE business_id = $1 AND id = $2',
    [businessId, id],
  );
  if (!row) throw new Error('a document of the page is gone');
  return row.body;
}
