import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { SCHEMA_VERSION, toStored, type Transaction } from 'receipt-rule-packs';
import { expect, it } from 'vitest';
import { DICTIONARY_1 } from '../../src/transactions/dictionary-1.js';
import { envelopeVersion, pack, unpack } from '../../src/transactions/packed.js';

const RECEIPTS = new URL('../../../receipts/', import.meta.url);
const NOW = '2026-11-23T12:34:56.789Z';

/** The example receipts from all countries, as the service stores them. */
const documents = readdirSync(RECEIPTS, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.json'))
  .map((name) => {
    const transaction = JSON.parse(readFileSync(new URL(name, RECEIPTS), 'utf8')) as Transaction;
    const country = name.slice(0, 2);
    const fields = {
      createdAt: NOW,
      syncedAt: NOW,
      profileId: `${country}-receipt-1`,
      documentTier: 'receipt' as const,
    };
    const vendor = { name: 'Kaffebaren', country: country.toUpperCase() };
    return JSON.stringify(toStored(transaction, { id: 'txn_019a1b2c-3d4e-7f50-8a1b-2c3d4e5f6071', ...fields, vendor }));
  });

const storedTextOf = async (document: string) => {
  const { coding, packed } = await pack(document);
  return `${coding} ${packed.toString('base64').replaceAll(/.{76}/g, '$&\n')}`;
};

it.each([
  ['', 'nothing'],
  ['{"name":"Kött & ост 🧾 \\u0000"}', 'characters of 1 to 4 bytes'],
  [JSON.stringify({ filler: 'x'.repeat(1_000_000) }), 'text that compresses well'],
  [
    JSON.stringify(Array.from({ length: 40_000 }, (_, i) => createHash('sha256').update(String(i)).digest('hex'))),
    'text that compresses poorly',
  ],
])('unpacking returns the original document: %#', async (document) => {
  expect(await unpack(await storedTextOf(document))).toBe(document);
  expect((await pack(document)).bytes).toBe(Buffer.byteLength(document));
});

it('unpacking leaves a plain document unchanged', async () => {
  expect(await unpack('{"1 ":"MSBh"}')).toBe('{"1 ":"MSBh"}');
  expect(envelopeVersion('{"1 ":"MSBh"}')).toBeUndefined();
});

it('packing reduces the example receipts to less than a third of their size', async () => {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const packed = await Promise.all(documents.map((document) => pack(document)));
  expect(documents.length).toBeGreaterThan(100);
  expect(sum(packed.map((one) => one.packed.length)) / sum(packed.map(({ bytes }) => bytes))).toBeLessThan(1 / 3);
});

it('unpacking refuses an unknown coding and damaged bytes', async () => {
  await expect(unpack('99 AAAA')).rejects.toThrow();
  await expect(unpack((await storedTextOf('{"a":1}')).slice(0, -8))).rejects.toThrow();
});

// A change would make stored documents unreadable.
it('the dictionary has not changed, because stored documents need it', () => {
  expect(createHash('sha256').update(DICTIONARY_1).digest('hex')).toBe(
    'afa7421ff8858e8e086bbd58fdb4e9934080e95f30439f0755f6037e936834bc',
  );
});

// Each attempt builds its own envelope. A new schema version needs a new coding, so that the envelopes of stored
// documents keep their version.
it("new documents have envelopes with the library's schema version", async () => {
  expect(envelopeVersion(await storedTextOf('{}'))).toBe(SCHEMA_VERSION);
});
