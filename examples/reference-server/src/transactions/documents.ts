import { createHash } from 'node:crypto';
import type { Database, Queryable, Row, Transactor } from '../database/database.js';
import { createGroup, GROUP_MAX, type Group } from '../database/group.js';
import { insertRows } from '../database/insert-rows.js';
import { createNodeOf } from '../database/node-of.js';
import { timeOfId, withPartitions } from '../database/partitions.js';
import { wakeQueues } from '../delivery/queues.js';
import { beginSpan, currentTraceparent, inSpan } from '../tracing.js';
import { enqueueInShards, enqueueStatements } from '../events/emit.js';
import { DOCUMENT_EVENT } from '../events/envelope.js';
import { eventIdOf, sqlEventId } from '../events/stored-envelope.js';
import { pack, storedBytes, storedText, unpack, type PackedDocument } from './packed.js';

/** A document to store. Its event `transaction.created` is derived from the stored document and has no row. */
export interface NewDocument {
  readonly businessId: string;
  readonly id: string;
  /** See `identityKey`. */
  readonly identity: string;
  readonly idempotencyKey: string | null;
  /** Microseconds since the epoch. */
  readonly instantUs: string;
  /** The JSON that the API returns. */
  readonly body: string;
  /** The authorization of the writing app; null for a connected source. */
  readonly authorizationId: string | null;
  /** A `searchKey`, like the field below. */
  readonly receiptNumber: string;
  readonly externalId: string;
  /** The creation time of the event, RFC 3339. */
  readonly createdAt: string;
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
    // For documents of several businesses, Citus would query all nodes.
    max: database.sharded ? 1 : groupMax,
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
  const write = database.sharded ? byNode(database, newWrite) : newWrite();
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

/** A document as it is stored. */
interface Packed extends Omit<NewDocument, 'body'>, PackedDocument {
  /** SHA-256 of the document in hex, to detect changes in the database. */
  readonly digest: string;
  /** The `traceparent` of the write, for the outbox. */
  readonly traceparent: string | null;
  /** Ends the span for the time that the document waits for a statement. */
  readonly endWait: () => void;
}

/** One group per node of a Citus cluster, so that an unreachable node fails only writes for its own businesses. */
function byNode(database: Database, newWrite: () => Group<Packed, Written>): Group<Packed, Written> {
  const nodeOf = createNodeOf(database, 'transactions');
  const groups = new Map<number, Group<Packed, Written>>();
  return async (document, gone) => {
    const node = await nodeOf(document.businessId);
    const write = groups.get(node) ?? newWrite();
    groups.set(node, write);
    return write(document, gone);
  };
}

interface StoredRow extends Row {
  readonly granted: boolean;
  readonly written: boolean;
}

async function writeAll(database: Transactor, documents: readonly Packed[], firstDelayMs: number): Promise<Written[]> {
  const rows = await inSpan('statement', { 'receipts.documents': documents.length }, () =>
    storeAll(database, documents, firstDelayMs),
  );
  return rows.map(({ granted, written }) => (!granted ? 'revoked' : written ? 'written' : 'taken'));
}

function storeAll(database: Transactor, documents: readonly Packed[], firstDelayMs: number): Promise<StoredRow[]> {
  const times = documents.map(({ id }) => timeOfId(id));
  return withPartitions(database, 'transactions', times, () =>
    database.sharded
      ? storeAndWake(database, documents, firstDelayMs)
      : storeTogether(database, documents, firstDelayMs),
  );
}

function storeTogether(database: Queryable, documents: readonly Packed[], firstDelayMs: number): Promise<StoredRow[]> {
  const rows = documents.map(({ packed, digest, identity, authorizationId, traceparent, ...document }) => [
    ...plainColumns(document),
    packed.toString('base64'),
    digest,
    identity,
    authorizationId,
    traceparent,
  ]);
  const [first] = rows;
  if (rows.length === 1) return database.query<StoredRow>(STORE, [...first!, firstDelayMs]);
  const columns = first!.map((_, i) => rows.map((row) => row[i]!));
  return database.query<StoredRow>(STORE_ALL, [...columns, firstDelayMs]);
}

const PLAIN_COLUMNS =
  'business_id, id, idempotency_key, instant_us, receipt_number, external_id, created_at, coding, bytes';
const COLUMNS = `${PLAIN_COLUMNS}, packed, digest`;
const KEY_COLUMNS = 'transaction_keys (business_id, identity, id)';
const UNLESS_TAKEN = 'ON CONFLICT (business_id, identity) DO NOTHING RETURNING id';

/** The values of PLAIN_COLUMNS. */
function plainColumns(
  document: Omit<Packed, 'packed' | 'digest' | 'identity' | 'authorizationId' | 'traceparent'>,
): (string | null)[] {
  const { businessId, id, idempotencyKey, instantUs, receiptNumber, externalId, createdAt } = document;
  const numbers = [String(document.coding), String(document.bytes)];
  return [businessId, id, idempotencyKey, instantUs, receiptNumber, externalId, createdAt, ...numbers];
}

/**
 * The SQL condition that no document whose key has not been copied has this identity; see migration 41. Both parameters
 * are SQL expressions.
 */
const notUnkeyed = (businessId: string, identity: string) =>
  `NOT EXISTS (SELECT FROM unkeyed_transactions u WHERE u.business_id = ${businessId} AND u.identity = ${identity})`;

/** Stores one document. */
const STORE = `WITH granted AS (
    SELECT 1 WHERE $13::text IS NULL OR EXISTS (
      SELECT FROM authorizations WHERE business_id = $1 AND id = $13::text AND revoked_at IS NULL)
  ), keyed AS (
    INSERT INTO ${KEY_COLUMNS} SELECT $1, decode($12, 'hex'), $2 FROM granted WHERE ${notUnkeyed('$1', '$12')} ${UNLESS_TAKEN}
  ), written AS (
    INSERT INTO transactions (${COLUMNS})
    SELECT $1, $2, $3, $4::bigint, $5, $6, $7::timestamptz, $8::smallint, $9::integer, decode($10, 'base64'), decode($11, 'hex')
    FROM keyed RETURNING business_id, ${sqlEventId('id')} AS event_id, $14::text AS traceparent
  ), ${enqueueStatements('written', '$15')}
  SELECT EXISTS (SELECT FROM granted) AS granted, EXISTS (SELECT FROM written) AS written`;

/**
 * Stores several documents. Inserts their keys in index order, so that two processes writing the same documents cannot
 * deadlock. If two documents have the same identity, stores the first.
 */
const STORE_ALL = `WITH input AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[],
      $8::smallint[], $9::integer[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]) WITH ORDINALITY
      AS i (${PLAIN_COLUMNS}, packed, digest, identity, authorization_id, traceparent, place)
  ), granted AS MATERIALIZED (
    SELECT * FROM input i WHERE i.authorization_id IS NULL OR EXISTS (
      SELECT FROM authorizations a WHERE a.business_id = i.business_id AND a.id = i.authorization_id AND a.revoked_at IS NULL)
  ), keyed AS (
    INSERT INTO ${KEY_COLUMNS} SELECT business_id, decode(identity, 'hex'), id FROM granted g
    WHERE ${notUnkeyed('g.business_id', 'g.identity')} ORDER BY business_id, identity, place ${UNLESS_TAKEN}
  ), event AS MATERIALIZED (
    SELECT g.business_id, ${sqlEventId('g.id')} AS event_id, g.traceparent FROM keyed JOIN granted g ON g.id = keyed.id
  ), written AS (
    INSERT INTO transactions (${COLUMNS}) SELECT ${PLAIN_COLUMNS}, decode(packed, 'base64'), decode(digest, 'hex')
    FROM granted WHERE id IN (SELECT id FROM keyed)
  ), ${enqueueStatements('event', '$15')}
  SELECT g.id IS NOT NULL AS granted, k.id IS NOT NULL AS written
  FROM input i LEFT JOIN granted g ON g.id = i.id LEFT JOIN keyed k ON k.id = i.id ORDER BY i.place`;

/**
 * On Citus, a queue is not on the same node as its deliveries, so queues are woken after the commit. If waking fails,
 * or the process is killed first, a sweep finds the deliveries.
 */
async function storeAndWake(
  database: Transactor,
  documents: readonly Packed[],
  firstDelayMs: number,
): Promise<StoredRow[]> {
  const { rows, endpointIds } = await database.transaction((tx) => storeInShards(tx, documents, firstDelayMs));
  await wakeQueues(database, endpointIds, firstDelayMs).catch(() => undefined);
  return rows;
}

/** Uses separate statements, so that each is sent only to the nodes that store the businesses; see emit.ts. */
async function storeInShards(
  tx: Queryable,
  documents: readonly Packed[],
  firstDelayMs: number,
): Promise<{ rows: StoredRow[]; endpointIds: string[] }> {
  const authorizations = await tx.query<Row & { business_id: string; id: string }>(VALID, [
    documents.map(({ businessId }) => businessId),
    documents.map(({ authorizationId }) => authorizationId),
  ]);
  const valid = new Set(authorizations.map((row) => JSON.stringify([row.business_id, row.id])));
  const granted = documents.filter(
    ({ businessId, authorizationId }) =>
      authorizationId === null || valid.has(JSON.stringify([businessId, authorizationId])),
  );
  const unkeyed = await tx.query<Row & { business_id: string; identity: string }>(UNKEYED, [
    granted.map(({ businessId }) => businessId),
    granted.map(({ identity }) => identity),
  ]);
  const taken = new Set(unkeyed.map((row) => JSON.stringify([row.business_id, row.identity])));
  const keyed = await insertRows<Row & { id: string }>(
    tx,
    KEY_COLUMNS,
    granted
      .filter(({ businessId, identity }) => !taken.has(JSON.stringify([businessId, identity])))
      .sort(byIdentity)
      .map(({ businessId, identity, id }) => [businessId, `\\x${identity}`, id]),
    { rest: UNLESS_TAKEN },
  );
  const ids = new Set(keyed.map(({ id }) => id));
  const written = granted.filter(({ id }) => ids.has(id));
  await insertRows(
    tx,
    `transactions (${COLUMNS})`,
    written.map(({ packed, digest, ...document }) => [
      ...plainColumns(document),
      `\\x${packed.toString('hex')}`,
      `\\x${digest}`,
    ]),
  );
  const events = written.map(({ businessId, id, traceparent }) => ({ businessId, id: eventIdOf(id), traceparent }));
  const endpointIds = await enqueueInShards(tx, DOCUMENT_EVENT, events, firstDelayMs);
  const rows = documents.map((document) => ({ granted: granted.includes(document), written: ids.has(document.id) }));
  return { rows, endpointIds };
}

const VALID = `SELECT DISTINCT a.business_id, a.id FROM unnest($1::text[], $2::text[]) AS i (business_id, id)
  JOIN authorizations a ON a.business_id = i.business_id AND a.id = i.id WHERE a.revoked_at IS NULL`;

/**
 * Selects by business and by identity, because Citus would query all nodes for a join with the pairs. May also return
 * pairs that were not requested.
 */
const UNKEYED = `SELECT business_id, identity FROM unkeyed_transactions
  WHERE business_id = ANY($1::text[]) AND identity = ANY($2::text[])`;

/** Sorts as the key index does: for ids, JavaScript's code-unit order is the same as the order of collation "C". */
function byIdentity(a: Packed, b: Packed): number {
  const [left, right] = a.businessId === b.businessId ? [a.identity, b.identity] : [a.businessId, b.businessId];
  return left < right ? -1 : Number(left > right);
}

/**
 * Finds documents, including deleted ones. Returns `later` for a document that the caller must request
 * again, because one result contains at most 4 MiB of documents.
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
