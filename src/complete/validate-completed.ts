import { CONTRADICTION_CODES } from '../issues/issue-codes.js';
import type { Issue } from '../issues/issue.js';
import type { DocumentOptions, Shop } from '../engine/shop.js';
import { failed, failedWith, type ValidationResult } from '../engine/validate.js';
import { UNTAXED } from '../document/line-groups.js';
import type { CompletionContext } from './completion-context.js';

/** The fields that `complete` can fill in, among those that a document requires. */
const FIGURES = /^(?:totals|tax\.summary$|(?:items|tax\.).*[aA]mount$)/;

/** Validates the completed document, and adds the issues that rules cannot find. */
export function validateCompleted(
  shop: Shop,
  context: CompletionContext,
  original: DocumentOptions['original'],
): ValidationResult {
  // Requests all issues, because the ones dropped below must not count towards `maxIssues`.
  const result = shop.validate(context.root, { original, maxIssues: Number.MAX_SAFE_INTEGER });
  const addRemedy = (issue: Issue): Issue => withRemedy(issue, context);
  const found = result.warnings.map(addRemedy);
  const warnings = context.warnings.length === 0 ? found : [...context.warnings, ...found];
  if (result.valid ? context.issues.length === 0 : result.error.code !== 'validation_failed') {
    return { ...result, warnings };
  }
  const reported: readonly Issue[] = result.issues;
  const known = reported.filter(({ code, field, path }) => {
    if (code !== 'required') return true;
    if (context.hidden?.includes(field)) return false;
    return FIGURES.test(field) ? isAskedFor(context, field) : !waitsForRate(context, path);
  });
  const all = [...context.issues, ...known].map(addRemedy);
  const issues = all.length === 0 ? reported : all;
  return failed(context.root, 'validation_failed', failedWith(issues.length), issues, warnings);
}

/** Whether only the caller can supply the field: the jurisdictions' taxes do not always follow from the draft. */
function isAskedFor({ root }: CompletionContext, field: string): boolean {
  return field.startsWith('tax.jurisdictions') && (root.totals as { tax?: unknown } | undefined)?.tax !== undefined;
}

/** The category follows from the line's rate, so if the rate is missing or invalid, only the rate is reported. */
const waitsForRate = ({ lines }: CompletionContext, [part, i, name]: Issue['path']): boolean =>
  part === 'items' && name === 'taxCategory' && lines[i as number]?.rate === undefined;

/** The remedy for a sale in which returned bottles are worth more than the goods sold. */
const PAID_BACK = "If more was returned than bought, send an exchange with originalTransactionId 'none'.";

function withRemedy(issue: Issue, { lines }: CompletionContext): Issue {
  const [part, i, name] = issue.path;
  if (issue.code === 'required' && part === 'items' && name === 'taxCategory' && lines[i as number]?.rate === 0)
    return { ...issue, message: `${issue.field} is required because taxRate is 0. Send ${UNTAXED}.` };
  if (issue.field === 'totals.total' && issue.code === 'out_of_range')
    return { ...issue, message: `${issue.message} ${PAID_BACK}` };
  // Change is not charged; the messages on it and on cash rounding already say what to send.
  if (!CONTRADICTION_CODES.includes(issue.code) || part === 'tenders' || i === 'rounding') return issue;
  return {
    ...issue,
    message: `${issue.message} If the POS computed it wrong, omit it to have it computed. If the customer was charged this, check the lines.`,
  };
}
