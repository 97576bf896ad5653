import {
  DELIVERY_COLUMNS,
  DUE_COLUMNS,
  ENDED,
  EPOCH,
  EVENT_COLUMNS,
  failureGroups,
  healthStatement,
  KEY,
  LOG_COLUMNS,
  MAX_RELEASED,
  READABLE,
  RESULT,
  STATE_COLUMNS,
  STILL,
  WAITING,
} from './deliveries.js';
import type { Dialect, DocumentRow, DueRow, RecordedRow, StoredRow } from './dialect.js';
import {
  DOCUMENT_COLUMNS,
  DOCUMENT_EVENT,
  FOUND,
  JOIN_EVENTS,
  KEY_COLUMNS,
  PLAIN_COLUMNS,
  plainColumns,
  sqlEventId,
  UNLESS_TAKEN,
} from './documents.js';
import { LEASE_MS, leaseStatement, ms, releaseStatement, wakeStatement } from './queues.js';
import { OUTBOX_COLUMNS, recipients } from './recipients.js';

/**
 * PostgreSQL, as a server or in this process. One statement stores documents with their deliveries, and one records
 * results. Statements look up rows by key or in index order, regardless of the planner's estimates.
 */
export const POSTGRES: Dialect = {
  // PostgreSQL's manual, appendix A.
  outageClasses: new Set([
    '08', // connection exception
    '53', // insufficient resources: connections, memory, disk
    '57', // operator intervention: shutdown, crash, starting up, statement timeout
  ]),
  ordersTransactions: true,
  estimateRows: 'SELECT greatest(reltuples, 0)::float8 AS rows FROM pg_class WHERE oid = to_regclass($1)',
  detachPartition: (table, partition, detaching) =>
    `ALTER TABLE ${table} DETACH PARTITION ${partition} ${detaching ? 'FINALIZE' : 'CONCURRENTLY'}`,

  nodeOf: () => () => Promise.resolve(0),
  maxFound: Infinity,
  storeDocuments: (database, documents, firstDelayMs) => {
    const rows = documents.map((document) => columnsOf(document));
    const [first] = rows;
    if (rows.length === 1) return database.query<StoredRow>(STORE, [...first!, firstDelayMs]);
    const columns = first!.map((_, i) => rows.map((row) => row[i]!));
    return database.query<StoredRow>(STORE_ALL, [...columns, firstDelayMs]);
  },

  lease: (database, worker, most, slow) => database.query(LEASE, [worker, most, slow]),
  release: (database, known) => database.query(RELEASE, known),
  dueEndpoints: `SELECT e.id FROM unnest($1::text[]) AS k (id) CROSS JOIN LATERAL (
      SELECT id FROM endpoints e WHERE e.id = k.id AND e.enabled
        AND (SELECT true FROM outbox d WHERE d.endpoint_id = e.id AND NOT d.held AND d.due_at < now() ORDER BY due_at LIMIT 1) OFFSET 0
    ) e`,
  // A wake-up is never lost.
  sweepMs: 60_000,

  take: (database, wanted, most) =>
    database.query<DueRow>(TAKE, [
      wanted.map(({ endpointId }) => endpointId),
      wanted.map(({ capacity }) => String(capacity)),
      wanted.map(({ underWay }) => String(underWay.length)),
      // Event ids contain no space.
      wanted.map(({ underWay }) => underWay.join(' ')),
      most,
    ]),
  record: (database, results) => database.query<RecordedRow>(RECORD, [JSON.stringify(results)]),
  heldDeliveries: `SELECT d.* FROM unnest($1::text[]) AS k (id)
    CROSS JOIN LATERAL (SELECT id FROM endpoints WHERE id = k.id AND enabled OFFSET 0) e
    CROSS JOIN LATERAL (
      SELECT business_id, event_id, endpoint_id FROM outbox
      WHERE endpoint_id = e.id AND held ORDER BY created_at LIMIT ${MAX_RELEASED}
    ) d
    LIMIT ${MAX_RELEASED}`,
  // Skips rows that another process is writing, because that process's values are just as recent.
  writeHealth: healthStatement(`e.id = ANY(ARRAY(
      SELECT id FROM endpoints WHERE id = ANY(ARRAY(SELECT id FROM seen)) FOR NO KEY UPDATE SKIP LOCKED
    ))`),

  // Reads the first delivery in each endpoint's queue, which is the oldest.
  countWaiting: `WITH queues AS MATERIALIZED (
      SELECT endpoint_id, count(*) AS waiting, min(due_at) AS due_at FROM outbox WHERE NOT held GROUP BY endpoint_id
    ), heads AS (
      SELECT head.* FROM queues q JOIN endpoints e ON e.id = q.endpoint_id AND e.enabled CROSS JOIN LATERAL (
        SELECT due_at, created_at, attempts FROM outbox
        WHERE endpoint_id = q.endpoint_id AND NOT held AND due_at <= now() ORDER BY due_at LIMIT 1
      ) head WHERE q.due_at <= now()
    )
    SELECT (SELECT coalesce(sum(waiting), 0)::float8 FROM queues) AS pending, ${EPOCH('now()')} AS at,
      ${EPOCH('min(created_at) FILTER (WHERE attempts = 0)')} AS "createdAt", ${EPOCH('min(due_at)')} AS "dueAt"
    FROM heads`,
  // With a join, the planner would read the whole log if there are many deliveries.
  failureGroups: failureGroups(`CROSS JOIN LATERAL (
      SELECT status, error_class, answer, at FROM delivery_log d
      WHERE d.business_id = o.business_id AND d.event_id = o.event_id AND d.endpoint_id = o.endpoint_id AND d.round = o.round
        AND d.attempt = o.attempts OFFSET 0
    ) d`),
  // Reads the queues that are due, leased, or due within the time of a lease. Every endpoint has a queue; `sweep` adds
  // missing ones. Both values of `slow` are named so that the index is used.
  oldestDue: `SELECT d.business_id, d.event_id, e.id AS endpoint_id, e.url, d.due_at
    FROM endpoint_queues q CROSS JOIN LATERAL (
      SELECT id, url FROM endpoints WHERE id = q.endpoint_id AND enabled
        AND ($1::timestamptz IS NULL OR last_attempt_at IS NULL OR last_attempt_at < $1) OFFSET 0
    ) e CROSS JOIN LATERAL (
      SELECT business_id, event_id, due_at FROM outbox
      WHERE endpoint_id = e.id AND NOT held AND due_at <= now() ORDER BY due_at LIMIT 1
    ) d
    WHERE q.slow IN (false, true) AND q.look_at <= now() + ${ms(LEASE_MS + 1_000)}
    ORDER BY d.due_at LIMIT 1`,
  // Looks up one key at a time; otherwise, PostgreSQL might read all deliveries to the endpoint.
  deliveriesByKey: `SELECT ${DELIVERY_COLUMNS} FROM unnest($2::text[], $3::text[]) AS k (business_id, event_id)
    CROSS JOIN LATERAL (
      SELECT ${STATE_COLUMNS} FROM (
        ${WAITING} d.endpoint_id = $1 AND d.business_id = k.business_id AND d.event_id = k.event_id OFFSET 0
      ) waiting
      UNION ALL
      SELECT ${STATE_COLUMNS} FROM (
        ${ENDED} d.endpoint_id = $1 AND d.business_id = k.business_id AND d.event_id = k.event_id
          AND ended IS NOT NULL OFFSET 0
      ) ended
    ) d JOIN businesses b ON b.id = d.business_id`,
};

/** The parameters $1 to $14 of STORE; in STORE_ALL, each is an array. */
function columnsOf(document: DocumentRow): (string | null)[] {
  const { packed, digest, identity, authorizationId, traceparent } = document;
  return [...plainColumns(document), packed.toString('base64'), digest, identity, authorizationId, traceparent];
}

/**
 * Statements for a WITH clause that store deliveries for the events of stored documents, and wake the queues: `from`, an
 * earlier statement in the clause, returns the columns business_id, event_id and traceparent.
 */
const enqueueStatements = (from: string) => `recipients AS MATERIALIZED (
    SELECT b.business_id, x.id, x.enabled
    FROM (SELECT DISTINCT business_id FROM ${from}) b CROSS JOIN LATERAL ${recipients({
      type: `'${DOCUMENT_EVENT}'`,
      businessId: 'b.business_id',
      apps: 'NULL',
      endpoints: 'NULL',
    })} x
  ), enqueued AS (
    INSERT INTO outbox (${OUTBOX_COLUMNS})
    SELECT v.business_id, v.event_id, e.id, NOT e.enabled, v.traceparent,
      now() + $15::double precision * interval '1 millisecond'
    FROM ${from} v JOIN recipients e ON e.business_id = v.business_id
    RETURNING endpoint_id, held
  ), due AS (SELECT endpoint_id FROM enqueued WHERE NOT held), ${wakeStatement('due', '$15')}`;

/**
 * The SQL condition that this identity does not belong to a document whose key has not been copied yet; see migration 41. Both parameters
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
    INSERT INTO transactions (${DOCUMENT_COLUMNS})
    SELECT $1, $2, $3, $4::bigint, $5, $6, $7::timestamptz, $8::smallint, $9::integer, decode($10, 'base64'), decode($11, 'hex')
    FROM keyed RETURNING business_id, ${sqlEventId('id')} AS event_id, $14::text AS traceparent
  ), ${enqueueStatements('written')}
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
    INSERT INTO transactions (${DOCUMENT_COLUMNS}) SELECT ${PLAIN_COLUMNS}, decode(packed, 'base64'), decode(digest, 'hex')
    FROM granted WHERE id IN (SELECT id FROM keyed)
  ), ${enqueueStatements('event')}
  SELECT g.id IS NOT NULL AS granted, k.id IS NOT NULL AS written
  FROM input i LEFT JOIN granted g ON g.id = i.id LEFT JOIN keyed k ON k.id = i.id ORDER BY i.place`;

const LEASE = leaseStatement(`coalesce((
    SELECT (SELECT true FROM outbox d WHERE d.endpoint_id = e.id AND d.held ORDER BY created_at LIMIT 1)
    FROM endpoints e WHERE e.id = q.endpoint_id AND e.enabled
  ), false)`);

const RELEASE = releaseStatement(`LEFT JOIN LATERAL (
    SELECT CASE WHEN e.enabled THEN (
      SELECT due_at FROM outbox d WHERE d.endpoint_id = e.id AND NOT d.held ORDER BY due_at LIMIT 1
    ) END AS due_at FROM endpoints e WHERE e.id = k.endpoint_id OFFSET 0
  ) next ON true`);

const TAKE = `WITH chosen AS MATERIALIZED (
    SELECT k.*, ${READABLE} AS readable FROM (
      SELECT d.*, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.due_at) + q.under_way AS place
      FROM unnest($1::text[], $2::integer[], $3::integer[], $4::text[]) AS q (endpoint_id, capacity, under_way, events)
      CROSS JOIN LATERAL (SELECT id FROM endpoints WHERE id = q.endpoint_id AND enabled OFFSET 0) e
      CROSS JOIN LATERAL (
        SELECT business_id, event_id, endpoint_id, round, attempts, due_at, traceparent FROM outbox
        WHERE endpoint_id = e.id AND NOT held AND due_at <= now()
          AND NOT event_id = ANY(string_to_array(q.events, ' '))
        ORDER BY due_at LIMIT least(q.capacity, $5::integer)
      ) d
      ORDER BY place, d.due_at LIMIT $5::integer
    ) k
  )
  SELECT ${DUE_COLUMNS}, n.*, n."eventType" = 'authorization.revoked' OR d.readable AS allowed
  FROM chosen d
  CROSS JOIN LATERAL (
    SELECT ${EVENT_COLUMNS} FROM (SELECT d.business_id, d.event_id) d ${JOIN_EVENTS} WHERE ${FOUND} OFFSET 0
  ) n
  CROSS JOIN LATERAL (
    SELECT url, secret, previous_secret, previous_until FROM endpoints WHERE id = d.endpoint_id OFFSET 0
  ) e
  ORDER BY d.place, d.due_at`;

/**
 * Looks up each row by key; otherwise, PostgreSQL would read the whole backlog if the planner expected it to be short.
 */
const RECORD = `WITH ${RESULT}, found AS MATERIALIZED (
    SELECT k.*, o.at_row, o.created_at FROM result k CROSS JOIN LATERAL (
      SELECT 1 FROM endpoint_queues q WHERE q.endpoint_id = k.endpoint_id AND q.fencing_token = k.fencing_token OFFSET 0
    ) leased CROSS JOIN LATERAL (
      SELECT ctid AS at_row, held, round, attempts, created_at FROM outbox o WHERE ${KEY} OFFSET 0 FOR UPDATE
    ) o
    WHERE ${STILL}
  ), gone AS (
    DELETE FROM outbox o USING found k WHERE o.ctid = k.at_row AND k.ended IS NOT NULL RETURNING k.*
  ), retried AS (
    UPDATE outbox o SET attempts = k.attempt, due_at = k.due_at FROM found k
    WHERE o.ctid = k.at_row AND k.ended IS NULL RETURNING k.*
  ), done AS (SELECT * FROM gone UNION ALL SELECT * FROM retried), logged AS (
    INSERT INTO delivery_log (${LOG_COLUMNS})
    SELECT business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, address, error_class, answer,
      ended, CASE WHEN ended IS NOT NULL THEN created_at END, CASE WHEN ended IS NOT NULL THEN now() END
    FROM done
  )
  SELECT event_id AS "eventId", endpoint_id AS "endpointId", round, fencing_token AS "fencingToken" FROM done`;
