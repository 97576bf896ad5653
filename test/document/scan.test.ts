import { describe, expect, it } from 'vitest';
import { freeFormFault } from '../../src/document/free-form';
import { integerFault, record } from '../../src/document/scan';

describe('record', () => {
  it('returns plain objects unchanged', () => {
    for (const plain of [{}, { a: 1 }, { toJSON: () => 1 }]) expect(record(plain)).toBe(plain);
  });

  it("returns any other object's own enumerable fields", () => {
    const made = Object.assign(Object.create({ inherited: 1 }) as object, { own: 2 });
    expect(record(made)).toEqual({ own: 2 });
    expect(record(Object.assign(Object.create(null) as object, { a: 1 }))).toEqual({ a: 1 });
  });

  it.each([[null], [undefined], [5], ['x'], [[]], [() => 1], [new Date(0)], [Object.create({ toJSON: () => 1 })]])(
    'returns undefined for %j',
    (value) => {
      expect(record(value)).toBeUndefined();
    },
  );
});

describe('integerFault', () => {
  it.each([
    [1.5, 'invalid_type'],
    ['1', 'invalid_type'],
    [null, 'invalid_type'],
    [2 ** 53, 'out_of_range'],
    [NaN, 'out_of_range'],
    [-Infinity, 'out_of_range'],
  ])('reports for %j: %s', (value, code) => {
    expect(integerFault(value)).toBe(code);
  });
});

describe('freeFormFault', () => {
  it.each([[null], [5], ['x'], [[]], [[1]]])('rejects %j, which is not a plain object', (value) => {
    expect(freeFormFault(value)).toBe('invalid_type');
  });

  it('accepts null and undefined as members and as elements, but not holes', () => {
    expect(freeFormFault({ a: null, b: undefined, c: [null, undefined] })).toBeUndefined();
    expect(freeFormFault({ a: new Array(1) })).toBe('invalid_type');
  });
});
