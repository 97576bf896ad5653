import { describe, expect, it } from 'vitest';
import { judgeWindow, rowsOn, type RateWindow } from '../../src/law/rate-window';

const TABLE: readonly RateWindow[] = [
  { rate: 25, enforce: true },
  { rate: 12, until: '2024-12-31', enforce: true },
  { rate: 12, from: '2026-01-01', enforce: true },
  { rate: 6, from: '2026-04-01', until: '2027-12-31', productTaxClass: 'food', enforce: true },
  { rate: 4, until: '2025-12-31', enforce: false },
  { rate: 3, until: '2025-12-31', enforce: false },
  { rate: 3, from: '2027-01-01', enforce: true },
  { rate: 12, from: '2030-01-01', productTaxClass: 'meal', enforce: true },
];

describe('rowsOn', () => {
  it.each<[string, string | undefined, number[]]>([
    ['2024-12-31', undefined, [25, 12, 4, 3]],
    ['2026-05-01', undefined, [25, 12]],
    // Only these rates apply to a class with rows on the day; the rates without a class apply to any other class.
    ['2026-05-01', 'food', [6]],
    ['2026-03-31', 'food', [25, 12]],
    // A rate with rows for the class is valid for that class only on those rows' days.
    ['2026-05-01', 'meal', [25]],
    ['2026-05-01', 'book', [25, 12]],
  ])('returns the rows on %s for %s', (date, productTaxClass, rates) => {
    expect(rowsOn(TABLE, date, productTaxClass).map(({ rate }) => rate)).toEqual(rates);
  });
});

describe('judgeWindow', () => {
  it.each<[number, string, string | undefined, ReturnType<typeof judgeWindow>]>([
    [25, '1900-01-01', undefined, 'inside'],
    [12, '2024-12-31', undefined, 'inside'],
    [12, '2025-01-01', undefined, 'outside'],
    [12, '2025-12-31', undefined, 'outside'],
    [12, '2026-01-01', undefined, 'inside'],
    // A class's rows do not restrict goods without a class, or of a class without rows.
    [6, '2025-05-01', undefined, 'inside'],
    [6, '2025-05-01', 'book', 'inside'],
    [24, '2026-05-01', undefined, 'inside'],
    [12, '2025-06-01', 'food', 'outside'],
    [25, '2026-03-31', 'food', 'inside'],
    // Other rates are not valid for a class with rows on the day.
    [25, '2026-04-01', 'food', 'outside'],
    [12, '2026-04-01', 'food', 'outside'],
    [24, '2026-04-01', 'food', 'outside'],
    [12, '2024-06-01', 'food', 'inside'],
    // Only the rows of the item's class decide.
    [6, '2026-03-31', 'food', 'outside'],
    [6, '2026-04-01', 'food', 'inside'],
    [6, '2027-12-31', 'food', 'inside'],
    [6, '2028-01-01', 'food', 'outside'],
    [12, '2024-06-01', 'meal', 'outside'],
    [12, '2030-06-01', 'meal', 'inside'],
    // A single row that is not enforced is enough for this verdict.
    [4, '2026-01-01', undefined, 'outside-unconfirmed'],
    [3, '2026-06-01', undefined, 'outside-unconfirmed'],
    [3, '2025-12-31', undefined, 'inside'],
  ])('judges %d on %s for %s as %s', (rate, date, productTaxClass, verdict) => {
    expect(judgeWindow(TABLE, rate, date, productTaxClass)).toBe(verdict);
  });
});
