import { beforeAll, beforeEach, expect, it } from 'vitest';
import { exportAll, verify } from '../../src/commands.js';
import { readConfig } from '../../src/config.js';
import { DatabaseUnavailable, type Database, type Queryable } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { loadFixtures } from '../../src/fixtures.js';
import { createDocuments, type NewDocument } from '../../src/transactions/documents.js';
import { exportDocuments } from '../../src/transactions/export.js';
import { pack } from '../../src/transactions/packed.js';
import { verifyDocuments, type Fault } from '../../src/transactions/verify.js';
import { eachDatabase, onDatabases } from '../support/databases.js';
import { fixtures } from '../support/fixtures.js';
import { runProcess } from '../support/processes.js';
import { testId, testIdentity } from '../support/documents.js';

const newDocument = (businessId: string, n: number, body: string): NewDocument => ({
  businessId,
  id: testId(n),
  identity: testIdentity(),
  idempotencyKey: null,
  instantUs: '1',
  body,
  authorizationId: null,
  receiptNumber: '',
  externalId: '',
  createdAt: new Date().toISOString(),
});

/** Text with characters of 1 to 4 bytes in UTF-8. */
const bodyOf = (n: number) => JSON.stringify({ n, name: 'Kött & ост 🧾', total: 1.5 });

async function fill(db: Database): Promise<void> {
  const { write } = createDocuments(db, { firstDelayMs: 0 });
  await write(newDocument('biz_1', 0, bodyOf(0)));
  await Promise.all(Array.from({ length: 600 }, (_, n) => write(newDocument('biz_1', n + 1, bodyOf(n + 1)))));
  await write(newDocument('biz_2', 0, bodyOf(0)));
  // Stores a document in the form used before documents were packed.
  await db.query(
    `UPDATE transactions SET body = $2, coding = NULL, bytes = NULL, packed = NULL WHERE business_id = 'biz_1' AND id = $1`,
    [testId(1), bodyOf(1)],
  );
}

/** Replaces a packed document with another document. */
const repack = async (db: Database, business: string, id: string, body: string) =>
  change(db, `packed = decode('${(await pack(body)).packed.toString('hex')}', 'hex')`, business, id);

async function verified(database: Queryable) {
  const faults: Fault[] = [];
  const counts = await verifyDocuments(database, (fault) => faults.push(fault));
  return { ...counts, list: faults.map(({ business_id: business, id, fault }) => [business, id, fault]) };
}

const change = (db: Database, set: string, business: string, id: string) =>
  db.query(`UPDATE transactions SET ${set} WHERE business_id = $1 AND id = $2`, [business, id]);

eachDatabase((place) => {
  let db: Database;
  beforeAll(async () => {
    db = await place.open();
    await migrate(db);
    await loadFixtures(db, fixtures(), { offered: [] });
  });
  beforeEach(async () => {
    for (const table of ['transactions', 'events']) await db.query(`DELETE FROM ${table}`);
    await fill(db);
  });

  it('finds no faults in unchanged documents, written individually or in groups', async () => {
    expect(await verified(db)).toEqual({ documents: 602, faults: 0, withoutDigest: 0, list: [] });
  });

  it('reports the documents that differ, and counts those without a digest', async () => {
    await repack(db, 'biz_1', testId(0), bodyOf(0).replace('1.5', '1.4'));
    await change(db, `body = body || ' '`, 'biz_1', testId(1));
    await change(db, `packed = substr(packed, 2)`, 'biz_1', testId(2));
    await change(db, `coding = 99`, 'biz_1', testId(3));
    await repack(db, 'biz_1', testId(555), `${bodyOf(555)} `);
    await change(db, `digest = NULL`, 'biz_1', testId(556));
    await change(db, `digest = decode(repeat('00', 32), 'hex')`, 'biz_2', testId(0));
    expect(await verified(db)).toEqual({
      documents: 602,
      faults: 6,
      withoutDigest: 1,
      list: [
        ['biz_1', testId(0), 'differs'],
        ['biz_1', testId(1), 'differs'],
        ['biz_1', testId(2), 'differs'],
        ['biz_1', testId(3), 'differs'],
        ['biz_1', testId(555), 'differs'],
        ['biz_2', testId(0), 'differs'],
      ],
    });
  });

  it('reports a document that the database cannot read, and checks the other documents', async () => {
    await repack(db, 'biz_1', testId(10), '{}');
    const damaged: Queryable = {
      sql: db.sql,
      query: async (text, parameters) => {
        const ids = parameters?.[1];
        if (Array.isArray(ids) && ids.includes(testId(11))) {
          throw Object.assign(new Error('invalid page in block 7'), { code: 'XX001' });
        }
        return db.query(text, parameters);
      },
    };
    expect(await verified(damaged)).toMatchObject({
      documents: 602,
      list: [
        ['biz_1', testId(10), 'differs'],
        ['biz_1', testId(11), 'unreadable'],
      ],
    });
  });

  it('does not mistake an unreachable database for a damaged one', async () => {
    const away: Queryable = {
      sql: db.sql,
      query: async (text, parameters) => {
        if (text.includes('digest')) throw new DatabaseUnavailable('away');
        return db.query(text, parameters);
      },
    };
    await expect(verified(away)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('exports documents byte for byte in the order in which they were written, including large documents', async () => {
    const large = JSON.stringify({ note: 'å'.repeat(900_000) });
    const { write } = createDocuments(db, { firstDelayMs: 0 });
    await Promise.all([601, 602, 603, 604].map((n) => write(newDocument('biz_1', n, large))));
    const lines = async (businessId?: string) => {
      const all: string[] = [];
      for await (const line of exportDocuments(db, businessId)) all.push(line);
      return all;
    };
    const first = [...Array.from({ length: 601 }, (_, n) => bodyOf(n)), large, large, large, large];
    expect(await lines()).toEqual([...first, bodyOf(0)]);
    expect(await lines('biz_2')).toEqual([bodyOf(0)]);
    expect(await lines('biz_3')).toEqual([]);
  });
});

onDatabases(['postgres'], (place) => {
  it('the commands report the result with their exit code', async () => {
    const db = await place.open();
    await migrate(db);
    await loadFixtures(db, fixtures(), { offered: [] });
    await fill(db);
    const config = readConfig({ ...place.env });
    const printed: string[] = [];
    expect((await verify(config, (line) => printed.push(line))).ok).toBe(true);
    expect(await runProcess(['verify'], place.env)).toBe(0);
    await repack(db, 'biz_1', testId(10), '{}');
    expect((await verify(config, (line) => printed.push(line))).ok).toBe(false);
    expect(printed).toEqual([`differs biz_1 ${testId(10)}`]);
    expect(await runProcess(['verify'], place.env)).toBe(1);
    const lines: string[] = [];
    await exportAll(config, 'biz_2', async (line) => void lines.push(line));
    expect(lines).toEqual([bodyOf(0)]);
    expect(await runProcess(['export'], place.env)).toBe(0);
    expect(await runProcess(['export', 'nobody'], place.env)).toBe(2);
  });
});
