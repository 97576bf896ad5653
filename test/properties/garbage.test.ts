import fc from 'fast-check';
import { createRegistry, fieldPath, ISSUE_CODES, type Issue, type ValidationResult } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { SEED } from '../support/numbers';

const registry = createRegistry(packs);
const RULES = new Set(seReceipt1.rules.map(({ id }) => id));
const SE = { country: 'SE', multiLocation: true };
const OPTIONS = { rateWindows: 'enforce', productTaxClass: () => 'food' } as const;

function expectWellFormed(result: ValidationResult, document: unknown): void {
  const { issues, warnings } = result;
  if (result.valid) {
    expect(result).toEqual({
      valid: true,
      transaction: document,
      profileId: 'se-receipt-1',
      documentTier: 'receipt',
      issues: [],
      warnings,
    });
  } else {
    expect(Object.keys(result)).toEqual(['valid', 'error', 'issues', 'warnings', 'document']);
    expect(['invalid_json', 'profile_mismatch', 'validation_failed']).toContain(result.error.code);
    if (result.error.code !== 'invalid_json') expect(issues.length).toBeGreaterThan(0);
  }
  // One `expect` per issue would take most of the time: there are many thousands.
  expect([...issues, ...warnings].filter((issue) => !isWellFormed(issue))).toEqual([]);
  expect(issues.every(({ severity }) => severity === 'error')).toBe(true);
  expect(warnings.every(({ severity }) => severity === 'warning')).toBe(true);
}

const SAID = 'code,field,message,path,severity';

function isWellFormed(issue: Issue): boolean {
  const { found: _, expected: __, rule, ...said } = issue;
  return (
    Object.keys(said).sort().join() === SAID &&
    (rule === undefined || RULES.has(rule)) &&
    issue.field === fieldPath(issue.path) &&
    Object.hasOwn(ISSUE_CODES, issue.code) &&
    issue.message.length < issue.field.length + 1000
  );
}

/** The value of a JSON text; undefined for other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function judge(document: unknown): ValidationResult {
  const result = registry.validate(document, SE, OPTIONS);
  expectWellFormed(result, document);
  if (!result.valid) expect(Object.is(result.document, document)).toBe(true);
  return result;
}

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  maxDepth: 4,
} as fc.ObjectConstraints);

/** Values that type checks tend to forget, created for each document, because tests change documents in place. */
const FORGOTTEN: readonly (() => unknown)[] = [
  ...[undefined, null, NaN, Infinity, -0, 2 ** 53, 1e308, '', '\ud800', '\u0000', '__proto__', Symbol('x'), 10n].map(
    (value) => () => value,
  ),
  () => [],
  () => [[]],
  () => ({}),
  () => [null],
  () => [undefined],
  () => Object.create({ type: 'sale', items: [1] }) as unknown,
];
const odd = fc.oneof(
  anything,
  fc.constantFrom(...FORGOTTEN).map((make) => make()),
  fc.func(anything) as fc.Arbitrary<unknown>,
);

/** A document with some values replaced, at any depth. */
const damaged = fc
  .tuple(validTransaction(seReceipt1), fc.array(fc.tuple(fc.nat(), fc.nat(), odd), { minLength: 1, maxLength: 6 }))
  .map(([transaction, damages]) => {
    const document = structuredClone(transaction) as unknown as Record<string, unknown>;
    for (const [where, key, value] of damages) {
      const holders = objectsIn(document);
      const holder = holders[where % holders.length]!;
      const keys = Object.keys(holder);
      if (keys.length > 0)
        Reflect.defineProperty(holder, keys[key % keys.length]!, {
          value,
          enumerable: true,
          writable: true,
          configurable: true,
        });
    }
    return document;
  });

function objectsIn(value: unknown, found: object[] = [], depth = 0): object[] {
  if (typeof value !== 'object' || value === null || depth > 6 || ArrayBuffer.isView(value)) return found;
  found.push(value);
  for (const member of Object.values(value)) objectsIn(member, found, depth + 1);
  return found;
}

describe('validation of any input', () => {
  it('returns a result', () => {
    fc.assert(
      fc.property(odd, (value) => void judge(value)),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it('returns a result for any value in any part of a document', () => {
    fc.assert(
      fc.property(damaged, (document) => void judge(document)),
      { seed: SEED, numRuns: 700 },
    );
  });

  it('returns a result for any text or bytes', () => {
    const inputs = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 60 }), fc.json(), odd);
    fc.assert(
      fc.property(inputs, (input) => {
        const result = registry.validateJson(input as string, SE, OPTIONS);
        expectWellFormed(result, result.valid ? result.transaction : undefined);
        if (!result.valid && typeof input === 'string')
          expect([undefined, parsed(input)]).toContainEqual(result.document);
        if (!result.valid && result.issues.length > 0) expect(result.document).toBeTypeOf('object');
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});

const [sample] = fc.sample(validTransaction(seReceipt1, { sale: 'home', type: 'sale' }), { seed: SEED, numRuns: 1 });

describe('validation of hostile documents', () => {
  const cyclic: Record<string, unknown> = { ...sample };
  cyclic.vendor = cyclic;
  cyclic.items = [cyclic, cyclic];
  cyclic.metadata = { cyclic };

  const deep = (levels: number): unknown => {
    let value: unknown = 'end';
    for (let i = 0; i < levels; i++) value = i % 2 === 0 ? { a: value } : [value];
    return value;
  };
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]));
  const everything = new Proxy(
    {},
    { get: (_, key) => (typeof key === 'string' ? everything : undefined), has: () => true },
  );
  const ownEverything = new Proxy(
    {},
    {
      ownKeys: () => ['type', 'items', 'zzz'],
      getOwnPropertyDescriptor: () => ({ value: 5, enumerable: true, configurable: true }),
      get: (_, key) => (key === 'items' ? [1, 2] : 5),
    },
  );

  it.each<[string, unknown]>([
    ['cyclic', cyclic],
    ['cyclic array', Object.assign([], { 0: cyclic })],
    ['metadata of 10,000 levels', { ...sample, metadata: deep(10_000) }],
    ['extensions of 10,000 levels', { ...sample, extensions: { se: deep(10_000) } }],
    ['every field of 10,000 levels', Object.fromEntries(Object.keys(sample!).map((key) => [key, deep(10_000)]))],
    ['1,000 empty lines', { ...sample, items: Array.from({ length: 1000 }, () => ({})) }],
    ['1,000 lines that are null', { ...sample, items: new Array<null>(1000).fill(null) }],
    ['100,000 unknown fields', { ...sample, ...wide }],
    ['100,000 keys in metadata', { ...sample, metadata: wide }],
    [
      'a string of 10 million characters',
      { ...sample, receiptNumber: 'x'.repeat(1e7), currency: 'y'.repeat(1e7), locale: 'a-'.repeat(5e6) },
    ],
    ['a key of a million characters', { ...sample, ['k'.repeat(1e6)]: 1 }],
    ['a proxy of a document', new Proxy({ ...sample }, {})],
    [
      'a proxy in every place',
      { ...sample, items: new Proxy([new Proxy({}, {})], {}), metadata: new Proxy({}, {}), tax: new Proxy({}, {}) },
    ],
    ['a proxy that has everything', everything],
    ['a proxy that lists made-up fields', ownEverything],
    ['getters', Object.defineProperty({ ...sample }, 'currency', { get: () => 'SEK', enumerable: true })],
    ['a class', Map],
    [
      'an instance',
      new (class Receipt {
        type = 'sale';
        items = new Set([1]);
      })(),
    ],
    ['the global object', globalThis],
    ['a regular expression', /x/],
    ['an error', new Error('x')],
    ['a promise', Promise.resolve(1)],
    ['a buffer', Buffer.from('{}')],
    ['a frozen object', Object.freeze({ items: Object.freeze([Object.freeze({})]) })],
  ])('returns a result for %s', (_, document) => {
    judge(document);
  });

  it.each<[string, string]>([
    ['a million opening brackets', '['.repeat(1e6)],
    ['a million opening braces', '{"a":'.repeat(1e6)],
    ['100,000 levels that close', `{"metadata":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
    ['a number without end', `{"a":${'9'.repeat(1e6)}}`],
    ['a string without end', `{"a":"${'x'.repeat(1e6)}`],
    ['a million escapes', `{"a":"${'\\n'.repeat(1e6)}`],
    ['a million line breaks', '\n'.repeat(1e6)],
    ['NUL', '\u0000'],
  ])('returns a result for %s as text', (_, text) => {
    expectWellFormed(registry.validateJson(text, SE), undefined);
  });

  it('is not affected by prototype pollution in the document', () => {
    const text = `{"__proto__":${JSON.stringify(sample)},"constructor":{"prototype":{"polluted":true}}}`;
    const result = registry.validateJson(text, SE);
    expect(result).toMatchObject({ valid: false, error: { code: 'invalid_json' } });
    expect(result.issues.map(({ field }) => field).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
