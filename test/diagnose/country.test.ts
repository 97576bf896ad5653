import { createRegistry, type Shop } from 'receipt-rule-packs';
import { diagnose, type Cause } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../src/diagnose/country';
import { Diagnosing } from '../../src/diagnose/diagnosing';
import { defined } from '../support/own-pack';
import { registry, VALID } from './support/norway';

const shopIn = (country: string): Shop => registry.shop({ country }, { rateWindows: 'enforce' });

/** Vienna, Berlin, Oslo and Paris; Helsinki and Sofia are an hour ahead. */
const NOON = '2026-11-21T12:00:00+01:00';
const NOON_EAST = '2026-11-21T12:00:00+02:00';

/** A receipt with a line of 100.00 before tax for each rate. */
function receipt(currency: string, scheme: string, rates: readonly number[], more: object = {}) {
  const items = rates.map((taxRate) => {
    const taxAmount = Math.round(taxRate * 100);
    const amount = 10000 + taxAmount;
    return {
      name: 'Item',
      quantity: 1,
      unitPrice: amount,
      amount,
      taxRate,
      taxCategory: taxRate > 0 ? 'S' : 'E',
      taxAmount,
    };
  });
  const summary = items.map(({ taxRate, taxCategory, taxAmount }) => ({
    rate: taxRate,
    category: taxCategory,
    taxableAmount: 10000,
    taxAmount,
  }));
  const tax = rates.reduce((sum, rate) => sum + Math.round(rate * 100), 0);
  const subtotal = 10000 * rates.length + tax;
  const totals = { subtotal, discount: 0, tax, total: subtotal };
  return {
    ...VALID,
    timestamp: NOON,
    currency,
    items,
    tax: { scheme, pricesIncludeTax: true, summary },
    totals,
    ...more,
  };
}

/** With the tax of the first line and all sums off by an amount. */
function withTaxOff(document: ReturnType<typeof receipt>, by: number): object {
  const [first, ...lines] = document.items;
  const [entry, ...entries] = document.tax.summary;
  const { taxableAmount, taxAmount } = entry!;
  return {
    ...document,
    items: [{ ...first, taxAmount: first!.taxAmount + by }, ...lines],
    tax: {
      ...document.tax,
      summary: [{ ...entry, taxableAmount: taxableAmount - by, taxAmount: taxAmount + by }, ...entries],
    },
    totals: { ...document.totals, tax: document.totals.tax + by },
  };
}

/** With its only line twice. */
function twice(document: ReturnType<typeof receipt>): object {
  const [line] = document.items;
  const [entry] = document.tax.summary;
  const { taxableAmount, taxAmount } = entry!;
  return {
    ...document,
    items: [line, line],
    tax: { ...document.tax, summary: [{ ...entry, taxableAmount: 2 * taxableAmount, taxAmount: 2 * taxAmount }] },
    totals: { subtotal: 2 * line!.amount, discount: 0, tax: 2 * taxAmount, total: 2 * line!.amount },
  };
}

const briefly = ({ code, confidence, country, options }: Cause): unknown[] => [
  code,
  confidence,
  ...(country === undefined ? [] : [country]),
  ...(options === undefined ? [] : [options.flatMap((option) => option.country ?? [])]),
];

describe('a receipt from another country', () => {
  it.each<[name: string, country: string, document: object, cause: unknown[]]>([
    ['its currency and scheme', 'SE', receipt('NOK', 'NO_MVA', [25]), ['country', 'certain', 'NO']],
    ['its currency and a rate', 'HU', receipt('CZK', 'EU_VAT', [21]), ['country', 'certain', 'CZ']],
    ['its currency under no law', 'XA', receipt('NOK', 'NO_MVA', [25]), ['country', 'certain', 'NO']],
    [
      'its currency and a rate under no law, of several countries',
      'XA',
      receipt('EUR', 'EU_VAT', [20]),
      ['country', 'choose', 'AT', ['AT', 'FR']],
    ],
    [
      'its time, of several with its rate',
      'DE',
      receipt('EUR', 'EU_VAT', [24, 13], { timestamp: NOON_EAST }),
      ['country', 'choose', 'EE', ['EE', 'GR']],
    ],
    [
      'its currency and a rate, of several countries',
      'GB',
      receipt('EUR', 'EU_VAT', [20]),
      ['country', 'choose', 'AT', ['AT', 'FR']],
    ],
    ['its rate and tax', 'DE', receipt('EUR', 'EU_VAT', [20]), ['country', 'choose', 'AT', ['AT', 'FR']]],
    [
      'its rate, beside goods without tax',
      'DE',
      receipt('EUR', 'EU_VAT', [20, 0]),
      ['country', 'choose', 'AT', ['AT', 'FR']],
    ],
    ['all its rates', 'DE', receipt('EUR', 'EU_VAT', [20, 4.9]), ['country', 'likely', 'AT']],
    ['most of its rates', 'DE', receipt('EUR', 'EU_VAT', [20, 10, 5.5]), ['country', 'likely', 'FR']],
    [
      'tax that is right but for rounding',
      'DE',
      withTaxOff(receipt('EUR', 'EU_VAT', [20]), 1),
      ['country', 'choose', 'AT', ['AT', 'FR']],
    ],
    ['rates that a territory has too', 'AT', receipt('EUR', 'EU_VAT', [19, 7]), ['country', 'likely', 'DE']],
    [
      'its time, and a rate that a territory has too',
      'AT',
      receipt('EUR', 'EU_VAT', [19], { timestamp: NOON_EAST }),
      ['country', 'likely', 'CY'],
    ],
    [
      'a scheme that no other has',
      'DE',
      receipt('EUR', 'FI_ALV', [25.5], { timestamp: NOON_EAST }),
      ['country', 'likely', 'FI'],
    ],
    [
      'its profile, currency and scheme',
      'SE',
      receipt('NOK', 'NO_MVA', [25], { profileId: 'no-receipt-1' }),
      ['country', 'certain', 'NO'],
    ],
    [
      'its profile, currency and a rate',
      'CZ',
      receipt('RON', 'EU_VAT', [11], { profileId: 'ro-receipt-1', timestamp: NOON_EAST }),
      ['country', 'certain', 'RO'],
    ],
    [
      'its profile and a rate',
      'DE',
      receipt('EUR', 'EU_VAT', [20], { profileId: 'at-receipt-1' }),
      ['country', 'likely', 'AT'],
    ],
    [
      'its profile, of several with its rate',
      'DE',
      receipt('EUR', 'EU_VAT', [20], { profileId: 'fr-receipt-1' }),
      ['country', 'likely', 'FR'],
    ],
    [
      'its profile and time',
      'DE',
      receipt('EUR', 'EU_VAT', [19], { profileId: 'cy-receipt-1', timestamp: NOON_EAST }),
      ['country', 'likely', 'CY'],
    ],
  ])('is known by %s', (_, country, document, cause) => {
    const { causes, shop, result, document: repaired } = diagnose(shopIn(country), document);
    expect(repaired).toBe(document);
    expect(causes.map(briefly)).toEqual([cause]);
    expect(shop.pack?.country).toBe(cause[2]);
    expect(result.valid).toBe(true);
    expect(causes[0]!.changes).toEqual([]);
  });

  it.each<[name: string, country: string, document: object, ...causes: unknown[][]]>([
    ['a currency alone', 'CZ', receipt('RON', 'EU_VAT', [21], { timestamp: NOON_EAST }), ['currency', 'choose', []]],
    ['a scheme, if it has another rate', 'DE', receipt('EUR', 'FI_ALV', [19]), ['scheme', 'likely']],
    [
      'a profile, if both laws allow the document',
      'DE',
      receipt('EUR', 'EU_VAT', [19], { profileId: 'cy-receipt-1' }),
      ['profile_id', 'certain'],
    ],
    [
      'a profile that no country has',
      'DE',
      receipt('EUR', 'EU_VAT', [19], { profileId: 'de-receipt-9' }),
      ['profile_id', 'certain'],
    ],
  ])('is not known by %s', (_, country, document, ...causes) => {
    const { causes: found, shop, result } = diagnose(shopIn(country), document);
    expect(found.map(briefly)).toEqual(causes);
    expect(shop.pack?.country).toBe(country);
    expect(result.valid).toBe(true);
  });

  it('is known by the scheme of sales abroad, if the shop has another for sales at home', () => {
    const [cause] = diagnose(shopIn('FI'), receipt('EUR', 'EU_VAT', [19])).causes;
    // Germany and Slovakia have a rate of 19 %, and so have two municipalities in Austria.
    expect(briefly(cause!)).toEqual(['country', 'choose', 'AT', ['AT', 'DE', 'SK']]);
  });

  it('is known under no law, whatever else is wrong', () => {
    const { causes } = diagnose(shopIn('XA'), receipt('NOK', 'NO_MVA', [37, 38, 39, 40]));
    expect(briefly(causes[0]!)).toEqual(['country', 'certain', 'NO']);
  });

  it.each<[name: string, country: string, document: object]>([
    // Jungholz and Mittelberg in Austria have a rate of 19 %, as Germany has.
    ['a rate that a territory has', 'AT', receipt('EUR', 'EU_VAT', [19])],
    ['a rate that a territory has, on two lines', 'AT', twice(receipt('EUR', 'EU_VAT', [19]))],
    ['a rate, beside one that no country has', 'DE', receipt('EUR', 'EU_VAT', [20, 37])],
    ['a rate with the tax of another', 'DE', withTaxOff(receipt('EUR', 'EU_VAT', [20]), 2)],
  ])('is not known by %s', (_, country, document) => {
    const { causes, shop } = diagnose(shopIn(country), document);
    expect(causes.map((cause) => cause.country)).not.toContain(shop.pack?.country);
    expect(shop.pack?.country).toBe(country);
  });

  it('is judged with the business options that do not depend on the country', () => {
    const shop = registry.shop({ country: 'SE' }, { rateWindows: 'enforce', cashRounding: 'none' });
    const { shop: found } = diagnose(shop, receipt('NOK', 'NO_MVA', [25]));
    expect(found.options).toMatchObject({ rateWindows: 'enforce' });
    expect(found.options).not.toHaveProperty('cashRounding');
  });

  it('is found among packs without a law, by their currency and first scheme', () => {
    const other = defined({ id: 'zz-receipt-1', country: 'ZZ', currency: 'XTS', schemes: ['ZZ_VAT'] });
    const shop = createRegistry([...packs, other]).shop({ country: 'SE' });
    expect(diagnose(shop, receipt('XTS', 'ZZ_VAT', [24])).causes.map(briefly)).toEqual([['country', 'certain', 'ZZ']]);
    const krona = diagnose(shop, receipt('SEK', 'ZZ_VAT', [25])).causes;
    expect(krona.map(({ country }) => country)).not.toContain('ZZ');
  });

  it('is not known by a scheme that several countries have', () => {
    const alike = ['ZZ', 'QM'].map((country) =>
      defined({ id: `${country.toLowerCase()}-receipt-1`, country, currency: 'SEK', schemes: ['ZZ_VAT'] }),
    );
    const among = (...others: typeof alike): unknown[] => {
      const shop = createRegistry([...packs, ...others]).shop({ country: 'SE' });
      return briefly(diagnose(shop, receipt('SEK', 'ZZ_VAT', [25])).causes[0]!);
    };
    expect(among(alike[0]!)).toEqual(['country', 'likely', 'ZZ']);
    expect(among(...alike)).toEqual(['scheme', 'likely']);
  });

  it('is not known by a profile that was left out', () => {
    // The unreadable time hides that only Cyprus has that offset; no country has the rate.
    const timestamp = '2026-11-21T12:00:00+0200';
    const document = receipt('EUR', 'EU_VAT', [37], { profileId: 'cy-receipt-1', timestamp });
    const { causes, shop } = diagnose(shopIn('DE'), document);
    expect(causes.map(({ code }) => code)).toEqual(['profile_id', 'timestamp_form', 'rate_of_line']);
    expect(shop.pack?.country).toBe('DE');
  });

  it.each([
    [1, 'open'],
    [2, 'open'],
    [3, 'country'],
  ])('needs three validations if a profile hides the other issues: %i', (maxValidations, code) => {
    const document = receipt('NOK', 'NO_MVA', [25], { profileId: 'no-receipt-1' });
    const { causes, validations } = diagnose(shopIn('SE'), document, { maxValidations });
    expect(causes.map((cause) => cause.code)).toEqual([code]);
    expect(validations).toBe(maxValidations);
  });
});

describe('other countries', () => {
  it('are those with the currency and the scheme', () => {
    const diagnosing = new Diagnosing(shopIn('DE'), receipt('EUR', 'EU_VAT', [19]), undefined, 1, undefined);
    const countries = candidatesOf(diagnosing).map(({ country }) => country);
    expect(countries).toEqual(expect.arrayContaining(['AT', 'FR', 'IT']));
    // Germany itself, a scheme of its own, and other currencies
    for (const country of ['DE', 'FI', 'SE', 'CZ']) expect(countries).not.toContain(country);
  });

  it('are not tried if nothing speaks for one', () => {
    const { causes, validations } = diagnose(shopIn('DE'), { ...receipt('EUR', 'EU_VAT', [19]), settled: 'true' });
    expect(causes.map(briefly)).toEqual([['type_of_value', 'certain']]);
    // The document, and the two repairs of the field
    expect(validations).toBe(3);
  });

  it('are tried again once the currency is repaired, unless countries is false', () => {
    const document = receipt('GBP', 'EU_VAT', [20]);
    expect(diagnose(shopIn('DE'), document).causes.map(briefly)).toEqual([
      ['currency', 'choose', []],
      ['country', 'choose', 'AT', ['AT', 'FR']],
    ]);
    const { causes } = diagnose(shopIn('DE'), document, { countries: false });
    expect(causes.map(({ code }) => code)).toEqual(['currency', 'rate_of_line']);
  });
});

describe('a rate that other countries have', () => {
  const ofEntry = receipt('EUR', 'EU_VAT', [19, 20]);
  const [entry] = ofEntry.tax.summary;
  it.each<[name: string, document: object, countries: string[]]>([
    // 12000 × 7 ÷ 107 = 785.05
    [
      'that the summary has not, but another instead',
      {
        ...ofEntry,
        tax: { ...ofEntry.tax, summary: [entry, { ...entry, rate: 7, taxableAmount: 11215, taxAmount: 785 }] },
        totals: { ...ofEntry.totals, tax: 2685 },
      },
      ['AT', 'BG', 'FR'],
    ],
    ['among rates of the country', receipt('EUR', 'EU_VAT', [19, 20]), ['AT', 'BG', 'FR']],
    ['of no country', receipt('EUR', 'EU_VAT', [19, 37]), []],
    ['with others of the same country', receipt('EUR', 'EU_VAT', [19, 20, 10]), ['AT', 'FR']],
    ['of half of the rates', receipt('EUR', 'EU_VAT', [20, 5.5]), ['AT', 'BG', 'FR']],
    // Spain had a rate of 7.5 % from October to December 2024.
    ['that ended', receipt('EUR', 'EU_VAT', [19, 7.5]), []],
    ['on a day of 2024', receipt('EUR', 'EU_VAT', [19, 7.5], { timestamp: '2024-11-21T12:00:00+01:00' }), ['ES']],
    ['on its last day', receipt('EUR', 'EU_VAT', [19, 7.5], { timestamp: '2024-12-31T12:00:00+01:00' }), ['ES']],
  ])('is also a choice of the countries: %s', (_, document, countries) => {
    const [cause] = diagnose(shopIn('DE'), document).causes;
    expect(cause).toMatchObject({ code: 'rate_of_line', confidence: 'choose' });
    const offered = cause!.options!.flatMap(({ country, changes }) =>
      country === undefined ? [] : [[country, changes]],
    );
    expect(offered).toEqual(countries.map((country) => [country, []]));
  });

  it('is a choice of countries that had it on any day, if the day of a rate does not matter', () => {
    const shop = registry.shop({ country: 'DE' }, { rateWindows: 'off' });
    const [cause] = diagnose(shop, receipt('EUR', 'EU_VAT', [19, 7.5])).causes;
    expect(cause!.options!.flatMap(({ country }) => country ?? [])).toEqual(['ES']);
  });

  it('is no choice of countries if countries is false, or if the tax is not of that rate', () => {
    const document = receipt('EUR', 'EU_VAT', [19, 20]);
    const [, second] = document.items;
    const other = { ...document, items: [document.items[0], { ...second, taxAmount: 1916 }] };
    for (const causes of [
      diagnose(shopIn('DE'), document, { countries: false }).causes,
      diagnose(shopIn('DE'), other).causes,
    ]) {
      const options = causes.flatMap((cause) => cause.options ?? []);
      expect(options.flatMap(({ country }) => country ?? [])).toEqual([]);
    }
  });
});
