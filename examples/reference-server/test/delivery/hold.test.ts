import { beforeAll, beforeEach, expect, it } from 'vitest';
import { revokeAccess } from '../../src/businesses/access.js';
import type { Database } from '../../src/database/database.js';
import { releaseHeld } from '../../src/delivery/held.js';
import { redeliverEvent } from '../../src/delivery/redeliver.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { emit } from '../../src/events/emit.js';
import { envelope } from '../../src/events/envelope.js';
import { MAX_RELEASED } from '../../src/sql/deliveries.js';
import { anyDatabase } from '../support/databases.js';
import { takeAll, deliveriesOf, DELIVERED, emitOne, emptyOutbox, openOutbox, recordOne } from '../support/outbox.js';

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b', appId: 'app_2' }]);
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    await db.query('UPDATE authorizations SET revoked_at = NULL');
    for (const id of ['ep_a', 'ep_b']) await setEnabled(db, id, true);
  });
  const releaseAll = () => releaseHeld(db, ['ep_a', 'ep_b']);
  const takeFor = async (id: string) => (await takeAll(db)).filter(({ endpointId }) => endpointId === id);
  const pause = (hold: boolean) => setEnabled(db, 'ep_a', false, { hold });
  const states = async (eventId: string) =>
    (await deliveriesOf(db, eventId)).map(({ endpoint_id: id, state }) => `${id} ${state}`);

  it('a paused endpoint that holds events gets each event from the pause once, after the endpoint is resumed', async () => {
    await pause(true);
    const eventId = await emitOne(db);
    expect(await states(eventId)).toEqual(['ep_a held', 'ep_b pending']);
    expect(await releaseAll()).toBe(0);
    expect((await takeAll(db)).map(({ endpointId }) => endpointId)).toEqual(['ep_b']);

    await setEnabled(db, 'ep_a', true);
    expect(await releaseAll()).toBe(1);
    const [claim, ...others] = await takeFor('ep_a');
    expect(claim).toMatchObject({ eventId, endpointId: 'ep_a', attempt: 1 });
    expect(others).toEqual([]);
    expect(await recordOne(db, claim!, DELIVERED)).toBe(true);
    expect(await releaseAll()).toBe(0);
    expect(await takeFor('ep_a')).toEqual([]);
  });

  it('a paused endpoint that does not hold events never gets the events from the pause', async () => {
    await pause(false);
    const eventId = await emitOne(db);
    expect(await states(eventId)).toEqual(['ep_b pending']);
    await setEnabled(db, 'ep_a', true);
    expect(await releaseAll()).toBe(0);
  });

  it('deliveries that were waiting before the pause continue to wait while events are held', async () => {
    const eventId = await emitOne(db);
    await pause(true);
    expect(await states(eventId)).toEqual(['ep_a pending', 'ep_b pending']);
    expect((await takeAll(db)).map(({ endpointId }) => endpointId)).toEqual(['ep_b']);
    await setEnabled(db, 'ep_a', true);
    expect(await takeFor('ep_a')).toMatchObject([{ eventId }]);
  });

  it('held deliveries stay held during a second pause that does not hold events, and the delivery of a late write is also released', async () => {
    await pause(true);
    const eventId = await emitOne(db);
    await pause(false);
    expect(await releaseAll()).toBe(0);
    await setEnabled(db, 'ep_a', true);
    expect(await releaseAll()).toBe(1);
    // Simulates a write that read the endpoint just before it was resumed.
    await db.query(`UPDATE outbox SET held = true WHERE event_id = $1 AND endpoint_id = 'ep_a'`, [eventId]);
    expect(await releaseAll()).toBe(1);
  });

  it('held events cannot be redelivered manually, and are not allowed if access was revoked in the meantime', async () => {
    await pause(true);
    const eventId = await emitOne(db);
    expect(await redeliverEvent(db, { businessId: 'biz_1', eventId, endpointId: 'ep_a' })).toBe(false);
    for (const authorizationId of ['auth_1', 'auth_4']) {
      await revokeAccess(db, { businessId: 'biz_1', authorizationId }, 0);
    }
    await setEnabled(db, 'ep_a', true);
    await releaseAll();
    const claims = await takeFor('ep_a');
    expect(claims.map((claim) => [claim.eventId === eventId, claim.eventType, claim.allowed])).toEqual([
      [true, 'transaction.created', false],
    ]);
  });

  it('test events are also held, and marked as test events', async () => {
    await pause(true);
    const event = envelope('transaction.created', 'biz_1', '{}', new Date());
    await emit(db, event, 0, { endpoints: ['ep_a'], test: true });
    expect(await states(event.id)).toEqual(['ep_a held']);
    const other = await emitOne(db);
    const marks = await db.query('SELECT id, test FROM events ORDER BY id');
    expect(marks).toEqual([
      { id: event.id, test: true },
      { id: other, test: false },
    ]);
  });

  it('each call releases a limited number of deliveries, until none is held', async () => {
    await pause(true);
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_1', 'evt_' || n, 'transaction.created', now(), '{}' FROM generate_series(1, $1::integer) n`,
      [MAX_RELEASED + 1],
    );
    await db.query(
      `INSERT INTO outbox (business_id, event_id, endpoint_id, held, due_at)
       SELECT 'biz_1', id, 'ep_a', true, now() FROM events`,
    );
    await setEnabled(db, 'ep_a', true);
    expect([await releaseAll(), await releaseAll(), await releaseAll()]).toEqual([MAX_RELEASED, 1, 0]);
  });
});
