import {
  createRegistry,
  defineReceiptPack,
  type CashRounding,
  type ReceiptLaw,
  type Registry,
  type Shop,
  type ShopOptions,
} from 'receipt-rule-packs';

const SOURCE = 'Fictional, for tests';

/** A cash rounding row, which by default requires rounding for cash and forbids it for cards. */
export const roundingRow = (row: Partial<CashRounding>): CashRounding => ({
  increment: 5,
  halfway: 'away_from_zero',
  cash: 'required',
  electronic: 'not_allowed',
  other: 'cash_part',
  citation: SOURCE,
  ...row,
});

/** A law for tests, which by default allows any rate from 0 to 100 percent, and has prices that include tax. */
export const lawOf = (law: Partial<ReceiptLaw> = {}): ReceiptLaw => ({
  id: `${(law.country ?? 'QM').toLowerCase()}-receipt-1`,
  country: 'QM',
  name: { en: 'Testland', local: 'Testland' },
  timeZone: 'Etc/UTC',
  documentTier: 'receipt',
  currencies: [{ code: 'EUR' }],
  tax: { scheme: 'UK_VAT', name: 'VAT', pricesIncludeTax: true, citation: SOURCE },
  rates: { min: 0, max: 100, usual: [0, 100], citation: SOURCE },
  distanceSales: 'none',
  cashRounding: [],
  taxJurisdictions: false,
  extensions: [],
  ...law,
});

/** Prices exclude tax. */
export const NET: Partial<ReceiptLaw> = {
  tax: { scheme: 'UK_VAT', name: 'VAT', pricesIncludeTax: false, citation: SOURCE },
};

export const registryOf = (law: Partial<ReceiptLaw> = {}): Registry => createRegistry([defineReceiptPack(lawOf(law))]);

export const QM = { country: 'QM' };

export const shopOf = (law: Partial<ReceiptLaw> = {}, options?: ShopOptions): Shop => registryOf(law).shop(QM, options);
