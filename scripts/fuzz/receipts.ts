import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { createRegistry, type Transaction, type ValidateOptions } from '../../src/index.js';
import { packs } from '../../packs/index.js';
import { schemas } from '../../schemas/index.js';

export const registry = createRegistry(packs);

const EXAMPLES = resolve(import.meta.dirname, '../../examples/receipts/se');

const valid = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8')) as Transaction)
  .filter((transaction) => registry.validate(transaction, { country: 'SE' }).valid);

/** A valid receipt. */
export const receipt: Transaction = valid[0]!;

/**
 * The example receipts, and one with parts that no example has: jurisdictions, reverse charge and every optional field.
 */
const seeds: readonly Transaction[] = [
  ...valid,
  {
    ...receipt,
    ...{
      profileId: 'se-receipt-1',
      documentTier: 'receipt',
      locale: 'sv-SE',
      channel: 'ecommerce',
      metadata: { a: [{ b: 1 }] },
    },
    vendor: { ...receipt.vendor, locationName: 'Söder' },
    items: receipt.items.map((item) => ({ ...item, unit: 'kg', category: 'x', sku: '1', taxCategory: 'AE' as const })),
    tax: {
      ...receipt.tax,
      reverseCharge: false,
      jurisdictions: [{ level: 'state', name: 'x', rate: 6.25, taxAmount: 1 }],
    },
    customer: { name: 'Anna', email: 'a@example.se', orgNumber: '1', vatNumber: 'SE1', country: 'SE' },
    linkedTransaction: { originalTransactionId: 'txn_1', reason: 'returned', note: 'x' },
  },
];

/** How to validate a document. */
export interface Setting {
  readonly business: { readonly country: string; readonly multiLocation?: boolean };
  readonly options: ValidateOptions;
}

const isFood = ({ taxRate }: { taxRate?: unknown }) => (taxRate === 12 || taxRate === 6 ? 'food' : undefined);

export const SETTINGS: readonly Setting[] = [
  { business: { country: 'SE' }, options: {} },
  { business: { country: 'SE' }, options: {} },
  { business: { country: 'SE', multiLocation: true }, options: { rateWindows: 'warn', productTaxClass: isFood } },
  { business: { country: 'SE' }, options: { rateWindows: 'enforce', productTaxClass: isFood, maxIssues: 2 } },
  { business: { country: 'XX' }, options: {} },
];

type Path = readonly (string | number)[];

/** One change to a document. Positions are modulo the number of places in the document. */
interface Change {
  readonly kind: 'set' | 'delete' | 'copy' | 'add' | 'double' | 'step';
  readonly at: number;
  readonly other: number;
  readonly key: string;
  readonly value: unknown;
}

const WORDS = wordsOf(schemas.transaction);
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    1,
    -1,
    0.5,
    0.001,
    1e-7,
    5e-324,
    1e21,
    1.7976931348623157e308,
    -1e15,
    12.5,
    33,
    100,
    -100,
  ],
  ...[2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 53, 2 ** 53 + 2, 4_503_599_627_370_496, 0.1 + 0.2, 1.005, 99.9999999],
  ...[
    '',
    ' ',
    'se',
    'SE',
    'DE',
    'XK',
    'EUR',
    'sv-SE',
    'x'.repeat(100),
    '4242',
    '\0',
    '\ud800',
    'ö',
    '2026-02-29T00:00:00Z',
  ],
  ...[{}, [], [[]], [{}], { a: 1 }, [null], nested(199), nested(200), nested(201)],
];
const KEYS = [
  ...WORDS.keys,
  'id',
  'createdAt',
  'fiscal',
  '__proto__',
  'constructor',
  'toString',
  'odd key',
  '',
  '0',
  'length',
  '\ud800',
  'tax_rate',
];

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('set', 'set', 'set', 'delete', 'copy', 'add', 'double', 'step', 'step'),
  at: fc.nat(0xffff),
  other: fc.nat(0xffff),
  key: fc.constantFrom(...KEYS),
  value: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...WORDS.values) },
    { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
    { weight: 2, arbitrary: fc.maxSafeInteger() },
  ),
});

/** Receipts with up to a few changes to their fields; every third stays valid. */
export const documents: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.oneof(fc.constant<Change[]>([]), fc.array(change, { maxLength: 3 }), fc.array(change, { maxLength: 9 })),
  )
  .map(([seed, changes]) => changes.reduce<unknown>(changed, structuredClone(seed)));

function changed(document: unknown, { kind, at, other, key, value }: Change): unknown {
  const places = placesOf(document);
  const path = places[at % places.length]!;
  const found = valueAt(document, path);
  switch (kind) {
    case 'set':
      return put(document, path, structuredClone(value));
    case 'delete':
      return put(document, path, undefined);
    case 'copy':
      return put(document, path, structuredClone(valueAt(document, places[other % places.length]!)));
    case 'add':
      return isContainer(found) && !Array.isArray(found)
        ? put(document, [...path, key], structuredClone(value))
        : document;
    case 'double':
      return Array.isArray(found)
        ? put(document, path, [...(found as unknown[]), ...(structuredClone(found) as unknown[])])
        : document;
    case 'step':
      return typeof found === 'number' ? put(document, path, found + ((other % 5) - 2)) : document;
  }
}

/** Every place in a document, outermost first, down to a hundred levels. */
function placesOf(document: unknown): Path[] {
  const places: Path[] = [[]];
  for (const path of places) {
    const found = valueAt(document, path);
    if (isContainer(found) && path.length < 100)
      places.push(...Object.keys(found).map((key) => [...path, Array.isArray(found) ? Number(key) : key]));
  }
  return places;
}

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], document);
}

function put(document: unknown, path: Path, value: unknown): unknown {
  if (path.length === 0) return value;
  const parent = valueAt(document, path.slice(0, -1)) as Record<string | number, unknown>;
  const key = path.at(-1)!;
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (value === undefined) Reflect.deleteProperty(parent, key);
  // Like JSON.parse, treats __proto__ as a field like any other.
  else Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
  return document;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function nested(levels: number): unknown {
  let value: unknown = {};
  for (let i = 1; i < levels; i++) value = { a: value };
  return value;
}

/** All field names and enum values in a schema. */
function wordsOf(schema: unknown): { keys: string[]; values: string[] } {
  const keys = new Set<string>();
  const values = new Set<string>();
  const visit = (node: unknown): void => {
    if (!isContainer(node)) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'properties') for (const key of Object.keys(value as object)) keys.add(key);
      if (name === 'enum') for (const word of value as string[]) values.add(word);
      visit(value);
    }
  };
  visit(schema);
  return { keys: [...keys], values: [...values] };
}
