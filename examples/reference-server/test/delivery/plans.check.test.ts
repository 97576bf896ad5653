/** What a look reads: of each endpoint what it may be sent, however much waits. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database, Parameter, Row, Transactor } from '../../src/database/database.js';
import { releaseHeld } from '../../src/delivery/held.js';
import { lease, release } from '../../src/delivery/queues.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { take } from '../../src/delivery/take.js';
import { eachUnsharded } from '../support/databases.js';
import { DELIVERED, emptyOutbox, endLeases, leaseAll, openOutbox } from '../support/outbox.js';

const ROWS = 20_000;
const ENDPOINTS = 500;

eachUnsharded((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b' }]);
    await db.query(
      `INSERT INTO endpoints (id, app_id, url, secret, events)
       SELECT 'ep_of_many_' || i, 'app_1', 'https://example.com/', 's', '{}' FROM generate_series(1, ${ENDPOINTS}) i`,
    );
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    // The rows of the test before must be gone for good, or every look passes over them.
    await db.query('VACUUM deliveries');
  });

  /** Stores deliveries, numbered, as the SQL says. No statistics are made of them: a burst comes faster than those do. */
  async function store(count: number, endpoint: string, columns: { state: string; due: string }) {
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_1', 'evt_' || n, 'transaction.created', now(), '{}' FROM generate_series(1, ${count}) n
       ON CONFLICT DO NOTHING`,
    );
    await db.query(
      `INSERT INTO deliveries (business_id, event_id, endpoint_id, state, due_at)
       SELECT 'biz_1', 'evt_' || n, ${endpoint}, '${columns.state}', ${columns.due}
       FROM generate_series(1, ${count}) n`,
    );
  }
  const storeOne = () => store(1, `'ep_b'`, { state: 'pending', due: 'now()' });

  /** Blocks that the statements read which `work` makes. A SELECT is run once more for its answer; a write has none here. */
  async function blocks(work: (on: Transactor) => Promise<unknown>): Promise<number> {
    let sum = 0;
    await work({
      ...db,
      query: async <R extends Row>(text: string, parameters?: readonly Parameter[]) => {
        const [row] = await db.query<Row & { 'QUERY PLAN': Plan[] | string }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
          parameters,
        );
        const plans = row!['QUERY PLAN'];
        const [{ Plan: root }] = (typeof plans === 'string' ? JSON.parse(plans) : plans) as [Plan];
        sum += root['Shared Hit Blocks'] + root['Shared Read Blocks'];
        return /\bUPDATE\b/.test(text) ? [] : db.query<R>(text, parameters);
      },
    });
    return sum;
  }
  type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };

  /** What a worker does that has the queues of all endpoints with something to do. */
  const look = (capacity: (endpointId: string) => number = () => 2) =>
    blocks(async (on) => {
      // What is explained is done too, so the queues are leased twice.
      await lease(on, 'test', 64, false);
      await endLeases(db);
      const leased = await lease(db, 'test', 64, false);
      expect(leased.map(({ endpointId }) => endpointId).sort()).toEqual(['ep_a', 'ep_b']);
      await releaseHeld(on, ['ep_a', 'ep_b']);
      const wanted = leased.map((one) => ({ ...one, capacity: capacity(one.endpointId), underWay: [] }));
      const taken = await take(on, wanted, 512);
      expect(taken.map(({ endpointId }) => endpointId)).toEqual(['ep_b']);
      await release(on, leased);
    });

  it('deliveries that wait for a retry at many endpoints cost a look nothing', async () => {
    await store(5_000, `'ep_of_many_' || 1 + n % ${ENDPOINTS}`, { state: 'pending', due: `now() + interval '1 hour'` });
    await storeOne();
    expect(await look()).toBeLessThan(120);
  });

  it('the backlog of a full endpoint, or held deliveries of a paused one, cost a look nothing', async () => {
    await store(ROWS, `'ep_a'`, { state: 'pending', due: `now() - interval '1 hour'` });
    await store(ROWS, `'ep_of_many_1'`, { state: 'held', due: 'now()' });
    await db.query(`UPDATE endpoints SET enabled = false, hold = true WHERE id = 'ep_of_many_1'`);
    await storeOne();
    expect(await look((endpointId) => (endpointId === 'ep_a' ? 0 : 2))).toBeLessThan(120);
  });

  it('a lease costs the same however many queues wait', async () => {
    const leaseOf = async (from: number, to: number) => {
      await db.query(
        `INSERT INTO endpoint_queues (endpoint_id, look_at)
         SELECT 'queue_' || i, now() - i * interval '1 second' FROM generate_series($1::integer, $2::integer) i`,
        [from, to],
      );
      return blocks((on) => lease(on, 'test', 64, false));
    };
    const few = await leaseOf(1, 500);
    expect(await leaseOf(501, ROWS)).toBeLessThan(1.5 * few);
    await db.query(`DELETE FROM endpoint_queues WHERE endpoint_id LIKE 'queue_%'`);
  });

  it('deliveries and results look up their rows by key, whatever the statistics say of the backlog', async () => {
    await store(ROWS, `'ep_a'`, { state: 'pending', due: `now() - interval '1 hour'` });
    await endLeases(db);
    const wanted = (await leaseAll(db)).map((one) => ({ ...one, capacity: 10, underWay: [] }));
    const taken = await take(db, wanted, 10);
    expect(taken).toHaveLength(10);
    expect(await blocks((on) => take(on, wanted, 10))).toBeLessThan(taken.length * 80);
    const results = taken.map((delivery) => ({ delivery, attempt: DELIVERED, at: new Date() }));
    await store(ROWS, `'ep_b'`, { state: 'pending', due: `now() - interval '1 hour'` });
    expect(await blocks((on) => recordAttempts(on, results, DEFAULT_DELAYS_MS))).toBeLessThan(taken.length * 80);
  });
});
