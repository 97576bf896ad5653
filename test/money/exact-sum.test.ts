import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactSum } from '../../src/money/exact-sum';
import { MAX, minorUnits, SEED } from '../support/numbers';

function sumOf(values: readonly number[]): number | bigint {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum.value;
}

/** A number if it is a safe integer, otherwise a bigint. */
function reference(values: readonly number[]): number | bigint {
  const total = values.reduce((sum, value) => sum + BigInt(value), 0n);
  return total <= BigInt(MAX) && total >= -BigInt(MAX) ? Number(total) : total;
}

describe('ExactSum', () => {
  it('agrees with BigInt after every step', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(minorUnits, fc.constantFrom(MAX, -MAX, MAX - 1)), { maxLength: 30 }), (values) => {
        const sum = new ExactSum();
        values.forEach((value, i) => {
          sum.add(value);
          // As an amount of money, -0 is 0.
          expect(sum.value === reference(values.slice(0, i + 1))).toBe(true);
        });
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it.each([
    [[], 0],
    [[MAX, 2, -2], MAX],
    [[MAX, 1], 2n ** 53n],
    [[-MAX, -1], -(2n ** 53n)],
    [[MAX, MAX, -MAX], MAX],
    [[MAX, MAX, MAX], 3n * BigInt(MAX)],
    [[MAX, 1, -1, -MAX], 0],
  ] as [number[], number | bigint][])('sums %j', (values, total) => {
    expect(sumOf(values)).toBe(total);
  });

  it('is exact where a sum of doubles is not', () => {
    expect([MAX, 2, -2].reduce((sum, value) => sum + value, 0)).not.toBe(MAX);
  });
});
