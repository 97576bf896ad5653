import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseListQuery, type QueryParameters } from '../../src/cursor/index.js';
import { CHECKS } from '../../src/cursor/list-query.js';

const NAMES = [...CHECKS.keys()];
const IDS = NAMES.filter((name) => name !== 'limit');

const from = (text: string) => parseListQuery(new URLSearchParams(text));
/** The rejected names, in order. Throws if the query was accepted. */
const refused = (query: unknown): string[] => {
  const result = parseListQuery(query as QueryParameters);
  if (result.valid) throw new Error('taken');
  for (const issue of result.issues) {
    expect(Object.keys(issue).sort()).toEqual(['code', 'field', 'message', 'path', 'severity']);
    expect(issue).toMatchObject({ code: 'invalid_parameter', severity: 'error' });
    expect(issue.message).toBeTypeOf('string');
  }
  return result.issues.map((issue) => issue.field);
};

describe('parseListQuery', () => {
  it.each<[string, object]>([
    ['', { limit: 25 }],
    ['limit=1', { limit: 1 }],
    ['limit=50', { limit: 50 }],
    ['limit=007', { limit: 7 }],
    ['startAfter=txn_1', { limit: 25, startAfter: 'txn_1' }],
    ['businessId=biz_1&limit=2&startAfter=a%20b', { limit: 2, startAfter: 'a b', businessId: 'biz_1' }],
    [`startAfter=${'a'.repeat(255)}`, { limit: 25, startAfter: 'a'.repeat(255) }],
    ['startAfter=%F0%9F%A7%BE', { limit: 25, startAfter: '🧾' }],
  ])('accepts %j', (text, query) => {
    expect(from(text)).toStrictEqual({ valid: true, query });
  });

  it.each([
    ...[
      'limit=',
      'limit',
      'limit=0',
      'limit=00',
      'limit=51',
      'limit=100',
      'limit=-1',
      'limit=%2B5',
      'limit=+5',
      'limit=5+',
    ],
    ...['limit=1e1', 'limit=5.0', 'limit=0x5', 'limit=5n', 'limit=1_0', 'limit=ten', 'limit=%EF%BC%95', 'limit=%D9%A5'],
    ...['limit=5%00', 'limit=5%0A', 'limit=NaN', 'limit=Infinity', 'limit=99999999999999999999', 'limit=5,5'],
    ...['limit=5&limit=5', 'limit=5&limit=', 'limit=0&limit=0'],
  ])('refuses %s', (text) => {
    expect(refused(new URLSearchParams(text))).toEqual(['limit']);
  });

  describe.each(IDS)('%s', (name) => {
    it.each(['', '%00', 'a%00', 'a%0D%0A', 'a%09', 'a%7F', 'a%C2%85', 'a'.repeat(256), `a&${name}=a`, `a&${name}=b`])(
      'refuses %s',
      (value) => {
        expect(refused(new URLSearchParams(`${name}=${value}`))).toEqual([name]);
      },
    );

    it.each(['\ud800', 'a\udc00', '\udc00\ud800'])('refuses a lone surrogate in a record', (value) => {
      expect(refused({ [name]: value })).toEqual([name]);
    });
  });

  it('reports each problem once, known parameters first, then the others by code unit', () => {
    const text = 'zeta=1&businessId=&a=1&Limit=2&limit=x&a=2&startAfter=%00&B=1&é=1&%F0%9F%A7%BE=1&%EF%BF%BF=1';
    const names = ['limit', 'startAfter', 'businessId', 'B', 'Limit', 'a', 'zeta', 'é', '🧾', '\uffff'];
    expect(refused(new URLSearchParams(text))).toEqual(names);
    expect(parseListQuery(new URLSearchParams('x=1'))).toMatchObject({ issues: [{ field: 'x', path: ['x'] }] });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'limit[]', 'limit ', 'offset', ''])(
    'refuses %j like any unknown name',
    (name) => {
      expect(refused(new URLSearchParams([[name, '5']]))).toEqual([name]);
      expect(refused(JSON.parse(`{${JSON.stringify(name)}: "5"}`))).toEqual([name]);
      expect(
        refused(
          Object.fromEntries([
            ['limit', '5'],
            [name, '5'],
          ]),
        ),
      ).toEqual([name]);
    },
  );

  it.each<[string, QueryParameters, object]>([
    ['a record of strings', { limit: '5', startAfter: 'a' }, { limit: 5, startAfter: 'a' }],
    ['a record of undefined values', { limit: undefined, startAfter: undefined, other: undefined }, { limit: 25 }],
    ['arrays of one element', { limit: ['5'], businessId: ['b'] }, { limit: 5, businessId: 'b' }],
    ['empty arrays', { limit: [], other: [] }, { limit: 25 }],
    [
      'a record without a prototype',
      Object.assign(Object.create(null) as Record<string, string>, { limit: '5' }),
      { limit: 5 },
    ],
    [
      'a record with inherited properties, which it ignores',
      Object.create({ limit: 'x', other: '1' }) as Record<string, string>,
      { limit: 25 },
    ],
    ['pairs', [['limit', '5']] as [string, string][], { limit: 5 }],
    ['a Map', new Map([['limit', '5']]), { limit: 5 }],
  ])('accepts %s', (_, record, query) => {
    expect(parseListQuery(record)).toStrictEqual({ valid: true, query });
  });

  it.each<[string, unknown]>([
    ['a number', 10],
    ['a bigint', 10n],
    ['a boolean', true],
    ['null', null],
    ['an object', { toString: () => '5' }],
    ['a symbol', Symbol('5')],
    ['two values', ['5', '5']],
    ['an array of one number', [5]],
    ['an array of undefined', [undefined]],
    ['a nested array', [['5']]],
  ])('refuses a record with %s', (_, value) => {
    expect(refused({ limit: value, startAfter: value })).toEqual(['limit', 'startAfter']);
  });

  it.each([
    undefined,
    null,
    'limit=5',
    5,
    true,
    Symbol('x'),
    () => 1,
    [1],
    ['limit', '5'],
    [[1, '5']],
    new Uint8Array(1),
  ])('reports one issue for %s as the query', (query) => {
    expect(refused(query)).toEqual(['']);
    expect(parseListQuery(query as never)).toMatchObject({ issues: [{ path: [] }] });
  });

  it('leaves the query unchanged', () => {
    const record = Object.freeze({ limit: Object.freeze(['5']), x: '1' });
    const params = new URLSearchParams('limit=5&x=1');
    expect(refused(record)).toEqual(['x']);
    expect(refused(params)).toEqual(['x']);
    expect(params.toString()).toBe('limit=5&x=1');
  });

  it('never throws, and accepts exactly the valid queries', () => {
    const anything = fc.anything({
      withBigInt: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withTypedArray: true,
    });
    const records = fc.dictionary(
      fc.constantFrom(...NAMES, 'x', '__proto__'),
      fc.oneof(anything, fc.constantFrom('5', 'a')),
    );
    fc.assert(
      fc.property(fc.oneof(anything, records), (query) => {
        const result = parseListQuery(query as QueryParameters);
        if (result.valid) {
          expect(result.query.limit).toBeGreaterThanOrEqual(1);
          expect(result.query.limit).toBeLessThanOrEqual(50);
        } else {
          expect(new Set(result.issues.map((issue) => issue.field)).size).toBe(result.issues.length);
        }
      }),
      { seed: 20261121, numRuns: 3000 },
    );
    const pair = fc.tuple(fc.constantFrom(...NAMES, 'x'), fc.constantFrom('5', '51', 'a', ''));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 4 }), (pairs) => {
        const bad = [...NAMES, 'x'].filter((name) => {
          const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
          if (values.length === 0) return false;
          return values.length > 1 || name === 'x' || (name === 'limit' ? values[0] !== '5' : values[0] === '');
        });
        const result = parseListQuery(new URLSearchParams(pairs));
        expect(result.valid ? [] : result.issues.map((issue) => issue.field)).toEqual(bad);
      }),
      { seed: 20261121, numRuns: 2000 },
    );
  });
});
