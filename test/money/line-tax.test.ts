import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDecimals } from '../../src/money/decimal';
import { roundedLineTax, taxInUnits } from '../../src/money/tax';
import { MAX, minorUnits, percentages, SEED } from '../support/numbers';
import { rounded, vat } from '../support/rational';

/** The definition: undefined if the figure is not a safe integer. */
function expected(amount: number, rate: number, including: boolean): number | undefined {
  const exact = vat(amount, rate, including);
  const tax = Number(exact === undefined ? 0n : rounded(exact));
  return Number.isSafeInteger(tax) ? tax : undefined;
}

describe('roundedLineTax', () => {
  it('agrees with exact fractions', () => {
    fc.assert(
      fc.property(minorUnits, percentages, fc.boolean(), (amount, rate, including) => {
        expect(roundedLineTax(amount, rate, including)).toBe(expected(amount, rate, including));
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it.each([
    [50, 1, 1],
    [49, 1, 0],
    [-50, 1, -1],
    [-49, 1, 0],
    [2, 25.00001, 1],
    [-2, 25.00001, -1],
    [-2, 24.99999, 0],
    [2 ** 31, 100, 2 ** 31],
    [2 ** 31 + 1, 50, 2 ** 30 + 1],
    [5, -10, -1],
    [-5, -10, 1],
    [MAX, 100, MAX],
    [MAX, 100.1, undefined],
    [-MAX, 200, undefined],
  ])('rounds the tax on %d at %d %% to %s, with halves away from zero', (amount, rate, tax) => {
    expect(roundedLineTax(amount, rate, false)).toBe(tax);
  });

  it('returns 0 for rates of −100 % and below if prices include tax', () => {
    for (const rate of [-100, -100.5, -1e308]) expect(roundedLineTax(100, rate, true)).toBe(0);
    expect(roundedLineTax(100, -100, false)).toBe(-100);
  });
});

describe('taxInUnits', () => {
  it.each([
    [100, 25, false, 25_000_000, 1_000_000],
    [100, 25, true, 25_000_000, 1_250_000],
    [2, 0.0001, true, 2, 1_000_001],
    [2 ** 31 - 1, 100, true, (2 ** 31 - 1) * 1_000_000, 2_000_000],
    [0, 0, true, 0, 1_000_000],
  ])('returns a fraction for %d at %d %%, including tax: %s', (amount, rate, including, part, whole) => {
    expect(taxInUnits(amount, rate, including)).toEqual({ part, whole });
  });

  it.each([
    [2 ** 31, 25],
    [MAX, 0],
    [1, 0.00001],
    [1, 100.0001],
    [1, -0.0001],
    [1, -100],
  ])('returns undefined for %d at %d %%, which may be inexact', (amount, rate) => {
    expect(taxInUnits(amount, rate, true)).toBeUndefined();
  });
});

describe('currencyDecimals', () => {
  it.each([
    ['JPY', 0],
    ['ISK', 0],
    ['EUR', 2],
    ['SEK', 2],
    ['KWD', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['XXX', 2],
  ])('returns for %s: %d', (currency, decimals) => {
    expect(currencyDecimals(currency)).toBe(decimals);
  });
});
