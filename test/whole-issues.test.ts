import { createRegistry, toErrorResponse, type Business, type Invalid } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { UsageError } from 'receipt-rule-packs';
import { usageError } from './support/usage-error';
import base from '../packs/se-receipt-1/base.json' with { type: 'json' };

const registry = createRegistry([seReceipt1]);
const SE: Business = { country: 'SE' };

/** An issue without its message. */
const whole = (document: unknown, business = SE) =>
  registry.validate(document, business).issues.map(({ message, ...rest }) => {
    expect(message).not.toBe('');
    return rest;
  });

describe('checks whose issues are reported alone', () => {
  it('report an unsupported country', () => {
    expect(whole(base.document, { country: 'NO' })).toEqual([
      {
        field: 'vendor.id',
        path: ['vendor', 'id'],
        code: 'unsupported_country',
        severity: 'error',
        found: 'NO',
        expected: ['SE'],
      },
    ]);
  });

  it('report a different profile', () => {
    expect(whole({ ...base.document, profileId: 'se-receipt-2' })).toEqual([
      {
        field: 'profileId',
        path: ['profileId'],
        code: 'profile_mismatch',
        severity: 'error',
        found: 'se-receipt-2',
        expected: 'se-receipt-1',
      },
    ]);
  });

  it('report unknown fields, sorted by name within one object', () => {
    const item = { ...base.document.items[0], zzz: 1, aaa: 1, '': 1 };
    const unknown = (field: string, path: (string | number)[]) => ({
      field,
      path,
      code: 'unknown_field',
      severity: 'error',
    });
    expect(whole({ ...base.document, b: 1, a: 1, items: [item] })).toEqual([
      unknown('items[0].aaa', ['items', 0, 'aaa']),
      unknown('items[0].zzz', ['items', 0, 'zzz']),
      unknown('items[0][""]', ['items', 0, '']),
      unknown('a', ['a']),
      unknown('b', ['b']),
    ]);
  });
});

describe('a business of another country', () => {
  it('is reported with the list of supported countries, every time', async () => {
    const norway: Business = { country: 'NO' };
    const schema = registry.standardSchema(norway)['~standard'];
    for (let i = 0; i < 2; i++) {
      expect((await schema.validate(base.document)).issues?.[0]?.message).toMatch(/"NO".*SE/);
    }
  });
});

describe('issues of the structure', () => {
  it('are errors', () => {
    const { totals } = base.document;
    expect(whole({ ...base.document, totals: { ...totals, total: 1.5 } })).toEqual([
      { field: 'totals.total', path: ['totals', 'total'], code: 'invalid_type', severity: 'error' },
    ]);
  });
});

describe('a document that changes during validation', () => {
  it('is invalid_json if it turns into a value that JSON does not write as an object', () => {
    let looks = 0;
    // Not a plain object, so that the library reads the value again.
    const turning = Object.assign(Object.create({}) as object, base.document);
    Object.defineProperty(turning, 'toJSON', {
      enumerable: true,
      get: () => (looks++ === 0 ? undefined : () => 'text'),
    });
    const result = registry.validate(turning, SE);
    expect(looks).toBeGreaterThan(1);
    expect(result).toMatchObject({ valid: false, error: { code: 'invalid_json' }, issues: [], warnings: [] });
  });
});

describe('the library', () => {
  it('throws for a function as business or as options', () => {
    const business = Object.assign(() => 1, SE);
    expect(() => registry.validate(base.document, business)).toThrow(UsageError);
    expect(() => registry.validate(base.document, SE, Object.assign((() => 1) as never, {}))).toThrow(UsageError);
  });

  it.each([[{}], [undefined], [null], ['x'], [{ valid: false }], [{ valid: false, error: {} }]])(
    'throws for %j, which is not a result',
    (result) => {
      expect(() => toErrorResponse(result as never)).toThrow(usageError('invalid_argument', 'result'));
    },
  );

  it('throws for the result of a valid document', () => {
    const valid = registry.validate(base.document, SE);
    expect(valid.valid).toBe(true);
    expect(() => toErrorResponse(valid as unknown as Invalid)).toThrow(UsageError);
  });
});

describe('standardSchema', () => {
  it('returns one issue about the whole document if maxIssues is 0 or no field can be named', async () => {
    const schema = registry.standardSchema(SE, { maxIssues: 0 })['~standard'];
    for (const document of [{}, null]) {
      const result = registry.validate(document, SE, { maxIssues: 0 });
      const { message } = result.valid ? { message: '' } : result.error;
      expect(message).not.toBe('');
      expect(await schema.validate(document)).toEqual({ issues: [{ message, path: [] }] });
    }
  });
});
