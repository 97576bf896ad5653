import type { DocumentRow } from './dialect.js';

/** Parts of the statements that store documents. */

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
