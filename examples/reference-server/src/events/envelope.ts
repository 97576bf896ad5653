import { SCHEMA_VERSION } from 'receipt-rule-packs';
import { v7 } from 'uuid';

/** One event, ready to be stored and sent. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly businessId: string;
  readonly createdAt: string;
  /** The JSON that every attempt sends, always the same bytes. */
  readonly body: string;
}

/**
 * Builds the envelope around data that is already JSON, so that a document is sent exactly as stored.
 *
 * @see service interface, Webhook event envelope
 */
export function envelope(type: string, businessId: string, dataJson: string, at: Date): Envelope {
  const id = `evt_${v7()}`;
  const createdAt = at.toISOString();
  const head = JSON.stringify({ eventId: id, schemaVersion: SCHEMA_VERSION, type, businessId, createdAt });
  return { id, type, businessId, createdAt, body: `${head.slice(0, -1)},"data":${dataJson}}` };
}
