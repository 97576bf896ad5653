import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { lawOfDay, type LawOfDay } from '../../src/diagnose/repairs';

const lawIn = (country: string, day: string): LawOfDay =>
  lawOfDay(country, packs.find((pack) => pack.country === country)?.law, day, []);

describe('the law of a day', () => {
  it.each([
    // Bulgaria has had the euro since 1 January 2026.
    ['BG', '2025-12-31', 'BGN', 1],
    ['BG', '2026-01-01', 'EUR', 1],
    ['BG', 'yesterday', 'EUR', 1],
    // Hungary has no fillér since 1999, so amounts are whole forints.
    ['HU', '2026-11-21', 'HUF', 100],
    ['ZZ', '2026-11-21', undefined, 1],
  ])('has the currency of the day, and its smallest unit: %s, %s', (country, day, currency, unit) => {
    expect(lawIn(country, day)).toMatchObject({ country, day, currency, unit });
  });

  it('has the last of several currencies on an unreadable day', () => {
    const { law } = packs.find(({ country }) => country === 'BG')!;
    const currencies = [...law.currencies, { ...law.currencies.at(-1)!, code: 'XTS' }];
    const dated = currencies.map((row, i) => ({ ...row, from: `202${i}-01-01`, until: `202${i}-12-31` }));
    expect(lawOfDay('BG', { ...law, currencies: dated }, 'yesterday', []).currency).toBe('XTS');
  });

  it('has the rates of the day, and those of all days', () => {
    // Germany had 16 % and 5 % instead of 19 % and 7 % from July to December 2020.
    const { rates, ratesToday } = lawIn('DE', '2020-09-15');
    expect(rates).toEqual(expect.arrayContaining([19, 16, 7, 5]));
    expect(ratesToday).toEqual(expect.arrayContaining([16, 5]));
    expect(ratesToday).not.toContain(19);
    expect(ratesToday).not.toContain(7);
  });

  it('has all rates on an unreadable day', () => {
    const { rates, ratesToday } = lawIn('DE', 'yesterday');
    expect(ratesToday).toEqual(rates);
  });

  it.each(['US', 'ZZ'])('has no rates without a table: %s', (country) => {
    expect(lawIn(country, '2026-11-21')).toMatchObject({ rates: [], rows: [], ratesToday: [] });
  });
});
