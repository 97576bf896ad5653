import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAudit, COMMAND_LINE } from '../audit/audit.js';
import type { Queryable, Row } from '../database/database.js';
import { insertRows } from '../database/insert-rows.js';
import { eventIdOf } from '../events/stored-envelope.js';
import { unpack } from './packed.js';
import { readDocuments } from './read-all.js';

/** The maximum number of documents per statement. */
const BATCH = 500;

/** Milliseconds after which every earlier statement has ended: the server cancels statements after ten seconds. */
export const STATEMENTS_END_MS = 12_000;

/** A document has changed since it was written, or documents changed during the export. Nothing has been deleted. */
export class NotExported extends Error {
  override readonly name = 'NotExported';
}

/** Options for `deleteYear`. */
export interface DeleteYearOptions {
  /**
   * Called with each document as the API returns it, sorted by business and then in the order in which they were
   * written.
   */
  readonly write: (line: string) => Promise<void>;
  /** Stores the written documents durably. Documents are deleted only after the promise has resolved. */
  readonly keep: () => Promise<void>;
  /** How long to wait for running writes, in milliseconds; default: STATEMENTS_END_MS. */
  readonly waitMs?: number;
}

interface YearRow extends Row {
  readonly business_id: string;
  readonly id: string;
  readonly identity: string;
  readonly event_id: string | null;
}

/**
 * Exports the documents stored in a year (UTC), and then deletes them with their events and pending deliveries. Keeps
 * the identities of the documents, so that writing such a document again returns 409. Works in batches, and can run
 * while the server is up. After an interruption, run it again: it then exports the remaining documents.
 *
 * @returns the number of deleted documents by business
 * @throws NotExported, DatabaseUnavailable
 */
export async function deleteYear(
  database: Queryable,
  year: number,
  { write, keep, waitMs = STATEMENTS_END_MS }: DeleteYearOptions,
): Promise<ReadonlyMap<string, number>> {
  let exported = 0;
  for await (const rows of documentsOf(database, year)) {
    for await (const { business_id: business, id, stored, digest } of readDocuments(database, rows)) {
      const document = await unpack(stored).catch(() => undefined);
      if (document === undefined || (digest !== null && sha256(document) !== digest)) {
        throw new NotExported(
          `All documents must be unchanged since they were written, found a change in ${business} ${id}: run the command verify`,
        );
      }
      await write(document);
      exported += 1;
    }
  }
  await keep();
  let keyed = 0;
  for await (const rows of documentsOf(database, year)) {
    keyed += rows.length;
    const keys = rows.map((row) => [row.business_id, row.identity]);
    await insertRows(database, 'removed_keys (business_id, identity)', keys, { rest: 'ON CONFLICT DO NOTHING' });
  }
  if (keyed !== exported) {
    throw new NotExported(
      `The number of documents from ${year} must not change during the export, found ${keyed} after ${exported}`,
    );
  }
  // A write that began before the key of its document was stored does not see the key; until the write ends, it must
  // find the document.
  if (keyed > 0) await sleep(waitMs);
  const deleted = new Map<string, number>();
  for await (const rows of documentsOf(database, year)) {
    await deleteAll(database, rows);
    for (const { business_id: business } of rows) deleted.set(business, (deleted.get(business) ?? 0) + 1);
  }
  for (const [business, count] of deleted) await auditYear(database, business, year, count);
  return deleted;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Documents of a year, in batches. Their ids form a range: a UUIDv7 begins with the milliseconds since the epoch (RFC
 * 9562, 5.7).
 */
async function* documentsOf(database: Queryable, year: number): AsyncGenerator<readonly YearRow[]> {
  const [from, to] = [firstId(year), firstId(year + 1)];
  let after = { business_id: '', id: '' };
  for (;;) {
    const rows: YearRow[] = await database.query<YearRow>(DOCUMENTS, [after.business_id, after.id, from, to]);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!;
  }
}

function firstId(year: number): string {
  const hex = Date.UTC(year, 0).toString(16).padStart(12, '0');
  return `txn_${hex.slice(0, 8)}-${hex.slice(8)}-`;
}

const DOCUMENTS = `SELECT business_id, id, identity, event_id FROM transactions
  WHERE (business_id, id) > ($1 COLLATE "C", $2 COLLATE "C") AND id >= $3 COLLATE "C" AND id < $4 COLLATE "C"
  ORDER BY business_id, id LIMIT ${BATCH}`;

async function deleteAll(database: Queryable, rows: readonly YearRow[]): Promise<void> {
  const businesses = rows.map((row) => row.business_id);
  const events = rows.map((row) => row.event_id ?? eventIdOf(row.id));
  for (const [table, column, ids] of [
    ['outbox', 'event_id', events],
    ['events', 'id', events],
    ['transactions', 'id', rows.map(({ id }) => id)],
  ] as const) {
    await database.query(
      `DELETE FROM ${table} d USING unnest($1::text[], $2::text[]) AS k (business_id, id)
       WHERE d.business_id = k.business_id AND d.${column} = k.id`,
      [businesses, ids],
    );
  }
}

async function auditYear(database: Queryable, business: string, year: number, count: number): Promise<void> {
  const [row] = await database.query<Row & { owner_id: string }>('SELECT owner_id FROM businesses WHERE id = $1', [
    business,
  ]);
  await addAudit(database, COMMAND_LINE, {
    what: 'documents.deleted',
    subject: `business:${business}`,
    tenant: row && `owner:${row.owner_id}`,
    detail: `${year}: ${count}`,
  });
}
