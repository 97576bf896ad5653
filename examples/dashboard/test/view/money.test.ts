import { describe, expect, it } from 'vitest';
import { localeOf, money } from '../../src/view/money.js';

describe('money', () => {
  it.each([
    [3000, 'SEK', '30.00 SEK'],
    [5, 'SEK', '0.05 SEK'],
    [-1234567, 'EUR', '-12,345.67 EUR'],
    [1500, 'JPY', '1,500 JPY'],
    [1500, 'KWD', '1.500 KWD'],
    [Number.MAX_SAFE_INTEGER, 'SEK', '90,071,992,547,409.91 SEK'],
    [1500, 'no currency', '15.00 no currency'],
  ])('%d %s is %s', (amount, currency, text) => {
    expect(money(amount, currency)).toBe(text);
  });

  it.each([
    ['SE', 259_800, '2\u00a0598,00 SEK'],
    ['SE', -5, '\u22120,05 SEK'],
    ['DE', 259_800, '2.598,00 SEK'],
    ['US', 259_800, '2,598.00 SEK'],
    ['nowhere', 259_800, '2,598.00 SEK'],
  ])('is formatted as in %s', (country, amount, text) => {
    expect(money(amount, 'SEK', localeOf(country))).toBe(text);
  });
});
