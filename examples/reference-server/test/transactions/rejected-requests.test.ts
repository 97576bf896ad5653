import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Issue } from 'receipt-rule-packs';
import type { RejectedRequestMode } from '../../src/config.js';
import { DatabaseUnavailable, type Database, type Row } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import {
  BODY_RETENTION_DAYS,
  createRejectedRequestLog,
  RETENTION_DAYS,
  purgeExpired,
  MAX_BODY_BYTES,
  MAX_PER_BUSINESS,
  EXPIRED,
  EXPIRED_BODIES,
  type RejectedRequest,
} from '../../src/transactions/rejected-requests.js';
import { eachDatabase, eachUnsharded, type TestDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { explain } from '../support/explain.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { client } from '../support/client.js';
import { serverFor } from '../support/in-process.js';

interface Kept extends Row {
  business_id: string;
  id: string;
  app_id: string;
  code: string;
  issues: string;
  issue_count: number;
  receipt_number: string | null;
  external_id: string | null;
  body: string | null;
}

const SELECT = 'SELECT * FROM refused_writes ORDER BY business_id, id';

/** A rejected request of a business, with these issues. */
function refused(businessId: string, changes: Partial<RejectedRequest> = {}): RejectedRequest {
  const issues = [{ field: 'totals.tax', code: 'total_mismatch', rule: 'totals', message: 'secret' }] as Issue[];
  const document = { receiptNumber: 'R1', source: { externalId: 'X1' } };
  const body = Buffer.from(JSON.stringify(document));
  const all = { businessId, appId: 'app', code: 'validation_failed', issues, document, body, ...changes };
  return { ...all, issueCount: all.issues.length };
}

eachDatabase((place: TestDatabase) => {
  describe('what is kept of refused writes', () => {
    let database: Database;
    beforeAll(async () => {
      database = await place.open();
      await migrate(database);
    });
    afterEach(() => database.query('DELETE FROM refused_writes'));

    const faults: unknown[] = [];
    /** Adds requests, and waits until they are stored. */
    async function keep(mode: RejectedRequestMode, writes: readonly RejectedRequest[], on = database): Promise<Kept[]> {
      const log = createRejectedRequestLog(on, mode, (error) => faults.push(error));
      for (const write of writes) log.add(write);
      await log.close();
      expect(faults).toEqual([]);
      return database.query<Kept>(SELECT);
    }

    it('is nothing, the issues without a word of the document, or the body too', async () => {
      expect(await keep('off', [refused('biz')])).toEqual([]);
      const [issues] = await keep('issues', [refused('biz')]);
      expect(issues).toMatchObject({
        business_id: 'biz',
        app_id: 'app',
        code: 'validation_failed',
        issue_count: 1,
        receipt_number: 'R1',
        external_id: 'X1',
        body: null,
      });
      expect(JSON.parse(issues!.issues)).toEqual([{ field: 'totals.tax', code: 'total_mismatch', rule: 'totals' }]);
      const [, full] = await keep('full', [refused('biz')]);
      expect(full!.body).toBe('{"receiptNumber":"R1","source":{"externalId":"X1"}}');
    });

    it('has a limit: the oldest of a business are deleted as more come, and no other business loses any', async () => {
      await keep('issues', [refused('other')]);
      await keep(
        'issues',
        Array.from({ length: MAX_PER_BUSINESS }, () => refused('biz')),
      );
      const first = await database.query<Kept>(SELECT);
      const rows = await keep('issues', [refused('biz'), refused('biz')]);
      const of = (all: readonly Kept[], business: string) => all.filter((row) => row.business_id === business);
      expect([of(rows, 'biz').length, of(rows, 'other').length]).toEqual([MAX_PER_BUSINESS, 1]);
      expect(of(rows, 'biz')[0]!.id).toBe(of(first, 'biz')[2]!.id);
    });

    it('has a limit in bytes: for a body, a key, an issue, and the number of issues', async () => {
      const long = 'x'.repeat(100_000);
      const issues = Array.from({ length: 500 }, () => ({ field: `${long}\0\ud800`, code: 'unknown_field' }) as Issue);
      const document = { receiptNumber: `${long}\0`, source: { externalId: 7 } };
      const [row] = await keep('full', [
        refused('biz', { issues, document, body: Buffer.alloc(MAX_BODY_BYTES + 1, 'x') }),
      ]);
      expect([row!.body, row!.receipt_number!.length, row!.external_id, row!.issue_count]).toEqual([
        null,
        200,
        null,
        500,
      ]);
      expect((JSON.parse(row!.issues) as { field: string }[]).map(({ field }) => field.length)).toEqual(
        Array(50).fill(200),
      );
      const [, whole] = await keep('full', [refused('biz', { body: Buffer.alloc(MAX_BODY_BYTES, 'x') })]);
      expect(whole!.body).toHaveLength(MAX_BODY_BYTES);
    });

    it('takes any document', async () => {
      const documents = [null, 7, [], {}, { source: null }, { receiptNumber: '\0', source: { externalId: '\ud800' } }];
      const rows = await keep(
        'issues',
        documents.map((document) => refused('biz', { document })),
      );
      expect(rows.map((row) => row.receipt_number)).toEqual([null, null, null, null, null, '\ufffd']);
    });

    it('is lost while the database cannot be reached, and only a limited number waits for it', async () => {
      let written = 0;
      const away: Database = {
        ...database,
        transaction: () => Promise.reject(new DatabaseUnavailable('away')),
        query: () => Promise.reject(new DatabaseUnavailable('away')),
      };
      expect(await keep('issues', [refused('biz')], away)).toEqual([]);
      const counting: Database = {
        ...database,
        transaction: (work) => {
          written += 1;
          return database.transaction(work);
        },
      };
      const rows = await keep(
        'issues',
        Array.from({ length: 3_000 }, (_, i) => refused(`biz_${i % 2}`)),
        counting,
      );
      expect([rows.length, written]).toEqual([1_000, 2]);
    });

    it('is deleted by age: bodies first, then rows', async () => {
      await keep('full', [refused('biz_1'), refused('biz_2'), refused('biz_3')]);
      const days = { biz_1: 0, biz_2: BODY_RETENTION_DAYS + 1, biz_3: RETENTION_DAYS + 1 };
      for (const [business, age] of Object.entries(days)) {
        const sql = `UPDATE refused_writes SET at = now() - $2::integer * interval '1 day' WHERE business_id = $1`;
        await database.query(sql, [business, age]);
      }
      await purgeExpired(database, Date.now());
      const rows = await database.query<Kept>(SELECT);
      expect(rows.map((row) => [row.business_id, row.body === null])).toEqual([
        ['biz_1', false],
        ['biz_2', true],
      ]);
    });
  });
});

eachDatabase((place: TestDatabase) => {
  describe('a refused write', () => {
    const server = serverFor(place, fixtures);

    it('is kept where its writer may write for the business and its document is one; nothing else is', async () => {
      const { post } = client(server.url, TOKENS.writer);
      const wrong = {
        ...receipt({ receiptNumber: 'R-wrong' }),
        totals: { subtotal: 1, discount: 0, tax: 0, total: 1 },
      };
      const statuses = [
        await post(wrong),
        await post('{'),
        await post(wrong, { token: 'svc_unknown' }),
        await post(wrong, { token: TOKENS.reader }),
        await post({ ...wrong, vendor: { id: 'biz_2' } }),
        await post(receipt()),
      ].map(({ status }) => status);
      expect(statuses).toEqual([422, 400, 401, 403, 403, 201]);
      const rows = () => server.server.database.query<Kept>(SELECT);
      await expect.poll(async () => (await rows()).length).toBeGreaterThan(0);
      const [row, ...others] = await rows();
      expect(others).toEqual([]);
      expect(row).toMatchObject({ business_id: 'biz_1', app_id: 'app_1', receipt_number: 'R-wrong', body: null });
      expect(row!.issue_count).toBeGreaterThan(0);
    });
  });
});

eachUnsharded((place: TestDatabase) => {
  it('refused writes are found by age in the order of an index', async () => {
    const database = await place.open();
    await migrate(database);
    await database.query(
      `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count, body)
       SELECT 'biz', 'ref_' || i, now() - i * interval '1 second', 'app', 'c', repeat('x', 500), 1, CASE WHEN i % 2 = 0 THEN '{}' END
       FROM generate_series(1, 20000) i`,
    );
    await database.query('VACUUM ANALYZE refused_writes');
    for (const [statement, index] of [
      [EXPIRED, 'refused_writes_by_time'],
      [EXPIRED_BODIES, 'refused_writes_with_body'],
    ] as const) {
      const nodes = await explain(database, statement, [new Date()]);
      expect(nodes.map((node) => node['Index Name'])).toContain(index);
      expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBe(1_000);
    }
  });
});
