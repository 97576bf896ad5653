import type { ReceiptLaw } from '../law/types.js';
import type { Rule } from '../rule/types.js';
import { statedRounding } from './cash-rounding/stated.js';
import { corrections } from './correction/rule.js';
import { documentCurrency } from './currency/rule.js';
import { acceptedTier } from './document-tier/rule.js';
import { noJurisdictions } from './jurisdictions/rule.js';
import { last4WithCard } from './last4/rule.js';
import { lawAge } from './law-age/rule.js';
import { lineAmounts } from './line-amount/rule.js';
import { pricesIncludeTax } from './prices/rule.js';
import { nationalRates } from './rates/national-rates.js';
import { allowedScheme } from './scheme/rule.js';
import { taxAmounts } from './tax-amount/rule.js';
import { taxCategories } from './tax-category/rule.js';
import { summaryPairs } from './tax-summary/rule.js';
import { documentTotals } from './totals/rule.js';

/** Creates the rules of a topic that can apply under a law. */
export type RuleTopic = (law: ReceiptLaw) => Rule[];

/** The topics that nearly all laws need. The other topics are in some-laws.ts. */
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
  lawAge,
];

/**
 * Creates the shared rules with a law's values. Rule ids are the same in every pack.
 *
 * @param more the optional topics that this law needs; other topics would add no rules
 */
export function sharedRules(law: ReceiptLaw, more: readonly RuleTopic[]): Rule[] {
  const rules = [...TOPICS, ...more].flatMap((topic) => topic(law));
  const { disabledRules } = law;
  return disabledRules === undefined ? rules : rules.filter(({ id }) => !Object.hasOwn(disabledRules, id));
}
