import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import base from '../../packs/se-receipt-1/base.json' with { type: 'json' };
import { repeatedFields } from '../../scripts/fuzz/repeated-keys';
import { countKeys, mostKeys, repeatedKeys } from '../../src/document/repeated-keys';

const registry = createRegistry([seReceipt1]);
const SE = { country: 'SE' };

/** The distinct reported fields, sorted. */
function found(text: string): string[] {
  const fields = new Set<string>();
  repeatedKeys(text, (_, field) => fields.add(field));
  return [...fields].sort();
}

/** JSON with few distinct keys, so that many repeat. */
const { json } = fc.letrec<{ json: string }>((tie) => {
  const key = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"\\""', '"\\\\"', '":"', '"__proto__"', '""', '"a b"');
  const space = fc.constantFrom('', '', ' ', '\n\t');
  const member = fc.tuple(key, space, space, tie('json')).map(([name, a, b, value]) => `${name}${a}:${b}${value}`);
  return {
    json: fc.oneof(
      { maxDepth: 4 },
      key,
      fc.constantFrom('1', 'null', '-1.5e3', '": "', '"\\\\\\":"'),
      fc.array(tie('json'), { maxLength: 3 }).map((list) => `[${list.join()}]`),
      fc.array(member, { maxLength: 4 }).map((list) => `{${list.join(' , ')}}`),
    ),
  };
});

describe('repeatedKeys', () => {
  it('agrees with an independent parser', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(found(text)).toEqual(repeatedFields(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('also returns the path as steps', () => {
    const paths: unknown[] = [];
    repeatedKeys('{"a":[0,{"b c":1,"b c":2}],"a":1}', (path, field) => paths.push([path, field]));
    expect(paths).toEqual([
      [['a', 1, 'b c'], 'a[1]["b c"]'],
      [['a'], 'a'],
    ]);
  });

  it('cuts a path of more than 200 characters, and reports that path once', () => {
    const long = 'k'.repeat(300);
    const inside = '{"a":1,"a":2,"b":{"c":1,"c":2}}';
    expect(found(`{"${long}":${inside},"m":${inside}}`)).toEqual([long, 'm.a', 'm.b.c']);
    const deep = `${'{"a":'.repeat(1_000)}${inside}${'}'.repeat(1_000)}`;
    expect(found(deep)).toEqual([Array(101).fill('a').join('.')]);
    expect(found(`${'['.repeat(1_000)}${inside}${']'.repeat(1_000)}`)).toEqual(['[0]'.repeat(101)]);
  });
});

describe('mostKeys', () => {
  it('is at least the number of keys, and exactly that number unless other text looks like a key', () => {
    for (const layout of [undefined, 2, '\t'])
      expect(mostKeys(JSON.stringify(base, null, layout))).toBe(countKeys(base));
    fc.assert(
      fc.property(json, (text) => {
        expect(mostKeys(text)).toBeGreaterThanOrEqual(countKeys(JSON.parse(text)));
        if (repeatedFields(text)!.length > 0) expect(mostKeys(text)).toBeGreaterThan(countKeys(JSON.parse(text)));
      }),
    );
  });

  it.each([
    ['objects', '{"a":', '}', 200],
    ['arrays', '[', ']', 0],
  ])('is compared with countKeys, which returns NaN for %s nested too deep', (_, open, close, keys) => {
    const nested = (levels: number): unknown => JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);
    expect(countKeys(nested(200))).toBe(keys);
    expect(countKeys(nested(300))).toBeNaN();
  });
});

describe('validateJson', () => {
  const text = JSON.stringify({ ...base.document, metadata: { a: 1 } });
  const twice = text.replace('"a":1', '"a":1,"a":1,"b":1,"b":1').replace('"currency"', '"currency":1,"currency"');

  it('reports repeated keys in text and in bytes', () => {
    const expected = { error: { code: 'invalid_json' }, issues: ['currency', 'metadata.a', 'metadata.b'] };
    for (const input of [twice, new TextEncoder().encode(twice), `\ufeff${twice}`]) {
      const result = registry.validateJson(input, SE);
      expect({ ...result, issues: result.issues.map(({ field }) => field) }).toMatchObject(expected);
      expect(new Set(result.issues.map(({ code }) => code))).toEqual(new Set(['duplicate_key']));
    }
  });

  it('sorts repeated keys by the schema, with the unknown fields of an object after its other fields', () => {
    const [line] = base.document.items;
    const many = JSON.stringify({ ...base.document, items: [line, line], gift: { note: 1 }, 'vendor.id': 1 })
      .replace(/"(?=note"|total"|currency"|vendor\.id")([\w.]+)"/g, '"$1":1,"$1"')
      .replaceAll('"taxRate"', '"x.y":1,"x.y":2,"extra":1,"extra":2,"taxRate":1,"taxRate"');
    expect(registry.validateJson(many, SE).issues.map(({ field, code }) => `${code} ${field}`)).toEqual([
      'duplicate_key currency',
      ...[0, 1].flatMap((i) => [
        `duplicate_key items[${i}].taxRate`,
        `duplicate_key items[${i}].extra`,
        `unknown_field items[${i}].extra`,
        `duplicate_key items[${i}]["x.y"]`,
        `unknown_field items[${i}]["x.y"]`,
      ]),
      'duplicate_key totals.total',
      'duplicate_key ["vendor.id"]',
      'unknown_field ["vendor.id"]',
      'unknown_field gift',
      'duplicate_key gift.note',
    ]);
  });

  it('returns the first maxIssues issues', () => {
    const result = registry.validateJson(twice, SE, { maxIssues: 2 });
    expect(result.issues.map(({ field }) => field)).toEqual(['currency', 'metadata.a']);
  });

  it('reports no repeated keys for a value that is not a document', () => {
    expect(registry.validateJson('[{"a":1,"a":1}]', SE)).toMatchObject({ error: { code: 'invalid_json' }, issues: [] });
  });

  it('ignores the content of strings', () => {
    const strings = text.replace('"a":1', JSON.stringify(twice).replace(/^/, '"a":'));
    expect(registry.validateJson(strings, SE).valid).toBe(true);
  });
});
