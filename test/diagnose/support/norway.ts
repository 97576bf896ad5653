import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';

/** The countries that receipts in these tests may be from. A further pack might fit some of them, too. */
const COUNTRIES = 'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO PL PT RO SE SI SK US'.split(
  ' ',
);

// The receipts have no fiscal data.
export const registry = createRegistry(
  packs.filter(({ country }) => COUNTRIES.includes(country)),
  { severities: { fiscal_missing: 'off' } },
);
export const norway = registry.shop({ country: 'NO' });

/** A valid receipt with two rates. */
export const VALID = {
  type: 'sale',
  settled: true,
  receiptNumber: '1',
  timestamp: '2026-11-21T14:32:10+01:00',
  currency: 'NOK',
  vendor: { id: 'biz_1' },
  items: [
    { name: 'Bolle', quantity: 2, unitPrice: 4200, amount: 8400, taxRate: 15, taxCategory: 'S', taxAmount: 1096 },
    { name: 'Genser', quantity: 1, unitPrice: 129900, amount: 129900, taxRate: 25, taxCategory: 'S', taxAmount: 25980 },
  ],
  tax: {
    scheme: 'NO_MVA',
    pricesIncludeTax: true,
    summary: [
      { rate: 15, category: 'S', taxableAmount: 7304, taxAmount: 1096 },
      { rate: 25, category: 'S', taxableAmount: 103920, taxAmount: 25980 },
    ],
  },
  totals: { subtotal: 138300, discount: 0, tax: 27076, total: 138300 },
  payment: { method: 'card' },
  source: { platform: 'pos', externalId: '1' },
} as const satisfies Transaction;
