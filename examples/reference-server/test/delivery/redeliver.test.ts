import { beforeAll, beforeEach, expect, it } from 'vitest';
import { revokeAccess } from '../../src/businesses/access.js';
import type { Database } from '../../src/database/database.js';
import { redeliverEvent, redeliverFailedSince } from '../../src/delivery/redeliver.js';
import { eachDatabase } from '../support/databases.js';
import {
  takeAll,
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
    db = await openOutbox(database, [{ id: 'ep_a', events: ['transaction.created', 'authorization.revoked'] }]);
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    await db.query('UPDATE authorizations SET revoked_at = NULL');
  });

  /** Makes attempts until nothing waits any more; the numbers of those of the last event. */
  async function attemptAll(attempt = FAILED): Promise<number[]> {
    const numbers: number[] = [];
    for (;;) {
      await passTime(db);
      const claims = await takeAll(db);
      if (claims.length === 0) return numbers;
      numbers.push(claims[0]!.attempt);
      for (const claim of claims) await recordOne(db, claim, attempt);
    }
  }
  const again = (eventId: string) => redeliverEvent(db, { businessId: 'biz_1', eventId, endpointId: 'ep_a' });

  it('a failed event gets a new round of six attempts', async () => {
    const eventId = await emitOne(db);
    expect(await attemptAll()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await again(eventId)).toBe(true);
    expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'pending', round: 2, attempts: 0 }]);
    expect(await attemptAll()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await deliveriesOf(db, eventId)).toMatchObject([{ state: 'failed', round: 2, attempts: 6 }]);
    const logged = await db.query('SELECT round, count(*)::integer AS n FROM attempts GROUP BY round ORDER BY round');
    expect(logged).toEqual([
      { round: 1, n: 6 },
      { round: 2, n: 6 },
    ]);
  });

  it('a delivered one is sent again, one under way or unknown is not', async () => {
    const eventId = await emitOne(db);
    expect(await again(eventId)).toBe(false);
    await attemptAll(DELIVERED);
    expect(await again(eventId)).toBe(true);
    expect(await attemptAll(DELIVERED)).toEqual([1]);
    expect(await again('evt_unknown')).toBe(false);
  });

  it('all that failed since a time, and nothing else', async () => {
    const [early, late, delivered] = [await emitOne(db), await emitOne(db), await emitOne(db)];
    await attemptAll();
    await db.query(
      `UPDATE delivery_log SET finished_at = now() - interval '2 hours' WHERE ended = 'failed' AND event_id = $1`,
      [early],
    );
    await db.query(`UPDATE delivery_log SET ended = 'delivered' WHERE ended = 'failed' AND event_id = $1`, [delivered]);
    const since = new Date(Date.now() - 3_600_000);
    expect(await redeliverFailedSince(db, 'ep_a', since)).toBe(1);
    expect(await deliveriesOf(db, late)).toMatchObject([{ state: 'pending', round: 2 }]);
    expect(await deliveriesOf(db, early)).toMatchObject([{ state: 'failed', round: 1 }]);
    expect(await deliveriesOf(db, delivered)).toMatchObject([{ state: 'delivered', round: 1 }]);
    expect(await redeliverFailedSince(db, 'ep_b', new Date(0))).toBe(0);
  });

  it('after a revoke nothing is sent again but the revocation', async () => {
    const eventId = await emitOne(db);
    await attemptAll();
    for (const authorizationId of ['auth_1', 'auth_4'])
      await revokeAccess(db, { businessId: 'biz_1', authorizationId }, 0);
    await attemptAll();
    expect(await again(eventId)).toBe(false);
    expect(await redeliverFailedSince(db, 'ep_a', new Date(0))).toBe(2);
    const claims = await takeAll(db);
    expect(claims.map(({ eventType, allowed }) => [eventType, allowed])).toEqual([
      ['authorization.revoked', true],
      ['authorization.revoked', true],
    ]);
  });
});
