import { beforeAll, describe, expect, it } from 'vitest';
import { countAttempt, countRejection, LATENCIES_MS } from 'receipt-reference-server/counters/counted.js';
import { createCounters } from 'receipt-reference-server/counters/counters.js';
import type { Database } from 'receipt-reference-server/database/database.js';
import { migrate } from 'receipt-reference-server/database/migrate.js';
import { anyDatabase } from '../../reference-server/test/support/databases.js';
import { storeDeliveries } from '../../reference-server/test/support/outbox.js';
import { readBacklogs } from 'receipt-reference-server/read-model/backlogs.js';
import { readRejections, readWhose } from 'receipt-reference-server/counters/rejections.js';
import { readActivity } from 'receipt-reference-server/read-model/counters.js';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 12, 30);
/** A time so far in the future that counts at this time do not affect the other tests. */
const LATER = NOW + 1_000 * HOUR_MS;
const ATTEMPTS = 100_000;
const ENDPOINTS = 50_000;

anyDatabase((place) => {
  let database: Database;
  beforeAll(async () => {
    database = await place.open();
    await migrate(database);
  });

  const counters = () =>
    createCounters(database, (error) => {
      throw error;
    });
  const attempt = (to: ReturnType<typeof counters>, endpointId: string, at: number, durationMs = 1, failed = false) =>
    countAttempt(to, {
      // The event is created when the attempt begins, so the delivery takes as long as the attempt.
      delivery: { businessId: 'biz', endpointId, round: 1, body: `{"createdAt":"${new Date(at).toISOString()}"}` },
      attempt: { durationMs, errorClass: failed ? 'timeout' : null },
      at: new Date(at),
      isLast: failed,
    });
  const read = async (subject: string, now = NOW) => (await readActivity(database, [subject], now)).get(subject)!;

  it('counts exactly 100,000 attempts in an hour across four processes', async () => {
    const processes = Array.from({ length: 4 }, counters);
    for (let i = 0; i < ATTEMPTS; i += 1) {
      // The attempts are spread over an hour, and every tenth fails.
      attempt(
        processes[i % 4]!,
        `ep_${i % 100}`,
        NOW - 30 * 60_000 + Math.floor((i * HOUR_MS) / ATTEMPTS),
        20,
        i % 10 === 0,
      );
      if (i % 9_999 === 0) await Promise.all(processes.map((one) => one.flush()));
    }
    await Promise.all(processes.map((one) => one.close()));
    const { hours, ...sums } = await read('all');
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toMatchObject({
      start: new Date(Date.UTC(2026, 10, 21, 12)),
      delivered: 90_000,
      failed: 10_000,
    });
    expect(sums).toEqual({ delivered: 90_000, failed: 10_000, p95Ms: 25, givenUp: 10_000, created: 0, rejected: 0 });
    expect(await read('endpoint:ep_10')).toMatchObject({ delivered: 0, failed: 1_000 });
    expect(await read('endpoint:ep_11')).toMatchObject({ delivered: 1_000, failed: 0 });
    expect(await read('business:biz')).toMatchObject({ delivered: 90_000, failed: 10_000, givenUp: 10_000 });
  });

  it('covers the current hour and the 23 previous hours', async () => {
    const own = counters();
    const at = Date.UTC(2027, 0, 2, 12, 59, 59, 999);
    for (const hours of [0, 1, 23, 24]) attempt(own, 'ep_hours', at - hours * HOUR_MS);
    await own.close();
    const { hours, delivered } = await read('endpoint:ep_hours', at);
    expect(hours.map((hour) => hour.delivered)).toEqual([1, ...Array.from({ length: 21 }, () => 0), 1, 1]);
    expect(delivered).toBe(3);
    expect((await read('endpoint:nobody', at)).p95Ms).toBeUndefined();
  });

  it.each([
    [95, 7, 5_000, 10],
    [94, 7, 5_000, 5_000],
    [94, 7, 10_001, Infinity],
    [100, 0, 0, 5],
  ])(
    'if %i of 100 attempts take %i ms and the others take %i ms, the 95th percentile is %d ms',
    async (quick, ms, otherMs, p95Ms) => {
      const own = counters();
      const endpoint = `ep_p95_${quick}_${otherMs}`;
      for (let i = 0; i < 100; i += 1) attempt(own, endpoint, LATER, i < quick ? ms : otherMs);
      await own.close();
      expect((await read(`endpoint:${endpoint}`, LATER)).p95Ms).toBe(p95Ms);
      expect(LATENCIES_MS).toHaveLength(12);
    },
  );

  it("counts the reasons why a business's requests were rejected, by kind and period", async () => {
    const own = counters();
    const rate = { field: 'items[3].taxRate', code: 'tax_rate_not_allowed', rule: 'tax-rates' };
    const total = { field: 'totals.total', code: 'total_mismatch', rule: 'totals' };
    const reject = (businessId: string, ...issues: (typeof rate)[]) =>
      countRejection(own, { appId: 'app_1', business: { id: businessId } }, issues);
    reject('biz_rejected', rate, rate, total);
    reject('biz_rejected', rate);
    reject('biz_rejected_too', total);
    await own.close();
    const now = Date.now();
    const { rejected, reasons } = await readRejections(database, ['business:biz_rejected'], 168, now);
    expect(rejected).toBe(2);
    expect(reasons.map(({ kind, name, rejected: n }) => [kind, name, n])).toEqual([
      ['app', 'app_1', 2],
      ['code', 'tax_rate_not_allowed', 2],
      ['field', 'items[].taxRate', 2],
      ['rule', 'tax-rates', 2],
      ['code', 'total_mismatch', 1],
      ['field', 'totals.total', 1],
      ['rule', 'totals', 1],
    ]);
    expect(reasons.map(({ later }) => later)).toEqual(reasons.map((reason) => reason.rejected));
    const whole = await readRejections(database, ['business:biz_rejected', 'business:biz_rejected_too'], 24, now);
    expect(whole.rejected).toBe(3);
    expect((await readRejections(database, ['app:app_1'], 24, now)).rejected).toBe(3);
    const whose = await readWhose(database, ['rule:totals', 'field:none'], 24, now);
    expect(whose.get('rule:totals')).toEqual({ apps: ['app_1'], businesses: ['biz_rejected', 'biz_rejected_too'] });
    expect(whose.get('field:none')).toEqual({ apps: [], businesses: [] });
    const later = await readRejections(database, ['business:biz_rejected'], 168, now + 8 * 24 * HOUR_MS);
    expect(later).toEqual({ rejected: 0, written: 0, reasons: [] });
  });

  describe('endpoints with deliveries', () => {
    beforeAll(async () => {
      await database.query(
        `INSERT INTO endpoints (id, owner_id, url, secret, events)
         SELECT 'ep_' || i, 'own', 'https://example.com/', 's', '{}' FROM generate_series(1, ${ENDPOINTS}) i`,
      );
      // Each endpoint gets two deliveries in each state, and one endpoint in the middle gets three.
      for (const statement of storeDeliveries(
        `SELECT 'biz' AS business_id, 'evt_' || n AS event_id, 'ep_' || i AS endpoint_id, s.state, 1 AS attempts,
           now() AS due_at, now() AS created_at, now() AS finished_at
         FROM generate_series(1, ${ENDPOINTS}) i CROSS JOIN (
           VALUES (1, 'pending'), (2, 'pending'), (3, 'failed'), (4, 'failed'), (5, 'held'), (6, 'held'),
             (7, 'pending'), (8, 'failed'), (9, 'held')
         ) AS s (n, state) WHERE n < 7 OR i = ${ENDPOINTS / 2}`,
      )) {
        await database.query(statement);
      }
    });

    it.each(['pending', 'failed', 'held'] as const)(
      'in state %s are listed by their number of deliveries, all of which are counted',
      async (state) => {
        const { endpoints, deliveries } = await readBacklogs(database, state, 3);
        expect(endpoints.map(({ deliveries: n }) => n)).toEqual([3, 2, 2]);
        expect(endpoints[0]!.id).toBe(`ep_${ENDPOINTS / 2}`);
        expect(deliveries).toBe(2 * ENDPOINTS + 1);
      },
    );
  });
});
