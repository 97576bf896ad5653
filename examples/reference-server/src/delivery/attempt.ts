/**
 * Why an attempt failed; stored in the attempt log and counted in the metrics.
 *
 * | class | what happened |
 * |---|---|
 * | `http_status` | the endpoint returned a status other than 2xx or 3xx |
 * | `redirect` | the endpoint returned 3xx; redirects are not followed |
 * | `timeout` | the deadline passed before a status line arrived |
 * | `dns` | the host name has no address, or the resolver failed |
 * | `forbidden_address` | the host has no allowed address, or the URL is not a valid endpoint URL |
 * | `connect` | the TCP connection failed: refused, unreachable |
 * | `tls` | the TLS handshake failed: bad certificate, wrong name, no common version |
 * | `closed` | the connection closed before the first byte of a response |
 * | `unreadable` | nothing was sent: the stored document is damaged, or a newer release has stored it |
 * | `protocol` | the response is not HTTP/1.1, its headers are cut off or exceed 64 KiB, or a request header is invalid
 * |
 */
export type ErrorClass =
  | 'http_status'
  | 'redirect'
  | 'timeout'
  | 'dns'
  | 'forbidden_address'
  | 'connect'
  | 'tls'
  | 'closed'
  | 'protocol'
  | 'unreadable';

/** The result of one attempt at a delivery. */
export type Attempt = {
  /** Whether the endpoint responded with 2xx within the deadline. */
  delivered: boolean;
  /** The status of the final response; null without a response. */
  status: number | null;
  /** The time from the start to the status line, or to the failure, in whole milliseconds. */
  durationMs: number;
  /** The address that the attempt connected to, tried first, or refused; null if the host name has no address. */
  address: string | null;
  /** Null if delivered. */
  errorClass: ErrorClass | null;
  /** The start of the response body; null without a response. See `answerText`. */
  answer: string | null;
};

/** Thrown if an attempt gets no response. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly errorClass: ErrorClass;
  /** The value for `Attempt.address`, if known. */
  readonly address: string | null;

  constructor(errorClass: ErrorClass, options: { address?: string; cause?: unknown } = {}) {
    super(`the attempt failed: ${errorClass}`, { cause: options.cause });
    this.errorClass = errorClass;
    this.address = options.address ?? null;
  }
}

/** The error class for a final status; null for 2xx. */
export function classOfStatus(status: number): ErrorClass | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}
