import { beforeAll, expect, it } from 'vitest';
import { addAudit, lastAudited, listAudit, type Actor } from '../../src/audit/audit.js';
import { OPERATOR, type Scope } from '../../src/credentials/scope.js';
import type { Database } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { anyDatabase } from '../support/databases.js';

const actor = (scope: Scope): Actor => ({ scope, session: 'mark', address: '192.0.2.1' });
const OWNER = { kind: 'owner', ownerId: 'own', businessId: null } as const;
const APP = { kind: 'app', appId: 'app' } as const;

anyDatabase((place) => {
  let database: Database;
  beforeAll(async () => {
    database = await place.open();
    await migrate(database);
    await addAudit(database, actor(OPERATOR), { what: 'signed_in', subject: 'dashboard' });
    await addAudit(database, actor(OWNER), { what: 'access.granted', subject: 'business:biz', tenant: 'owner:own' });
    await addAudit(database, actor(APP), { what: 'endpoint.paused', subject: 'endpoint:ep', tenant: 'app:app' });
    await addAudit(database, actor(OPERATOR), {
      what: 'endpoint.paused',
      subject: 'endpoint:ep',
      tenant: 'app:app',
      detail: 'queue',
    });
  });

  it('the audit log shows each scope the entries that it may see, newest first', async () => {
    const read = async (scope: Scope) =>
      (await listAudit(database, scope, 10)).map(({ what, scope: of }) => [what, of]);
    expect(await read(OPERATOR)).toEqual([
      ['endpoint.paused', 'operator'],
      ['endpoint.paused', 'app:app'],
      ['access.granted', 'owner:own'],
      ['signed_in', 'operator'],
    ]);
    expect(await read(APP)).toEqual([
      ['endpoint.paused', 'operator'],
      ['endpoint.paused', 'app:app'],
    ]);
    expect(await read(OWNER)).toEqual([['access.granted', 'owner:own']]);
    expect(await read({ ...OWNER, businessId: 'biz' })).toEqual([]);
    expect(await read({ kind: 'app', appId: 'other' })).toEqual([]);
  });

  it('lists the entries page by page', async () => {
    const [newest] = await listAudit(database, OPERATOR, 1);
    const older = await listAudit(database, OPERATOR, 10, newest!.id);
    expect(older.map(({ id }) => id)).not.toContain(newest!.id);
    expect(older).toHaveLength(3);
  });

  it('finds the newest entry of a kind', async () => {
    expect(await lastAudited(database, 'endpoint:ep', 'endpoint.paused')).toMatchObject({ detail: 'queue' });
    expect(await lastAudited(database, 'endpoint:ep', 'endpoint.resumed')).toBeUndefined();
  });

  it.each(["UPDATE audit SET what = 'x'", 'DELETE FROM audit', 'TRUNCATE audit'])('refuses %s', async (statement) => {
    await expect(database.query(statement)).rejects.toThrow();
    expect(await listAudit(database, OPERATOR, 10)).toHaveLength(4);
  });
});
