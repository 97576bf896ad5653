/**
 * Checks the query plans for the pages: PostgreSQL uses an index, and reads only the rows that are shown or counted.
 */
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, type Scope } from 'receipt-reference-server/credentials/scope.js';
import type { Database, Parameter } from 'receipt-reference-server/database/database.js';
import { findEvent } from 'receipt-reference-server/events/stored-envelope.js';
import { migrate } from 'receipt-reference-server/database/migrate.js';
import { eachDatabase } from '../../reference-server/test/support/databases.js';
import { storeDeliveries } from '../../reference-server/test/support/outbox.js';
import { explain, explainAll, type PlanNode } from '../../reference-server/test/support/explain.js';
import { pastDays } from '../../reference-server/test/support/partitions.js';
import { BACKLOGS, readBacklogs } from 'receipt-reference-server/read-model/backlogs.js';
import { ACTIVITY, readActivity } from 'receipt-reference-server/read-model/counters.js';
import { endpointPage, FAILING } from 'receipt-reference-server/read-model/endpoints.js';
import { listDeliveries, listDeliveriesOf } from 'receipt-reference-server/read-model/deliveries.js';
import { MAX_COUNTED, readCounts } from 'receipt-reference-server/read-model/overview.js';
import {
  findRejectedRequestsByKey,
  rejectedRequestPage,
} from 'receipt-reference-server/read-model/rejected-requests.js';
import { BY_KEY, findListed, transactionPage } from 'receipt-reference-server/read-model/transactions.js';
import { ID_START, testId } from '../../reference-server/test/support/documents.js';

const ROWS = 30_000;
/** More endpoints than the overview counts. */
const ENDPOINTS = 12_000;
/** The number of endpoints whose queues are due. */
const QUEUES = 1_200;
/** The number of deliveries of a single event. */
const OF_ONE = 400;

const HOUR_MS = 3_600_000;
const FIRST_HOUR = Date.UTC(2026, 10, 20, 13);

const STATEMENTS = [
  `INSERT INTO businesses (id, owner_id, name, country) VALUES ('biz', 'own', 'Business', 'SE')`,
  `INSERT INTO businesses (id, owner_id, name, country)
   SELECT 'other_' || i, 'own', 'Business', 'SE' FROM generate_series(1, ${ENDPOINTS}) i`,
  `INSERT INTO businesses (id, owner_id, name, country) VALUES ('small', 'small', 'Small business', 'SE')`,
  `INSERT INTO apps (id, name, partner) SELECT 'app_' || i, 'App', true FROM generate_series(1, ${ENDPOINTS}) i`,
  `INSERT INTO endpoints (id, owner_id, url, secret, events, enabled, failing_since)
   SELECT 'ep_' || lpad(i::text, 5, '0'), 'own', 'https://example.com/' || repeat('x', 400), 's', '{}', i % 7 > 0,
     CASE WHEN i % 9 = 0 THEN now() - i * interval '1 minute' END FROM generate_series(1, ${ENDPOINTS}) i`,
  `INSERT INTO events (business_id, id, type, created_at, body)
   SELECT 'biz', 'evt_' || lpad(i::text, 6, '0'), 'transaction.created', now(), '{}' FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO events (business_id, id, type, created_at, body) VALUES
     ('biz', 'evt_one', 'transaction.created', now(), '{}'), ('biz', 'evt_ended', 'transaction.created', now(), '{}')`,
  ...storeDeliveries(`SELECT 'biz' AS business_id, 'evt_' || lpad(i::text, 6, '0') AS event_id,
     'ep_' || lpad((1 + i % 400)::text, 5, '0') AS endpoint_id,
     CASE i % 5 WHEN 0 THEN 'delivered' WHEN 1 THEN 'failed' WHEN 2 THEN 'held' ELSE 'pending' END AS state,
     1 AS attempts, now() AS due_at, now() AS created_at, now() - i * interval '1 second' AS finished_at
   FROM generate_series(1, ${ROWS}) i`),
  `INSERT INTO endpoints (id, owner_id, url, secret, events) VALUES ('small', 'small', 'https://example.com/', 's', '{}')`,
  `INSERT INTO endpoints (id, app_id, url, secret, events) VALUES ('of_app', 'app_1', 'https://example.com/', 's', '{}')`,
  `INSERT INTO authorizations (id, app_id, business_id, token_hash, scopes)
   SELECT 'auth_' || i, 'app_1', 'other_' || i, 'hash_' || i, '{}' FROM generate_series(1, ${ENDPOINTS}) i`,
  `INSERT INTO endpoint_queues (endpoint_id, look_at)
   SELECT id, CASE WHEN id <= 'ep_${QUEUES.toString().padStart(5, '0')}' THEN now() ELSE 'infinity' END FROM endpoints`,
  `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at)
   SELECT 'biz', 'evt_one', 'ep_' || lpad(i::text, 5, '0'), now() FROM generate_series(1, ${OF_ONE}) i`,
  `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms)
   SELECT business_id, event_id, endpoint_id, 1, 1, now() - random() * interval '1 hour', 1 FROM outbox`,
  `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, ended, created_at, finished_at)
   SELECT business_id, 'evt_ended', endpoint_id, 1, 1, now() - interval '1 hour', 1, 'delivered', now(), now()
   FROM outbox WHERE event_id = 'evt_one'`,
  `INSERT INTO transactions (business_id, id, instant_us, body, receipt_number, external_id)
   SELECT 'biz', '${ID_START}' || lpad(i::text, 12, '0'), i * 1000000::bigint, '{}', 'R' || i, 'X' || i
   FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count, receipt_number)
   SELECT 'biz_' || i % 30, 'ref_' || lpad(i::text, 6, '0'), now(), 'app', 'c', '[]', 1, 'R' || i FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO counters (hour, subject, what, n)
   SELECT to_timestamp(${FIRST_HOUR / 1_000}) + h * interval '1 hour', s.subject, 'attempt.delivered', 1
   FROM generate_series(-24, 47) h CROSS JOIN (
     SELECT 'all' AS subject UNION ALL SELECT 'endpoint:ep_' || lpad(i::text, 5, '0') FROM generate_series(1, 400) i
   ) s`,
  ...[
    'businesses',
    'apps',
    'authorizations',
    'endpoints',
    'endpoint_queues',
    'events',
    'outbox',
    'delivery_log',
    'transactions',
    'refused_writes',
    'counters',
  ].map((table) => `VACUUM ANALYZE ${table}`),
];

const READ_MODEL = new URL('../../reference-server/src/read-model/', import.meta.url);

type Reader = (on: Database, ...more: readonly unknown[]) => Promise<unknown>;

/** The functions of the read model that read the database, by name. */
async function readers(): Promise<ReadonlyMap<string, Reader>> {
  const files = readdirSync(READ_MODEL).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, READ_MODEL).href) as Promise<object>));
  const all = modules.flatMap((module) => Object.entries(module) as [string, unknown][]);
  return new Map(
    all.filter((one): one is [string, Reader] => /^(?:async )?function \w+\(database\b/.test(String(one[1]))),
  );
}

/** The owner of almost all rows, and an owner of one business and one endpoint. */
const OWNER: Scope = { kind: 'owner', ownerId: 'own', businessId: null };
const SMALL_OWNER: Scope = { kind: 'owner', ownerId: 'small', businessId: null };
const REJECTED = { id: 'ref_000031', app_id: 'app', receipt_number: 'R31', external_id: null };
const NOW = FIRST_HOUR + 24 * HOUR_MS - 1;

/** The arguments of each reader, after the database, for a page that shows at most 25 rows. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  countRejectedRequests: [['biz_1']],
  findApp: ['app_1'],
  findBusiness: [OWNER, 'biz'],
  findBusinesses: [['biz', 'other_1']],
  findBusinessesByName: [OPERATOR, 'small business', 25],
  findByKey: ['biz', 'R77', 25],
  findDelivery: ['ep_00001', 'biz', 'evt_one'],
  findEndpoint: [OWNER, 'ep_00001'],
  findEndpoints: [['ep_00001', 'ep_00002']],
  findListed: ['biz', [testId(77)]],
  findOriginal: ['biz', { linkedTransaction: { originalTransactionId: testId(77) } }],
  findRejectedRequest: ['biz_1', 'ref_000031'],
  findRejectedRequestsByKey: ['biz_1', 'R31', 25],
  findStored: ['biz', testId(77)],
  listApps: [undefined, 25],
  listAuthorizations: ['biz', 25],
  listBusinesses: [OWNER, undefined, 25],
  listDeliveries: ['ep_00001', 'pending', undefined, 25],
  listDeliveriesByKey: ['ep_00001', [{ businessId: 'biz', eventId: 'evt_one' }]],
  listDeliveriesOf: [OWNER, 'biz', 'evt_one', 25],
  listEndpoints: [OWNER, 'all', undefined, 25],
  listFailing: [25],
  listOwners: [25],
  listRejectedRequests: ['biz_1', undefined, 25],
  listSameWrite: ['biz_1', REJECTED, 25],
  listSources: ['biz', 25],
  listTransactions: ['biz', undefined, 25],
  mayRead: ['ep_00001', 'biz'],
  nameApps: [['app_1', 'app_2']],
  ownerExists: ['own'],
  readActivity: [['all', 'endpoint:ep_00001'], NOW],
  readBacklogs: ['pending', 25],
  readCounts: [],
  readDelivery: ['ep_00001', 'biz', 'evt_one', 25],
  readOldestDue: [],
  readSecrets: ['ep_00001'],
  readSubjects: [OWNER],
  readSummedActivity: [{ attempts: ['all'], writes: ['all'] }, NOW],
  readableBusinesses: ['of_app', 25],
};

/** The most rows that a reader may read from a table. A business has at most 1,000 rejected requests. */
const MOST = 1_000;
/** Readers that may read more. */
const MORE: Readonly<Record<string, number>> = {
  // These count rows.
  readBacklogs: ROWS,
  readCounts: MAX_COUNTED + 1,
  // The planner may read all endpoints by rank to find those of one owner.
  listEndpoints: ENDPOINTS + 1,
  // Reads each queue that is due or leased.
  readOldestDue: QUEUES,
};

it('ARGUMENTS names every reader', async () => {
  expect(Object.keys(ARGUMENTS).sort()).toEqual([...(await readers()).keys()].sort());
});

eachDatabase((place) => {
  let database: Database;
  beforeAll(async () => {
    database = await place.open();
    await migrate(database);
    await pastDays(database, 'delivery_log', [0, 1]);
    for (const statement of STATEMENTS) await database.query(statement);
  });

  const indexes = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node['Index Name'] ?? []);
  const most = (nodes: readonly PlanNode[], table: string) =>
    Math.max(0, ...nodes.filter((node) => node['Relation Name'] === table).map(rowsOf));
  const rowsOf = (node: PlanNode) =>
    node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));

  const next = (from: string) => ({ to: 'next', from }) as const;
  const previous = (from: string) => ({ to: 'previous', from }) as const;

  // Citus plans some of these statements for each shard by itself.
  if (place.name !== 'citus') {
    it('no reader reads a number of rows that grows with the tables', async () => {
      for (const [name, read] of await readers()) {
        const nodes = await explainAll(database, async (on) => {
          for (const owner of [OWNER, SMALL_OWNER]) {
            await read(on, ...ARGUMENTS[name]!.map((value) => (value === OWNER ? owner : value)));
          }
        });
        expect({ name, runs: nodes.length > 0 }).toEqual({ name, runs: true });
        const tables = new Set(nodes.flatMap((node) => node['Relation Name'] ?? []));
        const above = [...tables].filter((table) => most(nodes, table) > (MORE[name] ?? MOST));
        expect({ name, above: above.map((table) => [table, most(nodes, table)]) }).toEqual({ name, above: [] });
      }
    });
  }

  describe('a list of endpoints', () => {
    it.each([
      ['the first page', endpointPage('all', undefined), [51]],
      ['the next page', endpointPage('all', next('1~ep_02000')), [51, 1, 'ep_02000']],
      ['the previous page', endpointPage('all', previous('1~ep_02000')), [51, 1, 'ep_02000']],
      ['failing endpoints', endpointPage('failing', undefined), [51]],
      ['paused endpoints', endpointPage('paused', next('2~ep_02002')), [51, 2, 'ep_02002']],
      ['the endpoints that began to fail last', FAILING, [10]],
    ] as const)('reads %s through one index', async (_name, text, parameters) => {
      const nodes = await explain(database, text, parameters);
      expect(indexes(nodes).filter((name) => /^endpoints_(?:by_rank|failing)$/.test(name))).toHaveLength(1);
      expect(most(nodes, 'endpoints')).toBeLessThanOrEqual(parameters[0]);
    });

    it.each([
      ['pending', 'outbox', (2 * ROWS) / 5 + OF_ONE],
      ['held', 'outbox', ROWS / 5],
      ['failed', 'delivery_log', ROWS / 5],
    ] as const)(
      'with %s deliveries counts all these deliveries and reads no other table',
      async (state, table, number) => {
        const nodes = await explain(database, BACKLOGS[state], [50]);
        const read = new Set(nodes.flatMap((node) => node['Relation Name'] ?? []));
        expect([...read].filter((name) => ['outbox', 'delivery_log', 'events'].includes(name))).toEqual([table]);
        const { deliveries, endpoints } = await readBacklogs(database, state, 50);
        expect([deliveries, endpoints.length]).toEqual([number, 50]);
      },
    );
  });

  it.each([
    ['pending', 'outbox'],
    ['queued', 'outbox'],
    ['failed', 'delivery_log'],
    ['delivered', 'delivery_log'],
    ['cancelled', 'delivery_log'],
  ] as const)('a page of %s deliveries reads one table', async (filter, table) => {
    const nodes = await explainAll(database, (on) => listDeliveries(on, 'ep_00001', filter, undefined, 25));
    const read = nodes.flatMap((node) => node['Relation Name'] ?? []);
    expect(new Set(read.filter((name) => ['outbox', 'delivery_log'].includes(name)))).toEqual(new Set([table]));
  });

  describe('a list of transactions or rejected requests', () => {
    const day: readonly [number, number] = [10_000_000, 20_000_000];
    it.each<[string, readonly [string, readonly Parameter[]]]>([
      ['the first page', transactionPage('biz', undefined, 25)],
      ['the next page', transactionPage('biz', next(testId(15_000)), 25)],
      ['the previous page', transactionPage('biz', previous(testId(15_000)), 25)],
      ['the first page for a day', transactionPage('biz', undefined, 25, day)],
      ['the next page for a day', transactionPage('biz', next(testId(15_000)), 25, day)],
    ])('reads %s of transactions through an index', async (_name, page) => {
      const nodes = await explain(database, ...page);
      expect(indexes(nodes)).toContain('transactions_business_id_instant_us_id_idx');
      expect(nodes.map((node) => node['Node Type']).filter((type) => /Sort|Seq Scan|Bitmap/.test(type))).toEqual([]);
      expect(most(nodes, 'transactions')).toBeLessThanOrEqual(26);
    });

    it.each<[string, readonly [string, readonly Parameter[]], number]>([
      ['the first page', rejectedRequestPage('biz_1', undefined, 25), 1_000],
      ['the previous page', rejectedRequestPage('biz_1', previous('ref_015000'), 25), 1_000],
      ['the first page filtered by a problem', rejectedRequestPage('biz_1', undefined, 25, 'none'), 1_000],
      // To show each document once, a page reads all rejected requests of the business, of which there are at most
      // 1,000.
    ])('reads rejected requests through the primary key: %s', async (_name, page, bound) => {
      const nodes = await explain(database, ...page);
      expect(indexes(nodes)).toContain('refused_writes_pkey');
      expect(most(nodes, 'refused_writes')).toBeLessThanOrEqual(bound);
    });

    it('finds a transaction by receipt number or external id through indexes', async () => {
      const nodes = await explain(database, BY_KEY, ['biz', 'R77', 26]);
      expect(indexes(nodes)).toEqual(
        expect.arrayContaining([
          'transactions_business_id_receipt_number_idx',
          'transactions_business_id_external_id_idx',
        ]),
      );
      expect(most(nodes, 'transactions')).toBeLessThanOrEqual(1);
    });
  });

  describe('the overview', () => {
    const TABLES = ['businesses', 'apps', 'endpoints'];
    const PARTIAL = ['endpoints_failing', 'endpoints_paused', 'endpoints_unused'];

    it('counts up to a limit, using an index for each kind', async () => {
      const nodes = await explainAll(database, readCounts);
      const counting = indexes(nodes).filter((name) => name !== 'transactions_pkey');
      expect(counting.sort()).toEqual([...TABLES.map((table) => `${table}_pkey`), ...PARTIAL].sort());
      expect(most(nodes, 'transactions')).toBe(1);
      for (const table of TABLES) expect([table, most(nodes, table) <= MAX_COUNTED + 1]).toEqual([table, true]);
    });

    it('reads only the counters for its subjects and hours', async () => {
      const nodes = await explain(database, ACTIVITY, [['all', 'endpoint:ep_00001'], new Date(FIRST_HOUR)]);
      expect(indexes(nodes)).toEqual(['counters_pkey']);
      expect(most(nodes, 'counters')).toBe(2 * 24);
      const activities = await readActivity(database, ['all', 'endpoint:ep_00001'], FIRST_HOUR + 24 * HOUR_MS - 1);
      expect([...activities.values()].map(({ delivered }) => delivered)).toEqual([24, 24]);
    });
  });

  describe('search', () => {
    it.each<[string, (on: Database) => Promise<unknown>, string, table: string, bound: number]>([
      ['an event by its id', (on) => findEvent(on, 'biz', 'evt_000077'), 'events_pkey', 'events', 1],
      [
        'documents by their ids',
        (on) => findListed(on, 'biz', [testId(77), 'x']),
        'transactions_pkey',
        'transactions',
        1,
      ],
      [
        'rejected requests by a key',
        (on) => findRejectedRequestsByKey(on, 'biz_1', 'R31', 25),
        'refused_writes_receipt_number_idx',
        'refused_writes',
        1_000,
      ],
    ])('finds %s through an index', async (_name, work, index, table, bound) => {
      const nodes = await explainAll(database, work);
      expect(indexes(nodes)).toContain(index);
      expect(most(nodes, table)).toBeGreaterThan(0);
      expect(most(nodes, table)).toBeLessThanOrEqual(bound);
    });

    it.each([
      ['waiting', 'evt_one', 'outbox', 25],
      // The log also contains attempts that were not the last, so PostgreSQL may read all of an event's entries.
      ['ended', 'evt_ended', 'delivery_log', OF_ONE],
    ] as const)('finds the %s deliveries of an event, with their endpoints', async (_name, event, from, bound) => {
      const nodes = await explainAll(database, (on) => listDeliveriesOf(on, OPERATOR, 'biz', event, 25));
      expect(indexes(nodes)).toEqual(
        expect.arrayContaining([
          'outbox_pkey',
          'delivery_log_pkey',
          'events_pkey',
          'businesses_pkey',
          'endpoints_pkey',
        ]),
      );
      // Sequential scans are allowed for the partitions of future days, which are empty.
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > 0)).toEqual([]);
      for (const [table, rows] of [
        [from, bound],
        ['endpoints', 25],
      ] as const) {
        expect(most(nodes, table)).toBeGreaterThan(0);
        expect(most(nodes, table)).toBeLessThanOrEqual(rows);
      }
    });
  });
});
