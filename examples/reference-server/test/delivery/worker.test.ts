import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { revokeAccess } from '../../src/businesses/access.js';
import { DatabaseUnavailable, type Database } from '../../src/database/database.js';
import type { Attempt } from '../../src/delivery/attempt.js';
import { recordAttempts, type Result } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { createSigners } from '../../src/delivery/signers.js';
import { startWorker } from '../../src/delivery/worker.js';
import { deliver } from '../../src/delivery/deliver.js';
import type { Delivery } from '../../src/delivery/take.js';
import { findEvent, findEvents } from '../../src/events/stored-envelope.js';
import { PLAIN_SECRETS } from '../../src/endpoints/secrets.js';
import { createMetrics } from '../../src/metrics.js';
import type { Lease } from '../../src/sql/dialect.js';
import { eventIdOf } from '../../src/sql/documents.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { eachDatabase } from '../support/databases.js';
import {
  takeAll,
  deliveriesOf,
  DELIVERED,
  emitOne,
  emptyOutbox,
  endLeases,
  openOutbox,
  takeOf,
} from '../support/outbox.js';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { testId, testIdentity } from '../support/documents.js';

eachDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b', appId: 'app_2' }]);
  });
  beforeEach(async () => {
    await emptyOutbox(db);
  });

  const context = (over: Database, send: () => Promise<Attempt>) => ({
    database: over,
    sender: { send, close: () => Promise.resolve() },
    metrics: createMetrics(db),
    log: pino({ level: 'silent' }),
    delaysMs: DEFAULT_DELAYS_MS,
    endpointSlots: 128,
    signerOf: createSigners(),
    record: async (result: Result) => (await recordAttempts(over, [result], DEFAULT_DELAYS_MS))[0]!,
  });

  it('an unreadable document counts as a failed attempt, and does not delay other documents', async () => {
    const { write } = createDocuments(db, { firstDelayMs: 0 });
    const ids = ['damaged', 'newer', 'whole'].map(testId);
    const [damaged, newer, whole] = ids as [string, string, string];
    for (const id of ids) {
      const document = {
        businessId: 'biz_1',
        id,
        identity: testIdentity(),
        idempotencyKey: null,
        instantUs: '1',
        body: '{"a":1}',
      };
      const rest = { authorizationId: null, receiptNumber: '1', externalId: '1', createdAt: new Date().toISOString() };
      expect(await write({ ...document, ...rest })).toBe('written');
    }
    await db.query(`UPDATE transactions SET packed = substr(packed, 2) WHERE business_id = 'biz_1' AND id = $1`, [
      damaged,
    ]);
    await db.query(`UPDATE transactions SET coding = 99 WHERE business_id = 'biz_1' AND id = $1`, [newer]);
    let sent = 0;
    const send = () => Promise.resolve({ ...DELIVERED, durationMs: (sent += 1) });
    const taken = await takeAll(db);
    expect(taken).toHaveLength(6);
    await Promise.all(taken.map((one) => deliver(context(db, send), one)));
    expect(sent).toBe(2);
    expect(await deliveriesOf(db, eventIdOf(whole))).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    for (const id of [eventIdOf(damaged), eventIdOf(newer)]) {
      const waits = { state: 'pending', attempts: 1 };
      expect(await deliveriesOf(db, id)).toMatchObject([waits, waits]);
      const attempts = await db.query('SELECT DISTINCT error_class FROM attempts WHERE event_id = $1', [id]);
      expect(attempts).toEqual([{ error_class: 'unreadable' }]);
    }
    const keys = ids.map((id) => ({ businessId: 'biz_1', eventId: eventIdOf(id) }));
    const bodies = [...(await findEvents(db, keys)).values()].map(({ body }) => body?.slice(-16) ?? null);
    expect(bodies.sort()).toEqual([',"data":{"a":1}}', null, null]);
    await expect(findEvent(db, 'biz_1', eventIdOf(damaged))).rejects.toThrow();
    await db.query(`DELETE FROM transactions`);
  });

  it.each([
    ['is unreachable', false],
    ['stores the result, but its responses are lost', true],
  ])('a result counts once even if the database %s for the first two attempts', async (_, reached) => {
    const eventId = await emitOne(db);
    let tries = 0;
    const failing: Database = {
      ...db,
      query: async (text, parameters) => {
        if (!text.includes('INSERT INTO delivery_log') || (tries += 1) > 2) return db.query(text, parameters);
        if (reached) await db.query(text, parameters);
        throw new DatabaseUnavailable('away');
      },
      transaction: async (work) => {
        const missed = (tries += 1) <= 2;
        if (missed && !reached) throw new DatabaseUnavailable('away');
        const result = await db.transaction(work);
        if (missed) throw new DatabaseUnavailable('away');
        return result;
      },
    };
    const taken = await takeAll(db);
    let sent = 0;
    const send = () => Promise.resolve({ ...DELIVERED, durationMs: (sent += 1) });
    await Promise.all(taken.map((one) => deliver(context(failing, send), one)));
    expect(await deliveriesOf(db, eventId)).toMatchObject([
      { state: 'delivered', attempts: 1 },
      { state: 'delivered', attempts: 1 },
    ]);
    expect(sent).toBe(2);
    expect(await db.query('SELECT attempt FROM attempts')).toEqual([{ attempt: 1 }, { attempt: 1 }]);
  });

  it('stop waits until the attempts in progress are recorded, and starts no new attempts', async () => {
    const eventId = await emitOne(db);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let sent = 0;
    let bothSent: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (bothSent = resolve));
    const worker = startWorker(
      context(db, async () => {
        sent += 1;
        if (sent === 2) bothSent();
        await held;
        return DELIVERED;
      }),
    );
    await both;
    const stopped = worker.stop();
    const later = await emitOne(db);
    release();
    await stopped;
    expect(sent).toBe(2);
    expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(await deliveriesOf(db, later)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  });

  it('a worker without the key to a secret leaves the deliveries to other workers', async () => {
    const eventId = await emitOne(db);
    let failed = 0;
    const open = () => {
      failed += 1;
      throw new Error('No key decrypts the secret');
    };
    let sent = 0;
    const send = () => Promise.resolve({ ...DELIVERED, durationMs: (sent += 1) });
    const without = startWorker({ ...context(db, send), secrets: { ...PLAIN_SECRETS, open } });
    await vi.waitUntil(() => failed >= 2, { timeout: HUNG_MS });
    // The worker neither retries nor keeps the lease.
    await sleep(1_000);
    expect([failed, sent]).toEqual([2, 0]);
    await without.stop();
    await endLeases(db);
    const worker = startWorker(context(db, send));
    await vi.waitUntil(() => sent >= 2, { timeout: HUNG_MS });
    await worker.stop();
    expect(await deliveriesOf(db, eventId)).toMatchObject([
      { state: 'delivered', attempts: 1 },
      { state: 'delivered', attempts: 1 },
    ]);
  });

  it('an endpoint starts with two concurrent attempts, gets more after quick responses, and one after a timeout', async () => {
    await db.query(`UPDATE endpoints SET enabled = id = 'ep_a'`);
    for (let i = 0; i < 30; i += 1) await emitOne(db);
    const waiting: ((attempt: Attempt) => void)[] = [];
    const worker = startWorker(context(db, () => new Promise<Attempt>((resolve) => waiting.push(resolve))));
    /** Resolves when `count` attempts are in progress, and no more have started shortly afterwards. */
    const underWay = async (count: number) => {
      await vi.waitUntil(() => waiting.length >= count, { timeout: HUNG_MS });
      await sleep(400);
      expect(waiting).toHaveLength(count);
    };
    const endAll = (attempt: Attempt) => waiting.splice(0).forEach((end) => end(attempt));
    await underWay(2);
    endAll(DELIVERED);
    await underWay(4);
    endAll(DELIVERED);
    await underWay(8);
    endAll({ ...DELIVERED, delivered: false, status: null, errorClass: 'timeout' });
    await underWay(1);
    const stopped = worker.stop();
    endAll(DELIVERED);
    await stopped;
    await db.query('UPDATE endpoints SET enabled = true');
  });

  it('after a revocation, waiting deliveries are cancelled, and an attempt in progress is recorded', async () => {
    const before = await emitOne(db);
    const underWay = await takeAll(db);
    const after = await emitOne(db);
    expect(await revokeAccess(db, { businessId: 'biz_1', authorizationId: 'auth_2' }, 0)).toBe(true);
    const taken = (await takeOf(db, heldBy(underWay))).filter(({ eventId }) => eventId === after);
    let sent = 0;
    const send = () => Promise.resolve({ ...DELIVERED, durationMs: (sent += 1) });
    await Promise.all([...underWay, ...taken].map((one) => deliver(context(db, send), one)));
    await db.query(`UPDATE authorizations SET revoked_at = NULL WHERE app_id = 'app_2'`);
    expect(sent).toBe(3);
    expect(await deliveriesOf(db, before)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(await deliveriesOf(db, after)).toMatchObject([
      { endpoint_id: 'ep_a', state: 'delivered', attempts: 1 },
      { endpoint_id: 'ep_b', state: 'cancelled', attempts: 0 },
    ]);
  });
});

/** The leases under which deliveries were taken. */
function heldBy(taken: readonly Delivery[]): Lease[] {
  return taken.map(({ endpointId, fencingToken }) => ({
    endpointId,
    fencingToken,
    parked: false,
    slow: false,
    held: false,
  }));
}
