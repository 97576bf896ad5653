/**
 * Why an attempt failed. Stored in the attempt log and counted in the metrics.
 *
 * | class | what happened |
 * |---|---|
 * | `http_status` | the endpoint answered outside 2xx and 3xx |
 * | `redirect` | it answered 3xx; redirects are not followed |
 * | `timeout` | the deadline passed before a status line arrived |
 * | `dns` | its name has no address, or the resolver failed |
 * | `forbidden_address` | it has no allowed address, or its URL is not a valid endpoint URL |
 * | `connect` | the TCP connection failed: refused, unreachable |
 * | `tls` | the TLS handshake failed: bad certificate, wrong name, no common version |
 * | `closed` | the connection closed before the first byte of a response |
 * | `protocol` | the response is not HTTP/1.1, was cut off in its head, or has a head over 64 KiB; or the request headers are not valid |
 */
export type ErrorClass =
  'http_status' | 'redirect' | 'timeout' | 'dns' | 'forbidden_address' | 'connect' | 'tls' | 'closed' | 'protocol';

/** The result of sending one delivery once. */
export type Attempt = {
  /** Whether the endpoint responded 2xx within the deadline. */
  delivered: boolean;
  /** The status of its final response; null for none. */
  status: number | null;
  /** From the start to the status line, or to the failure, in whole milliseconds. */
  durationMs: number;
  /** The address that was connected, tried first, or refused; null if the name has none. */
  address: string | null;
  /** Null if delivered. */
  errorClass: ErrorClass | null;
  /** The beginning of the response body; null without a response. See `answerText`. */
  answer: string | null;
};

/** Ends an attempt that got no response. */
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

/** Why a response with this final status is a failure; null for 2xx. */
export function classOfStatus(status: number): ErrorClass | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}
