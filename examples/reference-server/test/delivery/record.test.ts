import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { eachDatabase } from '../support/databases.js';
import { takeAll, deliveriesOf, DELIVERED, emitOne, FAILED, openOutbox } from '../support/outbox.js';

eachDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }]);
  });

  it('results recorded together are each taken or refused on their own', async () => {
    const [failed, late, delivered] = [await emitOne(db), await emitOne(db), await emitOne(db)];
    const old = await takeAll(db);
    const now = await takeAll(db);
    const at = new Date('2026-11-21T10:00:00.123Z');
    const of = (from: typeof now, eventId: string) => from.find((one) => one.eventId === eventId)!;
    const answer = 'å "quoted"\n\ufffd\u{1f600}';
    const taken = await recordAttempts(
      db,
      [
        { delivery: of(now, failed), attempt: { ...FAILED, durationMs: 12, answer }, at },
        { delivery: of(old, late), attempt: DELIVERED, at },
        { delivery: of(now, delivered), attempt: DELIVERED, at },
      ],
      DEFAULT_DELAYS_MS,
    );
    expect(taken).toEqual([true, false, true]);
    expect(await deliveriesOf(db, failed)).toMatchObject([{ state: 'pending', attempts: 1 }]);
    expect(await deliveriesOf(db, late)).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await deliveriesOf(db, delivered)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const [row] = await db.query<{ seconds: number }>(
      'SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM deliveries WHERE event_id = $1',
      [failed],
    );
    expect(row!.seconds).toBeGreaterThan(25);
    expect(row!.seconds).toBeLessThanOrEqual(30);
    const logged = await db.query(
      'SELECT round, attempt, at, duration_ms, status, address, error_class, answer FROM attempts WHERE event_id = $1',
      [failed],
    );
    const { status, address, errorClass } = FAILED;
    expect(logged).toEqual([
      { round: 1, attempt: 1, at, duration_ms: 12, status, address, error_class: errorClass, answer },
    ]);
  });
});
