import { toStored, type Registry, type StoredTransaction, type Transaction } from 'receipt-rule-packs';
import { v7 } from 'uuid';
import type { BusinessRecord } from '../businesses/business.js';
import { envelope, type Envelope } from '../events/envelope.js';

/**
 * An event with made-up data that says so: `metadata.test`, or ids and a platform called `test`. It fits the schema of its type.
 *
 * @param appId the app that the endpoint belongs to, null for an owner's
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
  switch (type) {
    case 'authorization.granted':
      return { ...authorization, grantedAt: instant };
    case 'authorization.revoked':
      return { ...authorization, revokedAt: instant };
    case 'source.connected':
      return { ...source, connectedAt: instant, backfillComplete: true };
    case 'source.disconnected':
      return { ...source, disconnectedAt: instant, backfillComplete: true };
    default:
      return { test: true, businessId };
  }
}

/** One coffee for 30.00 with 25 % VAT included, under the business's own pack where there is one. */
function testTransaction(registry: Registry, business: BusinessRecord, at: Date): StoredTransaction {
  const pack = registry.resolve(business.rules.country) ?? registry.packs[0]!;
  const instant = at.toISOString();
  const id = `txn_${v7()}`;
  const transaction: Transaction = {
    type: 'sale',
    settled: true,
    receiptNumber: 'TEST',
    timestamp: instant,
    currency: pack.currency,
    metadata: { test: true },
    vendor: { id: business.id, ...(business.rules.multiLocation && { locationName: 'Test' }) },
    items: [
      { name: 'Test item', quantity: 1, unitPrice: 3000, amount: 3000, taxRate: 25, taxCategory: 'S', taxAmount: 600 },
    ],
    tax: {
      scheme: 'SE_MOMS',
      pricesIncludeTax: true,
      summary: [{ rate: 25, category: 'S', taxableAmount: 2400, taxAmount: 600 }],
    },
    totals: { subtotal: 3000, discount: 0, tax: 600, total: 3000 },
    payment: { method: 'card' },
    source: { platform: 'test', externalId: id },
    extensions: { se: { controlUnitId: 'TEST', controlCode: 'TEST', sequenceNumber: 1 } },
  };
  return toStored(transaction, {
    id,
    createdAt: instant,
    syncedAt: instant,
    profileId: pack.id,
    documentTier: 'receipt',
    vendor: business.vendor,
  });
}
