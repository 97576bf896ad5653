/** Why a call to the outbox failed. Codes are stable; messages are not. */
export type OutboxErrorCode =
  /** The store could not read or write; `cause` is the error. The outbox did not record the change. */
  | 'outbox_store_failed'
  /** Another process has the store open. */
  | 'outbox_store_locked'
  /** The outbox is closed. */
  | 'outbox_closed'
  /** No entry has this id. */
  | 'entry_not_found'
  /** The entry cannot be replaced or dropped: it might have been sent or stored. */
  | 'entry_not_quarantined'
  /** A later entry still needs this entry's id. */
  | 'entry_needed';

/** A failed call to the outbox or its store. */
export class OutboxError extends Error {
  /** Set explicitly because minifiers rename classes, and logs show the name. */
  static override readonly name = 'OutboxError';
  override readonly name = 'OutboxError';

  constructor(
    readonly code: OutboxErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
