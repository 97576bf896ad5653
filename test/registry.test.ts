import { createRegistry, type Business, type ValidateOptions, explain } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import base from '../packs/se-receipt-1/base.json' with { type: 'json' };
import { brief } from './support/cases';
import { changed, type Change } from './support/changes';
import { defined } from './support/own-pack';
import { testPacks } from './support/test-packs';
import { UsageError } from 'receipt-rule-packs';

const registry = createRegistry(packs);
const SE: Business = { country: 'SE' };
const document = (...change: Change[]) => changed(base.document, change);

describe('createRegistry', () => {
  it('keeps the packs in order, and cannot be extended', () => {
    const given = [seReceipt1, ...testPacks];
    const made = createRegistry(given);
    given.pop();
    expect(made.packs).toEqual([seReceipt1, ...testPacks]);
    expect(Object.isFrozen(made.packs)).toBe(true);
  });

  it('accepts an empty list of packs', () => {
    const result = createRegistry([]).validate(base.document, SE);
    expect(brief(result.issues)).toEqual([{ field: 'vendor.id', code: 'unsupported_country' }]);
  });

  it('judges no country without a pack, even if none of the packs has a law', () => {
    const result = createRegistry([defined()]).validate(base.document, { country: 'ZZ' });
    expect(brief(result.issues)).toEqual([{ field: 'vendor.id', code: 'unsupported_country' }]);
  });

  it.each([
    ['a repeated id', [seReceipt1, seReceipt1]],
    ['a repeated country and tier', [seReceipt1, defined()]],
    ['the same id for two countries', [seReceipt1, { ...testPacks[1]!, id: 'se-receipt-1' }]],
  ])('throws for %s', (_, twice) => {
    expect(() => createRegistry(twice)).toThrow(UsageError);
  });

  it.each([
    ['packs', undefined],
    ['packs', seReceipt1],
    ['packs', 'se'],
    ['packs', new Set([seReceipt1])],
    ['packs[0]', [{}]],
    ['packs[0]', [undefined]],
    ['packs[1]', [seReceipt1, null]],
    ['packs[0]', new Array(1)],
    ['packs[0]', [{ ...seReceipt1, check: undefined }]],
    ['packs[0]', [{ ...seReceipt1, rules: undefined }]],
  ])('reports %s as invalid', (name, given) => {
    const make = () => createRegistry(given as never);
    expect(make).toThrow(UsageError);
    expect(make).toThrow(`${name} `);
  });

  it('shares nothing between registries', () => {
    createRegistry([defined()]);
    expect(registry.resolve('SE')).toBe(seReceipt1);
    expect(explain(registry, 'own_code')).toBeUndefined();
  });
});

describe('resolve', () => {
  it('finds a pack by country and tier', () => {
    expect(registry.resolve('SE')).toBe(seReceipt1);
    expect(registry.resolve('SE', 'receipt')).toBe(seReceipt1);
    expect(registry.resolve('SE', 'full_invoice' as 'receipt')).toBeUndefined();
    for (const country of ['ZZ', 'se', '', 'constructor', '__proto__'])
      expect(registry.resolve(country)).toBeUndefined();
  });
});

describe('validate', () => {
  const wrongBusinesses: unknown[] = [
    undefined,
    null,
    'SE',
    {},
    { country: '' },
    { country: 5 },
    { country: null },
    { country: 'SE', multiLocation: 'yes' },
    { country: 'SE', multiLocation: null },
  ];
  const wrongOptions: unknown[] = [
    null,
    5,
    { rateWindow: 'off' },
    { rateWindows: 'on' },
    { rateWindows: null },
    { productTaxClass: 'food' },
    { maxIssues: -1 },
    { maxIssues: 1.5 },
    { maxIssues: '5' },
    { maxIssues: NaN },
    { maxIssues: Infinity },
    { foodLines: [0] },
    { original: '2026-11-21T10:00:00+01:00' },
    { original: null },
    { original: {} },
    { original: { timestamp: 5 } },
    { original: { timestamp: '2026-11-21' } },
    { original: { timestamp: '2026-11-31T10:00:00+01:00' } },
    { original: { timestamp: '2026-11-21T10:00:00' } },
    { severities: 'error' },
    { severities: [] },
    { severities: null },
    { severities: { nope: 'error' } },
    { severities: { required: 'fatal' } },
    { severities: { constructor: 'off' } },
  ];

  it.each(wrongBusinesses.map((business) => [JSON.stringify(business), business]))(
    'throws for the business %s',
    (_, business) => {
      expect(() => registry.validate(base.document, business as Business)).toThrow(UsageError);
      expect(() => registry.validateJson('{}', business as Business)).toThrow(UsageError);
      expect(() => registry.standardSchema(business as Business)).toThrow(UsageError);
    },
  );

  it.each(wrongOptions.map((options) => [JSON.stringify(options), options]))(
    'throws for the options %s',
    (_, options) => {
      expect(() => registry.validate(base.document, SE, options as ValidateOptions)).toThrow(UsageError);
      expect(() => registry.validateJson('', SE, options as ValidateOptions)).toThrow(UsageError);
      expect(() => registry.standardSchema(SE, options as ValidateOptions)).toThrow(UsageError);
    },
  );

  it.each<[unknown, string]>([
    [{ rateWindows: 'on' }, '"on"'],
    [{ maxIssues: -1 }, '-1'],
    [{ productTaxClass: 'food' }, '"food"'],
    ['none', '"none"'],
  ])('shows, in the message, the value of the options %j', (options, value) => {
    expect(() => registry.validate(base.document, SE, options as ValidateOptions)).toThrow(value);
  });

  it.each<[unknown, string]>([
    ['SE', '"SE"'],
    [{ country: 5 }, '5'],
    [{ country: 'SE', multiLocation: 'yes' }, '"yes"'],
  ])('shows, in the message, the value of the business %j', (business, value) => {
    expect(() => registry.validate(base.document, business as Business)).toThrow(value);
  });

  it('does not throw if used correctly', () => {
    const options: ValidateOptions = {
      rateWindows: undefined,
      productTaxClass: undefined,
      original: undefined,
      severities: undefined,
      maxIssues: undefined,
    };
    expect(registry.validate(base.document, SE, options).valid).toBe(true);
    expect(registry.validate(base.document, { ...SE, name: 'Further fields are ignored' } as Business, {}).valid).toBe(
      true,
    );
    expect(registry.validate(base.document, SE, { maxIssues: 0 }).valid).toBe(true);
  });
});

describe('stages', () => {
  const all: Change[] = [
    { set: 'zzz', value: 1 },
    { set: 'profileId', value: 'x' },
    { set: 'totals.total', value: '5' },
    { set: 'currency', value: 'EUR' },
  ];
  const stages: [string, Change[], Business, string | undefined, [string, string][]][] = [
    ['unknown fields', all, SE, 'invalid_json', [['zzz', 'unknown_field']]],
    ['unknown fields before the country', all, { country: 'ZZ' }, 'invalid_json', [['zzz', 'unknown_field']]],
    [
      'the country before the profile',
      all.slice(1),
      { country: 'ZZ' },
      'validation_failed',
      [['vendor.id', 'unsupported_country']],
    ],
    ['profile', all.slice(1), SE, 'profile_mismatch', [['profileId', 'profile_mismatch']]],
    [
      'structure and rules together',
      all.slice(2),
      SE,
      'validation_failed',
      [
        ['currency', 'currency_not_allowed'],
        ['totals.total', 'invalid_type'],
      ],
    ],
    ['none', [], SE, undefined, []],
  ];

  it.each(stages)('%s', (_, change, business, error, issues) => {
    const result = registry.validate(document(...change), business);
    expect(result.valid ? undefined : result.error.code).toBe(error);
    expect(brief(result.issues)).toEqual(issues.map(([field, code]) => ({ field, code })));
  });

  it('treats a profileId of any type as a different profile', () => {
    for (const profileId of [5, null, true, {}, [], ['se-receipt-1'], () => 'se-receipt-1', Symbol('x'), 1n]) {
      const result = registry.validate({ ...base.document, profileId }, SE);
      expect(result).toMatchObject({ valid: false, error: { code: 'profile_mismatch' }, warnings: [] });
      expect(brief(result.issues)).toEqual([{ field: 'profileId', code: 'profile_mismatch' }]);
    }
  });
});

describe('maxIssues', () => {
  it.each([0, 1, 2, 100])('limits the issues to %d', (maxIssues) => {
    const result = registry.validate({}, SE, { maxIssues });
    expect(result.issues).toHaveLength(Math.min(maxIssues, 12));
    expect(result.valid ? '' : result.error.message).toBe('Validation failed with 12 issues.');
  });

  const many = (item: object, length = 300): unknown => ({
    ...base.document,
    items: Array.from({ length }, () => item),
  });
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`odd${(i * 7) % count}`, i]));

  it.each([
    ['structural issues', many({})],
    ['issues raised by rules', many({ ...base.document.items[0], taxRate: 13, amount: 1 })],
    ['issues of both kinds', many({ ...base.document.items[0], taxRate: 13, name: 1 })],
    ['unknown fields', many({ b: 1, a: 2, ...named(3) })],
    ['unknown fields in one object', { ...base.document, ...named(500) }],
    ['structural issues in several parts', { ...(many({ name: '' }) as object), type: 1, channel: 2, locale: '' }],
  ])('returns the first few %s, and counts all of them', (_name, given) => {
    const all = registry.validate(given, SE);
    expect(all.issues.length).toBeGreaterThan(300);
    for (const maxIssues of [0, 1, 31, 32, 33, 64, 100, 299, all.issues.length - 1, all.issues.length, 10_000]) {
      const cut = registry.validate(given, SE, { maxIssues });
      expect(cut).toEqual({ ...all, issues: all.issues.slice(0, maxIssues) });
    }
  });

  it('applies to every stage of validation', () => {
    expect(registry.validate({ a: 1, b: 2 }, SE, { maxIssues: 1 }).issues).toHaveLength(1);
    expect(registry.validate({ a: 1, b: 2 }, SE, { maxIssues: 0 }).issues).toHaveLength(0);
    expect(registry.validate({ profileId: 'x' }, SE, { maxIssues: 0 }).issues).toHaveLength(0);
    const elsewhere: Business = { country: 'ZZ' };
    expect(registry.validate({}, elsewhere, { maxIssues: 0 }).issues).toHaveLength(0);
  });
});

describe('a revoked proxy', () => {
  const revoked = (target: object): never => {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    return proxy as never;
  };

  it.each([{}, [], new Uint8Array(2)])('%o is not a document', (target) => {
    for (const result of [registry.validate(revoked(target), SE), registry.validateJson(revoked(target), SE)]) {
      expect(result).toMatchObject({ valid: false, error: { code: 'invalid_json' }, issues: [] });
    }
  });
});

describe('productTaxClass', () => {
  it("receives the document's line objects", () => {
    const seen: unknown[] = [];
    const own = document() as typeof base.document;
    registry.validate(own, SE, { rateWindows: 'warn', productTaxClass: (item) => void seen.push(item) });
    expect(new Set(seen)).toEqual(new Set(own.items));
    expect(seen.every((item) => own.items.includes(item as (typeof own.items)[number]))).toBe(true);
  });
});

describe('standardSchema', () => {
  it('names the version and the vendor', () => {
    expect(registry.standardSchema(SE)['~standard']).toMatchObject({ version: 1, vendor: 'receipt-rule-packs' });
  });

  it('returns the document itself, or issues with paths', async () => {
    const schema = registry.standardSchema(SE);
    expect(await schema['~standard'].validate(base.document)).toEqual({ value: base.document });
    const wrong = await schema['~standard'].validate(
      document({ set: 'items[0].amount', value: 1.5 }, { set: 'currency', value: 'EUR' }),
    );
    expect(wrong.issues?.map(({ path }) => path)).toEqual([['currency'], ['items', 0, 'amount']]);
    expect(wrong.issues?.every((issue) => Object.keys(issue).sort().join() === 'message,path')).toBe(true);
  });

  it('has an issue even if it names no field', async () => {
    const schema = registry.standardSchema(SE);
    for (const value of [null, 'x', []]) expect((await schema['~standard'].validate(value)).issues).toHaveLength(1);
  });

  it("uses the shop's business and options", async () => {
    const strict = registry.standardSchema({ country: 'SE', multiLocation: true }, { maxIssues: 1 });
    expect((await strict['~standard'].validate(base.document)).issues?.map(({ path }) => path)).toEqual([
      ['vendor', 'locationName'],
    ]);
  });
});

describe('check', () => {
  it('returns errors and warnings together, in schema order', () => {
    const wrong = document({ remove: 'extensions.se.controlUnitId' }, { set: 'extensions.se.controlCode', value: 'x' });
    expect(brief(seReceipt1.check(wrong as Parameters<typeof seReceipt1.check>[0], SE))).toEqual([
      { field: 'extensions.se.controlUnitId', code: 'required' },
      { field: 'extensions.se.controlCode', code: 'control_code_format' },
    ]);
  });
});
