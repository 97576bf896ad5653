import type { SendOutcome } from './outcome.js';

/** Thrown if the service has not returned a page of a list or feed after all attempts. */
export class ServiceError extends Error {
  /** Set explicitly because minifiers rename classes, and logs show the name. */
  static override readonly name = 'ServiceError';
  override readonly name = 'ServiceError';

  constructor(
    /** As for `send`; after `unknown`, a later call might succeed. */
    readonly outcome: Exclude<SendOutcome['outcome'], 'stored' | 'conflict'>,
    /** The status of the last response; undefined if there was none. */
    readonly status: number | undefined,
    /**
     * The `error.code` in the response, such as `forbidden`; undefined if the response does not come from the service.
     */
    readonly code: string | undefined,
    options?: { cause?: unknown },
  ) {
    super(`the service returned ${status ?? 'nothing'}${code === undefined ? '' : ` ${code}`}`, options);
  }
}
