import { beforeAll, expect, it } from 'vitest';
import type { Database, Row } from '../../src/database/database.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import { anyDatabase } from '../support/databases.js';
import { clockOf, takeAll, deliveriesOf, DELIVERED, emitOne, FAILED, openOutbox } from '../support/outbox.js';

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }]);
  });

  it('each of several results that are recorded together is accepted or rejected separately', async () => {
    const [failed, late, delivered] = [await emitOne(db), await emitOne(db), await emitOne(db)];
    const old = await takeAll(db);
    const now = await takeAll(db);
    const at = new Date('2026-11-21T10:00:00.123Z');
    const of = (from: typeof now, eventId: string) => from.find((one) => one.eventId === eventId)!;
    const answer = 'å "quoted"\n\ufffd\u{1f600}';
    const before = await clockOf(db);
    const taken = await recordAttempts(
      db,
      [
        { delivery: of(now, failed), attempt: { ...FAILED, durationMs: 12, answer }, at },
        { delivery: of(old, late), attempt: DELIVERED, at },
        { delivery: of(now, delivered), attempt: DELIVERED, at },
      ],
      DEFAULT_DELAYS_MS,
    );
    const after = await clockOf(db);
    expect(taken).toEqual([true, false, true]);
    expect(await deliveriesOf(db, failed)).toMatchObject([{ state: 'pending', attempts: 1 }]);
    expect(await deliveriesOf(db, late)).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await deliveriesOf(db, delivered)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const [row] = await db.query<Row & { due: number }>(
      'SELECT (extract(epoch FROM due_at) * 1000)::float8 AS due FROM deliveries WHERE event_id = $1',
      [failed],
    );
    expect(row!.due - 30_000).toBeGreaterThanOrEqual(before);
    expect(row!.due - 30_000).toBeLessThanOrEqual(after);
    const logged = await db.query(
      'SELECT round, attempt, at, duration_ms, status, address, error_class, answer FROM attempts WHERE event_id = $1',
      [failed],
    );
    const { status, address, errorClass } = FAILED;
    expect(logged).toEqual([
      { round: 1, attempt: 1, at, duration_ms: 12, status, address, error_class: errorClass, answer },
    ]);
  });

  it('six failed attempts store at most 13 KiB of response bodies, mainly from the first and the last attempt', async () => {
    const eventId = await emitOne(db);
    const answer = 'å'.repeat(8_192);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const [delivery] = (await takeAll(db)).filter((one) => one.eventId === eventId);
      const result = { delivery: delivery!, attempt: { ...FAILED, answer }, at: new Date() };
      expect(await recordAttempts(db, [result], [0, 0, 0, 0, 0, 0])).toEqual([true]);
    }
    const logged = await db.query<{ bytes: number; whole: boolean }>(
      `SELECT octet_length(answer) AS bytes, answer = repeat('å', length(answer)) AS whole FROM attempts
       WHERE event_id = $1 ORDER BY attempt`,
      [eventId],
    );
    expect(logged.map(({ bytes }) => bytes)).toEqual([4_096, 1_024, 1_024, 1_024, 1_024, 4_096]);
    expect(logged.every(({ whole }) => whole)).toBe(true);
    const delivered = await emitOne(db);
    const [delivery] = (await takeAll(db)).filter((one) => one.eventId === delivered);
    const long = `x${answer}`;
    await recordAttempts(db, [{ delivery: delivery!, attempt: { ...DELIVERED, answer: long }, at: new Date() }], []);
    const [row] = await db.query<{ bytes: number }>(
      'SELECT octet_length(answer) AS bytes FROM attempts WHERE event_id = $1',
      [delivered],
    );
    expect(row!.bytes).toBe(1_023);
  });
});
