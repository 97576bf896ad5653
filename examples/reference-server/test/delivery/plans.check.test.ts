/** What a poll reads: of each endpoint what it may be sent, however much waits. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database, Parameter, Row, Transactor } from '../../src/database/database.js';
import { readCandidates } from '../../src/delivery/candidates.js';
import { claim } from '../../src/delivery/claim.js';
import { makeDueReady, releaseHeld } from '../../src/delivery/make-ready.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import type { Capacity } from '../../src/delivery/slots.js';
import { eachUnsharded } from '../support/databases.js';
import { DELIVERED, emptyOutbox, openOutbox } from '../support/outbox.js';

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
  async function store(count: number, endpoint: string, columns: { state: string; ready: boolean; due: string }) {
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_1', 'evt_' || n, 'transaction.created', now(), '{}' FROM generate_series(1, ${count}) n
       ON CONFLICT DO NOTHING`,
    );
    await db.query(
      `INSERT INTO deliveries (business_id, event_id, endpoint_id, state, ready, due_at)
       SELECT 'biz_1', 'evt_' || n, ${endpoint}, '${columns.state}', ${String(columns.ready)}, ${columns.due}
       FROM generate_series(1, ${count}) n`,
    );
  }
  const storeOne = () => store(1, `'ep_b'`, { state: 'pending', ready: true, due: 'now()' });

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

  const capacity = (known: Capacity['known'] = []): Capacity => ({ total: 512, unknown: 2, known });
  const full = [{ endpointId: 'ep_a', capacity: 0, underWay: 128, slow: false }];
  const poll = (known: Capacity['known'] = []) =>
    blocks(async (on) => {
      await makeDueReady(on);
      await releaseHeld(on);
      const candidates = await readCandidates(on, capacity(known));
      expect(candidates.map(({ endpointId }) => endpointId)).toEqual(['ep_b']);
    });

  it('deliveries that wait for a retry at many endpoints cost a poll nothing', async () => {
    const later = { state: 'pending', ready: false, due: `now() + interval '1 hour'` };
    await store(5_000, `'ep_of_many_' || 1 + n % ${ENDPOINTS}`, later);
    await storeOne();
    expect(await poll()).toBeLessThan(60);
  });

  it('the backlog of a full endpoint, or held deliveries of a paused one, cost a poll nothing', async () => {
    await store(ROWS, `'ep_a'`, { state: 'pending', ready: true, due: `now() - interval '1 hour'` });
    await store(ROWS, `'ep_of_many_1'`, { state: 'held', ready: false, due: 'now()' });
    await db.query(`UPDATE endpoints SET enabled = false, hold = true WHERE id = 'ep_of_many_1'`);
    await storeOne();
    expect(await poll(full)).toBeLessThan(60);
  });

  it('a claim and a result look up their rows by key, whatever the statistics say of the backlog', async () => {
    await store(ROWS, `'ep_a'`, { state: 'pending', ready: true, due: `now() - interval '1 hour'` });
    const find = () => readCandidates(db, { total: 10, unknown: 10, known: [] });
    const rows = await find();
    expect(rows).toHaveLength(10);
    expect(await blocks((on) => claim(on, rows))).toBeLessThan(rows.length * 80);
    const claims = await claim(db, await find());
    expect(claims).toHaveLength(10);
    const results = claims.map((one) => ({ claim: one, attempt: DELIVERED, at: new Date() }));
    await store(ROWS, `'ep_b'`, { state: 'pending', ready: true, due: `now() - interval '1 hour'` });
    expect(await blocks((on) => recordAttempts(on, results, DEFAULT_DELAYS_MS))).toBeLessThan(rows.length * 80);
  });
});
