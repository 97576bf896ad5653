import type { CashRounding, ReceiptLaw } from 'receipt-rule-packs';

/**
 * Laws for tests, each shaped like that of a country, under codes that ISO 3166-1 leaves to its users: a pack of the real
 * country never meets them. Their rates and days are made up.
 */
const SOURCE = 'Fictional, for tests';

const round = (row: Partial<CashRounding>): CashRounding => ({
  increment: 5,
  halfway: 'away_from_zero',
  cash: 'required',
  electronic: 'not_allowed',
  other: 'cash_part',
  citation: SOURCE,
  ...row,
});

const rate = (rate: number, row: object = {}) => ({ rate, enforce: true, citation: SOURCE, ...row });

const PLAIN = {
  name: { en: 'Testland', local: 'Testland' },
  timeZone: 'Etc/UTC',
  documentTier: 'receipt',
  taxJurisdictions: false,
  extensions: [],
  cashRounding: [],
} as const;

/** As Sweden: any tender may be rounded, goods with windows, fields of a control unit that are required. */
const likeSweden: ReceiptLaw = {
  ...PLAIN,
  id: 'qp-receipt-1',
  country: 'QP',
  currencies: [{ code: 'QPK' }],
  tax: { scheme: 'SE_MOMS', name: 'moms', pricesIncludeTax: true, citation: SOURCE },
  rates: [
    rate(25),
    rate(10),
    rate(10, { productTaxClass: 'bread', until: '2025-06-30' }),
    rate(25, { productTaxClass: 'bread', from: '2025-07-01' }),
    rate(10, { productTaxClass: 'ballet', from: '2024-01-01', enforce: false }),
  ],
  distanceSales: 'oss',
  cashRounding: [round({ increment: 100, electronic: 'allowed', other: 'allowed' })],
  extensions: [
    {
      namespace: 'qp',
      description: 'unit and serial of the control unit',
      required: true,
      citation: SOURCE,
      fields: [
        {
          name: 'unit',
          type: 'string',
          description: 'the unit',
          required: true,
          pattern: '^U\\d{3}$',
          warningCode: 'control_code_format',
          example: 'U001',
          citation: SOURCE,
        },
        {
          name: 'serial',
          type: 'counter',
          description: 'the serial number',
          required: true,
          example: 7,
          citation: SOURCE,
        },
        { name: 'shift', type: 'integer', description: 'the number of the shift', example: 2, citation: SOURCE },
      ],
    },
  ],
};

/** As Norway: dated rounding of cash alone, and of a part of what other tenders pay. */
const likeNorway: ReceiptLaw = {
  ...PLAIN,
  id: 'qq-receipt-1',
  country: 'QQ',
  currencies: [{ code: 'QQK' }],
  tax: { scheme: 'NO_MVA', name: 'mva', pricesIncludeTax: true, citation: SOURCE },
  rates: [
    rate(25),
    rate(15),
    rate(12, { until: '2020-03-31' }),
    rate(12, { from: '2021-10-01' }),
    rate(11.11, { enforce: false }),
    rate(8, { until: '2015-12-31', enforce: false }),
  ],
  distanceSales: 'oss',
  cashRounding: [round({ increment: 100, from: '2012-05-01' })],
};

/** As Slovakia: a member state with two currencies, five cents, and small totals that become five. */
const likeSlovakia: ReceiptLaw = {
  ...PLAIN,
  id: 'qr-receipt-1',
  country: 'QR',
  currencies: [
    { code: 'QRK', until: '2008-12-31' },
    { code: 'EUR', from: '2009-01-01' },
  ],
  tax: { scheme: 'EU_VAT', name: 'DPH', pricesIncludeTax: true, citation: SOURCE },
  rates: [
    rate(23, { from: '2025-01-01' }),
    rate(20, { from: '2011-01-01', until: '2024-12-31' }),
    rate(19, { from: '2025-01-01' }),
    rate(19, { until: '2010-12-31', enforce: false }),
  ],
  distanceSales: 'union',
  cashRounding: [round({ from: '2022-07-01', smallTotals: { upTo: 2, mayBecome: 5 } })],
};

/** As Germany: no rounding, rows that overlap for a night, and a fiscal device whose fields may be sent. */
const likeGermany: ReceiptLaw = {
  ...PLAIN,
  id: 'qs-receipt-1',
  country: 'QS',
  currencies: [{ code: 'EUR' }],
  tax: { scheme: 'EU_VAT', name: 'MwSt.', pricesIncludeTax: true, citation: SOURCE },
  rates: [
    rate(19),
    rate(7),
    rate(19, { productTaxClass: 'meal', until: '2026-01-01' }),
    rate(7, { productTaxClass: 'meal', from: '2026-01-01' }),
  ],
  distanceSales: 'union',
  extensions: [
    {
      namespace: 'qs',
      description: 'what the fiscal device returned',
      citation: SOURCE,
      fields: [
        { name: 'number', type: 'integer', description: 'the number of the signature', example: 12, citation: SOURCE },
        { name: 'clock', type: 'counter', description: 'the counter of the device', example: 7, citation: SOURCE },
        {
          name: 'serial',
          type: 'string',
          description: 'the serial number of the device',
          pattern: '^[0-9a-f]{8}$',
          example: '00c0ffee',
          citation: SOURCE,
        },
      ],
    },
  ],
};

/** As the United Kingdom: rounding is possible, and unusual. */
const likeUnitedKingdom: ReceiptLaw = {
  ...PLAIN,
  id: 'qt-receipt-1',
  country: 'QT',
  currencies: [{ code: 'QTP' }],
  tax: { scheme: 'UK_VAT', name: 'VAT', pricesIncludeTax: true, citation: SOURCE },
  rates: [
    rate(20, { from: '2011-01-04' }),
    rate(5),
    rate(12.5, { from: '2021-10-01', until: '2022-03-31' }),
    rate(5, { productTaxClass: 'hotel', until: '2021-09-30' }),
  ],
  distanceSales: 'none',
  cashRounding: [round({ increment: 1, cash: 'unusual', electronic: 'unusual', other: 'unusual', maxRounding: 50 })],
};

/** As the United States: a range of rates, prices without tax, jurisdictions. */
const likeUnitedStates: ReceiptLaw = {
  ...PLAIN,
  id: 'qu-receipt-1',
  country: 'QU',
  currencies: [{ code: 'QUD' }],
  tax: {
    scheme: 'US_SALES_TAX',
    name: 'sales tax',
    pricesIncludeTax: false,
    lineTolerance: 'perJurisdiction',
    citation: SOURCE,
  },
  rates: { min: 0, max: 100, usual: [0.125, 15], citation: SOURCE },
  distanceSales: 'none',
  cashRounding: [round({ halfway: 'either', cash: 'allowed', electronic: 'unusual', maxRounding: 4 })],
  taxJurisdictions: true,
};

/** As Belgium: a row after another, that binds consumers alone, and small totals that may stay as they are. */
const likeBelgium: ReceiptLaw = {
  ...PLAIN,
  id: 'qv-receipt-1',
  country: 'QV',
  currencies: [{ code: 'EUR' }],
  tax: { scheme: 'EU_VAT', name: 'btw', pricesIncludeTax: true, citation: SOURCE },
  rates: [rate(21), rate(6)],
  distanceSales: 'union',
  cashRounding: [
    round({ from: '2014-10-01', until: '2019-11-30', cash: 'allowed', electronic: 'allowed' }),
    round({ from: '2019-12-01', electronic: 'allowed', smallTotals: { upTo: 5 }, consumersOnly: true }),
  ],
};

/** As Hungary: tax in whole forints, so that it may be farther off, and a step of five forints. */
const likeHungary: ReceiptLaw = {
  ...PLAIN,
  id: 'qw-receipt-1',
  country: 'QW',
  currencies: [{ code: 'QWF' }],
  tax: { scheme: 'EU_VAT', name: 'áfa', pricesIncludeTax: true, lineTolerance: 50, citation: SOURCE },
  rates: [rate(27), rate(5)],
  distanceSales: 'union',
  cashRounding: [round({ from: '2008-03-01', increment: 500, electronic: 'allowed', other: 'not_allowed' })],
};

export const testLaws: readonly ReceiptLaw[] = [
  likeSweden,
  likeNorway,
  likeSlovakia,
  likeGermany,
  likeUnitedKingdom,
  likeUnitedStates,
  likeBelgium,
  likeHungary,
];
