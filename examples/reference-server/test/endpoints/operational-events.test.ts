import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database, Row } from '../../src/database/database.js';
import { createHealth } from '../../src/delivery/health.js';
import { pauseFailing } from '../../src/endpoints/auto-pause.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { createAnnounce, reportEndpoints, startReporting } from '../../src/endpoints/operational-events.js';
import { EVENT_TYPES, OPERATIONAL_FEATURE } from '../../src/events/event-types.js';
import { FEED_START, readFeed } from '../../src/events/feed.js';
import { CITUS } from '../../src/sql/citus.js';
import { anyDatabase } from '../support/databases.js';
import { DELIVERED, deliveriesOf, emptyOutbox, FAILED, openOutbox, recordOne, takeAll } from '../support/outbox.js';

const ALL = EVENT_TYPES.map(({ type }) => type);
const ON = createAnnounce([OPERATIONAL_FEATURE], 0);
const OFF = createAnnounce([], 0);

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [
      { id: 'ep_a', events: ALL, url: 'http://127.0.0.1:9/a' },
      { id: 'ep_b', events: ALL },
      { id: 'documents', events: ['transaction.created'] },
      { id: 'recoveries', events: ['endpoint.recovered'] },
      { id: 'other_app', appId: 'app_2', events: ALL },
      { id: 'own_a', ownerId: 'own_1', events: ALL },
      { id: 'own_b', ownerId: 'own_1', events: ALL },
      { id: 'other_owner', ownerId: 'own_2', events: ALL },
    ]);
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    await db.query(
      `UPDATE endpoints SET enabled = true, hold = false, failing_since = NULL, failing_attempts = 0, failing_reported_at = NULL,
         recovered_at = NULL, last_attempt_at = NULL, last_status = NULL, last_business_id = NULL`,
    );
    await db.query('UPDATE authorizations SET revoked_at = NULL');
  });

  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second));

  /** Records delivery attempts to an endpoint, each at a given second, then reports the endpoint's state. */
  async function attempt(id: string, attempts: readonly (readonly [second: number, ok: boolean])[], announce = ON) {
    const health = createHealth(db);
    for (const [second, ok] of attempts) {
      health.observe({ endpointId: id, businessId: 'biz_2' }, ok ? DELIVERED : FAILED, at(second));
    }
    await health.flush(true);
    return reportEndpoints(db, announce);
  }
  const fail = (id: string, announce = ON) =>
    attempt(
      id,
      [
        [0, false],
        [30, false],
        [330, false],
      ],
      announce,
    );

  const sent = async () => {
    const rows = await db.query<Row & { line: string }>(
      `SELECT v.type || ' to ' || d.endpoint_id AS line FROM deliveries d
       JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id ORDER BY v.id, d.endpoint_id`,
    );
    return rows.map(({ line }) => line);
  };
  const envelopes = async () =>
    (await db.query<Row & { body: string }>('SELECT body FROM events ORDER BY id')).map(
      ({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>,
    );

  it.each([
    [
      'two attempts',
      [
        [0, false],
        [400, false],
      ],
      0,
    ],
    [
      'less than five minutes',
      [
        [0, false],
        [30, false],
        [299, false],
      ],
      0,
    ],
    [
      'a success in between',
      [
        [0, false],
        [30, true],
        [200, false],
        [330, false],
        [400, false],
      ],
      0,
    ],
    [
      'three attempts in five minutes',
      [
        [0, false],
        [30, false],
        [300, false],
      ],
      1,
    ],
  ] as const)('whether an endpoint is reported as failing: %s', async (_, attempts, reported) => {
    expect(await attempt('ep_a', attempts)).toBe(reported);
    expect(await sent()).toEqual(reported === 0 ? [] : ['endpoint.failing to ep_b']);
  });

  it("the event goes once to each of the app's other endpoints that subscribe to it", async () => {
    await fail('ep_a');
    expect(await attempt('ep_a', [[400, false]])).toBe(0);
    expect(await sent()).toEqual(['endpoint.failing to ep_b']);
    expect(await envelopes()).toMatchObject([
      {
        type: 'endpoint.failing',
        businessId: 'biz_2',
        data: {
          endpointId: 'ep_a',
          url: 'http://127.0.0.1:9/a',
          since: at(0).toISOString(),
          failedAttempts: 3,
          lastStatus: 500,
        },
      },
    ]);
  });

  it("the events about an owner's endpoint go to the owner's other endpoints", async () => {
    await fail('own_a');
    expect(await sent()).toEqual(['endpoint.failing to own_b']);
  });

  it('after a success, the endpoint has recovered, and can fail again', async () => {
    await fail('ep_a');
    expect(await attempt('ep_a', [[400, true]])).toBe(1);
    expect(await attempt('ep_a', [[401, true]])).toBe(0);
    await fail('ep_a');
    expect(await sent()).toEqual([
      'endpoint.failing to ep_b',
      'endpoint.recovered to ep_b',
      'endpoint.recovered to recoveries',
      'endpoint.failing to ep_b',
    ]);
    expect((await envelopes())[1]).toMatchObject({
      data: { endpointId: 'ep_a', since: at(400).toISOString(), failedAttempts: 0, lastStatus: 200 },
    });
  });

  it('an endpoint that fails briefly reports neither failure nor recovery', async () => {
    await attempt('ep_a', [[0, false]]);
    await attempt('ep_a', [[1, true]]);
    expect(await sent()).toEqual([]);
  });

  it('emits an event when a worker pauses an endpoint, and another when the endpoint recovers after being resumed', async () => {
    await fail('ep_a', OFF);
    await db.query(`UPDATE endpoints SET failing_attempts = 20, last_attempt_at = $1 WHERE id = 'ep_a'`, [at(90_000)]);
    expect(await pauseFailing(db, 1, ON)).toEqual(['ep_a']);
    await reportEndpoints(db, ON);
    expect(await sent()).toEqual(['endpoint.paused to ep_b']);
    await setEnabled(db, 'ep_a', true);
    await attempt('ep_a', [[500, true]]);
    expect((await sent()).slice(1)).toEqual(['endpoint.recovered to ep_b', 'endpoint.recovered to recoveries']);
  });

  it('without the feature, no event is stored, but the state is updated', async () => {
    expect(await fail('ep_a', OFF)).toBe(1);
    expect(await attempt('ep_a', [[400, true]], OFF)).toBe(1);
    expect(await db.query('SELECT id FROM events')).toEqual([]);
    const [row] = await db.query(`SELECT recovered_at, failing_reported_at FROM endpoints WHERE id = 'ep_a'`);
    expect(row).toEqual({ recovered_at: at(400), failing_reported_at: null });
  });

  it('an event about an endpoint is delivered like any other, but never to that endpoint', async () => {
    await fail('ep_a');
    const [delivery] = await takeAll(db);
    expect(await recordOne(db, delivery!, FAILED)).toBe(true);
    expect(await deliveriesOf(db, delivery!.eventId)).toMatchObject([
      { endpoint_id: 'ep_b', state: 'pending', attempts: 1 },
    ]);
    await fail('ep_b');
    await fail('ep_b');
    await fail('ep_a');
    expect(await sent()).toEqual(['endpoint.failing to ep_b', 'endpoint.failing to ep_a']);
  });

  it('a paused endpoint gets the event only if its pause holds events', async () => {
    await setEnabled(db, 'own_b', false, { hold: true });
    await setEnabled(db, 'ep_b', false);
    await fail('own_a');
    await fail('ep_a');
    const held = await db.query(`SELECT endpoint_id, state FROM deliveries`);
    expect(held).toEqual([{ endpoint_id: 'own_b', state: 'held' }]);
  });

  it("the event names another business if the app may no longer read the last attempt's business", async () => {
    await db.query(`UPDATE authorizations SET revoked_at = now() WHERE app_id = 'app_1' AND business_id = 'biz_2'`);
    await fail('ep_a');
    expect(await envelopes()).toMatchObject([{ businessId: 'biz_1' }]);
    expect(await takeAll(db)).toMatchObject([{ endpointId: 'ep_b', allowed: true }]);
  });

  it('an app that may read no business gets no event', async () => {
    await db.query(`UPDATE authorizations SET revoked_at = now() WHERE app_id = 'app_1'`);
    expect(await fail('ep_a')).toBe(1);
    expect(await db.query('SELECT id FROM events')).toEqual([]);
  });

  it("the business's feed does not contain the event", async () => {
    await fail('ep_a');
    const query = { businessId: 'biz_2', after: FEED_START, limit: 50, authorizations: true };
    if (db.sql !== CITUS) expect((await readFeed(db, query)).events).toEqual([]);
  });

  it('a worker keeps looking for endpoints to report until it is stopped', async () => {
    const worker = startReporting(db, ON, { warn: () => undefined }, 1);
    await attempt(
      'ep_a',
      [
        [0, false],
        [30, false],
        [330, false],
      ],
      ON,
    );
    await expect.poll(sent).toEqual(['endpoint.failing to ep_b']);
    await worker.stop();
    await db.query(`UPDATE endpoints SET failing_since = NULL WHERE id = 'ep_a'`);
    await sleep(5);
    expect(await sent()).toEqual(['endpoint.failing to ep_b']);
  });
});
