import { readdirSync, readFileSync } from 'node:fs';
import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import type {
  Address,
  Customer,
  Discount,
  ErrorIssue,
  Extensions,
  Jurisdiction,
  LineItem,
  LinkedTransaction,
  Metadata,
  Payment,
  Source,
  StoredSource,
  StoredTransaction,
  StoredVendor,
  SwedishExtension,
  Tax,
  TaxCategory,
  TaxSummaryEntry,
  Totals,
  Transaction,
  TransactionFields,
  Vendor,
} from 'receipt-rule-packs';
import type {
  AuthorizationGranted,
  AuthorizationRevoked,
  EndpointEvent,
  SourceConnected,
  SourceDisconnected,
  WebhookEnvelope,
  WebhookEvent,
} from 'receipt-rule-packs/webhook';
import { describe, expect, expectTypeOf, it } from 'vitest';
import base from '../../packs/se-receipt-1/base.json' with { type: 'json' };
import { schemaValidator } from '../support/ajv';
import errorResponse from '../../schemas/2.1/error-response.json' with { type: 'json' };
import storedTransaction from '../../schemas/2.1/stored-transaction.json' with { type: 'json' };
import transaction from '../../schemas/2.1/transaction.json' with { type: 'json' };
import webhookEvent from '../../schemas/2.1/webhook-event.json' with { type: 'json' };

/** One entry per field of a type: true if the type requires the field. The compiler rejects any other entry. */
type Fields<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? false : true };

const registry = createRegistry([seReceipt1]);
const isTransaction = schemaValidator('transaction');
const defs = transaction.$defs;
const stored = storedTransaction.$defs;

interface ObjectSchema {
  readonly properties: object;
  readonly required?: readonly string[];
}

const OF_TRANSACTION: Fields<TransactionFields> = {
  type: true,
  settled: true,
  receiptNumber: true,
  timestamp: true,
  currency: true,
  profileId: false,
  documentTier: false,
  schemaVersion: false,
  locale: false,
  metadata: false,
  vendor: true,
  items: true,
  tax: true,
  totals: true,
  payment: true,
  source: true,
  customer: false,
  linkedTransaction: false,
  extensions: false,
  channel: false,
};
const { metadata, locale, customer, linkedTransaction, extensions, channel } = OF_TRANSACTION;
const OF_STORED: Fields<StoredTransaction> = {
  id: true,
  type: true,
  settled: true,
  receiptNumber: true,
  timestamp: true,
  createdAt: true,
  currency: true,
  profileId: true,
  documentTier: true,
  schemaVersion: true,
  locale,
  metadata,
  vendor: true,
  items: true,
  tax: true,
  totals: true,
  payment: true,
  source: true,
  customer,
  linkedTransaction,
  extensions,
  channel,
};
const OF_LINE: Fields<LineItem> = {
  name: true,
  quantity: true,
  unit: false,
  unitPrice: true,
  amount: true,
  taxRate: true,
  taxCategory: true,
  taxAmount: true,
  discount: false,
  category: false,
  sku: false,
};
const OF_DISCOUNT: Fields<Discount> = { amount: true, description: false };
const OF_ENTRY: Fields<TaxSummaryEntry> = {
  rate: true,
  category: true,
  label: false,
  taxableAmount: true,
  taxAmount: true,
};
const OF_JURISDICTION: Fields<Jurisdiction> = { level: true, name: true, rate: true, taxAmount: true };
const OF_TAX: Fields<Tax> = {
  scheme: true,
  pricesIncludeTax: true,
  reverseCharge: false,
  summary: true,
  jurisdictions: false,
};
const OF_TOTALS: Fields<Totals> = { subtotal: true, discount: true, tax: true, rounding: false, total: true };
const OF_PAYMENT: Fields<Payment> = { method: true, last4: false };
const OF_CUSTOMER: Fields<Customer> = { name: false, email: false, orgNumber: false, vatNumber: false, country: false };
const OF_LINK: Fields<LinkedTransaction> = { originalTransactionId: true, reason: false, note: false };
const OF_VENDOR: Fields<Vendor> = { id: true, locationName: false };
const OF_SOURCE: Fields<Source> = { platform: true, externalId: true };
const OF_ADDRESS: Fields<Address> = {
  line1: false,
  line2: false,
  postalCode: false,
  city: false,
  region: false,
  country: false,
};
const OF_STORED_VENDOR: Fields<StoredVendor> = {
  id: true,
  name: true,
  legalName: false,
  orgNumber: false,
  vatNumber: false,
  country: true,
  address: false,
  locationName: false,
};
const OF_STORED_SOURCE: Fields<StoredSource> = { platform: true, externalId: true, syncedAt: true };
const OF_ERROR_ISSUE: Fields<ErrorIssue> = { field: true, code: true, message: true };

const SHAPES: [string, ObjectSchema, Readonly<Record<string, boolean>>][] = [
  ['Transaction', transaction, OF_TRANSACTION],
  ['StoredTransaction', storedTransaction, OF_STORED],
  ['LineItem', defs.LineItem, OF_LINE],
  ['Discount', defs.Discount, OF_DISCOUNT],
  ['TaxSummaryEntry', defs.TaxSummaryEntry, OF_ENTRY],
  ['Jurisdiction', defs.Jurisdiction, OF_JURISDICTION],
  ['Tax', defs.Tax, OF_TAX],
  ['Totals', defs.Totals, OF_TOTALS],
  ['Payment', defs.Payment, OF_PAYMENT],
  ['Customer', defs.Customer, OF_CUSTOMER],
  ['LinkedTransaction', defs.LinkedTransaction, OF_LINK],
  ['Vendor', defs.Vendor, OF_VENDOR],
  ['Source', defs.Source, OF_SOURCE],
  ['Address', stored.Address, OF_ADDRESS],
  ['StoredVendor', stored.StoredVendor, OF_STORED_VENDOR],
  ['StoredSource', stored.StoredSource, OF_STORED_SOURCE],
  ['ErrorIssue', errorResponse.$defs.ErrorIssue, OF_ERROR_ISSUE],
];

/** One entry per value of a string union. */
type Values<T extends string> = Readonly<Record<T, true>>;

const TYPES: Values<Transaction['type']> = { sale: true, refund: true, void: true, credit_note: true, exchange: true };
const SCHEMES: Values<Tax['scheme']> = {
  SE_MOMS: true,
  NO_MVA: true,
  DK_MOMS: true,
  FI_ALV: true,
  EU_VAT: true,
  UK_VAT: true,
  US_SALES_TAX: true,
};
const CATEGORIES: Values<TaxCategory> = { S: true, Z: true, E: true, AE: true, O: true };
const TENDERS: Values<Payment['method']> = { cash: true, card: true, mobile: true, transfer: true, other: true };
const LEVELS: Values<Jurisdiction['level']> = { state: true, county: true, city: true, district: true };
const TIERS: Values<NonNullable<Transaction['documentTier']>> = {
  receipt: true,
  simplified_invoice: true,
  full_invoice: true,
};
const REASONS: Values<NonNullable<LinkedTransaction['reason']>> = {
  returned: true,
  defective: true,
  overcharge: true,
  price_adjustment: true,
  duplicate: true,
  other: true,
};

describe('types and schemas', () => {
  it.each(SHAPES)('have the same fields, and require the same fields: %s', (_, schema, fields) => {
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(fields).sort());
    expect([...(schema.required ?? [])].sort()).toEqual(
      Object.keys(fields)
        .filter((field) => fields[field])
        .sort(),
    );
  });

  it.each<[string, readonly string[], Readonly<Record<string, true>>]>([
    ['type', transaction.properties.type.enum, TYPES],
    ['tax.scheme', defs.Tax.properties.scheme.enum, SCHEMES],
    ['taxCategory', defs.TaxCategory.enum, CATEGORIES],
    ['payment.method', defs.Payment.properties.method.enum, TENDERS],
    ['level', defs.Jurisdiction.properties.level.enum, LEVELS],
    ['documentTier', transaction.properties.documentTier.enum, TIERS],
    ['reason', defs.LinkedTransaction.properties.reason.enum, REASONS],
  ])('have the same values: %s', (_, values, typed) => {
    expect([...values].sort()).toEqual(Object.keys(typed).sort());
  });

  it("agree on the fields' types", () => {
    expectTypeOf<Transaction['items']>().toEqualTypeOf<LineItem[]>();
    expectTypeOf<Transaction['metadata']>().toEqualTypeOf<Metadata | undefined>();
    expectTypeOf<Transaction['extensions']>().toEqualTypeOf<Extensions | undefined>();
    expectTypeOf<Transaction['schemaVersion']>().toBeUnknown();
    expectTypeOf<StoredTransaction['schemaVersion']>().toEqualTypeOf<'2.1'>();
    expectTypeOf<StoredTransaction['documentTier']>().toEqualTypeOf<'receipt'>();
    expectTypeOf<StoredTransaction['items']>().toEqualTypeOf<Transaction['items']>();
    expectTypeOf<Totals['total']>().toBeNumber();
    expectTypeOf<Payment['last4']>().toEqualTypeOf<string | undefined>();

    const sample = {
      type: 'sale',
      settled: true,
      receiptNumber: '1',
      timestamp: '2026-11-21T10:00:00+01:00',
      currency: 'SEK',
      vendor: { id: 'biz_1' },
      items: [
        {
          name: 'x',
          quantity: 1,
          unitPrice: 100,
          amount: 100,
          taxRate: 25,
          taxCategory: 'S',
          taxAmount: 20,
          discount: { amount: 1 },
        },
      ],
      tax: { scheme: 'SE_MOMS', pricesIncludeTax: true, summary: [] },
      totals: { subtotal: 100, discount: 0, tax: 20, total: 100 },
      payment: { method: 'card' },
      source: { platform: 'p', externalId: 'e' },
    } satisfies Transaction;
    expect(isTransaction(sample)).toBe(true);
  });

  it('have a union member for every transaction type, and require linkedTransaction for every type except sales', () => {
    expectTypeOf<Transaction['type']>().toEqualTypeOf<TransactionFields['type']>();
    expectTypeOf<Transaction>().toExtend<TransactionFields>();
    type Sale = Extract<Transaction, { type: 'sale' }>;
    type Linked = Exclude<Transaction, Sale>;
    expectTypeOf<Sale['linkedTransaction']>().toEqualTypeOf<LinkedTransaction | undefined>();
    expectTypeOf<Linked['linkedTransaction']>().toEqualTypeOf<LinkedTransaction>();
    expectTypeOf<Linked['type']>().toEqualTypeOf<Exclude<TransactionFields['type'], 'sale'>>();
    // Users can correct, draw and validate documents from the list or a webhook.
    expectTypeOf<StoredTransaction>().toExtend<Transaction>();
    expectTypeOf<StoredTransaction['type']>().toEqualTypeOf<TransactionFields['type']>();
    // The rules require the same fields as the types.
    for (const type of transaction.properties.type.enum) {
      const result = registry.validate({ ...base.document, type }, { country: 'SE' });
      const missing = result.issues.some(({ field, code }) => field === 'linkedTransaction' && code === 'required');
      expect([type, missing]).toEqual([type, type !== 'sale']);
    }
  });

  it('type extensions.se as the rules require', () => {
    expectTypeOf<Extensions['se']>().toEqualTypeOf<SwedishExtension | undefined>();
    expectTypeOf<Extensions[string]>().toBeUnknown();
    const OF_SE: Record<'controlUnitId' | 'controlCode' | 'sequenceNumber', true> = {
      controlUnitId: true,
      controlCode: true,
      sequenceNumber: true,
    };
    expectTypeOf<SwedishExtension>().toExtend<Record<keyof typeof OF_SE, string | number>>();
    const { issues } = registry.validate({ ...base.document, extensions: { se: {} } }, { country: 'SE' });
    expect(issues.map(({ path }) => path.at(-1)).sort()).toEqual(Object.keys(OF_SE).sort());
    const texts: SwedishExtension = { controlUnitId: 'a', controlCode: 'b', sequenceNumber: 'c' };
    const counted: SwedishExtension = { ...texts, sequenceNumber: 1 };
    for (const se of [texts, counted])
      expect(registry.validate({ ...base.document, extensions: { se } }, { country: 'SE' }).valid).toBe(true);
  });

  it("type every event's data", () => {
    // One entry per event type: the compiler rejects unknown and missing ones. The schema does not fix the data of
    // events about endpoints, which a service need not offer.
    const EVENTS: Readonly<Record<Exclude<WebhookEvent, EndpointEvent>['type'], true>> = {
      'transaction.created': true,
      'authorization.granted': true,
      'authorization.revoked': true,
      'source.connected': true,
      'source.disconnected': true,
    };
    const { allOf, properties } = webhookEvent;
    const conditions = allOf.map((condition) => condition.if.properties.type.const);
    expect(conditions.sort()).toEqual(Object.keys(EVENTS).sort());
    expect([...properties.type.examples].sort()).toEqual(conditions);
    type DataOf<T extends WebhookEvent['type']> = Extract<WebhookEvent, { type: T }>['data'];
    expectTypeOf<DataOf<'transaction.created'>>().toEqualTypeOf<StoredTransaction>();
    expectTypeOf<DataOf<'authorization.granted'>>().toEqualTypeOf<AuthorizationGranted>();
    expectTypeOf<DataOf<'authorization.revoked'>>().toEqualTypeOf<AuthorizationRevoked>();
    expectTypeOf<DataOf<'source.connected'>>().toEqualTypeOf<SourceConnected>();
    expectTypeOf<DataOf<'source.disconnected'>>().toEqualTypeOf<SourceDisconnected>();
    expectTypeOf<WebhookEvent>().toExtend<WebhookEnvelope>();
  });

  it('describe every field, even next to a reference', () => {
    const lines = readFileSync('src/document/types.generated.ts', 'utf8').split('\n');
    const fields = lines.flatMap((line, i) => (/^ {2}\w+\??: /.test(line) ? [[lines[i - 1], lines[i - 2], line]] : []));
    expect(fields.length).toBeGreaterThan(100);
    for (const [before, text, line] of fields)
      expect([line, before, text?.startsWith('   *')]).toEqual([line, '   */', true]);
    const texts = [transaction.properties.linkedTransaction, defs.LineItem.properties.taxCategory];
    for (const { $ref, description } of texts) {
      expect($ref).toBeTypeOf('string');
      expect(lines).toContain(`   * ${description}`);
    }
  });

  it('accept the example receipts', () => {
    const files = readdirSync('examples/receipts', { recursive: true, encoding: 'utf8' });
    const documents = files.filter((file) => file.endsWith('.json'));
    expect(documents.length).toBeGreaterThan(100);
    for (const file of documents) {
      const sample = JSON.parse(readFileSync(`examples/receipts/${file}`, 'utf8')) as unknown;
      expect([file, isTransaction(sample)]).toEqual([file, true]);
    }
  });
});
