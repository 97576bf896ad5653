import { createHash } from 'node:crypto';
import type { Database, Queryable, Row, Transactor } from '../database/database.js';
import { createGroup, GROUP_MAX, type Group } from '../database/group.js';
import { timeOfId, withPartitions } from '../database/partitions.js';
import type { DocumentRow } from '../sql/dialect.js';
import { storedBytes, storedText } from '../sql/documents.js';
import { beginSpan, currentTraceparent, inSpan } from '../tracing.js';
import { pack, unpack, type PackedDocument } from './packed.js';

/** A document to store. Its event `transaction.created` is derived from the stored document and has no row. */
export interface NewDocument extends Omit<DocumentRow, keyof PackedDocument | 'digest' | 'traceparent'> {
  /** The JSON that the API returns. */
  readonly body: string;
}

/**
 * The outcome of a write: the document was stored; its identity is taken, perhaps by a concurrent write; or the
 * authorization has been revoked. In the last two cases, nothing was stored.
 */
export type Written = 'written' | 'taken' | 'revoked';

/** The result of looking up an identity that is taken. */
export interface Found {
  /**
   * The stored document; undefined if it was written with another idempotency key or without one, or has been deleted.
   */
  readonly body: string | undefined;
}

/** Stores and finds documents. Concurrent calls share statements. */
export interface Documents {
  /**
   * Atomically stores a document and the deliveries of its event.
   *
   * @param gone see `Group`
   * @throws DatabaseUnavailable, Gone
   */
  readonly write: Group<NewDocument, Written>;
  /**
   * Finds the document with an identity; undefined if the identity is free.
   *
   * @throws DatabaseUnavailable
   */
  readonly find: Group<Wanted, Found | undefined>;
}

/** The identity to find, and the idempotency key of the request, which may repeat an earlier write. */
export type Wanted = Pick<NewDocument, 'businessId' | 'identity' | 'idempotencyKey'>;

export interface DocumentsOptions {
  /** Milliseconds before the first delivery attempt of the event. */
  readonly firstDelayMs: number;
  /** The maximum number of documents per statement; default 64; see `GroupOptions`. */
  readonly groupMax?: number;
  /**
   * Called for each statement that stores documents. @param waitedMs how long the first document waited, in
   * milliseconds
   */
  readonly onStatement?: (documents: number, waitedMs: number) => void;
}

export function createDocuments(
  database: Database,
  { firstDelayMs, groupMax = GROUP_MAX, onStatement }: DocumentsOptions,
): Documents {
  const find = createGroup((wanted: readonly Wanted[]) => findAll(database, wanted), {
    max: Math.min(groupMax, database.sql.maxFound),
  });
  const newWrite = () =>
    createGroup((documents: readonly Packed[]) => writeAll(database, documents, firstDelayMs), {
      max: groupMax,
      bytesOf: ({ packed }) => packed.length,
      onStatement: (waiting, waitedMs) => {
        for (const { endWait } of waiting) endWait();
        onStatement?.(waiting.length, waitedMs);
      },
    });
  const write = byNode(database, newWrite);
  return {
    write: async ({ body, ...document }, gone) => {
      const traceparent = currentTraceparent();
      const digest = createHash('sha256').update(body).digest('hex');
      const packed = await pack(body);
      const endWait = beginSpan('group wait', {});
      // Also ends the wait if the caller has disconnected or the statement could not begin.
      return write({ ...document, ...packed, digest, traceparent, endWait }, gone).finally(endWait);
    },
    find: async (wanted) => {
      // The result is `later` if other documents found by the same statement have used up the size limit.
      for (;;) {
        const found = await find(wanted);
        if (found !== 'later') return found;
      }
    },
  };
}

/** A document that waits for a statement. */
interface Packed extends DocumentRow {
  /** Ends the span for the time that the document waits. */
  readonly endWait: () => void;
}

/** One group per node of the database, so that an unreachable node fails only writes for its own businesses. */
function byNode(database: Database, newWrite: () => Group<Packed, Written>): Group<Packed, Written> {
  const nodeOf = database.sql.nodeOf(database);
  const groups = new Map<number, Group<Packed, Written>>();
  return async (document, gone) => {
    const node = await nodeOf(document.businessId);
    const write = groups.get(node) ?? newWrite();
    groups.set(node, write);
    return write(document, gone);
  };
}

async function writeAll(database: Transactor, documents: readonly Packed[], firstDelayMs: number): Promise<Written[]> {
  const times = documents.map(({ id }) => timeOfId(id));
  const rows = await inSpan('statement', { 'receipts.documents': documents.length }, () =>
    withPartitions(database, 'transactions', times, () =>
      database.sql.storeDocuments(database, documents, firstDelayMs),
    ),
  );
  return rows.map(({ granted, written }) => (!granted ? 'revoked' : written ? 'written' : 'taken'));
}

/**
 * Looks up identities, including those of deleted documents. Returns `later` for a document that the caller must
 * request again, because one result contains at most 4 MiB of documents.
 */
async function findAll(database: Queryable, wanted: readonly Wanted[]): Promise<(Found | undefined | 'later')[]> {
  const columns = [
    wanted.map(({ businessId }) => businessId),
    wanted.map(({ identity }) => identity),
    wanted.map(({ idempotencyKey }) => idempotencyKey),
  ] as const;
  const rows =
    wanted.length === 1
      ? await database.query<FoundRow>(
          FIND,
          columns.map(([value = null]) => value),
        )
      : await database.query<FoundRow>(FIND_ALL, columns);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return Promise.all(
    wanted.map(async (_, i) => {
      const row = byPlace.get(i + 1);
      if (!row) return undefined;
      if (row.same && row.stored === null) return 'later';
      return { body: row.stored === null ? undefined : await unpack(row.stored) };
    }),
  );
}

interface FoundRow extends Row {
  readonly place: number;
  /** Whether the document was written with the same idempotency key. */
  readonly same: boolean;
  /** Null if the document was written with another idempotency key, does not fit in this result, or has been deleted. */
  readonly stored: string | null;
}

const ANSWER_BYTES = 4 * 1_048_576;

/** The SQL for the id of the document with an identity, even if the document's key has not been copied yet. */
const idOf = (businessId: string, identity: string) =>
  `SELECT id FROM transaction_keys WHERE business_id = ${businessId} AND identity = decode(${identity}, 'hex')
   UNION SELECT id FROM unkeyed_transactions WHERE business_id = ${businessId} AND identity = ${identity}`;

/** Reads a document's text only if the idempotency key matches. */
const FIND = `SELECT 1 AS place, coalesce(t.idempotency_key = $3::text, false) AS same,
    CASE WHEN t.idempotency_key = $3::text THEN ${storedText('t')} END AS stored
  FROM (${idOf('$1', '$2')}) k LEFT JOIN transactions t ON t.business_id = $1 AND t.id = k.id`;

/** The first document's text always fits, however large, so that repeated calls return all documents. */
const FIND_ALL = `SELECT place::integer, same,
    CASE WHEN same AND (total <= ${ANSWER_BYTES} OR total = own) THEN ${storedText('counted')} END AS stored
  FROM (
    SELECT *, sum(own) OVER (ORDER BY place) AS total FROM (
      SELECT w.place, t.body, t.coding, t.packed, coalesce(t.idempotency_key = w.key, false) AS same,
        CASE WHEN t.idempotency_key = w.key THEN ${storedBytes('t')} ELSE 0 END AS own
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w (business_id, identity, key, place)
      CROSS JOIN LATERAL (${idOf('w.business_id', 'w.identity')} OFFSET 0) k
      LEFT JOIN LATERAL (
        SELECT idempotency_key, body, coding, packed, bytes FROM transactions
        WHERE business_id = w.business_id AND id = k.id OFFSET 0
      ) t ON true
    ) found
  ) counted`;
