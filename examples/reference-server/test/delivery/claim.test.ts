import { expect, it, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { LEASE_MS, type Claim } from '../../src/delivery/claim.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { eachDatabase } from '../support/databases.js';
import {
  claimAll,
  claimIn,
  deliveriesOf,
  DELIVERED,
  emitOne,
  emptyOutbox,
  FAILED,
  openOutbox,
  passTime,
  recordOne,
} from '../support/outbox.js';

eachDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b', appId: 'app_2' }]);
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    await setEnabled(db, 'ep_b', false);
  });
  const record = (claim: Claim, attempt = DELIVERED) => recordOne(db, claim, attempt);

  it('a claimed delivery cannot be claimed again until its lease ends', async () => {
    await emitOne(db);
    expect(await claimAll(db)).toHaveLength(1);
    expect(await claimAll(db)).toEqual([]);
    const [row] = await db.query<{ ms: number }>(
      'SELECT extract(epoch FROM due_at - now())::float8 * 1000 AS ms FROM deliveries',
    );
    expect(row!.ms).toBeGreaterThan(LEASE_MS - 5_000);
    expect(row!.ms).toBeLessThanOrEqual(LEASE_MS);
    await passTime(db);
    expect(await claimAll(db)).toMatchObject([{ attempt: 1, fence: 2 }]);
  });

  it('a result that comes after another worker took over changes nothing', async () => {
    const eventId = await emitOne(db);
    const [late] = await claimAll(db);
    await passTime(db);
    const [latest] = await claimAll(db);
    expect(await record(late!, FAILED)).toBe(false);
    expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await record(latest!)).toBe(true);
    expect(await record(late!, FAILED)).toBe(false);
    expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(await db.query('SELECT attempt, status FROM attempts')).toEqual([{ attempt: 1, status: 200 }]);
  });

  it('of results that come together each counts for its own delivery', async () => {
    await setEnabled(db, 'ep_b', true);
    const eventId = await emitOne(db);
    const claims = await claimAll(db);
    const late = { ...claims[0]!, fence: 0 };
    const results = [
      { claim: late, attempt: DELIVERED, at: new Date() },
      { claim: claims[1]!, attempt: DELIVERED, at: new Date() },
      { claim: claims[0]!, attempt: FAILED, at: new Date() },
    ];
    expect(await recordAttempts(db, results, DEFAULT_DELAYS_MS)).toEqual([false, true, true]);
    const states = (await deliveriesOf(db, eventId)).map((delivery) => [delivery.endpoint_id, delivery.state]);
    expect(Object.fromEntries(states)).toEqual({
      [claims[0]!.endpointId]: 'pending',
      [claims[1]!.endpointId]: 'delivered',
    });
  });

  it.each([
    ['delivered', DELIVERED],
    ['failed', FAILED],
  ])('a %s result that is recorded again counts once', async (_, attempt) => {
    const eventId = await emitOne(db);
    const [claim] = await claimAll(db);
    expect(await record(claim!, attempt)).toBe(true);
    expect(await record(claim!, attempt)).toBe(false);
    expect(await deliveriesOf(db, eventId)).toMatchObject([{ attempts: 1 }]);
    expect(await db.query('SELECT attempt FROM attempts')).toEqual([{ attempt: 1 }]);
  });

  it('a backlog of 1,000 on one endpoint hides no delivery of others', async () => {
    const eventId = await emitOne(db);
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_1', 'evt_' || n, 'transaction.created', now(), '{}' FROM generate_series(1, 1000) n`,
    );
    await db.query(
      `INSERT INTO deliveries (business_id, event_id, endpoint_id, due_at)
       SELECT 'biz_1', 'evt_' || n, 'ep_a', now() - interval '1 hour' FROM generate_series(1, 1000) n`,
    );
    await setEnabled(db, 'ep_b', true);
    await db.query(
      `INSERT INTO deliveries (business_id, event_id, endpoint_id, due_at) VALUES ('biz_1', $1, 'ep_b', now())`,
      [eventId],
    );
    const claims = await claimAll(db);
    expect(claims.filter(({ endpointId }) => endpointId === 'ep_b')).toMatchObject([{ eventId }]);
    expect(claims.filter(({ endpointId }) => endpointId === 'ep_a')).toHaveLength(8);
  });

  it('claims no more than there is capacity for, the longest due first', async () => {
    await setEnabled(db, 'ep_b', true);
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push(await emitOne(db));
    for (const [i, id] of ids.entries()) {
      await db.query(`UPDATE deliveries SET due_at = now() - $2::integer * interval '1 minute' WHERE event_id = $1`, [
        id,
        i,
      ]);
    }
    const known = [
      { endpointId: 'ep_a', capacity: 1, underWay: 7, slow: false },
      { endpointId: 'ep_b', capacity: 0, underWay: 8, slow: false },
    ];
    const [claim, ...none] = await claimIn(db, { total: 8, unknown: 8, known });
    expect(claim).toMatchObject({ eventId: ids[3], endpointId: 'ep_a' });
    expect(none).toEqual([]);
    expect((await claimAll(db, 3)).map(({ eventId }) => eventId).sort()).toEqual([ids[2], ids[2], ids[3]].sort());
  });

  it('an endpoint with fewer attempts under way comes first, although it waits shorter', async () => {
    const eventId = await emitOne(db);
    await db.query(`UPDATE deliveries SET due_at = now() - interval '1 hour'`);
    await setEnabled(db, 'ep_b', true);
    await db.query(
      `INSERT INTO deliveries (business_id, event_id, endpoint_id, due_at) VALUES ('biz_1', $1, 'ep_b', now())`,
      [eventId],
    );
    const known = [{ endpointId: 'ep_a', capacity: 7, underWay: 1, slow: false }];
    const claimOne = () => claimIn(db, { total: 1, unknown: 8, known });
    expect(await claimOne()).toMatchObject([{ endpointId: 'ep_b' }]);
    expect(await claimOne()).toMatchObject([{ endpointId: 'ep_a' }]);
  });

  it('the waiting deliveries of a paused endpoint are claimed after it is resumed', async () => {
    const eventId = await emitOne(db);
    await setEnabled(db, 'ep_a', false);
    expect(await claimAll(db)).toEqual([]);
    await setEnabled(db, 'ep_a', true);
    expect(await claimAll(db)).toMatchObject([{ eventId }]);
  });

  it('claimers at the same time never get the same delivery', async () => {
    for (let i = 0; i < 40; i += 1) await emitOne(db);
    const seen: string[] = [];
    while (seen.length < 40) {
      const claims = (await Promise.all(Array.from({ length: 4 }, () => claimAll(db, 256, 3)))).flat();
      expect(claims.length).toBeGreaterThan(0);
      seen.push(...claims.map(({ eventId }) => eventId));
    }
    expect(new Set(seen).size).toBe(40);
    expect(seen).toHaveLength(40);
  });
});
