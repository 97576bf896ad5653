import type { IssueCode } from '../issues/issue-codes.js';

/** Codes that are raised only in this folder, not by rules or by `validate`. */
export const COMPLETION_CODES = [
  'over_refund',
  'not_refundable',
  'line_not_found',
  'rate_differs_from_sale',
  'original_mismatch',
  'discount_exceeds_amount',
  'not_computable',
  'differs_from_source',
  'tenders_differ',
  'tenders_not_payable',
] as const satisfies readonly IssueCode[];
