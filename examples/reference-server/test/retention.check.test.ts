import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Row } from '../src/database/database.js';
import { deleteOld, OLD_LOG } from '../src/retention.js';
import { eachDatabase, eachUnsharded } from './support/databases.js';
import { takeAll, DELIVERED, emitOne, emptyOutbox, FAILED, openOutbox, recordOne } from './support/outbox.js';

const DAY_MS = 86_400_000;
const NOTHING = { deliveries: 0, attempts: 0, events: 0, rejectedRequests: 0, sessions: 0 };

eachDatabase((database) => {
  let db: Database;
  beforeAll(async () => (db = await openOutbox(database, [{ id: 'ep_1' }, { id: 'ep_2' }])));
  beforeEach(async () => {
    await emptyOutbox(db);
    for (const table of ['refused_writes', 'ended_sessions']) await db.query(`DELETE FROM ${table}`);
  });

  const ids = async (table: string) => {
    const rows = await db.query<Row & { id: string }>(`SELECT DISTINCT event_id AS id FROM ${table} ORDER BY 1`);
    return rows.map(({ id }) => id);
  };
  const events = async () =>
    (await db.query<Row & { id: string }>('SELECT id FROM events ORDER BY id')).map((e) => e.id);
  /** Changes the deliveries of an event as if they had ended this many days ago. */
  const ended = (event: string, days: number) =>
    db.query(`UPDATE delivery_log SET at = now() - $2 * interval '1 day' WHERE event_id = $1`, [event, days]);

  describe('what is older than 30 days', () => {
    it('goes where it has ended: deliveries with their attempts, then events that have none left', async () => {
      const [old, mixed, young] = [await emitOne(db), await emitOne(db), await emitOne(db)];
      for (const claim of await takeAll(db)) await recordOne(db, claim, DELIVERED);
      for (const event of [old, mixed]) await ended(event, 31);
      await ended(young, 29);
      await db.query(`UPDATE delivery_log SET at = now() WHERE event_id = $1 AND endpoint_id = 'ep_2'`, [mixed]);
      const pending = await emitOne(db);
      for (const claim of await takeAll(db)) await recordOne(db, claim, FAILED);
      expect(await deleteOld(db, 30, Date.now())).toEqual({ ...NOTHING, deliveries: 3, attempts: 3 });
      expect(await ids('deliveries')).toEqual([mixed, young, pending].sort());
      expect(await ids('attempts')).toEqual([mixed, young, pending].sort());
      expect(await events()).toEqual([old, mixed, young, pending].sort());
      // The events are old enough in a month, and so are attempts of what must still be sent.
      const later = Date.now() + 31 * DAY_MS;
      expect(await deleteOld(db, 30, later)).toEqual({ ...NOTHING, deliveries: 3, attempts: 5, events: 3 });
      expect([await ids('deliveries'), await events()]).toEqual([[pending], [pending]]);
      expect(await deleteOld(db, 30, later)).toEqual(NOTHING);
    });

    it('goes in batches, all of it', async () => {
      await db.query(
        `INSERT INTO events (business_id, id, type, created_at, body)
         SELECT b, 'evt_0000000' || (i % 10) || '-' || i, 'x', now(), '{}' FROM generate_series(1, 1100) AS i, unnest(ARRAY['biz_1', 'biz_2']) AS b`,
      );
      await db.query(
        `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, ended, created_at, finished_at)
         SELECT business_id, id, 'ep_1', 1, 1, now() - interval '40 days', 'cancelled', now(), now() FROM events`,
      );
      expect(await deleteOld(db, 30, Date.now())).toEqual({ ...NOTHING, deliveries: 2200, events: 2200 });
    });

    it('goes of refused writes and ended sessions too', async () => {
      await db.query(
        `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count)
         SELECT 'biz_1', 'ref_' || i, now() - i * interval '20 days', 'app_1', 'validation_failed', '[]', 0
         FROM generate_series(1, 3) AS i`,
      );
      await db.query(
        `INSERT INTO ended_sessions VALUES ('a', now() - interval '1 second'), ('b', now() + interval '1 hour')`,
      );
      expect(await deleteOld(db, 30, Date.now())).toEqual({ ...NOTHING, rejectedRequests: 2, sessions: 1 });
      expect(await db.query('SELECT id FROM refused_writes')).toEqual([{ id: 'ref_1' }]);
      expect(await db.query('SELECT id_hash FROM ended_sessions')).toEqual([{ id_hash: 'b' }]);
    });
  });
});

eachUnsharded((database) => {
  it('what is old is found by an index', async () => {
    const db = await openOutbox(database, [{ id: 'ep_1' }]);
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_1', 'evt_' || i, 'x', now(), '{}' FROM generate_series(1, 20000) AS i`,
    );
    await db.query(
      `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms)
       SELECT 'biz_1', id, 'ep_1', 1, 1, now() - random() * interval '100 days', 1 FROM events`,
    );
    await db.query('ANALYZE delivery_log');
    const plan = await db.query(`EXPLAIN ${OLD_LOG}`, [new Date()]);
    expect(JSON.stringify(plan)).toContain('Index Scan using delivery_log_by_time');
  });
});
