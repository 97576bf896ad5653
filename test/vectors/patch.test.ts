import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOf } from '../../scripts/generate/vectors/json-patch.js';
import { patched } from './load';

describe('patchOf', () => {
  it.each([
    [{ a: 1 }, { a: 2 }, [{ op: 'replace', path: '/a', value: 2 }]],
    [{ a: 1 }, { a: 1, b: 2 }, [{ op: 'add', path: '/b', value: 2 }]],
    [{ a: 1, b: 2 }, { a: 1 }, [{ op: 'remove', path: '/b' }]],
    [{ a: [1, 2] }, { a: [1, 3] }, [{ op: 'replace', path: '/a/1', value: 3 }]],
    [{ a: [1] }, { a: [] }, [{ op: 'replace', path: '/a', value: [] }]],
    [{ 'x/y~z': 1 }, { 'x/y~z': 2 }, [{ op: 'replace', path: '/x~1y~0z', value: 2 }]],
    [{ a: 1 }, 'text', [{ op: 'replace', path: '', value: 'text' }]],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, [{ op: 'replace', path: '', value: { b: 2, a: 1 } }]],
  ])('%j to %j', (from, to, patch) => {
    expect(patchOf(from, to)).toEqual(patch);
  });

  it('turns one value into the other, key order included', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (from, to) => {
        expect(JSON.stringify(patched(from, patchOf(from, to)))).toBe(JSON.stringify(to));
      }),
    );
  });
});
