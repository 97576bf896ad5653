import type { DocumentTier } from '../pack/types.js';
import { show } from '../show.js';
import type { StoredTransaction, StoredTransactionFields, StoredVendor, Transaction } from './types.generated.js';

/** Version of the schema that the service stamps on stored documents, responses and webhook envelopes. */
export const SCHEMA_VERSION = '2.1';

/** The fields that the service adds to a written document. */
export interface StoredFields {
  /** Identifier of the document. */
  readonly id: string;
  /** Creation time, RFC 3339. */
  readonly createdAt: string;
  /** Ingestion time, RFC 3339. */
  readonly syncedAt: string;
  /** Id of the pack that the document was validated by. */
  readonly profileId: string;
  /** Tier of the document. */
  readonly documentTier: DocumentTier;
  /**
   * The business as it is now. Fields that are not part of the snapshot are left out; id, if given, must be vendor.id.
   */
  readonly vendor: Omit<StoredVendor, 'id' | 'locationName'> & { readonly id?: string | undefined };
}

/**
 * Builds the canonical document that the service stores and returns: fields in the order of the stored schema, without
 * those that were not sent. A sent schemaVersion is overwritten. metadata and extensions are the given objects
 * themselves.
 *
 * @param transaction a valid transaction; it is not changed
 * @throws TypeError if a field is missing, or if the snapshot is of another business than vendor.id
 */
export function toStored(transaction: Transaction, fields: StoredFields): StoredTransaction {
  checkObject('transaction', transaction);
  checkObject('transaction.vendor', transaction.vendor);
  checkObject('transaction.source', transaction.source);
  checkObject('fields', fields);
  checkObject('fields.vendor', fields.vendor);
  for (const name of TEXTS) {
    if (typeof fields[name] !== 'string')
      throw new TypeError(`toStored: fields.${name} must be a string, found ${show(fields[name])}`);
  }
  const { id, createdAt, syncedAt, profileId, documentTier, vendor } = fields;
  if (vendor.id !== undefined && vendor.id !== transaction.vendor.id) {
    throw new TypeError(`vendor.id is ${transaction.vendor.id}, but the snapshot is of ${vendor.id}`);
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
    // type and linkedTransaction are of one document, so they are those of one member of the union.
  }) as StoredTransaction;
}

const TEXTS = ['id', 'createdAt', 'syncedAt', 'profileId', 'documentTier'] as const;

function checkObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`toStored: ${name} must be an object, found ${show(value)}`);
  }
}

/** Leaves out the fields that are undefined. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
