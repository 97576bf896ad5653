import fc from 'fast-check';
import { toStored, type Transaction } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { storedJson } from '../../src/transactions/stored-json.js';
import { receipt } from '../support/documents.js';

const FIELDS = {
  id: 'txn_1',
  createdAt: '2026-11-21T09:00:00.000Z',
  syncedAt: '2026-11-21T09:00:00.000Z',
  profileId: 'se-receipt-1',
  documentTier: 'receipt',
  vendor: { name: 'Kafé Ett', country: 'SE' },
} as const;

/** Stores a document with the given metadata, and returns the text of the stored metadata. */
function kept(metadata: string): string {
  const text = JSON.stringify(receipt({ metadata: {} })).replace('"metadata":{}', () => `"metadata":${metadata}`);
  const stored = toStored(JSON.parse(text) as Transaction, FIELDS);
  const json = storedJson(stored, new TextEncoder().encode(text));
  expect({ ...(JSON.parse(json) as object), metadata: {} }).toEqual({ ...stored, metadata: {} });
  const [before, after] = ['"metadata":', ',"vendor":'];
  return json.slice(json.indexOf(before) + before.length, json.indexOf(after));
}

const digits = (most: number) =>
  fc.array(fc.constantFrom('0', '0', '1', '5', '9'), { minLength: 1, maxLength: most }).map((list) => list.join(''));
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(20).map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits(20), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e-', 'e+', 'E+'), digits(2)), { nil: undefined }),
  )
  .map(
    ([sign, whole, fraction, exponent]) => sign + whole + (fraction ? `.${fraction}` : '') + (exponent?.join('') ?? ''),
  );
const string = fc
  .oneof(fc.string(), fc.constantFrom('~', '-0', ': 1.0', '"', '\\', '[1e5,'))
  .map((text) => JSON.stringify(text));
/** Generates JSON without white space, in which each string is written as JSON.stringify would write it. */
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    string,
    fc.constantFrom('true', 'null'),
    fc.array(tie('value'), { maxLength: 4 }).map((list) => `[${list.join()}]`),
    fc
      .uniqueArray(fc.tuple(fc.oneof(string, fc.constantFrom('"0"', '"7"', '"__proto__"')), tie('value')), {
        maxLength: 4,
        selector: ([key]) => key,
      })
      .map((fields) => `{${fields.map((field) => field.join(':')).join()}}`),
  ),
}));

describe('metadata', () => {
  it('is stored as written, whatever the numbers and keys', () => {
    fc.assert(
      fc.property(value, (written) => {
        expect(kept(`{"a":${written}}`)).toBe(`{"a":${written}}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('can contain a number with a million digits', () => {
    const long = '1'.repeat(1_000_000);
    const json = `{"a":"x","b":0.${long}}`;
    expect(kept(json) === json).toBe(true);
  });
});
