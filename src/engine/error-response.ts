import type { ErrorIssue } from '../document/types.generated.js';
import { invalidArgument } from '../usage/assert-argument.js';
import type { ErrorCode, Invalid } from './validate.js';

/** An answer of the service to a document that it refuses. */
export interface HttpErrorResponse {
  /** Status of the HTTP answer. */
  readonly status: 400 | 422;
  /** Body of the answer, to be sent as JSON. */
  readonly body: {
    readonly error: { readonly code: ErrorCode; readonly message: string };
    readonly issues: ErrorIssue[];
  };
}

/**
 * Makes the status and body with which the service answers an invalid document: 400 for `invalid_json`, else 422.
 * Issues have exactly field, code and message. Warnings are not included.
 *
 * @throws UsageError for a valid result, and for a value that is not a result
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
