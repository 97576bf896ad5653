import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited, jsonEdits, NoSuchPlace } from '../../cli/fix/json-edits.js';
import { applyCauses, type Operation } from '../../src/diagnose/index.js';
import { difference } from '../../src/diagnose/revision.js';

const after = (text: string, ...operations: Operation[]): string => edited(text, jsonEdits(text, operations));

describe('jsonEdits', () => {
  it.each<[what: string, text: string, operations: Operation[], result: string]>([
    ['a value', '{"a" : 1.50, "b":2e2}', [{ op: 'replace', path: '/b', value: 3 }], '{"a" : 1.50, "b":3}'],
    ['a removed field', '{\r\n  "a": 1,\r\n  "b": 2\r\n}', [{ op: 'remove', path: '/b' }], '{\r\n  "a": 1\r\n}'],
    ['a removed first field', '{\n  "a": 1,\n  "b": 2\n}', [{ op: 'remove', path: '/a' }], '{\n  "b": 2\n}'],
    ['a removed only field', '{ "a": 1 }', [{ op: 'remove', path: '/a' }], '{}'],
    ['a new field', '{\n\t"a": 1\n}\n', [{ op: 'add', path: '/b', value: 'x' }], '{\n\t"a": 1,\n\t"b": "x"\n}\n'],
    ['a new field on one line', '{ "a": 1 }', [{ op: 'add', path: '/b', value: 2 }], '{ "a": 1, "b": 2 }'],
    ['the first field', '{"a": {}}', [{ op: 'add', path: '/a/b', value: 2 }], '{"a": {"b": 2}}'],
    [
      'a renamed field',
      '{"qty": 1.0, "x": 1}',
      [
        { op: 'remove', path: '/qty' },
        { op: 'add', path: '/quantity', value: 1 },
      ],
      '{"quantity": 1.0, "x": 1}',
    ],
    [
      'an element formatted like its neighbours',
      '{"a": [\n  { "x": 1 }\n]}',
      [{ op: 'add', path: '/a/-', value: { x: 2 } }],
      '{"a": [\n  { "x": 1 },\n  { "x": 2 }\n]}',
    ],
    [
      'an object over several lines',
      '{\n  "a": {\n    "b": 1\n  }\n}',
      [{ op: 'add', path: '/a/c', value: { d: [1] } }],
      '{\n  "a": {\n    "b": 1,\n    "c": {\n      "d": [\n        1\n      ]\n    }\n  }\n}',
    ],
    [
      'a value from an earlier operation',
      '{"a":1}',
      [
        { op: 'add', path: '/b', value: { c: 1 } },
        { op: 'replace', path: '/b/c', value: 2 },
        { op: 'add', path: '/b/d', value: [] },
      ],
      '{"a":1,"b":{"c":2,"d":[]}}',
    ],
    [
      'keys with escapes',
      '{"a\\u002fb": {"~": 1}}',
      [{ op: 'replace', path: '/a~1b/~0', value: 2 }],
      '{"a\\u002fb": {"~": 2}}',
    ],
  ])('edits %s', (_, text, operations, result) => {
    expect(after(text, ...operations)).toBe(result);
  });

  it.each<Operation>([
    { op: 'remove', path: '/b' },
    { op: 'replace', path: '/a/0', value: 1 },
    { op: 'add', path: '/c/5', value: 1 },
    { op: 'replace', path: '/c/1', value: 1 },
  ])('refuses to $op $path, which does not exist', (operation) => {
    expect(() => jsonEdits('{"a": 1, "c": [1]}', [operation])).toThrow(NoSuchPlace);
  });

  it('has the same effect as applying the patch to the value', () => {
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
    const key = fc.constantFrom('a', 'b', 'c', '/', '~', '"', '');
    const document = fc.dictionary(
      key,
      fc.oneof(leaf, fc.array(fc.oneof(leaf, fc.dictionary(key, leaf))), fc.dictionary(key, leaf)),
    );
    const indents = fc.constantFrom(undefined, 2, '\t');
    fc.assert(
      fc.property(document, document, indents, (before, wanted, indent) => {
        const text = JSON.stringify(before, undefined, indent);
        const changes = difference(before, wanted);
        expect(JSON.parse(after(text, ...changes))).toEqual(applyCauses(before, [{ changes }]));
        expect(jsonEdits(text, [])).toEqual([]);
      }),
    );
  });
});
