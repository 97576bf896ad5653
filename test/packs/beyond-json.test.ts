import { createRegistry, type ValidationResult } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import base from '../../packs/se-receipt-1/base.json' with { type: 'json' };
import { brief } from '../support/cases';
import { changed, setOwn } from '../support/changes';

const registry = createRegistry([seReceipt1]);
const SE = { country: 'SE' };

const validate = (path: string, value: unknown) =>
  registry.validate(changed(base.document, [{ set: path, value }]), SE);
const found = (result: ValidationResult) => brief(result.issues).map(({ field, code }) => `${field} ${code}`);

/** An object with this many levels in JSON, including the object itself. */
function nested(levels: number, as: 'object' | 'array' = 'object'): object {
  let value: unknown = 1;
  for (let level = 1; level < levels; level++) value = as === 'object' ? { a: value } : [value];
  return { a: value };
}

describe('validation', () => {
  it.each(['vendor.id', 'source.platform', 'source.externalId'])('refuses lone surrogates in %s', (field) => {
    for (const text of ['\ud800', '\udfff', 'a\ud83e', '\uddfea', '\uddfe\ud83e']) {
      expect(found(validate(field, text))).toEqual([`${field} invalid_format`]);
    }
    expect(validate(field, '\ud83e\uddfe').valid).toBe(true);
  });

  it('accepts lone surrogates in other text', () => {
    expect(validate('receiptNumber', '\ud800').valid).toBe(true);
    expect(validate('items[0].name', 'a\udfff').valid).toBe(true);
    expect(validate('metadata', { '\ud800': '\ud800' }).valid).toBe(true);
  });

  it('reports an unknown field whose name has a lone surrogate', () => {
    const document = changed(base.document, []) as object;
    setOwn(document, '\ud800', 1);
    expect(found(registry.validate(document, SE))).toEqual(['["\\ud800"] unknown_field']);
  });
});

describe('numbers that are not finite', () => {
  const FIELDS = [
    'items[0].quantity',
    'items[0].unitPrice',
    'items[0].taxRate',
    'tax.summary[0].rate',
    'totals.total',
    'totals.rounding',
  ];

  it.each(FIELDS)('are out of range in %s', (field) => {
    for (const value of [NaN, Infinity, -Infinity])
      expect(found(validate(field, value))).toEqual([`${field} out_of_range`]);
  });

  it.each(['items[0].quantity', 'totals.total'])('are out of range if the JSON text of %s is 1e999', (field) => {
    const text = JSON.stringify(changed(base.document, [{ set: field, value: 'HERE' }])).replace('"HERE"', '1e999');
    expect(found(registry.validateJson(text, SE))).toEqual([`${field} out_of_range`]);
  });

  it.each(['metadata', 'extensions.x'])('are out of range inside %s', (field) => {
    for (const value of [NaN, Infinity]) {
      for (const inside of [{ x: value }, { x: [1, [value]] }, { x: { y: { z: value } } }]) {
        expect(found(validate(field, inside))).toEqual([`${field} out_of_range`]);
      }
    }
  });

  it('are out of range in place of a namespace', () => {
    expect(found(validate('extensions.x', NaN))).toEqual(['extensions.x out_of_range']);
    expect(found(validate('extensions.se', Infinity))).toEqual(['extensions.se out_of_range']);
  });
});

describe('validation of nested metadata and extensions', () => {
  it.each(['object', 'array'] as const)('accepts up to 200 levels of %ss', (as) => {
    for (const levels of [1, 2, 199, 200]) expect(validate('metadata', nested(levels, as)).valid).toBe(true);
    for (const levels of [201, 202, 4000])
      expect(found(validate('metadata', nested(levels, as)))).toEqual(['metadata out_of_range']);
    expect(validate('extensions.x', nested(199, as)).valid).toBe(true);
    expect(found(validate('extensions.x', nested(200, as)))).toEqual(['extensions.x out_of_range']);
  });

  it('counts empty containers as levels', () => {
    const at = (levels: number, end: unknown) => {
      let value = end;
      for (let level = 1; level < levels; level++) value = { a: value };
      return validate('metadata', value);
    };
    expect(at(200, {}).valid).toBe(true);
    expect(found(at(201, {}))).toEqual(['metadata out_of_range']);
    expect(found(at(201, []))).toEqual(['metadata out_of_range']);
  });

  it('refuses cyclic values, and accepts shared ones', () => {
    const cyclic: Record<string, unknown> = { a: 1 };
    cyclic.self = [{ cyclic }];
    const document = changed(base.document, []) as Record<string, unknown>;
    expect(found(registry.validate({ ...document, metadata: cyclic }, SE))).toEqual(['metadata out_of_range']);
    const shared = { a: [1, 2] };
    expect(registry.validate({ ...document, metadata: { x: shared, y: [shared, shared] } }, SE).valid).toBe(true);
  });

  it('checks a value shared at several depths at the greatest depth', () => {
    const deep = nested(150);
    let below: unknown = deep;
    for (let level = 0; level < 100; level++) below = [below];
    const document = changed(base.document, []) as object;
    expect(found(registry.validate({ ...document, metadata: { near: deep, far: below } }, SE))).toEqual([
      'metadata out_of_range',
    ]);
    expect(found(registry.validate({ ...document, metadata: { far: below, near: deep } }, SE))).toEqual([
      'metadata out_of_range',
    ]);
  });

  it('finishes quickly even if shared objects would make the JSON exponentially large', () => {
    let value: object = { end: 1 };
    for (let level = 0; level < 150; level++) value = { a: value, b: value, c: [value, value] };
    const document = changed(base.document, []) as object;
    // Walking it as JSON would take forever, because its objects are shared.
    expect(found(registry.validate({ ...document, metadata: value }, SE))).toEqual(['metadata out_of_range']);
  });
});

describe('an invalid value in one extensions namespace', () => {
  const { se } = base.document.extensions;
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const FAULTS: [string, unknown, string][] = [
    ['a non-finite number', { ...se, sequenceNumber: NaN }, 'out_of_range'],
    ['too many levels', nested(200), 'out_of_range'],
    ['a circular reference', cyclic, 'out_of_range'],
    ['a bigint', { ...se, controlUnitId: 1n }, 'invalid_type'],
    ['a function instead of an object', () => se, 'invalid_type'],
  ];
  const sent = (extensions: unknown) => found(registry.validate({ ...base.document, extensions }, SE));

  it.each(FAULTS)('is reported at the namespace, whose rules are skipped: %s', (_, value, code) => {
    expect(sent({ se: value })).toEqual([`extensions.se ${code}`]);
    // Two of the document's fields are also missing.
    expect(sent({ se: { sequenceNumber: 1, x: value } })).toEqual([`extensions.se ${code}`]);
  });

  it.each(FAULTS)('does not skip the checks of other namespaces: %s', (_, value, code) => {
    expect(sent({ own: value, se })).toEqual([`extensions.own ${code}`]);
    expect(sent({ se: { ...se, controlCode: '' }, own: value })).toEqual([
      `extensions.own ${code}`,
      'extensions.se.controlCode too_short',
    ]);
    expect(sent({ own: value })).toEqual([`extensions.own ${code}`, 'extensions.se required']);
    const warned = registry.validate(
      { ...base.document, extensions: { own: value, se: { ...se, controlCode: 'x' } } },
      SE,
    );
    expect(brief(warned.warnings)).toEqual([{ field: 'extensions.se.controlCode', code: 'control_code_format' }]);
  });

  it('is reported for each faulty namespace, sorted by name', () => {
    const keys = ['se', 'b', 'odd key', 'a', '__proto__', 'constructor'];
    const all = ['__proto__', 'a', 'b', 'constructor', 'se'].map((key) => `extensions.${key} out_of_range`);
    for (const order of [keys, [...keys].reverse()]) {
      const extensions = { sound: { x: 1 } };
      for (const key of order) setOwn(extensions, key, { x: Infinity });
      expect(sent(extensions).sort()).toEqual([...all, 'extensions["odd key"] out_of_range'].sort());
      expect(sent(extensions)).toEqual(sent(Object.fromEntries(Object.entries(extensions).reverse())));
    }
  });

  it('ignores inherited fields, and does not change the input', () => {
    const extensions = Object.assign(Object.create({ own: NaN }) as object, { se });
    expect(sent(extensions)).toEqual([]);
    const faulty = { own: { x: NaN }, se };
    sent(faulty);
    expect(faulty).toEqual({ own: { x: NaN }, se });
  });
});

describe('validation of values that are not JSON', () => {
  it('treats undefined as absent everywhere', () => {
    const document = changed(base.document, []) as typeof base.document;
    const sent = {
      ...document,
      id: undefined,
      fiscal: undefined,
      profileId: undefined,
      metadata: { a: undefined },
      vendor: { ...document.vendor, name: undefined },
      items: document.items.map((item) => ({ ...item, discount: undefined, unknown: undefined })),
      totals: { ...document.totals, rounding: undefined },
      customer: undefined,
    };
    expect(registry.validate(sent, SE).valid).toBe(true);
    expect(found(registry.validate({ ...sent, type: undefined }, SE))).toEqual(['type required']);
    expect(found(registry.validate({ ...sent, extensions: { se: undefined } }, SE))).toEqual([
      'extensions.se required',
    ]);
  });

  it.each([
    ['bigint', 9000n],
    ['symbol', Symbol('x')],
    ['function', () => 9000],
    ['boxed number', Object(9000) as unknown],
    ['date', new Date(0)],
  ])('refuses a %s instead of a number', (_, value) => {
    const document = changed(base.document, []) as typeof base.document;
    const items = [{ ...document.items[0]!, amount: value }, document.items[1]!];
    expect(found(registry.validate({ ...document, items }, SE))).toEqual(['items[0].amount invalid_type']);
  });

  it.each([
    ['bigint', 1n],
    ['symbol', Symbol('x')],
    ['function', () => 1],
  ])('refuses a %s in metadata', (_, value) => {
    const document = changed(base.document, []) as object;
    expect(found(registry.validate({ ...document, metadata: { a: [value] } }, SE))).toEqual(['metadata invalid_type']);
  });

  it('refuses arrays with holes immediately', () => {
    const document = changed(base.document, []) as typeof base.document;
    expect(found(registry.validate({ ...document, items: new Array(1e9) }, SE))).toEqual(['items invalid_type']);
    const sparse = [...document.items];
    sparse[4] = document.items[0]!;
    expect(found(registry.validate({ ...document, items: sparse }, SE))).toEqual(['items invalid_type']);
    expect(found(registry.validate({ ...document, metadata: { a: [1, , 3] } }, SE))).toEqual(['metadata invalid_type']); // eslint-disable-line no-sparse-arrays
  });

  it('reads own fields of class instances and of objects without a prototype', () => {
    class Receipt {
      constructor(document: object) {
        Object.assign(this, document);
      }
      get id(): string {
        return `not an own field of ${this.constructor.name}`;
      }
    }
    const document = changed(base.document, []) as typeof base.document;
    expect(registry.validate(new Receipt(document), SE).valid).toBe(true);
    const bare = Object.assign(Object.create(null) as object, document, {
      totals: Object.assign(Object.create(null) as object, document.totals),
    });
    expect(registry.validate(bare, SE).valid).toBe(true);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an array', [base.document]],
    ['a string', JSON.stringify(base.document)],
    ['a number', 5],
    ['a function', () => base.document],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
  ])('refuses %s as a document', (_, value) => {
    const result = registry.validate(value, SE);
    expect(result).toMatchObject({ valid: false, error: { code: 'invalid_json' }, issues: [], warnings: [] });
  });
});
