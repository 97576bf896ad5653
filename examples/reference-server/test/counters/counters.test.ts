import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCounters } from '../../src/counters/counters.js';
import { DatabaseUnavailable, type Database, type Parameter, type Queryable } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { deleteOld } from '../../src/retention.js';
import { POSTGRES } from '../../src/sql/postgres.js';
import { anyDatabase } from '../support/databases.js';

const AT = new Date('2026-11-21T12:34:56.789Z');
const raise = (error: unknown) => {
  throw error;
};

anyDatabase((place) => {
  let db: Database;
  beforeAll(async () => {
    db = await place.open();
    await migrate(db);
  });
  const stored = () =>
    db.query('SELECT hour, subject, what, n::integer AS n FROM counters ORDER BY hour, subject, what');
  beforeEach(() => db.query('DELETE FROM counters'));

  it('adds counts by hour, subject and kind', async () => {
    const counters = createCounters(db, raise);
    for (let i = 0; i < 3; i += 1) counters.count(AT, ['all', 'endpoint:e'], 'a');
    counters.count(new Date('2026-11-21T13:00:00Z'), ['all'], 'a');
    expect(counters.unsaved()).toBe(7);
    await counters.flush();
    counters.count(AT, ['all'], 'b');
    counters.count(AT, ['all'], 'a');
    await counters.close();
    expect(counters.unsaved()).toBe(0);
    const hour = new Date('2026-11-21T12:00:00Z');
    expect(await stored()).toEqual([
      { hour, subject: 'all', what: 'a', n: 4 },
      { hour, subject: 'all', what: 'b', n: 1 },
      { hour, subject: 'endpoint:e', what: 'a', n: 3 },
      { hour: new Date('2026-11-21T13:00:00Z'), subject: 'all', what: 'a', n: 1 },
    ]);
  });

  it.each([
    ['did not reach the database', false],
    ['succeeded, but the responses were lost', true],
  ])('adds a batch once if the first two writes %s', async (_, reached) => {
    let tries = 0;
    const failing: Queryable = {
      sql: db.sql,
      query: async (text, parameters) => {
        tries += 1;
        if (tries > 2) return db.query(text, parameters);
        if (reached) await db.query(text, parameters);
        throw new DatabaseUnavailable('away');
      },
    };
    const counters = createCounters(failing, raise);
    counters.count(AT, ['all'], 'a');
    await counters.flush();
    counters.count(AT, ['all'], 'a');
    await counters.flush();
    expect(counters.unsaved()).toBe(2);
    await counters.flush();
    await counters.close();
    expect([counters.unsaved(), (await stored()).map(({ n }) => n)]).toEqual([0, [2]]);
  });

  it('adds more rows than one statement can take, from several processes at once', async () => {
    const processes = [createCounters(db, raise), createCounters(db, raise)];
    for (let i = 0; i < 12_000; i += 1) {
      for (const counters of processes) counters.count(AT, [`endpoint:${i % 2 === 0 ? i : 12_000 - i}`], 'a');
    }
    await Promise.all(processes.map((counters) => counters.close()));
    const [row] = await db.query('SELECT count(*)::integer AS rows, sum(n)::integer AS n FROM counters');
    expect(row).toEqual({ rows: 12_000, n: 24_000 });
  });

  it('reports a batch that the database rejects, and adds the next batch', async () => {
    const faults: unknown[] = [];
    const counters = createCounters(db, (error) => faults.push(error));
    counters.count(AT, ['all'], 'nul\0');
    await counters.flush();
    counters.count(AT, ['all'], 'a');
    await counters.close();
    expect([faults.length, counters.unsaved(), (await stored()).length]).toEqual([1, 0, 1]);
  });

  it('deletes old counters together with other old data', async () => {
    const counters = createCounters(db, raise);
    for (const day of [1, 31, 32]) counters.count(new Date(AT.getTime() - day * 86_400_000), ['all', 'b'], 'a');
    await counters.close();
    expect((await deleteOld(db, (work) => work(db), 30, AT.getTime())).counters).toBe(4);
    expect(await stored()).toHaveLength(2);
  });
});

describe('each count', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Counts once every 100 ms. Returns the milliseconds after which each count was written. */
  async function waits(seconds: number, isDown: () => boolean = () => false): Promise<number[]> {
    const counted: number[] = [];
    const waited: number[] = [];
    const counters = createCounters(
      {
        sql: POSTGRES,
        query: async (_: string, parameters: readonly Parameter[] = []) => {
          if (isDown()) throw new DatabaseUnavailable('away');
          const [n] = parameters[5] as readonly string[];
          for (const at of counted.splice(0, Number(n))) waited.push(performance.now() - at);
          return [];
        },
      },
      raise,
    );
    for (let i = 0; i < seconds * 10; i += 1) {
      counted.push(performance.now());
      counters.count(AT, ['all'], 'a');
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect(counters.unsaved()).toBe(0);
    return waited;
  }

  it('is written within 10 s, so that a kill loses no more than 10 s of counts', async () => {
    const waited = await waits(60);
    expect(waited).toHaveLength(600);
    expect(Math.max(...waited)).toBeLessThanOrEqual(10_000);
    expect(Math.max(...waited)).toBeGreaterThan(9_000);
    // After an idle period, the process does not wait long before it writes the first count.
    expect(waited[0]).toBeLessThanOrEqual(250);
  });

  it('is written within 10 s after the database becomes available again', async () => {
    const start = performance.now();
    const waited = await waits(60, () => performance.now() - start < 35_000);
    expect(waited).toHaveLength(600);
    expect(Math.max(...waited)).toBeLessThanOrEqual(45_000);
  });
});
