import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Database, type Row, type Transactor } from '../src/database/database.js';
import { RETAINED, startRetention, type RetentionOptions } from '../src/retention.js';
import { anyDatabase } from './support/databases.js';
import { clockOf, DELIVERED, emitOne, emptyOutbox, openOutbox, recordOne, takeAll } from './support/outbox.js';
import { pastDays } from './support/partitions.js';

anyDatabase((place) => {
  let db: Database;
  const said: string[] = [];
  const successes: [table: string, seconds: number][] = [];
  const log = {
    info: (_: unknown, message: string) => said.push(message),
    warn: (_: unknown, message: string) => said.push(message),
  } as unknown as RetentionOptions['log'];

  beforeAll(async () => (db = await openOutbox(place, [{ id: 'ep_1' }])));
  beforeEach(async () => {
    await emptyOutbox(db);
    await db.query('DELETE FROM jobs');
    said.length = 0;
    successes.length = 0;
    await emitOne(db);
    for (const delivery of await takeAll(db)) await recordOne(db, delivery, DELIVERED);
    const [at] = await pastDays(db, 'delivery_log', [32]);
    await db.query('UPDATE delivery_log SET at = $1', [at!]);
    startedAt = await clockOf(db);
  });

  const start = (database: Transactor, days: number) =>
    startRetention({
      database,
      alone: (work) => work(db),
      days,
      log,
      onSuccess: (table, seconds) => successes.push([table, seconds]),
      checkMs: 10,
    });
  const logged = async () =>
    (await db.query<Row & { n: number }>('SELECT count(*)::integer AS n FROM delivery_log'))[0]!.n;
  const timesOf = async (table: string) => {
    const [row] = await db.query<Row & { due: number; success: number }>(
      `SELECT (extract(epoch FROM due_at) * 1000)::float8 AS due,
         (extract(epoch FROM succeeded_at) * 1000)::float8 AS success FROM jobs WHERE name = $1`,
      [`retention of ${table}`],
    );
    return row;
  };
  let startedAt: number;
  /** The minutes from the last success to the next run, rounded, and whether it succeeded during this test. */
  const job = async (table = 'delivery_log') => {
    const times = await timesOf(table);
    return times && { next: Math.round((times.due - times.success) / 60_000), recent: times.success >= startedAt };
  };
  const jobs = () => Promise.all(RETAINED.map((table) => job(table)));
  const daysLater = (days: number) =>
    db.query(
      `UPDATE jobs SET due_at = due_at - $1 * interval '1 day', succeeded_at = succeeded_at - $1 * interval '1 day'`,
      [days],
    );

  describe('data older than RETAIN_DAYS', () => {
    it('is deleted once a day, by one of several workers', async () => {
      const workers = [start(db, 30), start(db, 30), start(db, 30)];
      await expect.poll(() => successes.length).toBeGreaterThan(6 * RETAINED.length);
      await expect.poll(logged).toBe(0);
      await expect.poll(jobs).toEqual(RETAINED.map(() => ({ next: 24 * 60, recent: true })));
      expect(said).toEqual(['old data deleted']);
      await daysLater(1);
      await expect.poll(jobs).toEqual(RETAINED.map(() => ({ next: 24 * 60, recent: true })));
      for (const worker of workers) await worker.stop();
      const latest = new Map([...successes].sort(([, a], [, b]) => a - b));
      expect([...latest.keys()].sort()).toEqual([...RETAINED].sort());
      const end = await clockOf(db);
      for (const seconds of latest.values()) {
        expect(seconds * 1_000).toBeGreaterThan(startedAt);
        expect(seconds * 1_000).toBeLessThan(end);
      }
      expect(said).toEqual(['old data deleted']);
    });

    it('is kept if RETAIN_DAYS is 0 or the data is newer', async () => {
      const [never, later] = [start(db, 0), start(db, 40)];
      await expect.poll(() => job('counters')).toEqual({ next: 24 * 60, recent: true });
      for (const worker of [never, later]) await worker.stop();
      expect([await logged(), said]).toEqual([1, []]);
    });

    it('is deleted in a second attempt ten minutes later if the first attempt fails', async () => {
      const failing: Transactor = {
        ...db,
        query: async (text, parameters) => {
          if (text.includes('FROM events')) throw new DatabaseUnavailable('away');
          return db.query(text, parameters);
        },
      };
      const worker = start(failing, 30);
      await expect.poll(() => said).toContain('could not delete old data');
      await expect.poll(() => job('counters')).toEqual({ next: 24 * 60, recent: true });
      await worker.stop();
      const { due } = (await timesOf('events'))!;
      expect(due - 10 * 60_000).toBeGreaterThanOrEqual(startedAt);
      expect(due - 10 * 60_000).toBeLessThanOrEqual(await clockOf(db));
      expect([await job(), await logged()]).toEqual([{ next: 24 * 60, recent: true }, 0]);
      expect(said.filter((text) => text === 'could not delete old data')).toHaveLength(1);
    });

    it('is deleted by another worker if the first worker stops before the end', async () => {
      let stopping: Promise<void> | undefined;
      const slow: Transactor = {
        ...db,
        query: async <R extends Row>(text: string, parameters?: Parameters<Transactor['query']>[1]) => {
          if (text.includes('FROM events')) stopping ??= worker.stop();
          return db.query<R>(text, parameters);
        },
      };
      const worker = start(slow, 30);
      await expect.poll(() => stopping !== undefined).toBe(true);
      await stopping;
      expect((await timesOf('events'))!.due).toBeLessThanOrEqual(await clockOf(db));
      expect(await job('counters')).toBeUndefined();
      expect(said).toEqual(['old data deleted']);
      const other = start(db, 30);
      await expect.poll(() => job('counters')).toEqual({ next: 24 * 60, recent: true });
      expect(await job('events')).toEqual({ next: 24 * 60, recent: true });
      await other.stop();
      expect(await logged()).toBe(0);
    });
  });
});
