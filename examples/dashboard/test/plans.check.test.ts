/** Query plans of the pages: PostgreSQL uses an index, and reads no more rows than are shown or counted. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Parameter } from 'receipt-reference-server/database/database.js';
import { migrate } from 'receipt-reference-server/database/migrate.js';
import { eachDatabase } from '../../reference-server/test/support/databases.js';
import { storeDeliveries } from '../../reference-server/test/support/outbox.js';
import { explain, explainAll, type PlanNode } from '../../reference-server/test/support/explain.js';
import { backlogs } from '../src/queries/backlogs.js';
import { endpointPage, FAILING } from '../src/queries/endpoints.js';
import { listDeliveries, listDeliveriesOf } from '../src/queries/deliveries.js';
import { findEvent } from '../src/queries/events.js';
import { MAX_CHARTED, MAX_COUNTED, readActivity, readCounts } from '../src/queries/overview.js';
import { findRejectedRequestsByKey, rejectedRequestPage } from '../src/queries/rejected-requests.js';
import { BY_KEY, findListed, transactionPage } from '../src/queries/transactions.js';

const ROWS = 30_000;
/** More than are counted. */
const ENDPOINTS = 12_000;
/** Deliveries of one event. */
const OF_ONE = 400;

const STATEMENTS = [
  `INSERT INTO businesses (id, owner_id, name, country) VALUES ('biz', 'own', 'Business', 'SE')`,
  `INSERT INTO businesses (id, owner_id, name, country)
   SELECT 'other_' || i, 'own', 'Business', 'SE' FROM generate_series(1, ${ENDPOINTS}) i`,
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
  `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at)
   SELECT 'biz', 'evt_one', 'ep_' || lpad(i::text, 5, '0'), now() FROM generate_series(1, ${OF_ONE}) i`,
  `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms)
   SELECT business_id, event_id, endpoint_id, 1, 1, now() - random() * interval '1 hour', 1 FROM outbox`,
  `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, ended, created_at, finished_at)
   SELECT business_id, 'evt_ended', endpoint_id, 1, 1, now() - interval '1 hour', 1, 'delivered', now(), now()
   FROM outbox WHERE event_id = 'evt_one'`,
  `INSERT INTO transactions (business_id, id, identity, instant_us, body, receipt_number, external_id)
   SELECT 'biz', 'txn_' || lpad(i::text, 8, '0'), 'identity-' || i, i * 1000000::bigint, '{}', 'R' || i, 'X' || i
   FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count, receipt_number)
   SELECT 'biz_' || i % 30, 'ref_' || lpad(i::text, 6, '0'), now(), 'app', 'c', '[]', 1, 'R' || i FROM generate_series(1, ${ROWS}) i`,
  ...['businesses', 'apps', 'endpoints', 'events', 'outbox', 'delivery_log', 'transactions', 'refused_writes'].map(
    (table) => `VACUUM ANALYZE ${table}`,
  ),
];

eachDatabase((place) => {
  let database: Database;
  beforeAll(async () => {
    database = await place.open();
    await migrate(database);
    for (const statement of STATEMENTS) await database.query(statement);
  });

  const indexes = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node['Index Name'] ?? []);
  const most = (nodes: readonly PlanNode[], table: string) =>
    Math.max(0, ...nodes.filter((node) => node['Relation Name'] === table).map(rowsOf));
  const rowsOf = (node: PlanNode) =>
    node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));

  const next = (from: string) => ({ to: 'next', from }) as const;
  const previous = (from: string) => ({ to: 'previous', from }) as const;

  describe('a page of endpoints', () => {
    it.each([
      ['the first', endpointPage('all', undefined), [51]],
      ['the next', endpointPage('all', next('1~ep_02000')), [51, 1, 'ep_02000']],
      ['the one before', endpointPage('all', previous('1~ep_02000')), [51, 1, 'ep_02000']],
      ['of failing ones', endpointPage('failing', undefined), [51]],
      ['of paused ones', endpointPage('paused', next('2~ep_02002')), [51, 2, 'ep_02002']],
      ['of those that began to fail last', FAILING, [10]],
    ] as const)('%s', async (_name, text, parameters) => {
      const nodes = await explain(database, text, parameters);
      expect(indexes(nodes).filter((name) => /^endpoints_(?:by_rank|failing)$/.test(name))).toHaveLength(1);
      expect(most(nodes, 'endpoints')).toBeLessThanOrEqual(parameters[0]);
    });

    it.each([
      ['pending', 'outbox_due', 'outbox'],
      ['held', 'outbox_held', 'outbox'],
      ['failed', 'delivery_log_failed', 'delivery_log'],
    ] as const)('with %s deliveries, counted up to a bound', async (state, index, table) => {
      const nodes = await explain(database, backlogs(state), [50]);
      expect(indexes(nodes)).toContain(index);
      expect(most(nodes, table)).toBeLessThanOrEqual(MAX_COUNTED);
    });
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

  describe('a page of transactions', () => {
    const day: readonly [number, number] = [10_000_000, 20_000_000];
    it.each<[string, readonly [string, readonly Parameter[]]]>([
      ['the first', transactionPage('biz', undefined, 25)],
      ['the next', transactionPage('biz', next('txn_00015000'), 25)],
      ['the one before', transactionPage('biz', previous('txn_00015000'), 25)],
      ['of a day', transactionPage('biz', undefined, 25, day)],
      ['of a day, the next', transactionPage('biz', next('txn_00015000'), 25, day)],
    ])('%s', async (_name, page) => {
      const nodes = await explain(database, ...page);
      expect(indexes(nodes)).toContain('transactions_newest_first');
      expect(nodes.map((node) => node['Node Type']).filter((type) => /Sort|Seq Scan|Bitmap/.test(type))).toEqual([]);
      expect(most(nodes, 'transactions')).toBeLessThanOrEqual(26);
    });

    it.each<[string, readonly [string, readonly Parameter[]], number]>([
      ['the first', rejectedRequestPage('biz_1', undefined, 25), 26],
      ['the one before', rejectedRequestPage('biz_1', previous('ref_015000'), 25), 26],
      ['with a problem', rejectedRequestPage('biz_1', undefined, 25, 'none'), 1_000],
    ])('of rejected requests, %s', async (_name, page, bound) => {
      const nodes = await explain(database, ...page);
      expect(indexes(nodes)).toContain('refused_writes_pkey');
      expect(most(nodes, 'refused_writes')).toBeLessThanOrEqual(bound);
    });

    it('by receipt number or external id', async () => {
      const nodes = await explain(database, BY_KEY, ['biz', 'R77', 26]);
      expect(indexes(nodes)).toEqual(
        expect.arrayContaining(['transactions_by_receipt_number', 'transactions_by_external_id']),
      );
      expect(most(nodes, 'transactions')).toBe(1);
    });
  });

  describe('the overview', () => {
    const TABLES = ['businesses', 'apps', 'transactions', 'refused_writes', 'endpoints'];
    const PARTIAL = ['outbox_due', 'delivery_log_failed', 'endpoints_failing', 'endpoints_paused', 'endpoints_unused'];

    it('counts up to a bound, each kind in the order of an index', async () => {
      const nodes = await explainAll(database, readCounts);
      expect(indexes(nodes).sort()).toEqual([...TABLES.map((table) => `${table}_pkey`), ...PARTIAL].sort());
      for (const table of [...TABLES, 'outbox', 'delivery_log']) {
        expect([table, most(nodes, table) <= MAX_COUNTED + 1]).toEqual([table, true]);
      }
    });

    it('charts attempts up to a bound, the newest', async () => {
      const nodes = await explainAll(database, (on) => readActivity(on, ['ep_00001'], Date.now()));
      expect(indexes(nodes)).toEqual(['delivery_log_by_time']);
      expect(most(nodes, 'delivery_log')).toBeLessThanOrEqual(MAX_CHARTED);
    });
  });

  describe('search', () => {
    it.each<[string, (on: Database) => Promise<unknown>, string, table: string, bound: number]>([
      ['an event by its id', (on) => findEvent(on, 'biz', 'evt_000077'), 'events_pkey', 'events', 1],
      [
        'documents by their ids',
        (on) => findListed(on, 'biz', ['txn_00000077', 'x']),
        'transactions_pkey',
        'transactions',
        1,
      ],
      [
        'rejected requests by a key',
        (on) => findRejectedRequestsByKey(on, 'biz_1', 'R31', 25),
        'refused_writes_pkey',
        'refused_writes',
        1_000,
      ],
    ])('%s', async (_name, work, index, table, bound) => {
      const nodes = await explainAll(database, work);
      expect(indexes(nodes)).toContain(index);
      expect(most(nodes, table)).toBeGreaterThan(0);
      expect(most(nodes, table)).toBeLessThanOrEqual(bound);
    });

    it.each([
      ['that wait', 'evt_one', 'outbox', 25],
      // The log of an event also has attempts that were followed by others, so the planner may prefer to read it whole.
      ['that have ended', 'evt_ended', 'delivery_log', OF_ONE],
    ] as const)('deliveries of an event %s, with their endpoints', async (_name, event, from, bound) => {
      const nodes = await explainAll(database, (on) => listDeliveriesOf(on, 'biz', event, 25));
      expect(indexes(nodes)).toEqual(
        expect.arrayContaining([
          'outbox_pkey',
          'delivery_log_pkey',
          'events_pkey',
          'businesses_pkey',
          'endpoints_pkey',
        ]),
      );
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
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
