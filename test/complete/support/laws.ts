import {
  createRegistry,
  receiptPack,
  type CashRounding,
  type ReceiptLaw,
  type Registry,
  type Shop,
  type ShopOptions,
} from 'receipt-rule-packs';

const SOURCE = 'Fictional, for tests';

/** A row of cash rounding: by law in cash, not at all on cards. */
export const roundingRow = (row: Partial<CashRounding>): CashRounding => ({
  step: 5,
  tie: 'up',
  cash: 'must',
  electronic: 'no',
  other: 'part',
  source: SOURCE,
  ...row,
});

/** A law made for a test: any rate from 0 to 100 percent, and prices with tax. */
export const lawOf = (law: Partial<ReceiptLaw> = {}): ReceiptLaw => ({
  id: `${(law.country ?? 'QM').toLowerCase()}-receipt-1`,
  country: 'QM',
  documentTier: 'receipt',
  currencies: [{ code: 'EUR' }],
  tax: { scheme: 'UK_VAT', word: 'VAT', prices: 'include', source: SOURCE },
  rates: { min: 0, max: 100, usual: [0, 100], source: SOURCE },
  distanceSales: 'none',
  cashRounding: [],
  jurisdictions: false,
  extensions: [],
  ...law,
});

/** Prices without tax. */
export const NET: Partial<ReceiptLaw> = { tax: { scheme: 'UK_VAT', word: 'VAT', prices: 'exclude', source: SOURCE } };

export const registryOf = (law: Partial<ReceiptLaw> = {}): Registry => createRegistry([receiptPack(lawOf(law))]);

export const QM = { country: 'QM' };

export const shopOf = (law: Partial<ReceiptLaw> = {}, options?: ShopOptions): Shop => registryOf(law).shop(QM, options);
