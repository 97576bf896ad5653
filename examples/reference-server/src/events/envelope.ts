import { SCHEMA_VERSION } from 'receipt-rule-packs';
import { v7 } from 'uuid';

/** One event, ready to be stored and sent. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly businessId: string;
  readonly createdAt: string;
  /** The JSON that every attempt sends, byte for byte the same. */
  readonly body: string;
}

/** The envelope fields that precede the data. */
export interface EnvelopeHead {
  readonly eventId: string;
  readonly schemaVersion: string;
  readonly type: string;
  readonly businessId: string;
  /** RFC 3339, with milliseconds. */
  readonly createdAt: string;
}

/** The text of an envelope up to its data; only a closing brace follows the data. */
export function envelopeHead({ eventId, schemaVersion, type, businessId, createdAt }: EnvelopeHead): string {
  const head = JSON.stringify({ eventId, schemaVersion, type, businessId, createdAt });
  return `${head.slice(0, -1)},"data":`;
}

/**
 * Builds the envelope around data that is already JSON, so that a document is sent exactly as stored.
 *
 * @see service interface, Webhook event envelope
 */
export function envelope(type: string, businessId: string, dataJson: string, at: Date): Envelope {
  const id = `evt_${v7()}`;
  const createdAt = at.toISOString();
  const head = envelopeHead({ eventId: id, schemaVersion: SCHEMA_VERSION, type, businessId, createdAt });
  return { id, type, businessId, createdAt, body: `${head}${dataJson}}` };
}
