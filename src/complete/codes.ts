import type { IssueCode } from '../issues/issue-codes.js';

/** The codes that only the functions of this folder raise: no rule of a pack, and no stage of `validate`. */
export const COMPLETION_CODES = [
  'over_refund',
  'not_refundable',
  'line_not_found',
  'rate_differs_from_sale',
  'original_mismatch',
  'discount_exceeds_amount',
  'not_computable',
] as const satisfies readonly IssueCode[];
