import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueAt, withValue, without } from '../src/json/change.js';
import { applyEdits } from '../src/json/apply.js';
import { editsBetween } from '../src/json/edits.js';
import { locate, pathAt, type Path } from '../src/json/locate.js';
import { notJson } from '../src/json/not-json.js';
import { scanJson, type JsonNode } from '../src/json/scan.js';

const root = (text: string): JsonNode => {
  const scan = scanJson(text);
  if (!scan.ok) throw new Error(`no JSON at ${scan.at}`);
  return scan.root;
};

const parses = (text: string): boolean => {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
};

const json = fc.jsonValue({ maxDepth: 4 });
const indent = fc.constantFrom(undefined, 2, '\t');

describe('scanJson', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u00e5',
      '1',
      '-0.5e+3',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
      '\t',
      'å',
      '\u0001',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          json.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          expect(scanJson(text).ok).toBe(parses(text));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['', 0],
    ['\ufeff{', 2],
    ['{\ufeff}', 1],
    ['{"a": 1,}', 8],
    ['{"a": tru}', 6],
    ['{"a": "b\nc"}', 8],
    ['{"a": "b\\x"}', 8],
    ['{"a": "b', 8],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['{} {}', 3],
    ['[1]]', 3],
    ['{"a": 1]', 7],
  ])('%j stops being valid JSON at %i', (text, at) => {
    expect(scanJson(text)).toEqual({ ok: false, at });
  });

  it('accepts any depth of nesting', () => {
    expect(scanJson('['.repeat(200_000)).ok).toBe(false);
    expect(scanJson('['.repeat(200_000) + ']'.repeat(200_000)).ok).toBe(true);
  });

  it('finds the position of every value', () => {
    fc.assert(
      fc.property(json, indent, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const visit = (node: JsonNode, path: Path): void => {
          expect(JSON.parse(text.slice(node.from, node.to))).toEqual(valueAt(JSON.parse(text), path));
          for (const member of node.members) visit(member.node, [...path, member.key]);
        };
        visit(root(text), []);
      }),
    );
  });
});

describe('locate', () => {
  const text = '{"items": [{"name": "Tea", "name": "Mug"}], "tax": {}}';
  it.each([
    [['items', 0, 'name'], '"name": "Mug"', true],
    [['items', 0], '{', true],
    [['items', 7, 'name'], '"items"', false],
    [['tax', 'scheme'], '"tax"', false],
    [['totals'], '{', false],
    [[], '{', true],
  ] as const)('%j is %s', (path, found, whole) => {
    const place = locate(root(text), path);
    expect([text.slice(place.range.from, place.range.to), place.whole]).toEqual([found, whole]);
  });

  it('finds the path at an offset', () => {
    expect(pathAt(root(text), text.indexOf('Mug'))).toEqual(['items', 0, 'name']);
    expect(pathAt(root(text), text.indexOf('tax') + 1)).toEqual(['tax']);
    expect(pathAt(root(text), 0)).toEqual([]);
  });
});

describe('editsBetween', () => {
  const change = (text: string, after: unknown) =>
    applyEdits(text, editsBetween(text, root(text), JSON.parse(text), after));

  it('turns any document into any other document', () => {
    fc.assert(
      fc.property(json, json, indent, (before, after, space) => {
        const text = JSON.stringify(before, null, space);
        const wanted: unknown = JSON.parse(JSON.stringify(after));
        expect(JSON.parse(change(text, wanted))).toEqual(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  it('changes, adds or removes a value', () => {
    fc.assert(
      fc.property(json, fc.nat(), json, indent, (before, pick, value, space) => {
        const text = JSON.stringify(before, null, space);
        const document: unknown = JSON.parse(text);
        const paths: Path[] = [];
        const visit = (node: JsonNode, path: Path): void => {
          paths.push(path, ...(node.kind === 'object' ? [[...path, 'new']] : []));
          for (const member of node.members) visit(member.node, [...path, member.key]);
        };
        visit(root(text), []);
        const path = paths[pick % paths.length]!;
        for (const after of [withValue(document, path, value), without(document, path)]) {
          const wanted: unknown = JSON.parse(JSON.stringify(after));
          expect(JSON.parse(change(text, wanted))).toEqual(wanted);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the formatting of unchanged parts', () => {
    const text = '{\n  "a" : 1,\n  "items": [ {"x": 1.50, "y": 2} ],\n  "z": {}\n}\n';
    const { items } = JSON.parse(text) as { items: { x: number; y: number }[] };
    expect(change(text, { a: 2, items, z: {} })).toBe(text.replace('"a" : 1', '"a" : 2'));
    expect(change(text, { a: 1, items: [{ x: 1.5 }], z: {} })).toBe(text.replace(', "y": 2', ''));
    expect(change(text, { items, z: {} })).toBe(text.replace('"a" : 1,\n  ', ''));
    expect(change(text, { a: 1, items: [{ x: 1.5, y: 2, t: 3 }], z: {} })).toBe(
      text.replace('"y": 2', '"y": 2, "t": 3'),
    );
    expect(change(text, { a: 1, items, z: {}, b: [1] })).toBe(
      text.replace('"z": {}', '"z": {},\n  "b": [\n    1\n  ]'),
    );
    expect(change('{"a":1}', { a: 1, b: { c: 2 } })).toBe('{"a":1,"b":{"c":2}}');
  });
});

describe('notJson', () => {
  it.each([
    ['object', "{a: 1, 'b': 'it\\'s \"x\"'}", { a: 1, b: 'it\'s "x"' }],
    ['object', '{"a": [1, b, "// no comment"]}', { a: [1, 'b', '// no comment'] }],
    ['trailingComma', '{"a": [1, 2,], }', { a: [1, 2] }],
    ['comments', '{"a": 1, // one\n "b": /* two */ "#"}', { a: 1, b: '#' }],
    ['python', "{'a': True, 'b': None, 'c': False}", { a: true, b: null, c: false }],
    ['cut', '{"a": [1, {"b": "tex', { a: [1, { b: 'tex' }] }],
    ['cut', '{"a": [1, 2,', { a: [1, 2] }],
  ] as const)('repairs %s: %s', (kind, text, value) => {
    const found = notJson(text, 0);
    expect(found.kind).toBe(kind);
    expect(JSON.parse(found.text!)).toEqual(value);
  });

  it.each([
    ['yaml', 'type: sale\nsettled: true\n'],
    ['csv', 'name;amount\nx;1\n'],
    ['csv', 'name,amount\nx,1\n'],
    ['html', '<!doctype html><p>x'],
    ['xml', '<?xml version="1.0"?><a/>'],
    ['bytes', '%PDF-1.7'],
    ['bytes', 'PK\u0003\u0004\u0014'],
    ['other', '{"a": 1}}'],
    ['other', '{"a": 1]'],
    ['other', 'hello'],
    ['other', ''],
  ] as const)('recognises the kind %s, and does not repair the text: %s', (kind, text) => {
    const scan = scanJson(text);
    const { kind: found, text: repaired } = notJson(text, scan.ok ? -1 : scan.at);
    expect([found, repaired]).toEqual([kind, undefined]);
  });

  it('returns either valid JSON or nothing for any text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      "'",
      '"',
      '//',
      '/*',
      '*/',
      '\\',
      'a',
      '1',
      ' ',
      '\n',
      'None',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        const scan = scanJson(text);
        if (scan.ok) return;
        const { text: repaired } = notJson(text, scan.at);
        if (repaired !== undefined) expect(scanJson(repaired).ok).toBe(true);
      }),
    );
  });
});
