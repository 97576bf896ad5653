import type { ReceiptLaw } from '../law/types.js';
import type { Rule } from '../pack/types.js';
import { statedRounding } from './cash-rounding/stated.js';
import { corrections } from './correction/rules.js';
import { documentCurrency } from './currency/rules.js';
import { acceptedTier } from './document-tier/rules.js';
import { noJurisdictions } from './jurisdictions/rules.js';
import { last4WithCard } from './last4/rules.js';
import { lineAmounts } from './line-amount/rules.js';
import { pricesIncludeTax } from './prices/rules.js';
import { nationalRates } from './rates/national-rates.js';
import { allowedScheme } from './scheme/rules.js';
import { taxAmounts } from './tax-amount/rules.js';
import { taxCategories } from './tax-category/rules.js';
import { summaryPairs } from './tax-summary/rules.js';
import { documentTotals } from './totals/rules.js';

/** Makes those rules of a topic that can apply under a law. */
export type RuleTopic = (law: ReceiptLaw) => Rule[];

/** The topics that nearly all laws have rules of. The others are in some-laws.ts. */
const TOPICS: readonly RuleTopic[] = [
  corrections,
  documentCurrency,
  acceptedTier,
  lineAmounts,
  nationalRates,
  taxCategories,
  allowedScheme,
  pricesIncludeTax,
  summaryPairs,
  taxAmounts,
  noJurisdictions,
  documentTotals,
  statedRounding,
  last4WithCard,
];

/**
 * The rules that countries share, with the values of a law. Their ids are the same in every pack.
 *
 * @param more the topics of some laws that this one needs; any other gives it no rules
 */
export function sharedRules(law: ReceiptLaw, more: readonly RuleTopic[]): Rule[] {
  const rules = [...TOPICS, ...more].flatMap((topic) => topic(law));
  const { disabledRules } = law;
  return disabledRules === undefined ? rules : rules.filter(({ id }) => !Object.hasOwn(disabledRules, id));
}
