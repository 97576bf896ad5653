import { describe, expect, it } from 'vitest';
import { measureGrowth } from '../../../../scripts/fuzz/growth.js';
import { bearerToken, equalInConstantTime, hashToken, newToken } from '../../src/credentials/token.js';

describe('bearerToken', () => {
  it.each([
    ['Bearer svc_1', 'svc_1'],
    ['bearer svc_1', 'svc_1'],
    ['BEARER   svc_1', 'svc_1'],
    ['Bearer !~', '!~'],
  ])('given %j, returns the token %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'svc_1',
    'Basic svc_1',
    'Bearersvc_1',
    'Bearer a b',
    'Bearer é',
    'Bearer a\n',
  ])('given %j, returns undefined', (header) => {
    expect(bearerToken(header)).toBeUndefined();
  });

  it('takes linear time', () => {
    const prepare = (size: number) => {
      const header = `Bearer ${' '.repeat(size)}\n`;
      return () => bearerToken(header);
    };
    const { times, linear } = measureGrowth({ name: 'spaces', size: 1_000, prepare }, 1);
    expect(linear, `${times.join(', ')} ms`).toBe(true);
  });
});

it('hashToken returns the SHA-256 digest in hexadecimal', () => {
  // FIPS 180-2, appendix B.1.
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('newToken returns a prefix and 256 random bits that differ each time', () => {
  const tokens = Array.from({ length: 100 }, () => newToken('svc_'));
  for (const token of tokens) expect(token).toMatch(/^svc_[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(100);
});

it('equalInConstantTime returns whether two strings are equal, whatever their lengths', () => {
  expect(equalInConstantTime('a', 'a')).toBe(true);
  expect(['b', '', 'aa', 'A'].map((other) => equalInConstantTime('a', other))).toEqual([false, false, false, false]);
});
