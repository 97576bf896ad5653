/**
 * A check of the due queues reads only the deliveries that can be sent now, however many other deliveries are waiting.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Parameter, Row, Transactor } from '../../src/database/database.js';
import { releaseHeld } from '../../src/delivery/held.js';
import { addQueues, lease, release, renew } from '../../src/delivery/queues.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { take } from '../../src/delivery/take.js';
import { subscribersOf, TO_REPORT } from '../../src/endpoints/operational-events.js';
import { eventIdOf } from '../../src/sql/documents.js';
import { wakeQueues } from '../../src/sql/queues.js';
import { eachUnsharded } from '../support/databases.js';
import { DELIVERED, endLeases, leaseAll, openOutbox } from '../support/outbox.js';
import { ID_START } from '../support/documents.js';

const ROWS = 20_000;
const ENDPOINTS = 20_000;
const TABLES = ['outbox', 'events', 'transactions', 'endpoints', 'endpoint_queues'];

eachUnsharded((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, []);
    // Autovacuum would analyze the tables, and its snapshot would keep old row versions, which statements then read.
    for (const table of TABLES) await db.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  });
  beforeEach(async () => {
    // DELETE would leave dead rows, which every check reads, and other transactions can prevent VACUUM from removing
    // them.
    await db.query(`TRUNCATE delivery_log, ${TABLES.join(', ')}`);
    await db.query(
      `INSERT INTO endpoints (id, app_id, url, secret, events)
       SELECT id, 'app_1', 'https://example.com/', 's', '{}' FROM unnest(ARRAY['ep_a', 'ep_b']) AS k (id)`,
    );
    await addQueues(db, ['ep_a', 'ep_b']);
    for (const table of TABLES) await db.query(`VACUUM ANALYZE ${table}`);
  });

  /** Adds numbered endpoints whose queues are due in an hour, or never if the endpoints are paused. */
  async function addMany({ enabled }: { enabled: boolean }) {
    await db.query(
      `INSERT INTO endpoints (id, app_id, url, secret, events, enabled, hold)
       SELECT 'ep_of_many_' || i, 'app_1', 'https://example.com/', 's', '{}', $1, NOT $1
       FROM generate_series(1, ${ENDPOINTS}) i`,
      [enabled],
    );
    await db.query(
      `INSERT INTO endpoint_queues (endpoint_id, look_at, parked_at)
       SELECT id, CASE WHEN enabled THEN now() + interval '1 hour' ELSE 'infinity' END, now() - interval '1 minute'
       FROM endpoints WHERE id LIKE 'ep_of_many_%'`,
    );
  }

  /** Stores numbered deliveries. `endpoint` and `columns.due` are SQL. */
  async function store(count: number, endpoint: string, columns: { held?: boolean; due: string }) {
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_1', 'evt_' || n, 'transaction.created', now(), '{}' FROM generate_series(1, ${count}) n
       ON CONFLICT DO NOTHING`,
    );
    await db.query(
      `INSERT INTO outbox (business_id, event_id, endpoint_id, held, due_at)
       SELECT 'biz_1', 'evt_' || n, ${endpoint}, ${columns.held ?? false}, ${columns.due}
       FROM generate_series(1, ${count}) n`,
    );
  }
  const storeOne = () => store(1, `'ep_b'`, { due: 'now()' });

  /** The planner's statistics, and whether it uses a generic plan, which PostgreSQL can reuse for any parameters. */
  const KNOWN = [
    { statistics: 'of empty tables', generic: false },
    { statistics: 'of empty tables', generic: true },
    { statistics: 'up to date', generic: false },
    { statistics: 'up to date', generic: true },
  ] as const;

  describe.each(KNOWN)('with planner statistics $statistics, generic plans: $generic', ({ statistics, generic }) => {
    const analyzed = async () => {
      if (statistics === 'up to date') for (const table of TABLES) await db.query(`ANALYZE ${table}`);
    };

    /**
     * Counts the blocks that the statements of `work` read. Runs a SELECT again to get its rows; an UPDATE returns
     * none.
     */
    async function blocks(work: (on: Transactor) => Promise<unknown>): Promise<number> {
      let sum = 0;
      await work({
        ...db,
        query: async <R extends Row>(text: string, parameters: readonly Parameter[] = []) => {
          const plan = await db.transaction(async (tx) => {
            if (!generic) return tx.query(`${EXPLAIN} ${text}`, parameters);
            await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
            await tx.query(`PREPARE one AS ${text}`);
            const rows = await tx.query(`${EXPLAIN} EXECUTE one (${parameters.map(literal).join(', ')})`);
            await tx.query('DEALLOCATE one');
            return rows;
          });
          const found = plan[0]!['QUERY PLAN'];
          const [{ Plan: root }] = (typeof found === 'string' ? JSON.parse(found) : found) as [Plan];
          sum += root['Shared Hit Blocks'] + root['Shared Read Blocks'];
          return /\bUPDATE\b/.test(text) ? [] : db.query<R>(text, parameters);
        },
      });
      return sum;
    }

    /**
     * Checks the queues like a worker that leases all queues with due deliveries. Returns the number of blocks read.
     */
    const look = (capacity: (endpointId: string) => number = () => 2) =>
      blocks(async (on) => {
        await analyzed();
        // EXPLAIN ANALYZE also executes its statement, so the queues are leased twice.
        await lease(on, 'test', 64, false);
        await db.query(`UPDATE endpoint_queues SET look_at = now() WHERE endpoint_id IN ('ep_a', 'ep_b')`);
        const leased = await lease(db, 'test', 64, false);
        expect(leased.map(({ endpointId }) => endpointId).sort()).toEqual(['ep_a', 'ep_b']);
        await releaseHeld(on, ['ep_a', 'ep_b']);
        const wanted = leased.map((one) => ({ ...one, capacity: capacity(one.endpointId), underWay: [] }));
        const taken = await take(on, wanted, 512);
        expect(taken.map(({ endpointId }) => endpointId)).toEqual(['ep_b']);
        await release(on, leased);
      });

    it('deliveries that wait for a retry at many endpoints add no cost to a check', async () => {
      await addMany({ enabled: true });
      await store(ROWS, `'ep_of_many_' || 1 + n % ${ENDPOINTS}`, {
        due: `now() + interval '1 hour'`,
      });
      await storeOne();
      expect(await look()).toBeLessThan(120);
    });

    it('deliveries that wait for a retry at one endpoint add no cost to a check', async () => {
      await store(ROWS, `'ep_a'`, { due: `now() + interval '1 hour'` });
      await storeOne();
      expect(await look()).toBeLessThan(120);
    });

    it("a business's other documents add no cost to a check", async () => {
      await db.query(
        `INSERT INTO transactions (business_id, id, instant_us, coding, bytes, packed, created_at)
         SELECT 'biz_1', $1 || n, n, 1, 2, '\\x0300', now() FROM generate_series(1, ${ROWS}) n`,
        [ID_START],
      );
      await db.query(
        `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at) VALUES ('biz_1', $1, 'ep_b', now())`,
        [eventIdOf(`${ID_START}77`)],
      );
      expect(await look()).toBeLessThan(120);
    });

    it("a saturated endpoint's backlog adds no cost to a check", async () => {
      await store(ROWS, `'ep_a'`, { due: `now() - interval '1 hour'` });
      await storeOne();
      expect(await look((endpointId) => (endpointId === 'ep_a' ? 0 : 2))).toBeLessThan(120);
    });

    it('held and waiting deliveries to many paused endpoints add no cost to a check', async () => {
      await addMany({ enabled: false });
      const endpoint = `'ep_of_many_' || 1 + n % ${ENDPOINTS}`;
      await store(ROWS, endpoint, { held: true, due: 'now()' });
      await db.query(`UPDATE outbox SET held = false WHERE event_id LIKE 'evt_%0'`);
      await storeOne();
      expect(await look()).toBeLessThan(120);
    });

    it("an app's failing endpoints add no cost to finding the failures to report and their subscribers", async () => {
      await addMany({ enabled: true });
      await db.query(`UPDATE endpoints SET failing_since = now(), failing_reported_at = now() WHERE id <> 'ep_a'`);
      await db.query('VACUUM endpoints');
      await analyzed();
      expect(await blocks((on) => on.query(TO_REPORT, ['']))).toBeLessThan(20);
      expect(await blocks((on) => on.query(subscribersOf('app'), ['app_1', 'endpoint.failing', 'ep_a']))).toBeLessThan(
        20,
      );
    });

    it('leasing, renewing, waking and releasing queues costs the same however many queues wait', async () => {
      const costs = async (from: number, to: number) => {
        await db.query(
          `INSERT INTO endpoint_queues (endpoint_id, look_at, parked_at)
           SELECT 'ep_of_many_' || i, now() - i * interval '1 second', now() FROM generate_series($1::integer, $2::integer) i`,
          [from, to],
        );
        await analyzed();
        const leased = await lease(db, 'test', 64, false);
        expect(leased).toHaveLength(64);
        return [
          await blocks((on) => lease(on, 'test', 64, false)),
          await blocks((on) => renew(on, leased)),
          await blocks((on) =>
            wakeQueues(
              on,
              leased.map(({ endpointId }) => endpointId),
            ),
          ),
          await blocks((on) =>
            release(
              on,
              leased.map((one) => ({ ...one, parked: false })),
            ),
          ),
        ];
      };
      const few = await costs(1, 500);
      const many = await costs(501, ROWS);
      expect(many.map((blocks, i) => blocks < 1.5 * few[i]!)).toEqual([true, true, true, true]);
    });

    it('rows are looked up by key when deliveries are taken and results recorded, however long the backlog is', async () => {
      await store(ROWS, `'ep_a'`, { due: `now() - interval '1 hour'` });
      await endLeases(db);
      const wanted = (await leaseAll(db)).map((one) => ({ ...one, capacity: 10, underWay: [] }));
      const taken = await take(db, wanted, 10);
      expect(taken).toHaveLength(10);
      await analyzed();
      expect(await blocks((on) => take(on, wanted, 10))).toBeLessThan(taken.length * 20);
      const results = taken.map((delivery) => ({ delivery, attempt: DELIVERED, at: new Date() }));
      await store(ROWS, `'ep_b'`, { due: `now() - interval '1 hour'` });
      await analyzed();
      expect(await blocks((on) => recordAttempts(on, results, DEFAULT_DELAYS_MS))).toBeLessThan(taken.length * 80);
    });
  });
});

const EXPLAIN = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)';

type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };

/** A parameter of any type as an SQL literal. */
function literal(value: Parameter): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (!Array.isArray(value)) return `'${String(value).replaceAll("'", "''")}'`;
  return `'{${value.map((one) => (one === null ? 'NULL' : JSON.stringify(one))).join(',')}}'`;
}
