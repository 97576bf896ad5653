// Generated from the folders under src/rules/ by `npm run generate`. Do not edit.
import type { Mutation } from '../mutation.js';
import { mutations as cashRounding } from '../../rules/cash-rounding/mutations.js';
import { mutations as correction } from '../../rules/correction/mutations.js';
import { mutations as currency } from '../../rules/currency/mutations.js';
import { mutations as distanceSales } from '../../rules/distance-sales/mutations.js';
import { mutations as documentTier } from '../../rules/document-tier/mutations.js';
import { mutations as extensions } from '../../rules/extensions/mutations.js';
import { mutations as jurisdictions } from '../../rules/jurisdictions/mutations.js';
import { mutations as lineAmount } from '../../rules/line-amount/mutations.js';
import { mutations as rates } from '../../rules/rates/mutations.js';
import { mutations as scheme } from '../../rules/scheme/mutations.js';
import { mutations as taxCategory } from '../../rules/tax-category/mutations.js';
import { mutations as taxSummary } from '../../rules/tax-summary/mutations.js';
import { mutations as totals } from '../../rules/totals/mutations.js';

/** The faults that shared rules tell. */
export const RULES: readonly Mutation[] = [
  ...cashRounding,
  ...correction,
  ...currency,
  ...distanceSales,
  ...documentTier,
  ...extensions,
  ...jurisdictions,
  ...lineAmount,
  ...rates,
  ...scheme,
  ...taxCategory,
  ...taxSummary,
  ...totals,
];
