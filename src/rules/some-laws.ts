/**
 * The topics that only some laws have rules of. A built-in pack imports only those that its law needs, to keep bundles
 * small: `npm run generate` writes the imports.
 */
import { cashRounding } from './cash-rounding/rule.js';
import { roundedTenders } from './cash-rounding/tender.js';
import { oneStopShop } from './distance-sales/rule.js';
import { extensionForms } from './extensions/form.js';
import { requiredExtensions } from './extensions/rule.js';
import { jurisdictionsAddUp } from './jurisdictions/rule.js';
import { rateRegimes, rateTerritories } from './rates/limited-rates.js';
import { rateRange } from './rates/rate-range.js';
import { unknownRates } from './rates/unknown-rates.js';
import type { RuleTopic } from './shared-rules.js';

export { cashRounding, extensionForms, jurisdictionsAddUp, oneStopShop, rateRange, requiredExtensions, roundedTenders };
export { rateRegimes, rateTerritories, unknownRates };

/** All of them, each under the name of its export. */
export const TOPICS_OF_SOME_LAWS: readonly RuleTopic[] = [
  rateRange,
  rateTerritories,
  rateRegimes,
  unknownRates,
  oneStopShop,
  jurisdictionsAddUp,
  cashRounding,
  roundedTenders,
  requiredExtensions,
  extensionForms,
];
