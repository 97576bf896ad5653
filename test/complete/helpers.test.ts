import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from 'receipt-rule-packs';
import { allocate, extractTax, toLocalTimestamp, toMinorUnits, toPercent } from 'receipt-rule-packs/complete';
import { minorUnits as amounts } from '../support/numbers';
import { isProportional } from './support/oracle';
import { localTimestamp } from '../../src/complete/to-local-timestamp';

/** Enough digits for any number in these tests. */
const Exact = Decimal.clone({ precision: 2000 });

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

describe('toLocalTimestamp', () => {
  it.each([
    ['2026-11-21T09:00:00Z', 'Europe/Stockholm', '2026-11-21T10:00:00+01:00'],
    ['2026-07-01T23:30:00.250Z', 'Europe/Stockholm', '2026-07-02T01:30:00.250+02:00'],
    ['2026-01-01T00:00:00Z', 'America/New_York', '2025-12-31T19:00:00-05:00'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00'],
    ['1890-01-01T00:00:00.500Z', 'Europe/Amsterdam', undefined],
    ['0050-06-01T00:00:00Z', 'UTC', '0050-06-01T00:00:00+00:00'],
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00+00:00'],
    ['0000-12-31T23:00:00Z', 'Etc/GMT-1', '0001-01-01T00:00:00+01:00'],
    ['9999-12-31T23:59:59Z', 'UTC', '9999-12-31T23:59:59+00:00'],
  ])('converts %s in %s', (utc, timeZone, expected) => {
    const text = toLocalTimestamp(new Date(utc), timeZone);
    if (expected !== undefined) expect(text).toBe(expected);
    expect(new Date(text).getTime()).toBe(new Date(utc).getTime());
  });

  it.each([
    [new Date(NaN), 'UTC'],
    ['2026-01-01', 'UTC'],
    [new Date(0), 'Europe/Atlantis'],
    [new Date(0), undefined],
    [new Date(0), ''],
    [new Date(8.64e15), 'UTC'],
    [new Date(-8.64e15), 'UTC'],
    [new Date('-000050-06-01T00:00:00Z'), 'UTC'],
    [new Date('0000-06-01T00:00:00Z'), 'UTC'],
    [new Date('+010000-01-01T00:00:00Z'), 'UTC'],
  ])('throws a UsageError for %s in %s', (date, timeZone) => {
    expect(() => toLocalTimestamp(date as Date, timeZone as string)).toThrow(UsageError);
  });

  it.each([
    ['a date that is invalid', NaN, 'UTC'],
    ['a time zone that does not exist', 0, 'Europe/Atlantis'],
    ['a year beyond 9999', Date.parse('+010000-01-01T00:00:00Z'), 'UTC'],
  ])('has no timestamp, where a source has %s', (_, time, timeZone) => {
    expect(localTimestamp(new Date(time), timeZone)).toBeUndefined();
  });
});
