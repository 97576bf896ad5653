import type { Queryable, Row } from '../database/database.js';
import { storedBytes, storedText } from '../sql/documents.js';

/** The maximum number of keys per statement. */
const BATCH = 500;

/** The maximum total size of the documents per statement, in bytes; a larger document is read by itself. */
const BYTES = 4 * 1_048_576;

/** The primary key of a stored document. */
export interface DocumentKey extends Row {
  readonly business_id: string;
  readonly id: string;
}

/**
 * The document keys of one business or of all businesses, sorted by business and then in the order in which the
 * documents were written.
 */
export async function* documentKeys(database: Queryable, businessId?: string): AsyncGenerator<readonly DocumentKey[]> {
  let after: DocumentKey = { business_id: businessId ?? '', id: '' };
  for (;;) {
    const keys: DocumentKey[] = await database.query<DocumentKey>(businessId === undefined ? KEYS : KEYS_OF_ONE, [
      after.business_id,
      after.id,
    ]);
    if (keys.length > 0) yield keys;
    if (keys.length < BATCH) return;
    after = keys.at(-1)!;
  }
}

const KEYS = `SELECT business_id, id FROM transactions WHERE (business_id, id) > ($1 COLLATE "C", $2 COLLATE "C")
  ORDER BY business_id, id LIMIT ${BATCH}`;

const KEYS_OF_ONE = `SELECT business_id, id FROM transactions WHERE business_id = $1 AND id > $2 COLLATE "C"
  ORDER BY id LIMIT ${BATCH}`;

/** A document as stored in the database. */
export interface ReadDocument extends DocumentKey {
  /** For `unpack`. */
  readonly stored: string;
  /** In hex; null if the document was written before digests were stored. */
  readonly digest: string | null;
}

/** The documents with these keys, in the order of the keys. Skips deleted documents. @throws DatabaseUnavailable */
export async function* readDocuments(database: Queryable, keys: readonly DocumentKey[]): AsyncGenerator<ReadDocument> {
  let rest = keys;
  while (rest.length > 0) {
    const rows = await database.query<ReadDocument>(DOCUMENTS, [
      rest.map((key) => key.business_id),
      rest.map(({ id }) => id),
    ]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    rest = rest.slice(
      1 + rest.findIndex(({ business_id: business, id }) => business === last.business_id && id === last.id),
    );
  }
}

/**
 * Limits the documents' total size. PostgreSQL knows a document's length without reading it. Always includes the first
 * document.
 */
const DOCUMENTS = `SELECT business_id, id, ${storedText('found')} AS stored, encode(digest, 'hex') AS digest FROM (
    SELECT t.business_id, t.id, t.body, t.coding, t.packed, t.digest, ${storedBytes('t')} AS own,
      sum(${storedBytes('t')}) OVER (ORDER BY t.business_id, t.id) AS total
    FROM unnest($1::text[], $2::text[]) AS k (business_id, id)
    JOIN transactions t ON t.business_id = k.business_id AND t.id = k.id
  ) found WHERE total <= ${BYTES} OR total = own ORDER BY business_id, id`;
