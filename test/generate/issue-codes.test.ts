import { describe, expect, it } from 'vitest';
import { PackFault } from '../../scripts/generate/check-schemas';
import { codesIn } from '../../scripts/generate/issue-codes';

const ROW = { meaning: 'The total is wrong.', remedy: 'Correct it.' };
const faultOf = (...files: (readonly [string, object])[]): unknown => {
  try {
    return codesIn(files as Parameters<typeof codesIn>[0]).map(([code]) => code);
  } catch (error) {
    if (!(error instanceof PackFault)) throw error;
    return error.message;
  }
};

describe('the codes in several files', () => {
  it('are one list, in order', () => {
    const kinds = ['form', 'contradiction'];
    expect(faultOf(['a.json', { b: ROW, a: ROW }], ['b.json', { c: { ...ROW, kinds } }])).toEqual(['b', 'a', 'c']);
  });

  it.each<[string, object, string]>([
    ['are defined once', { a: ROW }, 'a.json'],
    ['have a meaning', { b: { remedy: 'Correct it.' } }, 'meaning'],
    ['have a remedy', { b: { ...ROW, remedy: '' } }, 'remedy'],
    ['have no misspelt key', { b: { ...ROW, kind: ['form'] } }, 'kinds'],
    ['have a list of kinds', { b: { ...ROW, kinds: 'form' } }, 'list'],
    ['have known kinds', { b: { ...ROW, kinds: ['forms'] } }, 'contradiction'],
  ])('%s, or the fault names the file', (_, rows, named) => {
    const fault = faultOf(['a.json', { a: ROW }], ['b.json', rows]);
    expect(fault).toContain('b.json');
    expect(fault).toContain(named);
  });
});
