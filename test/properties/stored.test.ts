import fc from 'fast-check';
import {
  fromStored,
  SCHEMA_VERSION,
  toStored,
  UsageError,
  type StoredFields,
  type StoredTransaction,
  type Transaction,
} from 'receipt-rule-packs';
import storedTransaction from '../../schemas/2.1/stored-transaction.json' with { type: 'json' };
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { schemaValidator } from '../support/ajv';
import { SEED } from '../support/numbers';

const isStored = schemaValidator('stored-transaction');

const text = fc.option(fc.string(), { nil: undefined });
const addresses = fc.record({
  line1: text,
  line2: text,
  postalCode: text,
  city: text,
  region: text,
  country: fc.constantFrom('SE', undefined),
});
const fields: fc.Arbitrary<StoredFields> = fc.record({
  id: fc.constantFrom('txn_1', 'txn_0193f3a0-7c00-7000-8000-000000000001'),
  createdAt: fc.constantFrom('2026-11-21T10:00:01.000Z', '2026-11-21T10:00:01.123456+01:00'),
  syncedAt: fc.constantFrom('2026-11-21T10:00:01.000Z', '2026-11-21T10:00:02Z'),
  profileId: fc.constant('se-receipt-1'),
  documentTier: fc.constant('receipt'),
  vendor: fc.record({
    name: fc.string(),
    legalName: text,
    orgNumber: text,
    vatNumber: text,
    country: fc.constant('SE'),
    address: fc.option(addresses, { nil: undefined }),
  }),
});

/** Whether the keys of an object are in the order of the schema's properties. */
function inOrder(value: object, properties: object): boolean {
  const keys = Object.keys(value);
  const known = Object.keys(properties);
  return keys.every((key) => known.includes(key)) && known.filter((key) => keys.includes(key)).join() === keys.join();
}

describe('toStored', () => {
  it('builds documents that match the stored schema, in its field order', () => {
    fc.assert(
      fc.property(validTransaction(seReceipt1), fields, (transaction, added) => {
        const stored = toStored(transaction, added);
        const text = JSON.stringify(stored);
        const returned = JSON.parse(text) as object;
        expect([isStored(returned), isStored.errors]).toEqual([true, null]);
        expect(inOrder(stored, storedTransaction.properties)).toBe(true);
        expect(inOrder(stored.vendor, storedTransaction.$defs.StoredVendor.properties)).toBe(true);
        expect(inOrder(stored.source, storedTransaction.$defs.StoredSource.properties)).toBe(true);
        // Byte-identical, even if built again or read back.
        expect(JSON.stringify(toStored(transaction, added))).toBe(text);
        expect(JSON.stringify(returned)).toBe(text);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('copies the sent fields, and sets the other fields', () => {
    fc.assert(
      fc.property(validTransaction(seReceipt1), fields, (transaction, added) => {
        const before = JSON.stringify([transaction, added]);
        const stored = toStored(deepFreeze(transaction), deepFreeze(added));
        expect(JSON.stringify([transaction, added])).toBe(before);
        const { id, createdAt, profileId, documentTier, syncedAt } = added;
        expect(stored).toMatchObject({ id, createdAt, profileId, documentTier, schemaVersion: SCHEMA_VERSION });
        expect(stored.source).toEqual({ ...transaction.source, syncedAt });
        expect(stored.vendor).toMatchObject({ id: transaction.vendor.id, name: added.vendor.name, country: 'SE' });
        expect(stored.vendor.locationName).toBe(transaction.vendor.locationName);
        expect(stored.metadata).toBe(transaction.metadata);
        expect(stored.extensions).toBe(transaction.extensions);
        for (const key of Object.keys(transaction).filter((name) => !STAMPED.has(name)) as (keyof Transaction)[]) {
          expect(stored[key as keyof typeof stored]).toEqual(transaction[key]);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('sets the schema version', () => {
    expect(SCHEMA_VERSION).toBe('2.1');
    expect(storedTransaction.properties.schemaVersion.const).toBe(SCHEMA_VERSION);
  });

  it('overwrites schemaVersion, and omits missing and unknown fields', () => {
    const [transaction] = fc.sample(validTransaction(seReceipt1), { seed: SEED, numRuns: 1 });
    const [added] = fc.sample(fields, { seed: SEED, numRuns: 1 });
    const sent = { ...transaction!, schemaVersion: '9', metadata: undefined, locale: undefined, customer: undefined };
    const snapshot = { ...added!.vendor, id: transaction!.vendor.id, ownerId: 'own_1', locations: 3 };
    const stored = toStored(sent, { ...added!, vendor: snapshot });
    expect(stored.schemaVersion).toBe('2.1');
    for (const key of ['metadata', 'locale', 'customer']) expect(key in stored).toBe(false);
    expect(Object.keys(stored.vendor).filter((key) => key === 'ownerId' || key === 'locations')).toEqual([]);
    expect(isStored(stored)).toBe(true);
  });

  it('throws if the snapshot belongs to another business', () => {
    const [transaction] = fc.sample(validTransaction(seReceipt1), { seed: SEED, numRuns: 1 });
    const [added] = fc.sample(fields, { seed: SEED, numRuns: 1 });
    const other = { ...added!.vendor, id: `${transaction!.vendor.id}x` };
    expect(() => toStored(transaction!, { ...added!, vendor: other })).toThrow(UsageError);
  });

  it('throws for a missing field, and names the field', () => {
    const [transaction] = fc.sample(validTransaction(seReceipt1), { seed: SEED, numRuns: 1 });
    const [added] = fc.sample(fields, { seed: SEED, numRuns: 1 });
    const wrong: [string, unknown, unknown][] = [
      ['transaction', undefined, added],
      ['transaction.vendor', {}, added],
      ['transaction.source', { ...transaction, source: undefined }, added],
      ['fields', transaction, undefined],
      ['fields.vendor', transaction, {}],
      ['fields.id', transaction, { ...added, id: undefined }],
      ['fields.createdAt', transaction, { ...added, createdAt: new Date(0) }],
      ['fields.documentTier', transaction, { ...added, documentTier: null }],
    ];
    for (const [name, document, more] of wrong) {
      const store = () => toStored(document as never, more as never);
      expect(store).toThrow(UsageError);
      expect(store).toThrow(`${name} `);
    }
  });
});

describe('fromStored', () => {
  it.each(packs.map((pack) => [pack.id, pack] as const))('is the inverse of toStored: %s', (_, pack) => {
    fc.assert(
      fc.property(validTransaction(pack), fields, (transaction, added) => {
        const stored = deepFreeze(toStored(transaction, added));
        const written = fromStored(stored);
        const { schemaVersion: __, profileId: ___, documentTier: ____, ...sent } = transaction;
        expect(written).toEqual(sent);
        expect(Object.keys(written).filter((name) => !(name in sent))).toEqual([]);
        expect(toStored(written, added)).toEqual(stored);
        // The document is the same after JSON serialization.
        expect(fromStored(JSON.parse(JSON.stringify(stored)) as StoredTransaction)).toEqual(written);
      }),
      { seed: SEED, numRuns: 30 },
    );
  });

  it.each([
    ['stored', undefined],
    ['stored', 'txn_1'],
    ['stored.vendor', {}],
    ['stored.source', { vendor: {} }],
  ])('throws a UsageError that names %s', (argument, value) => {
    const use = () => fromStored(value as never);
    expect(use).toThrow(UsageError);
    expect(use).toThrow(expect.objectContaining({ code: 'invalid_argument', argument }));
  });
});

const STAMPED = new Set(['schemaVersion', 'profileId', 'documentTier', 'vendor', 'source']);

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
