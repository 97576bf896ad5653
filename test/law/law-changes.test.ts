import { lawChanges } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';

describe('lawChanges', () => {
  it('lists the rows that begin or end in the period, including its first and last days', () => {
    expect(lawChanges(packs, '2027-12-31', '2028-01-01', ['SE'])).toEqual([
      expect.objectContaining({
        day: '2027-12-31',
        country: 'SE',
        part: 'rates',
        change: 'ends',
        what: '6 % for food',
      }),
      expect.objectContaining({ day: '2028-01-01', country: 'SE', change: 'begins', what: '12 % for food' }),
    ]);
    expect(lawChanges(packs, '2027-12-30', '2027-12-30', ['SE'])).toEqual([]);
    expect(lawChanges(packs, '2026-01-01', '2026-12-31', [])).toEqual([]);
  });

  it('also lists obligations and cash limits', () => {
    const parts = (country: string, from: string, to: string) =>
      lawChanges(packs, from, to, [country]).map(({ day, part, change }) => [day, part, change]);
    expect(parts('PL', '2026-11-23', '2027-11-22')).toEqual([['2027-01-01', 'obligations', 'begins']]);
    expect(parts('DE', '2026-11-23', '2027-11-22')).toEqual([['2027-07-10', 'cashLimits', 'begins']]);
    expect(lawChanges(packs, '2027-07-10', '2027-07-10', ['DE'])[0]!.what).toContain('10000.00 EUR');
  });

  it('sorts changes by day and country, and lists each row at most twice', () => {
    const all = lawChanges(packs, '1900-01-01', '2100-01-01');
    const keys = all.map(({ day, country }) => `${day} ${country}`);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
    expect(all.filter(({ part, source }) => part !== 'currencies' && source === '')).toEqual([]);
  });
});
