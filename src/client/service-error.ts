import type { SendOutcome } from './outcome.js';

/** A page that the service did not give, after all attempts. */
export class ServiceError extends Error {
  /** Set here because minifiers rename classes, and logs show the name. */
  static override readonly name = 'ServiceError';
  override readonly name = 'ServiceError';

  constructor(
    /** As of `send`; `unknown` is what a later call may get. */
    readonly outcome: Exclude<SendOutcome['outcome'], 'stored' | 'conflict'>,
    /** The status of the last answer; undefined if none came. */
    readonly status: number | undefined,
    /** `error.code` of the answer, such as `forbidden`; undefined if it is not from the service. */
    readonly code: string | undefined,
    options?: { cause?: unknown },
  ) {
    super(`the list answers ${status ?? 'nothing'}${code === undefined ? '' : ` ${code}`}`, options);
  }
}
