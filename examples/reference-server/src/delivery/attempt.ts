/**
 * Why an attempt failed. Stored in the attempt log and counted in the metrics.
 *
 * | class | what happened |
 * |---|---|
 * | `http_status` | the endpoint answered outside 2xx and 3xx |
 * | `redirect` | it answered 3xx; redirects are not followed |
 * | `timeout` | the deadline passed before a status line came |
 * | `dns` | its name has no address, or the resolver failed |
 * | `forbidden_address` | it has no address that may be called, or its URL is not one of an endpoint |
 * | `connect` | no TCP connection came about: refused, unreachable |
 * | `tls` | no TLS session came about: bad certificate, wrong name, no common version |
 * | `closed` | the connection was closed before the first byte of an answer |
 * | `protocol` | what came is no HTTP/1.1 answer, was cut off in its head, or has a head over 64 KiB; or the headers to send are not HTTP |
 */
export type ErrorClass =
  'http_status' | 'redirect' | 'timeout' | 'dns' | 'forbidden_address' | 'connect' | 'tls' | 'closed' | 'protocol';

/** The result of sending one delivery once. */
export type Attempt = {
  /** Whether the endpoint answered 2xx within the deadline. */
  delivered: boolean;
  /** The status of its final answer; null if there was none. */
  status: number | null;
  /** From the start to the status line, or to the failure, in whole milliseconds. */
  durationMs: number;
  /** The address that was connected to, tried first, or refused; null if the name has no address. */
  address: string | null;
  /** Null if delivered. */
  errorClass: ErrorClass | null;
  /** The beginning of the answer's body; null if there was no answer. See `answerText`. */
  answer: string | null;
};

/** Ends an attempt that got no answer. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly errorClass: ErrorClass;
  /** The value for `Attempt.address`, if this error knows it. */
  readonly address: string | null;

  constructor(errorClass: ErrorClass, options: { address?: string; cause?: unknown } = {}) {
    super(`the attempt failed: ${errorClass}`, { cause: options.cause });
    this.errorClass = errorClass;
    this.address = options.address ?? null;
  }
}

/** Why an answer with this final status is a failure; null for 2xx. */
export function classOfStatus(status: number): ErrorClass | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}
