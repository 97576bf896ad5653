import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Database, type Queryable, type Row } from '../src/database/database.js';
import { startRetention, type RetentionOptions } from '../src/retention.js';
import { eachDatabase } from './support/databases.js';
import { DELIVERED, emitOne, emptyOutbox, openOutbox, recordOne, takeAll } from './support/outbox.js';

eachDatabase((place) => {
  let db: Database;
  const said: string[] = [];
  const successes: number[] = [];
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
    await db.query(`UPDATE delivery_log SET at = now() - interval '31 days'`);
  });

  const start = (database: Queryable, days: number) =>
    startRetention({ database, days, log, onSuccess: (seconds) => successes.push(seconds), checkMs: 10 });
  const logged = async () =>
    (await db.query<Row & { n: number }>('SELECT count(*)::integer AS n FROM delivery_log'))[0]!.n;
  /** Minutes until the next run, and since the last success, rounded. */
  const job = async () => {
    const [row] = await db.query<Row & { next: number; since: number }>(
      `SELECT round(extract(epoch FROM due_at - now()) / 60)::integer AS next,
         round(extract(epoch FROM now() - succeeded_at) / 60)::integer AS since FROM jobs`,
    );
    return row;
  };
  const daysLater = (days: number) =>
    db.query(
      `UPDATE jobs SET due_at = due_at - $1 * interval '1 day', succeeded_at = succeeded_at - $1 * interval '1 day'`,
      [days],
    );

  describe('what is older than RETAIN_DAYS', () => {
    it('is deleted once a day, by one of several workers', async () => {
      const workers = [start(db, 30), start(db, 30), start(db, 30)];
      await expect.poll(() => successes.length).toBeGreaterThan(6);
      await expect.poll(logged).toBe(0);
      await expect.poll(job).toEqual({ next: 24 * 60, since: 0 });
      expect(said).toEqual(['old data deleted']);
      await daysLater(1);
      await expect.poll(job).toEqual({ next: 24 * 60, since: 0 });
      for (const worker of workers) await worker.stop();
      expect(Math.abs(successes.at(-1)! - Date.now() / 1_000)).toBeLessThan(60);
      expect(said).toEqual(['old data deleted']);
    });

    it('stays where it is 0, and what is younger stays', async () => {
      const [never, later] = [start(db, 0), start(db, 32)];
      await expect.poll(job).toEqual({ next: 24 * 60, since: 0 });
      for (const worker of [never, later]) await worker.stop();
      expect([await logged(), said]).toEqual([1, []]);
    });

    it('is tried again after ten minutes if it could not be deleted', async () => {
      const failing: Queryable = {
        sharded: db.sharded,
        query: async (text, parameters) => {
          if (text.includes('FROM events')) throw new DatabaseUnavailable('away');
          return db.query(text, parameters);
        },
      };
      const worker = start(failing, 30);
      await expect.poll(() => said).toContain('could not delete old data');
      await expect.poll(() => successes.length).toBeGreaterThan(0);
      await worker.stop();
      expect([await job(), await logged(), said.length]).toEqual([{ next: 10, since: 0 }, 0, 1]);
    });

    it('is continued by another worker if one stops meanwhile', async () => {
      let stopping: Promise<void> | undefined;
      const slow: Queryable = {
        sharded: db.sharded,
        query: async <R extends Row>(text: string, parameters?: Parameters<Queryable['query']>[1]) => {
          if (text.includes('FROM delivery_log')) stopping ??= worker.stop();
          return db.query<R>(text, parameters);
        },
      };
      const worker = start(slow, 30);
      await expect.poll(() => stopping !== undefined).toBe(true);
      await stopping;
      expect([(await job())?.next, await logged(), said]).toEqual([0, 1, []]);
      const other = start(db, 30);
      await expect.poll(logged).toBe(0);
      await other.stop();
    });
  });
});
