import type { Parameter, Queryable, Row, Transactor } from '../database/database.js';
import { createGroup } from '../database/group.js';
import { insertRows } from '../database/insert-rows.js';
import { againAfterDeadlock } from '../database/unavailable.js';
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
import type {
  Dialect,
  DocumentRow,
  DueColumns,
  DueRow,
  Lease,
  QueueColumns,
  RecordedRow,
  ResultRow,
  StoredRow,
  Wanted,
} from './dialect.js';
import {
  DOCUMENT_COLUMNS,
  DOCUMENT_EVENT,
  eventIdOf,
  FOUND,
  JOIN_EVENTS,
  KEY_COLUMNS,
  plainColumns,
  UNLESS_TAKEN,
} from './documents.js';
import { POSTGRES } from './postgres.js';
import { leaseStatement, releaseStatement, wakeQueues } from './queues.js';
import { enqueue } from './recipients.js';

/**
 * Citus: rows are distributed by business, and queues are local to the coordinator; see TABLES. Citus can join neither
 * queues with deliveries, nor rows by key across shards, and cannot limit the rows per queue. Where PostgreSQL needs one
 * statement, Citus therefore needs several, each of which it sends only to the nodes that store the businesses.
 */
export const CITUS: Dialect = {
  // Citus adds these two classes when a node is killed. On plain PostgreSQL, such errors do not mean an outage.
  outageClasses: new Set([
    ...POSTGRES.outageClasses,
    'XX', // internal error: Citus could not cancel a statement on the node
    '58', // system error: the last message from the node
  ]),
  // Each node has its own transaction ids.
  ordersTransactions: false,
  estimateRows: `SELECT coalesce(sum(result::float8), 0) AS rows FROM run_command_on_shards(
    $1::text, 'SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = ''%s''::regclass') WHERE success`,
  detachPartition: undefined,

  nodeOf,
  // For documents of several businesses, Citus would query all nodes.
  maxFound: 1,
  storeDocuments,

  lease,
  release,
  dueEndpoints: `SELECT DISTINCT d.endpoint_id AS id FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
    WHERE d.endpoint_id = ANY($1::text[]) AND e.enabled AND NOT d.held AND d.due_at < now()`,
  // A process that is killed between a write and the wake-up loses the wake-up.
  sweepMs: 5_000,

  take,
  record: (database, results) => againAfterDeadlock(() => database.transaction((tx) => recordInSteps(tx, results))),
  heldDeliveries: `SELECT d.business_id, d.event_id, d.endpoint_id FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
    WHERE d.held AND e.enabled AND d.endpoint_id = ANY($1::text[])
    ORDER BY d.created_at LIMIT ${MAX_RELEASED}`,
  // Does not skip rows that another process is writing, because each copy of the table would skip different rows.
  writeHealth: healthStatement('true'),

  // Reads all due deliveries.
  countWaiting: `WITH counted AS (
      SELECT count(*)::float8 AS pending FROM outbox WHERE NOT held
    ), oldest AS (
      SELECT min(head.created_at) FILTER (WHERE head.attempts = 0) AS created_at, min(head.due_at) AS due_at
      FROM endpoints e JOIN outbox head ON head.endpoint_id = e.id AND NOT held AND due_at <= now() WHERE e.enabled
    )
    SELECT pending, ${EPOCH('now()')} AS at, ${EPOCH('oldest.created_at')} AS "createdAt", ${EPOCH('oldest.due_at')} AS "dueAt"
    FROM counted CROSS JOIN oldest`,
  failureGroups: failureGroups(`JOIN delivery_log d ON d.business_id = o.business_id AND d.event_id = o.event_id
    AND d.endpoint_id = o.endpoint_id AND d.round = o.round AND d.attempt = o.attempts`),
  oldestDue: `SELECT d.business_id, d.event_id, e.id AS endpoint_id, e.url, d.due_at
    FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id AND NOT held AND due_at <= now()
    WHERE e.enabled AND ($1::timestamptz IS NULL OR e.last_attempt_at IS NULL OR e.last_attempt_at < $1)
    ORDER BY d.due_at LIMIT 1`,
  // May also find events of another business in $2.
  deliveriesByKey: `SELECT ${DELIVERY_COLUMNS} FROM (
      SELECT ${STATE_COLUMNS} FROM (
        ${WAITING} d.endpoint_id = $1 AND d.business_id = ANY($2::text[]) AND d.event_id = ANY($3::text[]) OFFSET 0
      ) waiting
      UNION ALL
      SELECT ${STATE_COLUMNS} FROM (
        ${ENDED} d.endpoint_id = $1 AND d.business_id = ANY($2::text[]) AND d.event_id = ANY($3::text[])
          AND ended IS NOT NULL OFFSET 0
      ) ended
    ) d JOIN businesses b ON b.id = d.business_id`,
};

/**
 * The age in milliseconds at which to re-read a shard's location; shards rarely move, and a stale location is harmless.
 */
const CACHE_MS = 60_000;

/** The maximum number of businesses in the cache. */
const MAX_KEPT = 10_000;

/** Groups the writes of a node, so that an unreachable node fails only writes for its own businesses. */
function nodeOf(database: Queryable): (businessId: string) => Promise<number> {
  const read = createGroup(async (businessIds: readonly string[]) => {
    const rows = await database.query<Row & { node: number }>(NODES, [businessIds]);
    return rows.map(({ node }) => node);
  });
  const known = new Map<string, Promise<number>>();
  let since = performance.now();
  return (businessId) => {
    if (known.size >= MAX_KEPT || performance.now() - since > CACHE_MS) {
      known.clear();
      since = performance.now();
    }
    const node = known.get(businessId) ?? read(businessId);
    known.set(businessId, node);
    node.catch(() => known.delete(businessId));
    return node;
  };
}

/** Reads the coordinator's catalog. */
const NODES = `SELECT (
    SELECT min(p.groupid) FROM pg_dist_placement p
    WHERE p.shardid = get_shard_id_for_distribution_column('transactions', b.id)
  ) AS node
  FROM unnest($1::text[]) WITH ORDINALITY AS b (id, place) ORDER BY b.place`;

/**
 * A queue is not on the same node as its deliveries, so queues are woken after the commit. If waking fails, or the
 * process is killed first, a sweep finds the deliveries.
 */
async function storeDocuments(
  database: Transactor,
  documents: readonly DocumentRow[],
  firstDelayMs: number,
): Promise<StoredRow[]> {
  const { rows, endpointIds } = await database.transaction((tx) => storeInSteps(tx, documents, firstDelayMs));
  await wakeQueues(database, endpointIds, firstDelayMs).catch(() => undefined);
  return rows;
}

async function storeInSteps(
  tx: Queryable,
  documents: readonly DocumentRow[],
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
    `transactions (${DOCUMENT_COLUMNS})`,
    written.map((document) => [
      ...plainColumns(document),
      `\\x${document.packed.toString('hex')}`,
      `\\x${document.digest}`,
    ]),
  );
  const events = written.map(({ businessId, id, traceparent }) => ({ businessId, id: eventIdOf(id), traceparent }));
  const endpointIds = await enqueue(tx, DOCUMENT_EVENT, events, firstDelayMs);
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
function byIdentity(a: DocumentRow, b: DocumentRow): number {
  const [left, right] = a.businessId === b.businessId ? [a.identity, b.identity] : [a.businessId, b.businessId];
  return left < right ? -1 : Number(left > right);
}

async function lease(database: Queryable, worker: string, most: number, slow: boolean): Promise<Lease[]> {
  const leased = await database.query<Lease>(LEASE, [worker, most, slow]);
  if (leased.length === 0) return [];
  const held = await database.query<Row & { id: string }>(
    `SELECT DISTINCT d.endpoint_id AS id FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
     WHERE d.held AND e.enabled AND d.endpoint_id = ANY($1::text[])`,
    [leased.map(({ endpointId }) => endpointId)],
  );
  const ids = new Set(held.map(({ id }) => id));
  return leased.map((one) => ({ ...one, held: ids.has(one.endpointId) }));
}

const LEASE = leaseStatement('false');

/** A later check finds deliveries that are stored after the first statement. */
async function release(database: Queryable, known: QueueColumns): Promise<(Row & { id: string })[]> {
  const next = await database.query<Row & { id: string; due_at: string }>(
    `SELECT d.endpoint_id AS id, min(d.due_at)::text AS due_at FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id
     WHERE NOT d.held AND e.enabled AND d.endpoint_id = ANY($1::text[]) GROUP BY d.endpoint_id`,
    [known[0]],
  );
  return database.query(RELEASE, [...known, next.map(({ id }) => id), next.map((row) => row.due_at)]);
}

const RELEASE = releaseStatement(
  'LEFT JOIN unnest($5::text[], $6::timestamptz[]) AS next (endpoint_id, due_at) ON next.endpoint_id = k.endpoint_id',
);

type UncheckedRow = Row & Omit<DueColumns, 'allowed'>;

/**
 * The maximum number of statements to find queues whose deliveries are hidden behind another queue's backlog. Queues
 * that are not found wait for the next poll.
 */
const MAX_ROUNDS = 8;

/**
 * Reads the longest overdue deliveries, and then reads again without the queues already seen, until no more queues can be
 * hidden.
 */
async function take(database: Queryable, wanted: readonly Wanted[], most: number): Promise<DueRow[]> {
  const found: { row: UncheckedRow; place: number }[] = [];
  let open = wanted;
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    const rows = await database.query<UncheckedRow>(TAKE, [
      open.map(({ endpointId }) => endpointId),
      open.flatMap(({ endpointId, underWay }) => underWay.map((eventId) => `${endpointId} ${eventId}`)),
      most,
    ]);
    const queues = new Map(open.map((queue) => [queue.endpointId, queue]));
    const counts = new Map<string, number>();
    for (const row of rows) {
      const { capacity, underWay } = queues.get(row.endpointId)!;
      const count = (counts.get(row.endpointId) ?? 0) + 1;
      counts.set(row.endpointId, count);
      if (count <= capacity) found.push({ row, place: underWay.length + count });
    }
    if (rows.length < most) break;
    open = open.filter(({ endpointId }) => !counts.has(endpointId));
  }
  const taken = found
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ row }) => row);
  if (taken.length === 0) return [];
  const pairs = await database.query<Row & { endpoint_id: string; business_id: string }>(
    `SELECT DISTINCT k.endpoint_id, k.business_id FROM unnest($1::text[], $2::text[]) AS k (endpoint_id, business_id)
     WHERE ${READABLE}`,
    [taken.map(({ endpointId }) => endpointId), taken.map(({ businessId }) => businessId)],
  );
  const readable = new Set(pairs.map((pair) => JSON.stringify([pair.endpoint_id, pair.business_id])));
  return taken.map((row) => ({
    ...row,
    allowed:
      row.eventType === 'authorization.revoked' || readable.has(JSON.stringify([row.endpointId, row.businessId])),
  }));
}

const TAKE = `SELECT ${DUE_COLUMNS}, ${EVENT_COLUMNS}
  FROM outbox d JOIN endpoints e ON e.id = d.endpoint_id ${JOIN_EVENTS}
  WHERE ${FOUND} AND d.endpoint_id = ANY($1::text[]) AND e.enabled AND NOT d.held AND d.due_at <= now()
    AND NOT (d.endpoint_id || ' ' || d.event_id) = ANY($2::text[])
  ORDER BY d.due_at LIMIT $3::integer`;

/** The lock on the queues prevents other workers from leasing them until the transaction ends. */
async function recordInSteps(tx: Queryable, results: readonly ResultRow[]): Promise<RecordedRow[]> {
  const leased = await tx.query<Row & { endpoint_id: string; fencing_token: number }>(
    `SELECT endpoint_id, fencing_token FROM endpoint_queues WHERE endpoint_id = ANY($1::text[])
     ORDER BY endpoint_id FOR SHARE`,
    [[...new Set(results.map((row) => row.endpoint_id))]],
  );
  const tokens = new Map(leased.map((row) => [row.endpoint_id, row.fencing_token]));
  const current = results.filter((row) => tokens.get(row.endpoint_id) === row.fencing_token);
  const run = (text: string, some: readonly ResultRow[]) =>
    some.length === 0 ? [] : tx.query<RecordedRow & { createdAt: Date | null }>(text, [JSON.stringify(some)]);
  const done = [
    ...(await run(
      END,
      current.filter(({ ended }) => ended !== null),
    )),
    ...(await run(
      RETRY,
      current.filter(({ ended }) => ended === null),
    )),
  ];
  const keyOf = (...key: readonly [eventId: string, endpointId: string, round: number]) => JSON.stringify(key);
  const createdAt = new Map(done.map((row) => [keyOf(row.eventId, row.endpointId, row.round), row.createdAt]));
  const now = new Date();
  const logged = current.flatMap((row): Parameter[][] => {
    const created = createdAt.get(keyOf(row.event_id, row.endpoint_id, row.round));
    if (created === undefined) return [];
    return [
      [
        ...[row.business_id, row.event_id, row.endpoint_id, row.round, row.attempt, row.at, row.duration_ms],
        ...[row.status, row.address, row.error_class, row.answer, row.ended, created, row.ended === null ? null : now],
      ],
    ];
  });
  await insertRows(tx, `delivery_log (${LOG_COLUMNS})`, logged);
  return done;
}

const RECORDED = `k.event_id AS "eventId", k.endpoint_id AS "endpointId", k.round, k.fencing_token AS "fencingToken"`;

const END = `WITH ${RESULT} DELETE FROM outbox o USING result k WHERE ${KEY} AND ${STILL}
  RETURNING ${RECORDED}, o.created_at AS "createdAt"`;

const RETRY = `WITH ${RESULT} UPDATE outbox o SET attempts = k.attempt, due_at = k.due_at
  FROM result k WHERE ${KEY} AND ${STILL} RETURNING ${RECORDED}, NULL::timestamptz AS "createdAt"`;
