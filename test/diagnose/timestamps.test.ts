import { diagnose } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { offsetFits, timestampsOf, zonesOf } from '../../src/diagnose/zones';
import { norway, registry, VALID } from './support/norway';

const lawOf = (country: string) => packs.find((pack) => pack.country === country)!.law;

const OSLO = ['Europe/Oslo'];
const SPAIN = ['Europe/Madrid', 'Atlantic/Canary'];

describe('the timestamps that a value means', () => {
  // Norway is one hour ahead of UTC in winter.
  it.each([
    ['2026-11-21 14:32:10', '2026-11-21T14:32:10+01:00'],
    ['  2026-11-21T14:32:10  ', '2026-11-21T14:32:10+01:00'],
    ['2026-11-21_14:32', '2026-11-21T14:32+01:00'],
    ['2026-11-21  14:32:10.123456789', '2026-11-21T14:32:10.123456789+01:00'],
    ['2026-11-21 14:32:10,5', '2026-11-21T14:32:10.5+01:00'],
    ['2026-11-21 14:32:10Z', '2026-11-21T14:32:10Z'],
    ['2026-11-21 14:32:10z', '2026-11-21T14:32:10Z'],
    ['2026-11-21 14:32:10 -0330', '2026-11-21T14:32:10-03:30'],
    ['2026-11-21 14:32:10+02:00', '2026-11-21T14:32:10+02:00'],
    ['2026-11-21 14:32+02', '2026-11-21T14:32+02:00'],
    ['21.11.2026 14:32:10', '2026-11-21T14:32:10+01:00'],
    ['21/11/2026, 14:32', '2026-11-21T14:32+01:00'],
    ['1-2-2026T14:32', '2026-02-01T14:32+01:00'],
    // 21 November 2026, 13:32:10 UTC
    ['1795267930', '2026-11-21T14:32:10+01:00'],
    ['1795267930000', '2026-11-21T14:32:10+01:00'],
    [1795267930, '2026-11-21T14:32:10+01:00'],
    [1795267930123, '2026-11-21T14:32:10+01:00'],
    // An hour before and after clocks are put forward at 01:00 UTC on 29 March 2026.
    ['2026-03-29 01:59:59', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29 03:00:00', '2026-03-29T03:00:00+02:00'],
  ])('%j', (value, timestamp) => {
    expect(timestampsOf(value, OSLO, false)).toEqual([timestamp]);
  });

  it.each([
    ['no time', '2026-11-21'],
    ['text around it', 'on 2026-11-21 14:32:10'],
    ['text after it', '2026-11-21 14:32:10 o’clock'],
    ['two separators', '21.11/2026 14:32'],
    ['text before the day', 'x21.11.2026 14:32'],
    ['seconds of three digits', '21.11.2026 14:32:101'],
    ['a month 13', '2026-13-21 14:32:10'],
    ['an hour that clocks skip', '2026-03-29 02:30:00'],
    ['too few digits for Unix time', '179526793'],
    ['too many digits for Unix time', '17952679301234'],
    ['no text', null],
  ])('none: %s', (_, value) => {
    expect(timestampsOf(value, OSLO, false)).toEqual([]);
  });

  it('have the month first where dates are written so', () => {
    expect(timestampsOf('11/12/2026 14:32', ['America/New_York'], true)).toEqual(['2026-11-12T14:32-05:00']);
    expect(timestampsOf('11/12/2026 14:32', ['America/New_York'], false)).toEqual(['2026-12-11T14:32-05:00']);
  });

  it.each([
    ['the zones of the country', '2026-07-01 12:00', SPAIN, ['2026-07-01T12:00+02:00', '2026-07-01T12:00+01:00']],
    ['zones with the same offset once', '2026-07-01 12:00', [...OSLO, 'Europe/Madrid'], ['2026-07-01T12:00+02:00']],
    ['an instant in each zone', '1782900000', SPAIN, ['2026-07-01T12:00:00+02:00', '2026-07-01T11:00:00+01:00']],
    [
      'both offsets of an hour that repeats',
      '2026-10-25 02:30',
      OSLO,
      ['2026-10-25T02:30+02:00', '2026-10-25T02:30+01:00'],
    ],
    ['an offset of half an hour', '2026-01-10 09:15:00', ['America/St_Johns'], ['2026-01-10T09:15:00-03:30']],
    ['an instant west of UTC', '1768050900', ['America/St_Johns'], ['2026-01-10T09:45:00-03:30']],
    ['no offset from UTC', '2026-01-10 09:15:00', ['Europe/Lisbon'], ['2026-01-10T09:15:00+00:00']],
    ['nothing for an unknown zone', '2026-01-10 09:15:00', ['Mars/Olympus'], []],
    ['no instant for an unknown zone', '1768050900', ['Mars/Olympus'], []],
  ])('are for %s', (_, value, zones, timestamps) => {
    expect(timestampsOf(value, zones, false)).toEqual(timestamps);
  });
});

describe('an offset', () => {
  it.each([
    ['2026-11-21T14:32:10+01:00', OSLO, true],
    ['2026-11-21T14:32:10.5+01:00', OSLO, true],
    ['2026-11-21T14:32:10+02:00', OSLO, false],
    ['2026-07-01T12:00:00+01:00', SPAIN, true],
    ['2026-07-01T12:00:00-01:00', SPAIN, false],
    // Nothing to compare
    ['2026-11-21T14:32:10Z', OSLO, true],
    ['2026-13-21T14:32:10+02:00', OSLO, true],
    ['2026-11-21T14:32:10+02:00 local', OSLO, true],
    [1795267930, OSLO, true],
  ])('fits the zones: %s in %j is %s', (timestamp, zones, fits) => {
    expect(offsetFits(timestamp, zones)).toBe(fits);
  });
});

describe('the zones of a shop', () => {
  it.each([
    ['NO', undefined, OSLO],
    ['ES', undefined, SPAIN],
    ['PT', undefined, ['Europe/Lisbon', 'Atlantic/Azores']],
    ['NO', 'Texas', OSLO],
    ['US', 'Texas', ['America/Chicago']],
    ['US', 'north dakota', ['America/Chicago']],
    ['US', 'North Carolina', ['America/New_York']],
    ['US', 'Washington', ['America/Los_Angeles']],
    ['US', 'Washington, D.C.', ['America/New_York']],
    ['US', 'ARIZONA', ['America/Phoenix']],
  ] as const)('in %s, %s', (country, state, zones) => {
    expect(zonesOf(lawOf(country), state)).toEqual(zones);
  });

  it.each([undefined, '', 'Ruritania'])('are all of the United States if the state is unknown: %s', (state) => {
    const zones = zonesOf(lawOf('US'), state);
    expect(zones[0]).toBe('America/New_York');
    expect(zones).toHaveLength(7);
  });

  it('depend on the state among the jurisdictions', () => {
    const jurisdictions = [
      { name: 'Denver', level: 'city', rate: 5.15, taxAmount: 0 },
      { name: 'Colorado', level: 'state', rate: 2.9, taxAmount: 0 },
    ];
    const tax = { scheme: 'US_SALES_TAX', pricesIncludeTax: false, summary: [], jurisdictions };
    const document = { ...VALID, currency: 'USD', tax, timestamp: '2026-11-21T14:32:10' };
    const [cause] = diagnose(registry.shop({ country: 'US' }), document).causes;
    expect(cause).toMatchObject({ code: 'offset_missing', changes: [{ value: '2026-11-21T14:32:10-07:00' }] });
  });

  it('are found whatever the type of the name of a jurisdiction', () => {
    const jurisdictions = [{ name: 5, level: 'state', rate: 2.9, taxAmount: 0 }];
    const tax = { scheme: 'US_SALES_TAX', pricesIncludeTax: false, summary: [], jurisdictions };
    const { causes } = diagnose(registry.shop({ country: 'US' }), { ...VALID, currency: 'USD', tax });
    expect(causes).toContainEqual(
      expect.objectContaining({ code: 'type_of_value', field: 'tax.jurisdictions[0].name' }),
    );
  });
});

describe('a time in another form', () => {
  it.each([
    ['2026-11-21T14:32', 'offset_missing'],
    ['2026-11-21T14:32:10', 'offset_missing'],
    ['2026-11-21T14:32:10.123', 'offset_missing'],
    ['2026-11-21 14:32:10', 'timestamp_form'],
    [' 2026-11-21T14:32:10', 'timestamp_form'],
    ['2026-11-21T14:32:10 ', 'timestamp_form'],
    ['2026-11-21T14:32:10+0100', 'timestamp_form'],
    ['1795267930', 'timestamp_form'],
    [1795267930, 'timestamp_form'],
    [1795267930000, 'timestamp_form'],
  ])('%j is the cause %s', (timestamp, code) => {
    const { causes, result } = diagnose(norway, { ...VALID, timestamp });
    expect(causes).toMatchObject([{ code, field: 'timestamp', confidence: 'certain' }]);
    expect(result.valid).toBe(true);
  });
});
