// Generated from this folder by `npm run generate`. Do not edit.
import type { Mutation } from '../mutation.js';
import { mutations as cashRounding } from './cash-rounding.js';
import { mutations as correction } from './correction.js';
import { mutations as currency } from './currency.js';
import { mutations as distanceSales } from './distance-sales.js';
import { mutations as documentTier } from './document-tier.js';
import { mutations as extensions } from './extensions.js';
import { mutations as jurisdictions } from './jurisdictions.js';
import { mutations as lineAmount } from './line-amount.js';
import { mutations as rates } from './rates.js';
import { mutations as scheme } from './scheme.js';
import { mutations as taxCategory } from './tax-category.js';
import { mutations as taxSummary } from './tax-summary.js';
import { mutations as totals } from './totals.js';

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
