import type { Database, Queryable, Row, Transactor } from '../database/database.js';
import { createGroup, GROUP_MAX, type Group } from '../database/group.js';
import { insertRows } from '../database/insert-rows.js';
import { createNodeOf } from '../database/node-of.js';
import { wakeQueues } from '../delivery/queues.js';
import { emitAllStatements, emitInShards, emitParameters, emitStatements } from '../events/emit.js';
import type { Envelope } from '../events/envelope.js';

/** A document to store with its event. */
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
  /** `transaction.created` with the document. */
  readonly event: Envelope;
}

/**
 * What became of a document: it was stored; its identity is taken, perhaps by a concurrent write; or its authorization
 * is no longer valid, and nothing was stored.
 */
export type Written = 'written' | 'taken' | 'revoked';

/** The stored document of an identity. */
export interface Found {
  /** Undefined if it was written with another idempotency key, or without one. */
  readonly body: string | undefined;
}

/** The documents in the database. Concurrent calls share statements. */
export interface Documents {
  /**
   * Stores a document, its event and its deliveries, all or nothing.
   *
   * @param gone see `Group`
   * @throws DatabaseUnavailable, Gone
   */
  readonly write: Group<NewDocument, Written>;
  /**
   * Looks for the document of an identity.
   *
   * @throws DatabaseUnavailable
   */
  readonly find: Group<Wanted, Found | undefined>;
}

/** An identity, and the key of the request that repeats its write. */
export type Wanted = Pick<NewDocument, 'businessId' | 'identity' | 'idempotencyKey'>;

export interface DocumentsOptions {
  /** Milliseconds before the first delivery attempt of the event. */
  readonly firstDelayMs: number;
  /** The most documents per statement, default 64; see `GroupOptions`. */
  readonly groupMax?: number;
  /** Called for each statement that stores. @param waitedMs how long its first document waited, in milliseconds */
  readonly onStatement?: (documents: number, waitedMs: number) => void;
}

export function createDocuments(
  database: Database,
  { firstDelayMs, groupMax = GROUP_MAX, onStatement }: DocumentsOptions,
): Documents {
  const find = createGroup((wanted: readonly Wanted[]) => findAll(database, wanted), {
    // For several businesses, Citus would query all nodes.
    max: database.sharded ? 1 : groupMax,
  });
  const newWrite = () =>
    createGroup((documents: readonly NewDocument[]) => writeAll(database, documents, firstDelayMs), {
      max: groupMax,
      bytesOf: ({ body }) => body.length,
      onStatement,
    });
  return {
    write: database.sharded ? byNode(database, newWrite) : newWrite(),
    find: async (wanted) => {
      // Undefined if the documents found with it filled the answer.
      for (;;) {
        const found = await find(wanted);
        if (found !== 'later') return found;
      }
    },
  };
}

/** One group per node of a Citus cluster, so that an unreachable node fails only the documents of its businesses. */
function byNode(database: Database, newWrite: () => Documents['write']): Documents['write'] {
  const nodeOf = createNodeOf(database, 'transactions');
  const groups = new Map<number, Documents['write']>();
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

async function writeAll(
  database: Transactor,
  documents: readonly NewDocument[],
  firstDelayMs: number,
): Promise<Written[]> {
  const rows = await storeAll(database, documents, firstDelayMs);
  return rows.map(({ granted, written }) => (!granted ? 'revoked' : written ? 'written' : 'taken'));
}

function storeAll(database: Transactor, documents: readonly NewDocument[], firstDelayMs: number): Promise<StoredRow[]> {
  if (database.sharded) return storeAndWake(database, documents, firstDelayMs);
  const [first] = documents;
  if (documents.length === 1) return database.query<StoredRow>(STORE, parametersOf(first!, firstDelayMs));
  const column = (pick: (document: NewDocument) => string | null) => documents.map(pick);
  return database.query<StoredRow>(STORE_ALL, [
    column(({ businessId }) => businessId),
    column(({ id }) => id),
    column(({ identity }) => identity),
    column(({ idempotencyKey }) => idempotencyKey),
    column(({ instantUs }) => instantUs),
    column(({ body }) => body),
    column(({ authorizationId }) => authorizationId),
    column(({ receiptNumber }) => receiptNumber),
    column(({ externalId }) => externalId),
    column(({ event }) => event.id),
    column(({ event }) => event.createdAt),
    // Sends the document once: the database puts it into the envelope.
    column(({ event, body }) => event.body.slice(0, event.body.length - body.length - 1)),
    firstDelayMs,
  ]);
}

const COLUMNS = `business_id, id, identity, idempotency_key, instant_us, body, receipt_number, external_id, event_id`;
const UNLESS_TAKEN = 'ON CONFLICT (business_id, identity) DO NOTHING';

function parametersOf(document: NewDocument, firstDelayMs: number) {
  return [...columnsOf(document), document.authorizationId, ...emitParameters(document.event, firstDelayMs)];
}

/** The values of COLUMNS. */
function columnsOf({ event, ...document }: NewDocument): (string | null)[] {
  const { businessId, id, identity, idempotencyKey, instantUs, body, receiptNumber, externalId } = document;
  return [businessId, id, identity, idempotencyKey, instantUs, body, receiptNumber, externalId, event.id];
}

/** One document. */
const STORE = `WITH granted AS (
    SELECT 1 WHERE $10::text IS NULL OR EXISTS (
      SELECT FROM authorizations WHERE business_id = $1 AND id = $10::text AND revoked_at IS NULL)
  ), written AS (
    INSERT INTO transactions (${COLUMNS}) SELECT $1, $2, $3, $4, $5::bigint, $6, $7, $8, $9 FROM granted
    ${UNLESS_TAKEN} RETURNING 1
  ), ${emitStatements(11, 'written')}
  SELECT EXISTS (SELECT FROM granted) AS granted, EXISTS (SELECT FROM written) AS written`;

/**
 * Several documents. Inserts them in the order of the identity index, so that two processes writing the same ones cannot
 * deadlock; of two with one identity, the first is stored.
 */
const STORE_ALL = `WITH input AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::text[]) WITH ORDINALITY
      AS i (business_id, id, identity, idempotency_key, instant_us, body, authorization_id, receipt_number, external_id,
        event_id, created_at, head, place)
  ), granted AS MATERIALIZED (
    SELECT * FROM input i WHERE i.authorization_id IS NULL OR EXISTS (
      SELECT FROM authorizations a WHERE a.business_id = i.business_id AND a.id = i.authorization_id AND a.revoked_at IS NULL)
  ), written AS (
    INSERT INTO transactions (${COLUMNS}) SELECT ${COLUMNS} FROM granted ORDER BY business_id, identity, place
    ${UNLESS_TAKEN} RETURNING id
  ), event AS MATERIALIZED (
    SELECT g.business_id, g.event_id AS id, g.created_at::timestamptz AS created_at, g.head || g.body || '}' AS body
    FROM written JOIN granted g ON g.id = written.id
  ), ${emitAllStatements('event', `'transaction.created'`, '$13')}
  SELECT g.id IS NOT NULL AS granted, w.id IS NOT NULL AS written
  FROM input i LEFT JOIN granted g ON g.id = i.id LEFT JOIN written w ON w.id = i.id ORDER BY i.place`;

/**
 * On Citus the queues are not on the servers of the deliveries, so they are woken after the commit. If that fails, or the
 * process is killed first, a sweep finds the deliveries.
 */
async function storeAndWake(
  database: Transactor,
  documents: readonly NewDocument[],
  firstDelayMs: number,
): Promise<StoredRow[]> {
  const { rows, endpointIds } = await database.transaction((tx) => storeInShards(tx, documents, firstDelayMs));
  await wakeQueues(database, endpointIds, firstDelayMs).catch(() => undefined);
  return rows;
}

/** Stores in separate statements, for the reason given in emit.ts: they go only to the nodes of the businesses. */
async function storeInShards(
  tx: Queryable,
  documents: readonly NewDocument[],
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
  const stored = await insertRows<Row & { id: string }>(
    tx,
    `transactions (${COLUMNS})`,
    [...granted].sort(byIdentity).map(columnsOf),
    { rest: `${UNLESS_TAKEN} RETURNING id` },
  );
  const ids = new Set(stored.map(({ id }) => id));
  const written = granted.filter(({ id }) => ids.has(id));
  const endpointIds = await emitInShards(
    tx,
    written.map(({ event }) => event),
    firstDelayMs,
  );
  const rows = documents.map((document) => ({ granted: granted.includes(document), written: ids.has(document.id) }));
  return { rows, endpointIds };
}

const VALID = `SELECT DISTINCT a.business_id, a.id FROM unnest($1::text[], $2::text[]) AS i (business_id, id)
  JOIN authorizations a ON a.business_id = i.business_id AND a.id = i.id WHERE a.revoked_at IS NULL`;

/** The order of the identity index; for ids, code units in JavaScript sort like bytes under collation "C". */
function byIdentity(a: NewDocument, b: NewDocument): number {
  const [left, right] = a.businessId === b.businessId ? [a.identity, b.identity] : [a.businessId, b.businessId];
  return left < right ? -1 : Number(left > right);
}

/** Finds documents; `later` for those to ask for again, because an answer holds at most 4 MiB of bodies. */
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
  return wanted.map((_, i) => {
    const row = byPlace.get(i + 1);
    if (!row) return undefined;
    if (row.same && row.body === null) return 'later';
    return { body: row.body ?? undefined };
  });
}

interface FoundRow extends Row {
  readonly place: number;
  /** Whether it was written with the same key. */
  readonly same: boolean;
  readonly body: string | null;
}

const ANSWER_BYTES = 4 * 1_048_576;

/** Reads only a body that is returned. */
const FIND = `SELECT 1 AS place, coalesce(idempotency_key = $3::text, false) AS same,
    CASE WHEN idempotency_key = $3::text THEN body END AS body
  FROM transactions WHERE business_id = $1 AND identity = $2`;

/** PostgreSQL knows a body's length without reading it. Always includes the first one, so that all are found in the end. */
const FIND_ALL = `SELECT place::integer, same, CASE WHEN same AND (bytes <= ${ANSWER_BYTES} OR bytes = own) THEN body END AS body
  FROM (
    SELECT place, same, body, own, sum(own) OVER (ORDER BY place) AS bytes FROM (
      SELECT k.place, t.body, coalesce(t.idempotency_key = k.key, false) AS same,
        CASE WHEN t.idempotency_key = k.key THEN octet_length(t.body) ELSE 0 END AS own
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k (business_id, identity, key, place)
      CROSS JOIN LATERAL (
        SELECT idempotency_key, body FROM transactions
        WHERE business_id = k.business_id AND identity = k.identity OFFSET 0
      ) t
    ) found
  ) counted`;
