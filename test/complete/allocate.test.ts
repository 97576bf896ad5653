import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from 'receipt-rule-packs';
import { allocate } from 'receipt-rule-packs/complete';
import { minorUnits as amounts } from '../support/numbers';
import { isProportional } from './support/oracle';

describe('allocate', () => {
  it('returns shares that add up, each within 1 of its exact share', () => {
    const weights = fc.array(
      fc.oneof(
        fc.nat(),
        fc.nat().map((n) => n / 1000),
        fc.maxSafeNat(),
      ),
      { minLength: 1, maxLength: 9 },
    );
    fc.assert(
      fc.property(amounts, weights, (amount, list) => {
        fc.pre(list.some((weight) => weight > 0));
        expect(isProportional(allocate(amount, list), list, amount)).toBe(true);
      }),
    );
  });

  it.each([
    [1.5, [1]],
    [NaN, [1]],
    [2 ** 53, [1]],
    ['5', [1]],
    [5, []],
    [5, [0, 0]],
    [5, [1, -1]],
    [5, [NaN]],
    [5, [Infinity]],
    [5, 'x'],
    [5, undefined],
    [5, ['1']],
  ])('throws a UsageError for %j, %j', (amount, weights) => {
    expect(() => allocate(amount as number, weights as number[])).toThrow(UsageError);
  });
});
