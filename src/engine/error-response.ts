import type { ErrorIssue } from '../document/types.generated.js';
import { invalidArgument } from '../usage/assert.js';
import type { ErrorCode, Invalid } from './validate.js';

/** The service's response to a document that it refuses. */
export interface HttpErrorResponse {
  /** HTTP status. */
  readonly status: 400 | 422;
  /** Response body, to send as JSON. */
  readonly body: {
    readonly error: { readonly code: ErrorCode; readonly message: string };
    readonly issues: ErrorIssue[];
  };
}

/**
 * Creates the service's response to an invalid document: status 400 for `invalid_json`, otherwise 422. Its issues have
 * exactly field, code and message. Omits warnings.
 *
 * @throws UsageError for a valid result or a value that is not a result
 */
export function toErrorResponse(result: Invalid): HttpErrorResponse {
  if (!isRefusal(result)) throw invalidArgument('result', 'an invalid result of validate', result);
  const { code, message } = result.error;
  return {
    status: code === 'invalid_json' ? 400 : 422,
    body: {
      error: { code, message },
      issues: result.issues.map(({ field, code, message }) => ({ field, code, message })),
    },
  };
}

function isRefusal(result: unknown): boolean {
  const { valid, error, issues } = Object(result) as Partial<Record<string, unknown>>;
  return valid === false && typeof error === 'object' && error !== null && Array.isArray(issues);
}
