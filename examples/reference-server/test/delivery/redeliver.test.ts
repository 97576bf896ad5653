import { beforeAll, beforeEach, expect, it } from 'vitest';
import { revokeAccess } from '../../src/businesses/access.js';
import type { Database } from '../../src/database/database.js';
import { listFailed, previewFailed, redeliverEvent, redeliverFailed } from '../../src/delivery/redeliver.js';
import { readFailureGroups, readLastAttempts, readUndelivered } from '../../src/delivery/failures.js';
import { anyDatabase } from '../support/databases.js';
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

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a', events: ['transaction.created', 'authorization.revoked'] }]);
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    await db.query('UPDATE authorizations SET revoked_at = NULL');
  });

  /** Makes attempts until no delivery is pending. Returns the attempt number of the first delivery in each pass. */
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

  it('a delivered event is sent again, but not a pending or unknown event', async () => {
    const eventId = await emitOne(db);
    expect(await again(eventId)).toBe(false);
    await attemptAll(DELIVERED);
    expect(await again(eventId)).toBe(true);
    expect(await attemptAll(DELIVERED)).toEqual([1]);
    expect(await again('evt_unknown')).toBe(false);
  });

  it('redelivers all events that failed since a given time, and no others', async () => {
    const [early, late, delivered] = [await emitOne(db), await emitOne(db), await emitOne(db)];
    await attemptAll();
    await db.query(
      `UPDATE delivery_log SET finished_at = now() - interval '2 hours' WHERE ended = 'failed' AND event_id = $1`,
      [early],
    );
    await db.query(`UPDATE delivery_log SET ended = 'delivered' WHERE ended = 'failed' AND event_id = $1`, [delivered]);
    const since = new Date(Date.now() - 3_600_000);
    expect(await redeliverFailed(db, { endpointId: 'ep_a', since })).toBe(1);
    expect(await deliveriesOf(db, late)).toMatchObject([{ state: 'pending', round: 2 }]);
    expect(await deliveriesOf(db, early)).toMatchObject([{ state: 'failed', round: 1 }]);
    expect(await deliveriesOf(db, delivered)).toMatchObject([{ state: 'delivered', round: 1 }]);
    expect(await redeliverFailed(db, { endpointId: 'ep_b', since: new Date(0) })).toBe(0);
  });

  it('redelivers all events that failed for one cause, as the preview counts and lists them', async () => {
    const [refused, silent] = [await emitOne(db), await emitOne(db)];
    await attemptAll({ ...FAILED, status: 503, answer: 'busy\r\nrequest 17' });
    await db.query(
      `UPDATE delivery_log SET status = NULL, error_class = 'timeout', answer = NULL WHERE event_id = $1`,
      [silent],
    );
    const since = new Date(0);
    const groups = await readFailureGroups(db, 'ep_a');
    expect(
      groups.map(({ status, errorClass, line, givenUp, retrying }) => [status, errorClass, line, givenUp, retrying]),
    ).toEqual(
      expect.arrayContaining([
        [503, 'http_status', 'busy', 1, 0],
        [null, 'timeout', '', 1, 0],
      ]),
    );
    expect(await previewFailed(db, { endpointId: 'ep_a', since })).toMatchObject({ count: 2 });
    const failed = { endpointId: 'ep_a', since, cause: groups.find(({ status }) => status === 503)! };
    const preview = await previewFailed(db, failed);
    expect([preview.count, preview.first, preview.last]).toEqual([1, preview.last, expect.any(Date)]);
    expect(await listFailed(db, failed, 10)).toEqual([{ businessId: 'biz_1', eventId: refused }]);
    expect(await redeliverFailed(db, failed)).toBe(1);
    expect(await deliveriesOf(db, refused)).toMatchObject([{ state: 'pending', round: 2 }]);
    expect(await deliveriesOf(db, silent)).toMatchObject([{ state: 'failed', round: 1 }]);
    expect(await previewFailed(db, failed)).toEqual({ count: 0, first: null, last: null });
  });

  it('undelivered events are counted by endpoint, and grouped by cause during retries', async () => {
    const events = [await emitOne(db), await emitOne(db), await emitOne(db)];
    const [first] = await takeAll(db);
    await recordOne(db, first!, FAILED);
    await db.query(`UPDATE outbox SET held = true WHERE event_id = $1`, [events.find((id) => id !== first!.eventId)!]);
    const undelivered = await readUndelivered(db, ['ep_a', 'ep_none']);
    const { oldestDue, ...counts } = undelivered.get('ep_a')!;
    expect(counts).toEqual({ waiting: 2, held: 1, givenUp: 0, lastGivenUp: null });
    expect(oldestDue).toBeInstanceOf(Date);
    expect(undelivered.get('ep_none')).toEqual({ waiting: 0, oldestDue: null, held: 0, givenUp: 0, lastGivenUp: null });
    expect(await readFailureGroups(db, 'ep_a')).toMatchObject([{ status: 500, givenUp: 0, retrying: 1 }]);
    const keys = events.map((id) => ({ business_id: 'biz_1', event_id: id }));
    expect(await readLastAttempts(db, 'ep_a', keys)).toEqual([
      { businessId: 'biz_1', eventId: first!.eventId, status: 500, errorClass: 'http_status' },
    ]);
  });

  it('after a revocation, only the event about the revocation is sent again', async () => {
    const eventId = await emitOne(db);
    await attemptAll();
    for (const authorizationId of ['auth_1', 'auth_4'])
      await revokeAccess(db, { businessId: 'biz_1', authorizationId }, 0);
    await attemptAll();
    expect(await again(eventId)).toBe(false);
    expect(await redeliverFailed(db, { endpointId: 'ep_a', since: new Date(0) })).toBe(2);
    const claims = await takeAll(db);
    expect(claims.map(({ eventType, allowed }) => [eventType, allowed])).toEqual([
      ['authorization.revoked', true],
      ['authorization.revoked', true],
    ]);
  });
});
