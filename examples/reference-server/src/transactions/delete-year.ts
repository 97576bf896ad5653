import { createHash } from 'node:crypto';
import { addAudit, COMMAND_LINE } from '../audit/audit.js';
import type { Queryable, Row, Transactor } from '../database/database.js';
import { dropYear, firstId, type Alone } from '../database/partitions.js';
import { eventIdOf } from '../sql/documents.js';
import { unpack } from './packed.js';
import { readDocuments } from './read-all.js';

/** The maximum number of documents per statement. */
const BATCH = 500;

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
  /** Runs statements that may take a long time. */
  readonly alone: Alone;
}

interface YearRow extends Row {
  readonly business_id: string;
  readonly id: string;
  readonly event_id: string | null;
}

/**
 * Exports the documents stored in a year (UTC), and then deletes them with their events and pending deliveries. Keeps
 * their keys, so that writing such a document again returns 409. Deletes events and deliveries in batches, and then
 * drops the year's partition; can run while the server is up. After an interruption, run it again: it then exports the
 * remaining documents.
 *
 * @returns the number of deleted documents by business
 * @throws NotExported, DatabaseUnavailable
 */
export async function deleteYear(
  database: Transactor,
  year: number,
  { write, keep, alone }: DeleteYearOptions,
): Promise<ReadonlyMap<string, number>> {
  const [unkeyed] = await database.query('SELECT 1 AS some FROM unkeyed_transactions LIMIT 1');
  if (unkeyed !== undefined) {
    throw new NotExported(
      'All documents must have a key in transaction_keys: wait until a worker has run migration 43',
    );
  }
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
  const deleted = new Map<string, number>();
  for await (const rows of documentsOf(database, year)) {
    for (const { business_id: business } of rows) deleted.set(business, (deleted.get(business) ?? 0) + 1);
  }
  const found = [...deleted.values()].reduce((sum, count) => sum + count, 0);
  if (found !== exported) {
    throw new NotExported(
      `The number of documents from ${year} must not change during the export, found ${found} after ${exported}`,
    );
  }
  for await (const rows of documentsOf(database, year)) await deleteEvents(database, rows);
  await dropYear(database, alone, year);
  // Documents from before the table was partitioned.
  for await (const rows of documentsOf(database, year))
    await deleteByKey(database, 'transactions', 'id', rows, ({ id }) => id);
  for (const [business, count] of deleted) await auditYear(database, business, year, count);
  return deleted;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Documents of a year, in batches. Their ids form a range. */
async function* documentsOf(database: Queryable, year: number): AsyncGenerator<readonly YearRow[]> {
  const [from, to] = [year, year + 1].map((start) => firstId('txn', Date.UTC(start, 0))) as [string, string];
  let after = { business_id: '', id: '' };
  for (;;) {
    const rows: YearRow[] = await database.query<YearRow>(DOCUMENTS, [after.business_id, after.id, from, to]);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!;
  }
}

const DOCUMENTS = `SELECT business_id, id, event_id FROM transactions
  WHERE (business_id, id) > ($1 COLLATE "C", $2 COLLATE "C") AND id >= $3 COLLATE "C" AND id < $4 COLLATE "C"
  ORDER BY business_id, id LIMIT ${BATCH}`;

/** Deletes the events of documents, and the pending deliveries of these events. */
async function deleteEvents(database: Queryable, rows: readonly YearRow[]): Promise<void> {
  const eventOf = ({ event_id: id, ...row }: YearRow) => id ?? eventIdOf(row.id);
  await deleteByKey(database, 'outbox', 'event_id', rows, eventOf);
  await deleteByKey(database, 'events', 'id', rows, eventOf);
}

async function deleteByKey(
  database: Queryable,
  table: string,
  column: string,
  rows: readonly YearRow[],
  keyOf: (row: YearRow) => string,
): Promise<void> {
  await database.query(
    `DELETE FROM ${table} d USING unnest($1::text[], $2::text[]) AS k (business_id, id)
     WHERE d.business_id = k.business_id AND d.${column} = k.id`,
    [rows.map((row) => row.business_id), rows.map(keyOf)],
  );
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
