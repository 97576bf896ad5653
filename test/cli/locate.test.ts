import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateFields } from '../../cli/locate.js';
import { textPlaces } from '../../cli/text-places.js';

type Path = (string | number)[];

/** For each path, the text that begins at the offset found. */
function found(text: string, ...paths: Path[]): string[] {
  return locateFields(text, JSON.parse(text), paths).map((offset) => text.slice(offset));
}

describe('locateFields', () => {
  it('finds keys and elements', () => {
    const text = '{"a": 1, "items": [ {"x":1}, {"y" : [10, 20]} ], "z": {}}';
    expect(found(text, ['a'], ['items', 1, 'y', 1], ['items', 0], ['z'], [])).toEqual([
      '"a": 1, "items": [ {"x":1}, {"y" : [10, 20]} ], "z": {}}',
      '20]} ], "z": {}}',
      '{"x":1}, {"y" : [10, 20]} ], "z": {}}',
      '"z": {}}',
      text,
    ]);
  });

  it('finds the nearest ancestor of a missing field', () => {
    const text = '{"vendor": {"id": 1}}';
    expect(found(text, ['vendor', 'name'], ['tax', 'scheme'], ['vendor', 'id', 'deeper'])).toEqual([
      '"vendor": {"id": 1}}',
      text,
      '"id": 1}}',
    ]);
  });

  it('is not misled by brackets, quotes and backslashes in strings', () => {
    const text = String.raw`{"q\"": "}]\\", "x": ["{\"a\":", {"a": "\\\""}], "a": 1}`;
    expect(found(text, ['a'], ['q"'], ['x', 1, 'a'])).toEqual([
      '"a": 1}',
      text.slice(1),
      String.raw`"a": "\\\""}], "a": 1}`,
    ]);
  });

  it('is not misled by a key that also occurs elsewhere', () => {
    expect(found('{"b": {"a": 1}}', ['a'])).toEqual(['{"b": {"a": 1}}']);
    expect(found('{"b": "a", "c": {"a" : 1}}', ['c', 'a'])).toEqual(['"a" : 1}}']);
    expect(found('{"b": {"a": 1}, "c": {"a": 2}}', ['c', 'a'])).toEqual(['"a": 2}}']);
    expect(found('{"xa": 1, "c": {"a": 2}}', ['c', 'a'])).toEqual(['"a": 2}}']);
    expect(found('{"items": [{"a": 1}, {"b": "a"}]}', ['items', 1, 'a'])).toEqual(['{"b": "a"}]}']);
  });

  it('uses the last value of a repeated key, like JSON.parse', () => {
    expect(found('{"a":1,"a":2}', ['a'])).toEqual(['"a":2}']);
  });

  it('accepts nesting and strings of any size', () => {
    const deep = `{"d":${'['.repeat(100_000)}${']'.repeat(100_000)},"s":"${'x\\n'.repeat(1_000_000)}","a":1}`;
    expect(found(deep, ['a'])).toEqual(['"a":1}']);
    expect(found(deep, ['d', ...Array<number>(100_000).fill(0)])).toHaveLength(1);
  });

  it('finds every value of any document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, 4), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const leaves = [...leavesOf(JSON.parse(text))];
        const parsed: unknown = JSON.parse(text);
        const together = locateFields(
          text,
          parsed,
          leaves.map(({ path }) => path),
        );
        const offsets = leaves.map(({ path }, i) => {
          // Different code looks up a single path.
          expect(locateFields(text, parsed, [path])).toEqual([together[i]]);
          return together[i];
        });
        for (const [i, { path, value }] of leaves.entries()) {
          const key = path.at(-1);
          const prefix = typeof key === 'string' ? `${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}` : '';
          expect(text.startsWith(prefix + JSON.stringify(value), offsets[i])).toBe(true);
        }
      }),
    );
  });
});

function* leavesOf(value: unknown, path: Path = []): Generator<{ path: Path; value: unknown }> {
  if (typeof value !== 'object' || value === null) {
    yield { path, value };
  } else if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) yield* leavesOf(each, [...path, i]);
  } else {
    for (const [key, each] of Object.entries(value)) yield* leavesOf(each, [...path, key]);
  }
}

describe('textPlaces', () => {
  it("adds the document's position in the input", () => {
    const places = textPlaces('{\n "a": 1\n}', { line: 7, column: 5 });
    expect([0, 1, 2, 3, 10].map(places)).toEqual([
      { line: 7, column: 5 },
      { line: 7, column: 6 },
      { line: 8, column: 1 },
      { line: 8, column: 2 },
      { line: 9, column: 1 },
    ]);
  });
});
