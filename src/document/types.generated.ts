// Generated from schemas/2.1/*.json by `npm run generate`. Do not edit.
import type { Scheme } from './scheme.js';
import type { Extensions, StoredTransaction } from './written-types.js';

export type { Extensions, StoredTransaction, Transaction } from './written-types.js';

/**
 * VAT category, UNCL5305 as used by EN 16931: S standard or reduced rate, Z zero-rated, E exempt, AE reverse charge, O out of scope.
 *
 */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'O';

/**
 * Discount already deducted from the line's amount.
 *
 */
export interface Discount {
  /**
   * Discount on the line in minor units of the currency. Positive: a line without discount has no discount object.
   */
  amount: number;
  /**
   * What the discount was given for, as on the receipt.
   */
  description?: string | undefined;
}
/**
 * One line of the receipt.
 *
 */
export interface LineItem {
  /**
   * Item name as on the receipt.
   */
  name: string;
  /**
   * Number of units. Decimals are allowed (weighed goods); negative for returned items in exchanges. Taken exactly as the decimal that was written.
   */
  quantity: number;
  /**
   * Unit of the quantity, such as pcs, kg, l, m or hour. Read as pcs where it is absent.
   */
  unit?: string | undefined;
  /**
   * Price of one unit in minor units; tax-inclusive or exclusive per tax.pricesIncludeTax.
   */
  unitPrice: number;
  /**
   * quantity × unitPrice after discount, in minor units. Negative for returned items.
   */
  amount: number;
  /**
   * VAT rate in percent, as applied at the time of the transaction. Judged against the rate table of tax.scheme.
   */
  taxRate: number;
  /**
   * VAT category of the line, UNCL5305 as used by EN 16931: S standard or reduced rate, Z zero-rated, E exempt, AE reverse charge, O out of scope.
   */
  taxCategory: TaxCategory;
  /**
   * VAT of the line in minor units. Negative for returned items.
   */
  taxAmount: number;
  /**
   * Discount already deducted from the line's amount.
   */
  discount?: Discount | undefined;
  /**
   * Product category in the seller's own words.
   */
  category?: string | undefined;
  /**
   * Product code: SKU, EAN or the seller's own.
   */
  sku?: string | undefined;
}
/**
 * VAT of all lines that share one rate and category.
 *
 */
export interface TaxSummaryEntry {
  /**
   * VAT rate in percent, as on the lines.
   */
  rate: number;
  /**
   * VAT category, as on the lines.
   */
  category: TaxCategory;
  /**
   * Text for the rate as on the receipt.
   */
  label?: string | undefined;
  /**
   * VAT base of the group in minor units, without VAT. Cash rounding never changes it.
   */
  taxableAmount: number;
  /**
   * VAT of the group in minor units.
   */
  taxAmount: number;
}
/**
 * Share of one tax jurisdiction (United States only).
 *
 */
export interface Jurisdiction {
  /**
   * Level of the jurisdiction.
   */
  level: 'state' | 'county' | 'city' | 'district';
  /**
   * Name of the jurisdiction.
   */
  name: string;
  /**
   * Sales tax rate of the jurisdiction in percent.
   */
  rate: number;
  /**
   * Sales tax of the jurisdiction in minor units.
   */
  taxAmount: number;
}
/**
 * Tax scheme and summary of the document.
 *
 */
export interface Tax {
  /**
   * Tax scheme under which the rates are stated. The rule pack says which are allowed (se-receipt-1: SE_MOMS, and EU_VAT for cross-border distance sales under OSS).
   */
  scheme: Scheme;
  /**
   * true where unitPrice and amount include VAT (EU and Nordic receipts), false where they do not (US).
   */
  pricesIncludeTax: boolean;
  /**
   * true for a B2B sale under reverse charge; required when any line has category AE.
   */
  reverseCharge?: boolean | undefined;
  /**
   * One entry per (rate, category) pair used in items.
   */
  summary: TaxSummaryEntry[];
  /**
   * Tax by jurisdiction; United States only.
   */
  jurisdictions?: Jurisdiction[] | undefined;
}
/**
 * Totals of the document, all in minor units of the currency.
 *
 */
export interface Totals {
  /**
   * Sum of the items' amount.
   */
  subtotal: number;
  /**
   * Sum of the items' discount.amount; 0 if there is none.
   */
  discount: number;
  /**
   * Sum of tax.summary[].taxAmount.
   */
  tax: number;
  /**
   * Signed cash-rounding adjustment. Required with cash (0 when the total already lands on the increment); never part of the VAT base.
   */
  rounding?: number | undefined;
  /**
   * Final amount after rounding. Zero or positive for sales, refunds and credit notes; 0 for voids; any sign for exchanges.
   */
  total: number;
}
/**
 * How the transaction was paid.
 *
 */
export interface Payment {
  /**
   * Tender. mobile covers national mobile payment apps.
   */
  method: 'cash' | 'card' | 'mobile' | 'transfer' | 'other';
  /**
   * Last four digits of the card number; never more digits, never an expiry date.
   */
  last4?: string | undefined;
}
/**
 * The buyer. Stored as given.
 *
 */
export interface Customer {
  /**
   * Customer name as on the receipt.
   */
  name?: string | undefined;
  /**
   * Address for digital receipt delivery; free text.
   */
  email?: string | undefined;
  /**
   * Buyer's organization number (B2B).
   */
  orgNumber?: string | undefined;
  /**
   * Buyer's VAT number (B2B).
   */
  vatNumber?: string | undefined;
  /**
   * Buyer's country, ISO 3166-1 alpha-2 in upper case. Judged only where tax.scheme is EU_VAT (OSS).
   */
  country?: string | undefined;
}
/**
 * The original sale that a refund, credit note, exchange or void refers to.
 *
 */
export interface LinkedTransaction {
  /**
   * id of the original sale.
   */
  originalTransactionId: string;
  /**
   * Why the document was made.
   */
  reason?: 'returned' | 'defective' | 'overcharge' | 'price_adjustment' | 'duplicate' | 'other' | undefined;
  /**
   * Free text.
   */
  note?: string | undefined;
}
/**
 * The selling business.
 *
 */
export interface Vendor {
  /**
   * Id of the business the transaction belongs to.
   */
  id: string;
  /**
   * Name of the store or branch; required for businesses with several locations in Sweden.
   */
  locationName?: string | undefined;
}
/**
 * Where the transaction comes from. With the business and the writing app, platform and externalId are its identity.
 *
 */
export interface Source {
  /**
   * Slug of the originating system.
   */
  platform: string;
  /**
   * Id of the transaction in the originating system.
   */
  externalId: string;
}
/**
 * Arbitrary keys; stored as given, never used in validation. At most 200 levels deep.
 *
 */
export interface Metadata {
  [k: string]: unknown;
}
/**
 * Country extensions by namespace, arbitrary keys. se-receipt-1 requires se: controlUnitId, controlCode and sequenceNumber. At most 200 levels deep.
 *
 */
export interface Namespaces {
  [k: string]: unknown;
}
/**
 * A settled point-of-sale transaction as it may be written, schema 2.1. All money is in integer minor units of the currency.
 *
 */
export interface TransactionFields {
  /**
   * What the document records. refund, void, credit_note and exchange are documents of their own, linked to the original sale.
   */
  type: 'sale' | 'refund' | 'void' | 'credit_note' | 'exchange';
  /**
   * true: final; false: incomplete, failed or void.
   */
  settled: boolean;
  /**
   * Receipt number as issued by the POS or platform. Never used for deduplication.
   */
  receiptNumber: string;
  /**
   * Time of the transaction, ISO 8601 with an offset: upper-case T, hh:mm:ss with an optional fraction, or hh:mm alone for a full minute; Z or ±hh:mm; a real calendar date. Stored as sent.
   */
  timestamp: string;
  /**
   * ISO 4217 code. Must be the rule pack's currency (se-receipt-1: SEK).
   */
  currency: string;
  /**
   * Rule pack id. Best omitted; it must equal the one resolved from the business's country.
   */
  profileId?: string | undefined;
  /**
   * Tier of the document. Read as receipt where it is absent; the invoice tiers are reserved and not accepted.
   */
  documentTier?: 'receipt' | 'simplified_invoice' | 'full_invoice' | undefined;
  /**
   * Managed by the service (2.1). Whatever is sent is overwritten.
   */
  schemaVersion?: unknown;
  /**
   * BCP 47 language tag for the receipt's display, judged by the syntax of RFC 5646.
   */
  locale?: string | undefined;
  /**
   * Arbitrary keys; stored as given, never used in validation. At most 200 levels deep.
   */
  metadata?: Metadata | undefined;
  /**
   * The selling business.
   */
  vendor: Vendor;
  /**
   * Lines of the receipt, at least one.
   *
   * @minItems 1
   */
  items: LineItem[];
  /**
   * Tax scheme and summary of the document.
   */
  tax: Tax;
  /**
   * Totals of the document, all in minor units of the currency.
   */
  totals: Totals;
  /**
   * How the transaction was paid.
   */
  payment: Payment;
  /**
   * Where the transaction comes from. With the business and the writing app, platform and externalId are its identity.
   */
  source: Source;
  /**
   * The buyer. Stored as given.
   */
  customer?: Customer | undefined;
  /**
   * The original sale. Required in a refund, credit note, exchange and void.
   */
  linkedTransaction?: LinkedTransaction | undefined;
  /**
   * Country extensions by namespace, arbitrary keys. se-receipt-1 requires se: controlUnitId, controlCode and sequenceNumber. At most 200 levels deep.
   */
  extensions?: Extensions | undefined;
  /**
   * Sales channel. Must be ecommerce where tax.scheme is EU_VAT (OSS).
   */
  channel?: string | undefined;
}
/**
 * Postal address of the business.
 *
 */
export interface Address {
  /**
   * Street and number.
   */
  line1?: string | undefined;
  /**
   * Further address line.
   */
  line2?: string | undefined;
  /**
   * Postal code.
   */
  postalCode?: string | undefined;
  /**
   * City or post town.
   */
  city?: string | undefined;
  /**
   * Region, state or county.
   */
  region?: string | undefined;
  /**
   * ISO 3166-1 alpha-2 code.
   */
  country?: string | undefined;
}
/**
 * The selling business as it was when the document was stored.
 *
 */
export interface StoredVendor {
  /**
   * Id of the business.
   */
  id: string;
  /**
   * Trading name.
   */
  name: string;
  /**
   * Registered name.
   */
  legalName?: string | undefined;
  /**
   * Organization number.
   */
  orgNumber?: string | undefined;
  /**
   * VAT number.
   */
  vatNumber?: string | undefined;
  /**
   * ISO 3166-1 alpha-2 code.
   */
  country: string;
  /**
   * Postal address of the business.
   */
  address?: Address | undefined;
  /**
   * Name of the store or branch, as written.
   */
  locationName?: string | undefined;
}
/**
 * Where the transaction came from, and when.
 *
 */
export interface StoredSource {
  /**
   * Slug of the originating system.
   */
  platform: string;
  /**
   * Id of the transaction in the originating system.
   */
  externalId: string;
  /**
   * Ingestion time.
   */
  syncedAt: string;
}
/**
 * The canonical, immutable document that the service stores, returns and lists, schema 2.1.
 *
 */
export interface StoredTransactionFields {
  /**
   * Identifier of the document; also the list cursor.
   */
  id: string;
  /**
   * What the document records. refund, void, credit_note and exchange are documents of their own, linked to the original sale.
   */
  type: 'sale' | 'refund' | 'void' | 'credit_note' | 'exchange';
  /**
   * true: final; false: incomplete, failed or void.
   */
  settled: boolean;
  /**
   * Receipt number as issued by the POS or platform. Never used for deduplication.
   */
  receiptNumber: string;
  /**
   * Time of the transaction, ISO 8601 with an offset: upper-case T, hh:mm:ss with an optional fraction, or hh:mm alone for a full minute; Z or ±hh:mm; a real calendar date. Stored as sent.
   */
  timestamp: string;
  /**
   * Creation time of the document.
   */
  createdAt: string;
  /**
   * ISO 4217 code. Must be the rule pack's currency (se-receipt-1: SEK).
   */
  currency: string;
  /**
   * Rule pack that the document was validated by.
   */
  profileId: string;
  /**
   * Tier of the document.
   */
  documentTier: 'receipt';
  /**
   * Schema version of the document.
   */
  schemaVersion: '2.1';
  /**
   * BCP 47 language tag for the receipt's display, judged by the syntax of RFC 5646.
   */
  locale?: string | undefined;
  /**
   * Arbitrary keys; stored as given, never used in validation. At most 200 levels deep.
   */
  metadata?: Metadata | undefined;
  /**
   * The selling business as it was when the document was stored.
   */
  vendor: StoredVendor;
  /**
   * Lines of the receipt, at least one.
   *
   * @minItems 1
   */
  items: LineItem[];
  /**
   * Tax scheme and summary of the document.
   */
  tax: Tax;
  /**
   * Totals of the document, all in minor units of the currency.
   */
  totals: Totals;
  /**
   * How the transaction was paid.
   */
  payment: Payment;
  /**
   * Where the transaction came from, and when.
   */
  source: StoredSource;
  /**
   * The buyer. Stored as given.
   */
  customer?: Customer | undefined;
  /**
   * The original sale. Required in a refund, credit note, exchange and void.
   */
  linkedTransaction?: LinkedTransaction | undefined;
  /**
   * Country extensions by namespace, arbitrary keys. se-receipt-1 requires se: controlUnitId, controlCode and sequenceNumber. At most 200 levels deep.
   */
  extensions?: Extensions | undefined;
  /**
   * Sales channel. Must be ecommerce where tax.scheme is EU_VAT (OSS).
   */
  channel?: string | undefined;
}
/**
 * A merchant approved the app's access request.
 *
 */
export interface AuthorizationGranted {
  /**
   * Id of the authorization.
   */
  authorizationId: string;
  /**
   * Id of the app.
   */
  appId: string;
  /**
   * Id of the business that the app may act for.
   */
  businessId: string;
  /**
   * Scopes of the authorization.
   */
  scopes: string[];
  /**
   * When it happened.
   */
  grantedAt: string;
}
/**
 * A merchant revoked the app's access.
 *
 */
export interface AuthorizationRevoked {
  /**
   * Id of the authorization.
   */
  authorizationId: string;
  /**
   * Id of the app.
   */
  appId: string;
  /**
   * Id of the business that the app may act for.
   */
  businessId: string;
  /**
   * Scopes of the authorization.
   */
  scopes: string[];
  /**
   * When it happened.
   */
  revokedAt: string;
}
/**
 * The merchant connected a payment platform.
 *
 */
export interface SourceConnected {
  /**
   * Id of the connection.
   */
  sourceId: string;
  /**
   * Id of the business.
   */
  businessId: string;
  /**
   * Slug of the payment platform.
   */
  platform: string;
  /**
   * When it happened.
   */
  connectedAt: string;
  /**
   * false where earlier transactions of the platform may be missing.
   */
  backfillComplete: boolean;
}
/**
 * A payment platform connection was removed.
 *
 */
export interface SourceDisconnected {
  /**
   * Id of the connection.
   */
  sourceId: string;
  /**
   * Id of the business.
   */
  businessId: string;
  /**
   * Slug of the payment platform.
   */
  platform: string;
  /**
   * When it happened.
   */
  disconnectedAt: string;
  /**
   * false where earlier transactions of the platform may be missing.
   */
  backfillComplete: boolean;
}
/**
 * Envelope of one webhook event. New event types may appear: the shape of data is fixed only for the types listed here.
 *
 */
export interface WebhookEnvelope {
  /**
   * Unique per event; the key for idempotency. A retried delivery carries the same one.
   */
  eventId: string;
  /**
   * Schema version of the envelope and of data.
   */
  schemaVersion: string;
  /**
   * Event type.
   */
  type: string;
  /**
   * Business that the event concerns.
   */
  businessId: string;
  /**
   * Event time.
   */
  createdAt: string;
  /**
   * The resource that the event is about; for transaction events the full canonical transaction.
   */
  data: object;
}
/**
 * One page of the list of transactions, newest first.
 *
 */
export interface ListResponse {
  /**
   * Canonical transaction documents.
   *
   * @maxItems 50
   */
  data: StoredTransaction[];
  /**
   * false at the end of the list.
   */
  hasMore: boolean;
  /**
   * id of the last transaction in the page, to be sent as startAfter; null at the end.
   */
  nextCursor: string | null;
}
/**
 * What went wrong.
 *
 */
export interface ErrorSummary {
  /**
   * Stable code of the error.
   */
  code: string;
  /**
   * What went wrong, in words.
   */
  message: string;
}
/**
 * One problem of the document.
 *
 */
export interface ErrorIssue {
  /**
   * Path of the field, such as items[0].taxRate; the empty string is the document itself.
   */
  field: string;
  /**
   * Stable code of the problem.
   */
  code: string;
  /**
   * What was found and what would be right, in words.
   */
  message: string;
}
/**
 * Body of every error response.
 *
 */
export interface ErrorResponse {
  /**
   * What went wrong.
   */
  error: ErrorSummary;
  /**
   * Every problem of the document, in the order of the schema's fields.
   */
  issues?: ErrorIssue[] | undefined;
}
