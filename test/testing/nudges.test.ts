import { describe, expect, it } from 'vitest';
import { nudgesOf } from '../../src/testing/nudges';

const valuesOf = (value: unknown) => nudgesOf(value).map((nudge) => nudge.value);

describe('small changes to a value', () => {
  it.each([
    [7, [8, -7]],
    [0, [1]],
    [-0, [1]],
    [-2.5, [-1.5, 2.5]],
    [NaN, []],
    [7n, [8n, -7n]],
    [0n, [1n]],
    [true, [false]],
    ['9.99', ['10.00', '9.995', '-9.99']],
    ['-0.09', ['-0.10', '-0.095', '0.09']],
    ['12', ['13', '12.5', '-12']],
    ['0099', ['0100', '0099.5', '-0099']],
    ['0.00', ['0.01', '0.005']],
    ['1e3', ['1e3 x']],
    ['', [' x']],
    ['2026-12-31', ['2027-01-01']],
    ['2024-02-28T10:00:00+01:00', ['2024-02-29T10:00:00+01:00', '2024-02-28T10:00:00+02:00']],
    ['2026-11-21T10:00:00.5Z', ['2026-11-22T10:00:00.5Z', '2026-11-21T10:00:00.5+01:00']],
    ['2026-11-21T10:00', ['2026-11-22T10:00']],
    ['9999-12-31', ['9999-12-30']],
    ['2026-11-21 at ten', ['2026-11-21 at ten x']],
    [new Date(0), [new Date(86_400_000)]],
    [null, []],
    [undefined, []],
  ])('turn %s into %s', (value, expected) => {
    expect(valuesOf(value)).toEqual(expected);
  });

  it('have unique names', () => {
    for (const value of [7, '9.99', '2026-11-21T10:00:00Z'])
      expect(new Set(nudgesOf(value).map(({ name }) => name)).size).toBe(nudgesOf(value).length);
  });
});
