import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import type { Database, Queryable, Row } from '../../src/database/database.js';
import { addQueues, lease, release, renew, sweep } from '../../src/delivery/queues.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { take } from '../../src/delivery/take.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { emit } from '../../src/events/emit.js';
import { envelope } from '../../src/events/envelope.js';
import type { Lease } from '../../src/sql/dialect.js';
import { LEASE_MS, wakeQueues } from '../../src/sql/queues.js';
import { eachDatabase } from '../support/databases.js';
import {
  deliveriesOf,
  DELIVERED,
  emitOne,
  emptyOutbox,
  endLeases,
  FAILED,
  leaseAll,
  openOutbox,
  passTime,
  recordOne,
  takeAll,
  takeOf,
} from '../support/outbox.js';

eachDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b', appId: 'app_2' }]);
  });
  beforeEach(async () => {
    await setEnabled(db, 'ep_a', true);
    await setEnabled(db, 'ep_b', false);
    await emptyOutbox(db);
    // Makes all queues appear to have been parked long ago, with no check planned.
    await db.query(`UPDATE endpoint_queues SET parked_at = now() - interval '1 hour', look_at = 'infinity'`);
  });

  const idsOf = (rows: readonly { endpointId: string }[]) => rows.map(({ endpointId }) => endpointId).sort();
  /**
   * The state of the queue of ep_a. `inMs` is the time until the next check, or null if none is planned: in the
   * transaction that planned the check exact, because now() does not change in a transaction.
   */
  const queue = async (tx: Queryable = db) => {
    const [row] = await tx.query<Row & { parked: boolean; worker: string | null; inMs: number | null }>(
      `SELECT parked_at IS NOT NULL AS parked, worker,
         CASE WHEN look_at < 'infinity' THEN extract(epoch FROM look_at - now())::float8 * 1000 END AS "inMs"
       FROM endpoint_queues WHERE endpoint_id = 'ep_a'`,
    );
    return row!;
  };
  /** When the queue of ep_a is checked next, exactly. */
  const lookAt = async () =>
    (
      await db.query<Row & { at: string }>(`SELECT look_at::text AS at FROM endpoint_queues WHERE endpoint_id = 'ep_a'`)
    )[0]!.at;
  const parkedFor = (tx: Queryable, seconds: number) =>
    tx.query(`UPDATE endpoint_queues SET parked_at = now() - $1 * interval '1 second'`, [seconds]);

  describe('a queue', () => {
    it('is leased by one worker until its lease ends', async () => {
      await emitOne(db);
      const leased = await db.transaction(async (tx) => {
        const [one, ...none] = await leaseAll(tx);
        expect(one).toMatchObject({ endpointId: 'ep_a', parked: false, slow: false, held: false });
        expect(none).toEqual([]);
        expect(await leaseAll(tx)).toEqual([]);
        expect(await queue(tx)).toMatchObject({ inMs: LEASE_MS, worker: 'test' });
        return one!;
      });
      await endLeases(db);
      const again = (await leaseAll(db)).find(({ endpointId }) => endpointId === 'ep_a');
      expect(again!.fencingToken).toBe(leased.fencingToken + 1);
    });

    it('can be renewed by the worker that holds the lease, but not by a worker that held an earlier lease', async () => {
      await emitOne(db);
      const [first] = await leaseAll(db);
      await db.query(`UPDATE endpoint_queues SET look_at = now() + interval '1 second'`);
      await db.transaction(async (tx) => {
        expect(await renew(tx, [first!])).toEqual(new Set(['ep_a']));
        expect((await queue(tx)).inMs).toBe(LEASE_MS);
      });
      await endLeases(db);
      const second = (await leaseAll(db)).filter(({ endpointId }) => endpointId === 'ep_a');
      expect(await renew(db, [first!])).toEqual(new Set());
      expect(await release(db, [first!])).toEqual(new Set());
      expect(await renew(db, second)).toEqual(new Set(['ep_a']));
    });

    it('is not updated by a write while awake', async () => {
      await emitOne(db);
      const version = async () =>
        (
          await db.query<Row & { v: string }>(`SELECT xmin::text || ctid::text AS v FROM endpoint_queues ORDER BY 1`)
        ).map(({ v }) => v);
      const before = await version();
      await emitOne(db);
      expect(await version()).toEqual(before);
    });

    it('is parked when released, and checked again only after 1 s and after 12 s', async () => {
      const id = await emitOne(db);
      const [leased] = await leaseAll(db);
      const [delivery] = await takeOf(db, [leased!]);
      expect(delivery).toMatchObject({ eventId: id });
      await recordOne(db, delivery!, DELIVERED);
      const giveBack = (one: Lease, parkedSeconds?: number) =>
        db.transaction(async (tx) => {
          if (parkedSeconds !== undefined) await parkedFor(tx, parkedSeconds);
          expect(await release(tx, [one])).toEqual(new Set(['ep_a']));
          return queue(tx);
        });
      const next = async () => {
        await endLeases(db);
        return (await leaseAll(db)).find(({ endpointId }) => endpointId === 'ep_a')!;
      };
      expect(await giveBack(leased!)).toMatchObject({ parked: true, worker: null, inMs: 1_000 });

      const second = await next();
      expect(second.parked).toBe(true);
      expect(await giveBack(second, 2)).toMatchObject({ parked: true, inMs: 10_000 });

      const third = await next();
      expect(await giveBack(third, 13)).toMatchObject({ parked: true, inMs: null });
    });

    it('is checked after its release when its next delivery is due', async () => {
      // Not due before the end of this test.
      const delayMs = 2 * HUNG_MS;
      const event = envelope('transaction.created', 'biz_1', '{}', new Date());
      const planned = await db.transaction(async (tx) => {
        await emit(tx, event, delayMs);
        return queue(tx);
      });
      expect(planned).toMatchObject({ inMs: delayMs, parked: false });
      const due = await lookAt();
      await endLeases(db);
      const leased = await leaseAll(db);
      expect(await takeOf(db, leased)).toEqual([]);
      await parkedFor(db, 13);
      await release(
        db,
        leased.map((one) => ({ ...one, parked: true })),
      );
      expect(await lookAt()).toBe(due);
    });

    it('is not released if woken during the lease, because the queue may have a delivery that the worker has not seen', async () => {
      await endLeases(db);
      const leased = await leaseAll(db);
      expect(leased.map(({ parked }) => parked)).toEqual([true, true]);
      const end = await lookAt();
      await emitOne(db);
      // The lease is unchanged.
      expect(await lookAt()).toBe(end);
      expect(await release(db, leased)).toEqual(new Set(['ep_b']));
      expect(await takeOf(db, leased)).toHaveLength(1);
      const woken = leased.map((one) => ({ ...one, parked: false }));
      expect(await release(db, woken)).toEqual(new Set(['ep_a']));
      expect((await queue()).inMs).toBeLessThanOrEqual(0);
    });

    it('is leased by a separate statement if slow', async () => {
      await setEnabled(db, 'ep_b', true);
      await emitOne(db);
      const leased = await leaseAll(db);
      await release(
        db,
        leased.map((one) => ({ ...one, slow: one.endpointId === 'ep_a' })),
      );
      await endLeases(db);
      expect(idsOf(await lease(db, 'test', 8, false))).toEqual(['ep_b']);
      expect(await lease(db, 'test', 8, true)).toMatchObject([{ endpointId: 'ep_a', slow: true }]);
    });

    it('returns no deliveries while its endpoint is paused', async () => {
      const eventId = await emitOne(db);
      await setEnabled(db, 'ep_a', false);
      const leased = await leaseAll(db);
      expect(await takeOf(db, leased)).toEqual([]);
      await release(db, leased);
      await setEnabled(db, 'ep_a', true);
      const again = await leaseAll(db);
      expect(await takeOf(db, again)).toMatchObject([{ eventId }]);
    });

    it('is leased after queues that have waited longer, and only up to the requested number of queues', async () => {
      await setEnabled(db, 'ep_b', true);
      await emitOne(db);
      await db.query(
        `UPDATE endpoint_queues SET look_at = now() - interval '1 minute' * CASE endpoint_id WHEN 'ep_b' THEN 2 ELSE 1 END`,
      );
      expect(idsOf(await lease(db, 'test', 1, false))).toEqual(['ep_b']);
      expect(idsOf(await lease(db, 'test', 1, false))).toEqual(['ep_a']);
    });

    it('is never leased by two workers at the same time', async () => {
      await db.query(
        `INSERT INTO endpoint_queues (endpoint_id) SELECT 'ep_of_many_' || i FROM generate_series(1, 100) i`,
      );
      const leased: Lease[] = [];
      for (let round = 0; round < 20 && leased.length < 100; round += 1) {
        const some = await Promise.all(Array.from({ length: 4 }, () => lease(db, 'test', 10, false)));
        leased.push(...some.flat());
      }
      expect(new Set(idsOf(leased)).size).toBe(leased.length);
      expect(leased).toHaveLength(100);
      await db.query(`DELETE FROM endpoint_queues WHERE endpoint_id LIKE 'ep_of_many_%'`);
    });
  });

  it('a sweep wakes and counts a queue with a delivery that no worker would find, and leaves other queues alone', async () => {
    await emitOne(db);
    expect(await sweep(db, '')).toMatchObject({ woken: 0 });
    await db.query(`UPDATE endpoint_queues SET parked_at = now() - interval '1 hour', look_at = 'infinity'`);
    expect(await sweep(db, '')).toEqual({ next: '', woken: 1 });
    expect(idsOf(await leaseAll(db))).toEqual(['ep_a']);
    expect(await sweep(db, '')).toEqual({ next: '', woken: 0 });
  });

  it('a sweep adds a queue for an endpoint without a queue', async () => {
    await db.query(`DELETE FROM endpoint_queues WHERE endpoint_id = 'ep_a'`);
    await emitOne(db);
    await sweep(db, '');
    expect(idsOf(await leaseAll(db))).toContain('ep_a');
    await addQueues(db, ['ep_a']);
    expect(await db.query('SELECT count(*)::integer AS n FROM endpoint_queues')).toEqual([{ n: 2 }]);
  });

  it('wakeQueues does nothing without endpoints', async () => {
    await wakeQueues(db, []);
    expect(await leaseAll(db)).toEqual([]);
  });

  describe('a delivery', () => {
    it('is taken by the worker that has leased its queue, and not again while its attempt is in progress', async () => {
      const [one, two] = [await emitOne(db), await emitOne(db)];
      const [leased] = await leaseAll(db);
      const wanted = { ...leased!, capacity: 8 };
      const all = await take(db, [{ ...wanted, underWay: [] }], 8);
      expect(all).toMatchObject([
        { eventId: one, endpointId: 'ep_a', attempt: 1, round: 1, fencingToken: leased!.fencingToken, allowed: true },
        { eventId: two },
      ]);
      expect(await take(db, [{ ...wanted, underWay: [one] }], 8)).toMatchObject([{ eventId: two }]);
      expect(await take(db, [{ ...wanted, underWay: [one, two] }], 8)).toEqual([]);
      expect(await take(db, [{ ...wanted, capacity: 0, underWay: [] }], 8)).toEqual([]);
    });

    it('is not changed by a result that arrives after another worker took over', async () => {
      const eventId = await emitOne(db);
      const [late] = await takeAll(db);
      const [latest] = await takeAll(db);
      expect(await recordOne(db, late!, FAILED)).toBe(false);
      expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'pending', attempts: 0 }]);
      expect(await recordOne(db, latest!, DELIVERED)).toBe(true);
      expect(await recordOne(db, late!, FAILED)).toBe(false);
      expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
      expect(await db.query('SELECT attempt, status FROM attempts')).toEqual([{ attempt: 1, status: 200 }]);
    });

    it('gets its own result when several results are recorded together', async () => {
      await setEnabled(db, 'ep_b', true);
      const eventId = await emitOne(db);
      const taken = await takeAll(db);
      const late = { ...taken[0]!, fencingToken: 0 };
      const results = [
        { delivery: late, attempt: DELIVERED, at: new Date() },
        { delivery: taken[1]!, attempt: DELIVERED, at: new Date() },
        { delivery: taken[0]!, attempt: FAILED, at: new Date() },
      ];
      expect(await recordAttempts(db, results, DEFAULT_DELAYS_MS)).toEqual([false, true, true]);
      const states = (await deliveriesOf(db, eventId)).map((delivery) => [delivery.endpoint_id, delivery.state]);
      expect(Object.fromEntries(states)).toEqual({
        [taken[0]!.endpointId]: 'pending',
        [taken[1]!.endpointId]: 'delivered',
      });
    });

    it.each([
      ['delivered', DELIVERED],
      ['failed', FAILED],
    ])('counts a %s result only once if the result is recorded twice', async (_, attempt) => {
      const eventId = await emitOne(db);
      const [delivery] = await takeAll(db);
      expect(await recordOne(db, delivery!, attempt)).toBe(true);
      expect(await recordOne(db, delivery!, attempt)).toBe(false);
      expect(await deliveriesOf(db, eventId)).toMatchObject([{ attempts: 1 }]);
      expect(await db.query('SELECT attempt FROM attempts')).toEqual([{ attempt: 1 }]);
    });

    it('is cancelled without an attempt if it may no longer be sent', async () => {
      const eventId = await emitOne(db);
      const [delivery] = await takeAll(db);
      expect(await recordOne(db, delivery!, undefined)).toBe(true);
      expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'cancelled', attempts: 0 }]);
      expect(await db.query('SELECT attempt FROM attempts')).toEqual([]);
    });
  });

  describe('taking from several queues', () => {
    /** Stores a backlog for ep_a that has been due for an hour. */
    const backlog = async () => {
      await db.query(
        `INSERT INTO events (business_id, id, type, created_at, body)
         SELECT 'biz_1', 'evt_' || n, 'transaction.created', now(), '{}' FROM generate_series(1, 1000) n`,
      );
      await db.query(
        `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at)
         SELECT 'biz_1', 'evt_' || n, 'ep_a', now() - interval '1 hour' FROM generate_series(1, 1000) n`,
      );
    };

    it("finds one queue's deliveries despite another queue's backlog", async () => {
      await backlog();
      await setEnabled(db, 'ep_b', true);
      await emitOne(db);
      const taken = await takeAll(db);
      expect(taken.filter(({ endpointId }) => endpointId === 'ep_b')).toHaveLength(1);
      expect(taken.filter(({ endpointId }) => endpointId === 'ep_a')).toHaveLength(8);
      expect(idsOf(await takeAll(db, 2))).toContain('ep_b');
    });

    it('prefers the queues with the fewest attempts in progress, and then the deliveries that were due first', async () => {
      await backlog();
      await setEnabled(db, 'ep_b', true);
      for (let i = 0; i < 3; i += 1) await emitOne(db);
      await endLeases(db);
      const leased = await leaseAll(db);
      const wanted = leased.map((one) => ({
        ...one,
        capacity: 8,
        underWay: one.endpointId === 'ep_a' ? ['evt_1', 'evt_2'] : [],
      }));
      expect((await take(db, wanted, 2)).map(({ endpointId }) => endpointId)).toEqual(['ep_b', 'ep_b']);
      const all = await take(db, wanted, 5);
      expect(idsOf(all)).toEqual(['ep_a', 'ep_a', 'ep_b', 'ep_b', 'ep_b']);
    });
  });

  it('a delivery that waits for a retry is taken when it is due', async () => {
    const eventId = await emitOne(db);
    const [delivery] = await takeAll(db);
    await recordOne(db, delivery!, FAILED);
    expect(await takeAll(db)).toEqual([]);
    await passTime(db);
    expect(await takeAll(db)).toMatchObject([{ eventId, attempt: 2 }]);
  });
});
