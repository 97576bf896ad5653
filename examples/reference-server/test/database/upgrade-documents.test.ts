import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { startBackground } from '../../src/database/background.js';
import type { Database } from '../../src/database/database.js';
import { migrate, missingMigrations } from '../../src/database/migrate.js';
import { readMigrations } from '../../src/database/migrations.js';
import { envelope } from '../../src/events/envelope.js';
import { findEvent } from '../../src/events/stored-envelope.js';
import { loadFixtures } from '../../src/fixtures.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { exportDocuments } from '../../src/transactions/export.js';
import { listTransactions, readStored } from '../../src/transactions/list.js';
import { verifyDocuments } from '../../src/transactions/verify.js';
import { eachDatabase } from '../support/databases.js';
import { fixtures } from '../support/fixtures.js';
import { takeAll } from '../support/outbox.js';

/** The last migration before documents were packed. */
const PLAIN = 36;

const oldOnes = readMigrations().filter(({ version }) => version <= PLAIN);

const identityOf = (n: number) => createHash('sha256').update(String(n)).digest('hex');

/** Stores a document with a pending delivery, as servers did at that migration. */
async function writePlain(db: Database, n: number) {
  const id = `txn_${v7()}`;
  const body = JSON.stringify({ id, n, name: 'Kött & ост 🧾' });
  const event = envelope('transaction.created', 'biz_1', body, new Date());
  await db.query(
    `INSERT INTO transactions (business_id, id, identity, idempotency_key, instant_us, body, receipt_number, external_id, event_id, digest)
     VALUES ('biz_1', $1, $2, 'key', $3, $4, 'R', 'X', $5, decode($6, 'hex'))`,
    [id, identityOf(n), String(n), body, event.id, createHash('sha256').update(body).digest('hex')],
  );
  await db.query(
    `INSERT INTO events (business_id, id, type, created_at, body, transaction_id, test)
     VALUES ('biz_1', $1, 'transaction.created', $2::timestamptz, $3, $4, false)`,
    [event.id, event.createdAt, event.body.slice(0, -body.length - 1), id],
  );
  await db.query(
    `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at) VALUES ('biz_1', $1, 'ep_1', now() + $2 * interval '1 millisecond')`,
    [event.id, n - 1_000],
  );
  return { id, body, event };
}

eachDatabase((place) => {
  it('both plain and packed documents are listed, found, exported, verified and delivered', async () => {
    const db = await place.open();
    await migrate(db, undefined, oldOnes);
    const endpoint = { id: 'ep_1', appId: 'app_1', url: 'http://127.0.0.1:9/', secret: 'whsec_1' };
    await loadFixtures(db, fixtures([{ ...endpoint, events: ['transaction.created'] }]), {
      offered: ['transaction.created'],
    });
    const plain: Awaited<ReturnType<typeof writePlain>>[] = [];
    for (let n = 0; n < 20; n += 1) plain.push(await writePlain(db, n));

    await migrate(db);
    // An earlier server that is still running cannot store a document without a key.
    await expect(writePlain(db, 20)).rejects.toMatchObject({ code: '42703' });
    const { write, find } = createDocuments(db, { firstDelayMs: 0 });
    const packed = Array.from({ length: 20 }, (_, n) => {
      const id = `txn_${v7()}`;
      return {
        businessId: 'biz_1',
        id,
        identity: identityOf(100 + n),
        idempotencyKey: 'key',
        instantUs: String(100 + n),
        body: JSON.stringify({ id, n, name: 'Kött & ост 🧾' }),
        authorizationId: null,
        receiptNumber: 'R',
        externalId: 'X',
        createdAt: new Date().toISOString(),
      };
    });
    const all = [...plain, ...packed].map(({ id, body }) => ({ id, body }));
    const checked = async () => {
      const page = await listTransactions(db, 'biz_1', { limit: 50, startAfter: undefined });
      expect(page!.entries).toEqual([...all].reverse());
      const lines: string[] = [];
      for await (const line of exportDocuments(db, 'biz_1')) lines.push(line);
      expect(lines).toEqual(all.map(({ body }) => body));
      expect(await verifyDocuments(db, () => undefined)).toEqual({ documents: 40, faults: 0, withoutDigest: 0 });
      for (const { id, body } of all) expect(await readStored(db, 'biz_1', id)).toBe(body);
    };
    await Promise.all(packed.map((one) => write(one)));
    // An identity from before the upgrade is still taken, and its document can be found.
    const again = { ...packed[0]!, id: `txn_${v7()}`, identity: identityOf(7) };
    const found = async () => {
      expect(await write(again)).toBe('taken');
      const wanted = [again, packed[1]!, { ...again, idempotencyKey: 'other' }, { ...again, businessId: 'biz_2' }];
      const result = [{ body: plain[7]!.body }, { body: packed[1]!.body }, { body: undefined }, undefined];
      for (const [i, one] of wanted.entries()) expect(await find(one)).toEqual(result[i]);
      expect(await Promise.all(wanted.map((one) => find(one)))).toEqual(result);
    };
    // Checks first without the last indexes, keys and partitions, then with them.
    await checked();
    await found();
    const background = startBackground({
      database: db,
      alone: (work) => work(db),
      log: { info: () => undefined, warn: () => undefined },
      checkMs: 20,
    });
    await expect.poll(() => missingMigrations(db)).toEqual([]);
    await background.stop();
    await checked();
    await found();
    const [keys] = await db.query(
      'SELECT count(*)::integer AS n, count(DISTINCT id)::integer AS ids FROM transaction_keys',
    );
    expect(keys).toEqual({ n: 40, ids: 40 });
    expect(
      await db.query(
        `SELECT inhrelid::regclass::text AS first FROM pg_inherits WHERE inhparent = to_regclass('transactions')`,
      ),
    ).toEqual([{ first: 'transactions_before' }]);

    const bodies = new Map((await takeAll(db, 256, 64)).map(({ eventId, body }) => [eventId, body]));
    expect(bodies.size).toBe(40);
    for (const { event } of plain) {
      expect(bodies.get(event.id)).toBe(event.body);
      expect((await findEvent(db, 'biz_1', event.id))?.body).toBe(event.body);
    }
    for (const { id, body, createdAt } of packed) {
      const eventId = id.replace('txn_', 'evt_');
      expect(bodies.get(eventId)).toBe(
        `{"eventId":"${eventId}","schemaVersion":"2.1","type":"transaction.created","businessId":"biz_1","createdAt":"${createdAt}","data":${body}}`,
      );
    }
  });
});
