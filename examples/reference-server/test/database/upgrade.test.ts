import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { startWorker } from '../../src/delivery/worker.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { createMetrics } from '../../src/metrics.js';
import { eachUnsharded } from '../support/databases.js';
import { DELIVERED } from '../support/outbox.js';

const MIGRATIONS = new URL('../../src/database/migrations/', import.meta.url);
/** Milliseconds until the retry is due, and until the lease of the claimed one ends. */
const LATER_MS = 2_500;

/** Deliveries as the tables had them up to migration 003, by event. */
const DELIVERIES = {
  evt_ready: { endpoint: 'ep_open', state: 'pending', ready: true, attempts: 0, inMs: 0 },
  evt_retry: { endpoint: 'ep_open', state: 'pending', ready: false, attempts: 2, inMs: LATER_MS },
  evt_claimed: { endpoint: 'ep_open', state: 'pending', ready: false, attempts: 0, inMs: LATER_MS },
  evt_held: { endpoint: 'ep_paused', state: 'held', ready: false, attempts: 0, inMs: 0 },
  evt_waited: { endpoint: 'ep_paused', state: 'pending', ready: true, attempts: 1, inMs: 0 },
  evt_delivered: { endpoint: 'ep_open', state: 'delivered', ready: false, attempts: 1, inMs: 0 },
  evt_failed: { endpoint: 'ep_open', state: 'failed', ready: false, attempts: 6, inMs: 0 },
} as const;

eachUnsharded((database) => {
  it('deliveries of a database before migration 004 are each sent once, in their time', async () => {
    const db = await database.open();
    const old = readdirSync(MIGRATIONS).filter((name) => /^00[123]-/.test(name));
    await db.query('CREATE TABLE migrations (version integer PRIMARY KEY, at timestamptz DEFAULT now())');
    for (const name of old.sort()) {
      const statements = readFileSync(new URL(name, MIGRATIONS), 'utf8').split(/;$/m);
      for (const statement of statements.filter((text) => text.trim() !== '')) await db.query(statement);
      await db.query('INSERT INTO migrations (version) VALUES ($1)', [Number.parseInt(name, 10)]);
    }
    await db.query(
      `INSERT INTO businesses (id, owner_id, name, country) VALUES ('biz_1', 'own_1', 'Kaffebaren', 'SE')`,
    );
    await db.query(
      `INSERT INTO endpoints (id, owner_id, url, secret, events, enabled, hold, last_error_class) VALUES
       ('ep_open', 'own_1', 'https://example.com/', 's', '{}', true, false, 'timeout'),
       ('ep_paused', 'own_1', 'https://example.com/', 's', '{}', false, true, NULL)`,
    );
    for (const [id, { endpoint, state, ready, attempts, inMs }] of Object.entries(DELIVERIES)) {
      await db.query(
        `INSERT INTO events (business_id, id, type, created_at, body) VALUES ('biz_1', $1, 'transaction.created', now(), $2)`,
        [id, JSON.stringify({ eventId: id })],
      );
      await db.query(
        `INSERT INTO deliveries (business_id, event_id, endpoint_id, state, ready, attempts, fence, due_at, finished_at)
         VALUES ('biz_1', $1, $2, $3, $4, $5, 1, now() + $6 * interval '1 millisecond',
           CASE WHEN $3 IN ('delivered', 'failed') THEN now() END)`,
        [id, endpoint, state, ready, attempts, inMs],
      );
    }
    const storedAt = Date.now();
    expect(await migrate(db)).toContain(4);

    const sent: { id: string; at: number }[] = [];
    const worker = startWorker({
      database: db.delivery,
      metrics: createMetrics(db),
      log: pino({ level: 'silent' }),
      delaysMs: [0, 0, 0, 0, 0, 0],
      endpointSlots: 128,
      sender: {
        close: () => undefined,
        send: ({ body }) => {
          sent.push({ id: (JSON.parse(String(body)) as { eventId: string }).eventId, at: Date.now() });
          return Promise.resolve(DELIVERED);
        },
      },
    });
    const ids = () => sent.map(({ id }) => id).sort();
    await expect.poll(ids, { timeout: 20_000 }).toEqual(['evt_claimed', 'evt_ready', 'evt_retry']);
    for (const { id, at } of sent) {
      const { inMs } = DELIVERIES[id as keyof typeof DELIVERIES];
      expect(at - storedAt).toBeGreaterThanOrEqual(inMs - 500);
    }
    await setEnabled(db, 'ep_paused', true);
    const all = ['evt_claimed', 'evt_held', 'evt_ready', 'evt_retry', 'evt_waited'];
    await expect.poll(ids, { timeout: 20_000 }).toEqual(all);
    await sleep(1_500);
    await worker.stop();
    expect(ids()).toEqual(all);
    const states = await db.query(
      `SELECT event_id, state, attempts FROM deliveries WHERE state <> 'delivered' OR attempts <> 1 ORDER BY event_id`,
    );
    expect(states).toEqual([
      { event_id: 'evt_failed', state: 'failed', attempts: 6 },
      { event_id: 'evt_retry', state: 'delivered', attempts: 3 },
      { event_id: 'evt_waited', state: 'delivered', attempts: 2 },
    ]);
  });
});
