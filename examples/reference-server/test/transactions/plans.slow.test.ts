/**
 * Query plans for the list: PostgreSQL reads only an index, in order, at any depth. docs/scaling.md shows these plans.
 */
import { v7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import type { Database, Parameter } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { loadFixtures } from '../../src/fixtures.js';
import { createDocuments, type NewDocument } from '../../src/transactions/documents.js';
import { CURSOR, FIRST_PAGE, NEXT_PAGE } from '../../src/transactions/list.js';
import { explain, explainAll } from '../support/explain.js';
import { eachUnsharded } from '../support/databases.js';
import { fixtures } from '../support/fixtures.js';
import { ID_START, testId, testIdentity } from '../support/documents.js';

const ROWS = 20_000;
const MANY_ENDPOINTS = 51_000;

eachUnsharded((database) => {
  let open: Database;
  beforeAll(async () => {
    open = await database.open();
    await migrate(open);
    for (const business of ['biz_1', 'biz_2']) {
      await open.query(
        `INSERT INTO transactions (business_id, id, instant_us, body)
         SELECT $1, $2 || lpad(i::text, 12, '0'), i * 1000000::bigint, '{}'
         FROM generate_series(1, ${ROWS}) AS i`,
        [business, ID_START],
      );
    }
    await open.query('ANALYZE transactions');
  });

  const plan = (text: string, parameters: readonly Parameter[]) => explain(open, text, parameters);

  it.each([
    ['the first page', FIRST_PAGE, ['biz_1', 26]],
    ['a page in the middle', NEXT_PAGE, ['biz_1', 26, testId(10000)]],
    ['a page near the end', NEXT_PAGE, ['biz_1', 26, testId(100)]],
  ])('%s is read from the index in order', async (_name, text, parameters) => {
    const nodes = await plan(text, parameters);
    const types = nodes.map((node) => node['Node Type']);
    expect(types).toContain('Index Scan');
    expect(nodes.map((node) => node['Index Name'])).toContain('transactions_business_id_instant_us_id_idx');
    expect(types.filter((type) => /Sort|Seq Scan|Bitmap/.test(type))).toEqual([]);
    expect(nodes.map((node) => node['Rows Removed by Filter'] ?? 0).every((removed) => removed === 0)).toBe(true);
  });

  it('the cursor is found without the document', async () => {
    const nodes = await plan(NEXT_PAGE, ['biz_1', 26, testId(10000)]);
    expect(nodes.map((node) => node['Node Type'])).toContain('Index Only Scan');
    const known = await plan(CURSOR, ['biz_1', testId(10000)]);
    expect(known.filter((node) => node['Actual Loops'] > 0).map((node) => node['Node Type'])).toContain(
      'Index Only Scan',
    );
  });

  it('a deep page reads no more blocks than the first page', async () => {
    const blocks = async (cursor: string) => {
      const [root] = await plan(NEXT_PAGE, ['biz_1', 26, cursor]);
      return root!['Shared Hit Blocks'] + root!['Shared Read Blocks'];
    };
    const shallow = await blocks(testId(19990));
    const deep = await blocks(testId(100));
    expect(deep).toBeLessThanOrEqual(shallow + 4);
  });
});

eachUnsharded((database) => {
  let open: Database;
  beforeAll(async () => {
    open = await database.open();
    await migrate(open);
    await loadFixtures(open, fixtures(), { offered: [] });
    await open.query(
      `INSERT INTO apps (id, name, partner) SELECT 'app_' || i || '_of_many', 'Many', true FROM generate_series(0, 2) AS i`,
    );
    // A few other apps have a great many endpoints, so that the planner expects many for the writer's app too.
    await open.query(
      `INSERT INTO endpoints (id, app_id, url, secret, events)
       SELECT 'ep_' || i, 'app_' || i % 3 || '_of_many', 'https://example.com/', 's', ARRAY['transaction.created']
       FROM generate_series(1, ${MANY_ENDPOINTS}) AS i`,
    );
    await open.query(
      `INSERT INTO endpoints (id, app_id, url, secret, events) VALUES ('ep_own', 'app_1', 'https://example.com/', 's', '{transaction.created}')`,
    );
    await open.query(`INSERT INTO endpoint_queues (endpoint_id, look_at) SELECT id, 'infinity' FROM endpoints`);
    await open.query('ANALYZE endpoints');
    await open.query('ANALYZE endpoint_queues');
  });

  const newDocument = (): NewDocument => {
    const id = `txn_${v7()}`;
    return {
      businessId: 'biz_1',
      id,
      identity: testIdentity(),
      idempotencyKey: null,
      instantUs: '1',
      body: '{}',
      authorizationId: 'auth_1',
      receiptNumber: '',
      externalId: '',
      createdAt: new Date().toISOString(),
    };
  };

  it.each([1, 64])(
    "a statement that stores %i documents reads only its writers' endpoints and the queues of these endpoints",
    async (count) => {
      const nodes = await explainAll(open, (on) => {
        const { write } = createDocuments(on, { firstDelayMs: 0 });
        return Promise.all(Array.from({ length: count }, () => write(newDocument())));
      });
      for (const table of ['endpoints', 'endpoint_queues']) {
        const scans = nodes.filter((node) => node['Relation Name'] === table && node['Node Type'] !== 'ModifyTable');
        expect(scans.length).toBeGreaterThan(0);
        // Counts rows, because the blocks of a plan node include the blocks read to find its keys, here by all earlier
        // statements in the WITH clause.
        expect(scans.filter((node) => !/^(?:Index|Bitmap)/.test(node['Node Type']))).toEqual([]);
        const rows = scans.map(
          (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        );
        expect(Math.max(...rows)).toBeLessThanOrEqual(2);
      }
    },
  );
});
