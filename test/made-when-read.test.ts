import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createRegistry, toErrorResponse, type Issue, type ValidationResult } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it, vi } from 'vitest';
import base from '../packs/se-receipt-1/base.json' with { type: 'json' };
import { changed, type Change } from './support/changes';
import { definedWith } from './support/own-pack';

const SE = { country: 'SE' };
const registry = createRegistry([seReceipt1]);
/** Changes that break several rules, and cause a warning. */
const BROKEN: Change[] = [
  { set: 'currency', value: 'NOK' },
  { set: 'items[0].amount', value: 1 },
  { set: 'tax.summary[0].taxAmount', value: 99_999 },
];
const broken = (more: Change[] = []) => changed(base.document, [...BROKEN, ...more]);

/** Reads a result field by field, without a spread. */
function plain(result: ValidationResult): unknown {
  const { issues, warnings } = result;
  const rest = result.valid
    ? { transaction: result.transaction, profileId: result.profileId, documentTier: result.documentTier }
    : { error: result.error };
  const document = result.valid ? {} : { document: result.document };
  const read = ({ field, path, code, message, severity, ...more }: Issue) =>
    Object.assign({ field, path, code, message, severity }, more);
  return { valid: result.valid, ...rest, issues: issues.map(read), warnings: warnings.map(read), ...document };
}

describe.each([
  ['refused by rules', () => registry.validate(broken(), SE)],
  ['refused by structure', () => registry.validate(changed(base.document, [{ set: 'type', value: 5 }]), SE)],
  ['with unknown fields', () => registry.validate({ ...base.document, totl: 1 }, SE)],
  ['of another profile', () => registry.validate({ ...base.document, profileId: 'no-receipt-1' }, SE)],
  ['with a warning', () => registry.validate(changed(base.document, [{ set: 'payment.last4', value: '4242' }]), SE)],
  ['without anything', () => registry.validate(base.document, SE)],
])('a result %s', (_, validate) => {
  const expected = plain(validate());

  it('behaves like an object with plain lists in JSON.stringify, spreads, entries and clones', () => {
    expect(JSON.parse(JSON.stringify(validate()))).toEqual(JSON.parse(JSON.stringify(expected)));
    expect({ ...validate() }).toStrictEqual(expected);
    expect(Object.fromEntries(Object.entries(validate()))).toStrictEqual(expected);
    expect(Object.assign({}, validate())).toStrictEqual(expected);
    expect(structuredClone(validate())).toStrictEqual(expected);
    expect(Reflect.ownKeys({ ...validate() })).toEqual(Object.keys(expected as object));
    expect(Object.keys(validate())).toEqual(Object.keys(expected as object));
  });

  it('equals an object with plain lists', () => {
    expect(validate()).toStrictEqual(expected);
    assert.deepStrictEqual(validate(), expected);
    assert.deepStrictEqual(expected, validate());
    expect(inspect(validate(), { depth: 9 })).toBe(inspect(expected, { depth: 9 }));
  });

  it('returns the same lists each time, even frozen, through a proxy or by inheritance', () => {
    const result = Object.freeze(validate());
    expect(result.issues).toBe(result.issues);
    expect(result.warnings).toBe(result.warnings);
    const seen = new Proxy(validate(), {
      get: (target, key, receiver) => Reflect.get(target, key, receiver) as unknown,
    });
    expect(seen.issues).toBe(seen.issues);
    expect({ ...seen }).toStrictEqual(expected);
    const inheriting = Object.create(validate()) as ValidationResult;
    expect([inheriting.issues, inheriting.warnings]).toEqual([result.issues, result.warnings]);
  });

  it('allows its lists to be set', () => {
    const result = validate() as { issues: readonly Issue[]; warnings: readonly Issue[] };
    result.issues = [];
    result.warnings = [];
    expect(result).toStrictEqual({ ...(expected as object), issues: [], warnings: [] });
  });
});

describe('messages', () => {
  const CHECKS: [string, Change[]][] = [
    ['of rules', BROKEN],
    ['of structure', [{ set: 'items[0].name', value: 5 }, { remove: 'currency' }]],
    [
      'about objects',
      [
        { set: 'payment.method', value: { a: 1 } },
        { set: 'metadata', value: { a: () => 1 } },
      ],
    ],
    ['of extensions', [{ set: 'extensions.se', value: [1] }]],
  ];

  it.each(CHECKS)('%s describe the document as validated', (_, change) => {
    const expected = plain(registry.validate(changed(base.document, change), SE));
    const document = changed(base.document, change) as Record<string, unknown>;
    const result = registry.validate(document, SE);
    const empty = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const key of Object.keys(value)) {
        const inside = value as Record<string, unknown>;
        empty(inside[key]);
        inside[key] = 'another';
      }
    };
    // `found` refers to the document, and so changes with it; the messages do not change.
    const messages = (of: unknown) => (of as { issues: Issue[] }).issues.map(({ field, message }) => [field, message]);
    empty(document);
    expect(messages(result)).toEqual(messages(expected));
  });

  it('are built once, and only when somebody reads the issues', () => {
    const text = vi.fn(() => 'text');
    const own = createRegistry([definedWith({ check: (context) => context.report('type', 'own_code', text) })]);
    const result = own.validate(base.document, SE);
    if (result.valid) throw new Error('the rule found nothing');
    expect(text).not.toHaveBeenCalled();
    expect(result.issues.map(({ message }) => message)).toEqual(['text']);
    expect(toErrorResponse(result).body.issues).toHaveLength(1);
    expect(text).toHaveBeenCalledTimes(1);
  });

  it('are built from the values that the rule passed', () => {
    const own = createRegistry([
      definedWith({
        check: (context) => {
          const { type } = context.transaction;
          context.report('type', 'own_code', (values) => values.join(), { found: type }, [type, 5]);
        },
      }),
    ]);
    expect(own.validate(base.document, SE).issues).toMatchObject([{ message: 'sale,5', found: 'sale' }]);
  });

  it('are not built if the severity is off', () => {
    const text = vi.fn(() => 'text');
    const own = createRegistry([definedWith({ check: (context) => context.report('type', 'own_code', text) })], {
      severities: { own_code: 'off' },
    });
    expect(own.validate(base.document, SE)).toMatchObject({ valid: true, issues: [], warnings: [] });
    expect(text).not.toHaveBeenCalled();
  });

  it('are built for at most maxIssues issues', () => {
    const text = vi.fn(() => 'text');
    const own = createRegistry([
      definedWith({
        reads: ['type', 'currency'],
        check: (context) => {
          context.report('currency', 'own_code', text);
          context.report('type', 'own_code', text);
        },
      }),
    ]);
    const { issues } = own.validate(base.document, SE, { maxIssues: 1 });
    expect(issues.map(({ field }) => field)).toEqual(['type']);
    expect(text).toHaveBeenCalledTimes(1);
  });
});
