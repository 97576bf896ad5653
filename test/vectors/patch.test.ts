import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOf } from '../../scripts/generate/vectors/json-patch.js';
import { patched } from './load';

/** A value that is longer than a patch operation. */
const LONG = 'x'.repeat(100);

describe('patchOf', () => {
  it.each([
    [{ a: LONG, b: 1 }, { a: LONG, b: 2 }, [{ op: 'replace', path: '/b', value: 2 }]],
    [{ a: LONG }, { a: LONG, b: 2 }, [{ op: 'add', path: '/b', value: 2 }]],
    [{ a: LONG, b: 2 }, { a: LONG }, [{ op: 'remove', path: '/b' }]],
    [{ a: [LONG, 2] }, { a: [LONG, 3] }, [{ op: 'replace', path: '/a/1', value: 3 }]],
    [
      [LONG],
      [LONG, 1, 2],
      [
        { op: 'add', path: '/-', value: 1 },
        { op: 'add', path: '/-', value: 2 },
      ],
    ],
    [
      [LONG, LONG, 1, 2],
      [LONG, LONG],
      [
        { op: 'remove', path: '/3' },
        { op: 'remove', path: '/2' },
      ],
    ],
    [{ a: LONG, 'x/y~z': 1 }, { a: LONG, 'x/y~z': 2 }, [{ op: 'replace', path: '/x~1y~0z', value: 2 }]],
    // Replaces the whole value if that is shorter.
    [[1, 2, 3], [4, 5, 6], [{ op: 'replace', path: '', value: [4, 5, 6] }]],
    [{ a: 1 }, 'text', [{ op: 'replace', path: '', value: 'text' }]],
    // Replaces the whole value if the key order would differ.
    [{ a: LONG, b: 2 }, { b: 2, a: LONG }, [{ op: 'replace', path: '', value: { b: 2, a: LONG } }]],
  ])('turns %j into %j', (from, to, patch) => {
    expect(patchOf(from, to)).toEqual(patch);
  });

  it('turns any value into any other, including the key order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (from, to) => {
        expect(JSON.stringify(patched(from, patchOf(from, to)))).toBe(JSON.stringify(to));
      }),
    );
  });
});
