import type { Issue } from '../src/issues/issue.js';
import type { FailOn } from './exit-code.js';

/**
 * Warnings that need no diagnosis, because they are not about figures or because only the sender knows the correct
 * value.
 */
const PLAIN = new Set<string>([
  'cash_limit',
  'control_code_format',
  'fiscal_checksum',
  'fiscal_figures_deviate',
  'fiscal_format',
  'fiscal_missing',
  'invoice_needed',
  'last4_without_card',
  'not_oss_territory',
  'pack_stale',
  'product_tax_class_unknown',
  'rounding_tie_down',
  'total_is_zero',
]);

/** Whether to look for causes: true if the document fails, or if a warning says that its figures do not agree. */
export const isFaulty = (valid: boolean, warnings: readonly Pick<Issue, 'code'>[], failOn: FailOn): boolean =>
  !valid || warnings.some(({ code }) => failOn === 'warning' || !PLAIN.has(code));
