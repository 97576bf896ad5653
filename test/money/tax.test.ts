import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundedTax, taxDeviates } from '../../src/money/tax';
import { MAX, minorUnits, percentages, SEED } from '../support/numbers';
import { compare, floor, magnitude, plus, rational, rounded, vat } from '../support/rational';

/** The definition: the tax differs by more than half of `twice`. */
function deviates(amount: number, rate: number, stated: number, pricesIncludeTax: boolean, twice = 2): boolean {
  const exact = vat(amount, rate, pricesIncludeTax);
  return exact !== undefined && compare(magnitude(plus(exact, rational(-stated))), rational(twice, 2)) > 0;
}

const vatDeviates = (amount: number, rate: number, stated: number, pricesIncludeTax: boolean): boolean =>
  taxDeviates(amount, rate, stated, pricesIncludeTax, 2);

function near(amount: number, rate: number, pricesIncludeTax: boolean, off: number): number {
  const exact = vat(amount, rate, pricesIncludeTax);
  const candidate = (exact === undefined ? 0n : floor(exact)) + BigInt(off);
  const limit = BigInt(MAX);
  return Number(candidate > limit ? limit : candidate < -limit ? -limit : candidate);
}

describe('taxDeviates', () => {
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

  it('agrees with exact fractions around any tolerance', () => {
    const verdicts = [0, 0];
    fc.assert(
      fc.property(
        minorUnits,
        percentages,
        fc.boolean(),
        fc.constantFrom(2, 3, 4, 7, 100, 10_000, 10_001, 10 ** 9),
        fc.integer({ min: -1, max: 2 }),
        (amount, rate, including, twice, off) => {
          const stated = near(amount, rate, including, off + Math.floor(twice / 2));
          const expected = deviates(amount, rate, stated, including, twice);
          verdicts[Number(expected)]!++;
          expect(taxDeviates(amount, rate, stated, including, twice)).toBe(expected);
        },
      ),
      { seed: SEED, numRuns: 10_000 },
    );
    expect(Math.min(...verdicts)).toBeGreaterThan(1000);
  });

  it('agrees with exact fractions for any VAT amount', () => {
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
  ])('allows 1 minor unit either way: %d at %d %%, including tax: %s', (amount, rate, including, exact) => {
    for (const off of [-2, -1, 0, 1, 2])
      expect(vatDeviates(amount, rate, exact + off, including)).toBe(Math.abs(off) === 2);
  });

  it('is true just above 1 minor unit', () => {
    // −1 × 0.01 / 100.01 is just below 0, so 1 differs from it by slightly more than 1.
    expect([-1, 0, 1].map((amount) => vatDeviates(amount, 0.01, 1, true))).toEqual([true, false, false]);
    expect([-1, 0, 1].map((amount) => vatDeviates(amount, 0.01, -1, true))).toEqual([false, false, true]);
    // The same test for rates with more decimals, and for amounts beyond the exact range of doubles.
    expect([-1, 0, 1].map((amount) => vatDeviates(amount, 0.0001, 1, true))).toEqual([true, false, false]);
    expect([-1, 0, 1].map((off) => vatDeviates(10 ** 15 - off, 0.0001, 10 ** 9 + 1, false))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('compares with the exact tax, including fractions of a minor unit', () => {
    // 12000 × 6 / 106 = 679.245…: 678 differs by 1.245, 680 by 0.754.
    expect([678, 679, 680, 681].map((stated) => vatDeviates(12_000, 6, stated, true))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('roundedTax', () => {
  it('rounds halves away from zero', () => {
    expect([50, -50, 49].map((amount) => BigInt(roundedTax(amount, 1, false)))).toEqual([1n, -1n, 0n]);
    expect(BigInt(roundedTax(100, -100, true))).toBe(0n);
  });

  it('agrees with exact fractions', () => {
    fc.assert(
      fc.property(minorUnits, percentages, fc.boolean(), (amount, rate, including) => {
        const exact = vat(amount, rate, including);
        expect(BigInt(roundedTax(amount, rate, including))).toBe(exact === undefined ? 0n : rounded(exact));
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });
});
