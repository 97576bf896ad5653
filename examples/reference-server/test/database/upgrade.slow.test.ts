import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it } from 'vitest';
import { startBackground } from '../../src/database/background.js';
import type { Database } from '../../src/database/database.js';
import { migrate, missingMigrations } from '../../src/database/migrate.js';
import { readMigrations } from '../../src/database/migrations.js';
import { startWorker } from '../../src/delivery/worker.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { createMetrics } from '../../src/metrics.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { exportDocuments } from '../../src/transactions/export.js';
import { findDocuments } from '../../src/transactions/find.js';
import { eachUnsharded } from '../support/databases.js';
import { DELIVERED } from '../support/outbox.js';

const MIGRATIONS = new URL('../../src/database/migrations/', import.meta.url);
/** Milliseconds until the retry is due, and until the lease on the claimed delivery ends. */
const LATER_MS = 2_500;

/** The number of documents that biz_2 has in the old database. */
const DOCUMENTS = 1_000;
const documentOf = (i: number) => `{"receiptNumber":"R-${i}","name":"Kött ${i} 🧾","source":{"externalId":"x-${i}"}}`;

const identityOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Deliveries by event, as stored up to migration 003. Before migration 002, no delivery could be held. */
const DELIVERIES = {
  evt_ready: { endpoint: 'ep_open', state: 'pending', ready: true, attempts: 0, inMs: 0 },
  evt_retry: { endpoint: 'ep_open', state: 'pending', ready: false, attempts: 2, inMs: LATER_MS },
  evt_claimed: { endpoint: 'ep_open', state: 'pending', ready: false, attempts: 0, inMs: LATER_MS },
  evt_held: { endpoint: 'ep_paused', state: 'held', ready: false, attempts: 0, inMs: 0 },
  evt_waited: { endpoint: 'ep_paused', state: 'pending', ready: true, attempts: 1, inMs: 0 },
  evt_delivered: { endpoint: 'ep_open', state: 'delivered', ready: false, attempts: 1, inMs: 0 },
  evt_failed: { endpoint: 'ep_open', state: 'failed', ready: false, attempts: 6, inMs: 0 },
} as const;

/** Fills a database in the way that servers at this migration would have left it. */
async function writeOld(db: Database, last: number, deliveries: readonly (keyof typeof DELIVERIES)[]): Promise<void> {
  const old = readdirSync(MIGRATIONS).filter((name) => Number.parseInt(name, 10) <= last);
  await db.query('CREATE TABLE migrations (version integer PRIMARY KEY, at timestamptz DEFAULT now())');
  for (const name of old.sort()) {
    const statements = readFileSync(new URL(name, MIGRATIONS), 'utf8').split(/;$/m);
    for (const statement of statements.filter((text) => text.trim() !== '')) await db.query(statement);
    await db.query('INSERT INTO migrations (version) VALUES ($1)', [Number.parseInt(name, 10)]);
  }
  await db.query(`INSERT INTO businesses (id, owner_id, name, country) VALUES ('biz_1', 'own_1', 'Kaffebaren', 'SE')`);
  await db.query(
    `INSERT INTO transactions (business_id, id, identity, idempotency_key, instant_us, body) VALUES ('biz_1', 'txn_0', $1, 'key', 1, '{"a":1.0}')`,
    [identityOf('one')],
  );
  await db.query(
    `INSERT INTO transactions (business_id, id, identity, idempotency_key, instant_us, body)
     SELECT 'biz_2', 'txn_' || lpad(i::text, 5, '0'), encode(sha256(i::text::bytea), 'hex'), 'key-' || i, i, body
     FROM unnest($1::text[]) WITH ORDINALITY AS old (body, i)`,
    [Array.from({ length: DOCUMENTS }, (_, i) => documentOf(i + 1))],
  );
  await db.query(
    `INSERT INTO endpoints (id, owner_id, url, secret, events, enabled) VALUES
     ('ep_open', 'own_1', 'https://example.com/', 's', '{}', true),
     ('ep_paused', 'own_1', 'https://example.com/', 's', '{}', false)`,
  );
  if (last >= 2) {
    await db.query(`UPDATE endpoints SET hold = NOT enabled, last_error_class = CASE WHEN enabled THEN 'timeout' END`);
  }
  for (const id of deliveries) {
    const { endpoint, state, ready, attempts, inMs } = DELIVERIES[id];
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body) VALUES ('biz_1', $1, 'transaction.created', now(), $2)`,
      [id, JSON.stringify({ eventId: id })],
    );
    await db.query(
      `INSERT INTO deliveries (business_id, event_id, endpoint_id, state, attempts, fence, due_at, finished_at)
       VALUES ('biz_1', $1, $2, $3, $4, 1, now() + $5 * interval '1 millisecond',
         CASE WHEN $3 IN ('delivered', 'failed') THEN now() END)`,
      [id, endpoint, state, attempts, inMs],
    );
    if (state === 'failed' || id === 'evt_retry') {
      await db.query(
        `INSERT INTO attempts (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, error_class, answer)
         SELECT 'biz_1', $1, $2, 1, n, now() - interval '1 hour' + n * interval '1 minute', 7, 500, 'http_status', 'no'
         FROM generate_series(1, $3::integer) n`,
        [id, endpoint, attempts],
      );
    }
    if (last >= 2) await db.query(`UPDATE deliveries SET ready = $2 WHERE event_id = $1`, [id, ready]);
  }
}

/**
 * Runs the backfills, then checks each document byte for byte, and that it can be found by identity and by its numbers.
 */
async function checkDocuments(db: Database): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined };
  const background = startBackground({ database: db, alone: (work) => work(db), log, checkMs: 20 });
  await expect.poll(() => missingMigrations(db)).toEqual([]);
  await background.stop();
  const lines: string[] = [];
  for await (const line of exportDocuments(db, 'biz_2')) lines.push(line);
  expect(lines.sort()).toEqual(Array.from({ length: DOCUMENTS }, (_, i) => documentOf(i + 1)).sort());
  const { find } = createDocuments(db, { firstDelayMs: 0 });
  for (const i of [1, 500, DOCUMENTS]) {
    const identity = { businessId: 'biz_2', identity: identityOf(String(i)) };
    expect(await find({ ...identity, idempotencyKey: `key-${i}` })).toEqual({ body: documentOf(i) });
    expect(await find({ ...identity, idempotencyKey: 'another' })).toEqual({ body: undefined });
    for (const sought of [`R-${i}`, `x-${i}`])
      expect(await findDocuments(db, ['biz_2'], sought, 10)).toMatchObject([
        { id: `txn_${String(i).padStart(5, '0')}` },
      ]);
  }
}

for (const last of [1, 3])
  eachUnsharded((database) => {
    it(`after an upgrade from migration ${last}, the server sends each delivery once, when it is due`, async () => {
      const db = await database.open();
      const stored = (Object.keys(DELIVERIES) as (keyof typeof DELIVERIES)[]).filter(
        (id) => last > 1 || id !== 'evt_held',
      );
      await writeOld(db, last, stored);
      await db.query(`UPDATE deliveries SET created_at = now() - interval '1 day' WHERE event_id = 'evt_failed'`);
      const columns = 'event_id, endpoint_id, state, round, attempts, created_at, finished_at';
      const shown = async () => ({
        deliveries: await db.query(`SELECT ${columns} FROM deliveries ORDER BY event_id`),
        due: await db.query(`SELECT event_id, due_at FROM deliveries WHERE state = 'pending' ORDER BY event_id`),
        attempts: await db.query('SELECT * FROM attempts ORDER BY event_id, attempt'),
      });
      const before = await shown();
      const storedAt = Date.now();
      const instant = readMigrations().filter(({ version, kind }) => version > last && kind === 'instant');
      expect(await migrate(db)).toEqual(instant.map(({ version }) => version));
      expect(before.attempts).toHaveLength(8);
      expect(await shown()).toEqual(before);

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
      await expect.poll(ids).toEqual(['evt_claimed', 'evt_ready', 'evt_retry']);
      for (const { id, at } of sent) {
        const { inMs } = DELIVERIES[id as keyof typeof DELIVERIES];
        expect(at - storedAt).toBeGreaterThanOrEqual(inMs - 500);
      }
      await setEnabled(db, 'ep_paused', true);
      const all = stored.filter((id) => !['evt_delivered', 'evt_failed'].includes(id)).sort();
      await expect.poll(ids).toEqual(all);
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
      const { find } = createDocuments(db, { firstDelayMs: 0 });
      expect(await find({ businessId: 'biz_1', identity: identityOf('one'), idempotencyKey: 'key' })).toEqual({
        body: '{"a":1.0}',
      });
      await checkDocuments(db);
    });
  });
