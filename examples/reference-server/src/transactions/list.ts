import { toPage, type ListQuery, type Page } from 'receipt-rule-packs/cursor';
import type { Queryable, Row } from '../database/database.js';
import { storedBytes, storedText } from '../sql/documents.js';
import { unpack } from './packed.js';

/** The size in bytes at which a page ends, regardless of its limit, so that large documents cannot exhaust memory. */
export const PAGE_BYTES = 8 * 1_048_576;

/** A row on a page. `stored` is null if the document would make the page too large. */
interface PageRow extends Row {
  readonly id: string;
  readonly stored: string | null;
}

/** The first page, read in index order. */
export const FIRST_PAGE = withinBytes('business_id = $1');

/** The page after a cursor. Starts in the index at the cursor, so that later pages cost no more than earlier pages. */
export const NEXT_PAGE = withinBytes(`business_id = $1 AND (instant_us, id) < (
    (SELECT instant_us FROM transactions WHERE business_id = $1 AND id = $3), $3)`);

/**
 * Limits the page's size; PostgreSQL knows the lengths of documents without reading them. Always includes the first
 * document, so that clients can read every list to the end.
 */
function withinBytes(condition: string): string {
  const newestFirst = 'ORDER BY instant_us DESC, id DESC';
  const own = storedBytes('t');
  return `SELECT id, CASE WHEN total <= ${PAGE_BYTES} OR total = own THEN ${storedText('page')} END AS stored
    FROM (SELECT id, body, coding, packed, ${own} AS own,
            sum(${own}) OVER (${newestFirst} ROWS UNBOUNDED PRECEDING) AS total
          FROM transactions t WHERE ${condition} ${newestFirst} LIMIT $2) page`;
}

/** Returns a row if the cursor belongs to the business. */
export const CURSOR = 'SELECT 1 AS known FROM transactions WHERE business_id = $1 AND id = $2';

/** A business's documents as stored, newest first, up to `limit` documents or PAGE_BYTES. */
export async function readPage(
  database: Queryable,
  businessId: string,
  { limit, startAfter }: Pick<ListQuery, 'limit' | 'startAfter'>,
): Promise<Page<{ id: string; body: string }>> {
  const rows =
    startAfter === undefined
      ? await database.query<PageRow>(FIRST_PAGE, [businessId, limit + 1])
      : await database.query<PageRow>(NEXT_PAGE, [businessId, limit + 1, startAfter]);
  const fitting = rows.findIndex(({ stored }) => stored === null);
  const { data, ...rest } = toPage(rows, fitting === -1 ? limit : Math.min(fitting, limit));
  return {
    ...rest,
    data: await Promise.all(data.map(async ({ id, stored }) => ({ id, body: await unpack(stored!) }))),
  };
}

/** A page as JSON text in parts: the text before its documents, the documents, and the text after them. */
export interface WrittenPage {
  readonly head: string;
  readonly entries: readonly { readonly id: string; readonly body: string }[];
  readonly end: string;
}

/**
 * One page of a business's transactions; undefined if `startAfter` is not the id of one of the transactions.
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

/** Reads a document on a page again; documents never change. */
export async function readStored(database: Queryable, businessId: string, id: string): Promise<string> {
  const [row] = await database.query<Row & { stored: string }>(
    `SELECT ${storedText('t')} AS stored FROM transactions t WHERE business_id = $1 AND id = $2`,
    [businessId, id],
  );
  if (!row) throw new Error('a document on the page has been deleted');
  return unpack(row.stored);
}
