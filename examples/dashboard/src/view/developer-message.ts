import type { Issue } from 'receipt-rule-packs';
import type { Cause } from 'receipt-rule-packs/diagnose';
import type { ReasonKind } from 'receipt-reference-server/counters/rejections.js';
import type { KeptRejection } from 'receipt-reference-server/transactions/rejected-by-reason.js';

/** The maximum number of problems, and of causes, to list. */
const MAX_NAMED = 5;

/**
 * Writes a plain-text message to an app's developer: the reason for the rejections, their number, an example, and its
 * causes.
 */
export function developerMessage(about: {
  readonly app: string;
  readonly reason: { readonly kind: ReasonKind; readonly name: string };
  readonly name: string;
  readonly counted: number;
  readonly example: KeptRejection;
  readonly issues: readonly Issue[];
  readonly causes: readonly Cause[];
}): string {
  const { app, reason, name, counted, example, issues, causes } = about;
  const lines = [
    `${app}: ${counted.toLocaleString('en')} requests have been rejected. Reason: ${reason.kind} ${reason.name}${name === reason.name ? '' : ` (${name})`}`,
    '',
    `Example: receipt ${example.receiptNumber ?? 'without a number'} from ${example.businessId}, ${example.at.toISOString()}, ${example.id}`,
    ...issues
      .slice(0, MAX_NAMED)
      .map(({ field, code, message }) => `- ${field === '' ? 'the document' : field}: ${code}: ${message}`),
    ...(causes.length === 0 ? [] : ['', 'What went wrong:']),
    ...causes.slice(0, MAX_NAMED).map(({ title, why }) => `- ${title}${why === '' ? '' : `. ${why}`}`),
  ];
  return lines.join('\n');
}
