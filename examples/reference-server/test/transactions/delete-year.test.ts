import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { listAudit } from '../../src/audit/audit.js';
import { deleteDocuments } from '../../src/commands.js';
import { ConfigError, readConfig } from '../../src/config.js';
import { OPERATOR } from '../../src/credentials/scope.js';
import type { Database, Row } from '../../src/database/database.js';
import type { Alone } from '../../src/database/partitions.js';
import { findEvent } from '../../src/events/stored-envelope.js';
import { eventIdOf } from '../../src/sql/documents.js';
import { deleteYear, NotExported } from '../../src/transactions/delete-year.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { anyDatabase, onDatabases } from '../support/databases.js';
import { testIdentity } from '../support/documents.js';
import { openOutbox, takeAll } from '../support/outbox.js';

const YEAR = 2019;
const START = Date.UTC(YEAR, 0);
const END = Date.UTC(YEAR + 1, 0);

/** A document with an id from the given time. */
function storedAt(msecs: number, businessId = 'biz_1') {
  const id = `txn_${v7({ msecs })}`;
  return {
    businessId,
    id,
    identity: testIdentity(),
    idempotencyKey: 'key',
    instantUs: `${msecs}000`,
    body: JSON.stringify({ id, name: 'Kött ☕' }),
    authorizationId: null,
    receiptNumber: '1',
    externalId: id,
    createdAt: new Date(msecs).toISOString(),
  };
}

anyDatabase((place) => {
  let db: Database;
  const alone: Alone = (work) => work(db);
  let documents: ReturnType<typeof createDocuments>;
  beforeAll(async () => {
    db = await openOutbox(place, [{ id: 'ep_1' }]);
    documents = createDocuments(db, { firstDelayMs: 0 });
  });
  beforeEach(async () => {
    for (const table of ['outbox', 'events', 'transactions', 'transaction_keys'])
      await db.query(`DELETE FROM ${table}`);
  });
  const ids = async () =>
    (await db.query<Row & { id: string }>('SELECT id FROM transactions')).map(({ id }) => id).sort();
  const write = async (all: readonly ReturnType<typeof storedAt>[]) => {
    await Promise.all(all.map((one) => documents.write(one)));
    return all;
  };

  it('exports and deletes the documents of the year with their events and deliveries; their identities stay taken', async () => {
    const gone = await write([storedAt(START), storedAt(END - 1), storedAt(START + 1, 'biz_2')]);
    const kept = await write([storedAt(START - 1), storedAt(END), storedAt(Date.now())]);
    // A document stored by an earlier release, with a separate event row.
    const old = storedAt(START + 2);
    await db.query(
      `INSERT INTO transactions (business_id, id, instant_us, body, event_id) VALUES ('biz_1', $1, 1, $2, 'evt_old')`,
      [old.id, old.body],
    );
    await db.query(`INSERT INTO transaction_keys VALUES ('biz_1', decode($1, 'hex'), $2)`, [old.identity, old.id]);
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body, transaction_id)
       VALUES ('biz_1', 'evt_old', 'transaction.created', now(), '{"data":', $1)`,
      [old.id],
    );
    const lines: string[] = [];
    let atSync = -1;
    const deleted = await deleteYear(db, YEAR, {
      write: async (line) => void lines.push(line),
      keep: async () => void (atSync = (await ids()).length),
      alone,
    });
    expect(Object.fromEntries(deleted)).toEqual({ biz_1: 3, biz_2: 1 });
    const inOrder = [gone[0]!, old, gone[1]!, gone[2]!];
    expect(lines).toEqual(inOrder.map(({ body }) => body));
    // Nothing had been deleted when the export was stored.
    expect(atSync).toBe(7);
    expect(await ids()).toEqual(kept.map(({ id }) => id).sort());
    expect((await takeAll(db)).map(({ eventId }) => eventId).sort()).toEqual(
      kept.map(({ id }) => eventIdOf(id)).sort(),
    );
    expect(await findEvent(db, 'biz_1', eventIdOf(gone[0]!.id))).toBeUndefined();
    expect(await db.query('SELECT id FROM events')).toEqual([]);

    const again = [...gone, old].map((one) => ({ ...one, id: `txn_${v7()}` }));
    expect(await Promise.all(again.map((one) => documents.write(one)))).toEqual(again.map(() => 'taken'));
    expect(await documents.write(again[0]!)).toBe('taken');
    const found = [{ body: undefined }, { body: undefined }, { body: undefined }, { body: undefined }];
    expect(await Promise.all(again.map((one) => documents.find(one)))).toEqual(found);
    expect(await documents.find(again[0]!)).toEqual({ body: undefined });
    expect(await documents.find(kept[0]!)).toEqual({ body: kept[0]!.body });
    expect(await documents.write({ ...again[0]!, businessId: 'biz_2' })).toBe('written');

    const entries = (await listAudit(db, OPERATOR, 10)).map(({ what, subject, detail, scope }) => [
      what,
      subject,
      detail,
      scope,
    ]);
    expect(entries).toEqual(
      expect.arrayContaining([
        ['documents.deleted', 'business:biz_1', '2019: 3', 'operator'],
        ['documents.deleted', 'business:biz_2', '2019: 1', 'operator'],
      ]),
    );
  });

  it('no document is deleted if any document has changed since it was written', async () => {
    const all = await write([storedAt(START), storedAt(START + 1)]);
    await db.query(`UPDATE transactions SET digest = decode('00', 'hex') WHERE id = $1`, [all[1]!.id]);
    const options = { write: async () => undefined, keep: async () => undefined, alone };
    await expect(deleteYear(db, YEAR, options)).rejects.toBeInstanceOf(NotExported);
    expect(await ids()).toHaveLength(2);
  });

  it('nothing is deleted if the export cannot be stored', async () => {
    const [one] = await write([storedAt(START)]);
    const full = new Error('disk full');
    const options = { write: async () => undefined, keep: () => Promise.reject(full), alone };
    await expect(deleteYear(db, YEAR, options)).rejects.toBe(full);
    expect(await documents.find(one!)).toEqual({ body: one!.body });
  });

  it('the partition of the year is dropped, even if an earlier run has already detached it', async () => {
    const partitions = async () =>
      (
        await db.query<Row & { name: string }>(
          `SELECT relname::text AS name FROM pg_class WHERE relname ~ '^transactions_[0-9]{4}$' ORDER BY 1`,
        )
      ).map(({ name }) => name);
    const options = { write: async () => undefined, keep: async () => undefined, alone };
    await write([storedAt(START), storedAt(END)]);
    expect(await partitions()).toEqual(expect.arrayContaining(['transactions_2019', 'transactions_2020']));
    await deleteYear(db, YEAR, options);
    expect(await partitions()).not.toContain('transactions_2019');
    await write([storedAt(START)]);
    await db.query('ALTER TABLE transactions DETACH PARTITION transactions_2019');
    await deleteYear(db, YEAR, options);
    expect(await partitions()).not.toContain('transactions_2019');
  });

  it('deletes nothing until every document has its key', async () => {
    const [one] = await write([storedAt(START)]);
    const view = (select: string) => db.query(`CREATE OR REPLACE VIEW unkeyed_transactions AS ${select}`);
    await view(`SELECT business_id, id, ''::text AS identity FROM transactions`);
    const options = { write: async () => undefined, keep: async () => undefined, alone };
    await expect(deleteYear(db, YEAR, options)).rejects.toBeInstanceOf(NotExported);
    expect(await ids()).toEqual([one!.id]);
    await view(`SELECT business_id, id, ''::text AS identity FROM transaction_keys WHERE false`);
  });
});

onDatabases(['postgres'], (place) => {
  const path = join(inject('scratch'), randomUUID());
  afterEach(() => writeFile(path, ''));

  it('the command writes a new file', async () => {
    const db = await openOutbox(place, []);
    const one = storedAt(START);
    await createDocuments(db, { firstDelayMs: 0 }).write(one);
    const config = readConfig({ ...place.env });
    expect(await deleteDocuments(config, YEAR, path)).toEqual(['deleted documents: 1', 'businesses: 1']);
    expect(await readFile(path, 'utf8')).toBe(`${one.body}\n`);
    await expect(deleteDocuments(config, YEAR, path)).rejects.toBeInstanceOf(ConfigError);
  });
});
