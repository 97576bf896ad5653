import { assertArgument } from '../usage/assert.js';
import { UsageError } from '../usage/usage-error.js';
import type {
  StoredTransaction,
  StoredTransactionFields,
  StoredVendor,
  Transaction,
  Vendor,
} from './types.generated.js';

/** The schema version in stored documents, responses and webhook envelopes. */
export const SCHEMA_VERSION = '2.1';

/** The fields that the service adds to a written document. */
export interface StoredFields {
  /** Identifier of the document. */
  readonly id: string;
  /** Creation time, RFC 3339. */
  readonly createdAt: string;
  /** Ingestion time, RFC 3339. */
  readonly syncedAt: string;
  /** Id of the pack that validated the document. */
  readonly profileId: string;
  readonly documentTier: DocumentTier;
  /** The business's current data. Unknown fields are omitted; the id, if given, must equal vendor.id. */
  readonly vendor: Omit<StoredVendor, 'id' | 'locationName'> & { readonly id?: string | undefined };
}

/**
 * Builds the canonical document that the service stores and returns, with the sent fields in the order of the stored
 * schema. Overwrites a sent schemaVersion. metadata and extensions are the given objects, not copies.
 *
 * @param transaction a valid transaction; not changed
 * @throws UsageError if a field is missing, or if the snapshot belongs to a business other than vendor.id
 */
export function toStored(transaction: Transaction, fields: StoredFields): StoredTransaction {
  checkObject('transaction', transaction);
  checkObject('transaction.vendor', transaction.vendor);
  checkObject('transaction.source', transaction.source);
  checkObject('fields', fields);
  checkObject('fields.vendor', fields.vendor);
  for (const name of TEXTS) {
    assertArgument(typeof fields[name] === 'string', `fields.${name}`, 'a string', fields[name]);
  }
  const { id, createdAt, syncedAt, profileId, documentTier, vendor } = fields;
  if (vendor.id !== undefined && vendor.id !== transaction.vendor.id) {
    const message = `fields.vendor.id is ${vendor.id}, but vendor.id of the transaction is ${transaction.vendor.id}`;
    throw new UsageError('invalid_argument', 'fields.vendor.id', message);
  }
  const { name, legalName, orgNumber, vatNumber, country, address } = vendor;
  const { locationName } = transaction.vendor;
  return compact<StoredTransactionFields>({
    id,
    type: transaction.type,
    settled: transaction.settled,
    receiptNumber: transaction.receiptNumber,
    timestamp: transaction.timestamp,
    createdAt,
    currency: transaction.currency,
    profileId,
    documentTier,
    schemaVersion: SCHEMA_VERSION,
    locale: transaction.locale,
    metadata: transaction.metadata,
    vendor: compact<StoredVendor>({
      id: transaction.vendor.id,
      name,
      legalName,
      orgNumber,
      vatNumber,
      country,
      address,
      locationName,
    }),
    items: transaction.items,
    tax: transaction.tax,
    totals: transaction.totals,
    payment: transaction.payment,
    source: { platform: transaction.source.platform, externalId: transaction.source.externalId, syncedAt },
    customer: transaction.customer,
    linkedTransaction: transaction.linkedTransaction,
    extensions: transaction.extensions,
    channel: transaction.channel,
    // type and linkedTransaction come from the same document, so they match one member of the union.
  }) as StoredTransaction;
}

/**
 * The document as sent, without the fields that the service adds: the inverse of `toStored`.
 *
 * @param stored a stored transaction; not changed
 * @throws UsageError for a value that is not a stored transaction
 */
export function fromStored(stored: StoredTransaction): Transaction {
  checkObject('stored', stored);
  checkObject('stored.vendor', stored.vendor);
  checkObject('stored.source', stored.source);
  const {
    id: _id,
    createdAt: _at,
    schemaVersion: _version,
    profileId: _pack,
    documentTier: _tier,
    ...written
  } = stored;
  const { vendor, source } = stored;
  return compact({
    ...written,
    vendor: compact<Vendor>({ id: vendor.id, locationName: vendor.locationName }),
    source: { platform: source.platform, externalId: source.externalId },
  });
}

const TEXTS = ['id', 'createdAt', 'syncedAt', 'profileId', 'documentTier'] as const;

function checkObject(name: string, value: unknown): void {
  assertArgument(typeof value === 'object' && value !== null, name, 'an object', value);
}

function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

/** A tier with rule packs. Invoice tiers are reserved, so no written document has one. */
export type DocumentTier = 'receipt';
