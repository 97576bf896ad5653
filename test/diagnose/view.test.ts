import { describe, expect, it } from 'vitest';
import { amountOf, rounded, sumOf, taxOf } from '../../src/diagnose/view';

const MOST = Number.MAX_SAFE_INTEGER;

describe('a sum of amounts', () => {
  it.each([
    [[], 0],
    [[1, -3, 5], 3],
    [[MOST], MOST],
    [[MOST, 1], NaN],
    // Neither beyond the largest amount on the way
    [[MOST, 1, -2], NaN],
    [[-MOST, -1, 2], NaN],
    [[1.5, 1.5], NaN],
    [[NaN, 1], NaN],
  ])('is exact, or no number: %j', (amounts, sum) => {
    expect(sumOf(amounts)).toBe(sum);
  });
});

describe('the tax on an amount', () => {
  it.each([
    [8400, 15, true, 1096],
    [8400, 15, false, 1260],
    [-8400, 15, true, -1096],
    [8400, 0, true, 0],
    // Whether prices include tax is not known.
    [8400, 15, undefined, NaN],
    [84.5, 15, true, NaN],
    [8400, NaN, true, NaN],
    [8400, Infinity, true, NaN],
    [MOST, 200, false, NaN],
  ])('%d at %d %%, included: %s', (amount, rate, pricesIncludeTax, tax) => {
    expect(taxOf(amount, rate, pricesIncludeTax)).toBe(tax);
  });
});

describe('the amount of a line', () => {
  it.each([
    [2, 4200, 0, 8400],
    [2, 4200, 400, 8000],
    [0.35, 28900, 0, 10115],
    // A discount is deducted from what is returned, too.
    [-2, 4200, 400, -8000],
    [NaN, 4200, 0, NaN],
    [2, NaN, 0, NaN],
    [2, 42.5, 0, NaN],
    [2, MOST, 0, NaN],
  ])('is %d × %d − %d', (quantity, unitPrice, discount, amount) => {
    expect(amountOf({ quantity, unitPrice, discount })).toBe(amount);
  });
});

describe('a rounded figure', () => {
  it.each([
    [2.4, 2],
    [2.5, 3],
    [-2.5, -3],
    // Never −0
    [-0.4, 0],
    [0, 0],
    // 114.99999999999999 and 1.005 × 100 as doubles
    [1.15 * 100, 115],
    [1.005 * 100, 101],
    [-1.005 * 100, -101],
    [Infinity, Infinity],
    [NaN, NaN],
  ])('%d is %d', (value, whole) => {
    expect(rounded(value)).toBe(whole);
  });
});
