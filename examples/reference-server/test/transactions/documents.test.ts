import { createHash, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { findEvent } from '../../src/events/stored-envelope.js';
import { CITUS } from '../../src/sql/citus.js';
import { eventIdOf, storedText } from '../../src/sql/documents.js';
import { createDocuments, type NewDocument } from '../../src/transactions/documents.js';
import { unpack } from '../../src/transactions/packed.js';
import { eachDatabase } from '../support/databases.js';
import { openOutbox } from '../support/outbox.js';
import { testIdentity } from '../support/documents.js';

/** A value that the database rejects, because text cannot contain NUL. */
const BAD = '\0';

eachDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [
      { id: 'ep_1' },
      { id: 'ep_2', appId: 'app_2' },
      { id: 'ep_own', ownerId: 'own_1' },
      { id: 'ep_paused' },
      { id: 'ep_held' },
      { id: 'ep_other', events: ['source.connected'] },
    ]);
    await db.query(`UPDATE endpoints SET enabled = false, hold = id = 'ep_held' WHERE id IN ('ep_paused', 'ep_held')`);
  });
  beforeEach(async () => {
    for (const table of ['outbox', 'events', 'transactions']) await db.query(`DELETE FROM ${table}`);
  });

  const documents = (groupMax?: number) => {
    const statements: number[] = [];
    const made = createDocuments(db, { firstDelayMs: 0, groupMax, onStatement: (count) => statements.push(count) });
    return { ...made, statements };
  };
  const newDocument = (changes: Partial<NewDocument> = {}): NewDocument => {
    const id = `txn_${v7()}`;
    const businessId = changes.businessId ?? 'biz_1';
    const body = JSON.stringify({ id, text: 'Kaffe "två" \\ {a,b} ☕' });
    return {
      businessId,
      id,
      identity: testIdentity(),
      idempotencyKey: null,
      instantUs: '1700000000000000',
      body,
      authorizationId: businessId === 'biz_1' ? 'auth_1' : 'auth_3',
      receiptNumber: '1001',
      externalId: 'e',
      createdAt: new Date().toISOString(),
      ...changes,
    };
  };
  const stored = async () => (await db.query<{ id: string }>('SELECT id FROM transactions')).map(({ id }) => id).sort();

  it('documents in one statement are stored like those in separate statements: row, event and deliveries', async () => {
    const all = Array.from({ length: 20 }, (_, i) =>
      newDocument({ businessId: i % 2 === 0 ? 'biz_1' : 'biz_2', idempotencyKey: i % 3 === 0 ? null : `k"${i}` }),
    );
    const grouped = documents();
    expect(await Promise.all(all.slice(0, 19).map((one) => grouped.write(one)))).toEqual(
      all.slice(1).map(() => 'written'),
    );
    expect(await documents(1).write(all[19]!)).toBe('written');
    expect(Math.max(...grouped.statements)).toBeGreaterThan(1);

    const rows = await db.query<Record<string, unknown>>(
      `SELECT t.business_id, t.id, encode(k.identity, 'hex') AS identity, idempotency_key, instant_us::text AS instant_us, body, bytes, coding, receipt_number, external_id,
         encode(digest, 'hex') AS digest, event_id, created_at, ${storedText('t')} AS stored
       FROM transactions t JOIN transaction_keys k ON k.business_id = t.business_id AND k.id = t.id`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const one of all) {
      const { stored, ...row } = byId.get(one.id)!;
      expect(row).toEqual({
        business_id: one.businessId,
        id: one.id,
        identity: one.identity,
        idempotency_key: one.idempotencyKey,
        instant_us: one.instantUs,
        body: null,
        bytes: Buffer.byteLength(one.body),
        coding: 1,
        receipt_number: one.receiptNumber,
        external_id: one.externalId,
        digest: createHash('sha256').update(one.body).digest('hex'),
        event_id: null,
        created_at: new Date(one.createdAt),
      });
      expect(await unpack(stored as string)).toBe(one.body);
      const event = await findEvent(db, one.businessId, eventIdOf(one.id));
      expect(event).toMatchObject({ type: 'transaction.created', test: false, createdAt: new Date(one.createdAt) });
      const { businessId, createdAt } = one;
      const head = {
        eventId: eventIdOf(one.id),
        schemaVersion: '2.1',
        type: 'transaction.created',
        businessId,
        createdAt,
      };
      expect(event!.body).toBe(`${JSON.stringify(head).slice(0, -1)},"data":${one.body}}`);
    }
    const deliveries = await db.query<{ event_id: string; line: string }>(
      `SELECT event_id, endpoint_id || ' ' || state AS line FROM deliveries ORDER BY endpoint_id`,
    );
    const to = (eventId: string) => deliveries.filter((row) => row.event_id === eventId).map(({ line }) => line);
    for (const { businessId, id } of all) {
      const others = businessId === 'biz_1' ? ['ep_2 pending'] : [];
      expect(to(eventIdOf(id))).toEqual(['ep_1 pending', ...others, 'ep_held held', 'ep_own pending']);
    }
  });

  it('no delivery is due before the first delay', async () => {
    const { write } = createDocuments(db, { firstDelayMs: 60_000 });
    const [before] = await db.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
    await Promise.all([newDocument(), newDocument()].map((one) => write(one)));
    const rows = await db.query<{ waits: boolean }>(
      `SELECT DISTINCT due_at >= $1::timestamptz + interval '60 s' AS waits FROM deliveries WHERE state = 'pending'`,
      [before!.at],
    );
    expect(rows).toEqual([{ waits: true }]);
  });

  it('each document has its own outcome: written, already taken, taken by a duplicate in the same statement, or revoked', async () => {
    const { write, find, statements } = documents();
    const before = newDocument({ idempotencyKey: 'k' });
    await write(before);
    const [fresh, first] = [newDocument(), newDocument({ idempotencyKey: 'twins' })];
    const twin = newDocument({ identity: first.identity, idempotencyKey: 'twins' });
    const elsewhere = newDocument({ identity: first.identity, businessId: 'biz_2' });
    const again = newDocument({ identity: before.identity });
    const revoked = [newDocument({ authorizationId: 'auth_3' }), newDocument({ authorizationId: 'nobody' })];
    const source = newDocument({ authorizationId: null });
    // The first document gets its own statement; the others arrive while it runs.
    const all = [fresh, first, twin, elsewhere, again, ...revoked, source];
    expect(await Promise.all(all.map((one) => write(one)))).toEqual([
      'written',
      'written',
      'taken',
      'written',
      'taken',
      'revoked',
      'revoked',
      'written',
    ]);
    if (db.sql !== CITUS) expect(statements).toEqual([1, 8]);
    expect(await stored()).toEqual([before, fresh, first, elsewhere, source].map(({ id }) => id).sort());
    expect(await db.query('SELECT count(DISTINCT event_id)::integer AS n FROM deliveries')).toEqual([{ n: 5 }]);

    const asked = [twin, again, before, { ...twin, idempotencyKey: null }, elsewhere, newDocument()];
    expect(await Promise.all(asked.map((one) => find(one)))).toEqual([
      { body: first.body },
      { body: undefined },
      { body: before.body },
      { body: undefined },
      { body: undefined },
      undefined,
    ]);
  });

  it('if the database rejects one of 64 documents, only that document fails', async () => {
    const { write } = documents();
    const all = Array.from({ length: 64 }, (_, i) => newDocument(i === 40 ? { receiptNumber: BAD } : {}));
    const outcomes = await Promise.allSettled(all.map((one) => write(one)));
    expect(outcomes.map(({ status }, i) => [i, status]).filter(([, status]) => status !== 'fulfilled')).toEqual([
      [40, 'rejected'],
    ]);
    expect(outcomes[40]).toMatchObject({ reason: { code: expect.stringMatching(/^22/) as string } });
    expect(await stored()).toEqual(
      all
        .filter((_, i) => i !== 40)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('large documents that are looked up together are all found', async () => {
    const { write, find } = documents();
    const body = JSON.stringify({ text: Array.from({ length: 40_000 }, () => randomUUID()).join('') });
    const large = Array.from({ length: 5 }, () => newDocument({ body, idempotencyKey: 'k' }));
    for (const one of large) await write(one);
    const found = await Promise.all(large.map((one) => find(one)));
    expect(found.map((one) => one?.body === body)).toEqual([true, true, true, true, true]);
  });

  it('two processes that write the same documents concurrently in different orders do not fail', async () => {
    if (db.kind === 'embedded') return;
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      const identities = Array.from({ length: 60 }, testIdentity);
      const outcomes = await Promise.all(
        [identities, [...identities].reverse()].map((order) => {
          const { write } = documents();
          return Promise.all(order.map((identity) => write(newDocument({ identity }))));
        }),
      );
      expect(outcomes.flat().filter((outcome) => outcome === 'written')).toHaveLength(60);
    }
  });
});
