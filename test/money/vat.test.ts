import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vatDeviates } from '../../src/money/vat';
import { MAX, minorUnits, percentages, SEED } from '../support/numbers';
import { compare, floor, magnitude, plus, rational, vat } from '../support/rational';

/** By definition: more than 1 minor unit away. */
function deviates(amount: number, rate: number, stated: number, pricesIncludeTax: boolean): boolean {
  const exact = vat(amount, rate, pricesIncludeTax);
  return exact !== undefined && compare(magnitude(plus(exact, rational(-stated))), rational(1)) > 0;
}

function near(amount: number, rate: number, pricesIncludeTax: boolean, off: number): number {
  const exact = vat(amount, rate, pricesIncludeTax);
  const candidate = (exact === undefined ? 0n : floor(exact)) + BigInt(off);
  const limit = BigInt(MAX);
  return Number(candidate > limit ? limit : candidate < -limit ? -limit : candidate);
}

describe('vatDeviates', () => {
  it('agrees with exact fractions around the tolerance', () => {
    const verdicts = [0, 0];
    fc.assert(
      fc.property(
        minorUnits,
        percentages,
        fc.boolean(),
        fc.integer({ min: -2, max: 3 }),
        (amount, rate, including, off) => {
          const stated = near(amount, rate, including, off);
          const expected = deviates(amount, rate, stated, including);
          verdicts[Number(expected)]!++;
          expect(vatDeviates(amount, rate, stated, including)).toBe(expected);
        },
      ),
      { seed: SEED, numRuns: 20_000 },
    );
    expect(Math.min(...verdicts)).toBeGreaterThan(3000);
  });

  it('agrees with exact fractions on any VAT', () => {
    fc.assert(
      fc.property(minorUnits, percentages, minorUnits, fc.boolean(), (amount, rate, stated, including) => {
        expect(vatDeviates(amount, rate, stated, including)).toBe(deviates(amount, rate, stated, including));
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });

  it.each([
    [9000, 25, true, 1800],
    [9000, 25, false, 2250],
    [-9000, 25, true, -1800],
    [12_550, 25.5, true, 2550],
    [10_000, 4.9, false, 490],
  ])('allows 1 minor unit either way: %d at %d %%, including %s', (amount, rate, including, exact) => {
    for (const off of [-2, -1, 0, 1, 2])
      expect(vatDeviates(amount, rate, exact + off, including)).toBe(Math.abs(off) === 2);
  });

  it('has its edge at exactly 1 minor unit', () => {
    // −1 × 0.01 / 100.01 is just below 0, so that 1 is more than 1 away from it by 1 part in 10001.
    expect([-1, 0, 1].map((amount) => vatDeviates(amount, 0.01, 1, true))).toEqual([true, false, false]);
    expect([-1, 0, 1].map((amount) => vatDeviates(amount, 0.01, -1, true))).toEqual([false, false, true]);
    // The same with rates of more decimals, and with amounts beyond what doubles hold.
    expect([-1, 0, 1].map((amount) => vatDeviates(amount, 0.0001, 1, true))).toEqual([true, false, false]);
    expect([-1, 0, 1].map((off) => vatDeviates(10 ** 15 - off, 0.0001, 10 ** 9 + 1, false))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('counts the fraction that lies between', () => {
    // 12000 × 6 / 106 = 679.245…: 678 is 1.245 away, 680 is 0.754 away.
    expect([678, 679, 680, 681].map((stated) => vatDeviates(12_000, 6, stated, true))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
