import { applyCauses } from 'receipt-rule-packs/diagnose';
import { describe, expect, it } from 'vitest';
import { difference, hasField, isSame, Revision, stepsOf, valueAt } from '../../src/diagnose/revision';

const numbered = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe('the difference between two documents', () => {
  it.each([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['nothing, of values', 1, 1, []],
    ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ op: 'replace', path: '/b', value: 3 }]],
    ['a nested value', { a: { b: [0, 1] } }, { a: { b: [0, 2] } }, [{ op: 'replace', path: '/a/b/1', value: 2 }]],
    ['a new field', { a: 1 }, { a: 1, b: 2 }, [{ op: 'add', path: '/b', value: 2 }]],
    ['a missing field', { a: 1, b: 2 }, { a: 1 }, [{ op: 'remove', path: '/b' }]],
    ['a field with null', { a: null }, { a: { b: 1 } }, [{ op: 'replace', path: '/a', value: { b: 1 } }]],
    [
      'names with ~ and /',
      { 'a/b': { '~': 1 } },
      { 'a/b': { '~': 2 } },
      [{ op: 'replace', path: '/a~1b/~0', value: 2 }],
    ],
    ['an object for a list', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['a list for an object', { a: {} }, { a: [] }, [{ op: 'replace', path: '/a', value: [] }]],
    ['the document itself', 1, 2, [{ op: 'replace', path: '', value: 2 }]],
    ['an appended element', [1, 2], [1, 2, 3], [{ op: 'add', path: '/-', value: 3 }]],
    [
      'a changed and an appended element',
      [1, 2],
      [5, 2, 3],
      [
        { op: 'replace', path: '/0', value: 5 },
        { op: 'add', path: '/-', value: 3 },
      ],
    ],
    ['a removed element', [1, 2, 3], [1, 3], [{ op: 'remove', path: '/1' }]],
    ['the first element', [1, 2, 3], [2, 3], [{ op: 'remove', path: '/0' }]],
    [
      'a removed and a changed element',
      [{ a: 1 }, { a: 2 }, { a: 3 }],
      [{ a: 1 }, { a: 4 }],
      [
        { op: 'remove', path: '/1' },
        { op: 'replace', path: '/1/a', value: 4 },
      ],
    ],
    ['two removed elements: the list', { a: [1, 2, 3] }, { a: [2] }, [{ op: 'replace', path: '/a', value: [2] }]],
    [
      'two appended elements: the list',
      { a: [1] },
      { a: [1, 2, 3] },
      [{ op: 'replace', path: '/a', value: [1, 2, 3] }],
    ],
    ['a removed element of twelve', numbered(12), numbered(12).slice(1), [{ op: 'remove', path: '/0' }]],
    [
      'a removed element of thirteen: the list',
      numbered(13),
      numbered(13).slice(1),
      [{ op: 'replace', path: '', value: numbered(13).slice(1) }],
    ],
  ])('is the smallest patch for %s', (_, before, after, patch) => {
    expect(difference(before, after)).toEqual(patch);
    expect(isSame(before, after)).toBe(patch.length === 0);
    if (patch[0]?.path !== '') expect(applyCauses(before, [{ changes: patch as never }])).toEqual(after);
  });

  it('begins with the path of the documents', () => {
    expect(difference([1], [2], '/items')).toEqual([{ op: 'replace', path: '/items/0', value: 2 }]);
  });
});

describe('a value in a document', () => {
  const document = { a: [{ b: 1 }], text: 'text', none: null, absent: undefined };

  it.each([
    [[], document],
    [['a', 0, 'b'], 1],
    [['a', 1], undefined],
    [['text', 'length'], undefined],
    [['none', 'b'], undefined],
    [['a', 'length'], 1],
    [['toString'], undefined],
  ])('at %j', (path, value) => {
    expect(valueAt(document, path)).toBe(value);
  });

  it.each([
    [['a', 0, 'b'], true],
    [['absent'], true],
    [['a', 1], false],
    [['b'], false],
    [['none', 'b'], false],
    [['toString'], false],
  ])('exists at %j: %s', (path, exists) => {
    expect(hasField(document, path)).toBe(exists);
  });

  // The examples of RFC 6901 for escaped characters.
  it.each([
    ['', []],
    ['/', ['']],
    ['/a~1b', ['a/b']],
    ['/m~0n/0', ['m~n', '0']],
    ['/~01', ['~1']],
    ['/~1~1/~0~0', ['//', '~~']],
  ])('is reached by the pointer %j', (pointer, steps) => {
    expect(stepsOf(pointer)).toEqual(steps);
  });
});

describe('a changed copy', () => {
  it('creates the objects and lists on the way to a new value', () => {
    const revision = new Revision({ a: 1 });
    revision.set(['b', 0, 'c'], 2);
    revision.set(['a', 'd'], 3);
    expect(revision.document).toEqual({ a: { d: 3 }, b: [{ c: 2 }] });
  });

  it('never creates a value in a prototype', () => {
    const revision = new Revision({});
    revision.set(['constructor', 'name'], 1);
    revision.set(['__proto__', 'polluted'], 2);
    expect(Object.entries(revision.document as object)).toEqual([
      ['constructor', { name: 1 }],
      ['__proto__', { polluted: 2 }],
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('creates a list or an object in place of null', () => {
    const revision = new Revision({ list: null, object: null });
    revision.set(['list', 0], 1);
    revision.set(['object', 'a'], 2);
    expect(revision.document).toEqual({ list: [1], object: { a: 2 } });
  });

  it('can change and remove what it has added, whatever its name', () => {
    const revision = new Revision({});
    for (const value of [1, 2]) revision.set(['__proto__'], value);
    expect(Object.entries(revision.document as object)).toEqual([['__proto__', 2]]);
    revision.set(['__proto__'], undefined);
    expect(Object.keys(revision.document as object)).toEqual([]);
  });

  it('removes a field, or an element of a list', () => {
    const revision = new Revision({ a: 1, list: [1, 2, 3] });
    revision.set(['a'], undefined);
    revision.set(['list', 1], undefined);
    expect(revision.document).toEqual({ list: [1, 3] });
    expect(Object.keys(revision.document as object)).toEqual(['list']);
  });

  it('copies each object on the way once, and no other', () => {
    const document = { list: [{ a: 1 }, { a: 2 }], other: {} };
    const copied: unknown[] = [];
    const revision = new Revision(document, (_, original) => copied.push(original));
    revision.set(['list', 0, 'a'], 3);
    revision.set(['list', 0, 'b'], 4);
    revision.set(['new', 'c'], 5);
    const changed = revision.document as typeof document;
    expect(changed).toEqual({ list: [{ a: 3, b: 4 }, { a: 2 }], other: {}, new: { c: 5 } });
    expect(copied).toEqual([document, document.list, document.list[0]]);
    expect(changed.list[1]).toBe(document.list[1]);
    expect(changed.other).toBe(document.other);
    expect(document).toEqual({ list: [{ a: 1 }, { a: 2 }], other: {} });
  });
});
