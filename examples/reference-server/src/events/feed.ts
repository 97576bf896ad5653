import type { Queryable, Row, Transactor } from '../database/database.js';
import { ENVELOPE_BYTES, envelopeText, HEAD_BYTES, sqlDocumentId, sqlEventId } from '../sql/documents.js';
import { PAGE_BYTES } from '../transactions/list.js';
import { findEvent, readEnvelope } from './stored-envelope.js';

/** The feature that offers the feed. */
export const FEED_FEATURE = 'events-feed';

/** A position in the feed: directly after an event, identified by its transaction and id. */
export interface FeedCursor {
  readonly epoch: number;
  /** A transaction id, a decimal number of up to 64 bits. */
  readonly xid: string;
  /** The event id; empty: the position before all events of the transaction. */
  readonly id: string;
}

/** The start of the feed. */
export const FEED_START: FeedCursor = { epoch: 0, xid: '0', id: '' };

const MAX_EPOCH = 2_147_483_647;
const MAX_XID = 18_446_744_073_709_551_615n;

export function writeCursor({ epoch, xid, id }: FeedCursor): string {
  return `${epoch}-${xid}-${id}`;
}

/** Parses a cursor; returns undefined if the text is not a cursor. */
export function readCursor(text: string): FeedCursor | undefined {
  const [, epoch, xid, id] = /^(\d{1,10})-(\d{1,20})-([!-~]{0,200})$/.exec(text) ?? [];
  if (epoch === undefined || Number(epoch) > MAX_EPOCH || BigInt(xid!) > MAX_XID) return undefined;
  return { epoch: Number(epoch), xid: xid!, id: id! };
}

/** An event as sent. */
export interface FeedEvent {
  readonly id: string;
  /** The envelope. */
  readonly body: string;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  readonly hasMore: boolean;
  /** The cursor of the next page. */
  readonly next: FeedCursor;
}

interface FeedRow extends Row {
  readonly id: string;
  readonly epoch: number;
  readonly xid: string;
  readonly createdAt: Date;
  /** Null once the page has reached its size limit. */
  readonly envelope: string | null;
}

/** Which events to read. */
export interface FeedQuery {
  readonly businessId: string;
  readonly after: FeedCursor;
  readonly limit: number;
  /** Whether to include events about authorizations: an app must not see other apps' authorizations. */
  readonly authorizations: boolean;
}

/**
 * Reads a business's events in an order that prevents a client from missing any: sorted by the transaction that stored
 * the event, and only from transactions older than all running transactions. An event therefore never appears before a
 * cursor that a client already has. If events were sorted by id or time, events could appear there later, because slow
 * statements commit late. A long-running transaction in any database on the PostgreSQL server delays the feed.
 *
 * @throws DatabaseUnavailable
 */
export async function readFeed(
  database: Queryable,
  { businessId, after, limit, authorizations }: FeedQuery,
): Promise<FeedPage> {
  const rows = await database.query<FeedRow>(FEED, [
    businessId,
    after.epoch,
    after.xid,
    after.id,
    authorizations,
    limit + 1,
  ]);
  const fitting = rows.findIndex(({ envelope }) => envelope === null);
  const shown = rows.slice(0, fitting === -1 ? limit : Math.min(fitting, limit));
  const last = shown.at(-1);
  return {
    events: await Promise.all(
      shown.map(async ({ id, createdAt, envelope }) => ({
        id,
        body: await readEnvelope({ businessId, eventId: id, createdAt, envelope: envelope! }),
      })),
    ),
    hasMore: rows.length > shown.length,
    next: last ? { epoch: last.epoch, xid: last.xid, id: last.id } : after,
  };
}

/** The SQL condition that a row's transaction is older than all running transactions. @param row `v` or `t` */
const certain = (row: string) =>
  `(${row}.feed_epoch < (SELECT feed_epoch FROM schema_info) OR ${row}.xid < pg_snapshot_xmin(pg_current_snapshot()))`;

/** Documents after the cursor, in index order; the index does not contain the event id. */
const documents = (behind: string) => `(
        SELECT ${sqlEventId('t.id')}, t.feed_epoch, t.xid, t.created_at, NULL, t.body, t.coding, t.packed, t.bytes + ${HEAD_BYTES}
        FROM transactions t
        WHERE t.business_id = $1 AND t.coding IS NOT NULL AND ${behind} AND ${certain('t')}
        ORDER BY t.feed_epoch, t.xid, t.id LIMIT $6::integer)`;

/**
 * Like a page of the transaction list, a feed page ends before 8 MiB, but always includes the first event. Omits test
 * events, and operational events, which concern only one app or owner. Reads separately stored events, the documents of
 * the cursor's epoch, and the documents of later epochs, each in index order; builds only the envelopes on the page.
 * The last ORDER BY names the columns of `page`, because plain `xid` would refer to the text column in the result, which
 * sorts 10 before 9.
 */
export const FEED = `SELECT id, feed_epoch AS epoch, xid::text AS xid, created_at AS "createdAt",
    CASE WHEN total <= ${PAGE_BYTES} OR total = own THEN ${envelopeText('head', 'page')} END AS envelope
  FROM (
    SELECT *, sum(own) OVER (ORDER BY feed_epoch, xid, id ROWS UNBOUNDED PRECEDING) AS total FROM (
      (SELECT v.id, v.feed_epoch, v.xid, v.created_at, v.body AS head, t.body, t.coding, t.packed, ${ENVELOPE_BYTES} AS own
        FROM events v LEFT JOIN transactions t ON t.business_id = v.business_id AND t.id = v.transaction_id
        WHERE v.business_id = $1 AND (v.feed_epoch, v.xid, v.id) > ($2::integer, $3::xid8, $4 COLLATE "C") AND ${certain('v')}
          AND NOT v.test AND v.type NOT LIKE 'endpoint.%' AND ($5::boolean OR v.type NOT LIKE 'authorization.%')
          AND (v.transaction_id IS NULL OR t.id IS NOT NULL)
        ORDER BY v.feed_epoch, v.xid, v.id LIMIT $6::integer)
      UNION ALL
      ${documents(`t.feed_epoch = $2::integer AND t.xid >= $3::xid8 AND (t.xid, t.id) > ($3::xid8, (${sqlDocumentId('$4')}) COLLATE "C")`)}
      UNION ALL
      ${documents('t.feed_epoch > $2::integer')}
    ) found ORDER BY feed_epoch, xid, id LIMIT $6::integer
  ) page ORDER BY page.feed_epoch, page.xid, page.id`;

/** The position after all events that are now in the feed. @throws DatabaseUnavailable */
export async function latestCursor(database: Queryable): Promise<FeedCursor> {
  const [row] = await database.query<Row & { epoch: number; xid: string }>(
    'SELECT feed_epoch AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text AS xid FROM schema_info',
  );
  return { ...row!, id: '' };
}

/** Reads an event on a page again. @throws Error if the event has been deleted */
export async function readEvent(database: Queryable, businessId: string, id: string): Promise<string> {
  const event = await findEvent(database, businessId, id);
  if (!event) throw new Error('an event on the page has been deleted');
  return event.body;
}

/**
 * Raises the feed's epoch. Call it after a restore, because transaction ids may then restart at a lower number, so that
 * later events would appear before cursors that clients already have. Waits until all statements that write events have
 * ended.
 *
 * @returns the new epoch
 */
export async function raiseFeedEpoch(database: Transactor): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query('LOCK TABLE events, transactions IN ACCESS EXCLUSIVE MODE');
    const [row] = await tx.query<Row & { epoch: number }>(
      'UPDATE schema_info SET feed_epoch = feed_epoch + 1 RETURNING feed_epoch AS epoch',
    );
    for (const table of ['events', 'transactions']) {
      await tx.query(`ALTER TABLE ${table} ALTER COLUMN feed_epoch SET DEFAULT ${row!.epoch}`);
    }
    return row!.epoch;
  });
}
