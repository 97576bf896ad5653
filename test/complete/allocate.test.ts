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
    ['equal weights: the first gets the remainder', 1000, [1, 1, 1], [334, 333, 333]],
    ['a negative amount', -1000, [1, 1, 1], [-334, -333, -333]],
    ['decimals, of which two have equal remainders', 5, [0.5, 1.5, 0.5, 1.5], [1, 2, 0, 2]],
    ['a weight of 0', -1, [0, 3], [0, -1]],
    // The product of the amount and the first weight is no exact double.
    ['large weights', 144_272_512, [284_209_856_297_925, 2_471_296_007_686_331], [14_880_632, 129_391_880]],
  ])('divides an amount exactly: %s', (_, amount, weights, expected) => {
    expect(allocate(amount, weights)).toEqual(expected);
  });

  it.each([
    [1.5, [1], 'amount'],
    [NaN, [1], 'amount'],
    [2 ** 53, [1], 'amount'],
    ['5', [1], 'amount'],
    [5, [], 'weights'],
    [5, [0, 0], 'weights'],
    [5, [1, -1], 'weights[1]'],
    [5, [NaN], 'weights[0]'],
    [5, [Infinity], 'weights[0]'],
    [5, 'x', 'weights'],
    [5, undefined, 'weights'],
    [5, ['1'], 'weights[0]'],
  ])('throws a UsageError for %j, %j', (amount, weights, argument) => {
    const use = () => allocate(amount as number, weights as number[]);
    expect(use).toThrow(UsageError);
    expect(use).toThrow(expect.objectContaining({ code: 'invalid_argument', argument }));
  });
});
