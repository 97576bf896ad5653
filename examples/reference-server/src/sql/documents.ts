import type { DocumentRow } from './dialect.js';

/** Parts of the statements about documents and events. */

export const PLAIN_COLUMNS =
  'business_id, id, idempotency_key, instant_us, receipt_number, external_id, created_at, coding, bytes';
export const DOCUMENT_COLUMNS = `${PLAIN_COLUMNS}, packed, digest`;
export const KEY_COLUMNS = 'transaction_keys (business_id, identity, id)';
export const UNLESS_TAKEN = 'ON CONFLICT (business_id, identity) DO NOTHING RETURNING id';

/** The values of PLAIN_COLUMNS. */
export function plainColumns(document: DocumentRow): (string | null)[] {
  const { businessId, id, idempotencyKey, instantUs, receiptNumber, externalId, createdAt } = document;
  const numbers = [String(document.coding), String(document.bytes)];
  return [businessId, id, idempotencyKey, instantUs, receiptNumber, externalId, createdAt, ...numbers];
}

/**
 * A document doubles as its event `transaction.created`: each attempt builds the envelope from the document's row in
 * `transactions`. Other events, and the events of documents stored before migration 037, are rows in `events`; for such
 * documents, `body` contains only the part before the document.
 */

/** The event type for a new document. */
export const DOCUMENT_EVENT = 'transaction.created';

export const EVENT_PREFIX = 'evt_';
export const DOCUMENT_PREFIX = 'txn_';

/** The id of a document's event, which has the same UUID. */
export function eventIdOf(transactionId: string): string {
  return EVENT_PREFIX + transactionId.slice(DOCUMENT_PREFIX.length);
}

/** Like `eventIdOf`, but as SQL. @param id an SQL expression */
export function sqlEventId(id: string): string {
  return `'${EVENT_PREFIX}' || substr(${id}, ${DOCUMENT_PREFIX.length + 1})`;
}

/** The SQL expression for the id of the document whose event has this id. @param id an SQL expression */
export function sqlDocumentId(id: string): string {
  return `'${DOCUMENT_PREFIX}' || substr(${id}, ${EVENT_PREFIX.length + 1})`;
}

/**
 * The SQL expression for a stored document as a single text value, for `unpack`, because the database cannot unpack
 * documents.
 *
 * @param row the name of a row with the columns body, coding and packed from `transactions`
 */
export function storedText(row: string): string {
  return `CASE WHEN ${row}.coding IS NULL THEN ${row}.body ELSE ${row}.coding || ' ' || encode(${row}.packed, 'base64') END`;
}

/**
 * The SQL expression for the length of a stored document in bytes. PostgreSQL knows the length without reading the
 * document.
 *
 * @param row the name of a row with the columns body and bytes from `transactions`
 */
export function storedBytes(row: string): string {
  return `coalesce(${row}.bytes, octet_length(${row}.body))`;
}

/**
 * SQL that joins each delivery `d`, by key, with its event `v` (a row in `events`) and its document `t`. One or both
 * can be missing: see FOUND.
 */
export const JOIN_EVENTS = `LEFT JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
  LEFT JOIN transactions t ON t.business_id = d.business_id
    AND t.id = CASE WHEN v.id IS NULL THEN ${sqlDocumentId('d.event_id')} ELSE v.transaction_id END`;

/**
 * The SQL condition that the event of the joined rows exists, and also its document if the event is about a document.
 */
export const FOUND = `CASE WHEN v.id IS NULL THEN t.coding IS NOT NULL ELSE v.transaction_id IS NULL OR t.id IS NOT NULL END`;

/** SQL for the type and creation time of the joined event. */
export const TYPE = `coalesce(v.type, '${DOCUMENT_EVENT}')`;
export const CREATED_AT = 'coalesce(v.created_at, t.created_at)';

/**
 * SQL for a stored envelope as a single text value, for `readEnvelope`.
 *
 * @param head SQL for the body of the event
 * @param row the alias of a row that has the document's columns `body`, `coding` and `packed`
 */
export function envelopeText(head: string, row: string): string {
  return `CASE WHEN ${head} IS NULL THEN ${storedText(row)} WHEN ${row}.body IS NULL THEN ${head}
    ELSE ${head} || ${row}.body || '}' END`;
}

/** SQL for the stored envelope of the joined rows. */
export const ENVELOPE = envelopeText('v.body', 't');

/** The approximate maximum size in bytes of the part of an envelope that precedes the document. */
export const HEAD_BYTES = 256;

/**
 * SQL for the approximate length of a stored envelope in bytes, which PostgreSQL knows without reading the envelope.
 */
export const ENVELOPE_BYTES = `coalesce(octet_length(v.body), ${HEAD_BYTES}) + coalesce(${storedBytes('t')}, 0)`;
