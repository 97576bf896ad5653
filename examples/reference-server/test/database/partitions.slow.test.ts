import { v7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Row } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { readMigrations } from '../../src/database/migrations.js';
import { BY_DAY, countAhead, dayOf, dropPartitions, makeAhead, type Alone } from '../../src/database/partitions.js';
import { createMetrics } from '../../src/metrics.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { deleteOld } from '../../src/retention.js';
import { createRejectedRequestLog } from '../../src/transactions/rejected-requests.js';
import { eachDatabase, eachUnsharded } from '../support/databases.js';
import { SHARDS } from '../support/citus.js';
import { testIdentity } from '../support/documents.js';
import { DELIVERED, emitOne, emptyOutbox, openOutbox, recordOne, takeAll } from '../support/outbox.js';
import { pastDays } from '../support/partitions.js';

const DAY_MS = 86_400_000;
const REJECTED = {
  appId: 'app',
  code: 'validation_failed',
  issues: [],
  issueCount: 0,
  document: {},
  body: Buffer.alloc(0),
};

/** The names of a table's partitions, sorted, without the table's name. */
async function partitionsOf(db: Database, table: string): Promise<string[]> {
  const rows = await db.query<Row & { name: string }>(
    `SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass($1) ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name.slice(table.length + 1));
}

const tables = async (db: Database, table: string) =>
  (
    await db.query<Row & { name: string }>(
      `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relname ~ ('^' || $1 || '_(before|[0-9]{8})$')`,
      [table],
    )
  ).length;

/** The partition names of days, given as offsets from today. */
const days = (...ahead: number[]) =>
  ahead.map((i) => new Date(Date.now() + i * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''));

async function dropAll(db: Database): Promise<void> {
  for (const table of BY_DAY) await dropPartitions(db, (work) => work(db), table, Infinity);
}

eachDatabase((place) => {
  let db: Database;
  const alone: Alone = (work) => work(db);
  beforeAll(async () => (db = await openOutbox(place, [{ id: 'ep_1' }])));
  beforeEach(async () => {
    await emptyOutbox(db);
    await dropAll(db);
  });

  it('a table has partitions for the current day or year and the next three, however many processes create them', async () => {
    const make = () => db.transaction((tx) => makeAhead(tx, new Date()));
    await Promise.all([make(), make(), make()]);
    for (const table of BY_DAY) expect(await partitionsOf(db, table)).toEqual(days(0, 1, 2, 3));
    const all = [...BY_DAY, 'transactions'] as const;
    expect(await countAhead(db, new Date())).toEqual(all.map((table) => ({ table, periods: 3 })));
    const { text } = await createMetrics(db).render();
    for (const table of all) expect(text).toContain(`receipts_partitions_ahead{table="${table}"} 3\n`);
    const year = new Date().getUTCFullYear();
    expect(await partitionsOf(db, 'transactions')).toEqual([0, 1, 2, 3].map((ahead) => String(year + ahead)));
    await db.transaction((tx) => makeAhead(tx, new Date(Date.now() + DAY_MS)));
    expect(await partitionsOf(db, 'delivery_log')).toEqual(days(0, 1, 2, 3, 4));
  });

  describe('a missing partition is created by the write that needs it', () => {
    it('in the delivery log', async () => {
      await emitOne(db);
      await emitOne(db);
      const deliveries = await takeAll(db);
      const recorded = await Promise.all(deliveries.map((delivery) => recordOne(db, delivery, DELIVERED)));
      expect(recorded).toEqual([true, true]);
      expect(await partitionsOf(db, 'delivery_log')).toEqual(days(0));
      expect(await db.query('SELECT state, attempts FROM deliveries')).toEqual([
        { state: 'delivered', attempts: 1 },
        { state: 'delivered', attempts: 1 },
      ]);
    });

    it('for documents', async () => {
      await db.query('DROP TABLE transactions_' + String(new Date().getUTCFullYear()));
      const { write, find } = createDocuments(db, { firstDelayMs: 0 });
      const document = (msecs?: number) => ({
        businessId: 'biz_1',
        id: `txn_${v7({ msecs })}`,
        identity: testIdentity(),
        idempotencyKey: 'key',
        instantUs: '1',
        body: '{}',
        authorizationId: null,
        receiptNumber: '1',
        externalId: '1',
        createdAt: new Date().toISOString(),
      });
      const all = [document(), document(), document(Date.UTC(2001, 5))];
      expect(await Promise.all(all.map((one) => write(one)))).toEqual(['written', 'written', 'written']);
      expect(await Promise.all(all.map((one) => find(one)))).toEqual([{ body: '{}' }, { body: '{}' }, { body: '{}' }]);
      expect(await partitionsOf(db, 'transactions')).toContain('2001');
      await db.query('DROP TABLE transactions_2001');
    });

    it('in the log of rejected requests', async () => {
      const faults: unknown[] = [];
      const log = createRejectedRequestLog(db, 'issues', (error) => faults.push(error));
      for (const businessId of ['biz_1', 'biz_2']) log.add({ ...REJECTED, businessId });
      await log.close();
      expect(faults).toEqual([]);
      expect(await partitionsOf(db, 'refused_writes')).toEqual(days(0));
      expect(await db.query('SELECT business_id FROM refused_writes ORDER BY 1')).toEqual([
        { business_id: 'biz_1' },
        { business_id: 'biz_2' },
      ]);
    });
  });

  it('drops the partitions of days before the given day, and no others', async () => {
    const past = await pastDays(db, 'delivery_log', [0, 29, 30, 31, 90]);
    const day = dayOf(new Date(Date.now() - 30 * DAY_MS));
    expect(await dropPartitions(db, alone, 'delivery_log', day)).toBe(2);
    expect(await partitionsOf(db, 'delivery_log')).toEqual(days(-30, -29, 0));
    expect(await tables(db, 'delivery_log')).toBe(3);
    expect(await dropPartitions(db, alone, 'delivery_log', day)).toBe(0);
    expect(past).toHaveLength(5);
  });

  it('drops a partition that a killed process has detached', async () => {
    await pastDays(db, 'refused_writes', [0, 50]);
    await db.query(`ALTER TABLE refused_writes DETACH PARTITION refused_writes_${days(-50)[0]}`);
    expect(await dropPartitions(db, alone, 'refused_writes', dayOf(new Date(Date.now() - 30 * DAY_MS)))).toBe(1);
    expect(await tables(db, 'refused_writes')).toBe(1);
  });
});

eachUnsharded((place) => {
  it('completes an interrupted detachment', async () => {
    const db = await place.open();
    await migrate(db);
    await pastDays(db, 'delivery_log', [50]);
    const old = `delivery_log_${days(-50)[0]}`;
    await db.query('UPDATE pg_inherits SET inhdetachpending = true WHERE inhrelid = to_regclass($1)', [old]);
    expect(await dropPartitions(db, (work) => work(db), 'delivery_log', dayOf(new Date()))).toBe(1);
    expect(await partitionsOf(db, 'delivery_log')).toEqual(days(0, 1, 2, 3));
    expect(await tables(db, 'delivery_log')).toBe(4);
  });
});

eachDatabase((place) => {
  it('keeps rows stored before the tables were partitioned, and deletes these rows when they are old enough', async () => {
    const db = await place.open();
    const all = readMigrations();
    await migrate(
      db,
      SHARDS,
      all.filter(({ version }) => version < 13),
    );
    await db.query(
      `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, ended, created_at, finished_at)
       SELECT 'biz_' || i % 3, 'evt_' || i, 'ep_1', 1, 1, now() - i * interval '1 day', 5, CASE WHEN i % 2 = 0 THEN 'delivered' END,
         now() - interval '1 day', now() FROM generate_series(1, 200) AS i`,
    );
    await db.query(
      `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count)
       SELECT 'biz_' || i % 3, 'ref_' || i, now() - i * interval '1 day', 'app', 'c', '[]', 1 FROM generate_series(1, 40) AS i`,
    );
    const shown = async () => ({
      deliveries: await db.query('SELECT * FROM deliveries ORDER BY event_id'),
      attempts: await db.query('SELECT * FROM attempts ORDER BY event_id'),
      rejected: await db.query('SELECT * FROM refused_writes ORDER BY id'),
    });
    const before = await shown();
    expect(await migrate(db)).toContain(13);
    expect(await shown()).toEqual(before);
    for (const table of BY_DAY) expect(await partitionsOf(db, table)).toEqual([...days(1, 2, 3), 'before']);

    const log = createRejectedRequestLog(db, 'issues', () => undefined);
    log.add({ ...REJECTED, businessId: 'biz_1' });
    await log.close();
    expect((await shown()).rejected).toHaveLength(41);
    expect(await deleteOld(db, (work) => work(db), 100, Date.now())).toMatchObject({ partitions: 0, attempts: 100 });
    const later = Date.now() + 102 * DAY_MS;
    // By now, the last day of the first partition has ended, and so have the days whose partitions were created ahead
    // of time.
    expect((await deleteOld(db, (work) => work(db), 100, later)).partitions).toBeGreaterThanOrEqual(2);
    expect(await shown()).toEqual({ deliveries: [], attempts: [], rejected: [] });
  });
});
