import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Row } from '../src/database/database.js';
import { makeAhead } from '../src/database/partitions.js';
import { deleteOld } from '../src/retention.js';
import { anyDatabase } from './support/databases.js';
import { takeAll, DELIVERED, emitOne, emptyOutbox, FAILED, openOutbox, recordOne } from './support/outbox.js';
import { pastDays } from './support/partitions.js';

const DAY_MS = 86_400_000;
const NOTHING = { partitions: 0, deliveries: 0, attempts: 0, events: 0, rejectedRequests: 0, sessions: 0, counters: 0 };

anyDatabase((database) => {
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
  const remove = (days: number, now: number) => deleteOld(db, (work) => work(db), days, now);
  /** Makes an event's deliveries appear to have ended `days` days ago. */
  const ended = async (event: string, days: number) => {
    const [at] = await pastDays(db, 'delivery_log', [days]);
    await db.query('UPDATE delivery_log SET at = $2 WHERE event_id = $1', [event, at!]);
  };

  describe('data older than 30 days', () => {
    it('is deleted unless still in use: first ended deliveries with their attempts, then events without deliveries', async () => {
      const [old, mixed, young] = [await emitOne(db), await emitOne(db), await emitOne(db)];
      for (const claim of await takeAll(db)) await recordOne(db, claim, DELIVERED);
      for (const event of [old, mixed]) await ended(event, 32);
      await ended(young, 29);
      await db.query(`UPDATE delivery_log SET at = now() WHERE event_id = $1 AND endpoint_id = 'ep_2'`, [mixed]);
      const pending = await emitOne(db);
      for (const claim of await takeAll(db)) await recordOne(db, claim, FAILED);
      expect(await remove(30, Date.now())).toEqual({ ...NOTHING, partitions: 1 });
      expect(await ids('deliveries')).toEqual([mixed, young, pending].sort());
      expect(await ids('attempts')).toEqual([mixed, young, pending].sort());
      expect(await events()).toEqual([old, mixed, young, pending].sort());
      // A month later, the events are old enough to delete, and so are the attempts of deliveries that are still pending.
      const later = Date.now() + 31 * DAY_MS;
      expect(await remove(30, later)).toMatchObject({ deliveries: 0, attempts: 0, events: 3 });
      expect([await ids('deliveries'), await events()]).toEqual([[pending], [pending]]);
      expect(await remove(30, later)).toEqual(NOTHING);
      await db.transaction((tx) => makeAhead(tx, new Date()));
    });

    it('is deleted completely, in batches', async () => {
      await db.query(
        `INSERT INTO events (business_id, id, type, created_at, body)
         SELECT b, 'evt_0000000' || (i % 10) || '-' || i, 'x', now(), '{}' FROM generate_series(1, 1100) AS i, unnest(ARRAY['biz_1', 'biz_2']) AS b`,
      );
      const [at] = await pastDays(db, 'delivery_log', [40]);
      await db.query(
        `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, ended, created_at, finished_at)
         SELECT business_id, id, 'ep_1', 1, 1, $1, 'cancelled', now(), now() FROM events`,
        [at!],
      );
      expect(await remove(30, Date.now())).toEqual({ ...NOTHING, partitions: 1, events: 2200 });
    });

    it('includes rejected requests and ended sessions', async () => {
      for (const at of await pastDays(db, 'refused_writes', [20, 40, 60])) {
        await db.query(
          `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count)
           VALUES ('biz_1', 'ref_' || $2, $1, 'app_1', 'validation_failed', '[]', 0)`,
          [at, Math.round((Date.now() - at.getTime()) / DAY_MS)],
        );
      }
      await db.query(
        `INSERT INTO ended_sessions VALUES ('a', now() - interval '1 second'), ('b', now() + interval '1 hour')`,
      );
      expect(await remove(30, Date.now())).toEqual({
        ...NOTHING,
        partitions: 2,
        sessions: 1,
      });
      expect(await db.query('SELECT id FROM refused_writes')).toEqual([{ id: 'ref_20' }]);
      expect(await db.query('SELECT id_hash FROM ended_sessions')).toEqual([{ id_hash: 'b' }]);
    });
  });
});
