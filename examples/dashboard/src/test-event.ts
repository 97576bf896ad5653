import {
  prettifyIssues,
  ratesOn,
  toStored,
  type ReceiptLaw,
  type Registry,
  type StoredTransaction,
  type Transaction,
} from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { v7 } from 'uuid';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { envelope, type Envelope } from 'receipt-reference-server/events/envelope.js';

/**
 * Creates an event with sample data that is valid under the schema of its type. `metadata.test` marks it as a test; in
 * types without metadata, an id that ends in `_test` or the platform `test` marks the test.
 *
 * @param appId the endpoint's app; null if the endpoint belongs to an owner
 * @see schemas/2.1/webhook-event.json
 */
export function testEvent(
  registry: Registry,
  type: string,
  business: BusinessRecord,
  appId: string | null,
  at: Date,
): Envelope {
  const data =
    type === 'transaction.created' ? testTransaction(registry, business, at) : testData(type, business.id, appId, at);
  return envelope(type, business.id, JSON.stringify(data), at);
}

function testData(type: string, businessId: string, appId: string | null, at: Date): object {
  const instant = at.toISOString();
  const authorization = { authorizationId: 'auth_test', appId: appId ?? 'app_test', businessId, scopes: [] };
  const source = { sourceId: 'src_test', businessId, platform: 'test' };
  const endpoint = { endpointId: 'ep_test', url: 'https://endpoint.example/', since: instant };
  switch (type) {
    case 'authorization.granted':
      return { ...authorization, grantedAt: instant };
    case 'authorization.revoked':
      return { ...authorization, revokedAt: instant };
    case 'source.connected':
      return { ...source, connectedAt: instant, backfillComplete: true };
    case 'source.disconnected':
      return { ...source, disconnectedAt: instant, backfillComplete: true };
    case 'endpoint.failing':
    case 'endpoint.paused':
      return { ...endpoint, failedAttempts: 20, lastStatus: 500 };
    case 'endpoint.recovered':
      return { ...endpoint, failedAttempts: 0, lastStatus: 200 };
    default:
      return { test: true, businessId };
  }
}

/**
 * Creates a receipt with one item for 3000 minor units, taxed at the day's highest rate, under the business's pack if
 * there is one.
 */
function testTransaction(registry: Registry, business: BusinessRecord, at: Date): StoredTransaction {
  const pack = registry.resolve(business.rules.country) ?? registry.packs[0]!;
  // Every built-in pack has a law.
  const law = pack.law!;
  const shop = registry.shop({ ...business.rules, country: pack.country });
  const instant = at.toISOString();
  const id = `txn_${v7()}`;
  const rate = Math.max(0, ...ratesOn(law, instant.slice(0, 10)).map((row) => row.rate));
  const receipt = complete(shop, {
    receiptNumber: 'TEST',
    timestamp: instant,
    currency: pack.currency,
    metadata: { test: true },
    vendor: { id: business.id, ...(business.rules.multiLocation && { locationName: 'Test' }) },
    items: [{ name: 'Test item', unitPrice: 3000, taxRate: rate, taxCategory: rate === 0 ? 'Z' : 'S' }],
    tax: { pricesIncludeTax: law.tax.pricesIncludeTax },
    payment: { method: 'card' },
    source: { platform: 'test', externalId: id },
    ...requiredExtensions(law),
  });
  if (!receipt.valid)
    throw new Error(`the test transaction of ${pack.id} is invalid: ${prettifyIssues(receipt.issues)}`);
  return toStored(receipt.transaction, {
    id,
    createdAt: instant,
    syncedAt: instant,
    profileId: receipt.profileId,
    documentTier: receipt.documentTier,
    vendor: business.vendor,
  });
}

/** Returns the extensions that the law requires, with the law's example values. */
function requiredExtensions({ extensions }: ReceiptLaw): { extensions?: Transaction['extensions'] } {
  const required = extensions.filter((namespace) => namespace.required === true);
  if (required.length === 0) return {};
  const filled = required.map(({ namespace, fields }) => [
    namespace,
    Object.fromEntries(fields.map(({ name, example }) => [name, example])),
  ]);
  return { extensions: Object.fromEntries(filled) as Transaction['extensions'] };
}
