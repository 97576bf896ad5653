import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { toStored, type Transaction } from 'receipt-rule-packs';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import type { Row } from '../../src/database/database.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { onDatabases } from '../support/databases.js';
import { openOutbox } from '../support/outbox.js';

const RECEIPTS = new URL('../../../receipts/', import.meta.url);

/** The example receipts from all countries, each about 1,000 bytes as a stored document. */
const receipts = readdirSync(RECEIPTS, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => ({
    country: name.slice(0, 2),
    transaction: JSON.parse(readFileSync(new URL(name, RECEIPTS), 'utf8')) as Transaction,
  }));

const DOCUMENTS = 4_000;
/** The number of documents per statement, as under load. */
const GROUP = 64;
const MAX_BYTES = 1_700;
const TABLES = ['transactions', 'events', 'outbox'];

function newDocument(n: number) {
  const { country, transaction } = receipts[n % receipts.length]!;
  const [id, externalId, createdAt] = [`txn_${v7()}`, randomUUID(), new Date().toISOString()];
  const vendor = { name: 'Kaffebaren', country: country.toUpperCase() };
  const body = toStored(
    { ...transaction, receiptNumber: String(100_000 + n), source: { ...transaction.source, externalId } },
    { id, createdAt, syncedAt: createdAt, profileId: `${country}-receipt-1`, documentTier: 'receipt', vendor },
  );
  return {
    businessId: 'biz_1',
    id,
    identity: Array.from({ length: 2 }, randomUUID).join('').replaceAll('-', ''),
    idempotencyKey: randomUUID(),
    instantUs: String(1_700_000_000_000_000 + n * 60_000_000),
    body: JSON.stringify(body),
    authorizationId: 'auth_1',
    receiptNumber: body.receiptNumber,
    externalId,
    createdAt,
  };
}

onDatabases(['postgres'], (place) => {
  it(`a document of 1,000 bytes takes at most ${MAX_BYTES} bytes with its pending delivery and all indexes`, async () => {
    const db = await openOutbox(place, [{ id: 'ep_1' }]);
    const { write } = createDocuments(db, { firstDelayMs: 60_000 });
    let bytes = 0;
    for (let n = 0; n < DOCUMENTS; n += GROUP) {
      const documents = Array.from({ length: Math.min(GROUP, DOCUMENTS - n) }, (_, i) => newDocument(n + i));
      await Promise.all(documents.map((document) => write(document)));
      bytes += documents.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    }
    const [stored] = await db.query<Row & { bytes: number; deliveries: number }>(
      `SELECT (SELECT sum(pg_table_size(name) + pg_indexes_size(name)) FROM unnest($1::regclass[]) AS t (name))::float8 AS bytes,
         (SELECT count(*) FROM outbox)::integer AS deliveries`,
      [TABLES],
    );
    expect(stored!.deliveries).toBe(DOCUMENTS);
    expect(bytes / DOCUMENTS).toBeGreaterThan(980);
    expect(stored!.bytes / DOCUMENTS).toBeLessThanOrEqual(MAX_BYTES);
  });
});
