import type { CashRounding, ReceiptLaw } from 'receipt-rule-packs';

/**
 * Laws for tests, each modelled on a country. The laws use user-assigned ISO 3166-1 codes, so that they never conflict
 * with the packs of real countries. The rates and dates are made up.
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

/** Like Sweden: any tender may be rounded, product tax classes with dates, required control unit fields. */
const likeSweden: ReceiptLaw = {
  ...PLAIN,
  id: 'qp-receipt-1',
  reviewed: '2026-11-22',
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
      description: 'unit id and serial number from the control unit',
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

/** Like Norway: dated rounding, only for cash and for the amount paid in cash of split payments. */
const likeNorway: ReceiptLaw = {
  ...PLAIN,
  id: 'qq-receipt-1',
  reviewed: '2026-11-22',
  nextKnownChange: '2027-03-01',
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

/**
 * Like Slovakia: a member state with two currencies, five-cent rounding, and small totals that are rounded to five
 * cents.
 */
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
  cashRounding: [round({ from: '2022-07-01', smallTotals: { upTo: 2, mayBecome: 5 }, business: 'unusual' })],
};

/** Like Germany: no rounding, rows that overlap for a night, and optional fiscal device fields. */
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
        { name: 'number', type: 'integer', description: "the signature's number", example: 12, citation: SOURCE },
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
  obligations: [
    {
      id: 'qs-device',
      description: "the device's serial number, or its number and clock",
      code: 'fiscal_missing',
      anyOf: [['extensions.qs.number', 'extensions.qs.clock'], ['extensions.qs.serial']],
      from: '2020-01-01',
      until: '2027-12-31',
      tenders: ['cash', 'card', 'mobile', 'other'],
      channels: ['pos', null],
      duty: 'device',
      level: 'warning',
      citation: SOURCE,
    },
    {
      id: 'qs-clock',
      description: 'the clock of the device',
      code: 'fiscal_missing',
      anyOf: [['extensions.qs.clock']],
      duty: 'clock',
      assumed: false,
      unless: { field: 'receiptNumber', pattern: '^W' },
      level: 'warning',
      citation: SOURCE,
    },
    {
      id: 'qs-invoice',
      description: "a receipt with the buyer's number is not an invoice",
      code: 'invoice_needed',
      anyOf: [],
      from: '2027-01-01',
      when: { present: 'customer.vatNumber' },
      level: 'warning',
      citation: SOURCE,
    },
    {
      id: 'qs-seller',
      description: 'the name of the seller',
      code: 'fiscal_missing',
      anyOf: [['vendor.name']],
      level: 'listed',
      citation: SOURCE,
    },
    {
      id: 'qs-unknown',
      description: 'a number without a source',
      code: 'fiscal_missing',
      anyOf: [['extensions.qs.serial']],
      level: 'listed',
      evidence: 'not found',
    },
  ],
};

/** Like the United Kingdom: rounding is allowed, but unusual. */
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

/** Like the United States: a range of rates, prices without tax, jurisdictions. */
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

/** Like Belgium: two consecutive rows, for consumers only, and small totals that may stay unrounded. */
const likeBelgium: ReceiptLaw = {
  ...PLAIN,
  id: 'qv-receipt-1',
  country: 'QV',
  currencies: [{ code: 'EUR' }],
  tax: { scheme: 'EU_VAT', name: 'btw', pricesIncludeTax: true, citation: SOURCE },
  rates: [rate(21), rate(6)],
  distanceSales: 'union',
  cashLimits: [
    {
      limit: 300_000,
      currency: 'EUR',
      until: '2026-12-31',
      forbids: 'at_or_above',
      level: 'warning',
      citation: SOURCE,
    },
    { limit: 100_000, currency: 'EUR', from: '2027-01-01', forbids: 'above', level: 'warning', citation: SOURCE },
    { limit: 50_000, currency: 'EUR', forbids: 'above', level: 'listed', citation: SOURCE },
  ],
  cashRounding: [
    round({ from: '2014-10-01', until: '2019-11-30', cash: 'allowed', electronic: 'allowed' }),
    round({
      from: '2019-12-01',
      electronic: 'allowed',
      smallTotals: { upTo: 5 },
      business: 'allowed',
      channels: ['pos', null],
    }),
  ],
};

/** Like Hungary: tax in whole forints, with a larger tolerance, and an increment of five forints. */
const likeHungary: ReceiptLaw = {
  ...PLAIN,
  id: 'qw-receipt-1',
  country: 'QW',
  currencies: [{ code: 'QWF' }],
  tax: { scheme: 'EU_VAT', name: 'áfa', pricesIncludeTax: true, lineTolerance: 50, citation: SOURCE },
  rates: [rate(27), rate(5)],
  distanceSales: 'union',
  cashRounding: [
    round({ unlessAgreed: true, from: '2008-03-01', increment: 500, electronic: 'allowed', other: 'not_allowed' }),
  ],
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
