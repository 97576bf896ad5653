import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from '../src/text/nearest';

describe('nearest', () => {
  it.each([
    ['--contry', []],
    ['contry', ['country']],
    ['ocuntry', ['country']],
    ['COUNTRY', ['country']],
    ['formats', ['format']],
    ['zzz', []],
    ['fo', []],
    ['of', ['off']],
    ['foramt', ['format']],
    ['fromta', ['format']],
    ['cuontry', ['country']],
    ['cnotury', []],
    ['oountri', ['country']],
    ['cantri', []],
    ['multi-locatoin', ['multi-location']],
    ['mluti-lcoation', ['multi-location']],
    ['mutli-lcoatoin', ['multi-location']],
  ])('finds the names nearest to %s', (name, names) => {
    expect(nearest(name, ['country', 'format', 'multi-location', 'off'])).toEqual(names);
  });
});

describe('didYouMean', () => {
  it('is empty if no name is near', () => {
    expect(didYouMean([])).toBe('');
  });

  it('lists every near name', () => {
    for (const names of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      const said = didYouMean(names);
      expect(said.match(/\b[abc]\b/g)).toEqual(names);
    }
  });
});
