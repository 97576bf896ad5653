import { ID } from 'receipt-reference-server/read-model/id.js';
import type { PageStep } from 'receipt-reference-server/read-model/steps.js';

/**
 * Reads the query parameters `after` and `before`; returns undefined for the first page, or if the cursor is invalid.
 */
export function stepOf(
  query: URLSearchParams,
  isCursor: (text: string) => boolean = (text) => ID.test(text),
): PageStep {
  const [after, before] = [query.get('after') ?? '', query.get('before') ?? ''];
  if (isCursor(after)) return { to: 'next', from: after };
  return isCursor(before) ? { to: 'previous', from: before } : undefined;
}
