import { beforeAll, beforeEach, expect, it } from 'vitest';
import { grantAccess, revokeAccess } from '../../src/businesses/access.js';
import { connectSource, disconnectSource } from '../../src/businesses/sources.js';
import { createAuthenticate } from '../../src/credentials/authenticate.js';
import type { Database } from '../../src/database/database.js';
import { anyDatabase } from '../support/databases.js';
import { openOutbox } from '../support/outbox.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, []);
  });
  beforeEach(async () => {
    await db.query('DELETE FROM events');
  });

  const events = async () => {
    const rows = await db.query<{ body: string }>('SELECT body FROM events ORDER BY id');
    return rows.map(({ body }) => JSON.parse(body) as object);
  };
  const of = (type: string, data: object) => ({
    eventId: expect.stringMatching(/^evt_[0-9a-f-]{36}$/) as string,
    schemaVersion: '2.1',
    type,
    businessId: 'biz_3',
    createdAt: TIME,
    data,
  });

  it('granting access creates a token that works immediately; revoking access disables the token immediately; both emit an event', async () => {
    const scopes = ['transactions.write'];
    const { authorizationId, token } = await grantAccess(db, { businessId: 'biz_3', appId: 'app_1', scopes }, 0);
    expect(await createAuthenticate(db)(token)).toMatchObject({ kind: 'app', appId: 'app_1', scopes });
    expect(await revokeAccess(db, { businessId: 'biz_3', authorizationId }, 0)).toBe(true);
    expect(await createAuthenticate(db)(token)).toBeUndefined();
    const data = { authorizationId, appId: 'app_1', businessId: 'biz_3', scopes };
    expect(await events()).toEqual([
      of('authorization.granted', { ...data, grantedAt: TIME }),
      of('authorization.revoked', { ...data, revokedAt: TIME }),
    ]);
  });

  it('the token is not stored anywhere', async () => {
    const { token } = await grantAccess(db, { businessId: 'biz_3', appId: 'app_2', scopes: [] }, 0);
    const rows = await db.query('SELECT * FROM authorizations');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await events())).not.toContain(token);
  });

  it('an authorization can be revoked only by the business that granted it', async () => {
    const { authorizationId } = await grantAccess(db, { businessId: 'biz_3', appId: 'app_1', scopes: [] }, 0);
    expect(await revokeAccess(db, { businessId: 'biz_1', authorizationId }, 0)).toBe(false);
    expect(await events()).toHaveLength(1);
  });

  it('connecting and disconnecting a source each emit an event', async () => {
    const source = { businessId: 'biz_3', platform: 'shop', backfillComplete: false };
    const sourceId = await connectSource(db, source, 0);
    expect(await disconnectSource(db, { businessId: 'biz_3', sourceId }, 0)).toBe(true);
    expect(await events()).toEqual([
      of('source.connected', { ...source, sourceId, connectedAt: TIME }),
      of('source.disconnected', { ...source, sourceId, disconnectedAt: TIME }),
    ]);
  });

  it('a failure stores neither the change nor its event', async () => {
    const count = async () => (await db.query('SELECT 1 AS one FROM authorizations')).length;
    const before = await count();
    await expect(grantAccess(db, { businessId: 'biz_3', appId: 'app_none', scopes: [] }, 0)).rejects.toThrow();
    await db.query('ALTER TABLE events RENAME TO events_away');
    await expect(grantAccess(db, { businessId: 'biz_3', appId: 'app_1', scopes: [] }, 0)).rejects.toThrow();
    await db.query('ALTER TABLE events_away RENAME TO events');
    expect(await count()).toBe(before);
    expect(await events()).toEqual([]);
  });
});
