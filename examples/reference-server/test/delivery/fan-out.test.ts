import { beforeAll, beforeEach, expect, it } from 'vitest';
import { grantAccess, revokeAccess } from '../../src/businesses/access.js';
import { connectSource, disconnectSource } from '../../src/businesses/sources.js';
import type { Database } from '../../src/database/database.js';
import { EVENT_TYPES, offeredTypes } from '../../src/events/event-types.js';
import { anyDatabase } from '../support/databases.js';
import { takeAll, emitOne, emptyOutbox, openOutbox } from '../support/outbox.js';

const OFFERED = EVENT_TYPES.map(({ type }) => type);
const FLAGGED = { type: 'receipt.viewed', summary: 'An event type that needs a feature.', feature: 'views' };

it('a type with a feature flag is offered only if the feature is enabled', () => {
  const types = [...EVENT_TYPES, FLAGGED];
  const always = EVENT_TYPES.filter(({ feature }) => feature === undefined);
  expect(offeredTypes([], types)).toEqual(always);
  expect(offeredTypes(['other'], types)).toEqual(always);
  expect(offeredTypes(['views'], types)).toEqual([...always, FLAGGED]);
});

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(
      database,
      [
        { id: 'all_1', appId: 'app_1', events: OFFERED },
        { id: 'all_2', appId: 'app_2', events: OFFERED },
        { id: 'all_own_1', ownerId: 'own_1', events: OFFERED },
        { id: 'all_own_2', ownerId: 'own_2', events: OFFERED },
        { id: 'documents_1', appId: 'app_1', events: ['transaction.created'] },
        { id: 'nothing_1', appId: 'app_1', events: [] },
        { id: 'viewed_1', appId: 'app_1', events: [FLAGGED.type] },
      ],
      [...OFFERED, FLAGGED.type],
    );
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    await db.query("DELETE FROM authorizations WHERE id NOT SIMILAR TO 'auth_[0-9]'"); // granted by a test
    await db.query('UPDATE authorizations SET revoked_at = NULL');
  });

  /** The deliveries in a state, each as endpoint and event type: `all_1 transaction.created`. */
  const waiting = async (state = 'pending') => {
    const rows = await db.query<{ line: string }>(
      `SELECT d.endpoint_id || ' ' || v.type AS line FROM deliveries d
       JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id WHERE d.state = $1 ORDER BY 1`,
      [state],
    );
    return rows.map(({ line }) => line);
  };

  it.each([
    ['transaction.created', 'biz_1', ['all_1', 'all_2', 'all_own_1', 'documents_1']],
    ['transaction.created', 'biz_2', ['all_1', 'all_own_1', 'documents_1']],
    ['transaction.created', 'biz_3', ['all_own_2']],
    ['source.connected', 'biz_1', ['all_1', 'all_2', 'all_own_1']],
    [FLAGGED.type, 'biz_1', ['viewed_1']],
    [FLAGGED.type, 'biz_3', []],
  ])(
    '%s of %s goes to the endpoints that subscribe to the event type and may read the business',
    async (type, businessId, endpoints) => {
      await emitOne(db, type, businessId);
      expect(await waiting()).toEqual(endpoints.map((id) => `${id} ${type}`));
    },
  );

  it('authorization.granted goes to the app concerned and the owner', async () => {
    await grantAccess(db, { businessId: 'biz_1', appId: 'app_2', scopes: [] }, 0);
    expect(await waiting()).toEqual(['all_2 authorization.granted', 'all_own_1 authorization.granted']);
  });

  it('after a revocation, the app gets only authorization.revoked, and its pending deliveries are no longer allowed', async () => {
    await emitOne(db);
    expect(await revokeAccess(db, { businessId: 'biz_1', authorizationId: 'auth_2' }, 0)).toBe(true);
    await emitOne(db);
    const claimed = await takeAll(db);
    const to2 = claimed.filter(({ endpointId }) => endpointId === 'all_2');
    expect(to2.map(({ eventType, allowed }) => [eventType, allowed]).sort()).toEqual([
      ['authorization.revoked', true],
      ['transaction.created', false],
    ]);
    const revocations = claimed.filter(({ eventType }) => eventType === 'authorization.revoked');
    expect(revocations.map(({ endpointId }) => endpointId).sort()).toEqual(['all_2', 'all_own_1']);
  });

  it('a delivery stored during a revocation is not allowed when a worker takes it', async () => {
    const eventId = await emitOne(db);
    await db.query(`UPDATE authorizations SET revoked_at = now() WHERE app_id = 'app_2'`);
    const claimed = await takeAll(db);
    expect(claimed.filter(({ allowed }) => !allowed)).toMatchObject([{ eventId, endpointId: 'all_2' }]);
  });

  it('the app keeps its deliveries if one of its two authorizations is revoked', async () => {
    await emitOne(db);
    await revokeAccess(db, { businessId: 'biz_1', authorizationId: 'auth_4' }, 0);
    const claimed = await takeAll(db);
    expect(claimed.filter(({ allowed }) => !allowed)).toEqual([]);
    expect(claimed.map(({ endpointId }) => endpointId)).toContain('all_1');
  });

  it('a second revocation and a second disconnection change nothing and emit no events', async () => {
    const revoke = () => revokeAccess(db, { businessId: 'biz_1', authorizationId: 'auth_2' }, 0);
    expect([await revoke(), await revoke()]).toEqual([true, false]);
    const sourceId = await connectSource(db, { businessId: 'biz_3', platform: 'shop', backfillComplete: true }, 0);
    const disconnect = () => disconnectSource(db, { businessId: 'biz_3', sourceId }, 0);
    expect([await disconnect(), await disconnect()]).toEqual([true, false]);
    expect(await db.query('SELECT type, count(*)::integer AS n FROM events GROUP BY type ORDER BY type')).toEqual([
      { type: 'authorization.revoked', n: 1 },
      { type: 'source.connected', n: 1 },
      { type: 'source.disconnected', n: 1 },
    ]);
  });
});
