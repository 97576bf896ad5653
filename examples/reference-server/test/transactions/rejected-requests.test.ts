import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Issue } from 'receipt-rule-packs';
import type { RejectedRequestMode } from '../../src/config.js';
import { DatabaseUnavailable, type Database, type Row } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import {
  BODY_RETENTION_DAYS,
  createRejectedRequestLog,
  RETENTION_DAYS,
  deleteRejected,
  MAX_BODY_BYTES,
  MAX_PER_BUSINESS,
  EXPIRED,
  EXPIRED_BODIES,
  type RejectedRequest,
} from '../../src/transactions/rejected-requests.js';
import { anyDatabase, eachUnsharded, type TestDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { explain } from '../support/explain.js';
import { pastDays } from '../support/partitions.js';
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

/** A rejected request for a business, with the given changes. */
function refused(businessId: string, changes: Partial<RejectedRequest> = {}): RejectedRequest {
  const issues = [{ field: 'totals.tax', code: 'total_mismatch', rule: 'totals', message: 'secret' }] as Issue[];
  const document = { receiptNumber: 'R1', source: { externalId: 'X1' } };
  const body = Buffer.from(JSON.stringify(document));
  const all = { businessId, appId: 'app', code: 'validation_failed', issues, document, body, ...changes };
  return { ...all, issueCount: all.issues.length };
}

anyDatabase((place: TestDatabase) => {
  describe('the log of rejected requests', () => {
    let database: Database;
    beforeAll(async () => {
      database = await place.open();
      await migrate(database);
    });
    afterEach(() => database.query('DELETE FROM refused_writes'));

    const faults: unknown[] = [];
    /** Adds requests, waits until they are stored, and returns the stored rows. */
    async function keep(mode: RejectedRequestMode, writes: readonly RejectedRequest[], on = database): Promise<Kept[]> {
      const log = createRejectedRequestLog(on, mode, (error) => faults.push(error));
      for (const write of writes) log.add(write);
      await log.close();
      expect(faults).toEqual([]);
      return database.query<Kept>(SELECT);
    }

    it('keeps nothing, the issues without document content, or the body too, depending on the mode', async () => {
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

    it("deletes the oldest requests if a business exceeds the limit, but no other business's requests", async () => {
      await keep('issues', [refused('other')]);
      await database.query(
        `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count)
         SELECT 'biz', 'ref_0' || lpad(i::text, 4, '0'), now(), 'app', 'c', '[]', 0 FROM generate_series(1, $1::integer) i`,
        [MAX_PER_BUSINESS],
      );
      const first = await database.query<Kept>(SELECT);
      const rows = await keep('issues', [refused('biz'), refused('biz')]);
      const of = (all: readonly Kept[], business: string) => all.filter((row) => row.business_id === business);
      expect([of(rows, 'biz').length, of(rows, 'other').length]).toEqual([MAX_PER_BUSINESS, 1]);
      expect(of(rows, 'biz')[0]!.id).toBe(of(first, 'biz')[2]!.id);
    });

    it('limits the bytes of a body, a key and an issue, and the number of issues', async () => {
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

    it('accepts any document', async () => {
      const documents = [null, 7, [], {}, { source: null }, { receiptNumber: '\0', source: { externalId: '\ud800' } }];
      const rows = await keep(
        'issues',
        documents.map((document) => refused('biz', { document })),
      );
      expect(rows.map((row) => row.receipt_number)).toEqual([null, null, null, null, null, '\ufffd']);
    });

    it("keeps each business's newest requests, however many another business sends", async () => {
      const flood = (n: number) => Array.from({ length: n }, (_, i) => numbered('flood', i));
      const numbered = (businessId: string, i: number) =>
        refused(businessId, { document: { receiptNumber: String(i).padStart(4, '0') } });
      const quiet = Array.from({ length: 20 }, (_, i) => [numbered('quiet', i), ...flood(100)]).flat();
      const rows = await keep('issues', [...quiet, ...flood(150)]);
      const numbersOf = (business: string) =>
        rows.filter((row) => row.business_id === business).map((row) => Number(row.receipt_number));
      expect(numbersOf('quiet')).toEqual(Array.from({ length: 20 }, (_, i) => i));
      expect(numbersOf('flood')).toEqual(Array.from({ length: 100 }, (_, i) => 50 + i));
      await database.query('DELETE FROM refused_writes');
      // Many busy businesses share the limit, and a business with few requests keeps all of them.
      const many = Array.from({ length: 20 }, (_, i) => flood(100).map((row) => ({ ...row, businessId: `biz_${i}` })));
      const shared = await keep('issues', [...quiet, ...many.flat()]);
      const of = (business: string) => shared.filter((row) => row.business_id === business).length;
      expect([shared.length, of('quiet')]).toEqual([1_000, 20]);
      expect(Math.min(...many.map((_, i) => of(`biz_${i}`)))).toBeGreaterThan(40);
    });

    it('drops requests while the database is unreachable, and lets only a limited number wait', async () => {
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
        Array.from({ length: 3_000 }, (_, i) => refused(`biz_${i % 20}`)),
        counting,
      );
      expect([rows.length, written]).toEqual([1_000, 20]);
    });

    it('deletes the bodies first, and leaves the rest for a worker to delete', async () => {
      await keep('full', [refused('biz_1'), refused('biz_2'), refused('biz_3')]);
      const days = [0, BODY_RETENTION_DAYS + 1, RETENTION_DAYS + 2];
      for (const [i, at] of (await pastDays(database, 'refused_writes', days)).entries()) {
        await database.query(`UPDATE refused_writes SET at = $2 WHERE business_id = $1`, [`biz_${i + 1}`, at]);
      }
      const kept = async () => (await database.query<Kept>(SELECT)).map((row) => [row.business_id, row.body === null]);
      const log = createRejectedRequestLog(database, 'full', () => undefined);
      await log.close();
      expect(await kept()).toEqual([
        ['biz_1', false],
        ['biz_2', true],
        ['biz_3', true],
      ]);
      const [before] = await pastDays(database, 'refused_writes', [RETENTION_DAYS]);
      expect(await deleteRejected(database, before!)).toBe(1);
      expect(await kept()).toEqual([
        ['biz_1', false],
        ['biz_2', true],
      ]);
    });
  });
});

anyDatabase((place: TestDatabase) => {
  describe('a rejected write', () => {
    const server = serverFor(place, fixtures);

    it('is kept only if its writer may write for the business and its body is a document', async () => {
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
  it('the retention queries find old rejected requests through an index, without reading other rows', async () => {
    const database = await place.open();
    await migrate(database);
    // The rows cover more than five hours, so some may be from yesterday.
    await pastDays(database, 'refused_writes', [0, 1]);
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
      const parts = await database.query<Row & { name: string }>(
        `SELECT regexp_replace(inhrelid::regclass::text, '_[0-9]{8}', '') AS name FROM pg_inherits WHERE inhparent = to_regclass($1)`,
        [index],
      );
      expect(nodes.map((node) => node['Index Name'])).toContain(parts[0]!.name);
      expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBe(1_000);
    }
  });
});
