import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from 'receipt-rule-packs';
import { extractTax, toMinorUnits, toPercent } from 'receipt-rule-packs/complete';
import { minorUnits as amounts } from '../support/numbers';

/** Enough digits for any number in these tests. */
const Exact = Decimal.clone({ precision: 2000 });

describe('toMinorUnits', () => {
  it.each([
    ['12.50', 'SEK', 1250],
    ['12.5', 'SEK', 1250],
    ['12', 'SEK', 1200],
    ['-0.07', 'EUR', -7],
    ['+1', 'EUR', 100],
    ['12.500', 'EUR', 1250],
    ['100', 'JPY', 100],
    ['1.234', 'KWD', 1234],
    [1.15, 'EUR', 115],
    [0, 'EUR', 0],
    ['-0.00', 'EUR', 0],
    ['90071992547409.91', 'EUR', 2 ** 53 - 1],
  ])('converts %s %s to %d', (amount, currency, expected) => {
    expect(toMinorUnits(amount, currency)).toBe(expected);
  });

  it.each([
    ['12,50', 'SEK'],
    ['', 'SEK'],
    ['1e3', 'SEK'],
    ['12.505', 'SEK'],
    ['1.5', 'JPY'],
    [0.1 + 0.2, 'EUR'],
    ['90071992547409.92', 'EUR'],
    [NaN, 'EUR'],
    [null, 'EUR'],
    ['1', 'sek'],
    ['1', 'xSEK'],
    ['1', 'SEKx'],
    ['1', undefined],
    ['1', ['SEK']],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    [' 5', 'EUR'],
    ['0x10', 'EUR'],
  ])('throws a UsageError for %s %s', (amount, currency) => {
    expect(() => toMinorUnits(amount as string, currency as string)).toThrow(UsageError);
  });
});

describe('toMinorUnits for tills that use floating point', () => {
  it.each([
    [0.1 + 0.2, 'EUR', 30],
    [1.005, 'EUR', 101],
    [-1.005, 'EUR', -101],
    ['1.0049999', 'EUR', 100],
    [0.5, 'JPY', 1],
  ])('rounds %s %s to %d', (amount, currency, expected) => {
    expect(toMinorUnits(amount, currency, { round: 'half-away' })).toBe(expected);
  });

  it('accepts no other rounding method', () => {
    expect(() => toMinorUnits(1, 'EUR', { round: 'up' } as never)).toThrow(UsageError);
    expect(() => toMinorUnits(1, 'EUR', { rounding: 'half-away' } as never)).toThrow(UsageError);
  });
});

describe('toPercent', () => {
  it.each([
    ['0.07', 7],
    ['0.25', 25],
    [0.0825, 8.25],
    ['0.08875', 8.875],
    [0.07, 7],
    ['0.999', 99.9],
    [0, 0],
  ])('converts %s to %d', (fraction, expected) => {
    expect(toPercent(fraction)).toBe(expected);
  });

  it.each(['7%', '', null, Infinity])('throws a UsageError for %s', (fraction) => {
    const named = { code: 'invalid_argument', argument: 'fractions[0]' };
    expect(() => toPercent(fraction as string)).toThrow(UsageError);
    expect(() => toPercent(fraction as string)).toThrow(expect.objectContaining(named));
    const second = { ...named, argument: 'fractions[1]' };
    expect(() => toPercent('0.07', fraction as string)).toThrow(expect.objectContaining(second));
  });

  it.each([
    ['a percentage', ['7']],
    ['1', ['1']],
    ['a number of 1 or more', [19]],
    ['fractions that add up to 1', ['0.5', 0.25, '0.25']],
    ['a negative fraction', ['-0.07']],
    ['fractions with a negative sum', ['0.07', '-0.08']],
    ['no fractions', []],
  ])('refuses %s', (_, fractions) => {
    const use = () => toPercent(...(fractions as unknown as [string]));
    expect(use).toThrow(UsageError);
    expect(use).toThrow(expect.objectContaining({ code: 'invalid_argument', argument: 'fractions' }));
  });

  it('adds fractions exactly', () => {
    expect(toPercent('0.07', '0.0125')).toBe(8.25);
    // The sum of 0.1 and 0.2 is not exact in doubles.
    expect(toPercent(0.1, 0.2)).toBe(30);
    const fraction = fc.oneof(
      fc.integer({ min: 0, max: 30_000 }).map((n) => n / 100_000),
      fc.integer({ min: 0, max: 30_000 }).map((n) => new Decimal(n).div(100_000).toFixed()),
      fc.bigInt(0n, 10n ** 30n).map((n) => new Exact(n.toString()).div('1e31').toFixed()),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(fraction, { minLength: 1, maxLength: 6 }), (list) => {
        const sum = list.reduce<Decimal>((all, one) => all.plus(one), new Exact(0));
        const percent = () => toPercent(...(list as [string]));
        if (sum.lessThan(1)) expect(percent()).toBe(sum.times(100).toNumber());
        else expect(percent).toThrow(UsageError);
      }),
    );
  });
});

describe('extractTax', () => {
  it('rounds to the nearest minor unit, halves away from zero', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.oneof(fc.constantFrom(25, 12, 6, 8.875, 4.867, 0), fc.double({ min: 0, max: 1000, noNaN: true })),
        (amount, rate) => {
          const exact = new Decimal(amount).times(rate).div(new Decimal(100).plus(rate));
          expect(extractTax(amount, rate)).toBe(exact.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber() || 0);
        },
      ),
    );
    expect([extractTax(12500, 25), extractTax(-12500, 25)]).toEqual([2500, -2500]);
  });

  it.each([
    [1.5, 25],
    [NaN, 25],
    [100, NaN],
    [100, -5],
    ['100', 25],
  ])('throws a UsageError for %s, %s', (amount, rate) => {
    expect(() => extractTax(amount as number, rate)).toThrow(UsageError);
  });
});
