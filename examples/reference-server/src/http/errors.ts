/**
 * The codes of error responses, except codes from rule packs, with their HTTP statuses. Source: service interface,
 * Errors; decisions.md, The /v1 service.
 */
const STATUSES = {
  bad_request: 400,
  invalid_json: 400,
  invalid_idempotency_key: 400,
  invalid_parameter: 400,
  invalid_cursor: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  duplicate_transaction: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  expectation_failed: 417,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

/** An error response's code. */
export type HttpErrorCode = keyof typeof STATUSES;

/** One problem in a request, as it appears in the response. */
export interface WireIssue {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** An error response, thrown by handlers and sent by the error handler. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(
    readonly code: HttpErrorCode,
    message: string,
    readonly details: {
      readonly issues?: readonly WireIssue[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = STATUSES[code];
  }

  get body(): { error: { code: string; message: string }; issues?: readonly WireIssue[] } {
    const { issues } = this.details;
    return { error: { code: this.code, message: this.message }, ...(issues && { issues }) };
  }
}

/** An unknown path gets the same response as a path that the client may not see. */
export function notFound(): HttpError {
  return new HttpError('not_found', 'No such path.');
}

/** Missing, malformed, unknown and revoked credentials get the same response. */
export function unauthorized(): HttpError {
  return new HttpError('unauthorized', 'Missing or invalid credential. Send Authorization: Bearer <token>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** The response if a caller exceeds its share of the capacity. */
export function rateLimited(): HttpError {
  return new HttpError('rate_limited', 'Too many concurrent requests from this credential or address.', {
    headers: { 'Retry-After': '1' },
  });
}

/** The response if the service is temporarily unable to handle the request. */
export function unavailable(message: string): HttpError {
  return new HttpError('unavailable', message, { headers: { 'Retry-After': '2' } });
}
