/**
 * The topics that only some laws need. To keep bundles small, a built-in pack imports only the topics that its law
 * needs; `npm run generate` writes the imports.
 */
import { cashLimit } from './cash-limit/rule.js';
import { agreedRounding, cashRounding } from './cash-rounding/rule.js';
import { stateRounding } from './cash-rounding/state.js';
import { roundedTenders } from './cash-rounding/tender.js';
import { wholeUnits } from './currency/rule.js';
import { oneStopShop } from './distance-sales/rule.js';
import { extensionForms } from './extensions/form.js';
import { requiredExtensions } from './extensions/rule.js';
import { jurisdictionsAddUp } from './jurisdictions/rule.js';
import { invoiceObligations, paperObligations } from './obligations/rule.js';
import { closedTerritories, partRates, rateRegimes } from './rates/limited-rates.js';
import { rateRange, unknownRates } from './rates/national-rates.js';
import type { RuleTopic } from './shared-rules.js';

export {
  agreedRounding,
  cashLimit,
  cashRounding,
  closedTerritories,
  extensionForms,
  invoiceObligations,
  jurisdictionsAddUp,
  oneStopShop,
  paperObligations,
  partRates,
  rateRange,
  rateRegimes,
  requiredExtensions,
  roundedTenders,
  stateRounding,
  unknownRates,
  wholeUnits,
};

/** All optional topics. */
export const TOPICS_OF_SOME_LAWS: readonly RuleTopic[] = [
  rateRange,
  partRates,
  closedTerritories,
  rateRegimes,
  unknownRates,
  oneStopShop,
  jurisdictionsAddUp,
  cashRounding,
  roundedTenders,
  stateRounding,
  agreedRounding,
  requiredExtensions,
  extensionForms,
  paperObligations,
  invoiceObligations,
  cashLimit,
  wholeUnits,
];
