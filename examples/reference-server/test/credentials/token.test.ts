import { describe, expect, it } from 'vitest';
import { bearerToken, equalInConstantTime, hashToken, newToken } from '../../src/credentials/token.js';

describe('bearerToken', () => {
  it.each([
    ['Bearer svc_1', 'svc_1'],
    ['bearer svc_1', 'svc_1'],
    ['BEARER   svc_1', 'svc_1'],
    ['Bearer !~', '!~'],
  ])('of %j is %j', (header, token) => {
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
  ])('of %j is none', (header) => {
    expect(bearerToken(header)).toBeUndefined();
  });

  it('takes linear time', () => {
    const start = performance.now();
    expect(bearerToken(`Bearer ${' '.repeat(100_000)}\n`)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

it('hashToken is SHA-256 in hex', () => {
  // FIPS 180-2, appendix B.1.
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('newToken has a prefix and 256 bits that are new each time', () => {
  const tokens = Array.from({ length: 100 }, () => newToken('svc_'));
  for (const token of tokens) expect(token).toMatch(/^svc_[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(100);
});

it('equalInConstantTime says whether two texts are equal, whatever their lengths', () => {
  expect(equalInConstantTime('a', 'a')).toBe(true);
  expect(['b', '', 'aa', 'A'].map((other) => equalInConstantTime('a', other))).toEqual([false, false, false, false]);
});
