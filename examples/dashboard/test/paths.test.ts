import { describe, expect, it } from 'vitest';
import { path, withQuery } from '../src/paths.js';

describe('paths', () => {
  it('encode their segments', () => {
    expect(path('endpoints', 'a/b?c#d')).toBe('/dashboard/endpoints/a%2Fb%3Fc%23d');
    expect(withQuery('/x', { a: 'b&c', d: undefined })).toBe('/x?a=b%26c');
    expect(withQuery('/x', {})).toBe('/x');
  });
});
