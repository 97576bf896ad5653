import type { ReceiptLaw } from '../law/types.js';
import type { Rule } from '../pack/types.js';
import { cashRounding } from './cash-rounding/rules.js';
import { corrections } from './correction/rules.js';
import { documentCurrency } from './currency/rules.js';
import { oneStopShop } from './distance-sales/rules.js';
import { acceptedTier } from './document-tier/rules.js';
import { extensionFields } from './extensions/rules.js';
import { taxJurisdictions } from './jurisdictions/rules.js';
import { last4WithCard } from './last4/rules.js';
import { lineAmounts } from './line-amount/rules.js';
import { pricesIncludeTax } from './prices/rules.js';
import { nationalRates } from './rates/national-rates.js';
import { allowedScheme } from './scheme/rules.js';
import { taxAmounts } from './tax-amount/rules.js';
import { taxCategories } from './tax-category/rules.js';
import { summaryPairs } from './tax-summary/rules.js';
import { documentTotals } from './totals/rules.js';

/** What makes rules of a law: those that can speak under it. */
const FACTORIES: readonly ((law: ReceiptLaw) => Rule[])[] = [
  corrections,
  documentCurrency,
  acceptedTier,
  lineAmounts,
  nationalRates,
  taxCategories,
  allowedScheme,
  oneStopShop,
  pricesIncludeTax,
  summaryPairs,
  taxAmounts,
  taxJurisdictions,
  documentTotals,
  cashRounding,
  last4WithCard,
  extensionFields,
];

/** The rules that every country shares, as its law makes them. Their ids are the same in every pack. */
export function sharedRules(law: ReceiptLaw): Rule[] {
  const rules = FACTORIES.flatMap((make) => make(law));
  const { without } = law;
  return without === undefined ? rules : rules.filter(({ id }) => !Object.hasOwn(without, id));
}
