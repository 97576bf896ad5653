import { drawReceiptText } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { receipt } from './receipt';
import { fieldsOf } from './drawn';

const item = (changes: Readonly<Record<string, unknown>>) => ({
  items: [
    { name: 'Ost', quantity: 1, unitPrice: 100, amount: 100, taxRate: 25, taxCategory: 'S', taxAmount: 20, ...changes },
  ],
});
const money = (amount: unknown, currency: unknown, locale: string) =>
  fieldsOf(receipt({ ...item({ amount }), currency }), { locale }).get('items[0].amount');

describe('amounts', () => {
  it.each([
    [259800, 'SEK', 'sv-SE', '2 598,00'],
    [259800, 'USD', 'en-US', '2,598.00'],
    [259800, 'EUR', 'de-DE', '2.598,00'],
    [259800, 'EUR', 'es-ES', '2598,00'],
    [259800, 'JPY', 'en', '259,800'],
    [259800, 'KWD', 'en', '259.800'],
    [5, 'SEK', 'sv-SE', '0,05'],
    [-5, 'SEK', 'sv-SE', '−0,05'],
    [-0, 'SEK', 'sv-SE', '0,00'],
    [2 ** 53, 'SEK', 'sv-SE', '90 071 992 547 409,92'],
    [-(2 ** 53), 'USD', 'en-US', '-90,071,992,547,409.92'],
    [1e21, 'USD', 'en-US', '10,000,000,000,000,000,000.00'],
    [1234567, 'INR', 'en-IN', '12,345.67'],
    [123456789, 'INR', 'en-IN', '12,34,567.89'],
    [1205, 'EGP', 'ar-EG', '١٢٫٠٥'],
    // The locales write marks around the minus that set the writing direction.
    [-1205, 'EGP', 'ar-EG', '-١٢٫٠٥'],
    [-1205, 'ILS', 'he-IL', '-12.05'],
    [100, '<b>', 'en', '1.00'],
    [100, 'JPY KMF', 'en', '1.00'],
    [100, ' JPY', 'en', '1.00'],
  ])('format %d in %s for %s', (minor, currency, locale, text) => {
    expect(money(minor, currency, locale)).toBe(text);
  });

  it.each([
    [12.5, '12.5'],
    ['100', '"100"'],
    [NaN, 'NaN'],
    [null, 'null'],
    [{}, 'an object'],
    [undefined, '—'],
  ])('are drawn unchanged if not numbers: %j', (amount, text) => {
    expect(money(amount, 'SEK', 'sv')).toBe(text);
  });
});

describe('lines', () => {
  it.each([
    [0.416, '0,416'],
    [-2, '−2'],
    [1e-7, '0,0000001'],
    [0.1 + 0.2, '0,30000000000000004'],
    [1e300, '1e+300'],
    [12345, '12345'],
  ])('show the quantity %d as stated', (quantity, text) => {
    expect(fieldsOf(receipt(item({ quantity }))).get('items[0].quantity')).toBe(text);
  });

  it('show unit, price and rate', () => {
    const text = drawReceiptText(receipt(item({ quantity: 0.5, unit: 'kg', unitPrice: 9900 }))).replaceAll(
      '\u00a0',
      ' ',
    );
    expect(text).toMatch(/│ {3}0,500 kg × 99,00 +│/);
    expect(fieldsOf(receipt(item({})), { country: 'NO' }).get('items[0].taxRate')).toBe('25 %');
  });

  it.each([
    [1, undefined],
    [1, 'pcs'],
    [-1, 'pcs'],
  ])('of %d %s show no quantity', (quantity, unit) => {
    expect(fieldsOf(receipt(item({ quantity, unit }))).has('items[0].quantity')).toBe(false);
  });

  it.each([
    [2, 'pcs', '2 × 1,00'],
    [1, 'kg', '1,000 kg × 1,00'],
    [0.4165, 'l', '0,4165 l × 1,00'],
    [1, 'st', '1 st × 1,00'],
  ])('of %d %s show their quantity', (quantity, unit, text) => {
    expect(drawReceiptText(receipt(item({ quantity, unit }))).replaceAll('\u00a0', ' ')).toContain(`│   ${text} `);
  });

  it('show the discount and its description', () => {
    const discounted = item({ discount: { amount: 1250, description: 'Midsommar' } });
    expect(drawReceiptText(receipt(discounted))).toMatch(/│ Ost {27}13,50 {4}│\n│ {3}Midsommar {18}−12,50 {4}│/);
    expect(drawReceiptText(receipt({ ...discounted, type: 'refund' }))).toMatch(/│ {3}Midsommar {19}12,50/);
    const bare = receipt(item({ discount: { amount: 1250 } }));
    expect(drawReceiptText(bare)).toMatch(/│ {3}Rabatt {21}−12,50/);
  });

  it('are drawn up to the 2,000th, followed by the number of further lines', () => {
    const { items } = item({});
    const fields = fieldsOf(receipt({ items: Array.from({ length: 2_010 }, () => items[0]) }));
    expect(fields.has('items[1999].amount')).toBe(true);
    expect(fields.has('items[2000].amount')).toBe(false);
    expect(fields.get('items')).toBe('… + 10');
  });
});

describe('totals', () => {
  const totals = { subtotal: 100, discount: 0, tax: 20, rounding: 0, total: 100 };

  it('omit a discount and rounding of 0', () => {
    expect(fieldsOf(receipt({ totals })).has('totals.rounding')).toBe(false);
    expect(fieldsOf(receipt({ totals })).has('totals.discount')).toBe(false);
    const fields = fieldsOf(receipt({ totals: { ...totals, discount: 5, rounding: -50 } }));
    expect([fields.get('totals.discount'), fields.get('totals.rounding')]).toEqual(['0,05 kr', '−0,50']);
    expect(fieldsOf(receipt({ totals: { ...totals, rounding: 50 } })).get('totals.rounding')).toBe('+0,50');
  });

  it('show the subtotal only if it differs from the total or has an issue', () => {
    expect(fieldsOf(receipt({ totals })).has('totals.subtotal')).toBe(false);
    expect(fieldsOf(receipt({ totals: { ...totals, total: 99 } })).get('totals.subtotal')).toBe('1,00');
    const rounded = { ...totals, rounding: 1, total: 101 };
    expect(fieldsOf(receipt({ totals: rounded })).get('totals.subtotal')).toBe('1,00');
    const issues = [{ field: 'totals.subtotal', code: 'a', message: 'b' }];
    expect(fieldsOf(receipt({ totals }), { issues }).get('totals.subtotal')).toBe('1,00');
  });

  it('show the tax above the total only if prices exclude tax', () => {
    const order = (pricesIncludeTax: boolean) => {
      const fields = [
        ...fieldsOf(receipt({ totals, tax: { scheme: 'SE_MOMS', pricesIncludeTax, summary: [] } })).keys(),
      ];
      return fields.filter((field) => field === 'totals.tax' || field === 'totals.total');
    };
    expect(order(false)).toEqual(['totals.tax', 'totals.total']);
    expect(order(true)).toEqual(['totals.total']);
  });

  it('show each rate, and the tax at all rates', () => {
    const entry = { rate: 25, category: 'S', taxableAmount: 80, taxAmount: 20 };
    const fields = fieldsOf(
      receipt({
        totals,
        tax: { scheme: 'SE_MOMS', summary: [entry, { ...entry, rate: 0, category: 'E', label: 'Undantag' }] },
      }),
    );
    expect(fields.get('tax.summary[1].rate')).toBe('0 %');
    expect(fields.get('tax.summary[1].category')).toBe('undantag från skatteplikt');
    expect(fields.get('tax.summary[1].label')).toBe('Undantag');
    expect(fields.has('tax.summary[0].category')).toBe(false);
    expect(fields.get('totals.tax')).toBe('0,20');
  });

  it("show each jurisdiction's tax", () => {
    const jurisdictions = [{ level: 'state', name: 'CA', rate: 6.25, taxAmount: 125 }];
    const tax = { pricesIncludeTax: false, summary: [], jurisdictions };
    const fields = fieldsOf(receipt({ tax, totals: { ...totals, tax: 125 } }), { country: 'US' });
    expect(fields.get('tax.jurisdictions[0].level')).toBe('State');
    expect(fields.get('tax.jurisdictions[0].name')).toBe('CA');
    expect(fields.get('tax.jurisdictions[0].rate')).toBe('6.25%');
    expect(fields.get('tax.jurisdictions[0].taxAmount')).toBe('1.25');
  });
});

describe('taxes', () => {
  const entry = { rate: 25, category: 'S', taxableAmount: 80, taxAmount: 20 };
  const drawn = (count: number) => {
    const summary = Array.from({ length: count }, () => entry);
    return fieldsOf(receipt({ tax: { scheme: 'SE_MOMS', pricesIncludeTax: true, summary } }));
  };

  it('are drawn up to the 100th, followed by the number of further entries', () => {
    expect(drawn(100).has('tax.summary')).toBe(false);
    expect(drawn(100).get('tax.summary[99].taxAmount')).toBe('0,20');
    expect(drawn(101).has('tax.summary[100].taxAmount')).toBe(false);
    expect(drawn(101).get('tax.summary')).toBe('… + 1');
  });

  it('of jurisdictions are drawn up to the 100th, followed by the number of further ones', () => {
    const tax = (count: number) => ({
      pricesIncludeTax: false,
      summary: [],
      jurisdictions: Array.from({ length: count }, () => ({ level: 'city', name: 'A', rate: 1, taxAmount: 5 })),
    });
    const fields = fieldsOf(receipt({ tax: tax(102) }), { country: 'US' });
    expect(fields.get('tax.jurisdictions[99].taxAmount')).toBe('0.05');
    expect(fields.has('tax.jurisdictions[100].taxAmount')).toBe(false);
    expect(fields.get('tax.jurisdictions')).toBe('… + 2');
    expect(fieldsOf(receipt({ tax: tax(100) }), { country: 'US' }).has('tax.jurisdictions')).toBe(false);
  });

  it.each([
    ['ar-EG', '١٢٪'],
    ['he-IL', '12%'],
    ['de-DE', '12 %'],
  ])('show rates as %s writes them, without direction marks', (locale, text) => {
    expect(fieldsOf(receipt({ locale }), { locale }).get('tax.summary[0].rate')).toBe(text);
  });
});

describe('the business', () => {
  const vendor = {
    id: 'biz_2',
    name: 'Kaffe AB',
    orgNumber: '556036-0793',
    vatNumber: 'SE556036079301',
    address: { line1: 'Götgatan 1', postalCode: '118 46', city: 'Stockholm' },
  };

  it("comes from the options if a posted document states only the vendor's id", () => {
    const text = drawReceiptText(receipt(), { vendor });
    for (const part of ['Kaffe AB', '556036-0793', 'SE556036079301', 'Götgatan 1', '118 46 Stockholm'])
      expect(text).toContain(part);
    expect(text).not.toContain('biz_');
    expect(drawReceiptText(receipt())).toContain('biz_01HZX');
  });

  it('comes from the document if the document states more than the id', () => {
    const fields = fieldsOf(receipt({ vendor: { ...vendor, name: 'Te AB', locationName: 'Norr' } }), { vendor });
    expect([fields.get('vendor.name'), fields.get('vendor.locationName')]).toEqual(['Te AB', 'Norr']);
    expect(fields.get('vendor.address.city')).toBe('Stockholm');
  });

  it('is shown once, by the location name, if without a name', () => {
    const text = drawReceiptText(receipt({ vendor: { id: 'biz_1', locationName: 'Norr' } }));
    expect(text.split('Norr')).toHaveLength(2);
  });
});

describe('a receipt', () => {
  it.each([
    ['2026-11-20T12:34:56+01:00', '2026-11-20 12:34'],
    ['2026-11-20T12:34+01:00', '2026-11-20 12:34'],
    ['2026-11-20T12:34:56.789-08:00', '2026-11-20 12:34'],
    ['2026-11-20T12:34:56Z', '2026-11-20 12:34 UTC'],
    ['yesterday', 'yesterday'],
    ['x2026-11-20T12:34:56Z', 'x2026-11-20T12:34:56Z'],
    ['2026-11-20T12:34:56Zx', '2026-11-20T12:34:56Zx'],
    [5, '5'],
  ])('shows %s in the stated local time', (timestamp, text) => {
    expect(fieldsOf(receipt({ timestamp })).get('timestamp')).toBe(text);
  });

  it('shows the corrected sale, the buyer, reverse charge and the control unit data', () => {
    const fields = fieldsOf(
      receipt({
        linkedTransaction: { originalTransactionId: 'txn_1', reason: 'returned', note: 'torn' },
        customer: { name: 'Bygg AB', vatNumber: 'SE1' },
        tax: { reverseCharge: true },
      }),
    );
    expect(fields.get('linkedTransaction.originalTransactionId')).toBe('txn_1');
    expect(fields.get('linkedTransaction.note')).toBe('torn');
    expect(fields.get('customer.name')).toBe('Bygg AB');
    expect(fields.get('tax.reverseCharge')).toBe('omvänd betalningsskyldighet');
    expect(fields.get('extensions.se.controlUnitId')).toBe('ISCCUSE0000000001');
    expect(fields.get('extensions.se.sequenceNumber')).toBe('1001');
    expect(fields.has('metadata')).toBe(false);
  });
});

describe('the language', () => {
  const total = (document: unknown, options = {}) =>
    /│ (\S+(?: \S+)?) +227[.,]90 (?:SEK|kr)/.exec(drawReceiptText(document, options))?.[1];

  it.each([
    ['options', {}, { country: 'DE' }, 'Summe'],
    ['the pack', {}, { pack: { country: 'DE' }, country: 'SE' }, 'Summe'],
    ['the stored vendor', { profileId: undefined, vendor: { id: 'b', country: 'FI' } }, {}, 'Yhteensä'],
    ['the profile', { profileId: 'no-receipt-1' }, {}, 'Totalt'],
    ['the locale', { profileId: undefined, locale: 'pl-PL' }, {}, 'Suma'],
    ['nothing', { profileId: undefined }, {}, 'Total'],
    ['nothing, if the country is unknown', {}, { country: 'ZZ' }, 'Total'],
  ])('is determined by %s', (_, changes, options, word) => {
    expect(total(receipt(changes), options)).toBe(word);
  });

  it("is never inferred from `tax.scheme`, because a law may use another country's scheme", () => {
    expect(total(receipt({ profileId: undefined, tax: { scheme: 'NO_MVA' } }))).toBe('Total');
    expect(total(receipt({ profileId: 'ch-receipt-1', tax: { scheme: 'NO_MVA' } }))).toBe('Total');
  });

  it.each([
    ['sv-FI', 'FI', 'Totalt'],
    ['fr-BE', 'BE', 'Total'],
    ['en-SE', 'SE', 'TOTAL'],
    ['de-SE', 'SE', 'Att betala'],
    ['not a locale', 'SE', 'Att betala'],
  ])('follows the locale %s only if receipts in %s are issued in that language', (locale, country, word) => {
    expect(total(receipt({ locale }), { country })).toBe(word);
  });
});
