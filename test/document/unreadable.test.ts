import { createContext, runInContext } from 'node:vm';
import { createRegistry, definePack } from 'receipt-rule-packs';
import { parseListQuery } from 'receipt-rule-packs/cursor';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { UsageError } from 'receipt-rule-packs';
import base from '../../packs/se-receipt-1/base.json' with { type: 'json' };

const registry = createRegistry([seReceipt1]);
const SE = { country: 'SE' };
const validate = (document: unknown) => registry.validate(document, SE);
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const brief = (document: unknown) => validate(document).issues.map(({ field, code }) => `${field} ${code}`);

describe('validation of unreadable documents', () => {
  const throwing = Object.defineProperty({}, 'type', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });

  it.each([
    ['a revoked proxy', revoked()],
    ['a revoked proxy in a field', { ...base.document, vendor: revoked() }],
    ['a revoked proxy in metadata', { ...base.document, metadata: { a: revoked() } }],
    ['a getter that throws', throwing],
  ])('returns invalid_json for %s', (_, document) => {
    const result = validate(document);
    expect(result.valid ? '' : result.error.code).toBe('invalid_json');
    expect(result.issues).toEqual([]);
  });
});

describe('validation of values that JSON.stringify would change', () => {
  it.each([
    ['a Date instead of an object', { ...base.document, customer: new Date(0) }, ['customer invalid_type']],
    [
      'an array without a prototype instead of an object',
      { ...base.document, customer: Object.setPrototypeOf([], null) as unknown },
      ['customer invalid_type'],
    ],
    ['inherited members of metadata', { ...base.document, metadata: Object.create({ f: () => 1 }) as unknown }, []],
    ['a Date in metadata', { ...base.document, metadata: { at: new Date(0) } }, []],
  ])('handles %s', (_, document, issues) => {
    expect(brief(document)).toEqual(issues);
  });

  it('accepts bytes from another realm', () => {
    const bytes: unknown = runInContext('new Uint8Array([123, 125])', createContext());
    expect(bytes).not.toBeInstanceOf(Uint8Array);
    const result = registry.validateJson(bytes as Uint8Array, SE);
    expect(result.valid ? '' : result.error.code).toBe('validation_failed');
  });
});

it('parseListQuery reports one issue if reading the query throws', () => {
  const query = {
    *[Symbol.iterator]() {
      yield ['limit', '1'];
      throw new Error('no');
    },
  };
  const result = parseListQuery(query);
  expect(result.valid ? [] : result.issues.map(({ field, code }) => [field, code])).toEqual([
    ['', 'invalid_parameter'],
  ]);
});

describe('definePack', () => {
  const [rule] = seReceipt1.rules;
  const line = seReceipt1.rules.find(({ id }) => id === 'line-amount')!;

  it.each([
    ['a rule for a scheme that the pack does not have', { rules: [{ ...rule!, schemes: ['NO_MVA'] }] }],
    ['an unknown severity', { rules: [{ ...rule!, severity: 'info' }] }],
    ['a repeated code', { rules: [{ ...rule!, codes: ['required', 'required'] }] }],
    ['a blank source', { rules: [{ ...rule!, source: ' ' }] }],
    ['a rule about lines that reads no line field', { rules: [{ ...line, reads: ['type'] }] }],
  ])('refuses %s', (_, change) => {
    expect(() => definePack({ ...seReceipt1, ...change } as typeof seReceipt1)).toThrow(UsageError);
  });
});
