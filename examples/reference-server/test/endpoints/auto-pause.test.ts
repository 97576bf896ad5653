import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addAudit, lastAudited, WORKER } from '../../src/audit/audit.js';
import { OPERATOR } from '../../src/credentials/scope.js';
import type { Database, Row } from '../../src/database/database.js';
import { pauseFailing, startAutoPause } from '../../src/endpoints/auto-pause.js';
import { releaseHeld } from '../../src/delivery/held.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { eachDatabase } from '../support/databases.js';
import { DELIVERED, deliveriesOf, emitOne, emptyOutbox, openOutbox, recordOne, takeAll } from '../support/outbox.js';

eachDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b', ownerId: 'own_1' }, { id: 'ep_resumed' }]);
  });
  beforeEach(async () => {
    await emptyOutbox(db);
    for (const id of ['ep_a', 'ep_b', 'ep_resumed']) await setEnabled(db, id, true);
    await db.query(`UPDATE endpoints SET failing_since = NULL, failing_attempts = 0, last_attempt_at = now()`);
  });

  /** Stores an endpoint's failures, with the hours since the first failure and since the last attempt. */
  const fail = (id: string, first: number, last = 0, attempts = 20) =>
    db.query(
      `UPDATE endpoints SET failing_since = now() - $2 * interval '1 hour', last_attempt_at = now() - $3 * interval '1 hour',
         failing_attempts = $4, last_error_class = 'timeout' WHERE id = $1`,
      [id, first, last, attempts],
    );
  const paused = async () =>
    (await db.query<Row & { id: string }>('SELECT id FROM endpoints WHERE NOT enabled AND hold ORDER BY id')).map(
      ({ id }) => id,
    );

  it('pauses only endpoints whose attempts, at least 20, have all failed for the configured number of days', async () => {
    await fail('ep_a', 48.1);
    expect(await pauseFailing(db, 3)).toEqual([]);
    await fail('ep_a', 48.1, 0, 19);
    expect(await pauseFailing(db, 2)).toEqual([]);
    await fail('ep_a', 100, 53);
    expect(await pauseFailing(db, 2)).toEqual([]);
    await fail('ep_a', 48.1);
    await fail('ep_b', 100, 51);
    expect(await pauseFailing(db, 2)).toEqual(['ep_a', 'ep_b']);
    expect(await paused()).toEqual(['ep_a', 'ep_b']);
    expect(await pauseFailing(db, 2)).toEqual([]);
  });

  it('holds events during the pause; their six attempts begin when a user resumes the endpoint', async () => {
    await fail('ep_a', 25);
    await pauseFailing(db, 1);
    const eventId = await emitOne(db);
    const ofA = async () => (await deliveriesOf(db, eventId)).find(({ endpoint_id: id }) => id === 'ep_a');
    expect(await ofA()).toMatchObject({ state: 'held', attempts: 0 });
    await setEnabled(db, 'ep_a', true);
    await releaseHeld(db, ['ep_a']);
    expect(await takeAll(db)).toContainEqual(expect.objectContaining({ endpointId: 'ep_a', eventId, attempt: 1 }));
  });

  it('adds the pause to the audit log, visible to the app or owner', async () => {
    await fail('ep_a', 25);
    await fail('ep_b', 25);
    await pauseFailing(db, 1);
    const tenants = await db.query(
      `SELECT DISTINCT subject, tenant FROM audit WHERE what = 'endpoint.paused' AND subject IN ('endpoint:ep_a', 'endpoint:ep_b')
       ORDER BY subject`,
    );
    expect(tenants).toEqual([
      { subject: 'endpoint:ep_a', tenant: 'app:app_1' },
      { subject: 'endpoint:ep_b', tenant: 'owner:own_1' },
    ]);
    expect(await lastAudited(db, 'endpoint:ep_b', 'endpoint.paused')).toMatchObject({ session: WORKER.session });
  });

  it('does not pause an endpoint that has just succeeded, even if its state still says that it is failing', async () => {
    await emitOne(db);
    for (const delivery of await takeAll(db)) await recordOne(db, delivery, DELIVERED);
    await fail('ep_a', 100);
    expect(await pauseFailing(db, 1)).toEqual([]);
  });

  it('a worker looks for failing endpoints until stopped, and with 0 days never pauses any', async () => {
    const log = { warn: () => undefined };
    await fail('ep_a', 25);
    const never = startAutoPause(db, 0, log, { everyMs: 1 });
    const worker = startAutoPause(db, 1, log, { everyMs: 1 });
    await expect.poll(paused).toEqual(['ep_a']);
    await fail('ep_b', 25);
    await expect.poll(paused).toEqual(['ep_a', 'ep_b']);
    await Promise.all([worker.stop(), never.stop()]);
    await setEnabled(db, 'ep_b', true);
    await startAutoPause(db, 0, log, { everyMs: 1 }).stop();
    await sleep(5);
    expect(await paused()).toEqual(['ep_a']);
  });

  it('after a user has resumed an endpoint, the days are counted from that moment', async () => {
    await fail('ep_resumed', 100);
    const entry = { what: 'endpoint.resumed', subject: 'endpoint:ep_resumed', tenant: 'app:app_1' } as const;
    await addAudit(db, { scope: OPERATOR, session: 's', address: '192.0.2.1' }, entry);
    expect(await pauseFailing(db, 1)).toEqual([]);
    await db.query(`UPDATE endpoints SET last_attempt_at = now() + interval '25 hours' WHERE id = 'ep_resumed'`);
    expect(await pauseFailing(db, 1)).toEqual(['ep_resumed']);
  });
});
